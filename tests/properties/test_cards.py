"""The card tables: every row is read or named, every figure is one the engine can hold."""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.cards import card_in_words, english
from simcore.cards.card import CARD_TYPES, Card
from simcore.cards.coverage import coverage
from simcore.cards.notation import (
    ATOMS,
    CONDITIONS,
    EVENTS,
    FLAGS,
    NOT_MADE,
    PRICES,
    QUALIFIERS,
    REGISTERS,
    STATICS,
    STATICS_WRITTEN,
    atoms_of,
    parse_clause,
    parse_condition,
    parse_effects,
    parse_static,
)
from simcore.cards.pool import (
    DATA,
    MODERN_EDITIONS,
    NO_CASE,
    NOT_ENTERED,
    OUTSIDE_KEYS,
    POOLS,
    SORTED_OUT,
    TABLES,
    Pool,
    fold,
    load_pool,
    shortfalls,
)
from simcore.cards.syntax import PRICE_KINDS, Amount, Price
from simcore.cards.vocabulary import RIG_KINDS
from simcore.errors import CardError

SYSTEM_GATEWAY = {str(code) for code in range(30001, 30078)}
CLAUSE_KEYS = {
    *("subs", "on", "effects", "break", "pump", "paid", "static", "rbreak", "corp"),
    *("x", "rez_change", "recurring", "load", "base_link", "bypass"),
}
KEYS_OF_TYPE = {
    "ice": {"subs", "on", "static", "rbreak", "corp", "x", "rez_change"},
    "program": {
        "on",
        "static",
        "break",
        "pump",
        "paid",
        "recurring",
        "base_link",
        "load",
        "bypass",
    },
}


@pytest.fixture(scope="module")
def pool() -> Pool:
    return load_pool("nsg")


@pytest.fixture(scope="module")
def cards(pool: Pool) -> list[Card]:
    return list(pool)


def rows(pool: str = "modern") -> list[dict[str, str]]:
    with (DATA / POOLS[pool][0]).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def tables(names: Iterable[str] = TABLES) -> dict[str, dict[str, dict[str, object]]]:
    return {name: tomllib.loads((DATA / name).read_text(encoding="utf-8")) for name in names}


# -- figures -----------------------------------------------------------------------------


def test_figures_are_within_what_the_engine_holds(cards: list[Card]) -> None:
    assert len(cards) == 2054
    for card in cards:
        assert re.fullmatch(r"[a-z0-9_]+", card.id), card.id
        assert card.type in CARD_TYPES
        assert card.side in ("corp", "runner")
        for figure in (card.cost, card.strength, card.trash, card.advancement, card.memory):
            assert figure is None or 0 <= figure <= 20, card.id
        assert 0 <= card.points <= 6
        assert 0 <= card.link <= 3
        assert len(card.rules.subs) <= 32
        assert card.codes
        assert all(re.fullmatch(r"\d{5}", code) for code in card.codes)


def test_what_a_run_needs_is_there(cards: list[Card]) -> None:
    for card in cards:
        if card.type == "ice":
            assert card.cost is not None and card.strength is not None, card.id
        if card.is_icebreaker:
            assert card.strength is not None, card.id
        if card.type in ("asset", "upgrade"):
            assert card.cost is not None and card.trash is not None, card.id
        if card.type == "agenda":
            assert card.advancement is not None or card.id == "blood_in_the_water"  # printed X
            assert card.trash is None


def test_an_x_for_strength_counts_from_nought() -> None:
    for edition, title in (("nsg", "Darwin"), ("nsg", "Surveyor"), ("onr", "Digiconda")):
        assert load_pool(edition).find(title).strength == 0


def test_rows_are_sorted_and_ids_codes_and_folded_titles_are_unique() -> None:
    table = rows()
    ids = [row["id"] for row in table]
    assert ids == sorted(ids)
    codes = [code for row in table for code in row["codes"].split()]
    for names in (ids, codes, [fold(row["title"]) for row in table]):
        assert [name for name, count in Counter(names).items() if count > 1] == []


def test_flags_and_subtypes_are_plain_words() -> None:
    for row in rows():
        assert set(row["flags"].split()) <= {"unique", "x-cost", "x-strength", "quiet"}
        assert row["subtypes"] == row["subtypes"].lower()
        assert "" not in row["subtypes"].split("/") or not row["subtypes"]


# -- notation tables ---------------------------------------------------------------------


