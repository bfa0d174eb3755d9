"""A way to break in words, in the order of play."""

from __future__ import annotations

from simcore.plan.aftermath import allot
from simcore.plan.pieces import Ability, Ask, RigState, Slot, Target, Use, Way, is_limited
from simcore.plan.strengths import counted, ice_strength, icebreakers, strength_of
from simcore.plan.uses import broken_by
from simcore.prices.limits import at_most_one


def tell(
    slots: tuple[Slot, ...], state: RigState, target: Target, ask: Ask, way: Way
) -> tuple[str, ...]:
    """One line a step: weaken, then boost and break card by card; what works at stronger
    ice alone comes before more weakening."""
    return tuple(_Telling(slots, state, target, ask).lines(way))


class _Telling:
    def __init__(self, slots: tuple[Slot, ...], state: RigState, target: Target, ask: Ask) -> None:
        if is_limited(target, ask):
            slots = tuple(at_most_one(slot, target) for slot in slots)
        self.slots, self.state, self.target = counted(slots, state), state, target
        self.strength = ice_strength(slots, state, target)
        self.breakers = icebreakers(slots, state)
        self.left = ask
        self.weakened: dict[int, int] = {}
        self.boosted: set[int] = set()

    def lines(self, way: Way) -> list[str]:
        least = self.strength
        for use in way.uses:
            weakening = self.slots[use.slot].weakening if use.slot >= 0 else None
            least = least if weakening is None else weakening.lowered(least, use.weakening)
        higher = {level for use in way.uses for level in use.at if level > least}
        lines = []
        for level in (*sorted(higher, reverse=True), least):
            lines += self.weaken(way, level)
            for use in sorted(way.uses, key=self.waits):
                lines += self.use(use, level, least)
        return lines

    def waits(self, use: Use) -> bool:
        """Whether a card waits until another one has broken something."""
        abilities = self.slots[use.slot].abilities if use.slot >= 0 else ()
        return any(a.after and times for a, times in zip(abilities, use.breaks, strict=False))

    def weaken(self, way: Way, level: int) -> list[str]:
        """Down to a strength; with an interface ability last."""
        lines = []
        for interface in (False, True):
            for use in way.uses:
                weakening = self.slots[use.slot].weakening if use.slot >= 0 else None
                if weakening is None or weakening.interface != interface:
                    continue
                done = self.weakened.get(use.slot, 0)
                above = self.strength - level
                wanted = int(above > 0) if weakening.wholly else above // weakening.amount
                times = min(use.weakening - done, wanted)
                if times <= 0:
                    continue
                if interface:
                    lines += self.boost(use)
                self.weakened[use.slot] = done + times
                self.strength = weakening.lowered(self.strength, times)
                counters = times * (weakening.virus + weakening.power)
                paid = price(times * weakening.credits, counters)
                title = self.slots[use.slot].title
                lines.append(f"{title}: weaken the ice to strength {self.strength} ({paid})")
        return lines

    def use(self, use: Use, level: int, least: int) -> list[str]:
        """The breaking of one card at one strength of the ice."""
        lines = []
        abilities = self.target.own if use.slot < 0 else self.slots[use.slot].abilities
        for place, (ability, times) in enumerate(zip(abilities, use.breaks, strict=True)):
            at = use.at[place] if use.at else least
            if times and max(at, least) == level:
                if use.slot >= 0:
                    lines += self.boost(use)
                lines.append(self.break_line(use, ability, times, at))
        return lines

    def break_line(self, use: Use, ability: Ability, times: int, level: int) -> str:
        title = self.target.title if use.slot < 0 else self.slots[use.slot].title
        room = None
        if ability.gain:
            now = strength_of(self.slots[use.slot], self.state[use.slot], self.breakers)
            room = broken_by(ability, times, level - now)
        broken, self.left = allot(self.left, ability, times, room)
        once = 1 if ability.sized else times
        paid = price(
            times * ability.credits + ability.each_use,
            once * (ability.virus + ability.power),
            once * (ability.clicks + ability.forgone),
            once * ability.grip,
        )
        gone = " and is trashed" if ability.trash else ""
        gone = " and is trashed when the run ends" if ability.dooms else gone
        gone = " and ends the run" if ability.ends else gone
        gone = f" if it rolls {ability.die} or more each time" if ability.die else gone
        plural = "" if broken == 1 else "s"
        boosts = f"boosts by {ability.gain * times}, " if ability.gain else ""
        return f"{title}: {boosts}breaks {broken} subroutine{plural} ({paid}){gone}"

    def boost(self, use: Use) -> list[str]:
        """All boosts of a card, when it first needs any."""
        slot = self.slots[use.slot]
        steps = list(zip(slot.boosts, use.steps, strict=False))
        gain = sum((boost.gain + boost.per_breaker * self.breakers) * n for boost, n in steps)
        if not gain or use.slot in self.boosted:
            return []
        self.boosted.add(use.slot)
        paid = price(
            sum(boost.credits * n for boost, n in steps),
            sum((boost.virus + boost.power) * n for boost, n in steps),
            sum((boost.clicks + boost.forgone) * n for boost, n in steps),
            sum(boost.grip * n for boost, n in steps),
        )
        reached = strength_of(slot, self.state[use.slot], self.breakers) + gain
        return [f"{slot.title}: boosts to strength {reached} ({paid})"]


def price(credits: int, counters: int = 0, clicks: int = 0, cards: int = 0) -> str:
    """``"2 credits, 1 click"``, or ``"free"``."""
    words = (
        (credits, "credit", "credits"),
        (counters, "counter", "counters"),
        (clicks, "click", "clicks"),
        (cards, "card of the grip", "cards of the grip"),
    )
    parts = [f"{number} {one if number == 1 else many}" for number, one, many in words if number]
    return ", ".join(parts) or "free"
