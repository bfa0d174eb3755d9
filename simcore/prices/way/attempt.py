"""A rig before all the ice it has to get past: what is there, and what the pieces look at."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from simcore.cards.card import Card
from simcore.cards.harmless import is_harmless
from simcore.cards.standing import braced
from simcore.cards.syntax import Static, Unexecuted
from simcore.cards.vocabulary import BROKEN
from simcore.cards.walking import atoms_of, mentioned
from simcore.errors import CapacityError
from simcore.plan.pieces import RigState, Slot
from simcore.plan.slots import check_memory
from simcore.plan.states import CALM, Weather
from simcore.plan.targets import advanced, alone, rezzed_by_subtype
from simcore.prices.corp.as_found import Found, as_found
from simcore.prices.corp.at_any_time import Intervention
from simcore.prices.corp.coming import FIRST_PLACE, Bringing, Newcomer, brings
from simcore.prices.corp.elsewhere import Lender, lender
from simcore.prices.corp.further_effects import is_unread
from simcore.prices.corp.gates import ADVANCED_HERE, COST, Gate
from simcore.prices.corp.ground import NO_GROUND, Ground
from simcore.prices.corp.installs import FREE_INSTALLS, Installs
from simcore.prices.corp.price_ice import (
    EVENTS,
    counts_pieces,
    further_clauses,
    has_aura,
    is_priced,
    left_out_of,
    looks_at_its_place,
    looks_at_others,
    may_shuffle,
    once_met,
    priced_ice,
    takes_subtypes,
)
from simcore.prices.corp.rez_costs import asks_for_rez_costs, is_cheaper_advanced
from simcore.prices.purses import Purse, Purses
from simcore.prices.rig.changed_hosts import Unchanged, leaned_on
from simcore.prices.rig.hand import Held
from simcore.prices.rig.known_hand import KnownHand
from simcore.prices.way.base_links import Tracing
from simcore.prices.way.comparing import Looks
from simcore.prices.way.missing import for_traces, kinds_taken, missed_at
from simcore.prices.way.passage import Lasting
from simcore.prices.way.picking import TAKES_ONE
from simcore.prices.way.suffering import Sight
from simcore.prices.way.targets import qualifies
from simcore.prices.way.wall import (
    Piece,
    Wall,
    is_guarded,
    once_used,
    with_gain,
)
from simcore.scenario import HAND_SIZE, Pile, RigCard

_ANY_CARD = re.compile(r"adv 1(\*adv)? (any-card|other-ice)")
"""What a text says that advances cards that cannot be advanced, too."""
_BY_MORE = re.compile(r"gain-sub (?!\{.+\}\*(adv|power|rezzed:next)( first)?$)")
"""What a piece says that has subroutines by what cannot be stated of another server."""
_ENCOUNTERS = ("encounter", "end", "enc-end", "pass", *BROKEN, "full-break")
_AWAY = -10
"""The place of ice of other servers: none of this one."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A rig before ice. `grip`: cards in it, `hand`: those that bring something as they go; `tags`:
    the Runner's; `bypasses`: pieces that are bypassed for nothing, the first ones met, and
    `bypassed` the place of one that is; so many subroutines that would resolve do not (`averted`),
    the first ones. `passing`: breaks only what it takes. `clicks`: those that are left, None for as
    many as are needed. `purse`: what both sides have, None if nobody says. `taxed`: what breaking
    costs more at all ice. `counts_ice`: a card of the root does. `gates`: cards of the root that
    wait for the Runner, `interventions`: abilities of others that the Corp may use once, `ground`:
    what others do in all of the run; `hq`: what is known to lie there, `root_cards`: how many lie
    in the root, `elsewhere`: how many of the Corp's are installed in other servers; `known`:
    what is known of the grip, where ice looks at that; `holds`: cards that the Runner may hold,
    before installed ones change that; `found`: by place ice that has done nothing yet as it is met,
    if cards of the rig come before that;
    `braces_advanced`: one makes advanced ice stronger. `shut`: nothing of the pool can be spent or
    lost. `fined`: damage as the run begins, for credits that are not of the pool. `tracing`: what
    decides traces, where that is known. `newcomers`: ice that may come in on the way, behind all
    ice by `innermost`. `later`: by place ice that is another card once it has been met; `abroad`:
    rezzed ice of other servers, with its counters; `unchanged`: ice as it is without programs on it
    that change it. `unmet`: what the outermost piece is stronger as it is approached, if that
    is a price. `statics`: strength that ice has by other cards."""

    rig: tuple[RigCard, ...]
    slots: tuple[Slot, ...]
    state: RigState
    walls: tuple[Wall, ...]
    purses: Purses
    grip: int
    hand: tuple[Held, ...] = ()
    tags: int = 0
    bypasses: int = 0
    bypassed: int = -1
    averted: int = 0
    passing: bool = False
    clicks: int | None = None
    purse: Purse | None = None
    found: Mapping[int, Found] = field(default_factory=dict)
    taxed: Weather = CALM
    counts_ice: bool = False
    gates: tuple[Gate, ...] = ()
    interventions: tuple[Intervention, ...] = ()
    ground: Ground = NO_GROUND
    hq: Pile = ()
    root_cards: int = 0
    elsewhere: int = 0
    shut: bool = False
    fined: int = 0
    tracing: Tracing | None = None
    known: KnownHand | None = None
    holds: int = HAND_SIZE
    braces_advanced: bool = False
    newcomers: tuple[Newcomer, ...] = ()
    installs: Installs = FREE_INSTALLS
    innermost: tuple[Bringing, ...] = ()
    later: Mapping[int, Card] = field(default_factory=dict)
    abroad: tuple[tuple[Card, int], ...] = ()
    unchanged: Unchanged = field(default_factory=dict)
    unmet: int = 0
    statics: tuple[Static, ...] = ()

    @property
    def all_walls(self) -> tuple[Wall, ...]:
        """The ice, and behind it what may come in on the way."""
        return (*self.walls, *(each.wall for each in self.newcomers))

    @property
    def cards_abroad(self) -> list[Card]:
        """The rezzed ice of other servers."""
        return [card for card, _ in self.abroad]

    @property
    def counts_left(self) -> bool:
        """Whether it matters later which pieces have left."""
        cards = [wall.card for wall in self.walls]
        counting = any(
            counts_pieces(card) or has_aura(card) or looks_at_others(card) for card in cards
        )
        counting |= self.ground.goes_back or self.ground.tags_first > 0
        counting |= any(slot.outermost or slot.removes for slot in self.slots)
        counting |= any(ability.at for slot in self.slots for ability in slot.abilities)
        counting |= any(each.behind for each in self.interventions)
        counting |= any(each.each for each in self.innermost)  # installing costs less then
        looking = {ADVANCED_HERE, "ice-here"}
        return counting or any(looking & mentioned(gate.effects) for gate in self.gates)

    @property
    def looks_at_places(self) -> bool:
        """Whether it matters which piece is the outermost one, or the innermost."""
        looking = any(looks_at_its_place(wall.card) for wall in self.walls)
        looking |= any(slot.outermost or slot.removes for slot in self.slots)
        looking |= any(ability.at for slot in self.slots for ability in slot.abilities)
        return looking or self.ground.tags_first > 0

    @property
    def shuffles(self) -> bool:
        """Whether pieces may change places on the way."""
        return bool(self.ground.moves_ice) or any(may_shuffle(wall.card) for wall in self.walls)

    @property
    def meets_again(self) -> bool:
        """Whether a piece may be met more than once, or another one may become like it."""
        return self.ground.meets_again or self.comes_back

    @property
    def comes_back(self) -> bool:
        """Whether something may still come of what a piece keeps once the Runner is behind it."""
        moved = self.shuffles or any(slot.swaps or slot.outermost for slot in self.slots)
        cards = [wall.card for wall in self.all_walls]
        return moved or self.ground.goes_back or any(map(looks_at_others, cards))

    @property
    def nothing_used(self) -> tuple[int, ...]:
        """How often the Corp has used what it may do a few times, as a run begins: met pieces
        once more, then the interventions, then what it gives ice."""
        ground = self.ground
        return (0,) * (len(ground.again) + len(self.interventions) + len(ground.given))

    def is_passed_by(self, place: int) -> bool:
        """Whether the piece at a place is bypassed wherever it stands: the innermost one, or those
        that come in behind it."""
        comes = place >= FIRST_PLACE and not any(each.in_hq for each in self.innermost)
        comes &= bool(self.innermost)
        comes &= not any(brings(wall.card) for wall in self.walls)
        return self.bypassed >= 0 and (place == self.bypassed or comes)

    def title_at(self, place: int) -> str:
        """The card at a place: a piece of ice, or behind all of them one of the root."""
        if place >= FIRST_PLACE:
            return self.newcomers[place - FIRST_PLACE].wall.card.title
        behind = place - len(self.walls)
        return self.walls[place].card.title if behind < 0 else self.gates[behind].title


def gate_sights(
    attempt: Attempt, looks: Looks, questions: Iterator[int] | None, pieces: Sequence[Piece]
) -> list[Sight]:
    """What texts of the cards behind all ice are read by."""
    prey = _prey(attempt, pieces)
    linked = for_traces(attempt, looks)
    stands = tuple(wall.setting.registers["adv"] for wall in attempt.walls)
    return [
        Sight(
            title=gate.title,
            setting=gate.setting,
            rig=attempt.rig,
            slots=attempt.slots,
            kinds=kinds_of_cards(attempt),
            grip=attempt.grip,
            hand=attempt.hand,
            known=attempt.known,
            tags=attempt.tags,
            drains=bool(attempt.ground.drains) and gate.when != COST,
            trace_tags=attempt.ground.trace_tags,
            more_meat=attempt.ground.meat,
            sells_net=attempt.ground.sells_net,
            hearers=attempt.ground.hearers,
            alone=False,
            advanceable=(),
            lenders=(),
            counts_ice=False,
            counted=False,
            stands=stands,
            looks=looks,
            place=len(attempt.walls) + number,
            clicks=attempt.clicks,
            purse=attempt.purse,
            purses=attempt.purses,
            needed=tuple(
                slot in linked or gate.is_early or attempt.ground.meets_again
                for slot in range(len(attempt.slots))
            ),
            prey=prey,
            twins=twins_of(attempt),
            questions=questions,
            tracing=attempt.tracing,
            leaned=leaned_on(attempt, len(attempt.walls), False),
        )
        for number, gate in enumerate(attempt.gates)
    ]


def pieces_of(attempt: Attempt, looks: Looks, questions: Iterator[int] | None) -> list[Piece]:
    """The pieces of ice as they are met, each with what may be missed behind it. `questions`:
    as in `Sight`."""
    check_memory([*attempt.rig], ice=[wall.card for wall in attempt.all_walls])
    lasting = (attempt.later.get(wall.place, wall.card) for wall in attempt.walls)
    both = zip(attempt.walls, lasting, strict=True)
    lenders = tuple(_lender(as_card(attempt, wall, card)) for wall, card in both)
    pieces = [_piece_of(attempt, wall, looks, questions, lenders) for wall in attempt.all_walls]
    prey, twins = _prey(attempt, pieces), twins_of(attempt)
    sights = [replace(piece.sight, prey=prey, twins=twins) for piece in pieces]
    return [
        replace(
            piece,
            sight=replace(sight, needed=missed_at(attempt, looks, pieces, behind)),
            arriving=replace(
                sight,
                needed=missed_at(attempt, looks, pieces, [piece, *behind]),
                leaned=leaned_on(attempt, piece.place, True),
                advanceable=_counting(attempt, piece.place, piece.wall.card),
            ),
        )
        for piece, sight in zip(pieces, sights, strict=True)
        for behind in [_behind(pieces, piece)]
    ]


def _behind(pieces: Sequence[Piece], piece: Piece) -> Sequence[Piece]:
    """The pieces that may be met behind one, those that may come in on the way among them; behind
    one of these any."""
    if piece.place >= FIRST_PLACE:
        return pieces
    return [each for each in pieces if each.place > piece.place]


def _prey(attempt: Attempt, pieces: Sequence[Piece]) -> tuple[Hashable, ...]:
    """By what each card of the rig may go, or stay: texts that take cards of its kind, its type
    where cards keep that off, the ice or the card that it sits on; a card on which others do, and
    one that was not there when the run began, goes by itself."""
    effects = [effect for piece in pieces for effect in piece.effects]
    effects += [effect for gate in attempt.gates for effect in gate.effects]
    kinds = kinds_taken(effects)
    hosting = {slot.on_card for slot in attempt.slots}
    guarded = any(slot.keeps_off for slot in attempt.slots)
    return tuple(
        (
            frozenset(kind for kind in kinds if qualifies(kind, placed)),
            placed.card.type if guarded else "",
            placed.host,
            slot.on_card,
            number if number in hosting else -1,
            placed.in_heap,
        )
        for number, (placed, slot) in enumerate(zip(attempt.rig, attempt.slots, strict=True))
    )


def kinds_of_cards(attempt: Attempt) -> tuple[int, ...]:
    """For each card of the rig the first one that it is equal to."""
    known: dict[Hashable, int] = {}
    both = zip(attempt.rig, attempt.slots, strict=True)
    return tuple(known.setdefault(each, number) for number, each in enumerate(both))


def twins_of(attempt: Attempt) -> tuple[int, ...]:
    """For each card of the rig the first one that differs from it in nothing but where it lies,
    itself where others sit on it, are helped by it or nobody has told their credits apart."""
    told_apart = {slot.on_card for slot in attempt.slots}
    told_apart |= {helper for slot in attempt.slots for helper, _ in slot.aided}
    told_apart |= {held.slot for held in attempt.purses.held}
    told_apart |= {purse.slot for purse in attempt.purses.apart}
    known: dict[int, int] = {}
    return tuple(
        number if number in told_apart else known.setdefault(kind, number)
        for number, kind in enumerate(kinds_of_cards(attempt))
    )


def found_at(attempt: Attempt, piece: Piece) -> Found:
    """A piece before it does anything as it is met."""
    return attempt.found.get(piece.place) or as_found(piece.wall.card)


def _lender(wall: Wall) -> Lender:
    """A piece of ice as others see it that may resolve what is on it."""
    setting, more = wall.setting, dict(wall.setting.registers)
    more["adv"] += 1
    ice = priced_ice(wall.card, setting, wall.place, wall.braced, wall.lent)
    fuller = priced_ice(wall.card, replace(setting, registers=more), wall.place)
    unread = any(text and is_unread(text) for text in left_out_of(wall.card))
    found = lender(wall.place, wall.card, ice.subs, unread)
    return found.able_to_grow(ice, fuller.subs, wall.hushed)


def _lenders_abroad(attempt: Attempt) -> Iterator[Lender]:
    """The rezzed ice of other servers; of what it has by more than its counters nobody knows."""
    for card, advancement in dict.fromkeys(attempt.abroad):
        texts = (item.text for item in card.rules.unexecuted if item.key == "static")
        unknown = any(map(_BY_MORE.match, texts))
        try:
            lying = advanced(card, advancement or None)
            found = _lender(Wall(card, alone(card, lying, "remote"), _AWAY))
            yield found._replace(unread=found.unread or unknown)
        except CapacityError:
            yield lender(_AWAY, card, (), unread=True)


def _piece_of(
    attempt: Attempt,
    wall: Wall,
    looks: Looks,
    questions: Iterator[int] | None,
    lenders: tuple[Lender, ...],
) -> Piece:
    """A piece of ice as it is met; `CapacityError` names what it does that has no price yet."""
    wall = once_used(wall)
    card, setting = wall.card, wall.setting
    for item in card.rules.unexecuted:
        known = is_priced(item, with_grip=True)
        waits = item.key == "on" and item.text.startswith(_ENCOUNTERS)
        read = item.text in {clause.text for clause in further_clauses(card)}
        known = known or read or is_harmless(item.text) or _is_no_matter(attempt, wall, item, looks)
        if waits and not known:
            raise CapacityError(f"{card.title}: '{item.text}' is not executed yet")
    setting = once_met(card, setting)
    sight = Sight(
        title=card.title,
        setting=setting,
        rig=attempt.rig,
        slots=attempt.slots,
        kinds=kinds_of_cards(attempt),
        grip=attempt.grip,
        hand=attempt.hand,
        tags=attempt.tags + (attempt.ground.tags_first if wall.is_outermost else 0),
        drains=bool(attempt.ground.drains),
        trace_tags=attempt.ground.trace_tags,
        more_meat=attempt.ground.meat,
        sells_net=attempt.ground.sells_net,
        hearers=attempt.ground.hearers,
        outward=attempt.ground.outward,
        remembers=attempt.meets_again,
        installs=attempt.installs,
        alone=len(attempt.all_walls) == 1,
        incoming=bool(attempt.newcomers) and brings(card),
        advanceable=_counting(attempt, wall.place + 1, card),
        lenders=lenders,
        lenders_abroad=tuple(_lenders_abroad(attempt)),
        counts_ice=attempt.counts_ice,
        counted=attempt.counts_left,
        looks=looks,
        place=wall.place,
        clicks=attempt.clicks,
        purse=attempt.purse,
        purses=attempt.purses,
        questions=questions,
        known=attempt.known,
        holds=attempt.holds,
        shut=attempt.shut,
        tracing=attempt.tracing,
        guarded=is_guarded(card),
        takes_one=any(item.text == TAKES_ONE for item in card.rules.unexecuted),
        leaned=leaned_on(attempt, wall.place, False),
    )
    return Piece(
        wall,
        sight,
        sight,
        priced_ice(card, setting, wall.place, wall.braced, wall.lent),
        left_out_of(card),
        {
            event: [c for c in (*card.rules.on, *further_clauses(card)) if c.event == event]
            for event in EVENTS
        },
    )


def _is_no_matter(attempt: Attempt, wall: Wall, item: Unexecuted, looks: Looks) -> bool:
    """Whether a clause comes too late to change a price: there is no other ice behind, or none
    that looks at tags; or it changes only what unbroken subroutines do."""
    event, _, text = item.text.partition(": ")
    if "next-damage-of-type" in text:
        return not attempt.passing
    if not event.startswith(("pass", "end", "enc-end", "full-break", *BROKEN)):
        return False
    is_last = wall.place == max(each.place for each in attempt.all_walls)
    return is_last or (not looks.tags and re.fullmatch(r"tag \d", text) is not None)


def may_lose_credits(attempt: Attempt) -> bool:
    """Whether cards may leave whose credits pay for more than stealth credits do."""
    lasting = [held.slot for held in attempt.purses.held if held.use != "stealth"]
    texts = [text for wall in attempt.all_walls for text in texts_of_ice(wall.card)]
    taken = any(word in text for text in texts for word in ("trash", "bounce"))
    return bool(lasting) and (taken or any(attempt.slots[n].abilities for n in lasting))


def may_lose_from_pool(attempt: Attempt) -> bool:
    """Whether credits of the pool may be lost on the way."""
    texts = [text for wall in attempt.all_walls for text in texts_of_ice(wall.card)]
    texts += [item.text for wall in attempt.all_walls for item in wall.card.rules.unexecuted]
    losing = any("rlose" in text for text in texts)
    gates = [atom for gate in attempt.gates for e in gate.effects for atom in atoms_of(e)]
    return losing or any(atom.name == "rlose" for atom in gates) or bool(attempt.ground.drains)


def _counting(attempt: Attempt, first: int, card: Card) -> tuple[int, ...]:
    """Places of the pieces from the `first` on, and of cards behind all ice, that look at the
    advancement counters on them; where something counts advanced ice, of all that a `card` may
    advance."""
    anywhere = attempt.shuffles or attempt.meets_again
    counts_all = any(ADVANCED_HERE in mentioned(gate.effects) for gate in attempt.gates)
    by_cost = asks_for_rez_costs(attempt.rig)
    texts = [*texts_of_ice(card), *(item.text for item in card.rules.unexecuted)]
    any_card = any(map(_ANY_CARD.search, texts))
    ice = [
        wall.place
        for wall in attempt.walls
        if any_card or _can_be_advanced(wall.card)
        if counts_all or ((anywhere or wall.place >= first) and _grows(wall.card, by_cost))
    ]
    behind = [
        len(attempt.walls) + number
        for number, gate in enumerate(attempt.gates)
        if "adv" in mentioned(gate.effects)
    ]
    return (*ice, *behind)


def _can_be_advanced(card: Card) -> bool:
    return any(static.kind == "advanceable" for static in card.rules.statics)


def _grows(card: Card, by_cost: bool) -> bool:
    """Whether a piece of ice looks at the advancement counters on it, or costs less to rez for them
    where anything goes by that (`by_cost`)."""
    if by_cost and is_cheaper_advanced(card):
        return True
    texts = [item.text for item in card.rules.unexecuted if item.key == "static"]
    return "adv" in mentioned(card.rules) or any("adv" in text for text in texts)


def as_it_stands(
    attempt: Attempt,
    piece: Piece,
    more: int,
    left: frozenset[int],
    turned: frozenset[int] = frozenset(),
    hand: int = 0,
    order: tuple[int, ...] = (),
) -> Piece:
    """A piece with so many more advancement counters on it, once others have left or have been
    turned face down, and with so many more cards in HQ; `order`: what stands at each place, once
    pieces have been swapped."""
    if more and attempt.braces_advanced:
        raise CapacityError(
            f"{piece.target.title}: counters placed on the way beside a card of the root that "
            "counts them"
        )
    setting = piece.wall.setting
    there = [wall for wall in attempt.walls if wall.place not in left]
    at = {place: number for number, place in enumerate(order)}
    mine = at.get(piece.place, piece.place)
    registers = {
        **setting.registers,
        "adv": setting.registers["adv"] + more,
        "ice-here": len(there),
        "outside": sum(at.get(wall.place, wall.place) < mine for wall in there),
    }
    registers |= {name: 0 for name in registers if name.startswith("rezzed:")}
    unseen = left | turned
    rezzed = [wall.card for wall in attempt.walls if wall.place not in unseen]
    registers |= rezzed_by_subtype([*rezzed, *attempt.cards_abroad])
    card = piece.wall.card
    if takes_subtypes(card):
        others = [wall for wall in attempt.walls if wall.place != piece.place]
        still = [wall.card for wall in others if wall.place not in unseen]
        lost = _subtypes(wall.card for wall in others) - _subtypes([*still, *attempt.cards_abroad])
        card = replace(card, subtypes=card.subtypes - lost)
    gone = sum(has_aura(wall.card) for wall in attempt.walls if wall.place in unseen)
    wall = as_card(attempt, piece.wall, card)
    wall = replace(wall, setting=replace(setting, registers=registers), braced=wall.braced - gone)
    sight = piece.sight
    grown = _piece_of(attempt, wall, sight.looks, sight.questions, sight.lenders)
    ice = grown.ice
    if hand:
        by_hand = replace(setting, registers={**registers, "hq": registers["hq"] + hand})
        fuller = replace(wall, setting=by_hand)
        ice = _piece_of(attempt, fuller, sight.looks, sight.questions, sight.lenders).ice
    target = replace(ice.target, as_found=piece.target.as_found)
    return replace(
        grown,
        ice=replace(ice, target=target),
        form=piece.form,
        grown=piece.grown,
        barred=piece.barred,
        sight=replace(grown.sight, needed=sight.needed, prey=sight.prey, twins=sight.twins),
        arriving=replace(
            grown.sight,
            needed=piece.arriving.needed,
            prey=sight.prey,
            twins=sight.twins,
            leaned=piece.arriving.leaned,
            advanceable=piece.arriving.advanceable,
        ),
    )


def without_guests(attempt: Attempt, piece: Piece, gone: frozenset[int]) -> Piece:
    """A piece without what cards of the rig made of it that have gone."""
    bare = replace(piece, wall=attempt.unchanged[piece.place, gone], form=(piece.form, gone))
    return as_it_stands(attempt, bare, 0, frozenset())


def as_kept(attempt: Attempt, piece: Piece, kept: Lasting) -> Piece:
    """A piece with what it keeps as long as the run lasts, as it is met once more."""
    card, setting = piece.wall.card, piece.wall.setting
    if kept.was_met:
        card = attempt.later.get(piece.place, card)
    card = replace(card, subtypes=card.subtypes | kept.subtypes)
    for gain in kept.grown:
        card = with_gain(card, gain)
    before, once = setting.registers, once_met(card, setting).registers
    more = {name: kept.greeted * (once[name] - number) for name, number in before.items()}
    registers = {name: number + more[name] for name, number in before.items()}
    wall = replace(
        as_card(attempt, piece.wall, card),
        setting=replace(setting, registers=registers),
        counters=piece.wall.counters + more["power"],
    )
    stands = replace(piece, wall=wall, form=(piece.form, kept), grown=kept.grown)
    return as_it_stands(attempt, stands, 0, frozenset())


def as_card(attempt: Attempt, wall: Wall, card: Card) -> Wall:
    """A wall that is this card now, as strong as others of the Corp make that."""
    was, now = (braced(attempt.statics, each, wall.setting) for each in (wall.card, card))
    return replace(wall, card=card, braced=wall.braced + now - was)


def _subtypes(cards: Iterable[Card]) -> frozenset[str]:
    return frozenset(kind for card in cards for kind in card.subtypes)


def texts_of_ice(card: Card) -> list[str]:
    """What subroutines and other clauses of a piece of ice say."""
    return [*card.rules.sub_texts, *(clause.text for clause in card.rules.on)]