@pytest.mark.parametrize("pool_name", POOLS)
def test_every_line_is_one_card_of_the_pool_and_sorted(pool_name: str) -> None:
    ids = {row["id"]: row["type"] for row in rows(pool_name)}
    seen: Counter[str] = Counter()
    for name, table in tables(POOLS[pool_name][1]).items():
        lines = (DATA / name).read_text(encoding="utf-8").splitlines()
        assert [line for line in lines if line and not line.startswith(("#", *table))] == []
        assert sum(" = { " in line and not line.startswith("#") for line in lines) == len(table)
        parts = re.split("^# ---.*$", "\n".join(lines), flags=re.MULTILINE)
        for part in parts:
            here = re.findall(r"^(\w+) = ", part, flags=re.MULTILINE)
            assert here == sorted(here), name
        seen.update(table.keys())
        assert set(table) <= set(ids), name
    assert [card for card, count in seen.items() if count > 1] == []
    assert {i for i, kind in ids.items() if kind == "ice"} <= set(seen)


def test_keys_and_hashes_of_every_line() -> None:
    kinds = {row["id"]: row["type"] for row in rows()}
    for name, table in tables().items():
        for card, keys in table.items():
            assert set(keys) <= CLAUSE_KEYS | OUTSIDE_KEYS, (name, card)
            assert re.fullmatch(r"[0-9a-f]{8}", str(keys["src"])), card
            assert keys.get("fidelity", "exact") == "exact", card
            allowed = KEYS_OF_TYPE.get(kinds[card])
            if allowed is not None:
                assert set(keys) - OUTSIDE_KEYS <= allowed, card


def test_every_icebreaker_has_a_line(cards: list[Card], pool: Pool) -> None:
    assert [card.id for card in cards if card.is_icebreaker and pool.entry(card.id) is None] == []


def test_every_clause_is_read_or_named(cards: list[Card], pool: Pool) -> None:
    """Nothing is dropped: the clauses written are those parsed and those left out."""
    for card in cards:
        entry = pool.entry(card.id)
        if entry is None:
            continue
        rules = card.rules
        written = [
            text
            for key, value in entry.clauses.items()
            if key not in ("recurring", "load")
            for text in (value if isinstance(value, list) else [value])
        ]
        kept = [*rules.sub_texts]
        kept += [clause.text for clause in rules.on]
        kept += [static.text for static in rules.statics]
        kept += [pump.text for pump in rules.pumps]
        kept += [ability.text for ability in (*rules.breaks, *rules.runner_breaks)]
        kept += [ability.text for ability in (*rules.paid, *rules.corp_abilities)]
        kept += [ability.text for ability in rules.bypasses]
        kept += [gain.text for gain in rules.gains]
        kept += [gift.text for gift in rules.ice_gifts]
        kept += [f"forfeit {number}" for number in rules.forfeits]
        kept += [item.text for item in rules.unexecuted if item.key != "subs"]
        assert Counter(kept) == Counter(written), card.id
        for item in rules.unexecuted:
            assert any(item.text in note for note in card.fidelity.notes), (card.id, item)
            assert item.reason


def test_fidelity_follows_from_the_tables(cards: list[Card], pool: Pool) -> None:
    for card in cards:
        entry, level, notes = pool.entry(card.id), card.fidelity.level, card.fidelity.notes
        assert (level == "exact") == (notes == ()), card.id
        if entry is None:
            assert (level == "exact") == (card.type == "operation"), card.id
            assert notes in ((), (NOT_ENTERED,), (SORTED_OUT,)), card.id
        elif level == "approximate" and not shortfalls(card.type, card.rules):
            said = ("the fixed plans decline ", "'run-end", "'in a run: ", "'tags")
            left = [note for note in notes if not note.startswith(said)]
            assert left in ([], [NO_CASE]) or "strength X" in left[-1], card.id
        else:
            assert level in ("exact", "approximate"), card.id
        if level == "exact" and entry is not None:
            assert card.rules.unexecuted == ()


