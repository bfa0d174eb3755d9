"""A run, moment by moment, in the order that the chart of its edition gives.

`ice.py` holds what happens at one piece of ice, `breach.py` the accesses. The numbers
in comments are the rules of `simcore.plan`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.cards.endings import used_late
from simcore.editions import Moment
from simcore.record import Cause
from simcore.reference import plans
from simcore.reference.breach import breach
from simcore.reference.deal import deal
from simcore.reference.effects import corp_pays, describe, fire, resolve
from simcore.reference.going_past import can_go_past, is_way_through
from simcore.reference.ice import approach, face, rez_root, use_counters
from simcore.reference.moves import trash_behind
from simcore.reference.state import GameEnds, RunEnds, Table, some
from simcore.reference.things import Piece, RootCard, Slot, Source

if TYPE_CHECKING:
    from collections.abc import Callable

SERVER_NAMES = {"hq": "HQ", "rd": "R&D", "archives": "Archives", "remote": "a remote server"}


def run(table: Table) -> Cause:
    """Deal, then walk the chart of the edition; returns why the run ended."""
    deal(table)
    cause = Cause.COMPLETED
    try:
        try:
            begin(table)
            while table.ahead < len(table.ice):
                walk(table, table.edition.approach)
                face(table, table.ice[table.ahead])
                if table.ahead == len(table.ice):
                    all_passed(table)
                if not table.came_back:
                    walk(table, table.edition.passed)
            if not table.ice:
                all_passed(table)
                walk(table, table.edition.no_ice)
            walk(table, table.edition.server)
        except GameEnds:
            raise
        except RunEnds as end:
            cause = end.cause
        end_run(table)
    except GameEnds as end:
        cause = end.cause
        if cause is Cause.FLATLINED:
            table.say(table.steps[-1].label, "The Runner is flatlined: the game stops here.")
    return cause


def walk(table: Table, moments: tuple[Moment, ...]) -> None:
    """The moments of a stretch of the chart, in its order."""
    for moment in moments:
        MOMENTS[moment](table)


def begin(table: Table) -> None:
    """The server is named, run credits are handed out, then what waits for the start."""
    event = table.scenario.runner.event
    how = f" with {event.title}" if event is not None else ""
    table.say(
        table.at(Moment.DECLARE),
        f"The Runner runs {SERVER_NAMES[table.server]}{how}: {some(table.credits, 'credit')}, "
        f"{some(table.grip_size(), 'card')} in the grip; "
        f"the Corp has {some(table.corp_credits, 'credit')}.",
    )
    label = table.at(Moment.BEGIN)
    if table.edition.bad_publicity and table.scenario.corp.bad_publicity:
        table.bad_publicity = table.scenario.corp.bad_publicity
        table.say(label, f"Bad publicity gives {some(table.bad_publicity, 'credit')} for this run.")
    _roll_strengths(table, label)
    fire(table, "run-begin", label)
    if Moment.ABILITIES not in table.edition.approach:
        use_abilities(table)
    there = f"Ice protects the server: {some(len(table.ice), 'piece')}."
    table.say(table.at(Moment.TO_ICE), there if table.ice else "No ice protects the server.")


def _roll_strengths(table: Table, label: str) -> None:
    """Cards whose strength is rolled for the run (30)."""
    for slot in table.rig:
        source = Source(slot.card, slot)
        if table.has_static(source, "str roll"):
            slot.rolled = table.roll(source)
            table.say(label, f"{slot.card.title} has strength {slot.rolled} in this run.")


def use_abilities(table: Table) -> None:
    """The Corp's abilities of rezzed ice with counters and of rezzed root cards, in listing
    order (14)."""
    for piece in table.ice:
        use_counters(table, piece, table.at(Moment.ABILITIES))
    for card in table.root:
        _use_abilities_of(table, card, table.at(Moment.ABILITIES))


def _use_abilities_of(table: Table, card: RootCard | Piece, label: str, late: bool = False) -> None:
    """Those of one card, each once, if they do something (14); `late`: those kept for the last
    window (48)."""
    source = table.ice_source(card) if isinstance(card, Piece) else Source(card.card, card)
    for ability in (*card.card.rules.paid, *card.card.rules.corp_abilities):
        if not (card.installed and card.rezzed):
            return
        if used_late(ability) != late:
            continue
        if not plans.has_effect(table, ability.effect, source):
            continue
        prices = [plans.cost_parts(table, cost, source) for cost in ability.costs]
        payable = [parts for parts in prices if plans.corp_can_pay(table, parts, source)]
        options = ["leave it", *(describe(parts) for parts in payable)]
        chosen = table.ask("corp", f"use {card.card.title}", options, 1 if payable else 0)
        if chosen:
            table.say(label, f"The Corp uses {card.card.title}.")
            corp_pays(table, payable[chosen - 1], source)
            resolve(table, ability.effect, source, label)


def first_abilities(table: Table) -> None:
    """The first window for abilities is where the plan uses them."""
    if table.ahead == 0 and not table.abilities_used:
        table.abilities_used = True
        use_abilities(table)


def all_passed(table: Table) -> None:
    """What all ice being passed triggers."""
    table.position = len(table.ice)
    fire(table, "all-passed", table.at(Moment.PASS))


def pass_nothing(table: Table) -> None:
    """A server without ice, where the chart has a step for it."""
    table.say(table.at(Moment.PASS), "There is no ice to pass.")


def jack_out(table: Table) -> None:
    """The window to jack out, also after an unrezzed piece; not before the first one."""
    more = table.ahead < len(table.ice)
    if more and (table.ahead == 0 or table.came_back):
        return
    label = table.at(Moment.JACK_OUT)
    held = table.held or table.held_until_met
    if held or table.leave_cost > table.spendable(breaking=False):
        table.say(label, f"The Runner {'may not' if held else 'cannot pay to'} jack out.")
    else:
        reason = plans.wants_out(table, table.ice[table.ahead]) if more else ""  # 7
        if reason and table.grip_size() >= table.scenario.runner.plan.minimum_grip:
            ahead = table.ice[table.ahead]
            if can_go_past(table, ahead) or is_way_through(table, ahead):
                reason = ""  # 53
        if table.ask("runner", "jack out", ["go on", "jack out"], int(bool(reason))):
            table.pay_credits(table.leave_cost)
            table.say(label, f"The Runner jacks out{': ' + reason if reason else ''}.")
            raise RunEnds(Cause.JACKED_OUT)
        table.say(label, "The Runner goes on.")
    trash_behind(table, label)


def last_rez_window(table: Table) -> None:
    """The rez window of the root: the last one is where the plan pays for it (13)."""
    if table.ahead == len(table.ice):
        for piece in table.ice:
            _use_abilities_of(table, piece, table.at(Moment.REZ_ROOT), late=True)
        rez_root(table, table.at(Moment.REZ_ROOT), lambda card: plans.can_still_act(table, card))
        for card in table.root:
            _use_abilities_of(table, card, table.at(Moment.REZ_ROOT), late=True)


def onward(table: Table) -> None:
    """Whether another piece is ahead."""
    more = table.ahead < len(table.ice)
    table.say(table.at(Moment.ONWARD), "There is more ice." if more else "There is no more ice.")


def approach_server(table: Table) -> None:
    """The approach of the server, with what that triggers."""
    table.position = len(table.ice)
    label = table.at(Moment.APPROACH_SERVER)
    table.say(label, "The Runner approaches the server.")
    fire(table, "approach-server", label)


def to_success(table: Table) -> None:
    """A step that only leads on."""
    table.say(table.at(Moment.TO_SUCCESS), "The run goes on to success.")


def succeed(table: Table) -> None:
    """Success, with what that triggers."""
    table.position = len(table.ice)
    label = table.at(Moment.SUCCESS)
    table.at_server = True
    if table.stands_in_root("no-success"):
        table.say(label, "The run is not declared successful.")
        return
    table.tally.success = 1
    table.say(label, f"The run is successful; {some(table.credits, 'credit')} left.")
    fire(table, "success", label, left=table.later)


def end_breach(table: Table) -> None:
    """A step that only leads on."""
    table.say(table.at(Moment.ACCESS_OVER), "The breach is over.")


MOMENTS: dict[Moment, Callable[[Table], None]] = {
    Moment.APPROACH: approach,
    Moment.ABILITIES: first_abilities,
    Moment.PASS: pass_nothing,
    Moment.JACK_OUT: jack_out,
    Moment.REZ_ROOT: last_rez_window,
    Moment.ONWARD: onward,
    Moment.APPROACH_SERVER: approach_server,
    Moment.TO_SUCCESS: to_success,
    Moment.SUCCESS: succeed,
    Moment.ACCESS: breach,
    Moment.ACCESS_OVER: end_breach,
}
"""What is done at the moments that the charts of the editions order differently."""


def end_run(table: Table) -> None:
    """Was it successful? Then the effects of the end, then condemned programs (17)."""
    label = table.at(Moment.END if table.tally.success else Moment.END_EARLY)
    word = "successfully" if table.tally.success else "unsuccessfully"
    table.say(label, f"The run ends {word}.")
    try:
        fire(table, "run-end", label)
    except GameEnds:
        raise
    except RunEnds:
        pass  # it has ended already
    for slot in table.rig:
        if slot.doomed and slot.installed:
            _condemn(table, slot, label)


def _condemn(table: Table, slot: Slot, label: str) -> None:
    table.uninstall(slot)
    table.say(label, f"{slot.card.title} is trashed.")
