"""Cards and identities by which the Runner draws on the way, or gains a click, and when.

The stack is taken to hold enough cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from simcore.cards.vocabulary import DAMAGE
from simcore.plan.marks import CAME_HOME, CHEAPER, NOT_IN_HEAP, REWARDED
from simcore.plan.offers import Draws
from simcore.plan.pieces import GONE, RigState, Slot
from simcore.plan.strengths import is_active, unhosted
from simcore.prices.payments import Payment
from simcore.prices.rig.brought_by_use import OWN_TRASHED, TRASHED, USED
from simcore.prices.rig.earning import UNTAGGED, at_will, earned_by, earned_for_trash
from simcore.prices.rig.emptying import is_removed
from simcore.prices.way.of_hq import with_hand
from simcore.prices.way.passage import Passage

if TYPE_CHECKING:
    from simcore.prices.bills import Bill
    from simcore.prices.way.suffering import Sight

HOST_PASSED = "host passed"
BEGUN_BEFORE_TWO = "begun before two"
EMPTIED = "emptied"
CLICK_LOST, CLICK_AT_WILL, STEALTH = "click lost", "click at will", "stealth"
BEGUN = "begun"
DRAWS = {
    "damage [1/turn]: draw 1": "damage",
    "core damage [1/turn]: may draw 1, sabotage 2": "core",
    "trash ability used: draw 1": TRASHED,
    "host passed: may gain click": HOST_PASSED,
    "installed card trashed [1/turn]: draw 1": OWN_TRASHED,
    "click lost [1/turn]: gain click": CLICK_LOST,
    "pc 1: gain click [1/turn]": CLICK_AT_WILL,
    "stealth credit spent first: a credit on it, or draw 1": STEALTH,
    "run-begin: a card of the grip is trashed": BEGUN,
    "run-begin with two pieces [1/turn]: draw 2": BEGUN_BEFORE_TWO,
    "no cards in the grip [1/turn]: draw 1, power 1; it goes with 3": EMPTIED,
}
"""When a card is drawn, or a click gained, by the text that says so (`Slot.draws`); as the run
has `BEGUN` one is lost, or two come."""
CLICK_FOR_NEW = "first program installed from the grip: gain click"
"""What a card says that gives a click as another one is installed."""
_WORN_OUT = 3
"""Counters with which a card goes that gets one each time it brings a card to an empty grip."""


_NO_CARDS = ("", HOST_PASSED, CLICK_LOST, CLICK_AT_WILL, BEGUN)


def brings_cards(slot: Slot) -> bool:
    """Whether a card of the rig may have the Runner draw on the way."""
    return slot.at_will is not None or slot.draws not in _NO_CARDS


_BY_BREAKING = (USED, TRASHED, OWN_TRASHED, STEALTH)


def may_draw_by_breaking(slots: Sequence[Slot], now: Passage) -> bool:
    """Whether breaking, or what it costs, may bring cards."""
    both = zip(slots, now.rig, strict=True)
    return any(slot.draws in _BY_BREAKING and is_active(card) for slot, card in both)


def grip_once_begun(slots: Sequence[Slot], grip: int, ice: int, first: bool) -> int:
    """Cards of the grip, once those have gone that the beginning of a run takes, and those have
    come that the `first` one of a turn brings before so many pieces of ice."""
    coming = 2 * sum(slot.draws == BEGUN_BEFORE_TWO for slot in slots) if first and ice > 1 else 0
    return max(0, grip - sum(slot.draws == BEGUN for slot in slots)) + coming


def words_of_earlier_runs(slots: Sequence[Slot], ice: int, first: bool) -> tuple[str, ...]:
    """What is assumed where cards come for the first run alone, and there was another one."""
    words = "an earlier run of the turn was the one that it draws for"
    drawing = (slot.title for slot in slots if slot.draws == BEGUN_BEFORE_TWO)
    return () if first or ice < 2 else tuple(f"{title}: {words}" for title in drawing)


def drawn_for_damage(slots: Sequence[Slot], kind: str, now: Passage) -> Passage:
    """Behind damage of a kind that has been dealt: it brings a card the first time in a turn, or
    a counter each time."""
    for number, (slot, card) in enumerate(zip(slots, now.rig, strict=True)):
        if slot.grows_by_damage and is_active(card):
            now = now.with_card(number, card._replace(power=card.power + 1))
        fits = slot.draws == kind or (slot.draws == "damage" and kind in DAMAGE)
        if fits and is_active(card) and not card.spent & REWARDED:
            now = _rewarded(number, now).suffers(drawn=1)
    return now


def _rewarded(number: int, now: Passage) -> Passage:
    """A passage in which a card has done what it may do once."""
    card = now.rig[number]
    card = card._replace(spent=card.spent | REWARDED)
    return now.with_card(number, card)


def drawn_when_empty(sight: Sight, now: Passage) -> Passage:
    """Once cards of the grip have gone: the first time that none is left may bring one."""
    for number, (slot, card) in enumerate(zip(sight.slots, now.rig, strict=True)):
        if slot.draws != EMPTIED or card.spent & REWARDED or not is_active(card):
            continue
        if sight.cards_left(now):
            break
        card = card._replace(spent=card.spent | REWARDED, power=card.power + 1)
        left = GONE if card.power >= _WORN_OUT else card
        rig = unhosted(sight.slots, now.with_card(number, left).rig)
        now = now._replace(rig=rig).suffers(drawn=1)
        now = now.tell(sight.place, f"{slot.title}: a card is drawn")
        now = once_gone(sight, now) if left == GONE else now
    return now


def draws_when_empty(slots: Sequence[Slot], now: Passage) -> int:
    """How many cards come to a grip from which the last card goes."""
    both = zip(slots, now.rig, strict=True)
    drawing = (s.draws == EMPTIED and is_active(c) and not c.spent & REWARDED for s, c in both)
    return int(not now.changed.dry and any(drawing))


def drawn_for_own(slots: Sequence[Slot], now: Passage) -> Passage:
    """Once the Runner has trashed a card of the rig: it brings a card the first time."""
    for number, (slot, card) in enumerate(zip(slots, now.rig, strict=True)):
        if slot.draws == OWN_TRASHED and is_active(card) and not card.spent & REWARDED:
            now = _rewarded(number, now).suffers(drawn=1)
    return now


def drawn_for_trash(slots: Sequence[Slot], times: int, now: Passage) -> Passage:
    """Once abilities have been used so often that cost their card."""
    now = drawn_for_own(slots, now) if times else now
    sources = sum(
        slot.draws == TRASHED and is_active(card) for slot, card in zip(slots, now.rig, strict=True)
    )
    return now.suffers(drawn=times * sources) if times and sources else now


def once_gone(sight: Sight, now: Passage) -> Passage:
    """Once cards of the rig have gone by what they say themselves: the Runner has trashed them."""
    both = zip(sight.slots, now.rig, strict=True)
    rig = (
        card._replace(spent=card.spent | CHEAPER) if slot.rebate and card.installed else card
        for slot, card in both
    )
    now = now._replace(rig=tuple(rig))
    return earned_for_trash(sight, 0, drawn_for_own(sight.slots, now))


def behind_gone(sight: Sight, before: RigState, now: Passage) -> Passage:
    """The same where some may have gone that were there `before`; what is removed is not
    trashed."""
    there = zip(sight.rig, before, now.rig, strict=True)
    gone = (placed for placed, was, card in there if was.installed and not card.installed)
    return once_gone(sight, now) if any(not is_removed(each.card) for each in gone) else now


def given_up_for_use(sight: Sight, now: Passage, abilities: int = 1) -> Passage:
    """Once abilities have been used that cost their card: what cards of the rig bring for that."""
    return earned_for_trash(sight, abilities, drawn_for_trash(sight.slots, abilities, now))


def trashed_by_way(slots: Sequence[Slot], payment: Payment) -> int:
    """How often abilities that cost their card have been used in a way to break."""
    trashed = sum(
        times * slots[use.slot].abilities[place].trash
        for use in payment.way.uses
        for place, times in enumerate(use.breaks if use.slot >= 0 else ())
    )
    return trashed + sum(gift.trash for gift in payment.given)


def trashes_others(payment: Payment) -> bool:
    """Whether cards of the rig have been trashed as a price for another one's ability."""
    return any(gift.eaten for gift in payment.given)


