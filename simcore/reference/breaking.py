"""Every way to break subroutines, tried one by one (plan rules 1 to 4).

The search is brute force on purpose: it is the judge of the clever one in `plan`. Equal
questions are answered from memory.
"""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from simcore.reference.question import ICE_ITSELF, Ability, Boost, Question, Spend, Weakener
from simcore.reference.view import compare

if TYPE_CHECKING:
    from collections.abc import Iterator


class Way(NamedTuple):
    """How often each ability, weakener and boost (by slot) is used, and its price.

    `loud`: the credits among its price that stealth credits cannot pay, `stealth`: those
    that only they pay. `noise`: the stealth credits driven off. `marks`: counters that its
    use costs when the encounter ends. `gift`: the slot of the card that gives the ice a subtype
    first, its price among the credits.
    """

    uses: tuple[int, ...]
    weakenings: tuple[int, ...]
    boosts: tuple[tuple[int, ...], ...]
    credits: int
    clicks: int
    virus: tuple[int, ...]
    power: tuple[int, ...]
    grip: int
    given_up: int
    forgone: int = 0
    loud: int = 0
    noise: int = 0
    marks: int = 0
    ends: bool = False
    stealth: int = 0
    blinds: bool = False
    gift: int | None = None


# -- from a question to the preferred affordable way ------------------------


@lru_cache(maxsize=200_000)
def preferred_way(asked: Question) -> Way | None:
    """The first affordable way in the order of rule 2; None when there is none."""
    best: Way | None = None
    best_rank: tuple[object, ...] | None = None
    for way in ways(asked):
        if _affordable(asked, way):
            rank = _rank(asked, way)
            if best_rank is None or rank < best_rank:
                best, best_rank = way, rank
    return best


def best_of(offers: list[tuple[Question, Way | None, int | None, int]]) -> Way | None:
    """The preferred one of ways each with the card that gives the ice a subtype first, and what
    that costs; without one first."""
    found = [
        (_rank(asked, way._replace(credits=way.credits + price)), number, way, gift, price)
        for number, (asked, way, gift, price) in enumerate(offers)
        if way is not None
    ]
    if not found:
        return None
    _, _, way, gift, price = min(found, key=lambda each: each[:2])
    return way._replace(credits=way.credits + price, gift=gift)


def ways(asked: Question) -> Iterator[Way]:
    """All ways, affordable or not; none of them has a use it could do without."""
    if asked.locked and asked.plain + asked.tracing:
        return
    for weakenings in _weakenings(asked):
        pairs = list(zip(asked.weakeners, weakenings, strict=True))
        strength = asked.strength - sum(times * weakener.amount for weakener, times in pairs)
        for uses in _uses(asked, strength):
            used = [a for a, times in zip(asked.abilities, uses, strict=True) if times]
            if not all(compare(strength, *a.test) for a in used if a.test):
                continue
            if _weakens_in_vain(asked, used, pairs, strength):
                continue
            slots = {a.slot for a in used if a.interface and not a.gain}
            boosts: list[tuple[tuple[int, ...], ...]] = []
            for slot, breaker in enumerate(asked.breakers):
                met = [strength] if slot in slots else []
                met += _met_when_weakening(asked, pairs, slot)
                gap = max(met, default=breaker.strength) - breaker.strength
                mixes = boost_mixes(breaker.boosts, gap, breaker.exact and slot in slots)
                if not mixes:
                    break
                boosts.append(mixes)
            else:
                for chosen in itertools.product(*boosts):
                    yield priced(asked, uses, weakenings, chosen)


def _weakens_in_vain(
    asked: Question, used: list[Ability], pairs: list[tuple[Weakener, int]], strength: int
) -> bool:
    """Whether a step of weakening could be left out: none of what is used needs it."""
    goals = [asked.breakers[a.slot].strength for a in used if a.interface]
    goals += [a.test[1] for a in used if a.test and a.test[0] in ("<=", "=")]
    before = [strength + weakener.amount for weakener, times in pairs if times]
    tests = [a.test for a in used if a.test]
    return any(
        all(met <= goal for goal in goals) and all(compare(met, *test) for test in tests)
        for met in before
    )


