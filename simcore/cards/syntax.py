"""The syntax tree of card notation: what a card does, as plain values.

The parser (`notation.py`) makes these trees, the reference walks them, the
lowering (`simcore/encode/lower.py`) turns them into micro-ops, and `english.py` prints them.
Every node is a frozen dataclass, so that trees compare and hash by value.
"""

from __future__ import annotations

from dataclasses import dataclass

ANY_NUMBER = 99
"""Count of a break ability without a limit ("any number of subroutines")."""


@dataclass(frozen=True, slots=True)
class Amount:
    """``base + factor * register``; ``register`` is empty for a plain number."""

    base: int = 0
    factor: int = 0
    register: str = ""


@dataclass(frozen=True, slots=True)
class Price:
    """One part of a cost: `kind` is one of `PRICE_KINDS`."""

    kind: str
    amount: Amount


Cost = tuple[Price, ...]
"""Every part has to be paid; the empty tuple is free."""

PRICE_KINDS: dict[str, str] = {
    "credits": "credits of the player who pays",
    "clicks": "clicks of the Runner",
    "tags": "the Runner takes tags",
    "net": "the Runner suffers net damage",
    "virus": "virus counters hosted on the card itself",
    "power": "power counters hosted on the card itself",
    "forgo": "actions the Runner gives up: clicks as far as there are any left",
    "trash": "the card itself is trashed",
    "rfg": "the card itself is removed from the game",
    "hq": "the Corp trashes cards of its choice from HQ",
    "grip": "the Runner trashes cards of their choice from the grip",
    "adv": "advancement counters hosted on the card itself",
    "core": "the Runner suffers core damage",
    "own-prog": "programs that the Runner trashes",
    "own-hw": "hardware that the Runner trashes",
    "own-res": "resources that the Runner trashes",
    "own-any": "cards of the rig that the Runner trashes",
}


@dataclass(frozen=True, slots=True)
class Condition:
    """A test on the state: `subject` (see `notation.CONDITIONS`), comparison, value.

    `comparison` is "" for a plain flag (``tagged``), else one of ``>= <= = !=``;
    `value` holds a number or a word (``server=remote``).
    """

    subject: str
    comparison: str = ""
    value: int | str = 0
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Atom:
    """One primitive effect, such as ``net 2``: `name`, `amount`, further words."""

    name: str
    amount: Amount = Amount(1)
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sequence:
    """Effects in order; the empty sequence does nothing."""

    steps: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class If:
    condition: Condition
    then: Node
    otherwise: Node | None = None


@dataclass(frozen=True, slots=True)
class Trace:
    """A trace attempt; `success` needs the strength strictly above the link."""

    base: Amount
    success: Node
    failure: Node | None = None


@dataclass(frozen=True, slots=True)
class Psi:
    """Both sides bid 0-2 credits in secret; `different` resolves on unequal bids."""

    different: Node
    same: Node | None = None


@dataclass(frozen=True, slots=True)
class Roll:
    """A six-sided die; `then` resolves on a roll from `low` to `high`."""

    low: int
    high: int
    then: Node
    otherwise: Node | None = None


@dataclass(frozen=True, slots=True)
class Unless:
    """`penalty` resolves unless the Runner pays one of `costs` (their choice).

    `forced`: the Runner has to pay when able ("must-pay").
    """

    penalty: Node
    costs: tuple[Cost, ...]
    forced: bool = False


@dataclass(frozen=True, slots=True)
class May:
    """An effect of one side ("corp" or "runner"), with a cost or free, that is optional or, if it
    is `forced`, comes whenever the cost can be paid."""

    side: str
    effect: Node
    cost: Cost = ()
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """`side` chooses exactly one of `options`."""

    side: str
    options: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Later:
    """`effect` waits until the run is successful, and does not come if it is not."""

    effect: Node


Node = Atom | Sequence | If | Trace | Psi | Roll | Unless | May | Choice | Later