def drawn_by_way(sight: Sight, payment: Payment, now: Passage) -> list[Passage]:
    """Once a way to break has been taken: abilities by which each side may draw, and those that
    cost their card."""
    slots = sight.slots
    now = drawn_for_trash(slots, trashed_by_way(slots, payment), now)
    now = drawn_for_own(slots, now) if trashes_others(payment) else now
    most = sum(
        sum(use.breaks)
        for use in payment.way.uses
        if use.slot >= 0 and slots[use.slot].draws == USED
    )
    if not most:
        return [now]
    least = 0 if sight.looks.grip else most  # a card more does not hurt
    runner = [now.suffers(drawn=most)]
    for number in range(least, most):
        fewer = now.suffers(drawn=number)
        runner.append(fewer.tell(sight.place, f"cards that the Runner draws: {number} of {most}"))
    answers = [runner]
    for number in range(1, most + 1 if sight.looks.hand else 1):
        words = f"cards that the Corp draws: {number}"
        answers.append([with_hand(sight, e, number).tell(sight.place, words) for e in runner])
    return sight.worst_of(now, answers)


def with_clicks(sight: Sight, now: Passage) -> list[Passage]:
    """Behind a piece that hosts cards which may give a click for that: once one has been gained in
    the run, a card goes to the grip for the next."""
    found = [now]
    for number, slot in enumerate(sight.slots):
        if slot.draws == HOST_PASSED and slot.bypass_host == sight.place:
            found = [after for each in found for after in _with_click(sight, number, each)]
    return found