def _met_when_weakening(
    asked: Question, pairs: list[tuple[Weakener, int]], slot: int
) -> Iterator[int]:
    """The strength of the ice when the interface ability of `slot` first weakens it."""
    ahead = sum(weakener.amount * times for weakener, times in pairs if not weakener.interface)
    for weakener, times in pairs:
        if weakener.interface and times:
            if weakener.slot == slot:
                yield asked.strength - ahead
            ahead += weakener.amount * times


def _breaks_enough(asked: Question, uses: tuple[int, ...], strength: int) -> bool:
    """Whether so many uses cover all subroutines: tracing ones may be broken by either kind."""
    if asked.order:
        return attempts(asked, uses, strength) is not None
    return _covers(asked, uses, asked.plain, asked.tracing, strength)


def _gap(asked: Question, ability: Ability, strength: int) -> int:
    """How much too weak a card is that strengthens itself by breaking."""
    return strength - asked.breakers[ability.slot].strength if ability.gain else 0


def _covers(asked: Question, uses: tuple[int, ...], plain: int, traced: int, strength: int) -> bool:
    general = special = waiting = 0
    for ability, times in zip(asked.abilities, uses, strict=True):
        room = ability.room(times, _gap(asked, ability, strength)) if not ability.die else 0
        if times and not ability.die and not room:
            return False  # it would break nothing
        if ability.after:
            waiting += room
        elif ability.tracing:
            special += room
        else:
            general += room
    general += max(0, min(waiting, asked.plain + asked.tracing - 1))
    return general >= plain + max(0, traced - special)


@lru_cache(maxsize=100_000)
def attempts(
    asked: Question, uses: tuple[int, ...], strength: int
) -> tuple[int | None, ...] | None:
    """For each subroutine the ability whose die is thrown for it, None where others break
    it: the lowest ones, as far as the others can break the rest. None if it cannot be done."""

    def assign(at: int, left: tuple[int, ...], plain: int, traced: int) -> list[int | None] | None:
        if at == len(asked.order):
            return [] if _covers(asked, left, plain, traced, strength) else None
        for number, ability in enumerate(asked.abilities):
            fits = asked.order[at] or not ability.tracing
            if ability.die and left[number] and at not in ability.closed and fits:
                fewer = (*left[:number], left[number] - 1, *left[number + 1 :])
                if (found := assign(at + 1, fewer, plain, traced)) is not None:
                    return [number, *found]
        traces_here = asked.order[at]
        found = assign(at + 1, left, plain + (not traces_here), traced + traces_here)
        return None if found is None else [None, *found]

    found = assign(0, uses, 0, 0)
    return None if found is None else tuple(found)


