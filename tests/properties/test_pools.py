"""The two pools side by side: the tables of 1996 and of the core sets, names across pools."""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from simcore.cards import card_in_words
from simcore.cards.card import CARD_TYPES, Card
from simcore.cards.coverage import coverage_by_set
from simcore.cards.notation import check_base_links, parse_base_link, parse_rules
from simcore.cards.pool import (
    DATA,
    EDITION_IDS,
    OUTSIDE_KEYS,
    TABLES,
    TABLES_1996,
    Pool,
    fold,
    load_pool,
)
from simcore.cards.syntax import BaseLink
from simcore.cards.words import old_words
from simcore.errors import CardError, NotationError, ScenarioError
from simcore.estimate import fidelity
from simcore.reading import parse_scenario

CASES = Path(__file__).resolve().parent.parent / "rules" / "cases"
OLD_BASE = "Base v1.0"
INERT = ("inert.toml", "inert_corp.toml")
"""Cards that do nothing in a run; `test_inert.py` and `test_inert_corp.py` play beside them."""
WORKED = ("base_1996", "core_sets")
"""Tables whose every card is exact, by a worked case, but for what the fixed plans decline."""
DECLINED = {"base_1996": set[str](), "core_sets": {"Himitsu-Bako"}}
PURSES = {"Bakdoor", "Baedeker's Net Map", "Cloak", "Invisibility", "Vewy Vewy Quiet"}


@pytest.fixture(scope="module")
def old() -> Pool:
    return load_pool("onr")


def table(name: str) -> dict[str, dict[str, object]]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


def worked_titles() -> set[str]:
    """Every title that a worked case names, folded, with the prefix of its pool if it has one."""
    return {
        fold(title)
        for path in CASES.glob("*.toml")
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
        for title in case.get("cards", ())
    }


# -- the pool of 1996 --------------------------------------------------------------------


def test_figures_of_1996_are_within_what_the_engine_holds(old: Pool) -> None:
    cards = list(old)
    assert len(cards) == 580
    for card in cards:
        assert re.fullmatch(r"onr_[a-z0-9_]+", card.id), card.id
        assert card.type in CARD_TYPES and card.pool == "1996"
        assert card.sets[0] in (OLD_BASE, "Proteus", "Classic") and len(card.sets) == 1
        for figure in (card.cost, card.strength, card.trash, card.advancement, card.memory):
            assert figure is None or 0 <= figure <= 20, card.id
        if card.type == "ice":
            assert card.cost is not None and card.strength is not None
        if card.is_icebreaker:
            assert card.strength is not None, card.id
        if card.type == "agenda":
            assert card.advancement and card.points, card.id


