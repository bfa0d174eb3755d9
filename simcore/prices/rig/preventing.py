"""Cards of the rig that keep off damage, tags, or the trashing of installed cards.

What may be kept off is up to the Runner, card by card and as often as it can be paid for;
some cards do it by themselves. Damage that is a price cannot be kept off.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from simcore.cards.card import RIG_TYPES, Card
from simcore.cards.syntax import Amount, Atom, Trace
from simcore.cards.vocabulary import DAMAGE
from simcore.cards.walking import atoms_of, mentioned
from simcore.plan.marks import CAME_HOME, KEPT_OFF, TOO_LATE
from simcore.plan.offers import KeepsOff
from simcore.plan.pieces import GONE, Slot
from simcore.plan.strengths import is_active, unhosted
from simcore.prices.rig.changed_hosts import check_leaving
from simcore.prices.rig.drawing import given_up_for_use, once_gone
from simcore.prices.rig.earning import TRACED, earned_by
from simcore.prices.rig.emptying import goes_when_empty, has_gone_empty
from simcore.prices.rig.hand import thrown
from simcore.prices.rig.laid_down import words_of_facedown
from simcore.prices.rig.leaving import hurt_by_leaving
from simcore.prices.telling import price
from simcore.prices.way.passage import Passage
from simcore.prices.way.tracing import beating, fails
from simcore.scenario import RigCard

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight

_OPTION = re.compile(
    r"^(?:(\d)c(?: \+ (?:(trash)|(forgo 1)))?|pc (\d)|(trash)|(trash \+ grip)|(installed card)): "
    r"prevent "
    r"(?:([a-z,]+) (but )?(\d|any|all)(\*copies)?"
    r"|(?:a )?((?:program|hardware|resource)(?: or (?:program|hardware|resource))*) being trashed)"
    r"( \[1/turn\])?$"
)
_EITHER = re.compile(r"^(\d)c or trash: (prevent .+)$")
_IN_RUN = re.compile(r"^this-run: on ice: prevent ([a-z,]+) (\d)$")
_ALWAYS = re.compile(r"^(tagged; )?prevent all ([a-z,]+)(?:; it goes unless (\d)c)?$")
_ALL = 1 << 20
_RIG_TYPES = frozenset(RIG_TYPES)
_OF_OTHERS = {
    "this-run: on ice: no damage": KeepsOff(frozenset(DAMAGE), _ALL, always=0),
    "this-run: no tags": KeepsOff(frozenset({"tag"}), _ALL, always=0),
    "tagged[1/turn,in-run]: avoid 1": KeepsOff(frozenset({"tag"}), first=True, turn=1),
    "trash: prevent other programs being trashed": KeepsOff(
        frozenset({"program"}), _ALL, trash=True
    ),
    "1c + to grip: prevent other programs being trashed": KeepsOff(
        frozenset({"program"}), _ALL, credits=1, trash=True, to_grip=True
    ),
    "tags, net [1/turn]: may trash: trace 0: else prevent tag,net all": KeepsOff(
        frozenset({"tag", "net"}), _ALL, trash=True, first=True, traced=True
    ),
}
"""What run events, identities, and cards whose trace has to fail for it keep off."""
_NO_TRACE = Trace(Amount(0), Atom("nothing"))
"""What has to fail for what is `KeepsOff.traced`."""


def is_prevention(text: str) -> bool:
    """Whether a clause of a rig card keeps something off the Runner, as prices know it."""
    return bool(_options_of(text))


def makes_tagged(card: Card) -> bool:
    """Whether the Runner counts as tagged while a card is installed."""
    texts = (item.text for item in card.rules.unexecuted)
    return any((found := _ALWAYS.match(text)) and found[1] for text in texts)


def refused_by_tagging(rig: Iterable[RigCard], ice: Iterable[Card]) -> list[str]:
    """The ice of which a property, not an effect, asks whether the Runner is tagged, beside a card
    by which that is so."""
    tagging = dict.fromkeys(placed.card.title for placed in rig if makes_tagged(placed.card))
    return [
        f"{title} beside {card.title}: who is tagged by a card is not executed yet"
        for title in tagging
        for card in ice
        if "tagged" in mentioned(card.rules.statics)
        or any("tagged" in item.text for item in card.rules.unexecuted)
    ]


def preventions_of(placed: RigCard) -> tuple[KeepsOff, ...]:
    """All that a card of a rig keeps off."""
    found = [e for item in placed.card.rules.unexecuted for e in _options_of(item.text)]
    for static in placed.card.rules.statics:
        if static.kind == "prevent":
            most = static.amount.base
            spares = placed.card.pool == "1996"  # "up to" so much, as the Runner likes
            found.append(KeepsOff(frozenset(static.words), most, turn=most, up_to=spares))
    return tuple(found)


def _options_of(text: str) -> list[KeepsOff]:
    if text in _OF_OTHERS:
        return [_OF_OTHERS[text]]
    if either := _EITHER.match(text):
        return _options_of(f"{either[1]}c: {either[2]}") + _options_of(f"trash: {either[2]}")
    if found := _IN_RUN.match(text):
        return [KeepsOff(_kinds(found[1]), int(found[2]), turn=int(found[2]))]
    if found := _ALWAYS.match(text):
        return [KeepsOff(frozenset(found[2].split(",")), _ALL, always=int(found[3] or 0))]
    read = _OPTION.match(text)
    if read is None:
        return []
    credits, gone, forgone, power, trash, grip, another, *what = read.groups()
    names, but, number, copies, types, first = what
    if types:
        kinds, most = frozenset(types.split(" or ")), 1
    else:
        kinds = _kinds(names)
        most = _ALL if but or number in ("any", "all") else int(number)
    return [
        KeepsOff(
            kinds,
            most,
            but=int(number) if but else 0,
            credits=int(credits or 0),
            power=int(power or 0),
            trash=bool(trash or gone or grip),
            forgone=int(bool(forgone)),
            grip=bool(grip),
            another=bool(another),
            first=bool(first),
            copies=bool(copies),
        )
    ]


def _kinds(names: str) -> frozenset[str]:
    return frozenset(DAMAGE if names == "damage" else names.split(","))


def kept_off(sight: Sight, kind: str, number: int, now: Passage) -> list[tuple[int, Passage]]:
    """How much of so many points of damage or tags is left, by every way to keep some off."""
    if not number or not any(slot.keeps_off for slot in sight.slots):
        return [(number, now)]
    found: list[tuple[int, Passage]] = []
    for left, first in _of_the_turn(sight, kind, number, now):
        after = with_the_first_come(sight, kind, first)
        if left != number:
            words = f"{number - left} of {_noun(kind, number)} kept off"
            after = after.tell(sight.place, f"{sight.title}: {words}")
        for rest, forced in _forced(sight, kind, left, after):
            found += _chosen(sight, kind, rest, forced, now, _in_turn(sight.slots))
    return found


def _in_turn(slots: Sequence[Slot]) -> tuple[int, ...]:
    """The cards that keep something off in the order in which each leaves the others as much as it
    can: first those that leave a part, last those for which others go."""

    def when(number: int) -> int:
        options = slots[number].keeps_off
        return any(each.another for each in options) - any(each.but for each in options)

    return tuple(sorted((n for n, slot in enumerate(slots) if slot.keeps_off), key=when))


def _of_the_turn(sight: Sight, kind: str, number: int, now: Passage) -> list[tuple[int, Passage]]:
    """What cards keep off that do so for nothing, a number of points in a turn; the Runner may
    spare some of those for later, where another card steps in or to have fewer cards."""
    found = [(number, now)]
    for n, slot in enumerate(sight.slots):
        for option in slot.keeps_off:
            if kind not in option.kinds or not is_active(now.rig[n]):
                continue
            if now.rig[n].spent & TOO_LATE:
                continue
            found = [
                (left - taken, after if not taken else _with_kept_off(after, n, taken))
                for left, after in found
                for most in [min(left, max(0, option.turn - after.rig[n].spent // KEPT_OFF))]
                for taken in (range(most, -1, -1) if option.up_to else [most])
            ]
    return found


def _with_kept_off(now: Passage, number: int, points: int) -> Passage:
    return _with_spent(now, number, now.rig[number].spent + points * KEPT_OFF)


def with_the_first_come(sight: Sight, kind: str, now: Passage) -> Passage:
    """With some damage, or tags, behind which the first of the turn has come."""
    for n, slot in enumerate(sight.slots):
        if any(o.first and kind in o.kinds for o in slot.keeps_off) and now.rig[n].installed:
            now = _with_spent(now, n, now.rig[n].spent | TOO_LATE)
    return now


def _noun(kind: str, number: int) -> str:
    if kind in DAMAGE:
        return f"{number} {kind} damage"
    return f"{number} tag{'' if number == 1 else 's'}"


def _with_spent(now: Passage, number: int, spent: int) -> Passage:
    card = now.rig[number]._replace(spent=spent)
    return now.with_card(number, card)


def _forced(sight: Sight, kind: str, left: int, now: Passage) -> Iterator[tuple[int, Passage]]:
    """What cards do by themselves, the one first that the Runner likes: nothing is left for the
    others."""
    acting = [
        (option.always, number)
        for number, slot in enumerate(sight.slots)
        for option in slot.keeps_off
        if option.always is not None and kind in option.kinds and is_active(now.rig[number])
    ]
    if not (left and acting):
        yield left, now
    for asked, number in sorted(acting) if left else ():
        slot = sight.slots[number]
        words = f"{slot.title}: {_noun(kind, left)} kept off"
        if not asked:
            yield 0, now.tell(sight.place, words)
            return
        for paid in sight.purses.to_use(slot, asked, now):
            yield 0, paid.tell(sight.place, f"{words} ({price(asked)})")
        without = once_gone(sight, _without(sight, now, (number,)))
        yield 0, without.tell(sight.place, f"{words} (it is given up)")


def _chosen(
    sight: Sight, kind: str, left: int, now: Passage, coming: Passage, cards: Sequence[int]
) -> Iterator[tuple[int, Passage]]:
    """What the Runner may keep off with some cards of the rig, one after the other; `coming`:
    before anything was kept off."""
    if not left or not cards:
        yield left, now
        return
    place, *others = cards
    yield from _chosen(sight, kind, left, now, coming, others)
    for option in sight.slots[place].keeps_off:
        if option.turn or option.always is not None or kind not in option.kinds:
            continue
        if option.first and coming.rig[place].spent & TOO_LATE:
            continue
        starts = [now]
        if option.traced:
            begun = earned_by(sight.slots, sight, now, [TRACED])
            starts = [begun] if fails(sight, _NO_TRACE, now) else list(beating(sight, 0, begun))
        for start in starts:
            for rest, after in _used(sight, place, option, kind, left, start):
                yield from _chosen(sight, kind, rest, after, coming, others)


def _used(
    sight: Sight, number: int, option: KeepsOff, kind: str, left: int, now: Passage
) -> Iterator[tuple[int, Passage]]:
    """One option of a card used once or more."""
    slot = sight.slots[number]
    if left <= option.but or not is_active(now.rig[number]):
        return
    both = zip(sight.slots, now.rig, strict=True)
    copies = sum(s.title == slot.title and card.installed for s, card in both)
    rest = max(option.but, left - option.most * (copies if option.copies else 1))
    for after in _paid(sight, number, option, now):
        words = f"{slot.title}: {_noun(kind, left - rest)} kept off ({_in_words(option)})"
        told = after.tell(sight.place, words)
        yield rest, told
        if not (option.trash or option.first or option.but):
            yield from _used(sight, number, option, kind, rest, told)


def _paid(sight: Sight, number: int, option: KeepsOff, now: Passage) -> Iterator[Passage]:
    if option.power > now.rig[number].power:
        return
    if option.another:
        for gone, there in enumerate(now.rig):
            aside = sight.slots[gone].aside
            if there.installed and not aside and not has_gone_empty(sight, gone, now):
                after = once_gone(sight, _without(sight, now, (gone,)))
                yield from hurt_by_leaving(sight, (gone,), after)
        return
    if option.grip:
        gone = sight.cards_left(now)
        now = thrown(sight, gone, now.pays(grip=gone))[0]
    now = now.spends(number, power=option.power).forgoes(option.forgone)
    for paid in sight.purses.to_use(sight.slots[number], option.credits, now):
        if option.trash:
            left = _without(sight, paid, (number,))
            if option.to_grip:
                held = left.suffered._replace(refill=left.suffered.refill + 1)
                home = GONE._replace(spent=CAME_HOME)
                yield left.with_card(number, home)._replace(suffered=held)
            else:
                yield given_up_for_use(sight, left)
        else:
            yield paid


def _without(sight: Sight, now: Passage, gone: Sequence[int]) -> Passage:
    """A passage in which cards of the rig are given up."""
    for number in gone:
        check_leaving(sight, number, sight.title)
    rig = tuple(GONE if number in gone else card for number, card in enumerate(now.rig))
    return sight.purses.after(now.rig, now._replace(rig=unhosted(sight.slots, rig)))


def _in_words(option: KeepsOff) -> str:
    parts = [price(option.credits)] if option.credits else []
    parts += ["1 click"] if option.forgone else []
    parts += [f"{option.power} power"] if option.power else []
    parts += ["an installed card is given up"] if option.another else []
    if option.trash:
        parts.append("it goes to the grip" if option.to_grip else "it is given up")
    parts += ["all cards of the grip"] if option.grip else []
    return ", ".join(parts)


def may_be_held(slots: Sequence[Slot], now: Passage) -> bool:
    """Whether a card of the rig may go to the grip for what it keeps off."""
    both = zip(slots, now.rig, strict=True)
    return any(o.to_grip for slot, card in both if is_active(card) for o in slot.keeps_off)


def may_protect(sight: Sight, now: Passage) -> bool:
    """Whether a card of the rig may keep another one from being trashed."""
    both = zip(sight.slots, now.rig, strict=True)
    return any(
        is_active(card) and any(option.kinds & _RIG_TYPES for option in slot.keeps_off)
        for slot, card in both
    )


def left_to_go(rig: Sequence[RigCard], ice: Iterable[Card] = ()) -> tuple[str, ...]:
    """What is said of cards that another one could keep from going by their own text; and of one
    that stays face down, or has others lie there, where any installed card may be given up: by
    ice, or for others."""
    texts = [text for card in ice for text in (*card.rules.sub_texts, *_said(card))]
    texts += [text for placed in rig for text in _said(placed.card)]
    giving = any(map(_ANY_CARD_GOES.search, texts))
    words = "that it may be given up once more, face down, is left out"
    staying = [placed.card.title for placed in rig if _STAYS_FACE_DOWN in _said(placed.card)]
    found = [f"{title}: {words}" for title in dict.fromkeys(staying) if giving]
    found += words_of_facedown(rig, giving)
    for number, placed in enumerate(rig):
        kinds = {kind for option in preventions_of(placed) for kind in option.kinds} & _RIG_TYPES
        others = [each.card for n, each in enumerate(rig) if n != number]
        going = [card.title for card in others if card.type in kinds and _goes_by_itself(card)]
        if going:
            words = "a card that goes by its own text is not kept"
            found.append(f"{placed.card.title}: {words}: {', '.join(dict.fromkeys(going))}")
    return tuple(dict.fromkeys(found))


def _said(card: Card) -> list[str]:
    return [item.text for item in card.rules.unexecuted]


_STAYS_FACE_DOWN = "it goes: face down"
_ANY_CARD_GOES = re.compile(r"own-(trash )?any|trash-installed|^installed card: prevent")
"""What texts of ice, or of the rig, say for which any installed card may be given up."""


def _goes_by_itself(card: Card) -> bool:
    """Whether a card may trash itself by its own text, without a price."""
    effects = [clause.effect for clause in card.rules.on]
    going = any(atom.name == "self-trash" for effect in effects for atom in atoms_of(effect))
    dooms = any(ability.dooms for ability in card.rules.breaks)
    return going or dooms or goes_when_empty(card)


def protected(
    sight: Sight, picked: Sequence[int], now: Passage
) -> Iterator[tuple[tuple[int, ...], Passage]]:
    """Which of some picked cards of the rig are trashed after all, by every way to keep some
    of that off."""
    if not picked:
        yield (), now
        return
    first, rest = picked[0], picked[1:]
    for lost, after in protected(sight, rest, now):
        yield (first, *lost), after
    kind = sight.rig[first].card.type
    for number, slot in enumerate(sight.slots):
        for option in slot.keeps_off:
            if kind not in option.kinds or not is_active(now.rig[number]) or number == first:
                continue
            words = f"{slot.title}: {sight.slots[first].title} is not trashed"
            for paid in _paid(sight, number, option, now):
                told = paid.tell(sight.place, f"{words} ({_in_words(option)})")
                spared = option.kinds if option.most == _ALL else frozenset[str]()
                left = tuple(
                    each
                    for each in rest
                    if told.rig[each].installed and sight.rig[each].card.type not in spared
                )
                yield from protected(sight, left, told)
