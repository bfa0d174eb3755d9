"""A Runner on the way through ice: what was paid and suffered so far, and what is left.

A `Passage` is a partial answer to "what does it cost to get through?". Many of them are
carried from subroutine to subroutine and from ice to ice; those that another one beats
in everything are dropped (`simcore.prices.way.comparing`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

from simcore.cards.syntax import Node, Unexecuted
from simcore.plan.pieces import RigState, SlotState
from simcore.plan.states import MILD, Climate

UNLIMITED = 1 << 30
FACE_DOWN, ABSENT = 1, 2
"""How a piece of ice may be left behind."""
OPEN, OVERDRAWN = 10**6, -1
"""What an emptied pool may have paid in all (`Money.closed`): more than any pool pays, for one
that has never been emptied; less than nothing once it has paid what it had not."""

AS_IT_BEGINS = -1
"""The place of what happens before any ice."""
AS_IT_ENDS = -2
"""The place of what happens behind all of it, at no card."""


class Line(NamedTuple):
    """One thing that happened at the piece at `place`: a way to break (`what` is then a
    `Broken` of `journey`), words on a payment, or, if `resolved`, a text that
    resolved. Lines hang together backwards."""

    before: Line | None
    place: int
    what: Any
    resolved: bool = False


class Done(NamedTuple):
    """How much of a piece was broken: `some` subroutine, a `printed` one, the `whole` of it;
    `by`: subtypes of cards that broke a printed one."""

    some: bool = False
    printed: bool = False
    whole: bool = False
    by: frozenset[str] = frozenset()


NOTHING_BROKEN = Done()


class Answer(NamedTuple):
    """What was answered, by `number` `of` so many, to one question of the way."""

    question: int
    number: int
    of: int


class Paid(NamedTuple):
    """What the Runner has given of its own will: `credits` in all, `other` of them not to break,
    `stealth` of them from stealth purses; `virus` and `power` counters by slot; clicks, actions
    forgone, cards of the grip, and attempts that a die decides (`dice`). `clicked`: clicks were
    spent to break."""

    virus: tuple[int, ...]
    power: tuple[int, ...]
    credits: int = 0
    other: int = 0
    stealth: int = 0
    clicks: int = 0
    forgone: int = 0
    grip: int = 0
    dice: int = 0
    clicked: bool = False


class Money(NamedTuple):
    """Where credits have come from and gone to: `stealth_left` in stealth purses, `apart` in
    those for some cards alone. `covered`, and of it `covered_other` not to break: credits of which
    it is settled what has paid them: cards that are gone, or the `pool` (so many). That has `lost`
    and `gained`, and the most it had to have before any of those came is its `peak`; purses, not
    it, had paid so many when the last ones came (`spared`). `frozen`: the credits paid when it came
    to that no more can be (-1: they can). So many are paid for what the Corp may have `raised` in
    traces, all of them together, each `beyond` as much at least as the link is above the base.
    Once it has been emptied the pool has paid so many, and pays no more than it gains (`closed`).
    `since`: the credits due not to break when one for anything came into a stealth purse (-1: none
    has)."""

    stealth_left: int = 0
    apart: tuple[int, ...] = ()
    covered: int = 0
    covered_other: int = 0
    pool: int = 0
    lost: int = 0
    gained: int = 0
    peak: int = 0
    spared: int = 0
    frozen: int = -1
    raised: int = 0
    beyond: int = 0
    since: int = -1
    closed: int = OPEN


BUT_ONE, UNSEEN = 1, 2
"""What can be accessed in a run: nothing but one card, nothing."""


class Suffered(NamedTuple):
    """`damage`: cards of the grip lost, `refill`: cards drawn; clicks lost, tags; of the clicks
    those taken off that were gained on the way (`regained`); `taken`: slots that the Corp trashed,
    `perhaps`: those of which it picked some, `surely`: those of which there was nothing to pick;
    `discarded`: how many of the cards lost were no damage; `thrown`: how many have gone of each
    title of the grip that brings something by that; agenda `points` lost; `away`: how many of each
    kind the Runner has thrown (`known_hand.py`)."""

    damage: int = 0
    refill: int = 0
    clicks_lost: int = 0
    tags: int = 0
    regained: int = 0
    taken: frozenset[int] = frozenset()
    perhaps: frozenset[int] = frozenset()
    discarded: int = 0
    thrown: tuple[int, ...] = ()
    points: int = 0
    away: tuple[int, ...] = ()
    surely: frozenset[int] = frozenset()

    def takes(self, those: Iterable[int], picked: bool = False) -> Suffered:
        """The Corp takes these cards of the rig; it might have `picked` others."""
        gone = frozenset(those)
        surely = self.surely if picked else self.surely | gone
        return self._replace(taken=self.taken | gone, surely=surely)


class Here(NamedTuple):
    """The encounter at hand. `counters`: power counters on the piece, `ice_virus` virus counters;
    it is `ABSENT` or `FACE_DOWN` once it has left or turned down (`piece`), or `bypassed`.
    `endless`: no subroutine of it ends the run, `bare`: it is as it was found; `idle`: so
    many of its first ones do nothing. `nets_here`: so many damages are left for its end, of
    `net_here` points each. It has `taken` a card of the rig, and takes no other; it has left by
    such an event (`felled`). So many pieces may be installed directly inward (`coming`); the Runner
    goes on before the outermost piece (`outward`). So many cards have gone of the type that the
    Corp has `named`. One subroutine is broken for nothing (`freed`)."""

    counters: int = 0
    ice_virus: int = 0
    piece: int = 0
    bypassed: bool = False
    endless: bool = False
    bare: bool = False
    idle: int = 0
    net_here: int = 0
    taken: bool = False
    felled: str = ""
    coming: int = 0
    outward: bool = False
    named: int = 0
    freed: bool = False
    nets_here: int = 0


class Ahead(NamedTuple):
    """What waits at pieces still to be met. `toll`: what every later encounter costs; `losing`:
    programs lost behind every later rezzed piece; `net_next`: points of each damage left for the
    end of the next encounter (`nets_next`); `bypasses`: pieces bypassed for nothing; the next piece
    gets so often a copy of each of its subroutines (`doubles`), or so many of its first ones do
    nothing (`idle_next`), and so many that would resolve do not (`averted`). `swap`: the place of a
    piece that may be swapped behind it; `past`: all pieces up to that place have been left behind.
    `harm`: points of each meat damage (`harms`), `untags`: tags removed once it succeeds. The next
    piece has a subroutine broken for nothing if it is of that subtype (`frees`). So many encounters
    have begun (`met`), as far as a card asks which one it is."""

    toll: int = 0
    losing: int = 0
    net_next: int = 0
    bypasses: int = 0
    doubles: int = 0
    idle_next: int = 0
    averted: int = 0
    nets_next: int = 0
    harms: int = 0
    met: int = 0
    swap: tuple[int, int] = (-1, -1)
    past: int = -1
    harm: int = 0
    untags: int = 0
    frees: str = ""

    def one_met(self, most: int) -> Ahead:
        """Once the next piece is met; encounters count up to the first one behind so many."""
        met = self.met + bool(most and self.met <= most)
        return self._replace(net_next=0, nets_next=0, doubles=0, idle_next=0, frees="", met=met)


class Gain(NamedTuple):
    """Subroutines with their texts, and what is said of those not executed, that ice has gained
    for the run, before (`first`) or behind those it had, and subtypes; `early`: before it was
    met."""

    subs: tuple[Node, ...]
    texts: tuple[str, ...]
    unexecuted: tuple[Unexecuted, ...] = ()
    subtypes: frozenset[str] = frozenset()
    first: bool = False
    early: bool = False


class Lasting(NamedTuple):
    """What a piece of ice keeps for the rest of the run once it has been met: it is `weaker`, has
    `subtypes` that it was given and so many `ends` laid on it alone. What it has gained as it was
    met: other subroutines (`grown`), so many of its own kind (`gained`), counters, once for each
    time that it was `greeted`. Power `counters` and `virus` counters on it (-1: all that lay
    there). It `was_met`, where that matters."""

    weaker: int = 0
    subtypes: frozenset[str] = frozenset()
    ends: int = 0
    grown: tuple[Gain, ...] = ()
    gained: int = 0
    greeted: int = 0
    counters: int = -1
    virus: int = -1
    was_met: bool = False


NOTHING_LASTS = Lasting()


class Changed(NamedTuple):
    """What has become of the Corp's side, where anything looks at it. `purged`: the virus
    counters on ice; `advanced`: by place, counters placed on ice; `again`: how often the Corp has
    done what it may do a few times in a run; `left`: places of pieces that have left,
    `turned` of those face down; `shot`: for the
    piece at a place the Corp has bought so much strength; `corp`: credits it has gained, `traced`:
    those for traces alone that it has spent, `hand`: cards that have come to HQ, less those that
    have left it, and those of Archives that have come `back` there;
    `order`: what stands at each place, by its first place, once pieces have been swapped;
    `staff`: counters by which it has made ice stronger; `stung`: what comes when AP ice is broken
    first has come; nothing can be installed any more (`barred`); the
    Runner can draw no more (`dry`), its maximum hand size is so much `smaller`; `heard`: what
    happens once, or is asked for later, and has happened; `joined`: pieces that
    have come in, by number; `lasting`: by place what pieces keep for the run."""

    purged: bool = False
    advanced: tuple[int, ...] = ()
    again: tuple[int, ...] = ()
    left: frozenset[int] = frozenset()
    turned: frozenset[int] = frozenset()
    shot: tuple[int, int] | None = None
    corp: int = 0
    traced: int = 0
    hand: int = 0
    back: int = 0
    order: tuple[int, ...] = ()
    staff: int = 0
    stung: bool = False
    barred: bool = False
    dry: bool = False
    smaller: int = 0
    heard: frozenset[Hashable] = frozenset()
    joined: tuple[int, ...] = ()
    lasting: tuple[tuple[int, Lasting], ...] = ()

    def placed_at(self, place: int) -> int:
        """Counters placed on what stands at a place; none on what has come on the way."""
        return self.advanced[place] if place < len(self.advanced) else 0

    def lasting_at(self, place: int) -> Lasting:
        """What a piece keeps for the run."""
        return next((each for at, each in self.lasting if at == place), NOTHING_LASTS)

    def with_lasting(self, place: int, kept: Lasting) -> Changed:
        """With something else that a piece keeps."""
        others = [each for each in self.lasting if each[0] != place]
        more = [] if kept == NOTHING_LASTS else [(place, kept)]
        return self._replace(lasting=tuple(sorted([*others, *more])))


class Curbed(NamedTuple):
    """What the Runner cannot do behind the ice, or not as well. In this run nothing can be accessed
    (`unseen` as `UNSEEN`), or nothing but a card behind the ice that says so (`BUT_ONE`); nothing
    stolen and trashed (`unstolen`); so many cards `fewer` are accessed in each breach, `at_most` so
    many in all. No further run can be made in this turn (`last`); so many cards fewer can be held
    until the Corp's (`unheld`)."""

    unseen: int = 0
    unstolen: bool = False
    fewer: int = 0
    at_most: int = UNLIMITED
    last: bool = False
    unheld: int = 0

    @property
    def bill(self) -> Curbed:
        """With figures that are all better when they are less; of that bill as they were."""
        return self._replace(at_most=-self.at_most)

    def in_effect(self) -> Curbed:
        """With as few accesses as any, where there are none at all."""
        return self._replace(fewer=UNLIMITED, at_most=-UNLIMITED) if self.unseen >= UNSEEN else self


