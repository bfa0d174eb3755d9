"""Payments, and ways past ice, as tables of names, and what is done in them, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from simcore.cards.walking import atoms_of
from simcore.plan.aftermath import blinded
from simcore.plan.marks import CAME_HOME, TAKEN_BACK
from simcore.plan.pieces import Ask, RigState, Slot, Target
from simcore.plan.states import CALM, Weather
from simcore.prices.apart import Paid, paid_by
from simcore.prices.payments import Payment, as_met, broken_in_all, quiet_part
from simcore.prices.purses import Purses
from simcore.prices.rig.emptying import emptied
from simcore.prices.rig.fetching import lost_on_the_way
from simcore.prices.rig.gifts import with_gifts
from simcore.prices.telling import price, tell
from simcore.prices.way.attempt import Attempt
from simcore.prices.way.breaking import Broken
from simcore.prices.way.passage import AS_IT_BEGINS, AS_IT_ENDS, BUT_ONE, UNLIMITED, UNSEEN, Passage
from simcore.prices.way.ways_taken import made_to_wait
from simcore.scenario import RigCard

BEATEN = "its trace is beaten"
"""How the words end that tell of a trace which has failed."""
Bill = dict[str, Any]
"""One payment: `credits`, `counters`, `clicks` and `given_up` (cards) always; other keys of
`bill_of` where they are not nothing."""


def from_apart(payment: Payment, purses: Purses) -> list[Paid]:
    """What credits for some cards alone pay, if stealth credits are there to pay their part."""
    full = purses.apart_full
    found = paid_by(purses.apart, full, None, payment.apart, payment.stealth, choosy=False)
    return [each for each in found if each.stealth <= purses.stealth]


def told_of(
    slots: tuple[Slot, ...],
    state: RigState,
    target: Target,
    ask: Ask,
    payment: Payment,
    weather: Weather = CALM,
) -> list[str]:
    """The steps of a payment."""
    priced, met = as_met(slots, state, target, weather)
    lent, met, left = with_gifts(payment.given, priced, met, ask)
    given = [gift.told(slots) for gift in payment.given]
    total = broken_in_all(lent, met, ask, payment.way)
    taxed, cards = total * weather.tax, total * weather.grip
    toll = [f"pay {price(taxed)} for what is broken"] if taxed else []
    toll += [f"{cards} of the grip trashed for what is broken"] if cards else []
    return given + list(tell(lent, state, met, left, payment.way)) + toll


def bill_of(
    slots: tuple[Slot, ...],
    payment: Payment,
    purses: Purses,
    sold: int = 0,
    rig: Sequence[RigCard] = (),
) -> Bill:
    """A payment by names.

    `clicks` and `given_up` as rule 2 counts them: with actions forgone, and with cards of
    the grip. Where there is any: `actions` forgone, `cards` of the grip, `virus` and
    `power` counters by card, `trashed` and `condemned` cards, strength that `lasts` by
    card, `dice` thrown, stealth credits driven off (`noise`), `ends_run`; and of the credits
    those that only stealth credits pay (`stealth`), at most `from_purses`. `no_access`: nothing
    is accessed in this run; cards of the `rig` that are `used_up`. `sold`: credits that those for
    breakers cannot pay.
    """
    bill: Bill = {
        "credits": payment.credits,
        "counters": payment.counters,
        "clicks": payment.clicks + payment.forgone,
        "given_up": len(payment.given_up) + payment.grip,
    }
    gone = [n for n in payment.given_up if not payment.left[n].installed]
    condemned = [n for n in payment.given_up if payment.left[n].installed]
    own = max(each.credits for each in from_apart(payment, purses))
    to_break = payment.credits - sold
    beside = min(sold, purses.free)  # stealth credits that pay for more than breaking
    quiet = min(purses.stealth - beside, quiet_part(slots, payment, own) - sold)
    breakers = min(to_break, own + quiet + purses.breakers)
    bill |= {
        "actions": payment.forgone,
        "cards": payment.grip,
        "virus": _by_card(slots, payment.virus),
        "power": _by_card(slots, payment.power),
        "trashed": [slots[n].title for n in gone],
        "condemned": [slots[n].title for n in condemned],
        "lasts": _by_card(slots, [now.boost for now in payment.left]),
        "dice": payment.dice,
        "noise": payment.noise,
        "stealth": payment.stealth,
        "tags": payment.tags,
        "ends_run": payment.ends,
        "no_access": blinded(payment.left),
        "from_purses": min(payment.credits, breakers + beside + purses.anything),
    }
    return _without_nothing(bill | emptied(bill, rig, purses, payment.stealth))


def bill_of_passage(attempt: Attempt, each: Passage) -> Bill:
    """A passage by names: as `bill_of`, and those of the `trashed` cards that have come back
    `to_grip` or gone `to_stack` instead; and what is suffered on the way: `damage`: cards
    of the grip that go unpaid, `discarded`: those of them that are no damage; credits
    and clicks lost, tags, agenda points lost (`points_lost`), cards of the rig `cards_lost` to
    the Corp, of which it takes no more than `cards_taken` where that is fewer, among them those
    `surely_lost`; so many left without abilities for the run (`silenced`); `pool`: credits from
    it; nothing can be accessed (`no_access`) or nothing but a card (`access_only`), or stolen
    and trashed (`no_steal`); `fewer_accessed` cards in each breach, `most_accessed` in all; no
    further run can be made in this turn (`last_run`); the maximum hand size is so much less
    (`hand_less`); cards that are `used_up`;
    `steps`, and the texts `unbroken` that resolve."""
    slots, purses = attempt.slots, attempt.purses
    gone = [
        n
        for n, (before, now) in enumerate(zip(attempt.state, each.rig, strict=True))
        if before.installed and not now.installed and n not in each.suffered.taken
    ]
    lost = lost_on_the_way(attempt.rig, each)
    gone += [n for n in lost if n not in each.suffered.taken]
    condemned = [n for n, now in enumerate(each.rig) if now.doomed and n not in gone]
    lost_ones = sorted(each.suffered.taken.difference(condemned))
    taken = max(int(bool(lost_ones)), each.total.given_up - len(gone) - len(condemned))
    taken = max(taken, each.total.taken) if gone else taken
    lost_titles = _at_most(taken, [slots[n].title for n in lost_ones])
    surely_lost = [slots[n].title for n in lost_ones if n in each.suffered.surely]
    bill: Bill = {
        "credits": each.paid.credits,
        "counters": sum(each.paid.virus) + sum(each.paid.power),
        "clicks": each.paid.clicks + each.paid.forgone,
        "given_up": len(gone) + len(condemned) + each.paid.grip,
        "pool": each.total.pool,
    }
    bill |= {
        "actions": each.paid.forgone,
        "cards": each.paid.grip,
        "virus": _by_card(slots, each.paid.virus),
        "power": _by_card(slots, each.paid.power),
        "trashed": [slots[n].title for n in gone],
        "to_grip": [slots[n].title for n in gone if each.rig[n].spent & CAME_HOME],
        "to_stack": [slots[n].title for n in gone if each.rig[n].spent & TAKEN_BACK],
        "condemned": [slots[n].title for n in condemned],
        "dice": each.paid.dice,
        "from_purses": each.paid.credits - each.total.pool,
        "damage": each.suffered.damage,
        "discarded": each.suffered.discarded,
        "credits_lost": each.money.lost,
        "clicks_lost": each.suffered.clicks_lost + each.suffered.regained,
        "tags": each.suffered.tags,
        "points_lost": each.suffered.points,
        "cards_lost": lost_titles,
        "cards_taken": taken if taken < len(lost_titles) else 0,
        "surely_lost": surely_lost if taken < len(lost_titles) else (),
        "silenced": each.total.silenced,
        **_curbs(attempt, each),
    }
    bill |= emptied(bill, attempt.rig, purses, each.paid.stealth)
    if not purses.total:
        del bill["pool"]
    steps, unbroken = lines_of(attempt, each)
    return _without_nothing(bill) | {"steps": steps, "unbroken": unbroken}


def _curbs(attempt: Attempt, each: Passage) -> Bill:
    """What the Runner cannot do behind the ice."""
    curbs = each.curbed
    if curbs.unseen == UNSEEN:
        curbs = curbs._replace(fewer=0, at_most=UNLIMITED)
    return {
        "no_access": curbs.unseen == UNSEEN,
        "access_only": _accessed_alone(attempt, each) if curbs.unseen == BUT_ONE else "",
        "no_steal": curbs.unstolen,
        "fewer_accessed": curbs.fewer,
        "most_accessed": curbs.at_most if curbs.at_most < UNLIMITED else 0,
        "last_run": curbs.last,
        "hand_less": curbs.unheld,
    }


def _accessed_alone(attempt: Attempt, each: Passage) -> str:
    """The card behind the ice that lets none but itself be accessed; or of several any whose trace
    has not been beaten."""
    beaten = {line.place for line in each.lines() if str(line.what).endswith(BEATEN)}
    there = {
        place: gate.title
        for place, gate in enumerate(attempt.gates, len(attempt.walls))
        if any(atom.name == "access-only" for node in gate.effects for atom in atoms_of(node))
    }
    left = [title for place, title in there.items() if place not in beaten]
    return " or ".join(dict.fromkeys(left or there.values()))  # all beaten: by this answer alone


def told_apart(bills: Iterable[Bill]) -> list[Bill]:
    """Without those that say the same as an earlier one: of copies it may be any that goes."""
    found: dict[str, Bill] = {}
    for bill in bills:
        found.setdefault(repr(bill), bill)
    return list(found.values())


def lines_of(attempt: Attempt, each: Passage) -> tuple[list[str], list[str]]:
    """What a passage does, and what resolves in it; with several pieces of ice each line
    begins with the title of the piece."""
    many = len(attempt.all_walls) + len(attempt.gates) > 1
    steps: list[str] = []
    unbroken: list[str] = []
    for line in each.lines():
        if line.place in (AS_IT_BEGINS, AS_IT_ENDS):
            steps.append(line.what)
            continue
        title = attempt.title_at(line.place)
        if isinstance(line.what, Broken):
            done = line.what
            slots = made_to_wait(attempt.slots, done.waiting)
            told = told_of(slots, done.state, done.target, done.ask, done.payment, done.weather)
        elif line.resolved:
            unbroken.append(f"{title}: {line.what}" if many else line.what)
            continue
        else:
            told = [line.what if line.what.startswith(f"{title}: ") else f"{title}: {line.what}"]
        steps += [
            f"{title}: {text}" if many and not text.startswith(title) else text for text in told
        ]
    return steps, unbroken


def preferred(bills: Iterable[Bill]) -> list[Bill]:
    """Payments past ice in the order of rule 2, what is suffered counting behind what is paid."""

    def rank(bill: Bill) -> tuple[int, ...]:
        lost = bill.get("cards_taken", len(bill.get("cards_lost", ())))
        suffered = ("damage", "tags", "points_lost", "clicks_lost", "credits_lost")
        paid = (bill["given_up"] + lost, bill["clicks"], bill["counters"], bill["credits"])
        return (*paid, *(bill.get(name, 0) for name in suffered))

    return sorted(bills, key=rank)


def _at_most(number: int, titles: Sequence[str]) -> list[str]:
    """Titles of cards of which so many go, no title more often."""
    return [title for n, title in enumerate(titles) if titles[:n].count(title) < number]


def _by_card(slots: Sequence[Slot], numbers: Sequence[int]) -> dict[str, int]:
    """Numbers by title, those of copies added up."""
    found: dict[str, int] = {}
    for slot, number in zip(slots, numbers, strict=True):
        if number:
            found[slot.title] = found.get(slot.title, 0) + number
    return found


ALWAYS = ("credits", "counters", "clicks", "given_up", "pool")


def _without_nothing(bill: Bill) -> Bill:
    return {name: value for name, value in bill.items() if value or name in ALWAYS}
