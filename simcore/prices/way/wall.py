"""A piece of ice to get past: as it stands, and as the Runner meets it."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from simcore.cards.card import Card
from simcore.cards.setting import Setting
from simcore.cards.syntax import Amount, Atom, Clause, Node
from simcore.cards.vocabulary import DAMAGE
from simcore.cards.walking import atoms_of
from simcore.plan.marks import CORP_GAINS
from simcore.plan.pieces import Standing, Target
from simcore.plan.states import Weather
from simcore.prices.corp.further_effects import BROKEN_BY, in_words, is_unread, read_effect, spoken
from simcore.prices.corp.price_ice import PricedIce, goes_home, words_of_robbing
from simcore.prices.one_by_one import OneUse
from simcore.prices.rig.earning import earned_by
from simcore.prices.rig.hand import most_named
from simcore.prices.stated import NO_BYPASS
from simcore.prices.way.passage import Gain, Passage
from simcore.prices.way.suffering import Sight


@dataclass(frozen=True, slots=True)
class Wall:
    """One piece of ice to get past: the card, how it stands, its place (outermost 0), the
    power counters on it, and the strength that cards of the root add and that is `lent` by
    those of the rig. `hushed`: it gains no subroutines, whatever gives it some. `kept`: so many
    of the counters do nothing when abilities are used first, and stay."""

    card: Card
    setting: Setting
    place: int
    counters: int = 0
    braced: int = 0
    lent: tuple[Standing, ...] = ()
    hushed: bool = False
    kept: int = 0

    @property
    def is_outermost(self) -> bool:
        """Whether no piece stands before it, or none any more."""
        return self.setting.registers.get("outside", self.place) == 0

    @property
    def may_go_home(self) -> bool:
        """Whether the Corp may take it back to HQ; a piece that has lost its abilities stays."""
        return goes_home(self.card) and not self.hushed


def for_counters(card: Card) -> Iterator[tuple[int, Node]]:
    """The Corp's abilities of a piece of ice that cost power counters alone, and how many."""
    for ability in card.rules.corp_abilities:
        for cost in ability.costs:
            prices = {part.kind: part.amount.base for part in cost}
            if set(prices) == {"power"} and prices["power"]:
                yield prices["power"], ability.effect
    for item in card.rules.unexecuted:
        if item.key == "corp" and (found := _FOR_COUNTERS.match(item.text)):
            if (effect := read_effect(found[2])) is not None:
                yield int(found[1]), effect


def rivals_for_counters(card: Card, lying: int) -> list[str]:
    """What has no price of a piece with so many power counters of which the Corp may use one
    ability or another one for the same counters."""
    effects = [*card.rules.subs, *(clause.effect for clause in card.rules.on)]
    more = any(atom.name == "power" for effect in effects for atom in atoms_of(effect))
    more |= any("power" in item.text for item in card.rules.unexecuted)
    several = sum(more or number <= lying for number, _ in for_counters(card)) > 1
    return [f"{card.title}: several abilities for its power counters"] if several else []


_FOR_COUNTERS = re.compile(r"^pc (\d): (.+)$")


_BREAKER = re.compile(rf"{BROKEN_BY}([a-z]+)")


_LATER = "gain-etr later"
"""What a subroutine says that gives an end to all other ice met later."""
ETR = Atom("etr")


def by_trashing(card: Card) -> Iterator[Node]:
    """What the Corp can have by trashing a piece of ice; `ETR`: it stops whoever comes."""
    for ability in card.rules.corp_abilities:
        for cost in ability.costs:
            if {part.kind for part in cost} == {"trash"}:
                yield ability.effect


def once_used(wall: Wall) -> Wall:
    """A wall whose counters have been used as often as they last when abilities are used
    first."""
    left = wall.counters - wall.kept
    for number, _ in for_counters(wall.card):
        left %= number
    left += wall.kept
    registers = {**wall.setting.registers, "power": left} if left != wall.counters else None
    if registers is None:
        return wall
    return replace(wall, counters=left, setting=replace(wall.setting, registers=registers))


