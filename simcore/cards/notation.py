"""Card notation: short clauses to syntax trees.

    effects := clause (';' clause)*
    clause  := 'trace' N ':' clause ['else' clause]     | 'psi' ':' clause ['else' clause]
             | 'if' COND ':' clause ['else' clause]
             | ('corp-may'|'runner-may') [COST] ':' clause
             | ('corp'|'runner') ':' block ('|' block)+
             | 'must-pay' N 'else' block
             | block ['unless' COST ('|' COST)*]
    block   := '{' effects '}' | atom
    atom    := NAME (AMOUNT | WORD)*                     AMOUNT := N | N*REG | REG | N+N*REG
    COST    := price ('+' price)*                        price := 'pay' N | 'click' N | 'tag' N | …
    event   := ['root' ['[persistent]'] ':' | 'this-run:'] NAME ['[' word,… ']'] ':' effects

    break   := COST ':' (N | 'any-number') TYPE (',' TYPE)* ['@host'] ['[' condition ']']*
    pump    := COST ':' '+' AMOUNT ['run' | 'turn']
    static  := 'str' ('+'|'-') AMOUNT ['if' COND] | 'advanceable' | …

A clause that cannot be read raises `NotationError`. One that can be read but
is not executed yet ends in `Rules.unexecuted`, named, never guessed at.
"""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING, Any

from simcore.cards.syntax import (
    ANY_NUMBER,
    Amount,
    Atom,
    Break,
    Choice,
    Clause,
    Condition,
    Cost,
    If,
    May,
    Node,
    Paid,
    Price,
    Psi,
    Pump,
    Rules,
    Sequence,
    Static,
    Trace,
    Unexecuted,
    Unless,
)
from simcore.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

ATOMS: dict[str, tuple[str, ...]] = {
    # name: the words that may follow; "" stands for none
    "etr": ("",),
    "nothing": ("",),
    "net": ("",),
    "meat": ("",),
    "core": ("",),
    "tag": ("",),
    "rlose": ("",),  # the Runner loses credits from the pool
    "rgain": ("",),
    "cgain": ("",),
    "closs": ("",),  # the Corp loses credits
    "rclick": ("",),  # the Runner loses clicks
    "trash": ("prog", "hw", "res", "any"),  # rig cards of the Corp's choice
    "self-trash": ("",),
    "no-steal-trash": ("",),  # until the end of the run
    "may-jackout": ("",),
    "bypass": ("",),  # the ice being encountered
    "rdraw": ("",),
    "cdraw": ("",),
    "access": ("",),  # additional cards in this breach
    "take": ("",),  # credits hosted on the card to the pool
    "place-credit": ("",),
    "hosted": ("",),  # credits to spend during this run
    "rez-cost": ("",),  # every ice costs so much more to rez during this run
    "virus": ("",),  # place virus counters on the card itself
    "power": ("",),
    "rez-ice": ("free",),
    "archives-to-rd": ("",),
    "trash-accessed": ("",),
    "swap-ice": ("",),
    "install": ("card", "ice", "grip"),  # read, not made by the fixed plans
}
"""Primitive effects and the words each takes after its amount."""

CONTROL = frozenset(
    {"trace", "psi", "if", "corp", "runner", "corp-may", "runner-may", "must-pay", "unless", "else"}
)
"""Words that are no effects but begin, or stand between, larger ones."""

NOT_MADE = {"install": "installs during a run are not made"}
"""Atoms that are read and never chosen; a card that has one is approximate."""

REGISTERS = {
    "adv": "advancement counters on the card",
    "virus": "virus counters on the card",
    "power": "power counters on the card",
    "breakers": "installed icebreakers",
    "accesses": "cards accessed in this run",
    "ice-here": "pieces of ice protecting this server",
}

CONDITIONS: dict[str, str] = {
    "tagged": "the Runner is tagged",
    "stole": "an agenda was stolen in this run",
    "trashed-odd-cost": "the damage before it trashed a card with an odd printed cost",
    "successful-run-this-turn": "the Runner made a successful run this turn",
    "adv": REGISTERS["adv"],
    "runner-cr": "credits in the Runner's pool",
    "corp-cr": "credits of the Corp",
    "grip": "cards in the grip",
    "server": "the attacked server: hq, rd, archives, remote or central",
    "ice-here": REGISTERS["ice-here"],
}

