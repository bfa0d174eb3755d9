"""What small slips in the code of prices would change, where no table of cases can ask for it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from boards import board, card, fracter, unread, wall

from simcore.cards.pool import load_pool
from simcore.cards.syntax import Amount, Atom, Choice, Condition, If, May, Node
from simcore.errors import CapacityError, ScenarioError
from simcore.prices.corp.further_effects import read_effect
from simcore.prices.cost import break_cost
from simcore.prices.drawn_cost import drawn_cost
from simcore.prices.matrix import REFUSED, break_matrix
from simcore.prices.server_cost import server_cost
from simcore.prices.way import journey, sieve
from simcore.scenario import PlacedIce, RigCard

ENDS = wall(2, 1, "etr", title="Low")
LEECH = card("Leech", "program", subtypes={"virus"}, paid=["vc 1: ice-str -1"])


def found(title: str, edition: str = "nsg", **state: Any) -> RigCard:
    return RigCard(load_pool(edition).find(title), **state)


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("disable prog 1", Atom("disable", Amount(1))),
        ("disable prog all", Atom("disable", Amount(99))),
        ("bounce any 1 stack-top", Atom("trash", Amount(1), ("any", "stack-top"))),
        ("{purge}", Atom("purge")),
        ("corp: purge | no-spend", Choice("corp", (Atom("purge"), Atom("no-spend")))),
        (
            "corp-may adv -1: purge",
            If(Condition("adv", ">=", 1), May("corp", Atom("purge"))),
        ),
        ("if installed: purge", May("corp", Atom("purge"))),
        ("purge unless core 1", Choice("runner", (Atom("purge"), Atom("core", Amount(1))))),
        ("if {purge}; {no-spend}", None),
    ],
)
def test_what_prices_read(text: str, node: Node | None) -> None:
    assert read_effect(text) == node


def test_counters_of_a_card_that_is_gone_are_not_lost_again() -> None:
    """The Corp trashes the only program, with two counters; what is purged then is nothing."""
    robber = wall(2, 1, "trash prog 1", title="Robber")
    scenario = board(robber, unread("Cleaner", subs=["purge"]), rig=(RigCard(LEECH, virus=2),))
    (bill,) = server_cost(scenario, passing=True).payments
    assert (bill["counters"], bill["cards_lost"]) == (0, ["Leech"])


SEEKER = {"on": ["end: if virus>=3: purge", "end: if virus>=1: net 1"]}


@pytest.mark.parametrize(("virus", "damage"), [((2, 0), 1), ((3, 0), 0), ((3, 2), 0), ((2, 2), 2)])
def test_virus_counters_that_are_purged_from_ice(virus: tuple[int, int], damage: int) -> None:
    """Three on a piece purge all there are, on it and on the piece behind it."""
    ice = [unread(title, **SEEKER) for title in ("First", "Second")]
    placed = [PlacedIce(each, virus=n) for each, n in zip(ice, virus, strict=True)]
    (bill,) = server_cost(board(*placed), passing=True).payments
    assert bill.get("damage", 0) == damage


def test_a_program_is_not_lost_behind_ice_that_turns_face_down() -> None:
    """Viral ice first; behind the second piece, face down, nothing is trashed."""
    viral = wall(2, 1, "trash-on-pass", title="Viral")
    shy = wall(2, 1, "self-derez", title="Shy")
    (bill,) = server_cost(board(viral, shy, rig=(LEECH, LEECH)), passing=True).payments
    assert bill["cards_lost"] == ["Leech"]


@pytest.mark.parametrize(("first", "refused"), [(True, True), (False, False)])
def test_cards_taken_before_the_breaking_are_refused(first: bool, refused: bool) -> None:
    """Begemot has strength for core damage, which may come as the ice is met."""
    event = "encounter" if first else "end"
    ice = wall(0, 1, "nothing", title="Low", on=[f"{event}: core 1"])
    if refused:
        with pytest.raises(CapacityError, match="Begemot"):
            break_cost(ice, [found("Begemot")], passing=True)
    else:
        assert break_cost(ice, [found("Begemot")], passing=True).cost == 0


def test_a_table_of_payments_has_a_nought_for_what_is_not_paid() -> None:
    dear = card("Dear", "program", strength=2, break_=["click 1: 1 barrier"])
    actions = card("Giver", "program", strength=2, break_=["forgo 1: 1 barrier"])
    frame = break_cost(wall(1, 1), [RigCard(dear), RigCard(actions)]).frame()
    assert sorted(frame["actions"]) == [0, 1]


@pytest.mark.parametrize(("cost", "words"), [("click 1", "1 click"), ("forgo 1", "1 click")])
def test_actions_forgone_are_told_as_clicks(cost: str, words: str) -> None:
    giver = card("Giver", "program", strength=2, break_=[f"{cost}: 1 barrier"])
    told = break_cost(wall(1, 1), [RigCard(giver)])
    assert told.steps == (f"Giver: breaks 1 subroutine ({words})",)
    assert told.payments[0]["clicks"] == 1


def test_weakening_down_to_where_each_card_works() -> None:
    """Strength 6: an exact card breaks one at 5, another one two at 3; two weaken, the first
    one twice."""
    exact = card("Exact", "program", strength=5, break_=["pc 1: 1 barrier"], static=["exact"])
    cutter = fracter(3, title="Cutter", pump=[])
    other = card("Ooze", "program", subtypes={"virus"}, paid=["pc 1: ice-str -1"])
    rig = [RigCard(LEECH, 2), RigCard(other, power=1), RigCard(exact, power=1), RigCard(cutter)]
    told = break_cost(wall(6, 1, "etr", "etr", "etr"), rig)
    assert told.steps == (
        "Leech: weaken the ice to strength 5 (1 counter)",
        "Exact: breaks 1 subroutine (1 counter)",
        "Leech: weaken the ice to strength 4 (1 counter)",
        "Ooze: weaken the ice to strength 3 (1 counter)",
        "Cutter: breaks 2 subroutines (2 credits)",
    )


@pytest.mark.parametrize(("inside", "refused"), [(True, False), (False, True)])
def test_what_nobody_reads_matters_where_ice_is_behind(inside: bool, refused: bool) -> None:
    odd, high = unread("Odd", on=["pass: nobody knows"]), wall(2, 1, title="High")
    scenario = board(*((high, odd) if inside else (odd, high)), rig=(fracter(),))
    if refused:
        with pytest.raises(CapacityError, match="Odd: 'pass: nobody knows' is not executed yet"):
            server_cost(scenario, passing=True)
    else:
        assert server_cost(scenario, passing=True).cost == 1


def test_an_identity_that_acts_on_the_way_has_no_price() -> None:
    hunter = card("Hunter", "identity", side="corp", on=["encounter: tag 1"])
    with pytest.raises(CapacityError, match="Hunter: 'encounter: tag 1' has no price yet"):
        server_cost(board(ENDS, rig=(fracter(),), corp={"identity": hunter}), passing=True)


def test_counters_given_before_are_not_there_to_be_purged() -> None:
    """One counter makes the wall a sentry; the other one is purged behind it."""
    killer = card("Killer", "program", strength=2, break_=["1c: 1 sentry"])
    rig = (RigCard(killer), found("Pelangi", virus=2))
    scenario = board(ENDS, unread("Cleaner", subs=["purge"]), rig=rig)
    bill = min(server_cost(scenario, passing=True).payments, key=lambda each: each["credits"])
    assert (bill["credits"], bill["virus"]) == (1, {"Pelangi": 2})


def test_two_clouds_beside_a_chip_are_refused() -> None:
    """All clouds at once get what the chip lends."""
    chip, clouds = found("Security Chip"), [found("GS Striker M1"), found("ZU.13 Key Master")]
    ice = load_pool().find("Enigma")
    assert break_cost(ice, [clouds[1], chip]).cost is not None
    with pytest.raises(CapacityError, match="Security Chip"):
        break_cost(ice, [*clouds, chip])


class TestDrawn:
    def test_a_draw_for_nothing_counts_as_nothing(self) -> None:
        """One of two has nothing to break, the other one costs 1."""
        free, dear = wall(1, 1, "nothing", title="Free"), wall(2, 1, title="Dear")
        unknown = PlacedIce(candidates=((free, 1), (dear, 1)))
        told = drawn_cost(board(unknown, rig=(fracter(),)), passing=True)
        assert (told.cheapest, told.dearest, told.mean) == (0, 1, Fraction(1, 2))
        assert (told.possible, told.refused) == (Fraction(1), Fraction(0))
        alone = drawn_cost(board(PlacedIce(candidates=((free, 2),))), passing=True)
        assert (alone.cheapest, alone.dearest, alone.mean) == (0, 0, Fraction(0))

    @pytest.mark.parametrize(("several", "end"), [(3, "C)"), (4, "C …)")])
    def test_what_an_unknown_piece_may_be(self, several: int, end: str) -> None:
        unknown = PlacedIce(candidates=tuple((wall(title=title), 1) for title in "ABCD"[:several]))
        with pytest.raises(ScenarioError) as refused:
            server_cost(board(unknown))
        assert str(refused.value).endswith(f"(it may be A, B, {end}")


class TestMatrix:
    def test_no_credits_for_what_cannot_be_broken(self) -> None:
        """One of two walls is too high: 1 for the other, and nothing for that one."""
        low, high = wall(2, 1, title="Low"), wall(3, 1, title="High")
        matrix = break_matrix([low, high], [RigCard(fracter(2, pump=[]))])
        (mean,) = matrix.averages(unbreakable=0)
        assert (mean.breaks, mean.of, mean.mean, mean.overall) == (1, 2, 1.0, 0.5)

    def test_what_a_table_holds(self) -> None:
        pool = load_pool()
        bare, shut = wall(1, 1, title="Bare"), pool.find("Peeping Tom")
        bare = unread("Bare")
        matrix = break_matrix([bare, pool.find("Ice Wall"), shut], [found("Botulus", virus=1)])
        told = matrix.to_dict()
        assert told["subs"][:2] == [0, 1]
        assert matrix.costs[:2, 0].tolist() == [-2, 0]
        cells = matrix.frame().iloc[:, 0]
        assert [bool(gone) for gone in cells.isna()][:2] == [True, False]
        assert isinstance(told["cards"]["exact"], list)
        assert isinstance(told["cards"]["approximate"], dict)

    def test_a_refused_piece_has_no_number_of_subroutines(self) -> None:
        odd = unread("Odd", static=["str +1 if nobody-knows"])
        matrix = break_matrix([odd], [RigCard(fracter())])
        assert (matrix.costs[0, 0], matrix.subs) == (REFUSED, (-1,))


WALLS = (wall(2, 1, title="One"), wall(3, 1, title="Two"))


class TestTooMany:
    """What is done where there is too much to follow, with a bound that a small server meets."""

    def test_without_answers_nothing_is_too_much(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(journey, "MAX_ANSWERED", 0)
        told = server_cost(board(*WALLS, rig=(fracter(),)), passing=True)
        assert (told.cost, told.approximate) == (3, ())

    def test_answers_taken_together(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Bids: two damage, or a tag and a damage; both at once are what is reckoned with."""
        ice = wall(2, 1, "psi: net 2 else {tag 1; net 1}", title="Bid")
        sure = server_cost(board(ice, WALLS[0], rig=(fracter(),)), passing=True)
        assert not sure.approximate
        monkeypatch.setattr(journey, "MAX_ANSWERED", 0)
        told = server_cost(board(ice, WALLS[0], rig=(fracter(),)), passing=True)
        worst = [(b["credits"], b.get("damage", 0), b.get("tags", 0)) for b in told.payments]
        assert sorted(worst) == [(1, 2, 1), (2, 0, 0)]
        assert told.approximate

    @pytest.mark.parametrize("many", [1, 2])
    def test_of_alike_ones_the_cheapest_and_the_mildest(
        self, many: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Four ways, and to break: the one that gains, and of those without damage the one that
        costs least."""
        options = ("{rgain 2; net 3}", "{rlose 1; net 2}", "{rlose 3}", "{rlose 4}")
        fork = wall(9, 1, f"runner: {' | '.join(options)}", title="Fork")
        monkeypatch.setattr(sieve, "CROWD", many)
        monkeypatch.setattr(sieve, "MANY", many)
        monkeypatch.setattr(journey, "MANY", many)
        told = server_cost(board(fork, WALLS[0], rig=(fracter(),), purse=20), passing=True)
        ways = {(b["credits"], b.get("credits_lost", 0), b.get("damage", 0)) for b in told.payments}
        assert ways == {(1, 0, 3), (1, 3, 0)}
        assert told.approximate
