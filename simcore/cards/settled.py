"""Choices that were made for a card, dice that were rolled, credits that were paid: what a
question about prices states in braces, as in ``"Chimera{chosen=sentry}"``.

`settle` writes them into the card, so that whoever reads its rules afterwards finds nothing
left open. What is not stated is settled by a rule of thumb that is told in words.

>>> from simcore.cards.pool import load_pool
>>> card, assumed = settle(load_pool().find("Chimera"), {"chosen": "sentry"})
>>> card.title, sorted(card.subtypes), assumed
('Chimera{chosen=sentry}', ['mythic', 'sentry'], ())
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from simcore.cards.abilities import parse_break, parse_bypass
from simcore.cards.card import Card, Fidelity
from simcore.cards.notation import parse_clause, parse_rules
from simcore.cards.syntax import Atom, Cost, Pump, Rules, Static, Unexecuted
from simcore.cards.vocabulary import hint
from simcore.errors import CardError

COUNTERS = ("virus", "power", "credits")
"""What may lie on a rig card."""
_WORDS = {"wall": "barrier"}
KINDS = ("barrier", "code gate", "sentry")
"""What the subtype of ice is chosen from."""
CENTRAL = ("hq", "rd", "archives")
FACES = range(1, 7)
MOST = 255

_ONE_KIND = "rez: choose-subtype"
_KINDS = re.compile(r"^rez: choose-subtypes 1\.\.3$")
_ONLY_AS = re.compile(r"^if is:([a-z ]+): (.+)$")
_BECOMES = re.compile(r"^rez: corp-may pay (\d+): becomes ([a-z ]+)$")
_BOUGHT = re.compile(r"^encounter: corp-may pay (\d+)\*N: gain-sub (\w+)\*N$")
_ROLLED = re.compile(
    r"^encounter: roll: if 6: \{self-derez; bypass\} else str \+1\*roll encounter$"
)
_PASSED = "encounter: {self-derez; bypass}"
_PAID = re.compile(r"^rez-paid<=(\d+)$")
_BY_PAID = re.compile(r"^(.+)\*half-rez-paid$")
REVEALED = re.compile(
    r"^encounter: choose-type; reveal-grip; gain-sub \{(.+)\}\*revealed-of-type run$"
)
_OUTSIDE = re.compile(r"\b(\d+)\*rezzed-outside$")
_EACH_OUTSIDE = re.compile(r"^(?:\{(.+)\}|(etr))\*rezzed-outside(?::([a-z ,]+))?$")
_AT_MARK = " @mark"
_PAST_ON_MARK = "ice met on the mark: may give it up: past it"
_SIDES = ("front", "back")
_OF_A_SIDE = re.compile(r"^side (front|back): (.+)$")
IF_NEW = " [if installed-this-turn]"
"""When a program has an ability, behind the text of that."""
LENT_CHEAPER = "lent boosts -1c"
"""What a card says then of boosts that cards on it give it."""
CHEAPER_ONCE_TRASHED = "break and pump -1c if trashed-own-this-turn"
"""What a program says whose abilities cost less once a card of the rig has been trashed."""
ON_CHOSEN_SERVER = "only chosen-server (all abilities)"
"""What a card says that can be used in runs on the server chosen for it alone."""
IN_PLACE_OF_THE_CHOSEN = "instead on the server chosen [1/turn]: "
"""Before what a card does in place of a breach of the server chosen for it."""
CHOSEN_ICE = re.compile(r"^str \+(\d+) if chosen-ice$")


def with_mark(card: Card, here: bool) -> Card:
    """A card whose abilities ask for the Runner's mark, on that server or elsewhere."""
    rules = card.rules
    asked = [item for item in rules.unexecuted if item.text.endswith((_AT_MARK, _PAST_ON_MARK))]
    past = tuple(parse_bypass("trash: any") for i in asked if here and i.text == _PAST_ON_MARK)
    texts = [item.text for item in asked if here and item.text != _PAST_ON_MARK]
    breaks = tuple(parse_break(text.removesuffix(_AT_MARK)) for text in texts)
    left = tuple(item for item in rules.unexecuted if item not in asked)
    if not asked:
        return card
    notes = tuple(
        note for note in card.fidelity.notes if _AT_MARK not in note and _PAST_ON_MARK not in note
    )
    fidelity = Fidelity("approximate", notes) if notes else Fidelity()
    rules = replace(rules, breaks=rules.breaks + breaks, unexecuted=left)
    rules = replace(rules, bypasses=rules.bypasses + past)
    return replace(card, rules=rules, fidelity=fidelity)