@dataclass(frozen=True, slots=True)
class Clause:
    """``event[qualifiers]: effect``. `scope` is "root" where the card acts from a root,
    "this-run" where it acts on the run that this card has started, else "".

    A clause with the scope "root" is active while its card is rezzed, as is one with the
    qualifier "rezzed"; one with the qualifier "persistent" stays active for the rest of the run
    once its card has been trashed while accessed.
    """

    event: str
    effect: Node
    qualifiers: tuple[str, ...] = ()
    scope: str = ""
    text: str = ""

    @property
    def while_rezzed(self) -> bool:
        return self.scope == "root" or "rezzed" in self.qualifiers


@dataclass(frozen=True, slots=True)
class Static:
    """A standing property: `kind` (see `notation.STATICS`), an amount, a condition.

    `words`: the kinds of damage that "prevent" is good for; the subtypes of the cards that
    get strength, one of them behind "!" for those that do not have it.
    """

    kind: str
    amount: Amount = Amount(0)
    condition: Condition | None = None
    text: str = ""
    words: tuple[str, ...] = ()

    def suits(self, subtypes: frozenset[str]) -> bool:
        """Whether a card with these subtypes is one of those that get strength."""
        return not self.words or any(
            word[1:] not in subtypes if word.startswith("!") else word in subtypes
            for word in self.words
        )


@dataclass(frozen=True, slots=True)
class Gain:
    """Subroutines that a piece of ice has beside its printed ones, as many as `amount` comes
    to while `condition` holds: `first` before them, else behind.

    `met`: counted once, when what waits for the encounter is over; else they come and go with
    what is counted. `key`: where the clause stands.
    """

    effect: Node
    amount: Amount = Amount(1)
    condition: Condition | None = None
    first: bool = False
    met: bool = False
    key: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Break:
    """``COST: COUNT TYPE [conditions]``: break up to `count` subroutines per use.

    `costs` are alternatives. `types` is empty for any ice; ``chosen`` stands for the
    subtype chosen for the card. `tracing`: only subroutines that trace. `interface`
    abilities need strength; `host_only` ones work on the ice that hosts the card;
    `ice_strength` is a test of the present strength of the ice. `discount` credits come
    off the price while `discount_condition` holds. `dooms`: a use trashes the card when
    the run ends; `ends`: it ends the run; `grows`: each subroutine broken adds so much
    strength for the run; `noise`: each use drives off so many stealth credits. `die`: a
    use breaks on this roll or more, else the roll is net damage; `once`: at most one
    attempt at each subroutine in an encounter. `ice_is`: a test of the rez cost of the ice
    ("rez"), of how many subtypes ("nsubtypes") or subroutines ("nsubs") it has; `here_only`:
    it works on ice of the server whose ice hosts the card. `stealth`: of the credits of a
    use at least so many are stealth credits, all of them if there are fewer.

    `sized`: one use of a size of one's choice; credits, count and gain are those of size 1.
    `gain`: strength that a use gives its card for the encounter before it breaks; one that
    leaves it too weak breaks nothing. `all_but`: a use breaks all subroutines of the piece but
    so many. `limit`: uses in an encounter, 0 for no limit; `once_a_run`: none in the rest of
    the run. `after`: only once another card has broken a subroutine of the piece. `blinds`: a
    use means that nothing is accessed in this run.
    """

    costs: tuple[Cost, ...]
    count: int
    types: tuple[str, ...] = ()
    interface: bool = True
    host_only: bool = False
    discount: int = 0
    discount_condition: Condition | None = None
    dooms: bool = False
    tracing: bool = False
    ice_strength: Condition | None = None
    ends: bool = False
    grows: int = 0
    noise: int = 0
    die: int = 0
    once: bool = False
    text: str = ""
    stealth: int = 0
    ice_is: Condition | None = None
    here_only: bool = False
    sized: bool = False
    gain: int = 0
    all_but: int = 0
    limit: int = 0
    once_a_run: bool = False
    after: bool = False
    blinds: bool = False

    @property
    def is_special(self) -> bool:
        """Whether it says more of its uses than what one costs and how much it breaks."""
        return bool(self.sized or self.gain or self.all_but or self.limit or self.after)


@dataclass(frozen=True, slots=True)
class Pump:
    """``COST: +N [run|turn|keep] [stealth]``: `duration` is "encounter", "run", "turn" or
    "keep" (a counter that stays); `stealth` as in `Break`."""

    costs: tuple[Cost, ...]
    gain: Amount
    duration: str = "encounter"
    text: str = ""
    stealth: int = 0