FLAGS = frozenset({"tagged", "stole", "trashed-odd-cost", "successful-run-this-turn"})
"""Conditions without a comparison; the others compare a number or name a server."""

EVENTS = {
    "run": "starts a run on one of the servers named",
    "run-begin": "when the run begins (1.2)",
    "rez": "when the card is rezzed",
    "rez-in-run": "when the card is rezzed during a run on its server",
    "encounter": "when the Runner encounters the ice (3.1)",
    "pass": "when the Runner passes the ice (4.1)",
    "approach-server": "when the Runner approaches the server (4.5)",
    "success": "when the run is successful (5.1)",
    "breach": "when the attacked server is breached (5.2)",
    "access": "when the card, or for a Runner card any card, is accessed",
    "steal-cost": "an additional cost to steal the agenda",
    "steal": "when the agenda is stolen",
    "agenda-stolen": "when any agenda is stolen",
    "trash-accessed": "when the Runner trashes a card while accessing it",
    "tagged": "when the Runner takes a tag",
    "run-end": "when the run ends (6.1)",
}

SERVERS = frozenset({"hq", "rd", "archives", "remote", "central", "any"})
QUALIFIERS = SERVERS | {
    "installed",
    "!archives",
    "reveal",
    "persistent",
    "first",
    "1/turn",
    "success",
}
STATICS = {
    "str": "strength of the card itself",
    "advanceable": "can be advanced; no meaning inside a run",
    "trash-when-empty": "trashed once its last hosted credit is taken",
    "hosted-on-ice": "installed on a piece of ice",
}
PRICES = {
    "pay": "credits",
    "click": "clicks",
    "tag": "tags",
    "net": "net",
    "vc": "virus",
    "pc": "power",
    "trash": "trash",
    "rfg": "rfg",
    "hq": "hq",
    "corp-discard": "hq",
    "grip": "grip",
}
ICE_TYPES = frozenset(
    {"barrier", "code gate", "sentry", "trap", "ap", "bioroid", "destroyer", "tracer", "observer"}
    | {"advertisement", "ambush", "deep net", "deflector", "expendable", "grail", "harmonic"}
    | {"illicit", "liability", "morph", "mythic", "next", "psi"}
)
"""Subtypes printed on modern ice; a card of one's own may have others."""

_TOKEN = re.compile(r"\s*(\{|\}|;|\||~|:|[^\s{};|~:]+)")
_AMOUNT = re.compile(r"^(?:(\d+)\+)?(\d+)\*([a-z-]+)$|^(\d+)$")
_CONDITION = re.compile(r"^(!?)([a-z-]+?)(?:(>=|<=|!=|=)([a-z0-9-]+))?$")
_HEAD = re.compile(r"^([a-z-]+)\s*(?:\[([^\]]*)\])?$")


def _hint(word: str, known: Iterable[str]) -> str:
    """``; did you mean 'net'?`` or the whole list of what there is."""
    names = list(known)
    near = difflib.get_close_matches(word, names, 1, 0.7)
    return f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(sorted(names))}"


def parse_amount(text: str) -> Amount | None:
    """``3``, ``2*adv``, ``2+1*adv`` or a bare register; None when it is none of these."""
    if match := _AMOUNT.match(text):
        base, factor, register, plain = match.groups()
        if plain is not None:
            return Amount(int(plain))
        return Amount(int(base or 0), int(factor), _register(register))
    return Amount(0, 1, text) if text in REGISTERS else None


def _register(name: str) -> str:
    if name not in REGISTERS:
        raise NotationError(f"no register is called {name!r}{_hint(name, REGISTERS)}")
    return name