def _most_uses(asked: Question, ability: Ability, strength: int) -> int:
    """The most uses of one ability, or its greatest size, that could make sense."""
    subs = asked.tracing if ability.tracing else asked.plain + asked.tracing
    most = -(-subs // ability.subs)
    missing = -(-_gap(asked, ability, strength) // ability.gain) if ability.gain else 0
    if ability.sized:
        return max(most, missing) if subs else 0
    most += max(0, missing - 1)
    if ability.spend.given_up:
        most = min(most, 1)  # the card is gone after one use
    return min(most, ability.limit) if ability.limit else most


def _uses(asked: Question, strength: int) -> Iterator[tuple[int, ...]]:
    """Numbers of uses that break all subroutines asked for of ice of this strength, none of
    them superfluous."""
    abilities = asked.abilities

    def extend(ahead: list[range], uses: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if not ahead:
            yield uses
        elif _breaks_enough(asked, (*uses, *(0 for _ in ahead)), strength):
            yield (*uses, *(0 for _ in ahead))  # any further use would be superfluous
        else:
            for times in ahead[0]:
                yield from extend(ahead[1:], (*uses, times))

    for uses in extend([range(1 + _most_uses(asked, a, strength)) for a in abilities], ()):
        if not _breaks_enough(asked, uses, strength):
            continue
        fewer = [(*uses[:i], n - 1, *uses[i + 1 :]) for i, n in enumerate(uses) if n]
        trashed = [a.slot for a, n in zip(abilities, uses, strict=True) if n and a.spend.given_up]
        spare = any(_breaks_enough(asked, f, strength) for f in fewer)
        if len(trashed) == len(set(trashed)) and not spare:
            yield uses


def _weakenings(asked: Question) -> Iterator[tuple[int, ...]]:
    """Numbers of weakenings up to the widest gap in strength, none superfluous."""
    weakeners = asked.weakeners
    goals = [asked.breakers[a.slot].strength for a in asked.abilities if a.interface]
    goals += [a.test[1] for a in asked.abilities if a.test and a.test[0] in ("<=", "=")]
    goals += [a.test[1] - 1 for a in asked.abilities if a.test and a.test[0] == "!="]
    gap = asked.strength - min(goals, default=asked.strength)
    ranges = [
        range(1 + (min(1, most) if weakener.spend.given_up else most))
        for weakener in weakeners
        for most in [-(-max(gap, 0) // weakener.amount)]
    ]
    for times in itertools.product(*ranges):
        total = sum(w.amount * n for w, n in zip(weakeners, times, strict=True))
        if all(total - w.amount < gap for w, n in zip(weakeners, times, strict=True) if n):
            yield times


@lru_cache(maxsize=100_000)
def boost_mixes(
    boosts: tuple[Boost, ...], gap: int, exact: bool = False
) -> tuple[tuple[int, ...], ...]:
    """Steps of each boost that close the gap, `exact`: without overshooting: least
    (counters, clicks, credits, steps), then more of the earlier listed (rule 1); where they
    take stealth credits one mix for every number of those. None when it cannot be closed."""
    if gap <= 0:
        return () if exact and gap < 0 else ((0,) * len(boosts),)
    ranges = [range(-(-gap // boost.gain) + 1) if boost.gain > 0 else range(1) for boost in boosts]
    best: dict[int, tuple[tuple[object, ...], tuple[int, ...]]] = {}
    for steps in itertools.product(*ranges):
        pairs = list(zip(boosts, steps, strict=True))
        gained = sum(boost.gain * n for boost, n in pairs)
        if gained < gap or (exact and gained > gap):
            continue
        rank = (
            sum((boost.spend.clicks + boost.spend.forgone) * n for boost, n in pairs),
            sum((boost.spend.virus + boost.spend.power) * n for boost, n in pairs),
            sum(boost.spend.credits * n for boost, n in pairs),
            sum(steps),
            tuple(-n for n in steps),
        )
        stealth = sum(boost.spend.stealth * n for boost, n in pairs)
        best[stealth] = min((rank, steps), best.get(stealth, (rank, steps)))
    return tuple(
        steps
        for stealth, (rank, steps) in best.items()
        if not any(less < stealth and better < rank for less, (better, _) in best.items())
    )


def priced(
    asked: Question,
    uses: tuple[int, ...],
    weakenings: tuple[int, ...],
    boosts: tuple[tuple[int, ...], ...],
) -> Way:
    """The way that uses these abilities, weakenings and boosts so often."""
    spends: list[tuple[int, Spend, int]] = []
    for ability, times in zip(asked.abilities, uses, strict=True):
        spends.append((ability.slot, ability.spent(times), 1))
    for weakener, times in zip(asked.weakeners, weakenings, strict=True):
        spends.append((weakener.slot, weakener.spend, times))
    for slot, breaker in enumerate(asked.breakers):
        for boost, times in zip(breaker.boosts, boosts[slot], strict=True):
            spends.append((slot, boost.spend, times))
    virus, power = [0] * len(asked.breakers), [0] * len(asked.breakers)
    loud = 0
    for slot, spend, times in spends:
        if slot != ICE_ITSELF:
            virus[slot] += spend.virus * times
            power[slot] += spend.power * times
            loud += spend.credits * times * asked.breakers[slot].loud
    pairs = list(zip(asked.abilities, uses, strict=True))
    trashed = {ability.slot for ability, times in pairs if times and ability.spend.given_up}
    marks, lost = 0, 0
    for slot in {ability.slot for ability, times in pairs if times} - trashed - {ICE_ITSELF}:
        breaker = asked.breakers[slot]
        left = {"virus": breaker.virus - virus[slot], "power": breaker.power - power[slot]}
        if left.get(breaker.once_used, -1) >= breaker.once_used_number:
            marks += breaker.once_used_number
        else:
            lost += bool(breaker.once_used)
    condemned = {
        ability.slot
        for ability, times in zip(asked.abilities, uses, strict=True)
        if times and ability.dooms
    }
    grip = sum(spend.grip * times for _, spend, times in spends)
    return Way(
        uses,
        weakenings,
        boosts,
        credits=sum(spend.credits * times for _, spend, times in spends)
        + asked.tax * (asked.plain + asked.tracing),
        clicks=sum(spend.clicks * times for _, spend, times in spends),
        virus=tuple(virus),
        power=tuple(power),
        grip=grip,
        # Cards of the grip are "cards given up" in plans.md; rule 3 names only the rig.
        given_up=sum(times for _, spend, times in spends if spend.given_up)
        + len(condemned)
        + lost
        + grip,
        forgone=sum(spend.forgone * times for _, spend, times in spends),
        loud=loud,
        noise=sum(ability.noise * times for ability, times in pairs),
        marks=marks,
        ends=any(ability.ends and times for ability, times in pairs),
        blinds=any(ability.blinds and times for ability, times in pairs),
        stealth=sum(spend.stealth * times for _, spend, times in spends),
    )


def _affordable(asked: Question, way: Way) -> bool:
    return (
        way.credits <= asked.credits
        and (not (way.loud or way.stealth) or _quiet_enough(asked, way))
        and way.clicks <= asked.clicks
        and way.grip <= asked.grip
        and all(n <= b.virus for n, b in zip(way.virus, asked.breakers, strict=True))
        and all(n <= b.power for n, b in zip(way.power, asked.breakers, strict=True))
    )


def _quiet_enough(asked: Question, way: Way) -> bool:
    """Whether there are stealth credits for what only they pay, and other credits left for
    noisy breakers once the rest has been paid."""
    if not asked.purses:
        return not way.stealth
    hidden = way.stealth
    quiet, others = way.credits - way.loud - hidden, 0
    (promised, _), *purses = asked.purses
    quiet += promised
    for credits, stealth in purses:
        taken = min(credits, hidden) if stealth else 0
        hidden -= taken
        part = min(credits - taken, quiet)
        quiet -= part
        others += 0 if stealth else credits - part
    if hidden:
        return False
    pool = asked.credits + promised - sum(credits for credits, _ in purses)
    return way.loud <= others + pool - quiet


def subs_broken(asked: Question, way: Way) -> tuple[int, ...]:
    """The subroutines each ability breaks: in rig order, those that do not trace first."""
    plain, tracing = asked.plain, asked.tracing
    broken = []
    pairs = zip(asked.weakeners, way.weakenings, strict=True)
    strength = asked.strength - sum(weakener.amount * times for weakener, times in pairs)
    for ability, times in zip(asked.abilities, way.uses, strict=True):
        room = ability.room(times, _gap(asked, ability, strength))
        first = 0 if ability.tracing else min(room, plain)
        second = min(room - first, tracing)
        plain, tracing = plain - first, tracing - second
        broken.append(first + second)
    return tuple(broken)


def _rank(asked: Question, way: Way) -> tuple[object, ...]:
    """The order of preference (rule 2); smaller is better."""
    by_slot = [0] * len(asked.breakers)
    for ability, times in zip(asked.abilities, way.uses, strict=True):
        if ability.slot != ICE_ITSELF:
            by_slot[ability.slot] += times
    for weakener, times in zip(asked.weakeners, way.weakenings, strict=True):
        by_slot[weakener.slot] += times
    return (
        way.ends,
        way.blinds,
        way.given_up,
        way.clicks + way.forgone,
        sum(way.virus) + sum(way.power) + way.marks,
        way.credits,
        tuple(slot for slot, times in enumerate(by_slot) if times),
        tuple(reversed(by_slot)),
        tuple(-times for times in (*way.uses, *way.weakenings)),
        tuple((sum(steps), tuple(-n for n in steps)) for steps in way.boosts),
    )
