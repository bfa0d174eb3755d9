"""Small bounds of prices by hand: a Corp that is out of credits or not known by them, the link that
cards without link leave behind, power counters that do not lie on ice, the first card of a rig and
the outermost piece of ice."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from boards import card, wall

from simcore.cards.pool import load_pool
from simcore.cards.setting import Setting
from simcore.cards.syntax import Amount, Atom
from simcore.plan.pieces import Slot
from simcore.prices.corp.gates import SUCCEEDING, Gate
from simcore.prices.corp.left_out_elsewhere import MATTERS
from simcore.prices.rig import unfollowed, used_early
from simcore.prices.way import doing, looking, waiting
from simcore.prices.way.comparing import Looks
from simcore.prices.way.corp_pool import least_of_corp
from simcore.prices.way.missing import missed_at
from simcore.prices.where_cards_meet import _of_links
from simcore.scenario import RigCard


def _passage(corp: int) -> Any:
    after = SimpleNamespace(corp=corp)
    return SimpleNamespace(changed=after)


@pytest.mark.parametrize(("least", "lost", "left"), [(3, 1, 2), (3, 3, 0), (1, 4, 0)])
def test_the_corp_has_at_least_what_it_had_less_what_it_lost(
    least: int, lost: int, left: int
) -> None:
    """Never fewer than none."""
    sight: Any = SimpleNamespace(purse=SimpleNamespace(corp_least=least))
    assert least_of_corp(sight, _passage(-lost)) == left


def test_a_corp_whose_credits_are_not_known_may_have_none() -> None:
    assert least_of_corp(SimpleNamespace(purse=None), _passage(0)) == 0  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "least", "gain"),
    [(("gain-2",), 3, 6), (("gain-2",), 9, 10), (("gain-1",), 3, 3), ((), 3, 0)],
)
def test_the_runner_gains_for_the_credits_that_the_corp_loses(
    words: tuple[str, ...], least: int, gain: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five are to be lost, and it gains for each that is there, one or two; nothing where the
    card does not say so."""
    monkeypatch.setattr(doing, "less_for_corp", lambda *_: "robbed")
    sight: Any = SimpleNamespace(
        purse=SimpleNamespace(corp_least=least),
        number=lambda *_: 5,
        in_doubt=lambda _: False,
        paid_out=lambda number, _: number,
    )
    atom = Atom("closs", Amount(5), words)
    found: list[Any] = list(doing._robbed(sight, atom, _passage(0)))
    assert found == [gain or "robbed"]


@pytest.mark.parametrize(("asked", "short"), [(0, False), (1, True)])
def test_a_robbed_corp_is_short_of_a_single_credit(
    asked: int, short: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All nine may be gone."""
    monkeypatch.setattr(looking, "_asked_in_all", lambda *_: asked)
    monkeypatch.setattr(looking, "_looks_at_credits", lambda *_: False)
    monkeypatch.setattr(looking, "may_rob", lambda *_: {0})
    attempt: Any = SimpleNamespace(slots=(), gates=(), purse=SimpleNamespace(corp=9))
    assert looking._may_be_short(attempt, ()) == short


@pytest.mark.parametrize(("counters", "has"), [(0, False), (1, True)])
def test_ice_without_power_counters_has_none_to_use(counters: int, has: bool) -> None:
    piece: Any = SimpleNamespace(counters=counters, card=wall())
    assert waiting._has_counters(piece) == has


@pytest.mark.parametrize("bypassed", [-1, 0, 1])
def test_hardware_comes_from_the_heap_whichever_piece_is_bypassed(
    bypassed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The piece at place 0 as well; with none bypassed it stays there."""
    monkeypatch.setitem(MATTERS, "installed cards may be trashed", lambda _: True)
    jeitinho = load_pool("nsg").find("Jeitinho")
    runner = SimpleNamespace(points=3, heap=((jeitinho, 1),))
    stated: Any = SimpleNamespace(runner=runner, corp=SimpleNamespace(points=0))
    attempt: Any = SimpleNamespace(bypasses=0, bypassed=bypassed, slots=(), clicks=1)
    assert len(list(unfollowed._of_bypassing(stated, attempt))) == (bypassed >= 0)


@pytest.mark.parametrize("lost", ["Plain", "Linked"])
def test_only_a_card_with_link_takes_link_with_it(lost: str) -> None:
    """DreamNet asks for two, and two there are: one of them goes with the card that has it."""
    dreamnet = load_pool("nsg").find("DreamNet")
    rig = (
        RigCard(dreamnet),
        RigCard(card("Plain", "hardware")),
        RigCard(card("Linked", "hardware", link=1)),
    )
    runner = SimpleNamespace(link_is_stated=False, identity=None, rig=rig, link=2)
    bill: Any = {"trashed": [lost], "steps": ["DreamNet: the Runner gains 1"]}
    said = list(_of_links(SimpleNamespace(runner=runner), [bill]))  # type: ignore[arg-type]
    assert len(said) == (lost == "Linked")


@pytest.mark.parametrize(("pieces", "said"), [(1, 0), (2, 1)])
def test_strength_is_given_up_early_only_where_there_is_other_ice(
    pieces: int, said: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lone piece that takes hardware takes it as it is met, behind all that strength is for."""
    monkeypatch.setattr(used_early, "texts_of_ice", lambda _: ("trash hw 1",))
    monkeypatch.setattr(used_early, "may_install", lambda _: False)
    helper = RigCard(load_pool("nsg").find("The Helpful AI"))
    attempt: Any = SimpleNamespace(
        all_walls=(SimpleNamespace(card=wall()),) * pieces, rig=(helper,)
    )
    stated: Any = SimpleNamespace(runner=None)
    assert len(list(used_early._too_early(stated, attempt))) == said


@pytest.mark.parametrize("slot", [0, 1])
@pytest.mark.parametrize(("effect", "missed"), [("closs", True), ("rlose", False)])
def test_a_card_that_robs_the_corp_is_missed_wherever_it_lies_in_the_rig(
    slot: int, effect: str, missed: bool
) -> None:
    """The first card of the rig as well as the second; one that robs nobody is not."""
    names = ("Idle", "Spare")
    slots = tuple(Slot(title=name, strength=0) for name in names)
    rig = tuple(RigCard(card(name, "program")) for name in names)
    gate = Gate(
        "Robber", Setting("Robber", "hq", {}), (Atom(effect, Amount(1)),), SUCCEEDING, slot=slot
    )
    attempt: Any = SimpleNamespace(
        ground=SimpleNamespace(meets_again=False, hearers=()),
        all_walls=(),
        slots=slots,
        rig=rig,
        state=(),
        shuffles=False,
        purses=SimpleNamespace(held=()),
        gates=(gate,),
        tracing=None,
        known=None,
    )
    found = missed_at(attempt, Looks(), (), ())
    assert found == tuple(missed and number == slot for number in range(2))
