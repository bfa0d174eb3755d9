"""A run by the chart of the Null Signal Games run guide: one function per step.

Each function is named after its step (`step_2_2` …) and says in its docstring what the
chart says. The numbers in comments are the rules of `simcore.plan`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.cards.syntax import May
from simcore.record import Cause
from simcore.reference import plans
from simcore.reference.effects import (
    corp_pays,
    describe,
    fire,
    fire_own,
    qualified,
    resolve,
    rez,
    runner_pays,
    trash_accessed,
)
from simcore.reference.state import (
    POINTS_TO_WIN,
    Accessed,
    GameEnds,
    Piece,
    RootCard,
    RunEnds,
    Slot,
    Source,
    Table,
    some,
)
from simcore.reference.window import break_subroutines
from simcore.sites import Kind, site

if TYPE_CHECKING:
    from simcore.cards.card import Card
    from simcore.scenario import Pile, PlacedIce, PlacedRoot

SERVER_NAMES = {"hq": "HQ", "rd": "R&D", "archives": "Archives", "remote": "a remote server"}


def run(table: Table) -> Cause:
    """Deal, then walk the chart from 1.1 to 6.1; returns why the run ended."""
    deal(table)
    cause = Cause.COMPLETED
    try:
        try:
            initiation(table)
            for piece in table.ice:
                face(table, piece)
                step_4_2(table, piece.place + 1)
                if piece.place + 1 < len(table.ice):
                    step_4_3(table, last=False)
                    step_4_4(table, more=True)
            if not table.ice:
                table.say("4.1", "There is no ice to pass.")
                step_4_2(table, 0)
            step_4_3(table, last=True)
            step_4_4(table, more=False)
            step_4_5(table)
            step_4_6(table)
            step_5_1(table)
            step_5_2(table)
            step_5_3(table)
        except GameEnds:
            raise
        except RunEnds as end:
            cause = end.cause
        step_6_1(table)
    except GameEnds as end:
        cause = end.cause
    return cause


# -- the deal ------------------------------------------------------------------


def deal(table: Table) -> None:
    """Corp credits, then unknown ice outermost first, then unknown root cards."""
    corp = table.scenario.corp
    span = corp.credits_high - corp.credits_low + 1
    table.corp_credits = corp.credits_low + table.draw(site(Kind.CORP_CREDITS), [1] * span)
    copies: dict[str, int] = {}
    lists = [ice.candidates for ice in table.scenario.ice]
    lists += [root.candidates for root in table.scenario.root]
    for card, count in (entry for each in lists for entry in each):
        copies[card.id] = max(copies.get(card.id, 0), count)
    for place, ice in enumerate(table.scenario.ice):
        drawn = _dealt(table, ice, Kind.UNKNOWN_ICE, place, copies)
        table.ice.append(Piece(place, drawn, ice.rezzed, ice.advancement, ice.virus, ice.power))
    for place, root in enumerate(table.scenario.root):
        drawn = _dealt(table, root, Kind.UNKNOWN_ROOT, place, copies)
        beliefs: Pile = root.candidates if root.card is None else ()
        table.root.append(
            RootCard(place, drawn, root.rezzed, beliefs, root.advancement, root.virus, root.power)
        )


def _dealt(
    table: Table, placed: PlacedIce | PlacedRoot, kind: Kind, place: int, copies: dict[str, int]
) -> Card:
    if placed.card is not None:
        return placed.card
    weights = [min(count, copies[card.id]) for card, count in placed.candidates]
    card = placed.candidates[table.draw(site(kind, place), weights)][0]
    copies[card.id] -= 1
    table.take_from_pool(card)
    return card


# -- 1 Initiation ----------------------------------------------------------------


def initiation(table: Table) -> None:
    step_1_1(table)
    step_1_2(table)
    step_1_3(table)


def step_1_1(table: Table) -> None:
    """The server is named."""
    event = table.scenario.runner.event
    how = f" with {event.title}" if event is not None else ""
    table.say(
        "1.1",
        f"The Runner runs {SERVER_NAMES[table.server]}{how}: {some(table.credits, 'credit')}, "
        f"{some(table.grip_size(), 'card')} in the grip; "
        f"the Corp has {some(table.corp_credits, 'credit')}.",
    )


def step_1_2(table: Table) -> None:
    """Run credits are handed out, then what waits for the start of a run."""
    table.bad_publicity = table.scenario.corp.bad_publicity
    if table.bad_publicity:
        table.say("1.2", f"Bad publicity gives {some(table.bad_publicity, 'credit')} for this run.")
    fire(table, "run-begin", "1.2")
    for card in table.root:
        _use_paid_abilities(table, card)


def _use_paid_abilities(table: Table, card: RootCard) -> None:
    """The Corp's abilities of a rezzed root card, each once, if they do something (14)."""
    source = Source(card.card, card)
    for ability in (*card.card.rules.paid, *card.card.rules.corp_abilities):
        if not (card.installed and card.rezzed):
            return
        if not plans.has_effect(table, ability.effect, source):
            continue
        prices = [plans.cost_parts(table, cost, source) for cost in ability.costs]
        payable = [parts for parts in prices if plans.corp_can_pay(table, parts, source)]
        options = ["leave it", *(describe(parts) for parts in payable)]
        chosen = table.ask("corp", f"use {card.card.title}", options, 1 if payable else 0)
        if chosen:
            table.say("1.2", f"The Corp uses {card.card.title}.")
            corp_pays(table, payable[chosen - 1], source)
            resolve(table, ability.effect, source, "1.2")


