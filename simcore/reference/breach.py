"""The breach: which cards are accessed, and what is stolen and trashed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.cards.syntax import May
from simcore.editions import Moment
from simcore.record import Cause
from simcore.reference import plans, plans_of_access
from simcore.reference.effects import (
    consequences_of_trash,
    describe,
    fire,
    fire_own,
    leave_server,
    qualified,
    runner_pays,
)
from simcore.reference.state import GameEnds, RunEnds, Table, some
from simcore.reference.telling import listed
from simcore.reference.things import Accessed, RootCard, Source
from simcore.sites import Kind, site

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simcore.cards.card import Card


def breach(table: Table) -> None:
    """The Runner breaches the attacked server: root in listing order, then the centre."""
    at_once = table.edition.accesses == "at once"
    label = table.at(Moment.ORDER if at_once else Moment.ACCESS)
    if table.tally.success and not table.unbreached:
        fire(table, "instead", label)
        hear_of_root(table, label)
    if table.unbreached:
        return
    if not at_once:
        table.say(label, "The Runner breaches the server.")
    fire(table, "breach", label)
    # Fixed when the breach begins: nothing later adds to it.
    if table.server in ("hq", "rd"):
        table.central_left = min(1 + table.extra_accesses, table.central_count)
        below = sum(entry.left for entry in table.pool)
        table.pool_here = min(below, table.central_count - len(table.rd_top + table.rd_bottom))
    elif table.server == "archives":
        arrived = [piece.card for piece in table.ice if piece.trashed]
        arrived += [lying.card for lying in table.root if lying.trashed]
        table.archives_left = [*table.archives, *arrived]
        table.pool_here = sum(entry.left for entry in table.pool)
        table.central_left = min(table.from_hand, table.pool_here)
    if at_once:
        access_at_once(table)
    else:
        access_in_turn(table)


def hear_of_root(table: Table, label: str) -> None:
    """What waits for the cards of a root that have been trashed together: those that lay there
    rezzed hear of all of them."""
    for lying in table.trashed_together:
        lying.watching = lying.rezzed
    for lying in table.trashed_together:
        first = lying is table.trashed_together[0]
        table.accessing = Accessed(lying.card, lying, gone=True, seen=False, first=first)
        consequences_of_trash(table, table.accessing, label)
    table.accessing = None
    for lying in table.trashed_together:
        lying.watching = False


def access_in_turn(table: Table) -> None:
    """Each card is resolved before the next is seen."""
    for accessed in _accessed(table):
        access(table, accessed)


def access_at_once(table: Table) -> None:
    """The order is fixed, all effects come, then agendas are scored and trash costs paid
    with everything seen; seven points are counted after that, then consequences follow."""
    batch = list(_accessed(table))
    order = listed([accessed.card.title for accessed in batch])
    table.say(
        table.at(Moment.ORDER),
        f"The Runner chooses the order of access: {order}." if batch else "Nothing is accessed.",
    )
    first = table.tally.accesses
    table.tally.accesses += len(batch)
    for index, accessed in enumerate(batch):
        table.accessing = accessed
        cause = Cause.RUNNING
        label = table.at(Moment.ACCESS)
        try:
            table.say(label, f"The Runner accesses {accessed.card.title}.")
            fire(table, "access", label, Source(accessed.card, accessed.root))
        except RunEnds as end:
            cause = end.cause
            raise
        finally:
            table.accessing = None
            table.checkpoint("access", first + index, cause)
    left = [accessed for accessed in batch if not accessed.gone]
    stolen = [each for each in left if each.card.type == "agenda" and take_agenda(table, each)]
    trashed = [each for each in left if each.card.type != "agenda" and buy_trash(table, each)]
    for accessed in trashed:
        leave_server(table, accessed)
    cause = Cause.RUNNING
    try:
        win_with_seven_points(table)
        for accessed in stolen:
            table.accessing = accessed
            consequences_of_steal(table, accessed)
        for accessed in trashed:
            table.accessing = accessed
            consequences_of_trash(table, accessed, table.at(Moment.CONSEQUENCES))
    except RunEnds as end:
        cause = end.cause
        raise
    finally:
        table.accessing = None
        table.checkpoint("batch", first, cause)


def _accessed(table: Table) -> Iterator[Accessed]:
    """The cards of the breach in order; central ones are drawn when they are asked for."""
    yielded = _in_order(table)
    number = 0
    while number < table.most_accesses and (accessed := next(yielded, None)) is not None:
        number += 1
        yield accessed


def _in_order(table: Table) -> Iterator[Accessed]:
    """Root in listing order, then the centre, without a limit to their number."""
    for root in table.root:
        if root.installed and root.place not in table.barred and _pays_to_access(table):
            yield Accessed(root.card, root)
    if table.centre_barred:
        return
    while table.archives_left:
        yield Accessed(table.archives_left.pop(0), in_archives=True)
    while table.central_left:
        card = _next_central(table)
        if card is None:
            return
        table.central_left -= 1
        yield Accessed(card, in_archives=table.server == "archives")


def _pays_to_access(table: Table) -> bool:
    """What a card of a remote root asks for beside its own costs, paid if it can be."""
    price = table.of_identity("access-cost", 0) if table.server == "remote" else 0
    if price > table.spendable(breaking=False):
        table.say(table.at(Moment.ACCESS), "The Runner cannot pay to access a card.")
        return False
    if price and not table.ask("runner", "pay to access a card", ["no", "yes"], 1):
        return False
    table.pay_credits(price)
    return True


def _next_central(table: Table) -> Card | None:
    """R&D from the top down, at random from the pool, then what was put at the bottom;
    None when it is empty."""
    if table.server == "rd" and table.rd_top:
        return table.rd_top.pop(0)
    weights = [entry.left for entry in table.pool]
    if not any(weights) or not table.pool_here:
        return table.rd_bottom.pop(0) if table.rd_bottom else None
    table.pool_here -= 1
    number = table.next_ordinal(Kind.ACCESS)
    if table.hand is not None and any(table.hand):
        kind = table.draw(site(Kind.HAND, ability=1, ordinal=number), table.hand)
        table.hand[kind] -= 1
        others = [entry.card.type != "agenda" for entry in table.pool]
        weights = [n * (each == kind) for n, each in zip(weights, others, strict=True)]
    address = site(Kind.ACCESS, ordinal=number)
    entry = table.pool[table.draw(address, weights)]
    entry.left -= 1  # set aside until the breach ends
    return entry.card


def access(table: Table, accessed: Accessed) -> None:
    """One access, resolved before the next is seen, with a checkpoint however it goes."""
    index = table.tally.accesses
    table.tally.accesses += 1
    table.accessing = accessed
    cause = Cause.RUNNING
    try:
        label = table.at(Moment.ACCESS)
        table.say(label, f"The Runner accesses {accessed.card.title}.")
        fire(table, "access", label, Source(accessed.card, accessed.root))
        if not accessed.gone:
            if accessed.card.type != "agenda":
                if buy_trash(table, accessed):
                    leave_server(table, accessed)
                    consequences_of_trash(table, accessed, label)
            elif take_agenda(table, accessed):
                win_with_seven_points(table)
                consequences_of_steal(table, accessed)
    except RunEnds as end:
        cause = end.cause
        raise
    finally:
        table.accessing = None
        table.checkpoint("access", index, cause)


def take_agenda(table: Table, accessed: Accessed) -> bool:
    """The Runner steals the agenda, paying every additional cost, or leaves it (12)."""
    card, label = accessed.card, table.at(_scoring(table))
    limit = table.of_identity("steal-limit", table.tally.agendas_stolen + 1)
    kept = accessed in table.spared or table.stands_in_root("no-steal")
    if table.no_steal_trash or kept or table.tally.agendas_stolen >= limit:
        table.say(label, f"{card.title} cannot be stolen.")
        return False
    costs = _steal_costs(table, accessed)
    source = Source(card, accessed.root)
    able = plans.runner_can_pay(table, costs, source)
    # Stealing is automatic; only additional costs may be declined.
    if not able or (costs and not table.ask("runner", f"steal {card.title}", ["no", "yes"], 1)):
        table.say(label, f"The Runner does not pay to steal {card.title}.")
        return False
    if costs:
        table.say(label, f"The Runner pays {describe(costs)}.")
        runner_pays(table, costs, source, label)
    accessed.gone = True
    if accessed.root is not None:
        accessed.root.installed = False
    table.stole = True
    table.tally.agendas_stolen += 1
    worth = max(0, card.points + _more_points(table, source))
    table.tally.points += worth
    table.points += worth
    table.say(label, f"The Runner steals {card.title}: {some(worth, 'point')}, {table.points} now.")
    return True


def _more_points(table: Table, source: Source) -> int:
    """What an agenda is worth to the Runner beyond its printed points."""
    return sum(
        static.amount.base
        for static in source.card.rules.statics
        if static.kind == "points" and table.holds(static.condition, source)
    )


def _scoring(table: Table) -> Moment:
    return Moment.SCORE if table.edition.accesses == "at once" else Moment.ACCESS


def win_with_seven_points(table: Table) -> None:
    """18: the game stops before anything that a steal triggers."""
    if table.points >= table.to_win:
        table.say(table.at(_scoring(table)), "The Runner wins: the game stops here.")
        raise GameEnds(Cause.WON)


def consequences_of_steal(table: Table, accessed: Accessed) -> None:
    """What waits for this steal, the Runner's cards first."""
    at_once = table.edition.accesses == "at once"
    label = table.at(Moment.CONSEQUENCES if at_once else Moment.ACCESS)
    fire(table, "agenda-stolen", label)
    source = Source(accessed.card, accessed.root)
    fire_own(table, ("steal", "agenda-stolen"), label, source)


