"""What may be asked of the library: the bounds of every number, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from boards import board, card, fracter, wall

from simcore import api
from simcore.card_argument import parse_ice, parse_rig, parse_rig_card
from simcore.cards.pool import load_pool
from simcore.encode import Encoded, encode
from simcore.errors import CapacityError, CardError, ScenarioError, SimcoreError
from simcore.exact import LIMIT, TooLarge
from simcore.exact.solving import ROOM
from simcore.prices.matrix import NO_SUBS
from simcore.scenario import RigCard
from simcore.selection import choose_breakers, choose_ice

WALL, SURE = wall(2), card("Sure", "program", strength=2, break_=["1c: 1 barrier"])
BOARD = board(WALL, rig=(fracter(2),))


def measured(**given: Any) -> object:
    asked = {"games": 10, "seed": 1, "threads": 1} | given
    return api.measure(BOARD, encode(BOARD), **asked)


ASKS: dict[str, Callable[[int], object]] = {
    "break_cost advancement": lambda n: api.break_cost(WALL, [SURE], advancement=n),
    "break_cost grip": lambda n: api.break_cost(WALL, [SURE], grip=n),
    "break_cost clicks": lambda n: api.break_cost(WALL, [SURE], clicks=n),
    "break_matrix advancement": lambda n: api.break_matrix([WALL], [SURE], advancement=n),
    "break_matrix grip": lambda n: api.break_matrix([WALL], [SURE], grip=n),
    "play_one seed": lambda n: api.play_one(BOARD, seed=n),
    "play_one game": lambda n: api.play_one(BOARD, game=n),
    "choose_method limit": lambda n: api.choose_method("auto", None, None, None, n),
    "fractions limit": lambda n: api.fractions(BOARD, limit=n),
    "measure seed": lambda n: measured(seed=n),
    "measure threads": lambda n: measured(threads=n),
}


@pytest.mark.parametrize(
    ("what", "lowest", "highest"),
    [
        ("break_cost advancement", 0, 255),
        ("break_cost grip", 0, 255),
        ("break_cost clicks", 0, 255),
        ("break_matrix advancement", 0, 255),
        ("break_matrix grip", 0, 255),
        ("play_one seed", 0, 2**64 - 1),
        ("play_one game", 0, 2**63 - 2),
        ("choose_method limit", 1, 10**10),
        ("fractions limit", 1, 10**12),
        ("measure seed", 0, 2**64 - 1),
        ("measure threads", 1, 1024),
    ],
)
def test_numbers_from_the_least_to_the_most(what: str, lowest: int, highest: int) -> None:
    ask, name = ASKS[what], what.split()[1]
    ask(lowest)
    ask(highest)
    for number in (lowest - 1, highest + 1):
        with pytest.raises(SimcoreError, match=f"{name} must be a whole number from {lowest} to"):
            ask(number)


def test_games_from_one() -> None:
    assert api.odds(BOARD, games=1).games == 1
    for number in (0, 10**12 + 1):
        with pytest.raises(SimcoreError, match="games must be a whole number from 1 to"):
            api.odds(BOARD, games=number)
        with pytest.raises(SimcoreError, match="games must be a whole number from 1 to"):
            measured(games=number)


@pytest.mark.parametrize(
    ("asked", "done"),
    [("sample", "sampled"), ("condition", "conditioned"), ("auto", "exact"), ("exact", "exact")],
)
def test_what_is_asked_for_is_done(asked: str, done: str) -> None:
    dice = board(wall(9, 1, "roll 1-3: etr"), rig=(SURE,))
    games = None if done == "exact" else 1000
    found = api.odds(dice, games, method=asked)
    assert (found.method, found.games) == (done, games or 0)
    assert done == "exact" or found.games_per_second > 1


def test_more_paths_than_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = board(wall(9, 1, "roll 1-3: etr"), rig=(SURE,))
    with pytest.raises(CapacityError, match="more than 1 paths of chance"):
        api.odds(dice, method="exact", limit=1)
    monkeypatch.setattr(api, "GAMES", 100)
    found = api.odds(dice, limit=1)
    assert (found.method, found.games) == ("conditioned", 100)
    assert any("more than 1 paths of chance" in note for note in found.notes)


@pytest.mark.parametrize(
    ("given", "way"),
    [
        ((None, None), "auto"),
        ((5, None), "sample"),
        ((None, 1), "sample"),
        ((5, 1), "sample"),
    ],
)
def test_who_asks_for_games_gets_games(given: tuple[int | None, int | None], way: str) -> None:
    assert api.choose_method("auto", *given) == way
    assert api.choose_method("condition", *given) == "condition"


def test_what_contradicts_itself() -> None:
    for name, number in (("games", 0), ("seed", 1), ("threads", 2)):
        keys: dict[str, int | None] = {"games": None, "seed": None, "threads": None, name: number}
        with pytest.raises(SimcoreError, match=f"exact odds take no {name}"):
            api.choose_method("exact", **keys)
    for method, games in (("sample", None), ("condition", None), ("auto", 5)):
        with pytest.raises(SimcoreError, match="a limit is of exact odds"):
            api.choose_method(method, games, None, None, 7)
    assert api.choose_method("exact", None, None, None, 7) == "exact"


@pytest.mark.parametrize(
    ("asked", "paths", "room"),
    [
        (None, LIMIT, ROOM),
        (1, 1, ROOM),
        (LIMIT, LIMIT, ROOM),
        (LIMIT + 1, LIMIT + 1, 2 * ROOM),
        (3 * LIMIT, 3 * LIMIT, 3 * ROOM),
    ],
)
def test_states_are_limited_in_proportion_to_paths(
    asked: int | None, paths: int, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from simcore import exact

    seen: list[tuple[int, int]] = []

    def solve(encoded: Encoded, paths: int, room: int) -> object:
        seen.append((paths, room))
        return solved(encoded)

    solved = exact.solve
    monkeypatch.setattr(exact, "solve", solve)
    assert api.solve_exactly(BOARD, encode(BOARD), asked).p_success == 1
    assert seen == [(paths, room)]


def large(paths: int, at_least: int = 0, limit: int = 1000) -> TooLarge:
    return TooLarge(limit, paths, 10, 1, 2, at_least)


TRUST = "by an estimate mostly within a factor of 4"


@pytest.mark.parametrize(
    ("found", "estimate", "words"),
    [
        (large(1001), None, "more than 1,000 paths of chance"),
        (large(1000), None, "more than 262,144 states at once, after 1,000 paths of chance"),
        (large(1001), 1001.0, "more than 1,000 paths of chance"),
        (
            large(1001),
            23_456.0,
            f"more than 1,000 paths of chance; about 23,000 in all, {TRUST}",
        ),
        (
            large(1001, 5_678),
            None,
            "more than 1,000 paths of chance; about 5,700 paths or more in all",
        ),
        (
            large(1001, 5_678),
            900.0,
            "more than 1,000 paths of chance; about 5,700 paths or more in all",
        ),
        (large(1010, 1111), None, "more than 1,000 paths of chance"),
        (
            large(1010, 1112),
            None,
            "more than 1,000 paths of chance; about 1,100 paths or more in all",
        ),
    ],
)
def test_what_is_too_large_is_told(found: TooLarge, estimate: float | None, words: str) -> None:
    assert api.too_large(found, estimate) == f"too large to solve exactly: {words}"


# ---- cards by their titles ---------------------------------------------------------------


def test_what_is_assumed_of_counters() -> None:
    overmind = "Overmind: 3 power counters, as when installed"
    assert overmind in api.break_cost("Ice Wall", ["Overmind"]).assumed
    assert overmind not in api.break_cost("Ice Wall", ["Overmind{power=1}"]).assumed
    assert overmind not in api.break_cost("Ice Wall", ["Overmind{virus=1}"]).assumed
    for advancement, words, ends in ((None, True, 1), (0, False, 0), (2, False, 2)):
        found = api.break_cost("Mäsvingo", ["Corroder"], advancement=advancement, passing=True)
        assert ("Masvingo: 1 advancement counter, as when rezzed" in found.assumed) == words
        assert found.subs == ends
        pairs = api.break_matrix("Mäsvingo", "Corroder", advancement=advancement)
        assert pairs.costs.item() == (1 + ends if ends else NO_SUBS)
    whole, one = (
        api.break_cost("Envelopment", ["Corroder"], passing=True),
        api.break_cost("Envelopment{power=1}", ["Corroder"], passing=True),
    )
    assert "Envelopment: 4 power counters, as when rezzed" in whole.assumed
    assert not any("as when rezzed" in text for text in one.assumed)
    with pytest.raises(CardError, match="Corroder is not ice but program"):
        api.break_cost("Corroder", ["Corroder"])


def test_a_purse_is_full() -> None:
    """A lone piece of ice is one piece."""
    for recurring, credits in ((2, 2), ("1*ice-here", 1), ("2*virus", 6)):
        purse = RigCard(card("Purse", "hardware", recurring=recurring), virus=3)
        placed, _ = api._filled(purse.card, purse)
        assert placed.credits == credits
    stated, _ = api._filled("Purse{credits=0}", RigCard(card("Purse", "hardware", recurring=2)))
    assert stated.credits == 0


def test_counters_in_braces() -> None:
    for text, credits in (("0", 0), ("255", 255)):
        assert parse_rig_card(f"Leech{{virus={text}}}", "nsg").virus == credits
    for text in ("256", "1000", "-1", "x"):
        with pytest.raises(CardError, match="a whole number from 0 to 255"):
            parse_rig_card(f"Leech{{virus={text}}}", "nsg")
    placed = parse_rig_card("Leech{virus=1, power=2, credits=3}", "nsg")
    assert (placed.virus, placed.power, placed.credits, placed.host) == (1, 2, 3, None)
    assert parse_rig_card("Femme Fatale{chosen=ice}", "nsg").host == 0
    assert parse_rig_card("Femme Fatale", "nsg").host is None
    assert parse_ice("Chimera{chosen=sentry}", "nsg").subtypes >= {"sentry"}


def test_a_card_on_another_one() -> None:
    texts = ["Corroder", "The Personal Touch{host=Corroder}", "Gordian Blade"]
    rig = parse_rig(texts, [parse_rig_card(text, "nsg") for text in texts])
    assert [placed.on_card for placed in rig] == [None, 0, None]
    assert parse_rig([rig[1]], rig) == rig


def test_cards_that_are_asked_for_by_a_query() -> None:
    chosen = choose_breakers("Unity", "nsg")
    assert [placed.card.title for placed in chosen] == ["Unity"]
    assert [(each.power, each.virus) for each in choose_breakers("Overmind", "nsg")] == [(3, 0)]
    assert len(choose_ice("Chimera", "nsg")) == 3
    kinds = [each.chosen for each in choose_breakers("Atman", "nsg")]
    assert kinds == [""]
    for asked, words in (("Corroder", "Corroder is not ice"), ("qqqq", "no card is called")):
        with pytest.raises(CardError, match=words):
            choose_ice(asked, "nsg")
    for asked, words in (
        ("Ice Wall", "Ice Wall is not a breaker"),
        ("ice wall barrier", "no breaker matches 'ice wall barrier'"),
        ("tollbooth code", "Tollbooth is not a breaker"),
        ("agenda", "no breaker matches 'agenda'"),
    ):
        with pytest.raises(CardError, match=words):
            choose_breakers(asked, "nsg")
    with pytest.raises(CardError, match="no ice is named"):
        choose_ice([], "nsg")
    with pytest.raises(CardError, match="no breaker is named"):
        choose_breakers([], "nsg")


def test_all_cards_are_searched_without_a_query() -> None:
    assert len(api.search_cards("  ")) == len(load_pool())
    assert api.find_card("onr:Hunter").strength == 5


def test_five_cards_in_the_grip_unless_it_is_stated() -> None:
    """A card for strength and five to break."""
    assert api.break_cost("Hive", ["Faust"]).cost is None
    assert api.break_cost("Hive", ["Faust"], grip=6).cost == 0
    assert api.break_matrix(["Hive"], ["Faust"]).costs.tolist() == [[-1]]
    assert api.break_matrix(["Hive"], ["Faust"], grip=6).costs.tolist() == [[0]]


def test_one_game_is_the_first_under_the_first_seed_unless_it_is_said_which() -> None:
    bids = board(wall(9, 1, *["psi: tag 1"] * 8))
    assert api.play_one(bids).steps == api.play_one(bids, seed=1, game=0).steps
    assert api.play_one(bids).steps != api.play_one(bids, seed=2).steps
    assert api.play_one(bids).steps != api.play_one(bids, game=1).steps


def test_a_price_is_not_of_a_scenario_whose_cards_are_settled_for_games(tmp_path: Path) -> None:
    """Knifed takes the wall away, and Curtain Wall is the outermost piece from then on: 2 credits
    and 8 + 3. As games have it, it never is, for in them no ice goes that way."""
    file = tmp_path / "knifed.toml"
    file.write_text(
        'edition = "nsg"\n'
        'server = { kind = "remote", ice = ["Wall of Static", "Curtain Wall"] }\n'
        "corp = { credits = 10 }\n"
        'runner = { credits = 40, rig = ["Corroder"], event = "Knifed" }\n'
    )
    assert api.server_cost(file, passing=True).cost == 13
    assert api.server_cost(api.load_scenario(file, breach=False), passing=True).cost == 13
    with pytest.raises(ScenarioError, match=r"breach=False"):
        api.server_cost(api.load_scenario(file), passing=True)
