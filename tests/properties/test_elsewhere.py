"""What active cards elsewhere do: every line of the table has a form that something reads, and
games say that they leave it aside."""

from __future__ import annotations

import tomllib

import pytest

from simcore.cards.abilities import parse_static
from simcore.cards.notation import parse_rules
from simcore.cards.pool import DATA, load_pool
from simcore.prices.corp import everywhere
from simcore.prices.corp.left_out_elsewhere import MATTERS
from simcore.prices.corp.table_elsewhere import ASKED, CHOSEN, FORM
from simcore.reading import parse_scenario

TABLE: dict[str, list[str]] = tomllib.loads((DATA / "elsewhere.toml").read_text(encoding="utf-8"))


def test_it_is_sorted_and_of_cards_of_both_pools() -> None:
    assert list(TABLE) == sorted(TABLE)
    for card in TABLE:
        load_pool("onr" if card.startswith("onr_") else "nsg").card(card)


@pytest.mark.parametrize("line", sorted({line for lines in TABLE.values() for line in lines}))
def test_each_line_is_read(line: str) -> None:
    found = FORM.match(line)
    assert found is not None
    left_out = found["text"].startswith("not counted: ")
    assert (found["asked"] or "") in {"", CHOSEN, *ASKED, *(MATTERS if left_out else ())}
    text = found["text"]
    if text.startswith(everywhere.ICE_STRENGTH):
        parse_static(text)
    elif text.startswith(("root: ", "run-cost: ")):
        parse_rules({"effects": [text.partition(" of the first ")[0]]})
    else:
        known = text in everywhere.WORDS or any(form.match(text) for form in everywhere.FORMS)
        assert left_out or known


def test_what_prices_alone_look_at_is_noted_for_games_alone() -> None:
    text = """
        edition = "nsg"
        server = { kind = "archives" }
        corp = { credits = 0, elsewhere = ["Lag Time"] }
        runner = { credits = 0, heap = ["Corroder"], elsewhere = ["System Seizure"], agendas = 1 }
    """
    noted = parse_scenario(text).notes
    assert {note.partition(" ")[0] for note in noted if "prices look" in note} == {
        "corp.elsewhere",
        "runner.heap",
        "runner.agendas",
        "runner.elsewhere",
    }
    assert not any("prices look" in note for note in parse_scenario(text, breach=False).notes)
