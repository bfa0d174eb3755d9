"""The breach and every access in it: 5.2 of the chart."""

from __future__ import annotations

from typing import Any

from simcore.kernel.jit import hot, inlined, int64
from simcore.kernel.layout import (
    AT_TRASH,
    BEHIND_ICE,
    CENTRAL_POOL,
    CENTRE,
    OWN_CARDS,
    STANDS_NO_STEAL,
    STANDS_TRASH,
    STANDS_TRASH_ASSETS,
)
from simcore.record import Cause
from simcore.sites import Kind

from . import EXACT, FULL
from .drawing import root_row, take_left
from .effects import execute, lacks_cards
from .primitives import ANYTHING, damage, pay, trash_rig
from .stream import ONE, ZERO, address, alike, bounded

_WON = int64(Cause.WON)
_ACCESS, _HAND = int64(Kind.ACCESS), int64(Kind.HAND)
IN_ROOT, IN_ARCHIVES = int64(0), int64(2)
_CENTRE, _OWN_CARDS = int64(CENTRE), int64(OWN_CARDS)
_BEHIND_ICE = int64(BEHIND_ICE)
_BATCH = int64(2)


@inlined
def note(run: Any, kind: int, index: int) -> None:
    """Write a checkpoint, when the caller gave room for any."""
    if EXACT:
        return
    if run.checkpoints < run.log_room:
        row = run.log[run.checkpoints]
        row[0] = kind
        row[1] = index
        row[2] = run.credits
        row[3] = run.purses_break
        row[4] = run.corp
        row[5] = run.grip
        row[6] = run.tags
        row[7] = run.clicks
        row[8] = run.rig
        row[9] = run.cause
        run.checkpoints += 1


@hot
def lies_rezzed(board: Any, run: Any, index: int) -> bool:
    """Whether another copy of this root card, of which one can be active, is rezzed (rule 56)."""
    unique = board.cards[root_row(board, run, index)].unique
    if unique:
        for other in range(board.root_count):
            if ((run.root_rezzed & ~run.root_gone) >> other) & 1:
                if board.cards[root_row(board, run, other)].unique == unique:
                    return True
    return False


@hot
def holds_agenda(board: Any, run: Any) -> bool:
    """Whether an agenda lies in the root: the Corp knows its own cards."""
    found = False
    for index in range(board.root_count):
        if not (run.root_gone >> index) & 1:
            found |= board.cards[root_row(board, run, index)].agenda != 0
    return found


@hot
def lacks_agendas(board: Any, run: Any) -> bool:
    """Whether the Corp knows that no agenda can be accessed, in HQ or the root of a remote."""
    if board.central:
        look_at_hand(board, run)
        return run.hand_agendas == 0
    return not holds_agenda(board, run)


@hot
def left_in_pool(board: Any, run: Any, agendas: int) -> int:
    """Cards of the pool that were not drawn: `agendas`, or all others."""
    found = ZERO
    gone = ZERO
    for position in range(board.pool_count):
        if gone < run.taken_count[CENTRAL_POOL] and run.taken[CENTRAL_POOL][gone] == position:
            gone += 1
        elif board.cards[board.pool[position]].agenda == agendas:
            found += 1
    return found


@hot
def look_at_hand(board: Any, run: Any) -> None:
    """How many cards of an HQ that is dealt are agendas, or of those that have gone from HQ to
    Archives; unknown cards of the root come first."""
    if run.hand:
        return
    for index in range(board.root_count):
        root_row(board, run, index)
    agendas = left_in_pool(board, run, ONE)
    others = left_in_pool(board, run, ZERO)
    held = board.central_count - run.paid_away if board.central == 1 else run.paid_away + ZERO
    run.hand = min(max(ZERO, held), agendas + others)
    for number in range(run.hand):
        drawn = bounded(run, address(_HAND, ZERO, ZERO, number), agendas + others)
        if drawn < agendas:
            if EXACT:
                alike(run, agendas)
            agendas -= 1
            run.hand_agendas += 1
        else:
            if EXACT:
                alike(run, others)
            others -= 1


@hot
def place_in_hand(board: Any, run: Any, ordinal: int) -> int:
    """Which of the cards left in the pool the next one of HQ is: an agenda or none first."""
    agenda = ZERO
    if bounded(run, address(_HAND, ZERO, ONE, ordinal), run.hand) < run.hand_agendas:
        agenda = ONE
    if EXACT:
        alike(run, run.hand_agendas if agenda else run.hand - run.hand_agendas)
    run.hand -= 1
    run.hand_agendas -= agenda
    among = bounded(run, address(_ACCESS, ZERO, ZERO, ordinal), left_in_pool(board, run, agenda))
    place = ZERO
    gone = ZERO
    for position in range(board.pool_count):
        if gone < run.taken_count[CENTRAL_POOL] and run.taken[CENTRAL_POOL][gone] == position:
            gone += 1
            continue
        if board.cards[board.pool[position]].agenda == agenda:
            if among == 0:
                return place
            among -= 1
        place += 1
    return place