def parse_condition(text: str) -> Condition:
    """``tagged``, ``adv>=3``, ``server=remote``, ``!tagged``."""
    match = _CONDITION.match(text.strip())
    if match is None or match.group(2) not in CONDITIONS:
        name = match.group(2) if match else text.strip()
        raise NotationError(f"no condition reads {text.strip()!r}{_hint(name, CONDITIONS)}")
    negated, subject, comparison, raw = match.groups()
    if (comparison is None) != (subject in FLAGS):
        right = subject
        if subject not in FLAGS:
            right += "=remote" if subject == "server" else ">=3"
        raise NotationError(f"the condition {text.strip()!r} reads {right!r}")
    if comparison is None:
        return Condition(subject, negated=bool(negated))
    value: int | str = int(raw) if raw.isdigit() else raw
    if subject == "server" and (value not in SERVERS or comparison not in ("=", "!=")):
        raise NotationError(f"server= takes one of {', '.join(sorted(SERVERS))}, not {text!r}")
    if subject != "server" and isinstance(value, str):
        raise NotationError(f"{subject} is compared with a number, not {raw!r}")
    return Condition(subject, comparison, value, bool(negated))


class _Reader:
    """Recursive descent over the tokens of one effect string."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _TOKEN.findall(text)
        if "".join(self.tokens) != re.sub(r"\s", "", text):
            raise NotationError(f"cannot read {text!r}")
        if not self.tokens:
            raise NotationError("an effect is missing; write 'nothing' for none")
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.at += 1
        return token

    def expect(self, token: str) -> None:
        found = self.take()
        if found != token:
            raise NotationError(
                f"{self.text!r}: expected {token!r} after {self.before()!r}, "
                f"found {found or 'the end'!r}"
            )

    def before(self) -> str:
        return " ".join(self.tokens[: max(0, self.at - 1)])

    def effects(self) -> Node:
        steps = [self.clause()]
        while self.peek() == ";":
            self.take()
            steps.append(self.clause())
        return steps[0] if len(steps) == 1 else Sequence(tuple(steps))

    def clause(self) -> Node:
        word = self.peek()
        if word == "trace":
            self.take()
            base = self.amount()
            return Trace(base, *self.branches())
        if word == "psi":
            self.take()
            return Psi(*self.branches())
        if word == "if":
            self.take()
            condition = parse_condition(self.take())
            return If(condition, *self.branches())
        if word in ("corp-may", "runner-may"):
            self.take()
            cost: Cost = () if self.peek() == ":" else self.cost()
            self.expect(":")
            return May(word.split("-")[0], self.clause(), cost)
        if word in ("corp", "runner") and self.tokens[self.at + 1 : self.at + 2] == [":"]:
            self.at += 2
            options = [self.block()]
            while self.peek() == "|":
                self.take()
                options.append(self.block())
            if len(options) < 2:
                raise NotationError(f"{self.text!r}: a choice reads {word}: EFFECT | EFFECT")
            return Choice(word, tuple(options))
        if word == "must-pay":
            self.take()
            price = Price("credits", self.amount())
            self.expect("else")
            return Unless(self.block(), ((price,),), forced=True)
        effect = self.block()
        if self.peek() != "unless":
            return effect
        self.take()
        costs = [self.cost()]
        while self.peek() in ("|", "~"):
            self.take()
            costs.append(self.cost())
        return Unless(effect, tuple(costs))

    def branches(self) -> tuple[Node, Node | None]:
        self.expect(":")
        then = self.clause()
        if self.peek() != "else":
            return then, None
        self.take()
        return then, self.clause()

    def block(self) -> Node:
        if self.peek() != "{":
            return self.atom()
        self.take()
        inner = self.effects()
        self.expect("}")
        return inner

    def amount(self) -> Amount:
        word = self.take()
        amount = parse_amount(word)
        if amount is None:
            raise NotationError(
                f"{self.text!r}: expected a number such as 3 or 2*adv, found {word or 'the end'!r}"
            )
        return amount

    def cost(self) -> Cost:
        prices = [self.price()]
        while self.peek() == "+":
            self.take()
            prices.append(self.price())
        return tuple(prices)

    def price(self) -> Price:
        word = self.take()
        if word not in PRICES:
            raise NotationError(f"{self.text!r}: no cost is called {word!r}{_hint(word, PRICES)}")
        amount = parse_amount(self.peek())
        if amount is not None:
            self.take()
        elif PRICES[word] not in ("trash", "rfg"):
            raise NotationError(f"{self.text!r}: {word} needs a number, as in {word} 1")
        return Price(PRICES[word], amount or Amount(1))

    def atom(self) -> Node:
        name = self.take()
        if name in CONTROL:
            raise NotationError(
                f"{self.text!r}: {name!r} cannot stand here without braces: {{ {name} ... }}"
            )
        if name not in ATOMS:
            raise NotationError(f"{self.text!r}: no effect is called {name!r}{_hint(name, ATOMS)}")
        given: Amount | None = None
        words: list[str] = []
        while (word := self.peek()) and word not in ("{", "}", ";", "|", "~", ":", "+"):
            if word in ("unless", "else"):
                break
            self.take()
            number = parse_amount(word) if word != "all" else Amount(ANY_NUMBER)
            if number is not None:
                if given is not None and name not in NOT_MADE:
                    raise NotationError(f"{self.text!r}: {name} takes one number, not {word!r} too")
                given = number
            elif word in ATOMS[name]:
                words.append(word)
            elif name not in NOT_MADE:
                words_taken = ", ".join(filter(None, ATOMS[name])) or "a number only"
                raise NotationError(
                    f"{self.text!r}: {name} does not take {word!r}; it takes {words_taken}"
                )
        if not words and "" not in ATOMS[name] and name not in NOT_MADE:
            raise NotationError(f"{self.text!r}: {name} needs one of {', '.join(ATOMS[name])}")
        return Atom(name, given or Amount(1), tuple(words))


def parse_effects(text: str) -> Node:
    """An effect string to its tree.

    >>> parse_effects("net 2")
    Atom(name='net', amount=Amount(base=2, factor=0, register=''), words=())
    """
    reader = _Reader(text)
    node = reader.effects()
    if reader.peek():
        raise NotationError(f"{text!r}: cannot read on from {reader.peek()!r}")
    return node


def parse_clause(text: str) -> Clause:
    """``event[qualifiers]: effects``, with ``root:`` or ``this-run:`` before it."""
    rest, scope, qualifiers = text.strip(), "", []
    if match := re.match(r"^(root|this-run)\s*(?:\[([^\]]*)\])?\s*:\s*", rest):
        scope, extra = match.groups()
        qualifiers += _words(extra)
        rest = rest[match.end() :]
    head, colon, effects = (part.strip() for part in rest.partition(":"))
    if not colon:
        raise NotationError(f"{text!r}: a clause reads EVENT: EFFECTS, as in success: rgain 1")
    match = _HEAD.match(head)
    if match is None or match.group(1) not in EVENTS:
        raise NotationError(f"{text!r}: no event is called {head!r}{_hint(head, EVENTS)}")
    event = match.group(1)
    qualifiers += _words(match.group(2))
    for word in qualifiers:
        if word not in QUALIFIERS:
            raise NotationError(
                f"{text!r}: {event} does not take [{word}]{_hint(word, QUALIFIERS)}"
            )
    if event == "steal-cost":
        reader = _Reader(effects)
        cost = reader.cost()
        if reader.peek():
            raise NotationError(f"{text!r}: cannot read on from {reader.peek()!r}")
        effect: Node = May("runner", Atom("nothing"), cost)
    else:
        if not effects and event != "run":
            raise NotationError(f"{text!r}: an effect is missing after {head}:")
        effect = parse_effects(effects) if effects else Sequence(())
    return Clause(event, effect, tuple(qualifiers), scope, text)


def _words(text: str | None) -> list[str]:
    return [word.strip() for word in (text or "").split(",") if word.strip()]


_ABILITY_COST = re.compile(r"^(?:(\d+)c|(vc|pc|click|grip|hq)\s+(\d+)|(trash|rfg))$")


def parse_costs(text: str) -> tuple[Cost, ...]:
    """The cost before the colon of an ability: ``2c``, ``vc 1``, ``1c + pc 1 | trash``."""
    alternatives = []
    for alternative in text.split("|"):
        prices = []
        for part in alternative.split("+"):
            match = _ABILITY_COST.match(part.strip())
            if match is None:
                raise NotationError(
                    f"no cost reads {part.strip()!r}; write 2c, vc 1, pc 1, click 1, grip 1, hq 1, "
                    "trash or rfg"
                )
            paid, kind, count, self_word = match.groups()
            if paid is not None:
                prices.append(Price("credits", Amount(int(paid))))
            elif kind is not None:
                prices.append(Price(PRICES[kind], Amount(int(count))))
            else:
                prices.append(Price(self_word, Amount(1)))
        alternatives.append(tuple(prices))
    return tuple(alternatives)


def _ability(text: str) -> tuple[tuple[Cost, ...], str]:
    cost, colon, body = text.partition(":")
    if not colon or not body.strip():
        raise NotationError(f"{text!r}: an ability reads COST: EFFECT")
    return parse_costs(cost), body.strip()


_BREAK = re.compile(r"^(\d+|any-number)\s+([^\[@]+?)\s*(@host)?\s*((?:\[[^\]]*\]\s*)*)$")
_BREAK_OPTION = re.compile(
    r"^(no-interface)$|^-(\d+)c if ([a-z-]+)$|^(then trash-self at run-end)$"
)


def parse_break(text: str) -> Break:
    """``1c: 2 barrier``, ``2c: 3 barrier,code gate``, ``vc 1: 1 any @host [no-interface]``."""
    costs, body = _ability(text)
    match = _BREAK.match(body)
    if match is None:
        raise NotationError(
            f"{text!r}: a break reads COST: COUNT TYPE [conditions], as in 1c: 2 barrier, "
            "with any-number for a break without a limit"
        )
    count, types, host, options = match.groups()
    fields: dict[str, Any] = {"host_only": bool(host)}
    for option in re.findall(r"\[([^\]]*)\]", options):
        found = _BREAK_OPTION.match(option.strip())
        if found is None:
            raise NotationError(
                f"{text!r}: breaking does not take [{option}]; it takes no-interface, "
                "-Nc if CONDITION, then trash-self at run-end"
            )
        plain, discount, condition, dooms = found.groups()
        if plain:
            fields["interface"] = False
        elif discount:
            fields["discount"] = int(discount)
            fields["discount_condition"] = parse_condition(condition)
        elif dooms:
            fields["dooms"] = True
    kinds = tuple(_ice_type(kind.strip(), text) for kind in types.split(","))
    if kinds == ("any",):
        kinds = ()
    number = int(count) if count.isdigit() else ANY_NUMBER
    if number < 1:
        raise NotationError(f"{text!r}: a break of no subroutines; the count is 1 or more")
    return Break(costs, number, kinds, text=text, **fields)


def _ice_type(kind: str, text: str) -> str:
    """A subtype to break: a known one, or a word of one's own that is no misspelling."""
    if kind == "any" or kind in ICE_TYPES:
        return kind
    near = difflib.get_close_matches(kind, ICE_TYPES, 1, 0.8)
    if near or not re.fullmatch(r"[a-z]+( [a-z]+)?", kind) or kind.startswith("any "):
        raise NotationError(f"{text!r}: no ice is {kind!r}{_hint(kind, ['any', *ICE_TYPES])}")
    return kind


