"""Bugs to be planted, one at a time, and the run that has to notice each of them.

A mutant is one replacement in the source text of the package, which then runs as plain
Python in a process of its own: random scenarios are compared until kernel and reference
part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from agreement.planted import EDITIONS, Mutant

if TYPE_CHECKING:
    from agreement.planting import Forge

MOST_SCENARIOS = 600
"""Scenarios tried when the one that is known to show a bug does not show it any more."""
SEARCHED = 4_000
"""Scenarios searched for a bug by those who do not know where to look."""


KERNEL = (
    Mutant(
        "one credit too many for a boost",
        "plan/boosts.py",
        "sum(boost.credits * n for boost, n in paid),",
        "sum(boost.credits * n for boost, n in paid) + 1,",
        1,
    ),
    Mutant(
        "a tie wins a trace",
        "kernel/primitives.py",
        "if gap <= 0:",
        "if gap == 0:\n        return True\n    if gap < 0:",
        57,
    ),
    Mutant(
        "slots compared from the back",
        "plan/uses.py",
        "use.slots + way.slots,",
        "tuple(-n for n in use.slots) + way.slots,",
        657,
    ),
    Mutant(
        "a boost that does not expire",
        "plan/aftermath.py",
        "for b, n in steps if b.lasts)",
        "for b, n in steps)",
        1,
    ),
    Mutant(
        "an earlier lasting boost lost",
        "plan/aftermath.py",
        "now.boost + lasting + grown,",
        "lasting + grown,",
        20,
    ),
    Mutant(
        "cards drawn with replacement",
        "kernel/drawing.py",
        "run.taken_count[pool] = count + 1",
        "run.taken_count[pool] = count",
        1,
    ),
    Mutant(
        "a second copy of unique ice rezzed",
        "kernel/effects.py",
        "unique == unique:",
        "unique == unique + 1:",
        567,
    ),
    Mutant(
        "a second copy of a unique card of the root rezzed",
        "kernel/access.py",
        "unique == unique:",
        "unique == unique + 1:",
        7,
    ),
    Mutant(
        "a jack-out after the last piece",
        "kernel/ice.py",
        "following < board.ice_count and jacks_out",
        "following <= board.ice_count and jacks_out",
        10,
    ),
    Mutant(
        "the last card of the rig trashed first",
        "encode/rigs.py",
        "choose = max if kind in losses.last else min",
        "choose = max",
        1,
    ),
    Mutant(
        "a trashed card keeps boost and counters",
        "encode/rigs.py",
        "left = (*state.slots[:slot], GONE, *state.slots[slot + 1 :])",
        "left = tuple(\n"
        "                each._replace(installed=each.installed and number != slot)\n"
        "                for number, each in enumerate(state.slots)\n"
        "            )",
        10,
    ),
    Mutant(
        "bad publicity spent after the pool",
        "kernel/primitives.py",
        "if run.purses_break > 0:",
        "if run.purses_break > 0 and price > run.credits:",
        6,
    ),
    Mutant(
        "damage kills at an empty grip",
        "kernel/primitives.py",
        "if amount > run.grip:",
        "if amount >= run.grip > 0:",
        5,
    ),
    Mutant(
        "root cards rezzed from the back",
        "kernel/game.py",
        "for index in range(board.root_count):\n        away",
        "for index in range(board.root_count - 1, -1, -1):\n        away",
        148,
    ),
    Mutant(
        "one access too many",
        "kernel/game.py",
        "min(board.base_accesses + run.more, there)",
        "min(board.base_accesses + run.more + 1, there)",
        9,
    ),
    Mutant(
        "steal costs ignored",
        "kernel/access.py",
        "price = card.steal_credits",
        "price = 0",
        11,
    ),
    Mutant(
        "no reserve kept when trashing",
        "kernel/access.py",
        "kept += board.reserve",
        "kept += ZERO",
        24,
    ),
    Mutant(
        "nothing kept for steal costs",
        "kernel/access.py",
        "kept += board.reserve",
        "kept = ZERO + board.reserve",
        11,
    ),
    Mutant(
        "damage of exactly the grip has to be broken",
        "encode/rows.py",
        "fatal[n] or hurt[n] > grip",
        "fatal[n] or hurt[n] >= grip",
        20,
    ),
    Mutant("break-all below the cap", "kernel/ice.py", "<= board.cap:", "< board.cap:", 27),
    Mutant(
        "the next piece bypassed as well",
        "kernel/ice.py",
        "        run.bypassed = 0\n    else:\n",
        "        run.bypassed = 1\n    else:\n",
        51,
    ),
    Mutant("a flag never used up", "kernel/effects.py", "run.used |= 1 << a", "run.used |= 0", 28),
    Mutant(
        "condemned programs stay",
        "kernel/game.py",
        "run.programs_lost += board.rigs[run.rig].doomed",
        "run.programs_lost += 0",
        13,
    ),
    Mutant(
        "persistent cards forgotten",
        "kernel/access.py",
        "run.root_lasting |= 1 << index",
        "run.root_lasting |= 0",
        180,
    ),
    Mutant(
        "a Corp that takes the first option",
        "encode/choosing.py",
        "            if ends_run(option):\n                return self.lowering.lower(option)",
        "            if ends_run(option):\n                return self.lowering.lower(options[0])",
        105,
    ),
    Mutant(
        "an option that can be done in part",
        "encode/choosing.py",
        "Comparison.AT_LEAST, amount, kind",
        "Comparison.AT_LEAST, 1, kind",
        51,
    ),
    Mutant(
        "alternatives in printed order",
        "encode/lower.py",
        "for cost in sorted(node.costs, key=_rank)]\n        penalty",
        "for cost in node.costs]\n        penalty",
        82,
    ),
)
"""Bugs of the kernel and of what is made for it."""

REFERENCE = (
    Mutant(
        "one credit too many for a boost",
        "reference/breaking.py",
        "credits=sum(spend.credits * times for _, spend, times in spends)\n",
        "credits=any(map(any, boosts))\n"
        "        + sum(spend.credits * times for _, spend, times in spends)\n",
        1,
    ),
    Mutant(
        "a tie wins a trace",
        "reference/traces.py",
        "if gap <= 0:",
        "if gap == 0:\n        return False\n    if gap < 0:",
        57,
    ),
    Mutant(
        "slots compared from the back",
        "reference/breaking.py",
        "tuple(slot for slot, times in enumerate(by_slot) if times),",
        "tuple(-slot for slot, times in enumerate(by_slot) if times),",
        657,
    ),
    Mutant(
        "a boost that does not expire",
        "reference/window.py",
        "boost.gain * steps * boost.lasting",
        "boost.gain * steps",
        1,
    ),
    Mutant(
        "unknown cards drawn with replacement",
        "reference/deal.py",
        "copies[card.id] -= 1",
        "copies[card.id] -= 0",
        73,
    ),
    Mutant(
        "a jack-out at exactly the least grip",
        "reference/plans.py",
        "if table.grip_size() < plan.minimum_grip:",
        "if table.grip_size() <= plan.minimum_grip:",
        71,
    ),
    Mutant(
        "the last card of the rig trashed first",
        "reference/moves.py",
        "targets = [slot for slot in table.rig if",
        "targets = [slot for slot in reversed(table.rig) if",
        1,
    ),
    Mutant(
        "a trashed card keeps its boost",
        "reference/state.py",
        "slot.bank = slot.hosted = slot.boost = 0",
        "slot.bank = slot.hosted = 0",
        307,
    ),
    Mutant(
        "recurring credits before bad publicity",
        "reference/state.py",
        "part = min(amount, self.bad_publicity)\n",
        "part = min(max(0, amount - self.purses() + self.bad_publicity), self.bad_publicity)\n",
        11,
    ),
    Mutant(
        "damage kills at an empty grip",
        "reference/state.py",
        "            if not self.grip_size():\n                raise GameEnds",
        "            if self.grip_size() < 2:\n                raise GameEnds",
        10,
    ),
    Mutant(
        "one access too many",
        "reference/breach.py",
        "min(1 + table.extra_accesses,",
        "min(2 + table.extra_accesses,",
        9,
    ),
    Mutant(
        "steal costs ignored",
        "reference/breach.py",
        "total[kind] = total.get(kind, 0) + amount",
        "total[kind] = total.get(kind, 0)",
        2,
    ),
    Mutant(
        "nothing kept for steal costs",
        "reference/plans_of_access.py",
        "return left >= plan.reserve + steal_reserve(table)",
        "return left >= plan.reserve",
        11,
    ),
    Mutant(
        "damage of exactly the grip has to be broken",
        "reference/plans.py",
        "greatest_damage(table, node, source) > table.grip_size()",
        "greatest_damage(table, node, source) >= table.grip_size()",
        1,
    ),
    Mutant(
        "an option of which one part can be done",
        "reference/plans.py",
        "return all(can_be_done(table, part, source) for part in parts)",
        "return any(can_be_done(table, part, source) for part in parts)",
        131,
    ),
    Mutant(
        "break-all below the cap",
        "reference/plans.py",
        "dear <= plan.optional_break_cap",
        "dear < plan.optional_break_cap",
        27,
    ),
    Mutant(
        "a bypass is forgotten",
        "reference/ice.py",
        'is bypassed.")\n        return',
        'is bypassed.")',
        0,
    ),
    Mutant(
        "central cards accessed with replacement",
        "reference/breach.py",
        "entry.left -= 1  # set aside",
        "entry.left -= 0  # set aside",
        1,
    ),
    Mutant(
        "condemned programs stay",
        "reference/game.py",
        "        if slot.doomed and slot.installed:",
        "        if slot.doomed and not slot.installed:",
        13,
    ),
)
"""Bugs of the reference: the kernel judges its judge."""

MUTANTS = (*KERNEL, *REFERENCE, *EDITIONS)


def scenarios_until_caught(forge: Forge, mutant: Mutant, soon: bool) -> int | None:
    """How many scenarios it takes to see the bug; None if it is not seen.

    `soon`: begin with the one that is known, then `MOST_SCENARIOS`; else search `SEARCHED`.
    """
    first, most = (mutant.soon, MOST_SCENARIOS) if soon else (0, SEARCHED)
    return forge.hunt(mutant, __name__, first, most)


def hunt(first: int, most: int) -> int | None:
    """Where a bug is planted: compare until there is a difference (an exception is one)."""
    from agreement.compare import compare_batch

    for tried, number in enumerate([first, *range(most)], 1):
        try:
            if compare_batch(number, 1).reports:
                return tried
        except (AssertionError, ArithmeticError, LookupError):
            return tried
    return None
