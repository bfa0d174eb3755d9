"""The window to break subroutines: what the plan chooses, how it is paid, and the
attempts that a die decides."""

from __future__ import annotations

from simcore.editions import Moment
from simcore.errors import CapacityError
from simcore.record import Cause
from simcore.reference import plans
from simcore.reference.breaking import Way, attempts, priced, subs_broken
from simcore.reference.effects import fire_own
from simcore.reference.question import ICE_ITSELF, Question, keeps_strength, question
from simcore.reference.state import RunEnds, Table, some
from simcore.reference.telling import tell_choice, tell_rest, tell_target, tell_way
from simcore.reference.things import Piece, Slot, Source

MANY_SUBROUTINES = 8
"""Beyond this a `decide` hook is offered the plan's sets of subroutines, not all of them."""


def break_subroutines(table: Table, piece: Piece) -> frozenset[int]:
    """Break what the plan chooses by the way it prefers; after a failed attempt the plan is
    made anew. Returns the subroutines that are broken."""
    while True:
        planned = plans.chosen_breaks(table, piece)
        sets = [planned] if table.decide is None else _offered(table, piece, planned)
        names = [f"break {list(chosen)}" for chosen in sets]
        chosen = sets[table.ask("runner", "break subroutines", names, sets.index(planned))]
        if not chosen:
            more = "no more subroutines" if table.broken else "no subroutine"
            table.say(table.at(Moment.BREAK), f"The Runner breaks {more}.")
            return frozenset(table.broken)
        way = plans.way_through(table, piece, chosen)
        assert way is not None, "a set without an affordable way was offered"
        asked = question(table, piece, chosen, gift=way.gift)
        tell_choice(table, chosen)
        if any(ability.die and n for ability, n in zip(asked.abilities, way.uses, strict=True)):
            rest = _try(table, piece, asked, chosen, way)
            if rest is None:
                continue
            left = question(table, piece, rest[0], gift=way.gift)
            chosen, way = rest
            # what cannot be used any more has its place in the way all the same
            asked = left._replace(abilities=asked.abilities, weakeners=asked.weakeners)
        if chosen:
            _break_with(table, piece, asked, chosen, way)
        return frozenset(table.broken)


def _try(
    table: Table, piece: Piece, asked: Question, chosen: tuple[int, ...], way: Way
) -> tuple[tuple[int, ...], Way] | None:
    """The attempts of a way, in printed order: what is left to break and the way without
    them, or None as soon as one has failed."""
    pairs = zip(asked.weakeners, way.weakenings, strict=True)
    strength = asked.strength - sum(weakener.amount * times for weakener, times in pairs)
    plan = attempts(asked, way.uses, strength)
    assert plan is not None
    if way.stealth:
        raise CapacityError("attempts by die beside what stealth credits alone pay for")
    for weakener, times in zip(asked.weakeners, way.weakenings, strict=True):
        _pay(table, weakener.slot, weakener.spend.credits * times, asked)
        table.rig[weakener.slot].virus -= weakener.spend.virus * times
        table.rig[weakener.slot].power -= weakener.spend.power * times
        table.weakened += weakener.amount * times
    throwing = {asked.abilities[number].slot for number in plan if number is not None}
    for slot in sorted(throwing):
        boosts = zip(asked.breakers[slot].boosts, way.boosts[slot], strict=True)
        for boost, steps in boosts:
            _pay(table, slot, boost.spend.credits * steps, asked)
            table.rig[slot].virus -= boost.spend.virus * steps
            table.rig[slot].power -= boost.spend.power * steps
            clicks = (boost.spend.clicks + boost.spend.forgone) * steps
            table.pay_clicks(min(table.clicks, clicks))
            gained = boost.gain * steps
            table.rig[slot].boost += gained * boost.lasting
            table.rig[slot].boosted += gained * (not boost.lasting)
    for sub, number in zip(chosen, plan, strict=True):
        if number is None:
            continue
        ability = asked.abilities[number]
        slot_used = table.rig[ability.slot]
        _pay(table, ability.slot, ability.spend.credits, asked)
        tell_target(table, (sub,))
        source = Source(slot_used.card, slot_used, place=piece.place)
        face = table.roll(source)
        tried = f"{slot_used.card.title} rolls a {face} for subroutine {sub + 1}"
        if face < ability.die:
            table.say(table.at(Moment.USE), f"{tried}: {some(face, 'point')} of net damage.")
            if ability.once:
                table.tried.add((ability.slot, sub))
            table.suffer("net", face)
            return None
        table.say(table.at(Moment.USE), f"{tried}: it is broken.")
        table.broken.add(sub)
        slot_used.used = True
    left = tuple(sub for sub, number in zip(chosen, plan, strict=True) if number is None)
    uses = tuple(
        0 if ability.die else n for ability, n in zip(asked.abilities, way.uses, strict=True)
    )
    boosts_left = tuple(
        tuple(0 for _ in steps) if slot in throwing else steps
        for slot, steps in enumerate(way.boosts)
    )
    return left, priced(asked, uses, tuple(0 for _ in way.weakenings), boosts_left)