def _with_click(sight: Sight, number: int, now: Passage) -> Iterator[Passage]:
    """A click gained by the card in a slot, or none that the card would go for."""
    first = not now.suffered.regained
    if not is_active(now.rig[number]) or not first:
        yield now
    if is_active(now.rig[number]) and (first or sight.clicks is not None):
        after, words = now.gains_click(), f"{sight.slots[number].title}: a click is gained"
        if not first:
            words += " (it goes to the grip)"
            held = GONE._replace(spent=REWARDED | NOT_IN_HEAP | CAME_HOME)
            rig = unhosted(sight.slots, after.with_card(number, held).rig)
            after = sight.purses.after(now.rig, after._replace(rig=rig))
            after = after._replace(
                suffered=after.suffered._replace(refill=after.suffered.refill + 1)
            )
        yield after.tell(sight.place, words)


def click_back(slots: Sequence[Slot], lost: int, now: Passage) -> Passage:
    """Clicks lost, behind which one is gained the first time in a turn."""
    now = now.suffers(clicks=lost)
    for number, (slot, card) in enumerate(zip(slots, now.rig, strict=True)):
        if lost and slot.draws == CLICK_LOST and is_active(card) and not card.spent & REWARDED:
            now = _rewarded(number, now).gains_click()
    return now


def click_at_will(sight: Sight, now: Passage) -> Iterator[Passage]:
    """With a click gained for a counter, once in a turn, where clicks are counted."""
    for number, (slot, card) in enumerate(zip(sight.slots, now.rig, strict=True)):
        if slot.draws != CLICK_AT_WILL or not is_active(card) or sight.clicks is None:
            continue
        if card.power and not card.spent & REWARDED:
            after = _rewarded(number, now.spends(number, power=1)).gains_click()
            yield after.tell(sight.place, f"{slot.title}: a click is gained (1 power)")


def pays_for_stealth(slots: Sequence[Slot], now: Passage) -> int:
    """The slot of a card that pays, or draws, for the first stealth credit spent; -1 if none is
    there that has not."""
    for number, (slot, card) in enumerate(zip(slots, now.rig, strict=True)):
        if slot.draws == STEALTH and is_active(card) and not card.spent & REWARDED:
            return number
    return -1


def words_of_stealth(slots: Sequence[Slot], bills: Iterable[Bill]) -> tuple[str, ...]:
    """What is said where the pool is too short, and purses have paid without such a card having
    heard of it: it hears of what pays to break."""
    paying = [each for each in bills if not each["affordable"] and each.get("from_purses")]
    steps = [" ".join(bill["steps"]) for bill in paying]
    titles = dict.fromkeys(slot.title for slot in slots if slot.draws == STEALTH)
    words = "what it brings for stealth credits is counted where they pay to break alone"
    return tuple(
        f"{title}: {words}" for title in titles if any(f"{title}: " not in each for each in steps)
    )


def paid_for_stealth(sight: Sight, now: Passage) -> Iterator[Passage]:
    """As the first stealth credit is spent: with another one on such a card, or a card drawn."""
    number = pays_for_stealth(sight.slots, now)
    once, title = _rewarded(number, now), sight.slots[number].title
    left = once.money.stealth_left + 1
    money = once.money._replace(stealth_left=left, since=now.due_other)
    yield once._replace(money=money).tell(sight.place, f"{title}: a credit is put on it")
    yield once.suffers(drawn=1).tell(sight.place, f"{title}: a card is drawn")


def may_gain_click(slots: Sequence[Slot]) -> bool:
    """Whether a card gives a click for a counter."""
    return any(slot.draws == CLICK_AT_WILL for slot in slots)


def wasted_a_click(slots: Sequence[Slot], clicks: int | None, counted: bool, now: Passage) -> bool:
    """Whether behind all ice a click that was gained for a counter, or for the card that gave it,
    has not been of use; `counted`: something asks whether any is left."""
    every = zip(slots, now.paid.power, now.rig, strict=True)
    gained = any(
        (slot.draws == CLICK_AT_WILL and power > 0)
        or (slot.draws == HOST_PASSED and card.spent & REWARDED)
        for slot, power, card in every
    )
    if not gained or clicks is None:
        return False
    without = clicks - now.clicks_gone - 1
    return without > 0 if counted else without >= 0