def _steal_costs(table: Table, accessed: Accessed) -> dict[str, int]:
    """The agenda's own additional costs and those of active cards in the root, summed."""
    total: dict[str, int] = {}
    sources = [Source(accessed.card, accessed.root)]
    sources += [Source(card.card, card) for card in table.root if card is not accessed.root]
    for source in sources:
        for clause in source.card.rules.on:
            if clause.event != "steal-cost" or not isinstance(clause.effect, May):
                continue
            own = source is sources[0] and not clause.scope
            if not own and not _charges(clause.qualifiers, clause.scope, source):
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


def buy_trash(table: Table, accessed: Accessed) -> bool:
    """Whether the Runner pays the trash cost of a card that is not in Archives; it leaves when
    all that are trashed at once are paid for."""
    card, label = accessed.card, table.at(_scoring(table))
    if card.trash is None or accessed.in_archives or table.no_steal_trash:
        return False
    price = card.trash + plans_of_access.dearer_trash(table, accessed)
    purses = plans_of_access.trash_purses(table, card)
    rest = max(0, price - sum(slot.trashing for slot in purses))
    able = rest <= table.spendable(breaking=False)
    has_to = accessed.root is not None and table.has_static(Source(card), "must-trash")
    forced = able and has_to
    options = ["leave it"] * (not forced) + [f"trash it for {price}"] * able
    wants = able and not forced and plans_of_access.wants_to_trash(table, card, rest)
    if not table.ask("runner", f"trash {card.title}", options, int(wants)) and not forced:
        table.say(label, f"The Runner leaves {card.title}.")
        return False
    table.pay_for_trash(price - rest, purses)
    table.pay_credits(rest)
    table.say(
        label,
        f"The Runner trashes {card.title} for {price}; {some(table.credits, 'credit')} left.",
    )
    return True