def _pay(table: Table, slot: int, credits: int, asked: Question) -> None:
    table.pay_credits(credits, breaking=True, loud=asked.breakers[slot].loud)


def _break_with(
    table: Table, piece: Piece, asked: Question, chosen: tuple[int, ...], way: Way
) -> None:
    """Break a set of subroutines by a way in which nothing can fail."""
    tell_way(table, piece, asked, chosen, way)
    further = _broken_too(table, piece, asked, chosen, way)
    alone = None if table.broken else _sole_breaker(table, asked, way)
    _use(table, piece, asked, way)
    table.broken |= {*chosen, *further}
    if way.blinds:
        table.most_accesses = 0
        table.say(table.at(Moment.USE), "The Runner will access nothing in this run.")
    if alone is not None and alone.installed and table.fully_broken():
        fire_own(table, ("full-break",), table.at(Moment.USE), Source(alone.card, alone))
    tell_rest(table)
    if way.ends:
        table.say(table.at(Moment.USE), "That ends the run.")
        raise RunEnds(Cause.JACKED_OUT)


def _sole_breaker(table: Table, asked: Question, way: Way) -> Slot | None:
    """The card of the rig that does all the breaking of a way."""
    pairs = zip(asked.abilities, way.uses, strict=True)
    used = {ability.slot for ability, times in pairs if times}
    return table.rig[used.pop()] if len(used) == 1 and ICE_ITSELF not in used else None


def _broken_too(
    table: Table, piece: Piece, asked: Question, chosen: tuple[int, ...], way: Way
) -> tuple[int, ...]:
    """What a use breaks that breaks all subroutines but so many: those that stay are the last
    of those that were not chosen."""
    pairs = zip(asked.abilities, way.uses, strict=True)
    leaves = [ability.all_but for ability, times in pairs if times and ability.all_but]
    if not leaves:
        return ()
    others = [n for n in range(len(table.subs(piece))) if n not in table.broken | set(chosen)]
    return tuple(others[: max(0, len(others) - min(leaves))])


def _offered(table: Table, piece: Piece, planned: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Sets of subroutines that can be broken: all of them where they are few."""
    subs = len(table.subs(piece))
    if subs > MANY_SUBROUTINES:
        everything = tuple(range(subs))
        sets = list(dict.fromkeys([(), plans.must_set(table, piece), everything, planned]))
    else:
        sets = [
            tuple(index for index in range(subs) if bits >> index & 1) for bits in range(1 << subs)
        ]
    return [chosen for chosen in sets if plans.way_through(table, piece, chosen)]


def _use(table: Table, piece: Piece, asked: Question, way: Way) -> None:
    """Pay for a way to break and let its uses leave their marks on the rig."""
    broken = subs_broken(asked, way)
    table.pay_stealth(way.stealth)
    table.pay_credits(way.credits - way.loud - way.stealth, breaking=True)
    table.pay_credits(way.loud, breaking=True, loud=True)
    gone = sum(table.take_stealth(way.noise))
    if gone:
        table.say(table.at(Moment.USE), f"The noise drives off {some(gone, 'stealth credit')}.")
    table.pay_clicks(min(table.clicks, way.clicks + way.forgone))
    table.discard(way.grip)
    for slot in table.rig:
        slot.virus -= way.virus[slot.place]
        slot.power -= way.power[slot.place]
        boosts = asked.breakers[slot.place].boosts
        for boost, steps in zip(boosts, way.boosts[slot.place], strict=True):
            slot.boost += boost.gain * steps * boost.lasting
    given_up: set[int] = set()
    if way.gift is not None:
        table.rig[way.gift].gave = True
    for ability, times, subs in zip(asked.abilities, way.uses, broken, strict=True):
        if times and ability.slot != ICE_ITSELF:
            slot = table.rig[ability.slot]
            slot.doomed |= ability.dooms
            slot.used = True
            slot.boost += ability.grows * subs
            slot.boost += ability.gain * times * keeps_strength(table, slot)
            printed = slot.card.rules.breaks[ability.number]
            if printed.once_a_run:
                slot.spent |= {ability.number}
            slot.blind |= printed.blinds
            slot.broke_at |= {piece.place}
            if ability.spend.given_up:
                given_up.add(ability.slot)
    for weakener, times in zip(asked.weakeners, way.weakenings, strict=True):
        if times and weakener.spend.given_up:
            given_up.add(weakener.slot)
    for place in sorted(given_up):
        table.uninstall(table.rig[place])
