"""What effects do to cards and counters on the table, and nothing is triggered by."""

from __future__ import annotations

from simcore.cards.syntax import Atom
from simcore.errors import CapacityError
from simcore.hosting import is_guest
from simcore.reference import plans
from simcore.reference.state import Table, some
from simcore.reference.things import Piece, RootCard, Slot


def for_the_rest(table: Table, atom: Atom, n: int, label: str) -> None:
    """Rules that this run goes by from now on."""
    match atom.name:
        case "no-jackout" if "next" in atom.words:
            table.held_until_met = True
            table.say(label, "The Runner cannot jack out until the next encounter is over.")
        case "no-jackout":
            table.held = True
            table.say(label, "The Runner cannot jack out in this run any more.")
        case "jackout-cost":
            table.leave_cost += n
            table.say(label, f"Jacking out costs {some(table.leave_cost, 'credit')} from now on.")
        case "toll":
            table.toll += n
            table.say(label, f"Each later encounter costs {some(table.toll, 'credit')}.")
        case "unbreached":
            table.unbreached = True
            table.say(label, "The server is not breached.")
        case "max-access":
            table.most_accesses = min(table.most_accesses, n)
            table.say(label, f"The Runner accesses at most {some(n, 'card')} in this run.")
        case _:
            table.pass_trashes += n
            table.say(label, "Rezzed ice that is passed costs a program from now on.")


def behind_the_run(table: Table, name: str, n: int) -> None:
    """What the Runner cannot do once the run is over, for those who count it."""
    table.no_more_runs |= name == "no-more-runs"
    table.unheld += n * (name == "handsize")


def restrict(table: Table, name: str, n: int, holder: object, label: str) -> None:
    """What can be accessed and stolen from now on; tags that go."""
    if name == "untag":
        gone = min(n, table.tags)
        table.tags -= gone
        table.say(label, f"The Runner loses {some(gone, 'tag')}.")
    elif name == "no-steal":
        table.spared.append(table.accessing)
        table.say(label, "What is being accessed cannot be stolen now.")
    elif name == "access-except":
        table.barred.update(card.place for card in table.root if card is holder)
        table.say(label, "It is not accessed in this run.")
    else:
        table.barred.update(card.place for card in table.root if card is not holder)
        table.centre_barred = True
        table.say(label, "No other card is accessed in this run.")


def take_from_corp(table: Table, atom: Atom, n: int) -> None:
    """The Corp loses credits; the Runner may gain some for each, or has to match them."""
    matched = atom.name == "outspend"
    most = table.spendable(breaking=False) if matched else n
    lost = min(most, table.corp_credits)
    table.pay_credits(lost if matched else 0)
    table.credits += lost * (2 if "gain-2" in atom.words else int("gain-1" in atom.words))
    table.corp_credits -= lost


def empty_root(table: Table, where: str, label: str) -> None:
    """All cards of the attacked root leave it; what is trashed so is the Runner's doing."""
    barred = where == "trashed" and table.no_steal_trash
    lying = [card for card in table.root if card.installed and not barred]
    for card in lying:
        card.installed = False
    if where == "trashed":
        table.tally.corp_cards_trashed += len(lying)
        table.trashed_together += lying
    table.say(label, f"Cards that leave the root: {len(lying)}.")


def take_trojan(table: Table, holder: object, label: str) -> None:
    """The first program hosted on another piece of this server moves to this one."""
    if not isinstance(holder, Piece):
        return
    for slot in table.rig:
        elsewhere = slot.host is not None and slot.host != holder.place
        if slot.installed and is_guest(slot.card) and elsewhere:
            slot.host = holder.place
            table.say(label, f"{holder.card.title} takes over {slot.card.title}.")
            return


def advance(table: Table, counters: int, label: str) -> None:
    """Advancement counters on a card that takes them, by the Corp's plan the first one."""
    there = plans.can_be_advanced(table)
    if there:
        names = [card.card.title for card in there]
        card = there[table.ask("corp", "advance a card", names, 0)]
        card.adv += counters
        table.say(label, f"{card.card.title} is advanced: {some(card.adv, 'counter')}.")


def go_back(table: Table, holder: object, steps: int | None, label: str) -> None:
    """The Runner is sent back over so many rezzed pieces; with too few of them, or without a
    number, to the outermost piece."""
    there = [piece for piece in table.ice if piece.installed]
    if not isinstance(holder, Piece) or not there or steps == 0:
        return
    target = there[0]
    if steps is not None:
        behind = [piece for piece in there if piece.rezzed and piece.place < holder.place]
        if steps <= len(behind):
            target = behind[-steps]
    table.goes_to = target.place
    table.say(label, f"The Runner goes back to piece {target.place + 1} of {len(table.ice)}.")


def trash_behind(table: Table, label: str) -> None:
    """What a passed rezzed piece costs once the Runner has stayed: programs of the Runner's choice,
    by plan the first ones."""
    if table.passed_rezzed:
        table.passed_rezzed = False
        trash_rig(table, table.pass_trashes, ("prog",), label, side="runner")


def trash_rig(
    table: Table,
    copies: int,
    words: tuple[str, ...],
    label: str,
    how: str = "trash",
    side: str = "corp",
) -> None:
    """Rig cards go, by the Corp's plan the first that qualifies, by the Runner's the last
    (rule 15); one that is bounced goes to the stack or, a blank card now, to the grip."""
    own = how == "own-trash"
    side = "runner" if own else side
    for _ in range(copies):
        targets = [slot for slot in table.rig if plans.qualifies(slot, words)]
        if not targets:
            return
        names = [slot.card.title for slot in targets]
        first = len(targets) - 1 if own else 0
        target = targets[table.ask(side, "a rig card goes", names, first)]
        table.uninstall(target)
        if how == "bounce" and "stack" in words and table.scenario.runner.stack:
            raise CapacityError(f"{target.card.title}: goes to a stack that is known")
        if how == "bounce" and "grip" in words:
            table.to_grip()
        table.say(label, f"{target.card.title} goes.")


def take_credits(table: Table, holder: object, n: int, label: str) -> None:
    """Credits hosted on a rig card go to the pool."""
    if not isinstance(holder, Slot) or not holder.installed:
        return
    taken = min(n, holder.bank)
    holder.bank -= taken
    table.credits += taken
    table.say(label, f"The Runner takes {some(taken, 'credit')} from {holder.card.title}.")
    empties = any(s.kind == "trash-when-empty" for s in holder.card.rules.statics)
    if empties and not holder.bank:
        table.uninstall(holder)


def place(
    table: Table, holder: Piece | RootCard | Slot | None, what: str, n: int, label: str
) -> None:
    """Counters or credits are put on a card."""
    # Rule 21: from 5.1 on they change nothing in this run.
    if holder is None or table.at_server or not holder.installed:
        return
    if what == "virus":
        holder.virus += n
    elif what == "power":
        holder.power += n
    elif isinstance(holder, Slot):
        holder.bank += n
    noun = "credit" if what == "place-credit" else f"{what} counter"
    table.say(label, f"{holder.card.title} gets {some(n, noun)}.")


def archives_to_rd(table: Table, n: int) -> None:
    """The first cards of Archives are shuffled into R&D (rule 14)."""
    moved = table.archives[:n]
    del table.archives[: len(moved)]
    if not moved or table.server != "rd":
        return
    # A shuffle: what lay on top is anywhere now.
    for card in (*table.rd_top, *moved):
        table.add_to_pool(card)
    table.rd_top.clear()
    table.central_count += len(moved)
