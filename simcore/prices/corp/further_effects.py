"""Subroutines that no game executes, as far as prices can tell what comes of them.

Read from the text of a clause that `card.rules` lists as not executed into the same trees as
other texts, with atoms and conditions that `simcore.prices.way.suffering` alone knows; nothing
here changes a game. What cannot be read stops the Runner, for all anybody knows.
"""

from __future__ import annotations

import re
from functools import cache

from simcore.cards.clauses import parse_effects
from simcore.cards.english import english
from simcore.cards.harmless import is_harmless
from simcore.cards.syntax import (
    Amount,
    Atom,
    Choice,
    Condition,
    If,
    May,
    Node,
    Price,
    Psi,
    Sequence,
    Trace,
    Unless,
)
from simcore.cards.walking import atoms_of
from simcore.errors import NotationError

ALL = 99
_COUNTED = re.compile(r"^(net|meat|core|tag|rlose|cgain) 1\*(rezzed:[a-z ]+)$")
_TRASH = re.compile(r"^trash ([a-z:,-]+) (\d+|all)( by-runner)?$")
_BOUNCE = re.compile(r"^bounce (prog|any|broke-breaker) 1 (grip|stack-top|stack-bottom)$")
_IF = re.compile(r"^if ([^:]+(?::[a-z]+)?): (.+)$")
ENCOUNTERED = "pass: if encountered & "
"""What a clause says that comes to the same as the encounter ends."""
BROKEN_BY = "printed-broken-by:"
_BROKEN_BY = re.compile(rf"^encountered & !({BROKEN_BY}[a-z]+)$")
_THRESHOLD = re.compile(r"^(tags|threat|virus)>=(\d+)$")
_ELSEWHERE = re.compile(r"^(redirect|move-runner) .+$|^move-self other-server$")
_REVEALED = re.compile(r"^revealed-share>=\d$")
_IF_REVEALED = re.compile(r"^if revealed-share>=(\d): (.+)$")
"""What nobody knows before the cards are turned up."""
_ADVANCES = re.compile(r"^adv (?:\d\.\.)?(\d)(?: ([a-z-]+))?$")
"""Counters on one card of the Corp's choice."""
_FLAGS = ("click-broke", "hq>grip", "corp-cr>runner-cr", "broke", "broke-printed")
_NOTHING = Atom("nothing")
_ANYWHERE = "any-card"
_LATER = (
    "rez-ice ",
    "corp-click ",
    "on-success: ",
    "jackout-tax ",
    "no-jackout ",
    "move-self ",
    "archives-to-rd",
    "at-run-end: ",
)
"""What changes nothing that the Runner meets on the way, unless ice counts it."""
PAYS = "cgain"
"""What leaves the Corp with more credits for what it pays later."""
_CORP_PAYS = re.compile(r"^corp-may pay (\d)(?:\.\.(\d))?$")
_AS_PAID = "1*paid"
"""As many as the Corp has paid credits."""
STRONG_TRACE = re.compile(r"^trace (\d): ([^;]+); if trace>=(\d): ([^;]+)$")
FOR_TRACE = "for a trace"
"""The kind of a price in credits that the Corp may have other means to pay: what a trace lacks,
what exceeds the link included; the base of the trace stands as the factor of the amount."""
_NOT_PAID = re.compile(r"^(corp-pay \d+|jackout)$")
_FOR_POINTS = re.compile(r"^score-ice -(\d)$")
SWAPS_OTHERS = "swap-cards 2"
_SWAPPED_WITH_HQ = "swap-self hq-ice"
_BRACED = re.compile(r"^\{([^{}]*)\}$")
_SHUT, _FEWER = "no-breach", "access -"
_TOLD = (_SHUT, _FEWER)
"""What keeps the Runner from accesses, though nothing that is met on the way changes."""
_NO_DRAWING = "no-draw"
_BROUGHT = re.compile(r"^install-rez ice:[a-z]+ hq,archives inward$")
_MILL = re.compile(r"^mill (\d+)$")
_SAID = {
    "corp: rd-arrange 3 | rd-shuffle": "the top of R&D is put in order or R&D is shuffled",
    "no-jackout next-encounter": "until an encounter is over the Runner cannot jack out",
    "reveal-stack 3": "3 cards from the top of the stack are turned up",
    "stack-to-grip 1": "1 of them goes to the grip",
    "cgain cost": "the Corp gains as many credits as that one costs",
    "rez-ice -2": "one piece of ice may be rezzed, for 2 credits less",
    "trace 2: heap-rfg virus 1": "trace 2, on success: a virus program leaves the heap for good",
}
"""Parts of subroutines that do nothing to what is met on the way, in words."""
TO_RD, TO_HQ = "hq-to-rd-shuffle", "archives-to-hq"
"""Effects by which cards leave HQ, and come there."""
_FETCHED = re.compile(r"^tutor (\d)$")
_PUT_AWAY = re.compile(rf"^{TO_RD} (\d)$")


