"""What a card of the rig can do for the Runner beside breaking ice, as the search sees it."""

from __future__ import annotations

from typing import NamedTuple


class Gives(NamedTuple):
    """A subtype that a card gives the piece met once in a run, any if `kind` is empty, for
    credits or virus counters; `lesser`: none of the three that breakers are for; it `lasts` for
    the rest of the run."""

    credits: int
    kind: str
    virus: int = 0
    lesser: bool = False
    lasts: bool = False


class Lends(NamedTuple):
    """Strength that a card gives an icebreaker, for power counters or for good."""

    gain: int
    power: int = 0
    trash: bool = False
    lasts: bool = False
    no_ai: bool = False


class KeepsOff(NamedTuple):
    """What a card keeps off the Runner, at most `most` at a time, all `but` so much: of
    `kinds` (of damage, "tag", types of cards that would be trashed). It costs credits, actions
    `forgone`, power counters, the card itself (`trash`), all cards of the `grip`, or `another`
    installed card. `first`: only the first time in a turn; `turn`: so much in a turn, for nothing
    and always, or `up_to` so much as the Runner likes; `always`: all of it, and then the card goes
    unless `always` credits are paid; `copies`: `most` for each installed card of its title;
    `traced`: only if the Corp cannot make a trace of strength 0 succeed; `to_grip`: the card itself
    goes there."""

    kinds: frozenset[str]
    most: int = 1
    but: int = 0
    credits: int = 0
    forgone: int = 0
    power: int = 0
    trash: bool = False
    grip: bool = False
    another: bool = False
    first: bool = False
    turn: int = 0
    up_to: bool = False
    always: int | None = None
    copies: bool = False
    traced: bool = False
    to_grip: bool = False


class Fetches(NamedTuple):
    """What a card, for so many `credits`, installs from one of the `sources` costs `less`; a
    program has to go with it if none has gone before (`program`), and the card goes itself, but
    for one that does so `once`, or at each encounter (`met`), or the first one (`first`), `behind`
    the first piece passed or with `another` program that is installed. What it installs is of a
    `kind`, or of any `but` one, and costs no more than lie power counters on it if it is limited
    `by_power`; it goes as the run ends if that `dooms` it, all but what it `spares`. If it `swaps`,
    the card goes to the grip in its place, which is no installing. It lies among so many cards at
    the `top` of the stack (0: anywhere), and goes to its top or bottom `then`, as the run ends."""

    less: int = 0
    program: bool = False
    credits: int = 0
    sources: tuple[str, ...] = ("heap",)
    once: bool = False
    met: bool = False
    first: bool = False
    by_power: bool = False
    behind: bool = False
    another: bool = False
    kind: str = ""
    but: str = ""
    dooms: bool = False
    spares: str = ""
    swaps: bool = False
    top: int = 0
    then: str = ""

    @property
    def stays(self) -> bool:
        """Whether the card is not given up for it."""
        return self.once or self.met or self.first


class Draws(NamedTuple):
    """So many cards that are drawn at any time for power counters, or for the card itself."""

    cards: int
    power: int


class Discards(NamedTuple):
    """So many cards of HQ, at random, that go for the card itself; so many for each of its power
    counters (`by_power`)."""

    cards: int
    by_power: bool = False


class Robs(NamedTuple):
    """What the Corp loses by a card whenever virus counters are purged: so many `credits` if it has
    as many, or `cards` of HQ, at random; or those credits, once, if the card is given up as a run
    on a `server` succeeds."""

    credits: int = 0
    cards: int = 0
    server: str = ""


class Undoes(NamedTuple):
    """A card that takes ice away: a piece of a `kind` (any: "") that is broken wholly, or one
    that is not met (`unmet`), turns face down, for credits and the card, which goes to the heap
    or `to_grip`; or it is trashed for what it costs to `rez` it, and the card; or the piece
    `bounces` to HQ when the card alone has broken all of it, or is
    trashed (`fells`) the first time that all of one is broken. `trash`: the card is the price of
    an ability."""

    kind: str = ""
    credits: int = 0
    to_grip: bool = False
    unmet: bool = False
    bounces: bool = False
    fells: bool = False
    rez: bool = False
    trash: bool = False


class Untags(NamedTuple):
    """A card that removes a tag for power counters or for itself, and draws so many cards."""

    power: int = 0
    draws: int = 0
    trash: bool = False
