"""Bugs to be planted, one at a time, in the optimiser of ways past ice and in its judge: a
credit, a counter, a point of damage or of strength too many or too few.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from agreement.planted import Mutant

if TYPE_CHECKING:
    from agreement.passage_search import Lone, Whole
    from agreement.planting import Forge

MOST_CASES = 2_000

OPTIMISER = (
    Mutant(
        "credits for breakers pay for everything",
        "prices/purses.py",
        "rest -= min(breakers, rest - passage.due_other)",
        "rest -= min(breakers, rest)",
        68,
    ),
    Mutant(
        "a card about to go pays for breaks first",
        "prices/purses.py",
        "other = 0 if card.use else min(used, now.due_other)",
        "other = 0 if card.use else min(used - 1, now.due_other)",
        2055,
    ),
    Mutant(
        "credits of a card that goes pay for later",
        "prices/purses.py",
        "covered=now.money.covered + used,",
        "covered=now.money.covered + card.credits,",
        2029,
    ),
    Mutant(
        "the Corp takes the first card",
        "prices/way/picking.py",
        "self.missed = [slot for slot in self.there if sight.needed[slot] or answering]",
        "self.missed = [slot for slot in self.there if answering]",
        67,
    ),
    Mutant(
        "any answer will do",
        "prices/way/answers.py",
        "sure = best(_as_bad_as_both(one, other) for one, other in product(sure, known))",
        "sure = best([*sure, *known])",
        2007,
    ),
    Mutant(
        "a tag is no price",
        "prices/way/comparing.py",
        "tags, toll, losing, net_next, nets_next, net_here,",
        "0, toll, losing, net_next, nets_next, net_here,",
        49,
    ),
    Mutant(
        "the worst damage is the first",
        "prices/way/worse.py",
        "max(one.suffered.damage, other.suffered.damage),",
        "one.suffered.damage,",
        26,
    ),
    Mutant(
        "credits lost are added up by chance",
        "prices/way/worse.py",
        "lost = max(0, *(_lost_beside(worse, each, purses) for each in (one, other)))",
        "lost = sum(max(0, _lost_beside(worse, each, purses)) for each in (one, other))",
        1374,
    ),
    Mutant(
        "what is lost in place of a payment comes on top of it",
        "prices/way/worse.py",
        "return each.money.lost - more",
        "return each.money.lost",
        320,
    ),
    Mutant(
        "a toll of one credit, whatever it is",
        "prices/way/encounter.py",
        "now = now.pays(other=now.ahead.toll)",
        "now = now.pays(other=1)",
        237,
    ),
    Mutant(
        "what was meant for the next piece forgotten",
        "prices/way/encounter.py",
        "piece.under(later, following)",
        "piece.under(later, CALM)",
        107,
    ),
    Mutant(
        "damage left for the next encounter forgotten",
        "prices/way/encounter.py",
        "net_here=now.ahead.net_next,",
        "net_here=0,",
        21,
    ),
    Mutant(
        "a counter for having been used forgotten on the way",
        "prices/way/encounter.py",
        "virus=tuple(map(add, each.paid.virus, virus)),",
        "virus=each.paid.virus,",
        33,
    ),
    Mutant(
        "what may never resolve has to be broken",
        "prices/way/choices.py",
        "(stays and not outcomes and not changing)",
        "(not outcomes and not changing)",
        500,
    ),
    Mutant(
        "nothing is lost behind ice",
        "prices/way/lost_behind.py",
        "if now.here.piece else now.ahead.losing",
        "if now.here.piece else 0",
        17,
    ),
    Mutant(
        "root cards add no strength",
        "prices/way/attempt.py",
        "priced_ice(card, setting, wall.place, wall.braced, wall.lent)",
        "priced_ice(card, setting, wall.place, 0, wall.lent)",
        253,
    ),
    Mutant(
        "one point of damage at a time",
        "prices/way/suffering.py",
        "thrown(self, number, now.suffers(number), kind)",
        "thrown(self, number, now.suffers(1), kind)",
        21,
    ),
    Mutant(
        "cards paid do not count",
        "prices/way/suffering.py",
        "now.suffered.refill - now.paid.grip - now.suffered.damage",
        "now.suffered.refill - now.suffered.damage",
        2255,
    ),
    Mutant(
        "one card too few trashed",
        "prices/way/suffering.py",
        "picking = Picking(self, kind, number, now, guarding=not kept)\n",
        "picking = Picking(self, kind, number // 2, now, guarding=not kept)\n",
        2007,
    ),
    Mutant(
        "a credit off every payment asked for",
        "prices/way/paying.py",
        "return [now.pays(other=number)]",
        "return [now.pays(number - (number > 1))]",
        32,
    ),
    Mutant(
        "the next piece gets the last thing only",
        "prices/corp/elsewhere.py",
        "following=climate.following.with_(weather)",
        "following=weather",
        5451,
    ),
    Mutant(
        "a die that always shows six",
        "prices/way/suffering.py",
        "rolled=face)",
        "rolled=HIGHEST_FACE)",
        102,
    ),
    Mutant(
        "one bad publicity too many",
        "prices/begun.py",
        "anything += scenario.corp.bad_publicity",
        "anything += scenario.corp.bad_publicity + 1",
        21,
    ),
    Mutant(
        "one weakening too few",
        "plan/descent.py",
        "most = min(most, now.virus // weakening.virus)",
        "most = min(most, max(0, now.virus // weakening.virus - 1))",
        294,
    ),
    Mutant(
        "strength laid on ice does not add up",
        "plan/states.py",
        "self.strength + other.strength,",
        "max(self.strength, other.strength),",
        1090,
    ),
    Mutant(
        "a point of damage not told",
        "prices/bills.py",
        '"damage": each.suffered.damage,',
        '"damage": max(0, each.suffered.damage - 1),',
        1,
    ),
)
JUDGE = (
    Mutant(
        "the best of what may come",
        "reference/worst_cases.py",
        "return tuple(map(max, one, other))",
        "return tuple(map(min, one, other))",
        34,
    ),
    Mutant(
        "stealth credits are not used",
        "reference/legal_passages.py",
        "return min(hidden, label.sums.credits - label.sums.loud)",
        "return label.sums.stealth",
        113,
    ),
    Mutant(
        "no piece is passed by force",
        "reference/legal_passages.py",
        "            trash_behind(table, LABEL)\n",
        "",
        83,
    ),
    Mutant(
        "the first subroutine is always broken",
        "reference/legal_passages.py",
        "for number in range(len(subs) + 1):",
        "for number in range(min(1, len(subs)), len(subs) + 1):",
        6,
    ),
)
PASSAGES = (*OPTIMISER, *JUDGE)


def case(number: int) -> Lone | Whole:
    """Random cases by number: servers mostly, which show more. All cards are invented: the
    numbers outlast changes to the pools. From `MOST_CASES` on, cards with credits are robbed."""
    from agreement.invented_passages import lone_settings, robbed, servers

    random = Random(number % MOST_CASES)
    if number >= MOST_CASES:
        return next(robbed(random))
    return next(servers(random, True)) if number % 4 else next(lone_settings(random, True))


def cases_until_caught(forge: Forge, mutant: Mutant, soon: bool) -> int | None:
    """How many cases it takes to see the bug; None if `MOST_CASES` do not show it."""
    return forge.hunt(mutant, __name__, mutant.soon if soon else 0)


def hunt(first: int) -> int | None:
    """Where a bug is planted: compare until there is a difference (an exception is one)."""
    for tried, number in enumerate([first, *range(MOST_CASES)], 1):
        try:
            if not is_agreed_on(number):
                return tried
        except (AssertionError, ArithmeticError, LookupError):
            return tried
    return None


def is_agreed_on(number: int) -> bool:
    """Whether optimiser and judge do not part in a case."""
    from agreement.passage_search import DEARER, Lone, lone_apart, whole_apart

    asked = case(number)
    apart = lone_apart(asked) if isinstance(asked, Lone) else whole_apart(asked)
    return apart in (None, "", DEARER)