def with_kept(walls: Iterable[Wall], pool: int, cards: int) -> Iterator[Wall]:
    """Walls with the counters on them that take nothing when abilities are used first, as so many
    credits are in the pool and so many `cards` in the grip."""
    for wall in walls:
        left, kept = wall.counters, 0
        for number, effect in for_counters(wall.card):
            times, left = divmod(left, number)
            match effect:
                case Atom(name="rlose", amount=Amount(base=taken, register="")) if taken:
                    idle = max(0, times - -(-pool // taken))
                    pool = max(0, pool - times * taken)
                case Atom(name="discard", amount=Amount(base=taken, register="")) if taken:
                    idle = max(0, times - -(-cards // taken))
                    cards = max(0, cards - times * taken)
                case Atom(name=name, amount=Amount(base=taken, register="")) if name in DAMAGE:
                    idle = 0
                    cards = max(0, cards - times * taken)
                case _:
                    idle = 0
            kept += idle * number
        yield replace(wall, kept=kept) if kept else wall


def is_guarded(card: Card) -> bool:
    """Whether a piece of ice cannot be bypassed."""
    return any(item.text == NO_BYPASS for item in card.rules.unexecuted)


@dataclass(frozen=True, slots=True)
class Piece:
    """A wall as it is met: its texts are read by `sight`, until it is broken by `arriving`.
    `left_out`: the texts of its own subroutines that are not executed, "" for the others. `form`:
    what it differs in from other ones that the same wall may be, `grown` what it has gained for the
    run. `barred`: the Runner can trash no card of the Corp any more."""

    wall: Wall
    sight: Sight
    arriving: Sight
    ice: PricedIce
    left_out: tuple[str, ...]
    clauses: Mapping[str, Sequence[Clause]]
    form: Hashable = ()
    grown: tuple[Gain, ...] = ()
    barred: bool = False

    @property
    def target(self) -> Target:
        return self.ice.target

    @property
    def subs(self) -> tuple[Node, ...]:
        return self.ice.subs

    @property
    def effects(self) -> Iterator[Node]:
        """All that it does to the Runner."""
        yield from self.subs
        for clauses in self.clauses.values():
            yield from (clause.effect for clause in clauses)
        yield from (effect for _, effect in for_counters(self.wall.card))
        yield from by_trashing(self.wall.card)

    @property
    def virus(self) -> int:
        """Virus counters on it."""
        return self.wall.setting.registers["virus"]

    def virus_as_met(self, now: Passage) -> int:
        """The same as it is met."""
        kept = now.changed.lasting_at(self.place)
        if kept.virus >= 0:
            return kept.virus
        return 0 if now.changed.purged else self.virus

    @property
    def counts_meetings(self) -> bool:
        """Whether it puts counters on itself as it is met."""
        return self.sight.setting != self.wall.setting

    @property
    def is_kept(self) -> bool:
        """Whether the Runner cannot trash it."""
        return self.barred or cannot_be_trashed(self.wall.card)

    @property
    def asks_for_breaker(self) -> str:
        """The kind of icebreaker that it matters to be broken by, or ""."""
        texts = (item.text for item in self.wall.card.rules.unexecuted)
        found = (_BREAKER.search(text) for text in texts)
        return next((match[1] for match in found if match), "")

    @property
    def is_guarded(self) -> bool:
        """Whether it cannot be bypassed."""
        return is_guarded(self.wall.card)

    def counted(self, now: Passage) -> int:
        """Cards of the grip that it counts as it is met."""
        if self.ice.by_grip is None:
            return 0
        return (most_named if self.ice.of_a_type else Sight.cards_left)(self.sight, now)

    def before(self, now: Passage) -> Piece:
        """As it is met by a Runner with the cards that are left."""
        ice = self.ice.before(self.counted(now), now.changed.lasting_at(self.place).gained)
        for _ in range(0 if self.wall.hushed else now.ahead.doubles):
            ice = ice.twice()
        return replace(self, ice=ice)

    @property
    def _lays_for_others(self) -> bool:
        """Whether all ends that may lie on it, as it is met again, are those it has laid."""
        laying = [each.place for each in self.sight.lenders if each.lays]
        return _LATER in self.wall.card.rules.sub_texts and laying == [self.place]

    def under(self, later: Weather, following: Weather) -> Weather:
        """What lies on it of what others have left."""
        if self._lays_for_others:
            later = later._replace(etrs=0)
        both = later.with_(following)
        if self.wall.hushed:
            return both._replace(etrs=0)
        return both._replace(etrs=both.etrs * self.ice.times)

    def strength_by_tags(self, now: Passage) -> int:
        """What it is stronger for the Runner's tags, before it is broken as they make it; nobody
        looks at them for other ice."""
        if not (self.ice.stronger or self.ice.by_any):
            return 0
        return self.ice.strength_by_tags(self.sight.tags + now.suffered.tags)

    def tagged(self, tags: int) -> Piece:
        """As it is broken by a Runner with so many tags."""
        ice = self.ice.tagged(tags)
        return self if ice is self.ice else replace(self, ice=ice)

    def robbed(self, now: Passage, broken: Iterable[int], uses: Sequence[OneUse]) -> list[Passage]:
        """Credits lost for what was broken, after each use, or gained by the Corp."""
        broken = tuple(broken)
        gain = self.ice.pays * len(broken)
        if self.ice.pays_if_tagged and self.sight.tags + now.suffered.tags > 0:
            gain += self.ice.pays_if_tagged * len(broken)
        if gain:
            now = earned_by(self.sight.slots, self.sight, now, [CORP_GAINS])
        if gain and self.sight.looks.credits:
            now = now._replace(changed=now.changed._replace(corp=now.changed.corp + gain))
        number = self.ice.robbed(broken)
        if not number or self.sight.shut:
            return [now]
        before = now.money.lost
        found = [now.pays(-sum(use.credits for use in uses[1:]))]
        for place, use in enumerate(uses or [OneUse()]):
            found = [each.pays(use.credits) for each in found] if place else found
            later = self.ice.robs * sum(each.subs for each in uses[place + 1 :])
            here = max(0, number - later)
            found = [after for each in found for after in self.sight.robbed(here, each)]
            number -= here
        return [
            after.tell(self.place, words_of_robbing(self.wall.card, after.money.lost - before))
            for after in found
        ]

    def left_out_at(self, number: int) -> str:
        """The text of a subroutine that is not executed, or ""."""
        own = number // self.ice.times - self.ice.ahead
        return self.left_out[own] if 0 <= own < len(self.left_out) else ""

    def is_closed(self, number: int) -> bool:
        """Whether nobody knows what a subroutine does."""
        text = self.left_out_at(number)
        return bool(text) and is_unread(text)

    def words(self, number: int) -> str:
        """What a subroutine does."""
        if text := self.left_out_at(number):
            return spoken(text)
        return in_words(self.subs[number])

    @property
    def place(self) -> int:
        return self.wall.place


def cannot_be_trashed(card: Card) -> bool:
    """Whether the Runner cannot trash a piece of ice."""
    return any(item.text.startswith("no-trash-ice") for item in card.rules.unexecuted)


def with_gain(card: Card, gain: Gain) -> Card:
    """A piece of ice with subroutines and subtypes that it has gained."""
    rules = card.rules
    both = ((gain.subs, gain.texts), (rules.subs, rules.sub_texts))
    (subs, texts), (behind, texts_behind) = both if gain.first else both[::-1]
    rules = replace(
        rules,
        subs=subs + behind,
        sub_texts=texts + texts_behind,
        unexecuted=rules.unexecuted + gain.unexecuted,
    )
    return replace(card, rules=rules, subtypes=card.subtypes | gain.subtypes)