def step_1_3(table: Table) -> None:
    """Whether there is ice to approach, or the run goes on to movement."""
    if table.ice:
        table.say("1.3", f"Ice protects the server: {some(len(table.ice), 'piece')}.")
    else:
        table.say("1.3", "No ice protects the server.")


# -- 2 to 4.1: one piece of ice ---------------------------------------------------


def face(table: Table, piece: Piece) -> None:
    """Phases 2 and 3 and step 4.1 for one piece, with a checkpoint however it goes."""
    table.position = piece.place
    cause = Cause.RUNNING
    try:
        step_2_1(table, piece)
        step_2_2(table, piece)
        if step_2_3(table, piece):
            encounter(table, piece)
        step_4_1(table, piece)
    except RunEnds as end:
        cause = end.cause
        raise
    finally:
        table.encountered = None
        table.bypassed = False
        table.forget_encounter()
        table.checkpoint("ice", piece.place, cause)


def step_2_1(table: Table, piece: Piece) -> None:
    """What waits for the approach: nothing the notation has."""
    name = piece.card.title if piece.rezzed else "an unrezzed piece of ice"
    table.say("2.1", f"The Runner approaches {name} at place {piece.place}.")


def step_2_2(table: Table, piece: Piece) -> None:
    """The rez window of the piece ahead; the plan rezzes that piece here, roots later (13)."""
    if piece.rezzed:
        return
    price = (piece.card.cost or 0) + table.rez_extra
    can = price <= table.corp_credits
    wants = can and table.scenario.corp.plan.name != "never"  # 13
    if not table.ask("corp", "rez the ice", ["no"] + ["yes"] * can, int(wants)):
        table.say("2.2", f"The Corp, with {some(table.corp_credits, 'credit')}, does not rez it.")
        return
    table.corp_credits -= price
    table.tally.corp_credits_spent += price
    table.say(
        "2.2",
        f"The Corp rezzes {piece.card.title} for {price}; "
        f"{some(table.corp_credits, 'credit')} left.",
    )
    rez(table, piece, "2.2")


def step_2_3(table: Table, piece: Piece) -> bool:
    """A rezzed piece is met, an unrezzed one passed."""
    if not piece.installed:
        table.say("2.3", "The ice is gone.")
        return False
    table.say("2.3", "It is rezzed." if piece.rezzed else "It is not rezzed.")
    return piece.rezzed


# -- 3 Encounter ice ----------------------------------------------------------------


def encounter(table: Table, piece: Piece) -> None:
    step_3_1(table, piece)
    if table.bypassed:
        table.say("3.1", f"{piece.card.title} is bypassed.")
        return
    try:
        broken = step_3_2(table, piece)
        step_3_3(table, piece, broken)
    except GameEnds:
        raise
    except RunEnds:
        end_encounter(table)
        raise
    step_3_4(table)
    end_encounter(table)


def step_3_1(table: Table, piece: Piece) -> None:
    """What waits for the encounter, before anything can be broken."""
    table.encountered = piece
    source = table.ice_source(piece)
    table.say(
        "3.1",
        f"The Runner encounters {piece.card.title}, strength {table.strength(source)}, "
        f"{some(len(table.subs(piece)), 'subroutine')}.",
    )
    fire(table, "encounter", "3.1", source)


def step_3_2(table: Table, piece: Piece) -> frozenset[int]:
    """The window to break: the plan's set of subroutines, by the way it prefers."""
    if not piece.installed:
        return frozenset()
    return break_subroutines(table, piece)


def step_3_3(table: Table, piece: Piece, broken: frozenset[int]) -> None:
    """What is left unbroken happens, in printed order."""
    source = table.ice_source(piece)
    for index, sub in enumerate(table.subs(piece)):
        if not piece.installed:
            return  # trashed by its own text: the encounter is over
        if index not in broken:
            table.say("3.3", f"Subroutine {index + 1} of {piece.card.title} resolves.")
            resolve(table, sub, source, "3.3")