@cache
def in_words(node: Node) -> str:
    """What a tree does, in words."""
    if isinstance(node, If) and node.condition.subject.startswith(BROKEN_BY):
        return english(node.then)
    return english(node)


@cache
def spoken(text: str) -> str:
    """What a subroutine does that is not executed: in words, as far as its tree says all of it."""
    if read_effect(text) is None:
        return f"'{text}', which does not matter here"
    return "; then ".join(map(_part_spoken, _parts(text, ";")))


def _part_spoken(text: str) -> str:
    if found := _IF_REVEALED.match(text):
        return f"if {found[1]} of the cards turned up are of one type: {spoken(found[2])}"
    if text in _SAID:
        return _SAID[text]
    node = read_effect(text)
    if node is None or any(atom.name in ("nothing", "seen") for atom in atoms_of(node)):
        return f"'{text}'"
    return in_words(node)


def is_unread(text: str) -> bool:
    """Whether nobody can tell what comes of a subroutine that is not executed."""
    return read_effect(text) is None


@cache
def read_effect(text: str) -> Node | None:
    """What a subroutine does, or None if that cannot be told."""
    text = _bare(text.strip())
    if strong := STRONG_TRACE.match(text):
        return _strong_trace(strong[1], strong[2], strong[3], strong[4])
    try:
        return parse_effects(text)
    except NotationError:
        pass
    steps = _parts(text, ";")
    if len(steps) > 1:
        read = [read_effect(step) for step in steps]
        found = tuple(step for step in read if step is not None)
        return Sequence(found) if len(found) == len(read) else None
    if _ELSEWHERE.match(text):
        return Atom("etr")  # not past this ice
    if text == _SWAPPED_WITH_HQ:
        return Atom("self-derez")  # what has come in its place lies face down
    if text == SWAPS_OTHERS:
        return Atom("swap-others")
    if _BROUGHT.match(text):
        return Atom("install", words=("ice",))
    if text == _NO_DRAWING:
        return Atom(_NO_DRAWING)
    if fetched := _FETCHED.match(text):
        return Atom("cdraw", Amount(int(fetched[1])))
    if away := _PUT_AWAY.match(text):
        return Atom(TO_RD, Amount(int(away[1])))
    told = any(name in text for name in _TOLD)
    harmless = not told and (is_harmless(text) or text.startswith(_LATER))
    if harmless and PAYS not in text:
        return _guarded(text) or _NOTHING if text.startswith("trace ") else _NOTHING
    return _guarded(text) or _unless(text) or _atom(text) or (_NOTHING if harmless else None)


def _strong_trace(base: str, success: str, least: str, more: str) -> Node | None:
    """A trace that does more once it is so strong: for credits of the Corp's."""
    traced, strong = read_effect(success), read_effect(more)
    if traced is None or strong is None:
        return None
    price = Price(FOR_TRACE, Amount(max(0, int(least) - int(base)), int(base)))
    return Trace(Amount(int(base)), Sequence((traced, May("corp", strong, (price,)))))


def _bare(text: str) -> str:
    """Without braces around all of it."""
    found = _BRACED.match(text)
    return found[1].strip() if found else text


def _parts(text: str, mark: str) -> list[str]:
    """Split where no brace is open."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "{") - (letter == "}")
        if letter == mark and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _guarded(text: str) -> Node | None:
    head, colon, rest = text.partition(": ")
    if not colon:
        return None
    if re.fullmatch(r"trace \d+", head):
        success = read_effect(rest)
        return None if success is None else Trace(Amount(int(head.split()[1])), success)
    if head == "psi":
        different = read_effect(rest)
        return None if different is None else Psi(different)
    if head == "runner":
        return _chosen_by_runner(_parts(rest, "|"))
    if head == "corp":
        options = tuple(read_effect(part) for part in _parts(rest, "|"))
        read = tuple(option for option in options if option is not None)
        return Choice("corp", read) if len(read) == len(options) else None
    if head == "corp-may":
        effect = read_effect(rest)
        return None if effect is None else May("corp", effect)
    if asked := _CORP_PAYS.match(head):
        return _paid_by_corp(int(asked[1]), int(asked[2] or asked[1]), rest)
    if found := _IF.match(text):
        return _if(found[1], read_effect(found[2]))
    return None


def _paid_by_corp(least: int, most: int, text: str) -> Node | None:
    """What the Corp may pay for, with so many credits as it likes."""
    options: list[Node] = []
    for credits in range(least, most + 1):
        effect = read_effect(text.replace(_AS_PAID, str(credits)))
        if effect is None:
            return None
        options.append(May("corp", effect, (Price("credits", Amount(credits)),)))
    return options[0] if least == most else Choice("corp", tuple(options))


def _chosen_by_runner(texts: list[str]) -> Node | None:
    """One of several, prices among them."""
    if texts and (found := re.fullmatch(r"pay (\d+)", texts[0])):
        other = _chosen_by_runner(texts[1:])
        price = parse_effects(f"etr unless pay {found[1]}")
        assert isinstance(price, Unless)
        return None if other is None else Unless(other, price.costs)
    options = [_of_runner(read_effect(text)) for text in texts]
    read = tuple(option for option in options if option is not None)
    if len(read) < len(options):
        return None
    return read[0] if len(read) == 1 else Choice("runner", read)


def _of_runner(node: Node | None) -> Node | None:
    """What is trashed is of the Runner's choice."""
    if isinstance(node, Atom) and node.name == "trash":
        return Atom("give-up", node.amount, node.words)
    return node


