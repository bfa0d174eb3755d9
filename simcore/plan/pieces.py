"""What the break search is about: rig cards, pieces of ice, and ways to break.

Abilities tell subroutines apart only by whether they trace: how many of either kind are
to be broken (an `Ask`) is enough to know.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from simcore.cards.syntax import Bypass
from simcore.plan.marks import Earning
from simcore.plan.offers import (
    Discards,
    Draws,
    Fetches,
    Gives,
    KeepsOff,
    Lends,
    Robs,
    Undoes,
    Untags,
)

ANYWHERE = -1
NOWHERE = -2
NOTHING_MET = -(1 << 30)
"""The strength that a card faces whose strength nothing asks for."""


class SlotState(NamedTuple):
    """One rig card now. `doomed`: it goes when the run ends. `used`: it broke something of
    the piece at hand. `broken`: how much it broke in this run, if that makes it grow.
    `rolled`: strength of a die. `silent`: it has lost its abilities. `spent`: which of its
    abilities, once in a run each, have been used (bits)."""

    installed: bool = True
    boost: int = 0
    virus: int = 0
    power: int = 0
    doomed: bool = False
    used: bool = False
    broken: int = 0
    rolled: int = 0
    silent: bool = False
    spent: int = 0


PLAIN, TRACING = 1, 2
"""What a subroutine is, for `Ask`."""


class Ask(NamedTuple):
    """Subroutines to break: those that do not trace, and those that do; `closed` of them
    to the die, which has failed at them; where ice looks at that, how many are not printed on it
    (`gained`). For prices alone: what the `first` and the `last` subroutine of the piece are, 0
    where they are not asked for, and how many of them do nothing but end the run."""

    plain: int
    tracing: int = 0
    closed: int = 0
    first: int = 0
    last: int = 0
    ends: int = 0
    gained: int = 0

    @property
    def total(self) -> int:
        return self.plain + self.tracing

    def without(self, end: str) -> Ask:
        """Once the first or the last subroutine has been broken."""
        kind = self.first if end == "first" else self.last
        plain, tracing = self.plain - (kind == PLAIN), self.tracing - (kind == TRACING)
        return self._replace(plain=plain, tracing=tracing, **{end: 0})

    def without_ends(self, number: int) -> Ask:
        """Once so many that do nothing but end the run have been broken."""
        return self._replace(plain=self.plain - number, ends=self.ends - number)

    def left(self, general: int, special: int) -> int:
        """Still to break, once so many were broken by any ability and for tracing ones."""
        return max(0, self.plain + max(0, self.tracing - special) - general)


GONE = SlotState(installed=False)
RigState = tuple[SlotState, ...]


@dataclass(frozen=True, slots=True)
class Ability:
    """A break ability at one price. `host`: place of the only ice it works on, or ANYWHERE.

    `tracing`: for subroutines that trace alone. `test`: comparison and number for the
    strength of the ice; `ice_is`: what else is asked of it, as in `syntax.Break`. `ends`,
    `grows`, `noise`, `die`: as there too; a die is planned as if it succeeded.

    At least `stealth` of the credits are stealth ones.

    `grip` cards trashed; `limit` uses in an encounter (0: no limit), of them `once_a_run` the
    only one; `gain` strength for the encounter by each use, before it breaks. `sized`: one use
    of a chosen size, credits, `count` and `gain` times it, beside `each_use` credits. `hosted`:
    its card sits on the ice it works on. `all_but`: all subroutines of the piece but so many.
    `after`: once another card has broken one. `blinds`: nothing is accessed in this run.
    `virtual`: while so many virtual resources are installed; `bare`: what it costs without
    cybernetic hardware, for each piece of which that is a credit less; `trojan`: while one is on
    the ice; `at`: on the piece that stands there, "outermost" or "innermost" (prices alone).
    """

    count: int
    credits: int = 0
    clicks: int = 0
    forgone: int = 0
    virus: int = 0
    power: int = 0
    trash: bool = False
    dooms: bool = False
    types: frozenset[str] = frozenset()
    interface: bool = True
    host: int = ANYWHERE
    tracing: bool = False
    test: tuple[str, int] | None = None
    ends: bool = False
    grows: int = 0
    noise: int = 0
    die: int = 0
    once: bool = False
    ice_is: tuple[str, str, int] | None = None
    grip: int = 0
    stealth: int = 0
    limit: int = 0
    once_a_run: bool = False
    gain: int = 0
    sized: bool = False
    each_use: int = 0
    hosted: bool = False
    all_but: int = 0
    after: bool = False
    blinds: bool = False
    virtual: int = 0
    bare: int = 0
    trojan: bool = False
    at: str = ""

    def works_on(self, target: Target) -> bool:
        """Whether it may be used on this piece at all, strength aside."""
        if self.types and not self.types & target.types:
            return False
        if self.ice_is is not None and not meets(self.ice_is[1:], target.counts(self.ice_is[0])):
            return False
        if (self.hosted and target.silencing) or (self.at and self.at not in target.at):
            return False
        return self.host in (ANYWHERE, target.place)

    @property
    def is_free(self) -> bool:
        """Whether a use costs nothing that ways are compared by."""
        prices = (self.credits, self.clicks, self.forgone, self.virus, self.power, self.trash)
        return not any(prices) and not self.grip


@dataclass(frozen=True, slots=True)
class Boost:
    """A boost: `gain` strength and `per_breaker` for each installed icebreaker. `grip`,
    `stealth`, `once_a_run`: as in `Ability`. It `follows` the boost listed before it: only
    beside a step of that one."""

    gain: int
    per_breaker: int = 0
    credits: int = 0
    virus: int = 0
    power: int = 0
    lasts: bool = False
    clicks: int = 0
    forgone: int = 0
    grip: int = 0
    stealth: int = 0
    once_a_run: bool = False
    follows: bool = False


@dataclass(frozen=True, slots=True)
class Weakening:
    """Takes `amount` strength off the ice for the encounter, for counters or credits.

    `interface`: its card has to match the ice then; those that need not come before it. For
    prices alone: cards of the `grip`, the card itself (`trash`), `once` in a run, `wholly`:
    down to 0 and no lower; ice of a `kind` alone, all credits `stealth` ones; `as_met`: when
    the ice is met; `lasts`: for the rest of the run."""

    amount: int
    credits: int = 0
    virus: int = 0
    power: int = 0
    interface: bool = False
    grip: int = 0
    trash: bool = False
    once: bool = False
    wholly: bool = False
    kind: str = ""
    stealth: bool = False
    as_met: bool = False
    lasts: bool = False

    def lowered(self, strength: int, times: int = 1) -> int:
        """The strength of ice it was used on so often."""
        return min(strength, 0) if self.wholly and times else strength - times * self.amount


@dataclass(frozen=True, slots=True)
class Mark:
    """What comes of a card that broke something: when the encounter ends it loses counters
    or is trashed; with `faces` it is trashed once the piece is passed, on these rolls."""

    virus: int = 0
    power: int = 0
    faces: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Trick:
    """An ability of a card as strong as the ice that breaks nothing: it turns the ice face down
    (`derez`), or no subroutine can end the run in that encounter. Paid for as `ability` says."""

    ability: Ability
    derez: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """One rig card as the search sees it.

    `exact`: it works at the strength of the ice alone. What strength it gets lasts for the run
    (`keeps_strength`). `memory`: units it takes; strength for each program and each free unit of
    a limit, to which it gives `memory_given`, and strength that other cards give it while they
    are installed (`aided`: slot, strength): `counted` adds it. `on_card`: the slot of the card it
    is hosted on, and goes with. `loud`: stealth credits, of which there are some, never pay for
    it.

    For prices alone: it `swells` by one strength for each subroutine on ice of a subtype, and has
    so much more `at_host` (the piece at `bypass_host`);
    it `gives` the piece met a subtype, and `lends` others strength; once trashed it `breaks` the
    "first" or the "last" subroutine; for so many credits it `moves` to the piece met; it `gnaws`
    at the ice that hosts it, as in `gnawing`; as a run begins it `lifts` one icebreaker by so
    much strength; it keeps off what ice does as it is met, for so many power counters
    (`ignores`), once in a run for none; it `bypasses` ice, the piece at `bypass_host` where that
    has to be its host; it `keeps_off` damage, tags and trashing.
    A `trick` gets past without breaking; when it alone has broken all of a piece, so many of the
    first subroutines of the next one do nothing (`idles`), or it `swaps` the piece with another.
    Each trace that succeeds does so much core damage (`traced`).
    For each installed card that is given up it breaks a subroutine that does nothing but end
    the run, if it is as strong as the ice (`eats`), each time for so many credits (`eating`). It
    `gathers` a power counter whenever all
    of a piece is broken. It `fells` ice without strength for so many credits and itself, and
    once `cuts` so much strength for a tag; it `turns_down` ice as strong as its counters; it
    `removes` the outermost piece once all of that is broken, or `undoes` others; it swaps the
    `outermost` piece, whoever has broken it.
    It `charges` a card that has a power counter with one more, when this says (`charging`).
    It pays with virus counters of any card (`any_virus`), or, `of_hive`, with those of a `hive`.
    Of cards that credits for some of them alone pay for it is the kind `payer` of so many
    `payers` (-1: none).

    It breaks on `one_piece` in a run only. `by_power`: strength for each power counter on it as
    it is then; when it alone has broken all of a piece, of a kind if `feeds` says so, it gets
    one. The first time in a turn it is a `reward` of so many credits, and takes some of the Corp.
    An encounter in which it broke something `enriches` the Corp by so many credits.
    It is stronger `per_program`, per unit of free memory and, for prices alone, `per_fracter_gone`
    into the heap.
    For prices alone: from the heap it `returns` as ice of a subtype is met, for so many credits;
    so much of its strength (of what it lends) goes `by_hand`, for each card in the grip; it
    `draws` a card when that says; given up behind a piece it goes on behind a copy (`copies`); it
    `earns` credits on the way; it is a `virtual` resource, `cybernetic`, or a
    trojan on a piece (`trojan_at`); it draws `at_will`;
    given up it `discards` cards of HQ, and it `grows_by_damage`, by a power counter each time;
    it `robs` the Corp;
    it `raids` the root, for a card's trash cost and itself. As virus counters are purged it loses
    `per_virus` strength for each, goes (`goes_purged`), or `keeps_virus`, a counter on its guest;
    by it the Runner `orders` unbroken subroutines. Its weakening `tires`: so many cards fewer are
    held for a while. It deals damage of a kind by `leaving`, or goes and deals some once the Runner
    is `penniless`. Given up it `fetches` a program of the heap.
    For a power counter it `shifts` a trojan to the piece met; it `closes` a piece as a run begins.
    Given up it keeps the run from ending (`keeps_open`). An encounter in which it broke something
    takes a program back to the stack (`takes_back`). Its power counters are copies that it
    `hosts_copies` of. For so many credits a barrier that is met `surfs` one piece inward. Its
    abilities cost a credit less once the Runner has trashed a card of the rig (`rebate`).
    Once it alone has broken all of a piece of one subtype the next one has a subroutine broken for
    nothing if it is of another (`frees`). The first time in a run that it breaks anything it
    brings tags (`tags_first`). Given up it keeps damage from killing (`outlives`). It `empties`: it
    goes with the last credit or counter on it. An identity or event lies `aside`: it is not
    installed.
    """

    title: str
    program: bool = True
    icebreaker: bool = False
    strength: int = 0
    per_breaker: int = 0
    abilities: tuple[Ability, ...] = ()
    boosts: tuple[Boost, ...] = ()
    weakening: Weakening | None = None
    ai: bool = False
    fracter: bool = False
    killer: bool = False
    exact: bool = False
    keeps_strength: bool = False
    loud: bool = False
    rolls: bool = False
    mark: Mark | None = None
    swells: str = ""
    at_host: int = 0
    gives: Gives | None = None
    lends: Lends | None = None
    breaks: str = ""
    moves: int | None = None
    eats: bool = False
    aside: bool = False
    eating: int = 0
    bypasses: tuple[Bypass, ...] = ()
    bypass_host: int | None = None
    gnaws: str = ""
    ignores: int | None = None
    lifts: int = 0
    keeps_off: tuple[KeepsOff, ...] = ()
    trick: Trick | None = None
    idles: int = 0
    swaps: bool = False
    traced: int = 0
    charges: str = ""
    gathers: bool = False
    fells: int | None = None
    cuts: int = 0
    turns_down: bool = False
    removes: bool = False
    outermost: bool = False
    any_virus: bool = False
    hive: bool = False
    of_hive: bool = False
    one_piece: bool = False
    feeds: str = ""
    by_power: int = 0
    reward: tuple[int, int] = (0, 0)
    enriches: int = 0
    per_power: int = 0
    per_virus: int = 0
    memory: int = 0
    per_program: int = 0
    per_free_mu: int = 0
    per_fracter_gone: int = 0
    memory_limit: int = 4
    aided: tuple[tuple[int, int], ...] = ()
    memory_given: int = 0
    on_card: int = -1
    payer: int = -1
    payers: int = 0
    returns: tuple[str, int] = ("", 0)
    by_hand: int = 0
    draws: str = ""
    copies: bool = False
    earns: Earning | None = None
    virtual: bool = False
    cybernetic: bool = False
    trojan_at: int | None = None
    at_will: Draws | None = None
    discards: Discards | None = None
    robs: Robs | None = None
    grows_by_damage: bool = False
    raids: bool = False
    orders: bool = False
    goes_purged: bool = False
    tires: int = 0
    keeps_virus: bool = False
    leaving: tuple[str, int] | None = None
    penniless: int = 0
    fetches: Fetches | None = None
    shifts: bool = False
    closes: bool = False
    keeps_open: bool = False
    takes_back: bool = False
    undoes: Undoes | None = None
    untags: Untags | None = None
    hosts_copies: bool = False
    surfs: int = 0
    rebate: bool = False
    empties: bool = False
    frees: tuple[str, str] = ("", "")
    outlives: bool = False
    tags_first: int = 0

    @property
    def follows_programs(self) -> bool:
        """Whether its strength hangs on which programs are installed."""
        return bool(self.per_program or self.per_free_mu or self.per_fracter_gone)

    @property
    def is_of_a_hive(self) -> bool:
        """Whether its strength goes by counters of a hive."""
        return self.of_hive and bool(self.per_virus)

    @property
    def acts_beside(self) -> bool:
        """Whether it may rid the Runner of ice without breaking it, change its place, or do
        something for others."""
        beside = (
            bool(self.charges or self.draws or self.at_will or self.discards)
            or self.copies
            or self.orders
        )
        beside = beside or self.turns_down or self.removes or self.outermost
        beside = beside or self.undoes is not None or self.untags is not None
        beside = beside or self.leaving is not None or bool(self.penniless)
        beside = beside or self.shifts or self.closes or self.keeps_open or self.raids
        beside = beside or bool(self.surfs)
        return beside or self.fells is not None or self.fetches is not None

    @property
    def is_moved_by_breaking(self) -> bool:
        """Whether something comes of it alone breaking all of a piece."""
        moved = self.feeds or self.idles or self.swaps or self.gathers or self.removes
        moved = moved or any(self.frees) or self.charges == "alone"
        moved = moved or (self.undoes is not None and (self.undoes.bounces or self.undoes.fells))
        return bool(moved) or (self.earns is not None and self.earns.by_breaking)

    @property
    def is_giver(self) -> bool:
        """Whether it may give something before ice is broken."""
        given = self.gives is not None or self.lends is not None or bool(self.breaks)
        given = given or bool(self.cuts) or self.eats
        return given or self.moves is not None


@dataclass(frozen=True, slots=True)
class Standing:
    """Strength of ice that follows the rig: `gain` and `per_breaker` for each icebreaker,
    while the installed fracters (`ais`: AIs) meet `test` (comparison, number; None: always).

    `slot`: the card of the rig that it comes from (-1: none), as long as that is installed and
    has its abilities; `per_virus`: for each virus counter on it."""

    gain: int = 0
    per_breaker: int = 0
    test: tuple[str, int] | None = None
    ais: bool = False
    slot: int = -1
    per_virus: int = 0


@dataclass(frozen=True, slots=True)
class Target:
    """One piece of ice as the search sees it. `own`: the Runner's abilities printed on it.

    `no_ai`: closed to cards of the subtype AI. `floor`: its strength cannot be lowered.
    `silencing`: cards hosted on it have no abilities. `rez`: what it costs to rez.

    At most `limit` of its printed subroutines can be broken (-1: all).

    For prices alone: by killers more than that if `killers_many`; `fracters_only` break those; no
    card of the rig breaks any (`closed`), `breakers_only` do, or nothing while it is of one of some
    subtypes (`shut_as`). It is trashed as soon as it has no
    strength, so that nothing of it is broken then (`falls`). It `robs` after each use to break.
    `at`: that it stands outermost, innermost, or both. `as_found`: its subtypes, and how many
    subroutines it had, before anything was made of it as it is met, where that differs.
    """

    title: str
    strength: int
    types: frozenset[str]
    subs: Ask
    place: int = ANYWHERE
    own: tuple[Ability, ...] = ()
    standing: tuple[Standing, ...] = ()
    no_ai: bool = False
    floor: bool = False
    limit: int = -1
    fracters_only: bool = False
    closed: bool = False
    shut_as: frozenset[str] = frozenset()
    breakers_only: bool = False
    silencing: bool = False
    rez: int = 0
    killers_many: bool = False
    falls: bool = False
    robs: bool = False
    at: frozenset[str] = frozenset()
    as_found: tuple[frozenset[str], int] | None = None

    @property
    def found(self) -> tuple[frozenset[str], int]:
        """Its subtypes as it was found, and how many subroutines it had."""
        return self.as_found or (self.types, self.subs.total)

    def counts(self, what: str) -> int:
        """What a test of the looks of the ice asks for, as in `syntax.Break`."""
        match what:
            case "rez":
                return self.rez
            case "nsubtypes":
                return len(self.types)
        return self.subs.total


def is_limited(target: Target, ask: Ask) -> bool:
    """Whether more is asked for than may be broken of a piece, killers aside."""
    return 0 <= target.limit < ask.total - ask.gained


class Use(NamedTuple):
    """How often one slot is used: per break ability, weakening, steps per boost. `order`:
    their number, then more of the earlier listed first. `at`: the strength of the ice each
    break ability is used at, where that is not the least."""

    slot: int
    breaks: tuple[int, ...]
    weakening: int = 0
    order: tuple[int, ...] = ()
    steps: tuple[int, ...] = ()
    at: tuple[int, ...] = ()


class Way(NamedTuple):
    """One way to break; compares by preference (rule 2), except that ways that end the
    run come last.

    Cards given up, clicks with actions forgone, counters, credits; the slots used,
    ascending; uses per slot from the highest down; uses per ability, negated, from the
    lowest up; what is used. Then what no preference looks at: last, of cards that credits of
    their own pay for (`Slot.payer`), kind by kind, the credits `apart`, then those of them that
    stealth credits alone pay.
    """

    given_up: int
    clicks: int
    counters: int
    credits: int
    slots: tuple[int, ...]
    totals: tuple[int, ...]
    mix: tuple[tuple[int, ...], ...]
    uses: tuple[Use, ...]
    forgone: int = 0
    loud: int = 0
    noise: int = 0
    ends: bool = False
    dice: int = 0
    grip: int = 0
    stealth: int = 0
    apart: tuple[int, ...] = ()
    blinds: bool = False


NOTHING = Way(0, 0, 0, 0, (), (), (), ())


def meets(test: tuple[str, int] | None, value: int) -> bool:
    """Whether a number passes a test (comparison, number); None lets all pass."""
    return test is None or _COMPARE[test[0]](value, test[1])


_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}