def test_rows_of_1996_are_sorted_and_ids_and_titles_are_unique() -> None:
    with (DATA / "pool_1996.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    ids = [row["id"] for row in rows]
    assert ids == sorted(ids)
    for names in (ids, [fold(row["title"]) for row in rows]):
        assert [name for name, count in Counter(names).items() if count > 1] == []
    assert all(row["subtypes"] == row["subtypes"].lower() for row in rows)


def test_cards_know_their_pool(old: Pool) -> None:
    assert (old.find("Hunter").pool, load_pool().find("Hunter").pool) == ("1996", "modern")


def test_the_base_set_of_1996_has_all_its_ice_and_icebreakers(old: Pool) -> None:
    base = [card for card in old if card.sets == (OLD_BASE,)]
    ice = {card.id for card in base if card.type == "ice"}
    breakers = {card.id for card in base if card.is_icebreaker}
    purses = {old.find(title).id for title in PURSES}
    assert (len(ice), len(breakers)) == (60, 31)
    assert set(table("base_1996.toml")) == ice | breakers | purses
    every = {card.id for card in old if card.type == "ice" or card.is_icebreaker}
    assert every <= set(table("base_1996.toml")) | set(table("later_1996.toml"))


def test_core_sets_have_all_their_ice_and_breaking_programs() -> None:
    sets = {"Core Set", "Revised Core Set", "System Update 2021"}
    found = {
        card.id
        for card in load_pool("nsg")
        if sets & set(card.sets) and (card.type == "ice" or card.is_icebreaker)
    }
    identities = {"jinteki_personal_evolution"}
    assert set(table("core_sets.toml")) == found | identities


@pytest.mark.parametrize("name", [n for n in (*TABLES, *TABLES_1996) if n not in INERT])
def test_exact_rows_are_named_by_a_worked_case(name: str) -> None:
    edition = "onr" if "1996" in name else "nsg"
    pool, worked = load_pool(edition), worked_titles()
    for card_id, keys in table(name).items():
        card = pool.card(card_id)
        if set(keys) <= OUTSIDE_KEYS:  # never acts in a run: there is nothing to show
            continue
        if keys.get("fidelity") == "exact":
            names = {fold(card.title), fold(f"{edition}:{card.title}")}
            assert names & worked, f"{card.title} is called exact without a case"
        else:
            assert card.fidelity.level == "approximate", card.title


@pytest.mark.parametrize("name", WORKED)
def test_every_clause_of_a_worked_table_is_executed(name: str) -> None:
    pool = load_pool("onr" if "1996" in name else "nsg")
    left_out = {
        card.title for card in map(pool.card, table(f"{name}.toml")) if card.rules.unexecuted
    }
    assert not left_out
    short = {card.title for card in map(pool.card, table(f"{name}.toml")) if card.fidelity.notes}
    assert short == DECLINED[name]


def test_keys_of_1996_lines() -> None:
    keys = {
        *("subs", "on", "static", "break", "pump", "x", "rez_change", "corp", "outside"),
        *("recurring", "base_link", "declined", "fidelity"),
    }
    for name in TABLES_1996:
        more = {"effects", "paid", "bypass"} if name == "beside_1996.toml" else set()
        for card, line in table(name).items():
            assert set(line) <= keys | more, card


# -- names across pools ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "name", "pool", "strength"),
    [
        ("nsg", "Hunter", "modern", 4),
        ("onr", "hunter", "1996", 5),
        ("nsg", "onr:Hunter", "1996", 5),
        ("ffg2012", " ONR : hunter", "1996", 5),
        ("onr", "nsg:Hunter", "modern", 4),
        ("onr", "ffg2017:hunter", "modern", 4),
        ("onr", "onr_hunter", "1996", 5),
        ("onr", "ice_pick_willie", "1996", 1),
        ("onr", "d’arc knight", "1996", 2),
        ("onr", "dupre", "1996", 0),
        ("onr", "nsg:30072", "modern", 2),
    ],
)
def test_an_edition_before_a_title_names_its_pool(
    edition: str, name: str, pool: str, strength: int
) -> None:
    card = load_pool(edition).find(name)
    assert (card.pool, card.strength) == (pool, strength)


@pytest.mark.parametrize(
    ("edition", "name", "words"),
    [
        ("nsg", "ice pick willie", 'the 1996 pool has one: write "onr:Ice Pick Willie"'),
        ("onr", "Palisade", 'the modern pool has one: write "nsg:Palisade"'),
        ("onr", "30072", 'write "nsg:Palisade"'),
        ("nsg", "onr:Palisade", 'no card of the 1996 pool is called "Palisade"'),
        ("nsg", "onr:Huntr", 'no card is called "Huntr"; did you mean "Hunter"?'),
        ("nsg", "onr:nsg:Hunter", 'no card is called "nsg:Hunter"'),
        ("nsg", "onr:", 'no card is called ""'),
    ],
)
def test_a_card_of_the_other_pool_alone_is_told(edition: str, name: str, words: str) -> None:
    with pytest.raises(CardError) as caught:
        load_pool(edition).find(name)
    assert words in str(caught.value)


def test_every_title_and_id_of_1996_finds_its_card(old: Pool) -> None:
    for card in old:
        for name in (card.title, card.id, f"onr:{card.title}", card.title.upper()):
            assert old.find(name) is card
        for edition in EDITION_IDS:
            assert load_pool(edition).find(f"onr:{card.title}") is card


def test_search_takes_the_words_of_1996(old: Pool) -> None:
    walls = old.search("ice wall")
    assert {"Fire Wall", "Rock is Strong"} <= {card.title for card in walls}
    assert old.search("node transactions") and old.search("prep")
    assert load_pool("nsg").search("onr:rock is strong")[0].pool == "1996"