def step_3_4(table: Table) -> None:
    """Reached only when no subroutine ended the run: `RunEnds` leaves for 6 at once."""
    table.say("3.4", "No subroutine ended the run.")


def end_encounter(table: Table) -> None:
    """What waits for the end of an encounter, however it came (not after a flatline)."""
    for slot in table.rig:
        if slot.used and slot.installed:
            fire_own(table, ("used",), "3.4", Source(slot.card, slot))


# -- 4 Movement -----------------------------------------------------------------------


def step_4_1(table: Table, piece: Piece) -> None:
    """What waits for the piece to be passed."""
    table.encountered = None
    table.say("4.1", f"The Runner passes the ice at place {piece.place}.")
    for slot in table.rig:
        if slot.used and slot.installed:
            fire_own(table, ("passed-used",), "4.1", Source(slot.card, slot, place=piece.place))
    own = table.ice_source(piece) if piece.rezzed and piece.installed else None
    fire(table, "pass", "4.1", own)


def step_4_2(table: Table, ahead: int) -> None:
    """The window to jack out, also after an unrezzed piece."""
    more = ahead < len(table.ice)
    reason = plans.wants_out(table, table.ice[ahead]) if more else ""  # 7
    if table.ask("runner", "jack out", ["go on", "jack out"], int(bool(reason))):
        table.say("4.2", f"The Runner jacks out{': ' + reason if reason else ''}.")
        raise RunEnds(Cause.JACKED_OUT)
    table.say("4.2", "The Runner goes on.")


def step_4_3(table: Table, last: bool) -> None:
    """The rez window of the root: the last one is where the plan pays for it (13)."""
    if not last:
        return  # 13: the last window still lets each of them act
    table.position = len(table.ice)
    for card in table.root:
        price = card.card.cost or 0
        acts = card.installed and not card.rezzed and plans.can_still_act(card)
        if not acts or price > table.corp_credits:
            continue
        wants = table.scenario.corp.plan.name != "never"
        if not table.ask("corp", f"rez {card.card.title}", ["no", "yes"], int(wants)):
            continue
        table.corp_credits -= price
        table.tally.corp_credits_spent += price
        table.say(
            "4.3",
            f"The Corp rezzes {card.card.title} for {price}; "
            f"{some(table.corp_credits, 'credit')} left.",
        )
        rez(table, card, "4.3")


def step_4_4(table: Table, more: bool) -> None:
    """Whether another piece is ahead."""
    table.say("4.4", "There is more ice." if more else "There is no more ice.")


def step_4_5(table: Table) -> None:
    """The approach of the server, with what that triggers."""
    table.say("4.5", "The Runner approaches the server.")
    fire(table, "approach-server", "4.5")


def step_4_6(table: Table) -> None:
    """Continue to 5."""
    table.say("4.6", "The run goes on to success.")


# -- 5 Success --------------------------------------------------------------------------


def step_5_1(table: Table) -> None:
    """Success, with what that triggers."""
    table.tally.success = 1
    table.say("5.1", f"The run is successful; {some(table.credits, 'credit')} left.")
    fire(table, "success", "5.1")


def step_5_2(table: Table) -> None:
    """The Runner breaches the attacked server: root in listing order, then the centre."""
    table.say("5.2", "The Runner breaches the server.")
    fire(table, "breach", "5.2")
    # Fixed when the breach begins: nothing later adds to it.
    if table.server in ("hq", "rd"):
        table.central_left = min(1 + table.extra_accesses, table.central_count)
    elif table.server == "archives":
        table.archives_left = list(table.archives)
    for root in table.root:
        if root.installed:
            access(table, Accessed(root.card, root))
    while table.archives_left:
        access(table, Accessed(table.archives_left.pop(0), in_archives=True))
    while table.central_left:
        card = _next_central(table)
        if card is None:
            break
        table.central_left -= 1
        access(table, Accessed(card))


def _next_central(table: Table) -> Card | None:
    """R&D from the top down, then at random from the pool; None when it is empty."""
    if table.server == "rd" and table.rd_top:
        return table.rd_top.pop(0)
    weights = [entry.left for entry in table.pool]
    if not any(weights):
        return None
    address = site(Kind.ACCESS, ordinal=table.next_ordinal(Kind.ACCESS))
    entry = table.pool[table.draw(address, weights)]
    entry.left -= 1  # set aside until the breach ends
    return entry.card


def step_5_3(table: Table) -> None:
    """Continue to 6."""
    table.say("5.3", "The breach is over.")