def test_the_77_cards_of_system_gateway_are_accounted_for(cards: list[Card], pool: Pool) -> None:
    gateway = [card for card in cards if SYSTEM_GATEWAY & set(card.codes)]
    assert len(gateway) == 77
    for card in gateway:
        entry = pool.entry(card.id)
        assert entry is not None, card.id
        assert entry.table == "system_gateway.toml"
        claimed = entry.keys.get("fidelity") == "exact"
        assert claimed == (card.fidelity.level == "exact"), (card.id, card.fidelity)
    approximate = {card.title for card in gateway if card.fidelity.level != "exact"}
    assert approximate == {"Ansel 1.0", "Brân 1.0", "Pantograph"}
    assert set(tables()["system_gateway.toml"]) == {card.id for card in gateway}


def test_notes_say_what_stands_in(pool: Pool) -> None:
    def notes(title: str) -> tuple[str, ...]:
        return pool.find(title).fidelity.notes

    assert notes("RSVP") == ("subroutine 1 'no-spend' does nothing",)
    assert notes("Award Bait") == (NO_CASE,)
    trashed = "'run-end: ice rezzed in the run is trashed' is left out"
    assert notes("Run Amok") == (trashed,)
    assert notes("F2P") == ("the Runner never uses '2c: 1 [if !tagged]'",)
    assert "the Runner never uses" not in "".join(notes("Eli 1.0"))
    assert notes("Brân 1.0") == ("installs during a run are not made: 'install' does nothing",)
    assert notes("Black Hat") == (NOT_ENTERED,)
    assert "X = rezzed:next is not worked out" in notes("NEXT Gold")


# -- finding cards -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("palisade", "Palisade"),
        ("  PALISADE ", "Palisade"),
        ("Karuna", "Karunā"),
        ("Tomorrow's Headline", "Tomorrowʼs Headline"),
        ("tomorrows headline", "Tomorrowʼs Headline"),
        ("Rene Loup Arcemont", "René “Loup” Arcemont: Party Animal"),
        ('René "Loup" Arcemont: Party Animal', "René “Loup” Arcemont: Party Animal"),
        ("Zahya Sadeghi", "Zahya Sadeghi: Versatile Smuggler"),
        ("manegarm_skunkworks", "Manegarm Skunkworks"),
        ("30045", "Urtica Cipher"),
        ("01110", "Hedge Fund"),
    ],
)
def test_names_are_matched_without_case_accents_and_quotes(
    pool: Pool, name: str, title: str
) -> None:
    assert pool.find(name).title == title


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Paliside", 'no card is called "Paliside"; did you mean "Palisade"?'),
        ("Zahya Sadegi", 'did you mean "Zahya Sadeghi: Versatile Smuggler"?'),
        ("Jinteki", 'several identities are called "Jinteki"; give the whole title'),
        ("qqqqqq", 'no card is called "qqqqqq"'),
        ("", 'no card is called ""'),
    ],
)
def test_unknown_names_are_clean_errors(pool: Pool, name: str, message: str) -> None:
    with pytest.raises(CardError) as caught:
        pool.find(name)
    assert str(caught.value).endswith(message)


def test_every_title_id_and_code_finds_its_card(pool: Pool) -> None:
    assert len(pool.titles()) == len(pool) == 2054
    for row in rows():
        for name in (row["title"], row["id"], *row["codes"].split()):
            found = pool.find(name).id
            assert found == row["id"] or fold(name) != fold(row["title"]), name


@given(st.text(max_size=80))
def test_any_text_finds_a_card_or_raises_a_card_error(name: str) -> None:
    try:
        found = load_pool("nsg").find(name)
    except CardError:
        return
    assert found.title


@given(st.text(max_size=40))
def test_folding_twice_changes_nothing(name: str) -> None:
    assert fold(fold(name)) == fold(name)


def test_search(pool: Pool) -> None:
    assert [card.title for card in pool.search("palisade")] == ["Palisade"]
    assert [card.title for card in pool.search("30072")] == ["Palisade"]
    bioroids = pool.search("ice bioroid barrier")
    assert "Brân 1.0" in {card.title for card in bioroids}
    assert all({"bioroid", "barrier"} <= card.subtypes for card in bioroids)
    assert pool.search("no such thing at all") == []


def test_editions_share_the_modern_pool() -> None:
    pools = [load_pool(edition) for edition in MODERN_EDITIONS]
    assert [pool.edition for pool in pools] == list(MODERN_EDITIONS)
    assert all(pool.find("Palisade") is pools[0].find("Palisade") for pool in pools)
    assert load_pool("ffg2012") is load_pool("ffg2012")
    with pytest.raises(CardError, match="there are nsg, ffg2012, ffg2017, onr"):
        load_pool("core")


