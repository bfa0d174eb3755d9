"""Bugs to be planted, one at a time, in the optimiser of breaks and in its judge, and the
cases that have to show each of them: a credit here, a counter there.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from agreement.planted import Mutant

if TYPE_CHECKING:
    from agreement.break_search import Case
    from agreement.planting import Forge

MOST_CASES = 2_000

OPTIMISER = (
    Mutant(
        "one credit too many for boosts",
        "plan/uses.py",
        "credits = steps.credits + spent.credits",
        "credits = steps.credits + bool(steps.number) + spent.credits",
    ),
    Mutant(
        "one credit too few for many uses",
        "plan/uses.py",
        "credits += a.credits * n + a.each_use",
        "credits += a.credits * n - (n > 2) + a.each_use",
        6,
    ),
    Mutant(
        "weakening paid once",
        "plan/uses.py",
        "credits += weakened * weaken.credits",
        "credits += bool(weakened) * weaken.credits",
        421,
    ),
    Mutant(
        "a counter too many may be spent",
        "plan/uses.py",
        "if virus > now.virus or power > now.power:",
        "if virus > now.virus + 1 or power > now.power:",
        49,
    ),
    Mutant(
        "a card trashed twice",
        "plan/uses.py",
        "if spent.trashed > 1:",
        "if spent.trashed > 2:",
        17,
    ),
    Mutant(
        "clicks on the ice counted once",
        "plan/breaking.py",
        "clicks=forgone + sum(times * ability.clicks for ability, times in used),",
        "clicks=forgone + sum(bool(times) * ability.clicks for ability, times in used),",
        14,
    ),
    Mutant(
        "ice open to AI",
        "plan/uses.py",
        "return not (target.no_ai and slot.ai) and ability.works_on(target)",
        "return ability.works_on(target)",
        197,
    ),
    Mutant(
        "ice of two kinds has to be both",
        "plan/pieces.py",
        "if self.types and not self.types & target.types:",
        "if self.types and not self.types >= target.types:",
        16,
    ),
    Mutant(
        "an exact card overshoots",
        "plan/boosts.py",
        "if exact and sum(gain * n for gain, n in zip(gains, steps, strict=True)) > needed:",
        "if exact and sum(gain * n for gain, n in zip(gains, steps, strict=True)) > needed + 1:",
        874,
    ),
    Mutant(
        "a lasting boost lasts for nothing",
        "plan/aftermath.py",
        "boost=now.boost + lasting + grown,",
        "boost=now.boost + grown,",
        18,
    ),
    Mutant(
        "growing once for all",
        "plan/aftermath.py",
        "grown = sum(a.grows * number for",
        "grown = sum(a.grows * bool(number) for",
        90,
    ),
    Mutant(
        "weakening free of counters",
        "plan/aftermath.py",
        "virus += use.weakening * slot.weakening.virus",
        "virus += bool(use.weakening) * slot.weakening.virus",
        293,
    ),
    Mutant(
        "no price on each subroutine",
        "prices/payments.py",
        "tax = total * weather.tax",
        "tax = weather.tax",
        9,
    ),
    Mutant(
        "no price on each use",
        "plan/states.py",
        "return replace(ability, credits=ability.credits + credits)",
        "return replace(ability, credits=max(ability.credits, credits))",
        17,
    ),
    Mutant(
        "a floor that gives way",
        "plan/descent.py",
        "    if target.floor:\n        return [{}]\n",
        "",
        74,
    ),
    Mutant(
        "a strength missed by one",
        "plan/strengths.py",
        "return slot.strength + slot.per_breaker * breakers + by_power",
        "return slot.strength + slot.per_breaker * (breakers - 1) + by_power",
        179,
    ),
    Mutant(
        "the counter for having been used forgotten",
        "prices/payments.py",
        "virus[number] += max(0, between.virus - after.virus) if after.installed else 0",
        "virus[number] += 0",
        58,
    ),
    Mutant(
        "payments that beat each other",
        "prices/payments.py",
        "return one.way < other.way\n",
        "return True\n",
        1282,
    ),
    Mutant(
        "what fixed plans prefer, by credits before counters",
        "plan/uses.py",
        "    way.counters + use.counters,\n        way.credits + use.credits,",
        "    way.credits + use.credits,\n        way.counters + use.counters,",
    ),
)
JUDGE = (
    Mutant(
        "strength has to be greater",
        "reference/legal_breaks.py",
        "return mine == other if exact else mine >= other",
        "return mine == other if exact else mine > other",
    ),
    Mutant(
        "the price on each use twice",
        "reference/legal_breaks.py",
        'parts["credits"] += self.laid.uses',
        'parts["credits"] += 2 * self.laid.uses',
        3,
    ),
    Mutant(
        "more subroutines than a use may break",
        "reference/legal_breaks.py",
        "if 0 < len(chosen) <= ability.count)",
        "if 0 < len(chosen) <= ability.count + 1)",
        6,
    ),
    Mutant(
        "a condemned card is no price",
        "reference/legal_breaks.py",
        "doomed = now.doomed or ability.dooms",
        "doomed = now.doomed",
        12,
    ),
    Mutant(
        "weakening by one less",
        "reference/legal_breaks.py",
        "weakened=position.weakened + amount",
        "weakened=position.weakened + 1",
        293,
    ),
)
BREAKS = (*OPTIMISER, *JUDGE)


def case(number: int) -> Case:
    """Random cases by number: mostly invented cards, which show more."""
    from agreement.break_search import settings
    from agreement.invented_cards import inventions

    return next((inventions if number % 4 else settings)(Random(number)))


def cases_until_caught(forge: Forge, mutant: Mutant, soon: bool) -> int | None:
    """How many cases it takes to see the bug; None if `MOST_CASES` do not show it."""
    return forge.hunt(mutant, __name__, mutant.soon if soon else 0)


def hunt(first: int) -> int | None:
    """Where a bug is planted: compare until there is a difference (an exception is one)."""
    from agreement.break_search import disagreement, is_executed, is_played, payments_apart
    from agreement.invented_cards import is_weakened_first

    for tried, number in enumerate([first, *range(MOST_CASES)], 1):
        asked = case(number)
        try:
            if not is_executed(asked):
                continue
            if payments_apart(asked):
                return tried
            if is_played(asked) and is_weakened_first(asked) and disagreement(asked):
                return tried
        except (AssertionError, ArithmeticError, LookupError):
            return tried
    return None