def parse_pump(text: str) -> Pump:
    """``1c: +1``, ``2c: +1 run``, ``1c: +1*breakers``."""
    costs, body = _ability(text)
    match = re.match(r"^\+(\S+)(?:\s+(encounter|run|turn))?$", body)
    gain = parse_amount(match.group(1)) if match else None
    if match is None or gain is None:
        raise NotationError(f"{text!r}: a boost reads COST: +N [run|turn], as in 2c: +1 run")
    if gain == Amount(0):
        raise NotationError(f"{text!r}: a boost of nothing; N is 1 or more")
    return Pump(costs, gain, match.group(2) or "encounter", text)


def parse_paid(text: str) -> Paid:
    """``vc 1: ice-str -1``, ``rfg: archives-to-rd 2``."""
    costs, body = _ability(text)
    if match := re.match(r"^ice-str -(\d+)$", body):
        return Paid(costs, Atom("ice-str", Amount(int(match.group(1)))), text)
    return Paid(costs, parse_effects(body), text)


def parse_static(text: str) -> Static:
    """``advanceable``, ``str +5 if adv>=3``, ``str +1*breakers``."""
    body, _, condition = text.partition(" if ")
    test = parse_condition(condition) if condition else None
    if body.strip() in STATICS and body.strip() != "str":
        return Static(body.strip(), condition=test, text=text)
    match = re.match(r"^str ([+-])(\S+)$", body.strip())
    amount = parse_amount(match.group(2)) if match else None
    if match is None or amount is None:
        known = ", ".join(kind for kind in STATICS if kind != "str")
        raise NotationError(f"no standing property reads {text!r}; there are str +N, {known}")
    if match.group(1) == "-":
        amount = Amount(-amount.base, -amount.factor, amount.register)
    return Static("str", amount, test, text)


