"""From the syntax tree of an effect to plain words; `card_in_words.py` has those of whole cards.

The words are this project's own; the sentence on the card is never repeated.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from simcore.cards.notation import CONDITIONS, REGISTERS
from simcore.cards.syntax import (
    ANY_NUMBER,
    Amount,
    Atom,
    Choice,
    Condition,
    Cost,
    If,
    Later,
    May,
    Node,
    Price,
    Psi,
    Roll,
    Sequence,
    Trace,
    Unless,
)
from simcore.cards.vocabulary import GAINED, IDLE

if TYPE_CHECKING:
    from collections.abc import Iterable

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
COMPARED = {">=": "at least", "<=": "at most", "=": "exactly", "!=": "other than"}


def how_many(amount: Amount) -> str:
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


def some(amount: Amount, noun: str, nouns: str = "") -> str:
    """``1 credit``, ``3 credits``, ``credits (1 per …)``."""
    plural = nouns or f"{noun}s"
    if amount.register:
        return f"{plural} ({how_many(amount)})"
    return f"{how_many(amount)} {noun if amount.base in (1, ANY_NUMBER) else plural}"


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
    nouns = {noun: some(atom.amount, noun) for noun in ("tag", "credit", "click", "card")}
    takes = atom.name in ("trash", "own-trash", "give-up", "bounce")
    kind = some(atom.amount, *_KINDS.get(atom.words[0], ("card", "cards"))) if takes else ""
    place = "stack" if "stack" in atom.words else "grip"
    of = " ".join(each for each in atom.words if each not in ("any", "other")) or "of any type"
    which = "the next ice met" if "next" in atom.words else "each piece of ice met later"
    if atom.name == "adv" and atom.words:
        on = {"ice": "a piece of ice", "root": "a card of the root"}.get(atom.words[0], "a card")
        return f"advancement counters on {on} of the Corp's choice: {how_many(atom.amount)}"
    if atom.name == "ice-str" and atom.words:
        return f"{which} has {how_many(atom.amount)} more strength"
    if atom.name == "discard" and any("cost<=" in word for word in atom.words):
        most = atom.words[-1].partition("<=")[2]
        return f"the Runner trashes from the grip: all that cost {most} or less"
    moved = takes and bool({"grip", "stack"} & set(atom.words[1:]))
    if "itself" in atom.words:
        return f"the Runner scores this card, for {how_many(atom.amount)}"
    back = "discard-to-stack" if atom.name == "discard" and atom.words == ("stack",) else atom.name
    text = (_ATOMS | _PRICED)["bounce" if moved else back].format(
        place=place, which=which, n=how_many(atom.amount), kind=kind, word=of, **nouns
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
    return text.format(some(price.amount, noun))


def cost_in_words(cost: Cost) -> str:
    return " + ".join(map(_price, cost)) or "pay nothing"


def costs_in_words(costs: Iterable[Cost]) -> str:
    return " or ".join(map(cost_in_words, costs))


def condition(test: Condition) -> str:
    """A condition in words: ``advancement counters on the card are at least 3``."""
    text = _CONDITIONS.get(test.subject, test.subject)
    if test.subject == "server":
        there = "" if test.comparison == "=" else "not "
        text = f"the attacked server is {there}{SERVERS[str(test.value)]}"
    elif test.comparison:
        text += f" are {COMPARED[test.comparison]} {test.value}"
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
            *first, last = steps
            return "; then ".join([*map(_closed, first), english(last)])
        case If(condition=test, then=then, otherwise=None) if test.negated:
            return f"unless {condition(replace(test, negated=False))}: {english(then)}"
        case If(condition=test, then=then, otherwise=otherwise):
            return f"if {condition(test)}: {_branches(then, otherwise)}"
        case Trace(base=base, success=success, failure=failure):
            return f"trace {how_many(base)}, on success: {_branches(success, failure)}"
        case Roll(low=low, high=high, then=then, otherwise=otherwise):
            faces = str(low) if low == high else f"{low} to {high}"
            return f"a die is rolled, on {faces}: {_branches(then, otherwise)}"
        case Later(effect=effect):
            return f"once the run is successful: {english(effect)}"
        case Psi(different=different, same=same):
            return f"secret bids, when they differ: {_branches(different, same)}"
        case Unless(penalty=penalty, costs=costs, forced=True):
            return f"the Runner has to {costs_in_words(costs)}; when unable: {english(penalty)}"
        case Unless(penalty=penalty, costs=costs):
            return f"unless the Runner chooses to {costs_in_words(costs)}: {english(penalty)}"
        case May(side=side, effect=effect, cost=cost, forced=forced):
            price = f" ({cost_in_words(cost)})" if cost else ""
            return f"{_SIDES[side]} {'will' if forced else 'may'}{price}: {english(effect)}"
        case Choice(side=side, options=options):
            return f"{_SIDES[side]} picks one: " + " / ".join(map(english, options))


def _closed(step: Node) -> str:
    """A step that others follow, so that it is seen where it ends."""
    return english(step) if isinstance(step, Atom) else f"({english(step)})"


def _branches(then: Node, otherwise: Node | None) -> str:
    return english(then) + (f"; otherwise: {english(otherwise)}" if otherwise is not None else "")
