"""Nothing but `ScenarioError` ever comes of a bad scenario file."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simcore.errors import ScenarioError
from simcore.reading import parse_scenario

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "decks" / "scenarios").glob("*.toml"))
WORKLOAD = sorted((ROOT / "benchmarks" / "scenarios").glob("w_*.toml"))
TEXTS = [path.read_text(encoding="utf-8") for path in (*EXAMPLES, *WORKLOAD)]
SLOW = settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
ODD = st.sampled_from(
    [
        *("true", "-1", "1.5", "1e999", "nan", "[]", "{}", '""', '"deck"', '"Palisade"', "[[1]]"),
        *("9" * 30, '"Cleaver"', '["Cleaver"]', "{ low = 2, high = 1 }", "2026-01-01", "'''\n'''"),
        *('"\\u0000"', '"/dev/null"', '"."', "{ card = 1 }", '[{ draw_from = "deck" }]'),
        *('["{{{{"]', '["net 2 unless"]', '["trace 1:"]', '["1c:"]', '[":"]', '["if adv>=x: etr"]'),
    ]
)


def reads_or_complains(text: str) -> None:
    complaint = ""
    try:
        found = parse_scenario(text, base=ROOT / "decks" / "scenarios")
    except ScenarioError as error:
        complaint = str(error)
    assert 0 < len(complaint) < 20_000 or found.server in ("hq", "rd", "archives", "remote")


@SLOW
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    reads_or_complains(text)


@SLOW
@given(st.sampled_from(TEXTS), st.data())
def test_values_replaced(text: str, data: st.DataObject) -> None:
    lines = text.splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        index = data.draw(st.integers(0, len(lines) - 1))
        key, equals, _ = lines[index].partition(" = ")
        if equals:
            lines[index] = f"{key} = {data.draw(ODD)}"
    reads_or_complains("\n".join(lines))


@SLOW
@given(st.sampled_from(TEXTS), st.data())
def test_lines_lost_and_doubled(text: str, data: st.DataObject) -> None:
    lines = text.splitlines()
    for _ in range(data.draw(st.integers(1, 4))):
        index = data.draw(st.integers(0, len(lines) - 1))
        lines[index : index + 1] = data.draw(st.sampled_from([[], [lines[index]] * 2]))
    reads_or_complains("\n".join(lines))


@SLOW
@given(st.sampled_from(TEXTS), st.data())
def test_characters_changed(text: str, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(text) - 1))
    reads_or_complains(text[:index] + data.draw(st.text(max_size=3)) + text[index + 1 :])


@SLOW
@given(st.sampled_from(["subs", "on", "static", "break", "pump", "effects", "paid"]), st.data())
def test_any_clause(key: str, data: st.DataObject) -> None:
    word = st.sampled_from(
        "etr net 2 trace 3 : ; | { } ~ + unless pay must-pay else psi if adv>=3 corp runner "
        "click 1c vc trash barrier any [ ] @host +1 run str advanceable access root: encounter "
        "2*adv".split()
    )
    clause = " ".join(data.draw(st.lists(word, max_size=9)))
    kind = {"subs": "ice", "effects": "resource"}.get(key, "program")
    reads_or_complains(
        'edition = "nsg"\n[server]\nkind = "remote"\n[corp]\ncredits = 1\n[runner]\ncredits = 1\n'
        f'[[card]]\nname = "A"\ntype = "{kind}"\nstrength = 1\n{key} = ["{clause}"]\n'
    )