def parse_recurring(value: object) -> tuple[int, str]:
    """``2`` (for anything) or ``"2 breakers"`` (for using icebreakers)."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value, ""
    match = re.match(r"^(\d+)(?: (breakers))?$", str(value))
    if match is None:
        raise NotationError(f'recurring takes a number or "N breakers", not {value!r}')
    return int(match.group(1)), match.group(2) or ""


def parse_runner_break(text: str) -> Break:
    """``click 1: 1``: the Runner's own ability printed on a piece of ice."""
    costs, body = _ability(text)
    if not body.isdigit() or int(body) < 1:
        raise NotationError(
            f"{text!r}: the Runner's break on ice reads COST: COUNT, as in click 1: 1"
        )
    return Break(costs, int(body), interface=False, text=text)


def parse_load(value: object) -> int:
    """Credits hosted on the card when it is installed."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise NotationError(f"load takes a number of credits, not {value!r}")


_KEYS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "subs": ("subs", parse_effects),
    "on": ("on", parse_clause),
    "effects": ("on", parse_clause),
    "static": ("statics", parse_static),
    "break": ("breaks", parse_break),
    "pump": ("pumps", parse_pump),
    "paid": ("paid", parse_paid),
    "rbreak": ("runner_breaks", parse_runner_break),
    "corp": ("corp_abilities", parse_paid),
}
"""Keys of a card table or a card of one's own: field of `Rules`, parser of one clause."""