class Total(NamedTuple):
    """Behind all ice: credits from the `pool`, whether it was too `short` for them, cards of the
    rig lost in all (`losses`), with those condemned (`given_up`), those that the Corp has
    `taken`, and those left that have lost their abilities (`silenced`); which of them have been
    installed on the way and are `gone_again`."""

    pool: int = -1
    short: bool = False
    losses: int = 0
    given_up: int = 0
    taken: int = 0
    silenced: int = 0
    gone_again: frozenset[int] = frozenset()


class Passage(NamedTuple):
    """What it took to come this far, and how the Runner stands: the rig, what is laid on ice
    (`climate`), what was `paid` and from where (`money`), what was `suffered`, the encounter at
    hand (`here`), what waits `ahead`, what has `changed` on the Corp's side, how the Runner is
    `curbed` behind the ice; `answers`: what the Corp or chance answered."""

    rig: RigState
    paid: Paid
    climate: Climate = MILD
    money: Money = Money()
    suffered: Suffered = Suffered()
    here: Here = Here()
    ahead: Ahead = Ahead()
    changed: Changed = Changed()
    total: Total = Total()
    curbed: Curbed = Curbed()
    answers: tuple[Answer, ...] = ()
    told: Line | None = None

    @property
    def due(self) -> int:
        """Credits paid by purses that are there or by the pool, stealth credits aside, as far as
        it is not settled which of them has."""
        return self.paid.credits - self.paid.stealth - self.money.covered

    @property
    def due_other(self) -> int:
        """The part of those not paid to break."""
        return self.paid.other - self.money.covered_other

    @property
    def clicks_gone(self) -> int:
        """Clicks spent, taken by actions forgone, and lost: each is as dear as another."""
        return self.paid.clicks + self.paid.forgone + self.suffered.clicks_lost

    def clicks_left(self, clicks: int | None) -> int:
        """Of so many; actions forgone take clicks as far as there are any."""
        if clicks is None:
            return UNLIMITED
        return max(0, clicks - self.clicks_gone)

    @property
    def is_paid(self) -> bool:
        """Whether no credits were paid since none can be."""
        return self.money.frozen < 0 or self.paid.credits <= self.money.frozen

    def pays(
        self,
        credits: int = 0,
        other: int = 0,
        *,
        clicks: int = 0,
        grip: int = 0,
    ) -> Passage:
        """So much more paid: `credits` to break, and `other` ones."""
        was = self.paid
        paid = was._replace(
            credits=was.credits + credits + other,
            other=was.other + other,
            clicks=was.clicks + clicks,
            grip=was.grip + grip,
        )
        return self._replace(paid=paid)

    def forgoes(self, actions: int) -> Passage:
        """So many more actions forgone."""
        if not actions:
            return self
        return self._replace(paid=self.paid._replace(forgone=self.paid.forgone + actions))

    def hides(self, credits: int) -> Passage:
        """So many of the credits paid come from stealth ones."""
        if not credits:
            return self
        return self._replace(
            paid=self.paid._replace(stealth=self.paid.stealth + credits),
            money=self.money._replace(stealth_left=self.money.stealth_left - credits),
        )

    def spends(self, slot: int, virus: int = 0, power: int = 0) -> Passage:
        """Counters of the card in a slot spent; where it has been given up they lie on it no
        more."""
        if not (virus or power):
            return self
        was, card = self.paid, self.rig[slot]
        paid = was._replace(
            virus=with_more(was.virus, slot, virus), power=with_more(was.power, slot, power)
        )
        if card.installed:
            card = card._replace(virus=card.virus - virus, power=card.power - power)
        return self.with_card(slot, card)._replace(paid=paid)

    def suffers(
        self, damage: int = 0, *, discarded: int = 0, clicks: int = 0, tags: int = 0, drawn: int = 0
    ) -> Passage:
        """So many more cards of the grip, clicks or tags; or cards `drawn`, if any can be."""
        was = self.suffered
        drawn = 0 if self.changed.dry else drawn
        suffered = was._replace(
            damage=was.damage + damage + discarded,
            discarded=was.discarded + discarded,
            refill=was.refill + drawn,
            clicks_lost=was.clicks_lost + clicks,
            tags=was.tags + tags,
        )
        return self._replace(suffered=suffered)

    def curbs(self, **more: Any) -> Passage:
        """With something else that the Runner cannot do any more."""
        return self._replace(curbed=self.curbed._replace(**more))

    def gains_click(self) -> Passage:
        """A click more for what is still to come."""
        was = self.suffered
        suffered = was._replace(clicks_lost=was.clicks_lost - 1, regained=was.regained + 1)
        return self._replace(suffered=suffered)

    def plays_from_grip(self) -> Passage:
        """A card of the grip played: it is no price, and no damage."""
        return self._replace(suffered=self.suffered._replace(refill=self.suffered.refill - 1))

    def with_card(self, slot: int, card: SlotState) -> Passage:
        """With the card in a slot in another state."""
        return self._replace(rig=(*self.rig[:slot], card, *self.rig[slot + 1 :]))

    def with_turned(self, place: int) -> Passage:
        """With a piece that is face down from now on."""
        return self._replace(changed=self.changed._replace(turned=self.changed.turned | {place}))

    def meets(self, **more: Any) -> Passage:
        """With something else at the encounter at hand."""
        return self._replace(here=self.here._replace(**more))

    def keeps(self, place: int, **more: Any) -> Passage:
        """With something else that a piece keeps for the run."""
        kept = self.changed.lasting_at(place)._replace(**more)
        return self._replace(changed=self.changed.with_lasting(place, kept))

    def awaits(self, **more: Any) -> Passage:
        """With something else waiting ahead."""
        return self._replace(ahead=self.ahead._replace(**more))

    def notes(self, *happened: Hashable) -> Passage:
        """With something that has happened, and is asked for later."""
        heard = self.changed.heard.union(happened)
        return self._replace(changed=self.changed._replace(heard=heard))

    def forgets(self, event: str) -> Passage:
        """Without what was noted of it."""
        heard = (each for each in self.changed.heard if not isinstance(each, tuple))
        noted = (each for each in self.changed.heard if isinstance(each, tuple))
        left = frozenset((*heard, *(each for each in noted if each[0] != event)))
        return self._replace(changed=self.changed._replace(heard=left))

    def tell(self, place: int, what: Any, resolved: bool = False) -> Passage:
        return self._replace(told=Line(self.told, place, what, resolved))

    def lines(self) -> list[Line]:
        """What happened, first things first."""
        found, line = [], self.told
        while line is not None:
            found.append(line)
            line = line.before
        return found[::-1]


def each_once(passages: Iterable[Passage]) -> list[Passage]:
    """Without those that differ from an earlier one in nothing but what is told of it."""
    found: dict[tuple[Any, ...], Passage] = {}
    for each in passages:
        found.setdefault(each[:-1], each)
    return list(found.values())


def with_more(numbers: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    """Numbers with one of them greater."""
    if not more:
        return numbers
    return (*numbers[:place], numbers[place] + more, *numbers[place + 1 :])
