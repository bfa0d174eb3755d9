"""One piece of ice: the window to rez it, the encounter, breaking, and passing it.

The numbers in comments are the rules of `simcore.plan`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.cards.standing import waits_for_failure
from simcore.cards.vocabulary import BROKEN
from simcore.editions import Moment
from simcore.errors import CapacityError
from simcore.record import Cause
from simcore.reference import plans
from simcore.reference.as_advanced import makes_more_advanced
from simcore.reference.effects import corp_pays, fire, fire_own, resolve, rez
from simcore.reference.going_past import go_past
from simcore.reference.state import GameEnds, RunEnds, Table, some
from simcore.reference.things import Piece, RootCard, Source
from simcore.reference.window import break_subroutines

MOST_APPROACHES = 200
"""Pieces faced in one run: one that goes back more often is given up."""

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def face(table: Table, piece: Piece) -> None:
    """From the rez window of one piece to passing it, with a checkpoint however it goes."""
    table.position = piece.place
    table.came_back = False
    table.approaches += 1
    if table.approaches > MOST_APPROACHES:
        raise CapacityError("a run that goes back and forth without an end")
    cause = Cause.RUNNING
    try:
        rez_window(table, piece)
        if is_met(table, piece):
            encounter(table, piece)
        if table.goes_to is None:
            pass_ice(table, piece)
        else:
            table.ahead, table.goes_to = table.goes_to, None
            table.came_back = True
    except RunEnds as end:
        cause = end.cause
        raise
    finally:
        table.trace_bits = 0
        table.forget_encounter()
        table.checkpoint("ice", piece.place, cause)


def approach(table: Table) -> None:
    """What waits for the approach: nothing the notation has."""
    piece = table.ice[table.ahead]
    name = piece.card.title if piece.rezzed else "an unrezzed piece of ice"
    table.say(
        table.at(Moment.APPROACH),
        f"The Runner approaches {name} ({piece.place + 1} of {len(table.ice)}).",
    )


def rez_window(table: Table, piece: Piece) -> None:
    """The Corp rezzes the approached piece if it can, and roots that would be too late (13);
    where the chart has the root first, the price of the piece is kept back."""
    if table.edition.root_before_ice:
        wanted = not piece.rezzed and plans.will_rez(table, piece)
        kept = (plans.rez_price(table, piece) or 0) if wanted else 0
        rez_behind(table, piece, met=piece.rezzed or wanted, kept=kept)
    rez_approached(table, piece)
    if not table.edition.root_before_ice:
        rez_behind(table, piece, met=piece.rezzed)


def rez_behind(table: Table, piece: Piece, met: bool, kept: int = 0) -> None:
    """Cards of the root that change the approached piece, or act if the run fails there, if it is
    going to be met; at the last one those that act before there is another window."""
    touched = met and piece.installed
    last = table.next_place(piece.place) == len(table.ice)
    rez_root(
        table,
        table.at(Moment.REZ_ROOT),
        lambda card: (
            (touched and (_changes(table, card, piece) or waits_for_failure(card.card)))
            or (last and plans.acts_before_the_last_window(table, card))
        ),
        kept,
    )


def _changes(table: Table, card: RootCard, piece: Piece) -> bool:
    """Whether a card of the root, once rezzed, changes this piece."""
    return plans.touches(table, card, piece) or makes_more_advanced(table, card, piece)


def rez_approached(table: Table, piece: Piece) -> None:
    """The decision about one piece, at its approach alone; the plan pays if it can (13)."""
    table.tell(Moment.REZZED, "It is rezzed already." if piece.rezzed else "It is not rezzed.")
    if piece.rezzed:
        return
    label = table.at(Moment.REZ_ICE)
    price = plans.rez_price(table, piece)
    options = ["no"] + ["yes"] * (price is not None)
    rezzes = table.ask("corp", "rez the ice", options, int(plans.will_rez(table, piece)))  # 13
    if not rezzes or price is None:
        table.say(label, f"The Corp, with {some(table.corp_credits, 'credit')}, does not rez it.")
        return
    table.agendas -= sum(piece.card.rules.forfeits)
    table.corp_credits -= price
    table.tally.corp_credits_spent += price
    if label != table.at(Moment.TURNED):
        table.say(label, "The Corp decides to rez it.")
    label = table.at(Moment.TURNED)
    table.say(
        label,
        f"The Corp rezzes {piece.card.title} for {price}; "
        f"{some(table.corp_credits, 'credit')} left.",
    )
    rez(table, piece, label)


def rez_root(table: Table, label: str, acts: Callable[[RootCard], bool], kept: int = 0) -> None:
    """The Corp rezzes cards of the root that `acts` names, in listing order (13); its plan
    leaves `kept` credits."""
    place, table.position = table.position, len(table.ice)
    for card in table.root:
        price = card.card.cost or 0
        facedown = card.installed and not card.rezzed and card.card.type != "agenda"
        useful = facedown and acts(card) and not plans.is_there_already(card, table.root)
        if not useful or price > table.corp_credits:
            continue
        wants = table.scenario.corp.plan.name != "never" and price + kept <= table.corp_credits
        if not table.ask("corp", f"rez {card.card.title}", ["no", "yes"], int(wants)):
            continue
        table.corp_credits -= price
        table.tally.corp_credits_spent += price
        table.say(
            label,
            f"The Corp rezzes {card.card.title} for {price}; "
            f"{some(table.corp_credits, 'credit')} left.",
        )
        rez(table, card, label)
    table.position = place


def is_met(table: Table, piece: Piece) -> bool:
    """A rezzed piece is met, an unrezzed one passed."""
    if not piece.installed:
        table.tell(Moment.MEET, "The ice is gone.")
        return False
    table.tell(Moment.MEET, "It is rezzed." if piece.rezzed else "It is not rezzed.")
    return piece.rezzed


# -- the encounter ------------------------------------------------------------------


def encounter(table: Table, piece: Piece) -> None:
    """One encounter; what waits for its end also happens when the run has ended in it."""
    try:
        go_through(table, piece)
    except GameEnds:
        raise
    except RunEnds:
        try:
            end_encounter(table, piece)
        except GameEnds:
            raise
        except RunEnds:
            pass  # it has ended already
        raise
    end_encounter(table, piece)


def go_through(table: Table, piece: Piece) -> None:
    """An encounter up to the last subroutine, if it is not bypassed."""
    begin_encounter(table, piece)
    if table.bypassed:
        table.say(table.at(Moment.ENCOUNTER), f"{piece.card.title} is bypassed.")
        return
    broken: frozenset[int] = frozenset()
    if not table.is_over(piece):
        table.may_break = True
        broken = break_subroutines(table, piece)
        go_past(table, piece, late=True)
        answer_broken(table, piece, broken, table.at(Moment.BREAK))
        if table.bypassed:
            return
    resolve_subroutines(table, piece, broken)
    table.say(table.at(Moment.ENCOUNTER_OVER), "No subroutine ended the run.")


def answer_broken(table: Table, piece: Piece, broken: Iterable[int], label: str) -> None:
    """What a piece does for each of its subroutines that was broken."""
    printed = table.printed(piece)
    for number in sorted(broken):
        events = BROKEN if number in printed else BROKEN[:1]
        fire_own(table, events, label, table.ice_source(piece))


def begin_encounter(table: Table, piece: Piece) -> None:
    """What waits for the encounter, before anything can be broken."""
    table.encountered = piece
    table.lasting.encounter_begins()
    table.net_due, table.net_next = table.net_next, 0
    source = table.ice_source(piece)
    label = table.at(Moment.ENCOUNTER)
    table.say(
        label,
        f"The Runner encounters {piece.card.title}, strength {table.strength(source)}, "
        f"{some(len(table.subs(piece)), 'subroutine')}.",
    )
    table.held_until_met = False
    fire(table, "encounter", label)
    go_past(table, piece, late=False)
    if not table.bypassed:
        pay_toll(table, label)
        fire_own(table, ("encounter",), label, source)
        table.counted = table.gains_of(piece)


def pay_toll(table: Table, label: str) -> None:
    """What earlier pieces ask for at every later encounter: all of it, or the run ends."""
    if not table.toll:
        return
    if table.toll > table.spendable(breaking=False):
        table.say(label, f"The Runner cannot pay the toll of {table.toll}: the run ends.")
        raise RunEnds(Cause.ICE)
    table.pay_credits(table.toll)
    table.say(label, f"The Runner pays a toll of {table.toll} and has {table.credits} left.")


def resolve_subroutines(table: Table, piece: Piece, broken: frozenset[int]) -> None:
    """What is left unbroken happens, in printed order.

    Where the edition says so, a subroutine that ends the run resolves whole first.
    """
    source = table.ice_source(piece)
    label = table.at(Moment.SUBROUTINES)
    for index, sub in enumerate(table.subs(piece)):
        if table.is_over(piece):
            return
        if index not in broken:
            table.say(label, f"Subroutine {index + 1} of {piece.card.title} resolves.")
            table.ending = None
            table.resolves_whole = table.edition.whole_subroutines
            resolve(table, sub, source, label)
            table.resolves_whole = False
            if table.ending is not None:
                raise RunEnds(table.ending)


def end_encounter(table: Table, piece: Piece) -> None:
    """What waits for the end of an encounter, however it came (not after a flatline): the
    cards that broke something, what earlier ice has left for it, the piece itself (27)."""
    label = table.at(Moment.ENCOUNTER_OVER if table.may_break else Moment.ENCOUNTER)
    for slot in table.rig:
        if slot.used and slot.installed:
            fire_own(table, ("used",), label, Source(slot.card, slot))
    if table.net_due and not table.fully_broken():
        table.say(label, f"Ice left unbroken: {some(table.net_due, 'point')} of net damage.")
        table.suffer("net", table.net_due)
    if piece.installed:
        fire_own(table, ("end",), label, table.ice_source(piece))


def pass_ice(table: Table, piece: Piece) -> None:
    """What waits for the piece to be passed."""
    label = table.at(Moment.PASS if piece.rezzed else Moment.PASS_BY)
    table.encountered = None
    table.trace_bits = 0
    table.ahead = table.next_place(piece.place)
    name = piece.card.title if piece.rezzed else "the unrezzed piece of ice"
    table.say(label, f"The Runner passes {name}.")
    for slot in table.rig:
        if slot.used and slot.installed:
            fire_own(table, ("passed-used",), label, Source(slot.card, slot, place=piece.place))
    table.passed_rezzed = piece.rezzed
    own = table.ice_source(piece) if piece.rezzed and piece.installed else None
    fire(table, "pass", label, own)
    use_counters(table, piece, label)


def use_counters(table: Table, piece: Piece, label: str) -> None:
    """The Corp's abilities of a rezzed piece for counters on it, as often as they last (14)."""
    source = table.ice_source(piece)
    for ability in piece.card.rules.corp_abilities:
        for cost in ability.costs:
            parts = plans.cost_parts(table, cost, source)
            if not parts.keys() & {"power", "virus"}:
                continue
            while (
                piece.installed
                and piece.rezzed
                and plans.corp_can_pay(table, parts, source)
                and plans.has_effect(table, ability.effect, source)
                and table.ask("corp", f"use {piece.card.title}", ["no", "yes"], 1)
            ):
                table.say(label, f"The Corp uses {piece.card.title}.")
                corp_pays(table, parts, source)
                resolve(table, ability.effect, source, label)