@hot
def stands_in_root(board: Any, run: Any, kind: int) -> int:
    """What active cards of the root come to in one standing property."""
    total = ZERO
    for index in range(board.root_count):
        if ((run.root_rezzed & ~run.root_gone) | run.root_lasting) >> index & 1:
            total += board.cards[root_row(board, run, index)].stands[kind]
    return total


@hot
def is_kept(board: Any, run: Any) -> bool:
    """Whether the accessed agenda cannot be stolen, whatever is paid."""
    if run.spared or (board.steal_limit and run.agendas_stolen >= board.steal_limit - 1):
        return True
    return board.root_stands != 0 and stands_in_root(board, run, STANDS_NO_STEAL) > 0


@hot
def take_agenda(board: Any, run: Any, card: Any) -> bool:
    """Steal an agenda if its costs can be paid."""
    if FULL and is_kept(board, run):
        return False
    price = card.steal_credits
    clicks = card.steal_clicks
    net = card.steal_net if FULL else ZERO
    if board.root_acts:
        for index in range(board.root_count):
            if ((run.root_rezzed & ~run.root_gone) | run.root_lasting) >> index & 1:
                active = board.cards[root_row(board, run, index)]
                price += active.root_steal_credits
                clicks += active.root_steal_clicks
                if FULL:
                    net += active.root_steal_net
    if FULL and (net > run.grip or lacks_cards(board, run, card.steal_rig)):
        return False
    if price > run.credits + run.purses_any or clicks > run.clicks:
        return False
    pay(board, run, price, ANYTHING)
    run.clicks -= clicks
    run.clicks_spent += clicks
    if FULL and net:
        run.net_damage += net
        damage(board, run, net)
    if FULL and card.steal_rig:
        trash_rig(board, run, card.steal_rig // _OWN_CARDS, card.steal_rig % _OWN_CARDS)
    run.points += card.points
    run.agendas_stolen += 1
    run.score += card.points
    return True


@hot
def after_steal(board: Any, run: Any, card: Any) -> None:
    """What waits for this steal."""
    if board.stolen:
        execute(board, run, board.stolen)
    if card.on_steal and run.cause == 0:
        execute(board, run, card.on_steal)


@hot
def steal(board: Any, run: Any, card: Any) -> bool:
    """Steal an agenda if its costs can be paid; seven points end the game at once."""
    if not take_agenda(board, run, card):
        return False
    if run.score >= 7:
        run.cause = _WON
    else:
        after_steal(board, run, card)
    return True


@hot
def buy_trash(board: Any, run: Any, card: Any, zone: int, kept: int) -> bool:
    """Pay the trash cost if the plan does, keeping `kept` besides its reserve (rule 12)."""
    price = ZERO + card.trash
    kept += board.reserve
    if FULL and zone == IN_ROOT:
        if card.must_trash:
            price = card.must_trash - 1
            kept = ZERO
        if board.root_stands and price >= 0:
            price += stands_in_root(board, run, STANDS_TRASH)
            if card.asset:
                price += stands_in_root(board, run, STANDS_TRASH_ASSETS)
    if price < 0 or zone == IN_ARCHIVES:
        return False
    given = ZERO
    if FULL and board.trash_purses:
        given = pay_from_trash_purses(board, run, card.asset, price, False)
    if price - given + kept > run.credits + run.purses_any:
        return False
    if FULL and given:
        pay_from_trash_purses(board, run, card.asset, price, True)
        run.credits_spent += given
        run.recurring_spent += given
    pay(board, run, price - given, ANYTHING)
    run.corp_cards_trashed += 1
    return True


@hot
def pay_from_trash_purses(board: Any, run: Any, asset: int, price: int, paid: bool) -> int:
    """How much of a trash cost those credits cover that pay for nothing else; `paid`: they go."""
    left = price
    for number in range(board.trash_purses):
        there = (board.rigs[run.rig].mask >> board.trash_slot[number]) & 1
        if there and (asset or not board.trash_assets[number]):
            held = board.trash_credits[number] - ((run.trash_paid >> (8 * number)) & 255)
            part = min(left, held)
            left -= part
            if paid:
                run.trash_paid += part << (8 * number)
    return price - left


@inlined
def access(board: Any, run: Any, row: int, zone: int, kept: int) -> bool:
    """Access one card; True when it has left its server (stolen or trashed).

    `kept`: credits the plan keeps for steal costs that may still come (rule 12).
    """
    card = board.cards[row]
    run.accesses += 1
    if FULL:
        run.spared = 0
    if card.access[zone]:
        execute(board, run, card.access[zone])
        if run.cause != 0:
            return False
        if FULL and run.spared > 1:
            return True
    if run.no_steal:
        return False
    if card.agenda:
        return steal(board, run, card)
    if not buy_trash(board, run, card, zone, kept):
        return False
    if FULL and board.watches:
        if zone == IN_ROOT:
            leave_root(board, run, run.at, row)
        after_trash(board, run, row)
    elif board.trashed:
        execute(board, run, board.trashed)
    return True


@hot
def after_trash(board: Any, run: Any, row: int) -> None:
    """What waits for the Runner to trash a card: cards of both sides, those of the root, then
    the card itself."""
    if board.trashed:
        execute(board, run, board.trashed)
    for index in range(board.root_count):
        if ((run.root_rezzed & ~run.root_gone) | run.root_lasting) >> index & 1:
            watching = board.cards[root_row(board, run, index)].acts[AT_TRASH]
            if watching and run.cause == 0:
                execute(board, run, watching)
    card = board.cards[row]
    if card.on_trash and run.cause == 0:
        execute(board, run, card.on_trash)
    if run.at >= 0 and run.cause == 0 and card.acts[AT_TRASH]:
        if ((run.root_rezzed & ~run.root_lasting) >> run.at) & 1:
            execute(board, run, card.acts[AT_TRASH])


@hot
def leave_root(board: Any, run: Any, index: int, row: int) -> None:
    """A card of the root has been stolen or trashed; a persistent one may act on."""
    run.root_gone |= 1 << index
    if board.cards[row].persistent and (run.root_rezzed >> index) & 1:
        run.root_lasting |= 1 << index


@hot
def pays_to_access(board: Any, run: Any, number: int) -> bool:
    """Whether what it costs to access this card of a remote is paid."""
    if not board.access_cost or (run.root_gone >> number) & 1:
        return True
    if board.access_cost > run.credits + run.purses_any:
        return False
    pay(board, run, board.access_cost, ANYTHING)
    return True


@hot
def access_at_once(board: Any, run: Any, accesses: int) -> None:
    """All cards are seen, then agendas are scored, then trash costs paid; what those
    trigger comes last. `accesses`: central ones."""
    roots = board.root_count
    count = ZERO
    for number in range(roots + accesses):
        if run.accesses + count >= run.most:
            break
        if (run.barred >> min(number, _CENTRE)) & 1 or not pays_to_access(board, run, number):
            continue
        if number < roots:
            if (run.root_gone >> number) & 1:
                continue
            run.batch_row[count] = root_row(board, run, number)
        else:
            run.batch_row[count] = central_card(board, run, number - roots)
        run.batch_number[count] = number
        run.batch_left[count] = 0
        count += 1
    first = run.accesses
    run.accesses += count
    for index in range(count):
        zone = IN_ROOT if run.batch_number[index] < roots else board.central
        card = board.cards[run.batch_row[index]]
        run.at = run.batch_number[index] if zone == IN_ROOT else -ONE
        if card.access[zone]:
            execute(board, run, card.access[zone])
        note(run, ONE, first + index)
        if run.cause != 0:
            return
    for trashing in range(2):
        for index in range(count):
            zone = IN_ROOT if run.batch_number[index] < roots else board.central
            card = board.cards[run.batch_row[index]]
            if run.no_steal or card.agenda == trashing:
                continue
            if trashing:
                left = buy_trash(board, run, card, zone, ZERO)
            else:
                left = take_agenda(board, run, card)
            run.batch_left[index] = left
        for index in range(count):  # together: each was paid for beside all others
            if run.batch_left[index] and run.batch_number[index] < roots:
                leave_root(board, run, run.batch_number[index], run.batch_row[index])
    if run.score >= 7:
        run.cause = _WON
    for trashing in range(2):
        for index in range(count):
            card = board.cards[run.batch_row[index]]
            if run.cause != 0 or not run.batch_left[index] or card.agenda == trashing:
                continue
            run.at = run.batch_number[index] if run.batch_number[index] < roots else -ONE
            if not trashing:
                after_steal(board, run, card)
            elif board.watches:
                after_trash(board, run, ZERO + run.batch_row[index])
            elif board.trashed:
                execute(board, run, board.trashed)
    note(run, _BATCH, first)


@hot
def steal_cost_ahead(
    board: Any, run: Any, first_root: int, first_central: int, accesses: int
) -> int:
    """The greatest printed credit steal cost of any title that may still be accessed.

    `first_root` and `first_central` are the next of each; `accesses` central ones in all.
    """
    greatest = ZERO
    for index in range(first_root, board.root_count):
        if FULL and (run.barred >> index) & 1:
            continue
        row = board.root_row[index]
        if row >= 0:
            greatest = max(greatest, board.cards[row].steal_credits)
        else:
            for entry in range(board.listed_count[1, index]):
                row = board.title_row[1, index, board.listed[1, index, entry]]
                greatest = max(greatest, board.cards[row].steal_credits)
    if first_central < accesses and not (FULL and (run.barred >> _CENTRE) & 1):
        known = board.fixed_count
        if FULL and board.fills_archives:
            known += arrived_from_server(board, run)
        if accesses > known and board.pool_steal_cost > greatest:
            gone = 0
            for position in range(board.pool_count):
                if (
                    gone < run.taken_count[CENTRAL_POOL]
                    and run.taken[CENTRAL_POOL][gone] == position
                ):
                    gone += 1
                else:
                    greatest = max(greatest, board.cards[board.pool[position]].steal_credits)
        for index in range(first_central, min(board.fixed_count, accesses)):
            greatest = max(greatest, board.cards[board.fixed[index]].steal_credits)
    return greatest


@hot
def moved_card(board: Any, run: Any, index: int) -> int:
    """As `central_card`, where cards have gone from the top of R&D to its bottom."""
    gone = min(run.top_gone, board.fixed_count)
    ordinal = index - (board.fixed_count - gone)
    if ordinal < 0:
        return board.fixed[index + gone]
    left = board.pool_count - run.taken_count[CENTRAL_POOL]
    below = min(left + ordinal, board.central_count - board.fixed_count)
    if ordinal >= below:
        return board.fixed[ordinal - below]
    return pool_card(board, run, ordinal, left)


@inlined
def pool_card(board: Any, run: Any, ordinal: int, left: int) -> int:
    """The CARD row of one of the `left` cards in the pool, the `ordinal`-th that is drawn."""
    if FULL and run.hand:
        number = place_in_hand(board, run, ordinal)
    else:
        number = bounded(run, address(_ACCESS, ZERO, ZERO, ordinal), left)
    if EXACT:
        position = take_left(run, CENTRAL_POOL, number)
        row = board.pool[position]
        alike(run, board.cards[row].pool_start + board.cards[row].pool_copies - position)
        return row
    return board.pool[take_left(run, CENTRAL_POOL, number)]


@hot
def note_arrivals(board: Any, run: Any) -> int:
    """How many cards have come to Archives in this run: ice, cards of the root, cards of HQ."""
    run.arrived = run.ice_gone | (run.root_gone << _BEHIND_ICE)
    of_hand = min(run.paid_away, board.pool_count - run.taken_count[CENTRAL_POOL])
    return arrived_from_server(board, run) + of_hand


@hot
def arrived_from_server(board: Any, run: Any) -> int:
    """How many pieces of ice and cards of the root have come to Archives in this run."""
    count = ZERO
    for place in range(_BEHIND_ICE + board.root_count):
        count += (run.arrived >> place) & 1
    return count


@hot
def arrived_card(board: Any, run: Any, number: int) -> int:
    """The CARD row of a card that has come to Archives in this run: ice outermost first, then
    the root in listing order, then cards of HQ."""
    for place in range(_BEHIND_ICE + board.root_count):
        if (run.arrived >> place) & 1:
            if number == 0:
                if place < _BEHIND_ICE:
                    return ZERO + board.ices[run.ice_row[place]].trashed
                return ZERO + board.cards[root_row(board, run, place - _BEHIND_ICE)].trashed
            number -= 1
    return pool_card(board, run, number, board.pool_count - run.taken_count[CENTRAL_POOL])


@inlined
def central_card(board: Any, run: Any, index: int) -> int:
    """The CARD row of the `index`-th card accessed in HQ, R&D or Archives."""
    if FULL and board.fills_archives and index >= board.fixed_count:
        return arrived_card(board, run, index - board.fixed_count)
    if FULL and run.top_gone:
        return moved_card(board, run, index)
    if index < board.fixed_count:
        return board.fixed[index]
    ordinal = index - board.fixed_count
    left = board.pool_count - run.taken_count[CENTRAL_POOL]
    return pool_card(board, run, ordinal, left)
