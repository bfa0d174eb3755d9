"""What a planted bug is, and those in what tells the editions apart and came with them:
accesses at once, base links, windows, ice that reaches ahead, noise, dice, ways back.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mutant:
    """`old` becomes `new` in `file` of the package. `soon`: a scenario that shows it."""

    name: str
    file: str
    old: str
    new: str
    soon: int = 0


EDITIONS = (
    Mutant(
        "cards of 1996 accessed one after another",
        "kernel/game.py",
        "if FULL and board.at_once:",
        "if FULL and board.at_once > 1:",
        1,
    ),
    Mutant(
        "the seventh point stops a batch",
        "kernel/access.py",
        "if run.no_steal or card.agenda == trashing:",
        "if run.no_steal or card.agenda == trashing or run.score >= 7:",
        9,
    ),
    Mutant(
        "a batch trashed before it is scored",
        "kernel/access.py",
        "if run.no_steal or card.agenda == trashing:\n"
        "                continue\n"
        "            if trashing:",
        "if run.no_steal or card.agenda != trashing:\n"
        "                continue\n"
        "            if not trashing:",
        331,
    ),
    Mutant(
        "a base link that ties escapes",
        "kernel/primitives.py",
        "missing = value + 1 - link.value",
        "missing = value - link.value",
        23,
    ),
    Mutant(
        "the last step of a base link is free",
        "kernel/primitives.py",
        "(missing + link.step - 1) // link.step * link.step_cost",
        "missing // link.step * link.step_cost",
        344,
    ),
    Mutant(
        "a printed limit ignored",
        "kernel/primitives.py",
        "top = min(top, base)",
        "top = min(top, top)",
        1,
    ),
    Mutant(
        "a subroutine of 1996 stops at its end",
        "kernel/effects.py",
        "            run.ending = 1",
        "            run.cause = run.source",
        319,
    ),
    Mutant(
        "the root rezzed at the first piece of ice",
        "kernel/roots.py",
        "last = following == board.ice_count",
        "last = place == 0",
        8,
    ),
    Mutant(
        "the approach after the last window of 2012",
        "reference/plans.py",
        'over |= {"approach-server"}',
        "over |= set()",
        367,
    ),
    Mutant(
        "no program trashed behind the last piece",
        "kernel/game.py",
        "trash_behind(board, run, board.ice_count - 1)",
        "trash_behind(board, run, board.ice_count)",
        60,
    ),
    Mutant(
        "what was meant for the next piece stays",
        "reference/lasting.py",
        "self.following = Laid()",
        "self.following = self.following",
        54,
    ),
    Mutant(
        "a lock on subroutines that trace alone",
        "reference/breaking.py",
        "if asked.locked and asked.plain + asked.tracing:",
        "if asked.locked and asked.tracing:",
        3729,
    ),
    Mutant(
        "the toll after what the piece itself does",
        "reference/ice.py",
        '        pay_toll(table, label)\n        fire_own(table, ("encounter",), label, source)\n',
        '        fire_own(table, ("encounter",), label, source)\n        pay_toll(table, label)\n',
        706,
    ),
    Mutant(
        "jacking out is free",
        "kernel/ice.py",
        "pay(board, run, run.leave_cost, ANYTHING)",
        "pay(board, run, ZERO, ANYTHING)",
        8,
    ),
    Mutant(
        "a program trashed before the window to jack out",
        "reference/game.py",
        "    held = table.held or table.held_until_met\n",
        "    trash_behind(table, label)\n    held = table.held or table.held_until_met\n",
        1412,
    ),
    Mutant(
        "credits for traces kept for the next encounter",
        "kernel/endings.py",
        "run.trace_bits = 0",
        "run.trace_bits += 0",
        371,
    ),
    Mutant(
        "one access more than the limit",
        "kernel/effects.py",
        "min(run.most, amount)",
        "min(run.most, amount + 1)",
        613,
    ),
    Mutant(
        "a mark of use that stays",
        "plan/aftermath.py",
        "used=False, virus=now.virus",
        "virus=now.virus",
        326,
    ),
    Mutant(
        "stealth credits pay for noisy breakers",
        "kernel/primitives.py",
        "purpose == LOUD:",
        "purpose > LOUD:",
        220,
    ),
    Mutant(
        "a three always breaks",
        "reference/window.py",
        "if face < ability.die:",
        "if face < min(ability.die, 3):",
        217,
    ),
    Mutant(
        "damage prevented without end",
        "kernel/primitives.py",
        "run.prevented += part << (8 * index)",
        "run.prevented += 0",
        344,
    ),
    Mutant(
        "root cards rezzed for ice that is not met",
        "kernel/roots.py",
        "if met and card.rez_for_ice >= 0:",
        "if card.rez_for_ice >= 0:",
        829,
    ),
    Mutant(
        "stealth credits that are not there",
        "kernel/ice.py",
        "if hidden == 0 and loud",
        "if hidden >= 0 and loud",
        301,
    ),
    Mutant(
        "root cards strengthen ice face down",
        "reference/view.py",
        'static.kind == "ice-here str" and card.installed and card.rezzed',
        'static.kind == "ice-here str" and card.installed and not card.rezzed',
        701,
    ),
    Mutant(
        "the first subroutine is not taxed",
        "reference/breaking.py",
        "+ asked.tax * (asked.plain + asked.tracing),",
        "+ asked.tax * max(0, asked.plain + asked.tracing - 1),",
        3174,
    ),
    Mutant(
        "a subroutine that was given need not be broken",
        "reference/plans.py",
        "enumerate(table.subs(piece))\n        if index not in table.broken",
        "enumerate(table.subs(piece)[: len(piece.card.rules.subs)])\n"
        "        if index not in table.broken",
        142,
    ),
    Mutant(
        "held until the end of the run", "kernel/endings.py", "run.held &= 1", "run.held &= 3", 142
    ),
    Mutant(
        "noise once however often it is used",
        "reference/breaking.py",
        "noise=sum(ability.noise * times for",
        "noise=sum(ability.noise * (times > 0) for",
        438,
    ),
    Mutant(
        "the way back counts unrezzed ice",
        "reference/moves.py",
        "if piece.rezzed and piece.place < holder.place",
        "if piece.place < holder.place",
        334,
    ),
    Mutant(
        "an agenda forfeited twice",
        "reference/ice.py",
        "table.agendas -= sum(piece.card.rules.forfeits)",
        "table.agendas -= 0",
        86,
    ),
    Mutant(
        "one broken subroutine keeps off what is due",
        "reference/ice.py",
        "if table.net_due and not table.fully_broken():",
        "if table.net_due and not table.broken:",
        1094,
    ),
    Mutant(
        "a way that ends the run is as good as any",
        "reference/breaking.py",
        "        way.ends,\n        way.blinds,",
        "        way.blinds,",
        771,
    ),
)
"""Bugs of either side in what the editions and the cards of 1996 brought."""
