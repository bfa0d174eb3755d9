"""Ice that is something else once it is met, by what the Corp chooses then.

Each option is followed to the end of the encounter; the Runner needs a way on for each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement

from simcore.cards.card import Card
from simcore.cards.clauses import parse_effects
from simcore.cards.syntax import Node, Unexecuted
from simcore.cards.walking import mentioned
from simcore.errors import CapacityError
from simcore.prices.corp.at_any_time import after_uses
from simcore.prices.corp.further_effects import in_words
from simcore.prices.corp.given_up import CLOSES
from simcore.prices.corp.ground import Given
from simcore.prices.corp.price_ice import COPIES
from simcore.prices.way.attempt import Attempt, as_card, as_it_stands
from simcore.prices.way.looking import asks_the_corp
from simcore.prices.way.passage import Gain, Passage, with_more
from simcore.prices.way.tracing import less_raised
from simcore.prices.way.wall import ETR, Piece, with_gain

_REVEALS = re.compile(r"^encounter: gain-([a-z]+) (\d) run$")
_OF_ITSELF = frozenset({"adv", "virus", "power"})

Met = tuple[Piece, Passage]
"""A piece as it stands then, and the passage that meets it."""
Option = list[Met]
"""The same, once for each way on that the Runner has by then."""


def reveals(card: Card) -> str:
    """The subtype of the ice that a piece looks for in HQ, or ""."""
    found = (_REVEALS.match(item.text) for item in card.rules.unexecuted)
    return next((match[1] for match in found if match), "")


def options(attempt: Attempt, pieces: Sequence[Piece], piece: Piece, now: Passage) -> list[Option]:
    """What the Corp may make of an encounter."""
    found: list[Met] = [(piece, now)]
    for item in piece.wall.card.rules.unexecuted:
        if item.text == COPIES:
            others = others_there(pieces, piece, now)
            copies = [_copied(attempt, piece, other, now) for other in others]
            abroad = dict.fromkeys(attempt.cards_abroad)
            copies += [_as_model(attempt, piece, card) for card in abroad]
            found = [(copy, _told(copy, now)) for copy in copies] or found
        elif match := _REVEALS.match(item.text):
            found += [
                (shown, _told(shown, now))
                for shown in _revealed(attempt, piece, match[1], int(match[2]), now)
            ]
        elif item.text == CLOSES:
            closed = _closed(attempt, piece, item)
            found += [(closed, each) for each in _trashed_for_it(attempt, pieces, piece, now)]
    found = _shot(attempt, piece, now, _given(attempt, piece, found))
    return [option for form, start in found for option in _used(attempt, form, start)]


def _given(attempt: Attempt, piece: Piece, found: list[Met]) -> list[Met]:
    """The same with the subroutines that the Corp may give a piece as it is met."""
    ground = attempt.ground
    for number, given in enumerate(ground.given, len(ground.again) + len(attempt.interventions)):
        if piece.wall.hushed or (given.kind and given.kind not in piece.wall.card.subtypes):
            continue
        found = [more for met in found for more in _with_given(attempt, number, given, *met)]
    return found


def _with_given(
    attempt: Attempt, number: int, given: Given, form: Piece, start: Passage
) -> Iterator[Met]:
    """A piece as it is, and once for each number of subroutines that are left to be given."""
    yield form, start
    sub = parse_effects(given.text)
    used = start.changed.again or attempt.nothing_used
    for times in range(1, given.times - used[number] + 1):
        gain = Gain((sub,) * times, (given.text,) * times, early=True)
        grown = _grown(attempt, form, gain)
        changed = start.changed._replace(again=with_more(used, number, times))
        yield grown, _told(grown, start._replace(changed=changed))


def with_early(card: Card, gains: Sequence[Gain]) -> Card:
    """A piece with what it has gained of these before it was met."""
    for gain in gains:
        card = with_gain(card, gain) if gain.early else card
    return card


def _used(attempt: Attempt, form: Piece, start: Passage) -> Iterator[Option]:
    """A piece once for each choice of what the Corp may do at any time."""
    for choice in after_uses(attempt, form.arriving, start):
        yield [(form, after) for after in choice]


def _shot(attempt: Attempt, piece: Piece, now: Passage, found: list[Met]) -> list[Met]:
    """The same with the strength that the Corp may buy once for a piece."""
    found = found + [
        (form, with_strength(form, start, number))
        for number in bought_strength(attempt, now)
        for form, start in found
    ]
    left, strength = attempt.ground.staff - now.changed.staff, 0
    fed = list[Met]()
    for used in range(1, left + 1):
        strength += left - used + 1
        fed += [(form, _fed(piece.place, used, strength, start)) for form, start in found]
    return found + fed


def _fed(place: int, counters: int, strength: int, start: Passage) -> Passage:
    """With more strength of a piece for counters of a card of the root."""
    changed = start.changed._replace(staff=start.changed.staff + counters)
    told = start._replace(changed=changed).tell(place, f"{strength} strength more")
    return told.keeps(place, weaker=changed.lasting_at(place).weaker - strength)


def bought_strength(attempt: Attempt, now: Passage) -> Sequence[int]:
    """How much strength the Corp may buy now: all that it can, and less where it may have to pay
    for anything else."""
    if not attempt.ground.buys or now.changed.shot or attempt.purse is None:
        return ()
    credits = max(0, attempt.purse.corp + now.changed.corp)
    least = 1 if asks_the_corp(attempt) else credits
    return range(max(1, least), credits + 1)


def with_strength(piece: Piece, now: Passage, strength: int) -> Passage:
    """A passage in which the Corp has bought so much strength for a piece, once for all."""
    changed = now.changed._replace(shot=(piece.place, strength), corp=now.changed.corp - strength)
    stronger = less_raised(piece.sight, now._replace(changed=changed))
    return stronger.tell(piece.place, f"{strength} strength more")


def _told(piece: Piece, now: Passage) -> Passage:
    return now.tell(piece.place, f"it is met with {len(piece.subs)} subroutines")


def others_there(pieces: Sequence[Piece], piece: Piece, now: Passage) -> Iterator[Piece]:
    """The other pieces that are there, rezzed."""
    for other in pieces:
        if other.place != piece.place and other.place not in now.changed.left | now.changed.turned:
            yield other


def _grown(attempt: Attempt, piece: Piece, gain: Gain) -> Piece:
    """A piece that has gained something for the run."""
    wall = as_card(attempt, piece.wall, with_gain(piece.wall.card, gain))
    form, grown = (piece.form, gain), (*piece.grown, gain)
    found = piece.target.as_found if gain.early else piece.target.found
    ice = replace(piece.ice, target=replace(piece.target, as_found=found))
    more = replace(piece, wall=wall, ice=ice, form=form, grown=grown)
    return as_it_stands(attempt, more, 0, frozenset())


def _copied(attempt: Attempt, piece: Piece, other: Piece, now: Passage) -> Piece:
    """With the subtypes and, before its own, the subroutines of another piece."""
    kept = now.changed.lasting_at(other.place)
    model = attempt.later.get(other.place, other.wall.card)
    for gain in kept.grown:
        model = with_gain(model, gain)
    own = other.ice.of_its_own * kept.gained + (ETR,) * kept.ends
    return _as_model(attempt, piece, model, own, kept.subtypes)


def _as_model(
    attempt: Attempt,
    piece: Piece,
    model: Card,
    gained: tuple[Node, ...] = (),
    subtypes: frozenset[str] = frozenset(),
) -> Piece:
    """The same of a card, with what it has `gained` and `subtypes` that it was given."""
    card = piece.wall.card
    changing = any("sub" in item.text for item in model.rules.unexecuted if item.key == "static")
    changing |= any(static.kind == "lose-sub" for static in model.rules.statics)
    if changing or _OF_ITSELF & mentioned(model.rules.subs):
        raise CapacityError(f"{card.title} as {model.title} is not executed yet")
    gain = Gain(
        subs=model.rules.subs + gained,
        texts=model.rules.sub_texts + tuple(map(in_words, gained)),
        unexecuted=tuple(item for item in model.rules.unexecuted if item.key == "subs"),
        subtypes=model.subtypes | subtypes,
        first=True,
    )
    return _grown(attempt, piece, gain)


def _revealed(
    attempt: Attempt, piece: Piece, kind: str, most: int, now: Passage
) -> Iterator[Piece]:
    """With the subroutines of so many pieces of that subtype in HQ."""
    there = [
        card
        for card, number in attempt.hq
        for _ in range(number - _gone_from_hq(attempt, card, now))
        if kind in card.subtypes
    ]
    titles = {card.id: card for card in there}
    for number in range(1, most + 1):
        for ids in combinations_with_replacement(sorted(titles), number):
            if any(ids.count(each) > sum(card.id == each for card in there) for each in ids):
                continue
            shown = [titles[each].rules for each in ids]
            subs = tuple(sub for rules in shown for sub in rules.subs)
            texts = tuple(text for rules in shown for text in rules.sub_texts)
            yield _grown(attempt, piece, Gain(subs, texts))


def _gone_from_hq(attempt: Attempt, card: Card, now: Passage) -> int:
    """Copies of a card that have left HQ for another encounter with such a piece, or have come in;
    of these those of Archives, if there are any, came first."""
    used = zip(attempt.ground.again, now.changed.again, strict=False)
    gone = sum(number for each, number in used if each.title == card.title)
    for number, newcomer in enumerate(attempt.newcomers):
        if newcomer.wall.card.title == card.title:
            gone += max(0, now.changed.joined.count(number) - newcomer.archives)
    return gone


def _closed(attempt: Attempt, piece: Piece, item: Unexecuted) -> Piece:
    """With printed subroutines that cannot be broken."""
    card = piece.wall.card
    left = tuple(each for each in card.rules.unexecuted if each is not item)
    shut = Unexecuted("static", "break-limit 0 printed", item.reason)
    card = replace(card, rules=replace(card.rules, unexecuted=(*left, shut)))
    wall = replace(piece.wall, card=card)
    closed = replace(piece, wall=wall, form=(piece.form, CLOSES))
    return as_it_stands(attempt, closed, 0, frozenset())


def _trashed_for_it(
    attempt: Attempt, pieces: Sequence[Piece], piece: Piece, now: Passage
) -> Iterator[Passage]:
    """The passages in which the Corp has trashed another installed card."""
    outer = any(other.place < piece.place for other in others_there(pieces, piece, now))
    if attempt.root_cards or attempt.elsewhere or outer:
        yield now.tell(piece.place, "the Corp trashes another card: it cannot be broken")
        return
    for other in others_there(pieces, piece, now):
        told = now.tell(piece.place, f"the Corp trashes {other.target.title}: it cannot be broken")
        yield told._replace(changed=told.changed._replace(left=told.changed.left | {other.place}))
