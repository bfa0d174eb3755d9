"""Ice as those see it who break it: a target, and what other cards lend it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from simcore.cards.card import Card
from simcore.cards.counters import counters_when_rezzed
from simcore.cards.setting import Setting, constant
from simcore.cards.standing import by_rig, has_static, known_now, standing_strength
from simcore.cards.syntax import Node, Static
from simcore.cards.walking import traces
from simcore.errors import CapacityError
from simcore.hosting import silences_guests
from simcore.plan.pieces import Ability, Ask, Standing, Target
from simcore.plan.slot_rules import INNERMOST, OUTERMOST
from simcore.plan.slots import NEGATED, numbers_of
from simcore.scenario import Corp, RigCard


def ask_for(subs: Sequence[Node], chosen: Iterable[int]) -> Ask:
    """The set of these subroutines (indices) as abilities to break tell them apart."""
    numbers = list(chosen)
    tracing = sum(traces(subs[number]) for number in numbers)
    return Ask(len(numbers) - tracing, tracing)


def rezzed_by_subtype(ice: Sequence[Card]) -> dict[str, int]:
    """How many of these pieces have each subtype, by the names of what counts them."""
    kinds = Counter(kind for card in ice for kind in card.subtypes)
    return {"rezzed:next": 0} | {f"rezzed:{kind}": number for kind, number in kinds.items()}


def advanced(ice: Card, stated: int | None) -> int:
    """The advancement counters on a lone piece of ice: those it gets when it is rezzed, unless
    their number is stated."""
    return counters_when_rezzed(ice)["advancement"] if stated is None else stated


def alone(ice: Card, advancement: int, server: str) -> Setting:
    """The setting of the only piece of ice of a server, rezzed in an earlier turn, before
    anything has happened; HQ holds as many cards as in a scenario that does not say."""
    registers = {"adv": advancement, "ice-here": 1, "corp-points": 0}
    laid = counters_when_rezzed(ice)
    registers |= {kind: laid[kind] for kind in ("power", "virus")}
    registers |= {"hq": Corp().hq_count, "archives": 0, "threat": 0} | rezzed_by_subtype([ice])
    stated = any(clause.event == "rez" for clause in ice.rules.on)
    if not stated and any(i.text == "rez-any harmonic: power 1" for i in ice.rules.unexecuted):
        registers["power"] = 1  # it saw itself being rezzed
    return Setting(ice.title, server, registers, still=True)


def make_target(card: Card, setting: Setting, place: int, subs: Ask) -> Target:
    """A piece of ice at a place with these subroutines, for the search."""
    own = []
    for printed in card.rules.runner_breaks:
        for cost in printed.costs:
            prices = numbers_of(cost, card, "credits clicks forgo")
            own.append(
                Ability(
                    printed.count,
                    prices["credits"],
                    prices["clicks"],
                    prices["forgo"],
                    interface=False,
                )
            )
    return Target(
        card.title,
        standing_strength(card, setting),
        card.subtypes,
        subs,
        place,
        tuple(own),
        tuple(_standing(static, setting) for static in card.rules.statics if by_rig(static)),
        rez=card.cost or 0,
        no_ai=has_static(card, setting, "no-ai"),
        floor=has_static(card, setting, "str-floor"),
        limit=break_limit(card, setting),
        at=_place_of(setting, place),
        silencing=silences_guests(card),
    )


def _place_of(setting: Setting, place: int) -> frozenset[str]:
    """Where a piece of ice stands among those that are there."""
    outside = setting.registers.get("outside", place)
    last = setting.registers["ice-here"] - 1
    both = ((OUTERMOST, outside == 0), (INNERMOST, outside == last))
    return frozenset(where for where, there in both if there)


def break_limit(card: Card, setting: Setting) -> int:
    """How many of its printed subroutines can be broken of a piece of ice; -1: all."""
    there = (s for s in card.rules.statics if s.kind == "break-limit" and known_now(s, setting))
    return min((static.amount.base for static in there), default=-1)


def _standing(static: Static, setting: Setting) -> Standing:
    """A change of strength that follows the rig."""
    amount, condition, test, ais = static.amount, static.condition, None, False
    if condition is not None and condition.subject == "fracters":
        comparison = condition.comparison
        test = (NEGATED[comparison] if condition.negated else comparison, int(condition.value))
    elif condition is not None and condition.subject == "ai-installed":
        test, ais = ("<" if condition.negated else ">=", 1), True
    elif condition is not None and not known_now(static, setting):
        return Standing()
    if amount.register == "breakers":
        return Standing(amount.base, amount.factor, test, ais)
    return Standing(constant(amount, setting.registers, setting.title), 0, test, ais)


def standing_of_rig(rig: Sequence[RigCard], ice: Card, place: int) -> tuple[Standing, ...]:
    """What cards of the rig do to the strength of a piece of ice."""
    found = []
    for slot, placed in enumerate(rig):
        for static in placed.card.rules.statics:
            here = placed.host == place
            if (
                static.kind == "ice str"
                or (static.kind == "host str" and here)
                or (static.kind == "other-ice str" and placed.host is not None and not here)
            ) and static.suits(ice.subtypes):
                gain, per_virus = _lent(placed.card, static)
                found.append(Standing(gain, slot=slot, per_virus=per_virus))
    return tuple(found)


def _lent(card: Card, static: Static) -> tuple[int, int]:
    """Strength for others, and what of it there is for each virus counter."""
    amount = static.amount
    if amount.register not in ("", "virus") or static.condition is not None:
        raise CapacityError(f"{card.title}: '{static.text}' is not executed here yet")
    return amount.base, amount.factor if amount.register else 0
