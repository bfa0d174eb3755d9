"""From the syntax tree to plain words, so that a person can hold a card against its table.

The words are this project's own; the sentence on the card is never repeated.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from simcore.cards.notation import CONDITIONS, REGISTERS, STATICS
from simcore.cards.syntax import (
    ANY_NUMBER,
    Amount,
    Atom,
    BaseLink,
    Break,
    Bypass,
    Choice,
    Clause,
    Condition,
    Cost,
    Gain,
    If,
    Later,
    May,
    Node,
    Paid,
    Price,
    Psi,
    Pump,
    Roll,
    Sequence,
    Static,
    Trace,
    Unless,
)
from simcore.cards.vocabulary import GAINED, IDLE
from simcore.cards.words import in_words_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from simcore.cards.card import Card

_SIDES = {"corp": "the Corp", "runner": "the Runner"}
SERVERS = {
    "hq": "HQ",
    "rd": "R&D",
    "archives": "Archives",
    "remote": "a remote server",
    "central": "a central server",
    "any": "any server",
}
_KINDS = {
    "prog": ("program", "programs"),
    "hw": ("piece of hardware", "pieces of hardware"),
    "res": ("resource", "resources"),
    "any": ("rig card", "rig cards"),
    "ai": ("AI program", "AI programs"),
    "breaker": ("icebreaker", "icebreakers"),
    "console": ("console", "consoles"),
    "virus": ("virus program", "virus programs"),
    "trojan": ("trojan program", "trojan programs"),
    "virtual": ("virtual resource", "virtual resources"),
    "prog-not-standard": (
        "program that is no decoder, fracter or killer",
        "programs that are no decoders, fracters or killers",
    ),
    "hw,res": ("resource or piece of hardware", "resources or pieces of hardware"),
    "prog,virtual": ("program or virtual resource", "programs or virtual resources"),
}
_COMPARED = {">=": "at least", "<=": "at most", "=": "exactly", "!=": "other than"}


def _amount(amount: Amount) -> str:
    if not amount.register:
        return "every" if amount.base == ANY_NUMBER else str(amount.base)
    each = f"{amount.factor} per {_counted(amount.register)}"
    return f"{amount.base} plus {each}" if amount.base else each


def _counted(register: str) -> str:
    """One of what a register counts."""
    kind = register.removeprefix("rezzed:")
    return f"rezzed piece of {kind} ice" if kind != register else _singular(REGISTERS[register])


def _singular(words: str) -> str:
    """``virus counters on the card`` -> ``virus counter on the card``."""
    first, *rest = words.split(" ")
    if first in ("cards", "pairs", "pieces", "tags"):
        return " ".join([first.removesuffix("s"), *rest])
    if rest:
        return " ".join([first, rest[0].removesuffix("s"), *rest[1:]])
    return first


def _some(amount: Amount, noun: str, nouns: str = "") -> str:
    """``1 credit``, ``3 credits``, ``credits (1 per …)``."""
    plural = nouns or f"{noun}s"
    if amount.register:
        return f"{plural} ({_amount(amount)})"
    return f"{_amount(amount)} {noun if amount.base in (1, ANY_NUMBER) else plural}"


_ATOMS: dict[str, str] = {
    "etr": "the run ends",
    "nothing": "nothing happens",
    "net": "net damage: {n}",
    "meat": "meat damage: {n}",
    "core": "core damage: {n}",
    "tag": "the Runner takes {tag}",
    "rlose": "the Runner loses {credit}",
    "rgain": "the Runner gains {credit}",
    "cgain": "the Corp gains {credit}",
    "closs": "the Corp loses {credit}",
    "outspend": "the Runner pays as many credits as the Corp has and loses them",
    "rclick": "the Runner loses {click}",
    "trash": "the Corp trashes {kind} of its choice",
    "own-trash": "the Runner trashes {kind} of their choice",
    "bounce": "{kind} of the Corp's choice to the {place}",
    "self-trash": "this card is trashed",
    "no-steal-trash": "no stealing or trashing until the run is over",
    "no-jackout": "the Runner cannot jack out any more",
    "jackout-cost": "jacking out costs {n} more until the run is over",
    "toll": "every later encounter costs {n} before all else, or the run ends",
    "max-access": "at most {n} are accessed in this run",
    "unbreached": "the server is not breached",
    "trash-on-pass": "{n} trashed behind every rezzed piece from now on",
    "trace-bits": "the Corp has {n} more for traces of this encounter",
    "copy-sub": "the Corp resolves a subroutine of other rezzed ice ({word})",
    "rd-bottom": "the top card of R&D goes to its bottom",
    "may-jackout": "the Runner is offered to jack out",
    "bypass": "the ice is bypassed",
    "rdraw": "the Runner draws {card}",
    "cdraw": "the Corp draws {card}",
    "access": "additional accesses in this breach: {n}",
    "take": "up to {credit} from this card to the pool",
    "place-credit": "credits put on this card: {n}",
    "hosted": "{credit} to spend in this run only",
    "rez-cost": "rezzing ice costs {n} more in this run",
    "virus": "virus counters put on this card: {n}",
    "power": "power counters put on this card: {n}",
    "rez-ice": "one piece of ice is rezzed",
    "empty-root": "all cards of the attacked root leave it ({word})",
    "archives-to-rd": "up to {card} from Archives into R&D",
    "trash-accessed": "the accessed card is trashed",
    "swap-ice": "{n} pieces of ice change places",
    "install": "a card is installed",
    "ice-str": "the ice has {n} less strength in this encounter",
    "self>hq": "this card goes back to HQ",
    "self-derez": "this ice turns face down",
    "take-trojan": "a program hosted on other ice here moves to this one; those on it do nothing",
    "adv": "advancement counters on the first card here that can be advanced: {n}",
    "go-outermost": "the Runner goes on from the outermost ice",
    "go-back": "the Runner goes back over rezzed ice: {n}",
    "lock": "no subroutine of the next ice met can be broken",
    "break-tax": "each subroutine of later ice costs {n} more to break",
    "net-next": "net damage when the next encounter ends, unless all of that ice is broken: {n}",
    "use-tax": "each use of an icebreaker to break later ice costs {n} more",
    "gain-etr": "{which} has so many more subroutines that end the run: {n}",
    "access-only": "no other card is accessed in this run",
    "access-except": "this card is not accessed in this run",
    "no-steal": "the accessed agenda cannot be stolen now",
    "corp-score-it": "the accessed agenda joins the Corp's score area",
    "untag": "tags removed: {n}",
    "pay": "the Runner pays {credit}",
    "discard": "the Runner trashes from the grip: {n}",
    "score-it": "the Runner scores the accessed card, for {n}",
    "score-it-less": "the Runner scores the accessed card, for less than nothing: {n}",
}
_ATOMS |= IDLE
"""What to print for each atom of `notation.ATOMS`, and for weakening ice."""
_PRICED = {
    "give-up": "the Runner trashes {kind}",
    "disable": "programs that have no abilities any more: {n}",
    "purge": "all virus counters are lost",
    "seen": "the Runner accesses cards",
    "fewer-accesses": "cards fewer accessed in each breach of this run: {n}",
    "no-spend": "no credits can be spent any more",
    "no-access": "nothing can be accessed in this run",
    "discard-to-stack": "the Runner adds so many cards of the grip to the stack: {n}",
    "discard-to-max": "the Runner discards down to the maximum hand size",
    "no-draw": "the Runner cannot draw any more",
    "archives-to-hq": "the Corp takes {card} of Archives back to HQ",
    "hq-to-rd-shuffle": "the Corp puts {card} of HQ back into R&D",
    "bounce-one-of-two": "one of two cards of the rig goes to the stack",
    "score-ice": "this card goes to the Runner's score area, for so many points less: {n}",
    "swap-others": "two other pieces of ice are swapped",
    "adv-self": "advancement counters put on this card: {n}",
    "double": "the next ice has each of its subroutines twice",
}
"""What to print for atoms that prices alone know."""


def meaning_of(name: str) -> str:
    """What an effect of this name does, with N for its number and KIND for cards of the rig.

    >>> meaning_of("tag")
    'the Runner takes N tags'
    """
    nouns = {noun: f"N {noun}s" for noun in ("tag", "credit", "click", "card")}
    place, which = "grip or stack", "ice met later"
    words = {"place": place, "which": which, "word": "of its type"}
    return _ATOMS[name].format(n="N", kind="N of KIND", **words, **nouns)


def _atom(atom: Atom) -> str:
    nouns = {noun: _some(atom.amount, noun) for noun in ("tag", "credit", "click", "card")}
    takes = atom.name in ("trash", "own-trash", "give-up", "bounce")
    kind = _some(atom.amount, *_KINDS.get(atom.words[0], ("card", "cards"))) if takes else ""
    place = "stack" if "stack" in atom.words else "grip"
    of = " ".join(each for each in atom.words if each not in ("any", "other")) or "of any type"
    which = "the next ice met" if "next" in atom.words else "each piece of ice met later"
    if atom.name == "adv" and atom.words:
        on = {"ice": "a piece of ice", "root": "a card of the root"}.get(atom.words[0], "a card")
        return f"advancement counters on {on} of the Corp's choice: {_amount(atom.amount)}"
    if atom.name == "ice-str" and atom.words:
        return f"{which} has {_amount(atom.amount)} more strength"
    moved = takes and bool({"grip", "stack"} & set(atom.words[1:]))
    if "itself" in atom.words:
        return f"the Runner scores this card, for {_amount(atom.amount)}"
    back = "discard-to-stack" if atom.name == "discard" and atom.words == ("stack",) else atom.name
    text = (_ATOMS | _PRICED)["bounce" if moved else back].format(
        place=place, which=which, n=_amount(atom.amount), kind=kind, word=of, **nouns
    )
    text += " for free" if "free" in atom.words else ""
    for word, number in GAINED.items():
        text += f", the Runner gains {number} for each" if word in atom.words else ""
    return f"{text} that nothing prevents" if "sure" in atom.words else text


_PRICES: dict[str, tuple[str, str]] = {
    "credits": ("pay {}", "credit"),
    "clicks": ("spend {}", "click"),
    "tags": ("take {}", "tag"),
    "net": ("suffer {} of net damage", "point"),
    "virus": ("use {} of this card", "virus counter"),
    "power": ("use {} of this card", "power counter"),
    "trash": ("trash this card", "card"),
    "rfg": ("remove this card from the game", "card"),
    "hq": ("trash {} from HQ", "card"),
    "grip": ("trash {} from the grip", "card"),
    "forgo": ("give up {}", "action"),
    "adv": ("use {} of this card", "advancement counter"),
    "core": ("suffer {} of core damage", "point"),
    "own-prog": ("trash {}", "program"),
    "own-hw": ("trash {} of hardware", "piece"),
    "own-res": ("trash {}", "resource"),
    "own-any": ("trash {} of the rig", "card"),
    "for a trace": ("pay {} more for the trace", "credit"),
}


def _price(price: Price) -> str:
    if price.kind == "for a trace" and not price.amount.register and price.amount.base <= 0:
        return "pay nothing more for the trace"
    text, noun = _PRICES[price.kind]
    return text.format(_some(price.amount, noun))


def _cost(cost: Cost) -> str:
    return " + ".join(map(_price, cost)) or "pay nothing"


def _costs(costs: Iterable[Cost]) -> str:
    return " or ".join(map(_cost, costs))


def condition(test: Condition) -> str:
    """A condition in words: ``advancement counters on the card are at least 3``."""
    text = _CONDITIONS.get(test.subject, test.subject)
    if test.subject == "server":
        there = "" if test.comparison == "=" else "not "
        text = f"the attacked server is {there}{SERVERS[str(test.value)]}"
    elif test.comparison:
        text += f" are {_COMPARED[test.comparison]} {test.value}"
    return f"it is not so that {text}" if test.negated else text


_CONDITIONS = {
    **REGISTERS,
    **CONDITIONS,
    "str": "points of strength of the ice",
    "click-broke": "a click was spent to break it",
    "broke": "something of it was broken",
    "broke-printed": "a printed subroutine was broken",
}
"""What to print for conditions: those of the notation, and others that prices and breaks know."""


def english(node: Node) -> str:
    """An effect tree in words.

    >>> from simcore.cards.notation import parse_effects
    >>> english(parse_effects("tag 1 unless pay 4"))
    'unless the Runner chooses to pay 4 credits: the Runner takes 1 tag'
    """
    match node:
        case Atom():
            return _atom(node)
        case Sequence(steps=()):
            return "nothing happens"
        case Sequence(steps=steps):
            return "; then ".join(english(step) for step in steps)
        case If(condition=test, then=then, otherwise=None) if test.negated:
            return f"unless {condition(replace(test, negated=False))}: {english(then)}"
        case If(condition=test, then=then, otherwise=otherwise):
            return f"if {condition(test)}: {_branches(then, otherwise)}"
        case Trace(base=base, success=success, failure=failure):
            return f"trace {_amount(base)}, on success: {_branches(success, failure)}"
        case Roll(low=low, high=high, then=then, otherwise=otherwise):
            faces = str(low) if low == high else f"{low} to {high}"
            return f"a die is rolled, on {faces}: {_branches(then, otherwise)}"
        case Later(effect=effect):
            return f"once the run is successful: {english(effect)}"
        case Psi(different=different, same=same):
            return f"secret bids, when they differ: {_branches(different, same)}"
        case Unless(penalty=penalty, costs=costs, forced=True):
            return f"the Runner has to {_costs(costs)}; when unable: {english(penalty)}"
        case Unless(penalty=penalty, costs=costs):
            return f"unless the Runner chooses to {_costs(costs)}: {english(penalty)}"
        case May(side=side, effect=effect, cost=cost, forced=forced):
            price = f" ({_cost(cost)})" if cost else ""
            return f"{_SIDES[side]} {'will' if forced else 'may'}{price}: {english(effect)}"
        case Choice(side=side, options=options):
            return f"{_SIDES[side]} picks one: " + " / ".join(map(english, options))


def _branches(then: Node, otherwise: Node | None) -> str:
    return english(then) + (f"; otherwise: {english(otherwise)}" if otherwise is not None else "")


_EVENTS = {
    "run": "starts a run on",
    "run-begin": "when the run begins",
    "rez": "when rezzed",
    "rez-in-run": "when rezzed during a run on its server",
    "encounter": "when encountered",
    "end": "when an encounter with it ends",
    "sub-broken": "for each of its subroutines that was broken",
    "printed-broken": "for each subroutine printed on it that was broken",
    "used": "at the end of an encounter in which it broke something",
    "full-break": "when it alone has broken all of a piece of ice",
    "pass": "when passed",
    "passed-used": "when a piece is passed that it broke something of",
    "all-passed": "when all ice has been passed",
    "approach-server": "when the server is approached",
    "success": "when the run succeeds",
    "instead": "in place of the breach",
    "breach": "when the server is breached",
    "access": "on access",
    "steal-cost": "to steal it, also",
    "steal": "when stolen",
    "agenda-stolen": "when any agenda is stolen",
    "trash-accessed": "when an accessed card is trashed",
    "tagged": "when the Runner is tagged",
    "run-end": "when the run ends",
    "expose": "when exposed",
}
QUALIFIERS = {
    "installed": "only while installed",
    "!installed": "only while not installed",
    "rezzed": "only while rezzed",
    "!success": "only without success",
    "!archives": "not in Archives",
    "archives": "only Archives",
    "reveal": "revealed when accessed in R&D",
    "accessed": "only a card being accessed",
    "together": "once for all that go together",
    "persistent": "goes on in this run after it is trashed",
    "first": "first time in a turn",
    "first-two": "first two times in a run",
    "barrier": "a barrier",
    "code gate": "a code gate",
    "sentry": "a sentry",
    "innermost": "only the innermost piece",
    "1/turn": "once in a turn",
    "success": "only after success",
    "hq": "HQ",
    "rd": "R&D",
    "remote": "remote servers",
    "central": "central servers",
    "any": "any server",
}


def clause(trigger: Clause) -> str:
    """A triggered clause in words."""
    if trigger.event == "run":
        return "starts a run on " + " or ".join(SERVERS[word] for word in trigger.qualifiers)
    scope = {"root": "while rezzed in the root, ", "this-run": "in the run it started, "}
    head = scope.get(trigger.scope, "") + _EVENTS[trigger.event]
    if trigger.qualifiers:
        head += f" ({', '.join(QUALIFIERS[word] for word in trigger.qualifiers)})"
    if trigger.event == "steal-cost" and isinstance(trigger.effect, May):
        return f"{head}: {_cost(trigger.effect.cost)}"
    return f"{head}: {english(trigger.effect)}"


AMOUNTS = frozenset(
    {"lose-sub", "mu", "ice-here adv", "trash-cost", "points", "win", "steal-limit"}
    | {"access-cost", "trace-credits"}
)
"""Standing properties that come with a number."""


def static(standing: Static) -> str:
    """A standing property in words."""
    text = STATICS[standing.kind]
    if standing.kind == "str" or standing.kind.endswith(" str"):
        amount = standing.amount
        less = amount.base < 0 or amount.factor < 0
        size = Amount(abs(amount.base), abs(amount.factor), amount.register)
        text = f"{'less' if less else 'more'} strength: {_amount(size)}"
        if standing.kind != "str":
            text = f"{_WHOSE[standing.kind]}{_of_kinds(standing.words)} has {text}"
    elif standing.kind in AMOUNTS:
        text += f": {_amount(standing.amount)}"
    elif standing.kind == "prevent":
        text += f": {_amount(standing.amount)} of {' or '.join(standing.words)} damage"
    return f"{text}, if {condition(standing.condition)}" if standing.condition else text


_WHOSE = {
    "ice-here str": "while rezzed in the root, the ice of its server",
    "ice str": "each piece of ice",
    "host str": "its host",
    "other-ice str": "each other piece of ice of its server",
    "guest str": "the icebreaker on it",
    "breakers str": "each icebreaker",
}


def _of_kinds(words: tuple[str, ...]) -> str:
    """Which cards get strength."""
    named = [f"not {word[1:]}" if word.startswith("!") else word for word in words]
    return f" that is {' or '.join(named)}" if named else ""


_ICE_IS = {
    "rez": "the rez cost of the ice",
    "nsubtypes": "the number of its subtypes",
    "nsubs": "the number of its subroutines",
}


def breaking(ability: Break) -> str:
    """A break ability in words."""
    count = f"up to {_some(Amount(ability.count), 'subroutine')}"
    if ability.count == ANY_NUMBER:
        count = "as many subroutines as wanted"
    if ability.all_but:
        count = f"all subroutines but {ability.all_but}"
    if ability.die:
        count = f"with a roll of {ability.die} or more {count}"
    kinds = ["the chosen type" if kind == "chosen" else kind for kind in ability.types]
    text = f"{_costs(ability.costs)}: break {count} on {' or '.join(kinds) or 'any ice'}"
    if ability.tracing:
        text += ", only such as trace"
    if ability.host_only:
        text += ", only on its host"
    if ability.here_only:
        text += ", only at the server of its host"
    if not ability.interface:
        text += ", whatever its strength"
    if ability.discount and ability.discount_condition:
        text += f", {ability.discount} cheaper if {condition(ability.discount_condition)}"
    if ability.ice_strength:
        text += f", if {condition(ability.ice_strength)}"
    if ability.ice_is:
        test = ability.ice_is
        compared = f"{_COMPARED[test.comparison]} {test.value}"
        text += f", if {_ICE_IS[test.subject]} is {compared}"
    if ability.once:
        text += ", trying each subroutine once in an encounter"
    if ability.die:
        text += ", else the roll is net damage"
    text += _hidden(ability)
    if ability.noise:
        text += f", driving off {_some(Amount(ability.noise), 'stealth credit')}"
    if ability.grows:
        text += f", and gain {ability.grows} strength for the run by each of them"
    text += _used(ability)
    if ability.ends:
        text += ", and end the run"
    return text + (", and lose the breaker when the run ends" if ability.dooms else "")


def _used(ability: Break) -> str:
    """How a use goes, and how often there may be one, in words."""
    text = f", after gaining {ability.gain} strength for the encounter" if ability.gain else ""
    text += ", so many times as much in one use as is wanted" if ability.sized else ""
    if ability.once_a_run:
        text += ", once in a turn"
    elif ability.limit:
        text += ", once in an encounter"
    text += ", once another card has broken one" if ability.after else ""
    return text + (", and access nothing in this run" if ability.blinds else "")


def pump(ability: Pump) -> str:
    """A strength boost in words."""
    last = {"encounter": "the encounter", "run": "the run", "turn": "the turn", "keep": "good"}
    gain = f"strength +{_amount(ability.gain)} for {last[ability.duration]}"
    return f"{_costs(ability.costs)}: {gain}{_hidden(ability)}"


def _hidden(ability: Break | Pump) -> str:
    """What of the price only stealth credits pay, in words."""
    if not ability.stealth:
        return ""
    if ability.stealth == ANY_NUMBER:
        return ", paid with stealth credits"
    return f", at least {_some(Amount(ability.stealth), 'stealth credit')} of it"


def paid(ability: Paid) -> str:
    """Any other paid ability in words."""
    where = " (at the strength of the ice)" if ability.interface else ""
    return f"{_costs(ability.costs)}: {english(ability.effect)}{where}"


def bypass(ability: Bypass) -> str:
    """What a bypass asks for, in words."""
    parts = [_costs((ability.cost,))] if ability.cost else []
    if ability.per_sub:
        parts.append(f"{_some(Amount(ability.per_sub), 'credit')} for each subroutine")
    text = f"{' and '.join(parts)}: bypass the ice{_of_kinds(ability.types)}"
    if ability.on_host:
        text += ", if it is the host or the piece chosen"
    if ability.most_strength is not None:
        text += f", if its strength is at most {ability.most_strength}"
    if ability.threat:
        text += f", if a side has {ability.threat} agenda points"
    text += ", once a turn" if ability.once else ""
    text += ", and lose all clicks" if ability.all_clicks else ""
    text += ", paid with stealth credits" if ability.stealth else ""
    return text if ability.is_played else f"{text} (prices alone)"


def base_link(link: BaseLink) -> str:
    """A base link, or a step to more of it, in words."""
    price = _some(Amount(link.cost), "credit") if link.cost else "nothing"
    gain = f"{link.value} more link" if link.step else f"a base link of {link.value}"
    return f"in a trace, pay {price}: {gain}"


def _purse_use(use: str) -> str:
    """What credits on a card are for."""
    scope = use.removesuffix("stealth").strip()
    named = {
        "breakers": "icebreakers",
        "guest": "the card on it",
        "installs": "installing cards",
        "trashing": "trash costs",
        "trashing-assets": "trash costs of assets",
    }.get(scope, scope)
    text = f" for {named}" if scope else ""
    return f"{text}, never for a noisy one" if use.endswith("stealth") else text


def gain(more: Gain) -> str:
    """Subroutines beside the printed ones, in words."""
    place = "before the printed ones" if more.first else "behind the printed ones"
    text = f"one more subroutine {place}: {english(more.effect)}"
    if more.amount.register:
        text = f"for each of the {REGISTERS[more.amount.register]} {text}"
    text = f"when encountered, {text}" if more.met else text
    return f"{text}, if {condition(more.condition)}" if more.condition else text


def describe(card: Card) -> list[str]:
    """What the engine takes a card to do in a run, one clause a line."""
    rules = card.rules
    left_out = {item.text for item in rules.unexecuted if item.key == "subs"}
    lines = []
    for number, (node, text) in enumerate(zip(rules.subs, rules.sub_texts, strict=True), 1):
        words = f"'{text}', not executed" if text in left_out else english(node)
        lines.append(f"subroutine {number}: {words}")
    lines += [clause(trigger) for trigger in rules.on]
    lines += [breaking(ability) for ability in rules.breaks]
    lines += [pump(ability) for ability in rules.pumps]
    lines += [paid(ability) for ability in rules.paid]
    lines += [f"the Runner can {breaking(ability)}" for ability in rules.runner_breaks]
    lines += [f"the Corp can {paid(ability)}" for ability in rules.corp_abilities]
    lines += [
        f"{_some(Amount(gift.credits), 'credit')} once in a turn: the ice met is {gift.kind}, too"
        for gift in rules.ice_gifts
    ]
    lines += [bypass(ability) for ability in rules.bypasses]
    lines += [static(standing) for standing in rules.statics]
    lines += [gain(more) for more in rules.gains]
    if rules.recurring:
        there = Amount(rules.recurring)
        if rules.recurring_per:
            there = Amount(0, rules.recurring, rules.recurring_per)
        use = _purse_use(rules.recurring_use)
        use += f", in runs on {rules.recurring_at}" if rules.recurring_at else ""
        lines.append(f"{_some(there, 'recurring credit')}{use}")
    lines += [base_link(link) for link in rules.base_links]
    if rules.load or rules.load_use is not None:
        use = "" if rules.load_use is None else f", to be spent{_purse_use(rules.load_use)}"
        lines.append(f"{rules.load} credits lie on it when it is installed{use}")
    lines += [f"not executed: '{item.text}'" for item in rules.unexecuted if item.key != "subs"]
    if not lines and card.fidelity.level != "stats" and not card.fidelity.notes:
        lines = ["does nothing in a run"]
    return [in_words_of(card.pool, line) for line in lines]
