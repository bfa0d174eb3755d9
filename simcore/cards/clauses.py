"""Effect strings and triggered clauses to syntax trees; the grammar is in `notation`."""

from __future__ import annotations

import re

from simcore.cards.syntax import (
    ANY_NUMBER,
    Amount,
    Atom,
    Choice,
    Clause,
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
from simcore.cards.vocabulary import (
    ATOMS,
    CONDITIONS,
    CONTROL,
    EVENTS,
    FLAGS,
    NOT_MADE,
    PRICES,
    QUALIFIERS,
    REGISTERS,
    RIG_KINDS,
    SERVERS,
    hint,
)
from simcore.errors import NotationError

_TOKEN = re.compile(r"\s*(\{|\}|;|\||~|:|[^\s{};|~:]+)")
_AMOUNT = re.compile(r"^(?:(\d+)\+)?(\d+)\*([a-z-]+)$|^(\d+)$")
_CONDITION = re.compile(r"^(!?)([a-z>-]+?)(?:(>=|<=|!=|=)([a-z0-9-]+))?$")
_HEAD = re.compile(r"^([a-z-]+)\s*(?:\[([^\]]*)\])?$")


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
        raise NotationError(f"no register is called {name!r}{hint(name, REGISTERS)}")
    return name


def parse_condition(text: str) -> Condition:
    """``tagged``, ``adv>=3``, ``server=remote``, ``!tagged``."""
    match = _CONDITION.match(text.strip())
    if match is None or match.group(2) not in CONDITIONS:
        name = match.group(2) if match else text.strip()
        raise NotationError(f"no condition reads {text.strip()!r}{hint(name, CONDITIONS)}")
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


class Reader:
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
        return " ".join(self.tokens[: self.at - 1])

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
        if word == "on-success":
            self.take()
            self.expect(":")
            return Later(self.clause())
        if word == "roll":
            self.take()
            return Roll(*self.faces(), *self.branches())
        if word == "if":
            self.take()
            condition = parse_condition(self.take())
            return If(condition, *self.branches())
        if word in ("corp-may", "runner-may", "corp-will", "runner-will"):
            self.take()
            cost: Cost = () if self.peek() == ":" else self.cost()
            self.expect(":")
            side, _, how = word.partition("-")
            return May(side, self.clause(), cost, forced=how == "will")
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
        if word in ("vc", "pc"):
            price = self.price()
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

    def faces(self) -> tuple[int, int]:
        """The faces of a die: ``2-5``, or ``1-1`` for one of them."""
        word = self.take()
        match = re.fullmatch(r"([1-6])-([1-6])", word)
        if match is None or match[1] > match[2]:
            raise NotationError(
                f"{self.text!r}: a roll reads roll A-B: EFFECT with faces from 1 to 6, "
                f"not {word or 'the end'!r}"
            )
        return int(match[1]), int(match[2])

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
            raise NotationError(f"{self.text!r}: no cost is called {word!r}{hint(word, PRICES)}")
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
            raise NotationError(f"{self.text!r}: no effect is called {name!r}{hint(name, ATOMS)}")
        given: Amount | None = None
        words: list[str] = []
        while (word := self.peek()) and word not in ("{", "}", ";", "|", "~", ":", "+"):
            if word in ("unless", "else"):
                break
            self.take()
            number = parse_amount(word) if word != "all" else Amount(ANY_NUMBER)
            if word in ATOMS[name]:
                words.append(word)
            elif number is not None:
                if given is not None and name not in NOT_MADE:
                    raise NotationError(f"{self.text!r}: {name} takes one number, not {word!r} too")
                given = number
            elif name not in NOT_MADE:
                words_taken = ", ".join(filter(None, ATOMS[name])) or "a number only"
                raise NotationError(
                    f"{self.text!r}: {name} does not take {word!r}; it takes {words_taken}"
                )
        if not words and "" not in ATOMS[name] and name not in NOT_MADE:
            raise NotationError(f"{self.text!r}: {name} needs one of {', '.join(ATOMS[name])}")
        if name == "bounce" and words[0] not in RIG_KINDS:
            raise NotationError(f"{self.text!r}: bounce says what goes, as in bounce prog grip")
        return Atom(name, given or Amount(1), tuple(words))


def parse_effects(text: str) -> Node:
    """An effect string to its tree.

    >>> parse_effects("net 2")
    Atom(name='net', amount=Amount(base=2, factor=0, register=''), words=())
    """
    reader = Reader(text)
    node = reader.effects()
    if reader.peek():
        raise NotationError(f"{text!r}: cannot read on from {reader.peek()!r}")
    return node


def parse_clause(text: str) -> Clause:
    """``event[qualifiers]: effects``, with ``root:`` or ``this-run:`` before it."""
    rest, scope, qualifiers = text.strip(), "", []
    if match := re.match(r"^(root|this-run)\s*(?:\[([^\]]*)\])?\s*:\s*", rest):
        scope, extra = match.groups()
        qualifiers += words_of(extra)
        rest = rest[match.end() :]
    head, colon, effects = (part.strip() for part in rest.partition(":"))
    if not colon:
        raise NotationError(f"{text!r}: a clause reads EVENT: EFFECTS, as in success: rgain 1")
    match = _HEAD.match(head)
    if match is None or match.group(1) not in EVENTS:
        raise NotationError(f"{text!r}: no event is called {head!r}{hint(head, EVENTS)}")
    event = match.group(1)
    qualifiers += words_of(match.group(2))
    for word in qualifiers:
        if word not in QUALIFIERS:
            raise NotationError(f"{text!r}: {event} does not take [{word}]{hint(word, QUALIFIERS)}")
    if event == "steal-cost":
        reader = Reader(effects)
        cost = reader.cost()
        if reader.peek():
            raise NotationError(f"{text!r}: cannot read on from {reader.peek()!r}")
        effect: Node = May("runner", Atom("nothing"), cost)
    else:
        if not effects and event != "run":
            raise NotationError(f"{text!r}: an effect is missing after {head}:")
        effect = parse_effects(effects) if effects else Sequence(())
    return Clause(event, effect, tuple(qualifiers), scope, text)


def words_of(text: str | None) -> list[str]:
    return [word.strip() for word in (text or "").split(",") if word.strip()]