def test_loading_parses_no_card() -> None:
    from simcore.cards import pool as module

    for edition, name in (("nsg", "modern"), ("onr", "1996")):
        assert Pool(edition, *module._tables(name))._cards == {}


# -- words -------------------------------------------------------------------------------


def test_every_atom_event_and_property_has_words() -> None:
    for name, words in ATOMS.items():
        for word in words:
            where = f"prog {word}" if name == "bounce" and word not in RIG_KINDS else word
            assert english.english(parse_effects(f"{name} {where} 2".replace("  ", " ")))
    for event in EVENTS:
        text = {"run": "run[hq]:", "steal-cost": "steal-cost: pay 2"}.get(event, f"{event}: etr")
        assert card_in_words.clause(parse_clause(text))
    for word in QUALIFIERS:
        assert card_in_words.clause(parse_clause(f"access[{word}]: etr"))
    for kind in STATICS:
        written = STATICS_WRITTEN.get(kind, kind).replace("N", "2")
        assert card_in_words.static(parse_static(written))
    for subject in CONDITIONS:
        flag = subject in FLAGS
        text = subject if flag else f"{subject}=rd" if subject == "server" else f"{subject}<=2"
        assert english.condition(parse_condition(text))
        assert english.condition(parse_condition("!" + text))
    for register in REGISTERS:
        assert english.english(parse_effects(f"net 1+2*{register}"))
    for word in PRICES:
        assert english.english(parse_effects(f"etr unless {word} 1"))
    for kind in PRICE_KINDS:
        assert english._price(Price(kind, Amount(2)))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("net 2; etr", "net damage: 2; then the run ends"),
        ("trash prog 1", "the Corp trashes 1 program of its choice"),
        ("trash any 2", "the Corp trashes 2 rig cards of its choice"),
        (
            "etr unless pay 5 | click 2",
            "unless the Runner chooses to pay 5 credits or spend 2 clicks: the run ends",
        ),
        ("must-pay 3 else etr", "the Runner has to pay 3 credits; when unable: the run ends"),
        (
            "trace 3: tag 1 else self-trash",
            "trace 3, on success: the Runner takes 1 tag; otherwise: this card is trashed",
        ),
        ("psi: etr", "secret bids, when they differ: the run ends"),
        ("if server=remote: etr", "if the attacked server is a remote server: the run ends"),
        ("if adv>=3: etr", "if advancement counters on the card are at least 3: the run ends"),
        ("corp-may pay 2: etr", "the Corp may (pay 2 credits): the run ends"),
        ("runner: tag 1 | etr", "the Runner picks one: the Runner takes 1 tag / the run ends"),
        ("net 2+1*adv", "net damage: 2 plus 1 per advancement counter on the card"),
        ("rgain 1*accesses", "the Runner gains credits (1 per card accessed in this run)"),
        ("rlose all", "the Runner loses every credit"),
    ],
)
def test_trees_in_words(text: str, words: str) -> None:
    assert english.english(parse_effects(text)) == words


def test_every_card_can_be_described(cards: list[Card]) -> None:
    for card in cards:
        lines = card_in_words.describe(card)
        assert all(lines)
        blank = card.fidelity.level == "stats"
        assert not lines if blank else lines or card.fidelity.notes, card.id
        for item in card.rules.unexecuted:
            assert any(item.text in line for line in lines), card.id


def test_description_of_a_card(pool: Pool) -> None:
    assert card_in_words.describe(pool.find("Buzzsaw")) == [
        "pay 1 credit: break up to 2 subroutines on code gate",
        "pay 3 credits: strength +1 for the encounter",
    ]
    assert card_in_words.describe(pool.find("Sure Gamble")) == ["does nothing in a run"]


def test_coverage_counts_every_card_once(pool: Pool) -> None:
    table = coverage(pool)
    assert table[-1].type == "all"
    for level in ("exact", "approximate", "stats"):
        assert getattr(table[-1], level) == sum(getattr(row, level) for row in table[:-1])
    assert table[-1].exact + table[-1].approximate + table[-1].stats == 2054


def test_cards_with_effects_that_are_not_made_are_not_exact(cards: list[Card]) -> None:
    for card in cards:
        nodes = [*card.rules.subs, *(clause.effect for clause in card.rules.on)]
        if any(atom.name in NOT_MADE for node in nodes for atom in atoms_of(node)):
            assert card.fidelity.level == "approximate", card.id