def parse_rules(
    keys: Mapping[str, object], complain: Callable[[str, NotationError], None] | None = None
) -> Rules:
    """The rules of one card from its notation keys (``subs``, ``on``, ``break`` …).

    A clause that cannot be read is passed to ``complain(place, error)`` when given;
    otherwise it is kept as `Unexecuted`, which makes the card approximate.
    """
    fields: dict[str, list[Any]] = {"sub_texts": [], "unexecuted": []}

    def fail(place: str, text: str, error: NotationError) -> None:
        if complain is not None:
            complain(place, error)
        key = place.partition("[")[0]
        fields["unexecuted"].append(Unexecuted(key, text, str(error)))

    recurring, load = (0, ""), 0
    for key, value in keys.items():
        if key in ("recurring", "load"):
            try:
                if key == "load":
                    load = parse_load(value)
                else:
                    recurring = parse_recurring(value)
            except NotationError as error:
                fail(key, str(value), error)
            continue
        if key not in _KEYS:
            for text in value if isinstance(value, list) else [value]:
                fail(key, str(text), NotationError(f"{key} is not executed yet"))
            continue
        field, parser = _KEYS[key]
        texts = value if isinstance(value, (list, tuple)) else [value]
        for index, text in enumerate(texts):
            place = f"{key}[{index}]"
            parsed: Any = None
            try:
                if not isinstance(text, str):
                    raise NotationError(f"expected a clause in quotation marks, found {text!r}")
                parsed = parser(text)
            except NotationError as error:
                fail(place, str(text), error)
                parsed = Sequence(()) if key == "subs" else None  # keeps its place, does nothing
            if key == "subs":
                fields["sub_texts"].append(str(text))
            if parsed is not None:
                fields.setdefault(field, []).append(parsed)
    return Rules(
        recurring=recurring[0],
        recurring_use=recurring[1],
        load=load,
        **{name: tuple(items) for name, items in fields.items()},
    )


def atoms_of(node: Node | None) -> tuple[Atom, ...]:
    """Every atom in a tree, left to right."""
    match node:
        case None:
            return ()
        case Atom():
            return (node,)
        case Sequence(steps=parts) | Choice(options=parts):
            return tuple(atom for part in parts for atom in atoms_of(part))
        case If(then=a, otherwise=b) | Trace(success=a, failure=b) | Psi(different=a, same=b):
            return atoms_of(a) + atoms_of(b)
        case Unless(penalty=inner) | May(effect=inner):
            return atoms_of(inner)