def at_chosen_server(card: Card, chosen: str, attacked: str) -> Card:
    """A card that acts, or can be used, at the server chosen for it alone, in a run on that or on
    another one."""
    rules, here = card.rules, chosen == attacked
    asking = [item for item in rules.unexecuted if asks_for_server(item)]
    if not asking:
        return card
    texts = [item.text for item in asking]
    notes = tuple(n for n in card.fidelity.notes if not any(text in n for text in texts))
    fidelity = Fidelity("approximate", notes) if notes else Fidelity()
    left = tuple(item for item in rules.unexecuted if item not in asking)
    heads = (IN_PLACE_OF_THE_CHOSEN, f"instead[{chosen},1/turn]: ")
    done = [text.replace(*heads) for text in texts if text.startswith(IN_PLACE_OF_THE_CHOSEN)]
    rules = replace(rules, unexecuted=left, on=(*rules.on, *map(parse_clause, done)))
    if ON_CHOSEN_SERVER in texts and not here:
        rules = replace(rules, breaks=(), pumps=())
    return replace(card, rules=rules, fidelity=fidelity)


def by_the_grip(text: str) -> str:
    """What a piece says that gains a subroutine for each card of the grip that is of a type."""
    return f"encounter: gain-sub {{{text}}}*grip-of-a-type run"


def asks_for_server(item: Unexecuted) -> bool:
    """Whether a clause is about the server that was chosen for its card."""
    return item.text == ON_CHOSEN_SERVER or item.text.startswith(IN_PLACE_OF_THE_CHOSEN)


def cheaper_pump(pump: Pump) -> Pump:
    """A boost that costs a credit less."""
    return replace(pump, costs=_cheaper(pump.costs))


def makes_lent_cheaper(host: Card) -> bool:
    """Whether boosts that cards on it give an icebreaker cost a credit less."""
    return any(static.kind == LENT_CHEAPER for static in host.rules.statics)


def _cheaper(costs: tuple[Cost, ...]) -> tuple[Cost, ...]:
    """Costs with a credit less in each."""
    return tuple(
        tuple(
            replace(part, amount=replace(part.amount, base=max(0, part.amount.base - 1)))
            if part.kind == "credits"
            else part
            for part in cost
        )
        for cost in costs
    )


class Settled(NamedTuple):
    """A card with nothing left open that could be settled, and what was `assumed` for it."""

    card: Card
    assumed: tuple[str, ...] = ()


def settle(
    card: Card,
    stated: Mapping[str, str] | None = None,
    *,
    luck: bool = True,
    outside: Sequence[Card] = (),
) -> Settled:
    """The card as `stated` says (None: nothing is said), behind rezzed ice `outside`.
    `luck`: a die of the Runner's that is not stated shows its best face, else its worst.

    Raises `CardError` for what the card does not leave open, and for other values than it
    allows.
    """
    work = _Work(card, dict(stated or {}), luck, outside)
    work.do()
    for name in work.stated:
        if name not in work.asked:
            raise CardError(_not_to_be_stated(card, name, work))
    done = work.card
    if stated:
        words = ", ".join(f"{name}={value}" for name, value in stated.items())
        done = replace(done, title=f"{card.title}{{{words}}}")
    return Settled(done, tuple(work.assumed))