def without_idle_clicks(clicks: int | None, counted: bool, now: Passage) -> Passage:
    """Behind all ice: without clicks gained on the way, where as many are left; `counted`:
    something asks whether any is left."""
    was = now.suffered
    left = was.regained if clicks is None else clicks - now.clicks_gone - counted
    idle = max(0, min(was.regained, left))
    gone = was._replace(clicks_lost=was.clicks_lost + idle, regained=was.regained - idle)
    return now._replace(suffered=gone)


def drawn_at_will(sight: Sight, now: Passage) -> Iterator[Passage]:
    """With cards given up for others drawn: each way to do that once."""
    slots = sight.slots
    for number, slot in enumerate(slots):
        how, card = slot.untags, now.rig[number]
        if (drawing := slot.at_will) and is_active(card) and card.power >= drawing.power:
            yield _drawn(sight, number, drawing, now)
        if how is not None and how.draws and is_active(card) and card.power >= how.power:
            tags = min(1, max(0, sight.tags + now.suffered.tags))
            after = now.spends(number, power=how.power)
            after = after.suffers(tags=-tags, drawn=how.draws)
            after = after.tell(sight.place, f"{slot.title}: a card is drawn ({how.power} power)")
            yield earned_by(slots, sight, after, [UNTAGGED]) if tags else after

    if draws_for_trash(slots, now):
        yield from _given_up_for_cards(sight, now)


def draws_for_trash(slots: Sequence[Slot], now: Passage) -> bool:
    """Whether a card is drawn for it that a card goes by an ability of its own."""
    return any(
        is_active(card)
        and (slot.draws == TRASHED or (slot.draws == OWN_TRASHED and not card.spent & REWARDED))
        for slot, card in zip(slots, now.rig, strict=True)
    )


def _given_up_for_cards(sight: Sight, now: Passage) -> Iterator[Passage]:
    """With a card given up for a card drawn, and for what it brings itself: credits, strength, a
    tag that goes."""
    slots, pool = sight.slots, sight.in_pool("runner-cr", now) or 0
    for number, credits, after in at_will(slots, now, sight.place, 0, pool):
        earns = slots[number].earns
        if earns is not None and earns.trash:  # what brings credits has been told
            yield drawn_for_trash(slots, 1, sight.paid_out(credits, after))
    for number, (slot, card) in enumerate(zip(slots, now.rig, strict=True)):
        if not is_active(card):
            continue
        gone = now._replace(rig=unhosted(slots, now.with_card(number, GONE).rig))
        gone = sight.purses.after(now.rig, gone)
        lends = slot.lends
        for to, other in enumerate(slots if lends is not None and lends.trash else ()):
            if lends is not None and other.icebreaker and is_active(gone.rig[to]):
                if not (lends.no_ai and other.ai):
                    there = gone.rig[to]
                    there = there._replace(boost=there.boost + lends.gain * lends.lasts)
                    after = gone.with_card(to, there)
                    words = f"{slot.title}: {other.title} gets {lends.gain} strength"
                    told = after.tell(sight.place, f"{words} (it is given up)")
                    yield given_up_for_use(sight, told)
        untags = slot.untags is not None and slot.untags.trash
        if untags and sight.tags + now.suffered.tags > 0:
            after = gone.suffers(tags=-1)
            after = after.tell(sight.place, f"{slot.title}: a tag is removed (it is given up)")
            yield earned_by(slots, sight, given_up_for_use(sight, after), [UNTAGGED])


def _drawn(sight: Sight, number: int, drawing: Draws, now: Passage) -> Passage:
    """With cards drawn for a card of the rig, or for counters on it."""
    slots, card = sight.slots, now.rig[number]
    left = card if drawing.power else GONE
    rig = unhosted(slots, now.with_card(number, left).rig)
    after = now._replace(rig=rig).suffers(drawn=drawing.cards)
    cards = "a card" if drawing.cards == 1 else f"{drawing.cards} cards"
    if drawing.power:
        words = f"{slots[number].title}: {cards} drawn ({drawing.power} power)"
        return after.spends(number, power=drawing.power).tell(sight.place, words)
    words = f"{slots[number].title}: it is given up, {cards} drawn"
    return given_up_for_use(sight, after.tell(sight.place, words))


def pays_by_hand(slots: Sequence[Slot]) -> bool:
    """Whether a card of the rig takes cards of the grip as a price."""
    return any(
        [a.grip for slot in slots for a in slot.abilities]
        + [b.grip for slot in slots for b in slot.boosts]
        + [slot.weakening is not None and slot.weakening.grip for slot in slots]
    )