@dataclass(frozen=True, slots=True)
class Paid:
    """``COST: effect`` outside breaking: Leech's counters, a Corp's ability in a run.

    `interface`: it needs the strength of the ice.
    """

    costs: tuple[Cost, ...]
    effect: Node
    text: str = ""
    interface: bool = False


@dataclass(frozen=True, slots=True)
class Bypass:
    """``COST: TYPES [conditions]``: the Runner bypasses the ice being met, for a price.

    `types`: as in `Static.suits`; `per_sub`: credits for each subroutine; `on_host`: only the
    ice that hosts the card, or was chosen for it; `most_strength`: of the ice, if it matters;
    `once` in a turn; `late`: not as the encounter begins but once its effects are over;
    `stealth`: the credits are stealth ones; `threat`: agenda points one side has to have;
    `all_clicks`: the clicks that are left are lost; `corp_credits`: those the Corp has to have;
    `per_strength`: credits for each point of strength of the ice as it is approached (prices
    alone), as is `met`: only the piece that is met as the so-manieth one of the run.
    """

    cost: Cost
    types: tuple[str, ...] = ()
    per_sub: int = 0
    on_host: bool = False
    most_strength: int | None = None
    once: bool = False
    late: bool = False
    stealth: bool = False
    threat: int = 0
    text: str = ""
    all_clicks: bool = False
    corp_credits: int = 0
    per_strength: int = 0
    met: int | None = None

    @property
    def is_played(self) -> bool:
        """Whether fixed plans may use it: others cost, or ask for, what they do not weigh."""
        kinds = {price.kind for price in self.cost}
        beyond = self.stealth or self.all_clicks or self.corp_credits
        return not beyond and kinds <= {"credits", "virus", "power", "trash", "rfg"}

    def fits(self, subtypes: frozenset[str]) -> bool:
        """Whether ice with these subtypes can be bypassed by it."""
        return Static("str", words=self.types).suits(subtypes)


@dataclass(frozen=True, slots=True)
class BaseLink:
    """What a card adds to the Runner's link in a trace of 1996, for `cost` credits.

    A base sets the link to `value`; one base link may be used in a trace. A `step`
    adds `value` to it each time it is paid.
    """

    cost: int
    value: int
    step: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True)
class IceGift:
    """``encounter: Nc: ice gains KIND [1/turn]``: for so many credits the piece being met is of
    one subtype more for the encounter, once in a turn."""

    credits: int
    kind: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Unexecuted:
    """A clause that is understood as belonging to the card but is not executed yet."""

    key: str
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything a card does. Empty for a card without effects.

    `forfeits`: scored agendas that the Corp gives up to rez the card.

    `load` is the number of credits hosted on the card when it is installed; only its
    own effects (``take``) use them, unless `load_use` says what they pay for.
    `recurring_use`: "", "breakers", "breakers stealth", or other cards that they pay for;
    `recurring_at`: the servers of the runs in which they do; `recurring_per`: a register that
    their number goes by.
    """

    subs: tuple[Node, ...] = ()
    on: tuple[Clause, ...] = ()
    statics: tuple[Static, ...] = ()
    breaks: tuple[Break, ...] = ()
    pumps: tuple[Pump, ...] = ()
    paid: tuple[Paid, ...] = ()
    runner_breaks: tuple[Break, ...] = ()
    corp_abilities: tuple[Paid, ...] = ()
    base_links: tuple[BaseLink, ...] = ()
    recurring: int = 0
    recurring_use: str = ""
    recurring_at: str = ""
    recurring_per: str = ""
    load_use: str | None = None
    unexecuted: tuple[Unexecuted, ...] = ()
    sub_texts: tuple[str, ...] = ()
    load: int = 0
    forfeits: tuple[int, ...] = ()
    bypasses: tuple[Bypass, ...] = ()
    gains: tuple[Gain, ...] = ()
    ice_gifts: tuple[IceGift, ...] = ()

    @property
    def purse_use(self) -> str:
        """What the credits on the card are for, if they are spent from there."""
        return self.recurring_use if self.recurring else self.load_use or ""

    @property
    def holds_purse(self) -> bool:
        """Whether credits are spent from the card."""
        return self.recurring > 0 or self.load_use is not None
