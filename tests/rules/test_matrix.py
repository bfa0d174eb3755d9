"""Cells of the matrix worked out by hand from the printed cards, and what its figures sum."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from boards import unread

from simcore import break_cost, break_matrix
from simcore.api import find_card
from simcore.cards.undecided import undecided
from simcore.errors import CapacityError, CardError, SimcoreError
from simcore.prices.matrix import NO_SUBS, REFUSED, UNBREAKABLE, BreakMatrix

CELLS = [
    # breaker, ice, boosts + uses
    ("Corroder", "Ice Wall", 1),  # strength 2 against 1; one use
    ("Corroder", "Wall of Static", 2),  # + 1
    ("Corroder", "Enigma", UNBREAKABLE),  # no barrier
    ("Gordian Blade", "Enigma", 2),  # two uses
    ("Gordian Blade", "Tollbooth", 4),  # + 3, one use; the toll is no price of breaking
    ("Yog.0", "Enigma", 0),  # free
    ("Yog.0", "Tollbooth", UNBREAKABLE),  # too strong, no boosts
    ("Mimic", "Neural Katana", 1),
    ("Mimic", "Archer", UNBREAKABLE),
    ("Ninja", "Archer", 10),  # two boosts of +5 for 3 each, four uses
    ("Femme Fatale", "Archer", 12),  # four boosts for 2 each, four uses
    ("Crypsis", "Ice Wall", 2),  # any type: + 1, one use
    ("Cleaver", "Palisade", 3),  # strength 4 on a remote: one boost for 2; up to two for 1
    ("Carmen", "Karunā", 4),  # one boost of +3 for 2, two uses
    ("Corroder", "Heimdall 1.0", 0),  # three clicks, none of them credits
    ("Mimic", "Heimdall 1.0", 0),
    ("Hyperbaric", "Tollbooth", 9),  # 0 + 1 for the counter it comes with; four more for 2 each
]


@pytest.mark.parametrize(("breaker", "ice", "cost"), CELLS)
def test_cells_by_hand(breaker: str, ice: str, cost: int) -> None:
    assert break_matrix(ice, breaker).costs.tolist() == [[cost]]


def test_without_clicks_a_bioroid_costs_what_its_strength_and_subroutines_say() -> None:
    paid = break_matrix("Heimdall 1.0", ["Corroder", "Mimic"], only_credits=True)
    assert paid.costs.tolist() == [[7, UNBREAKABLE]]  # + 4, three uses
    assert not paid.extras.any()
    assert break_matrix("Heimdall 1.0", "Corroder").extras.all()


def test_without_luck_a_rolled_strength_is_the_least() -> None:
    """AI Boon has the strength of a die, Bolter Cluster 4 and two subroutines."""
    lucky = break_matrix("Bolter Cluster", "AI Boon", edition="onr")
    assert lucky.costs == 2  # a 6
    unlucky = break_matrix("Bolter Cluster", "AI Boon", edition="onr", only_credits=True)
    assert unlucky.costs == 5  # a 1, and 3 boosts


def test_advancement_and_the_server_count() -> None:
    assert break_matrix("Ice Wall", "Corroder", advancement=4).costs == 4
    assert break_matrix("Palisade", "Cleaver", server="hq").costs == 1


def test_a_piece_alone_knows_tags_turns_and_neighbours() -> None:
    assert break_matrix("Capacitor", "Corroder").costs == 3  # 3, +2 while tagged: no tags
    assert break_matrix("Gatekeeper", "Gordian Blade").costs == 2  # 0, +6 in the turn of its rez
    assert break_matrix("Neural Katana", "Na'Not'K").costs == 4  # 1 + 1 for the only ice: one +2


def test_breakers_come_with_their_counters_and_choices() -> None:
    assert break_matrix("Ice Wall", "Revolver").breakers == ("Revolver{power=6}",)
    assert break_matrix("Ice Wall", "Revolver{power=2}").breakers == ("Revolver{power=2}",)
    three = break_matrix(["Wall of Static", "Neural Katana"], "Chameleon")
    assert three.breakers == tuple(
        f"Chameleon{{chosen={kind}}}" for kind in ("barrier", "code gate", "sentry")
    )
    assert three.costs.tolist() == [
        [1, UNBREAKABLE, UNBREAKABLE],
        [UNBREAKABLE, UNBREAKABLE, 1],
    ]


STRANGE = unread("Strange", static=["gain-sub {etr}*moons"])
"""Nobody knows how many subroutines it has."""


def test_what_is_not_executed_is_refused_and_counted() -> None:
    pieces = [find_card("Ice Wall"), STRANGE]
    matrix = break_matrix(pieces, ["Corroder", "Tunnel Vision"], server="hq")
    assert matrix.costs.tolist() == [[1, REFUSED], [REFUSED, REFUSED]]
    assert matrix.to_dict()["subs"] == [1, None]  # nobody knows how many the strange one has
    assert matrix.reasons == {
        'Tunnel Vision: say which, as in "Tunnel Vision{mark=hq}"': 2,
        "Strange: 'gain-sub {etr}*moons' is not executed yet": 1,
    }
    assert sum(matrix.reasons.values()) == (matrix.costs == REFUSED).sum()


@pytest.mark.parametrize(
    ("title", "keys", "known"),
    [
        ("Woodcutter", {}, True),  # one subroutine for each counter: none
        ("Woodcutter", {"advancement": 1}, False),
        ("Wendigo", {"advancement": 2}, True),  # changes with odd numbers alone
        ("Wendigo", {"advancement": 3}, False),
        ("Akhet", {"advancement": 2}, True),
        ("Akhet", {"advancement": 3}, False),
        ("Afshar", {}, True),
        ("Afshar", {"server": "hq"}, False),
        ("Fawkes", {}, True),  # cannot grow: no stealth credits
        ("Fawkes", {"stealth": True}, False),
        ("Switchblade", {"stealth": True}, True),
        ("Architect", {}, True),  # cannot be trashed: no matter
        ("Hafrún", {}, True),  # asks for a rez in this run
        ("Chimera", {}, False),  # its subtype is chosen
        ("Rising Tide", {"around": {"heap": 2}}, False),
        ("onr:Digiconda", {}, False),  # strength X
        ("Information Overload", {}, True),  # one for each tag
        ("Information Overload", {"around": {"tags": 1}}, False),
        ("Boto", {"around": {"threat": 3}}, True),  # stronger at four points
        ("Boto", {"around": {"threat": 4}}, False),
        ("Starlit Knight", {"around": {"threat": 4}}, True),  # … if there are tags as well
        ("Starlit Knight", {"around": {"threat": 4, "tags": 1}}, False),
        ("onr:Dog Pile", {"around": {"rezzed-outside": 1}}, False),
        ("Rising Tide", {"around": {"heap": 1}}, False),
    ],
)
def test_a_clause_decides_where_it_can_act(title: str, keys: dict[str, Any], known: bool) -> None:
    assert (undecided(find_card(title), **keys) == ()) == known


def test_ice_without_subroutines_is_marked() -> None:
    matrix = break_matrix(["Woodcutter", "Ice Wall"], "Corroder")
    assert matrix.costs.tolist() == [[NO_SUBS], [1]]
    assert matrix.subs == (0, 1)
    assert dict(matrix.rows()) == {"Woodcutter": ["no subs"], "Ice Wall": [1]}


ICE = [*map(find_card, ("Ice Wall", "Wall of Static", "Enigma", "Woodcutter")), STRANGE]
"""With Corroder: 1, 2, —, without subroutines, refused."""


def test_averages_count_as_they_are_told_to() -> None:
    matrix = break_matrix(ICE, "Corroder")
    (plain,) = matrix.averages()
    assert (plain.breaks, plain.of, plain.refused) == (2, 3, 1)
    assert (plain.mean, plain.overall, plain.share) == (1.5, None, 2 / 3)
    (counted,) = matrix.averages(unbreakable=9)
    assert (counted.mean, counted.overall) == (1.5, 4.0)
    (zero,) = matrix.averages(unbreakable=9, no_subs="zero")
    assert (zero.breaks, zero.of, zero.mean, zero.overall) == (3, 4, 1.0, 3.0)
    (none,) = break_matrix("Enigma", "Corroder").averages()
    assert (none.mean, none.share) == (None, 0)
    (empty,) = break_matrix([STRANGE], "Corroder").averages(unbreakable=9)
    assert (empty.mean, empty.overall, empty.share, empty.refused) == (None, None, None, 1)


def test_wrong_ways_to_count_are_named() -> None:
    matrix = break_matrix(ICE, "Corroder")
    with pytest.raises(SimcoreError, match="no_subs"):
        matrix.averages(no_subs="half")
    with pytest.raises(SimcoreError, match="unbreakable"):
        matrix.averages(unbreakable=-1)


def test_the_frame_has_no_sentinels() -> None:
    frame = break_matrix(ICE, ["Corroder", "Yog.0"]).frame()
    assert list(frame.columns) == ["Corroder", "Yog.0"]
    assert list(frame.index) == [card.title for card in ICE]
    assert frame.loc["Wall of Static", "Corroder"] == 2
    assert frame.loc["Enigma", "Yog.0"] == 0
    assert frame.isna().sum().sum() == 7
    assert frame["Corroder"].mean() == 1.5


def test_costs_are_read_only_and_small() -> None:
    matrix = break_matrix(ICE, "Corroder")
    assert isinstance(matrix, BreakMatrix)
    assert matrix.costs.dtype == np.int16 and matrix.costs.shape == (5, 1)
    with pytest.raises(ValueError, match="read-only"):
        matrix.costs[0, 0] = 0


@pytest.mark.parametrize(
    ("ice", "breakers", "message"),
    [
        ("Corroder", None, "Corroder is not ice"),
        ("Icewall", None, 'did you mean "Ice Wall"'),
        (None, "Ice Wall", "Ice Wall is not a breaker"),
        (None, "Corodder", 'did you mean "Corroder"'),
        (None, "Leech{virus=2}", "Leech is not a breaker"),
        (None, "Atman{power=x}", "power"),
        ("fracter", None, "no ice matches"),
        ([], None, "no ice"),
        (None, [], "no breaker"),
    ],
)
def test_what_names_nothing_is_said(
    ice: str | list[str] | None, breakers: str | list[str] | None, message: str
) -> None:
    with pytest.raises(CardError, match=message):
        break_matrix(ice, breakers)


def test_each_card_stands_once() -> None:
    matrix = break_matrix(["Ice Wall", "ice wall", "Enigma"], ["Corroder", "corroder"])
    assert matrix.ice == ("Ice Wall", "Enigma")
    assert matrix.breakers == ("Corroder",)


def test_who_breaks_what_traces_needs_to_know_what_traces() -> None:
    vague = unread("Vague", subs=["trace moons: etr"])
    with pytest.raises(CapacityError, match="trace moons"):
        break_cost(vague, ["onr:Replicator"])
    pair = break_matrix([vague], ["onr:Replicator", "onr:Codecracker"])
    assert pair.costs.tolist() == [[REFUSED, UNBREAKABLE]]


def test_cards_of_one_title_are_told_apart() -> None:
    both = break_matrix(["Hunter", "onr:Hunter"], ["onr:Snowball", "Snowball"])
    assert both.ice == ("Hunter", "onr:Hunter")
    assert both.breakers == ("onr:Snowball", "Snowball")
    assert sum(map(len, both.cards.values())) == 4


def test_the_pool_of_1996() -> None:
    old = break_matrix("onr:Quandary", ["onr:Codecracker"], edition="onr")
    assert old.costs == break_matrix("Quandary", "Codecracker", edition="onr").costs


@pytest.mark.parametrize(("advancement", "credits"), [(8, 0), (11, UNBREAKABLE)])
def test_five_cards_lie_in_the_grip_unless_it_is_said_how_many(
    advancement: int, credits: int
) -> None:
    """Strength 2 and 3 for each card: five for the 15 of the wall, one too few for its 18."""
    found = break_matrix("Hadrian's Wall", "Audrey v2{virus=1}", advancement=advancement)
    assert found.costs.tolist() == [[credits]]