def access(table: Table, accessed: Accessed) -> None:
    """One access, resolved before the next is seen, with a checkpoint however it goes."""
    index = table.tally.accesses
    table.tally.accesses += 1
    table.accessing = accessed
    cause = Cause.RUNNING
    try:
        table.say("5.2", f"The Runner accesses {accessed.card.title}.")
        own = Source(accessed.card, accessed.root)
        fire(table, "access", "5.2", own)
        if not accessed.gone:
            if accessed.card.type == "agenda":
                steal(table, accessed)
            else:
                pay_to_trash(table, accessed)
    except RunEnds as end:
        cause = end.cause
        raise
    finally:
        table.accessing = None
        table.checkpoint("access", index, cause)


def steal(table: Table, accessed: Accessed) -> None:
    """The Runner steals the agenda, paying every additional cost, or leaves it (12)."""
    card = accessed.card
    if table.no_steal_trash:
        table.say("5.2", f"{card.title} cannot be stolen.")
        return
    costs = _steal_costs(table, accessed)
    source = Source(card, accessed.root)
    able = plans.runner_can_pay(table, costs, source)
    # Stealing is automatic; only additional costs may be declined.
    if not able or (costs and not table.ask("runner", f"steal {card.title}", ["no", "yes"], 1)):
        table.say("5.2", f"The Runner does not pay to steal {card.title}.")
        return
    if costs:
        table.say("5.2", f"The Runner pays {describe(costs)}.")
        runner_pays(table, costs, source, "5.2")
    accessed.gone = True
    if accessed.root is not None:
        accessed.root.installed = False
    table.stole = True
    table.tally.agendas_stolen += 1
    table.tally.points += card.points
    table.points += card.points
    table.say(
        "5.2", f"The Runner steals {card.title}: {some(card.points, 'point')}, {table.points} now."
    )
    if table.points >= POINTS_TO_WIN:  # 18: before anything the steal triggers
        table.say("5.2", "The Runner wins: the game stops here.")
        raise GameEnds(Cause.WON)
    fire(table, "agenda-stolen", "5.2")
    fire_own(table, ("steal", "agenda-stolen"), "5.2", source)


def _steal_costs(table: Table, accessed: Accessed) -> dict[str, int]:
    """The agenda's own additional costs and those of active cards in the root, summed."""
    total: dict[str, int] = {}
    sources = [Source(accessed.card, accessed.root)]
    sources += [Source(card.card, card) for card in table.root if card is not accessed.root]
    for source in sources:
        for clause in source.card.rules.on:
            if clause.event != "steal-cost" or not isinstance(clause.effect, May):
                continue
            if source is not sources[0] and not _charges(clause.qualifiers, clause.scope, source):
                continue
            if not qualified(table, clause):
                continue
            for kind, amount in plans.cost_parts(table, clause.effect.cost, source).items():
                total[kind] = total.get(kind, 0) + amount
    return total


def _charges(qualifiers: tuple[str, ...], scope: str, source: Source) -> bool:
    card = source.holder
    if not isinstance(card, RootCard) or scope != "root":
        return False
    return (card.installed and card.rezzed) or (card.lingering and "persistent" in qualifiers)


def pay_to_trash(table: Table, accessed: Accessed) -> None:
    """The Runner may pay the printed trash cost of a card that is not in Archives."""
    card = accessed.card
    if card.trash is None or accessed.in_archives or table.no_steal_trash:
        return
    able = card.trash <= table.spendable(breaking=False)
    options = ["leave it"] + [f"trash it for {card.trash}"] * able
    wants = able and plans.wants_to_trash(table, card)
    if not table.ask("runner", f"trash {card.title}", options, int(wants)):
        table.say("5.2", f"The Runner leaves {card.title}.")
        return
    table.pay_credits(card.trash)
    table.say(
        "5.2", f"The Runner trashes it for {card.trash}; {some(table.credits, 'credit')} left."
    )
    trash_accessed(table, "5.2")


# -- 6 End ---------------------------------------------------------------------------------


def step_6_1(table: Table) -> None:
    """Did the Runner reach 5? Then the effects of the end, then condemned programs (17)."""
    word = "successfully" if table.tally.success else "unsuccessfully"
    table.say("6.1", f"The run ends {word}.")
    try:
        fire(table, "run-end", "6.1")
    except GameEnds:
        raise
    except RunEnds:
        pass  # it has ended already
    for slot in table.rig:
        if slot.doomed and slot.installed:
            _condemn(table, slot)


def _condemn(table: Table, slot: Slot) -> None:
    table.uninstall(slot)
    table.say("6.1", f"{slot.card.title} is trashed.")