def _not_to_be_stated(card: Card, name: str, work: _Work) -> str:
    if card.type != "ice" and name in COUNTERS:  # an argument has been asked for them before
        value = work.stated[name]
        written = f'{{ card = "{card.title}", {name} = {value} }}'
        return f"{card.title}: write counters as {written}"
    if card.type == "ice" and name in ("advancement", "adv"):
        return f"{card.title}: advancement is stated beside the ice, not in braces"
    open_ones = dict.fromkeys((*work.asked, *(COUNTERS if card.type != "ice" else ())))
    words = f"{card.title}: {name!r} cannot be stated"
    return words + (hint(name, open_ones) if open_ones else "; this card leaves nothing open")


def choices(card: Card) -> Iterator[Card]:
    """The card once for each choice that decides all, or as it is."""
    texts = [item.text for item in card.rules.unexecuted]
    if _ONE_KIND in texts:
        yield from (settle(card, {"chosen": kind}).card for kind in KINDS)
        return
    yield card
    if any(map(CHOSEN_ICE.match, texts)):
        yield settle(card, {"chosen": "ice"}).card


def rolls(card: Card) -> bool:
    """Whether the strength of a rig card is that of a die."""
    return any(s.kind == "str roll" and s.condition is None for s in card.rules.statics)


def left_open(card: Card) -> str:
    """What of a card has to be stated, as an example in braces, or ""."""
    texts = [item.text for item in card.rules.unexecuted]
    if _ONE_KIND in texts:
        return f"{card.title}{{chosen=sentry}}"
    return f"{card.title}{{mark=hq}}" if any(text.endswith(_AT_MARK) for text in texts) else ""


def in_braces(text: str) -> tuple[str, dict[str, str]]:
    """A title, and what is stated behind it: ``"Title{chosen=sentry, virus=2}"``."""
    title, brace, rest = text.partition("{")
    stated: dict[str, str] = {}
    if brace:
        body, closing, tail = rest.partition("}")
        if not closing or tail.strip():
            raise CardError(f'{text!r}: write counters as "Title{{virus=2}}"')
        for part in filter(None, (piece.strip() for piece in body.split(","))):
            match = re.fullmatch(r"(\w+)\s*=\s*(.+)", part)
            if match is None:
                raise CardError(f"{text!r}: cannot read {part!r}; write it as in {{virus=2}}")
            if match[1] in stated:
                raise CardError(f"{text!r}: {match[1]} is given twice")
            value = match[2].casefold()
            stated[match[1]] = "+".join(
                _WORDS.get(word.strip(), word.strip()) for word in value.split("+")
            )
    return title.strip(), stated


def stated_card(text: str, find: Callable[[str], Card]) -> Card:
    """The card of a title with what is stated behind it in braces."""
    title, stated = in_braces(text)
    return settle(find(title), stated).card if stated else find(title)