def _if(test: str, then: Node | None) -> Node | None:
    if then is None:
        return None
    if test == "server!=archives":
        return If(Condition("server", "!=", "archives"), then)
    if found := _THRESHOLD.match(test):
        return If(Condition(found[1], ">=", int(found[2])), then)
    if test in _FLAGS:
        return If(Condition(test), then)
    if _REVEALED.match(test) or test.startswith("trace>=") or test == "installed":
        return May("corp", then)  # the Corp may have paid so much
    if found := _BROKEN_BY.match(test):
        return If(Condition(found[1], negated=True), then)
    return None


def _unless(text: str) -> Node | None:
    penalty_text, unless, rest = text.partition(" unless ")
    penalty = read_effect(penalty_text) if unless else None
    if penalty is None:
        return None
    if _NOT_PAID.match(rest):
        return penalty
    if found := _MILL.match(rest):
        milled = Atom("mill", Amount(int(found[1])))
        return Choice("runner", (penalty, milled))  # the stack is deep enough
    if found := _TRASH.match(rest):
        return Choice("runner", (penalty, Atom("give-up", Amount(int(found[2])), (found[1],))))
    if found := _FOR_POINTS.match(rest):
        return Choice("runner", (penalty, Atom("score-ice", Amount(int(found[1])))))
    if found := re.match(r"^pay (\d)(?: at pass)?$", rest):
        return Unless(penalty, ((Price("credits", Amount(int(found[1]))),),))
    if rest == "core 1":
        return Choice("runner", (penalty, Atom("core", Amount(1))))
    return None


def _where(words: str) -> tuple[str, ...]:
    """Where counters may be placed: on ice alone, in the root alone, or anywhere."""
    return tuple(place for place in ("ice", "root") if place in words.split("-")) or (_ANYWHERE,)


def _atom(text: str) -> Node | None:
    if found := _COUNTED.match(text):
        return Atom(found[1], Amount(0, 1, found[2]))
    if found := _TRASH.match(text):
        number = Amount(ALL if found[2] == "all" else int(found[2]))
        name = "own-trash" if found[3] else "trash"
        return Atom(name, number, (found[1],))
    if found := _BOUNCE.match(text):
        return Atom("trash", Amount(1), (found[1], found[2]))
    if found := re.match(r"^disable prog (1|all)$", text):
        return Atom("disable", Amount(ALL if found[1] == "all" else 1))
    if found := re.match(r"^discard-of-type (\d)$", text):
        return Atom("discard", Amount(int(found[1])), ("corp",))
    if text.startswith("copy-sub "):
        return Atom("copy-sub", words=tuple(text.split()[1:]))
    if found := _ADVANCES.match(text):
        return Atom("adv", Amount(int(found[1])), _where(found[2] or ""))
    if found := re.match(r"^access -(\d)$", text):
        return Atom("fewer-accesses", Amount(int(found[1])))
    if found := re.match(r"^adv-self (\d)$", text):
        return Atom("adv-self", Amount(int(found[1])))
    if re.match(r"^(breach|access-chosen)\b", text):
        return Atom("seen")
    if re.match(r"^stack-to-grip \d$", text):
        return Atom("rdraw")
    if text == "adv 1*adv other-ice":
        return Atom("adv", Amount(1, 1, "adv"), ("ice",))
    if text.startswith("discard cost<=margin"):
        return Atom("discard", Amount(ALL), ("corp",))  # the Corp has paid what it takes
    if text.startswith("bounce any 1 stack-top by-runner of=2"):
        return Atom("bounce-one-of-two")
    match text:
        case _ if text == _SHUT:
            return Atom("no-access")
        case "no-spend":
            return Atom("no-spend")
        case "discard-to-max":
            return Atom("discard-to-max")
        case "next-ice gain-etr":
            return Atom("gain-etr", Amount(1), ("next",))
        case "next-ice double-subs":
            return Atom("double")
        case "choose-type":
            return _NOTHING
        case "purge":
            return Atom("purge")
        case "grip-to-stack all":
            return Atom("discard", Amount(ALL), ("stack",))
    return None