def test_a_card_of_the_other_pool_is_disclosed_by_its_whole_name() -> None:
    text = own("program", "strength = 1").replace(
        "[corp]", 'ice = ["Hunter", "onr:Hunter"]\n[corp]'
    )
    found = fidelity(parse_scenario(text))
    names = {*found.exact, *found.approximate}
    assert {"Hunter", "onr:Hunter", "Uplink"} == names


# -- words -------------------------------------------------------------------------------


def test_cards_of_1996_are_described_in_their_words(old: Pool) -> None:
    def words(title: str) -> list[str]:
        return card_in_words.describe(old.find(title))

    assert words("Krash")[-1] == "pay 2 bits: strength +1 for the encounter"
    assert words("Liche")[0] == "subroutine 1: brain damage: 1"
    assert words("Bakdoor") == [
        "in a trace, pay nothing: a base link of 3",
        "in a trace, pay 2 bits: 1 more link",
    ]
    for card in old:
        told = re.sub("'[^']*'", "", " ".join(card_in_words.describe(card)))
        assert not re.search(r"\bcredits?\b|\bbarrier\b", told), card.title
    assert old_words("no 'barrier' but a barrier") == "no 'barrier' but a wall"
    assert old_words("barriers of 2 servers") == "barriers of 2 data forts"


def test_coverage_counts_each_set() -> None:
    rows = coverage_by_set([*load_pool("nsg"), *load_pool("onr")])
    counts = {(row.pool, row.set): row.exact + row.approximate + row.stats for row in rows}
    assert counts["modern", "System Gateway"] == 77
    assert counts["modern", "Core Set"] == 113
    assert counts["1996", OLD_BASE] == 374
    assert sum(count for (pool, _), count in counts.items() if pool == "1996") == 580


# -- base links --------------------------------------------------------------------------


def test_base_links_are_read(old: Pool) -> None:
    assert parse_base_link("1c: 3") == BaseLink(1, 3, text="1c: 3")
    assert parse_base_link("2c: +1") == BaseLink(2, 1, True, "2c: +1")
    links = old.find("Access through Alpha").rules.base_links
    assert [(link.cost, link.value, link.step) for link in links] == [(1, 9, False)]
    for text in ("3", "1c", "1c: x", "1c: +0", "c: 3", "1c: -1", ""):
        with pytest.raises(NotationError):
            parse_base_link(text)


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["2c: +1"], "needs a base, as in 1c: 3"),
        (["1c: 3", "2c: 4"], "has 2 of these: base"),
        (["1c: 3", "2c: +1", "3c: +2"], "has 2 of these: step"),
    ],
)
def test_a_card_has_one_base_link_and_one_step(texts: list[str], words: str) -> None:
    with pytest.raises(NotationError, match=re.escape(words)):
        check_base_links([parse_base_link(text) for text in texts])
    assert parse_rules({"base_link": texts}).base_links == ()
    assert parse_rules({"base_link": texts}).unexecuted


def own(kind: str, line: str) -> str:
    return (
        'edition = "nsg"\n[server]\nkind = "remote"\n[corp]\ncredits = 1\n[runner]\ncredits = 1\n'
        f'rig = ["Uplink"]\n[[card]]\nname = "Uplink"\ntype = "{kind}"\n{line}\n'
    )


@pytest.mark.parametrize("kind", ["hardware", "resource", "program"])
def test_own_cards_may_have_base_links(kind: str) -> None:
    found = parse_scenario(own(kind, 'base_link = ["1c: 3", "2c: +1"]'))
    card: Card = found.runner.rig[0].card
    assert [link.step for link in card.rules.base_links] == [False, True]
    assert any("base_link has no meaning in this edition" in note for note in found.notes)


@pytest.mark.parametrize(
    ("line", "place", "words"),
    [
        ('base_link = ["3"]', "card[0].base_link[0]", "a base link reads COST: LINK"),
        ('base_link = ["2c: +1"]', "card[0].base_link[0]", "needs a base"),
        ("base_link = 3", "card[0].base_link", "expected a list"),
        ("base_link = [3]", "card[0].base_link[0]", "expected a clause in quotes"),
    ],
)
def test_own_base_links_with_faults_are_told(line: str, place: str, words: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(own("resource", line))
    (problem,) = caught.value.problems
    assert problem.place == place and words in problem.message