@dataclass
class _Work:
    card: Card
    stated: dict[str, str]
    luck: bool
    outside: Sequence[Card]
    asked: list[str] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)

    def do(self) -> None:
        if self.card.type == "ice":
            self.rezzed_when()
        for item in self.card.rules.unexecuted:
            self.clause(item)
        if rolls(self.card):
            kept = [each for each in self.card.rules.statics if each.kind != "str roll"]
            self.rules(statics=tuple(kept))
            self.roll_of_runner()
        for kind in ("power", "virus"):
            self.counters(kind)

    def rezzed_when(self) -> None:
        """Strength that ice has in the turn in which it was rezzed."""
        new = [
            static
            for static in self.card.rules.statics
            if static.kind == "str"
            and static.condition is not None
            and static.condition.subject == "rezzed-this-turn"
        ]
        stated = self.take("rezzed") if new else None
        if stated not in (None, "now"):
            raise CardError(f"{self.card.title}: rezzed is now (in this turn), not {stated!r}")
        if stated:
            kept = tuple(static for static in self.card.rules.statics if static not in new)
            self.rules(statics=kept)
            self.stronger(sum(static.amount.base for static in new))

    # -- what is stated ------------------------------------------------------------------

    def take(self, name: str) -> str | None:
        self.asked.append(name)
        return self.stated.get(name)

    def number(self, name: str, most: int = MOST, least: int = 0) -> int | None:
        text = self.take(name)
        if text is None:
            return None
        if not re.fullmatch(r"[0-9]{1,3}", text) or not least <= int(text) <= most:
            raise CardError(f"{self.card.title}: {name} is {least} … {most}, not {text!r}")
        return int(text)

    def assume(self, words: str, how: str) -> None:
        title = self.card.title
        self.assumed.append(f'{title}: {words} ("{title}{{{how}}}" says otherwise)')

    # -- what becomes of the card ----------------------------------------------------------

    def rules(self, **changes: object) -> None:
        rules: Rules = replace(self.card.rules, **changes)  # type: ignore[arg-type]
        self.card = replace(self.card, rules=rules)

    def done(self, item: Unexecuted) -> None:
        """A clause that is executed now, or has no say any more."""
        left = tuple(each for each in self.card.rules.unexecuted if each is not item)
        self.rules(unexecuted=left)
        card = self.card
        notes = tuple(note for note in card.fidelity.notes if item.text not in note)
        if notes != card.fidelity.notes:
            notes = notes or ("as stated, without a worked case",)
            self.card = replace(card, fidelity=Fidelity("approximate", notes))

    def sub(self, item: Unexecuted, texts: list[str]) -> None:
        """What stands in the place of a subroutine that was left open."""
        rules = self.card.rules
        place = rules.sub_texts.index(item.text)
        read = parse_rules({"subs": texts})
        self.done(item)
        self.rules(
            subs=(*rules.subs[:place], *read.subs, *rules.subs[place + 1 :]),
            sub_texts=(*rules.sub_texts[:place], *read.sub_texts, *rules.sub_texts[place + 1 :]),
        )

    def gain(self, text: str, times: int) -> None:
        """Subroutines behind the printed ones."""
        read = parse_rules({"subs": [text] * times})
        rules = self.card.rules
        self.rules(subs=rules.subs + read.subs, sub_texts=rules.sub_texts + read.sub_texts)

    def stronger(self, by: int) -> None:
        self.card = replace(self.card, strength=(self.card.strength or 0) + by)

    def kinds(self, kinds: set[str]) -> None:
        self.card = replace(self.card, subtypes=self.card.subtypes | kinds)

    # -- clause by clause ------------------------------------------------------------------

    def clause(self, item: Unexecuted) -> None:
        text = item.text
        if text == _ONE_KIND:
            if kinds := self.chosen(1):
                self.done(item)
                self.kinds(kinds)
        elif _KINDS.match(text):
            self.some_kinds(item)
        elif found := _BECOMES.match(text):
            self.becomes(item, found[2])
        elif item.key == "break" and text.endswith(_AT_MARK):
            self.mark(item)
        elif found := _BOUGHT.match(text):
            self.bought(item, int(found[1]), found[2])
        elif _ROLLED.match(text):
            face = self.number("roll", FACES[-1], FACES[0])
            if face is None:
                face = 5
                self.assume("a 5 is rolled, the worst for the Runner", "roll=1")
            self.done(item)
            if face == FACES[-1]:
                self.rules(on=self.card.rules.on + parse_rules({"on": [_PASSED]}).on)
            else:
                self.stronger(face)
        elif item.key == "x" and (found := _PAID.match(text)):
            self.paid_strength(item, int(found[1]))
        elif item.key == "subs" and (found := _BY_PAID.match(text)):
            self.sub(item, [found[1]] * (self.paid() // 2))
        elif found := REVEALED.match(text):
            self.revealed(item, found[1])
        elif found := _EACH_OUTSIDE.match(text):
            self.sub(item, [found[1] or found[2]] * self.number_outside(found[3]))
        elif found := _OUTSIDE.search(text):
            number = int(found[1]) * self.number_outside(None)
            if item.key == "static" and text == f"str +{found[0]}":
                self.done(item)
                self.stronger(number)
            elif item.key == "subs":
                self.sub(item, [_OUTSIDE.sub(str(number), text) if number else "nothing"])
        elif found := CHOSEN_ICE.match(text):
            self.chosen_ice(item, int(found[1]))
        elif found := _OF_A_SIDE.match(text):
            self.of_a_side(item, found[1], found[2])
        elif item.key == "break" and text.endswith(IF_NEW):
            self.installed_when(item)
        elif text == CHEAPER_ONCE_TRASHED:
            self.cheaper(item)

    def installed_when(self, item: Unexecuted) -> None:
        """What a program breaks in the turn in which it was installed."""
        stated = self.take("installed")
        if stated not in (None, "now"):
            raise CardError(f"{self.card.title}: installed is now (in this turn), not {stated!r}")
        self.done(item)
        if stated:
            new = parse_break(item.text.removesuffix(IF_NEW))
            self.rules(breaks=(new, *self.card.rules.breaks))
        else:
            self.assume("it was installed in an earlier turn", "installed=now")

    def cheaper(self, item: Unexecuted) -> None:
        """What abilities cost once the Runner has trashed a card of the rig in this turn."""
        stated = self.take("trashed")
        if stated not in (None, "own"):
            raise CardError(
                f"{self.card.title}: trashed is own (a card of the rig), not {stated!r}"
            )
        if stated is None:
            self.assume("no card of the rig was trashed in this turn", "trashed=own")
            return
        self.done(item)
        rules = self.card.rules
        breaks = tuple(replace(b, costs=_cheaper(b.costs)) for b in rules.breaks)
        pumps = tuple(map(cheaper_pump, rules.pumps))
        lent = Static(LENT_CHEAPER, text=LENT_CHEAPER)
        self.rules(breaks=breaks, pumps=pumps, statics=(*self.card.rules.statics, lent))

    def becomes(self, item: Unexecuted, kind: str) -> None:
        """Another subtype, paid for when the piece was rezzed."""
        chosen = self.take("chosen")
        printed = self.card.subtypes & set(KINDS)
        if chosen is not None and chosen not in {kind, *printed}:
            words = " or ".join(sorted({kind, *printed}))
            raise CardError(f"{self.card.title}: chosen is {words}, not {chosen!r}")
        self.done(item)
        if chosen == kind:
            self.card = replace(self.card, subtypes=self.card.subtypes - printed | {kind})
        elif chosen is None:
            self.assume("nothing was paid for another subtype", f"chosen={kind}")

    def mark(self, item: Unexecuted) -> None:
        server = self.take("mark")
        if server is None:
            return
        if server not in CENTRAL:
            words = ", ".join(CENTRAL)
            raise CardError(f"{self.card.title}: mark is one of {words}, not {server!r}")
        left = self.card.rules.unexecuted
        marked = replace(item, text=f"{item.text}={server}")
        self.rules(unexecuted=tuple(marked if each is item else each for each in left))

    def chosen_ice(self, item: Unexecuted, gain: int) -> None:
        chosen = self.take("chosen")
        if chosen not in (None, "ice"):
            raise CardError(f"{self.card.title}: chosen is ice (this piece), not {chosen!r}")
        self.done(item)
        if chosen:
            self.stronger(gain)
        else:
            self.assume("another piece of ice was chosen", "chosen=ice")

    def of_a_side(self, item: Unexecuted, side: str, text: str) -> None:
        """What a card with two sides says on one of them."""
        up = self.take("side")
        if up not in (None, *_SIDES):
            words = " or ".join(_SIDES)
            raise CardError(f"{self.card.title}: side is {words}, not {up!r}")
        if up is None and side != _SIDES[0]:
            self.assume(f"its {_SIDES[0]} is up", f"side={side}")
        if side != (up or _SIDES[0]):
            self.done(item)
            return
        left = self.card.rules.unexecuted
        said = replace(item, text=text)
        self.rules(unexecuted=tuple(said if each is item else each for each in left))

    def number_outside(self, kinds: str | None) -> int:
        """Rezzed pieces of ice outside this one, of some subtypes if any are named."""
        stated = self.number("outside")
        if stated is not None:
            return stated
        asked = frozenset(kinds.split(",")) if kinds else frozenset()
        return sum(not asked or bool(asked & card.subtypes) for card in self.outside)

    def chosen(self, most: int) -> set[str]:
        text = self.take("chosen")
        if text is None:
            return set()
        kinds = {kind.strip() for kind in text.split("+")}
        if not kinds <= set(KINDS) or len(kinds) > most:
            several = ", several with +" if most > 1 else ""
            raise CardError(
                f"{self.card.title}: chosen is one of {', '.join(KINDS)}{several}, not {text!r}"
            )
        return kinds

    def some_kinds(self, item: Unexecuted) -> None:
        chosen = self.chosen(len(KINDS))
        if not chosen:
            chosen = set(KINDS)
            self.assume("all three subtypes were chosen", "chosen=sentry+barrier")
        self.done(item)
        self.kinds(chosen)
        for other in self.card.rules.unexecuted:
            if other.key == "subs" and (found := _ONLY_AS.match(other.text)):
                text = found[2].removeprefix("{").removesuffix("}")
                self.sub(other, [text if found[1] in chosen else "nothing"])

    def bought(self, item: Unexecuted, price: int, text: str) -> None:
        paid = self.number("paid")
        if paid is None:
            paid = 0
            self.assume("the Corp pays for no further subroutine", f"paid={price}")
        number, rest = divmod(paid, price)
        if rest:
            raise CardError(f"{self.card.title}: paid is a multiple of {price}, not {paid}")
        self.done(item)
        self.gain(text, number)

    def paid(self, most: int = MOST) -> int:
        """Credits paid beyond the rez cost, at most so many."""
        paid = self.number("paid", most)
        if paid is None:
            paid = 0
            self.assume("nothing was paid beyond its rez cost", "paid=2")
        return paid

    def paid_strength(self, item: Unexecuted, most: int) -> None:
        strength = self.paid(most)
        self.done(item)
        card = self.card
        notes = tuple(note for note in card.fidelity.notes if "strength X" not in note)
        fidelity = replace(card.fidelity, notes=notes or ("as stated, without a worked case",))
        self.card = replace(card, strength=strength, fidelity=fidelity)
        for other in card.rules.unexecuted:
            if other.key == "subs" and re.search(r"\bX\b", other.text):
                self.sub(other, [re.sub(r"\bX\b", str(strength), other.text)])

    def revealed(self, item: Unexecuted, text: str) -> None:
        number = self.number("revealed")
        if number is None:
            self.assume("all cards of the grip are of the type that is named", "revealed=2")
            known = Unexecuted("on", by_the_grip(text), item.reason)
            left = [known if each is item else each for each in self.card.rules.unexecuted]
            self.rules(unexecuted=tuple(left))
            return
        self.done(item)
        self.gain(text, number)

    def roll_of_runner(self) -> None:
        face = self.number("roll", FACES[-1], FACES[0])
        if face is None:
            face = FACES[-1] if self.luck else FACES[0]
            self.assume(f"a {face} is rolled", "roll=3")
        self.stronger(face)

    def counters(self, kind: str) -> None:
        """Counters on ice that was rezzed before: those it is rezzed with, if not stated."""
        if self.card.type != "ice" or kind not in self.stated:
            return
        number = self.number(kind)
        kept = tuple(
            clause
            for clause in self.card.rules.on
            if clause.event != "rez"
            or not isinstance(clause.effect, Atom)
            or clause.effect.name != kind
        )
        laid = parse_rules({"on": [f"rez: {kind} {number}"]}).on
        self.rules(on=kept + laid)
