"""What card text does: a walk over the syntax tree, and the firing of events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.cards.syntax import (
    Atom,
    Choice,
    Clause,
    If,
    Later,
    May,
    Node,
    Psi,
    Roll,
    Sequence,
    Trace,
    Unless,
)
from simcore.cards.vocabulary import IDLE, LASTING, SERVERS
from simcore.errors import CapacityError
from simcore.record import Cause
from simcore.reference import plans
from simcore.reference.moves import (
    advance,
    archives_to_rd,
    behind_the_run,
    empty_root,
    for_the_rest,
    go_back,
    place,
    restrict,
    take_credits,
    take_from_corp,
    take_trojan,
    trash_rig,
)
from simcore.reference.state import GameEnds, RunEnds, Table, some
from simcore.reference.things import Accessed, Piece, RootCard, Slot, Source
from simcore.reference.traces import escapes
from simcore.sites import Kind, site

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


# -- events ------------------------------------------------------------------


def fire(
    table: Table,
    event: str,
    label: str,
    own: Source | None = None,
    left: Iterable[tuple[Node, Source]] = (),
) -> None:
    """Resolve every clause that waits for `event`: the Runner's first (rule 16).

    `own`: the card the event is about; its own clauses come last. `left`: what ice has left for
    it, which comes before what cards of the root do.
    """
    table.times[event] = table.times.get(event, 0) + 1
    for sources, waiting in ((_sides(table), left), (_root(table), ())):
        for source in sources:
            for index, clause in enumerate(source.card.rules.on):
                if clause.event == event and _active(table, clause, source):
                    _trigger(table, clause, index, source, label)
                    if event == "encounter" and table.bypassed:
                        return  # a bypass taken first skips the rest of the encounter
                    if event == "instead" and table.unbreached:
                        return  # there is no breach left to replace
        for effect, source in waiting:
            resolve(table, effect, source, label)
    if own is not None:
        fire_own(table, (event,), label, own)


def fire_own(table: Table, events: tuple[str, ...], label: str, own: Source) -> None:
    """Resolve the clauses of one card for events about itself."""
    for index, clause in enumerate(own.card.rules.on):
        if clause.event in events and _active_itself(clause, own):
            _trigger(table, clause, index, own, label)


def _sides(table: Table) -> Iterator[Source]:
    """Cards beside the server that may wait for something, in the order of rule 16."""
    scenario = table.scenario
    if scenario.runner.identity is not None:
        yield Source(scenario.runner.identity)
    if table.event is not None:
        yield Source(table.event.card, table.event)
    for slot in table.rig:
        yield Source(slot.card, slot)
    if scenario.corp.identity is not None:
        yield Source(scenario.corp.identity)


def _root(table: Table) -> Iterator[Source]:
    """Those of the root."""
    for card in table.root:
        yield Source(card.card, card)


def _active(table: Table, clause: Clause, source: Source) -> bool:
    match source.holder:
        case RootCard() as card:
            stays = card.watching or (card.lingering and "persistent" in clause.qualifiers)
            # A card's clauses on its own access are fired for it alone (`fire_own`).
            watches = clause.scope == "root" and clause.event != "access"
            return watches and (stays or (card.installed and card.rezzed))
        case Slot() as slot:
            started = slot is table.event or slot.place == table.scenario.runner.event_slot
            return (
                slot.installed
                and not table.is_silent(slot)
                and (clause.scope != "this-run" or started)
            )
    return True


def _active_itself(clause: Clause, own: Source) -> bool:
    if clause.scope == "root":
        # one that is persistent has watched its own trash like any other
        if not isinstance(own.holder, RootCard):
            return False
        watched = own.holder.watching or "persistent" in clause.qualifiers
        return own.holder.rezzed and not (watched and clause.event == "trash-accessed")
    return True


def _trigger(table: Table, clause: Clause, index: int, source: Source, label: str) -> None:
    if not qualified(table, clause):
        return
    if "1/turn" in clause.qualifiers:
        key = (id(source.holder or source.card), index)
        if key in table.used:
            return
        table.used.add(key)
    resolve(table, clause.effect, source, label)


def qualified(table: Table, clause: Clause) -> bool:
    """Whether the words in brackets hold now."""
    words = set(clause.qualifiers)
    accessed = table.accessing
    servers = words & SERVERS
    if clause.event in ("access", "steal-cost", "steal", "trash-accessed"):
        # Here "archives" speaks of the place of the card, not of the server.
        servers -= {"archives"}
        if "archives" in words and not (accessed and accessed.in_archives):
            return False
        if "!archives" in words and accessed and accessed.in_archives:
            return False
        installed = accessed is not None and accessed.root is not None
        if ("installed" in words and not installed) or ("!installed" in words and installed):
            return False
        if "rezzed" in words and not (accessed and accessed.root and accessed.root.rezzed):
            return False
        if "accessed" in words and not (accessed and accessed.seen):
            return False
        if "together" in words and not (accessed and accessed.first):
            return False
    if servers and not any(table.server_is(word) for word in servers):
        return False
    if "success" in words and not table.tally.success:
        return False
    if "!success" in words and table.tally.success:
        return False
    kinds = words & {"barrier", "code gate", "sentry"}
    if kinds and not (table.encountered and kinds & table.encountered.card.subtypes):
        return False
    if "first-two" in words and table.times.get(clause.event, 0) > 2:
        return False
    if "innermost" in words and not table.is_innermost(table.encountered):
        return False
    earlier_run = table.scenario.runner.successful_runs_this_turn > 0
    if clause.event == "run-begin" and earlier_run and words & {"first", "1/turn"}:
        return False  # rule 19
    if "first" in words:
        earlier = table.times.get(clause.event, 0) - 1
        if clause.event in ("success", "instead"):
            earlier += table.scenario.runner.successful_runs_this_turn  # rule 19
        return earlier <= 0
    return True


# -- effects -----------------------------------------------------------------


def resolve(table: Table, node: Node | None, source: Source, label: str) -> None:
    """Do what the text says, now. Raises `RunEnds` or `GameEnds`."""
    match node:
        case None:
            return
        case Atom():
            _atom(table, node, source, label)
        case Sequence(steps=parts):
            for part in parts:
                resolve(table, part, source, label)
        case If(condition=condition, then=then, otherwise=otherwise):
            holds = table.holds(condition, source)
            resolve(table, then if holds else otherwise, source, label)
        case Trace():
            _trace(table, node, source, label)
        case Psi():
            _psi(table, node, source, label)
        case Roll(low=low, high=high, then=then, otherwise=otherwise):
            rolled = table.face = table.roll(source)
            table.say(label, f"{source.card.title}: a {rolled} is rolled.")
            resolve(table, then if low <= rolled <= high else otherwise, source, label)
        case Unless():
            _unless(table, node, source, label)
        case May():
            _may(table, node, source, label)
        case Choice():
            _choice(table, node, source, label)
        case Later(effect=effect):
            table.later.append((effect, source))


def _choice(table: Table, node: Choice, source: Source, label: str) -> None:
    """One of several; the Runner has to take one that can be done in full (rule 44)."""
    title, numbers = source.card.title, list(range(len(node.options)))
    preferred = 0
    if node.side == "corp":
        preferred = plans.corp_choice(table, [(option, source) for option in node.options])
    else:
        numbers = [n for n in numbers if plans.can_be_done(table, node.options[n], source)]
    if not numbers:
        table.say(label, f"{title}: nothing that the Runner could choose can be done.")
        return
    names = [f"option {number + 1}" for number in numbers]
    chosen = numbers[table.ask(node.side, f"choice on {title}", names, preferred)]
    resolve(table, node.options[chosen], source, label)


def _trace(table: Table, node: Trace, source: Source, label: str) -> None:
    away = escapes(table, table.amount(node.base, source), source, label)
    resolve(table, node.failure if away else node.success, source, label)


def _psi(table: Table, node: Psi, source: Source, label: str) -> None:
    ordinal = table.next_ordinal(Kind.PSI)
    top = min(2, table.corp_credits)
    corp = table.draw(site(Kind.PSI, source.place, 0, ordinal), [1] * (top + 1))
    top = min(2, table.spendable(breaking=False))
    runner = table.draw(site(Kind.PSI, source.place, 1, ordinal), [1] * (top + 1))
    table.corp_credits -= corp
    table.tally.corp_credits_spent += corp
    table.pay_credits(runner)
    table.say(label, f"{source.card.title}: the Corp bids {corp}, the Runner {runner}.")
    resolve(table, node.different if corp != runner else node.same, source, label)


def _unless(table: Table, node: Unless, source: Source, label: str) -> None:
    offers = plans.affordable_alternatives(table, node.costs, source)
    options = ["take it"] * (not (node.forced and offers)) + [describe(each) for each in offers]
    refusals = len(options) - len(offers)
    preferred = refusals if offers and plans.pays_unless(table, node, source) else 0
    chosen = table.ask("runner", f"{source.card.title}: pay or take it", options, preferred)
    if chosen >= refusals:
        table.say(label, f"{source.card.title}: the Runner pays {options[chosen]}.")
        runner_pays(table, offers[chosen - refusals], source, label)
    else:
        resolve(table, node.penalty, source, label)


def _may(table: Table, node: May, source: Source, label: str) -> None:
    parts = plans.cost_parts(table, node.cost, source)
    if node.side == "runner":
        able = plans.runner_can_pay(table, parts, source)
        wanted = plans.runner_wants(node)
    else:
        able = plans.corp_can_pay(table, parts, source)
        wanted = plans.corp_wants(table, node, source)
    options = ["no"] + ["yes"] * able
    if not table.ask(node.side, f"use {source.card.title}", options, int(able and wanted)):
        return
    if parts:
        payer = "Runner" if node.side == "runner" else "Corp"
        table.say(label, f"{source.card.title}: the {payer} pays {describe(parts)}.")
    if node.side == "runner":
        runner_pays(table, parts, source, label)
    else:
        corp_pays(table, parts, source)
    resolve(table, node.effect, source, label)


def describe(parts: dict[str, int]) -> str:
    """A cost in words."""
    return " and ".join(_COSTS[kind].format(n, "s" * (n != 1)) for kind, n in parts.items())


_COSTS = {
    "credits": "{0} credit{1}",
    "clicks": "{0} click{1}",
    "tags": "{0} tag{1}",
    "net": "{0} net damage",
    "grip": "{0} card{1} of the grip",
    "hq": "{0} card{1} of HQ",
    "virus": "{0} virus counter{1}",
    "power": "{0} power counter{1}",
    "adv": "{0} advancement counter{1}",
    "core": "{0} core damage",
    "own-prog": "{0} program{1}",
    "own-hw": "{0} piece{1} of hardware",
    "own-res": "{0} resource{1}",
    "own-any": "{0} card{1} of the rig",
    "trash": "itself",
    "rfg": "itself",
}


def runner_pays(table: Table, parts: dict[str, int], source: Source, label: str) -> None:
    """Pay a cost that `plans.runner_can_pay` allows."""
    holder = source.holder
    table.pay_credits(parts.get("credits", 0))
    table.pay_clicks(parts.get("clicks", 0))
    if isinstance(holder, Slot):
        holder.virus -= parts.get("virus", 0)
        holder.power -= parts.get("power", 0)
        if parts.keys() & {"trash", "rfg"}:
            table.uninstall(holder)
    table.discard(parts.get("grip", 0))
    if parts.get("tags"):
        take_tags(table, parts["tags"], label)
    for kind in ("net", "core"):
        if parts.get(kind):
            table.suffer(kind, parts[kind], sure=True)
    for kind, amount in parts.items():
        if kind.startswith("own-"):
            trash_rig(table, amount, (kind[4:],), label, "own-trash")


def corp_pays(table: Table, parts: dict[str, int], source: Source) -> None:
    """Pay a cost that `plans.corp_can_pay` allows."""
    spent = parts.get("credits", 0)
    table.corp_credits -= spent
    table.tally.corp_credits_spent += spent
    gone = parts.get("hq", 0)
    table.hq_count -= gone
    table.from_hand += gone
    if table.server == "hq":
        table.central_count = max(0, table.central_count - gone)
    if source.holder is not None:
        source.holder.virus -= parts.get("virus", 0)
        source.holder.power -= parts.get("power", 0)
    if isinstance(source.holder, (Piece, RootCard)):
        source.holder.adv -= parts.get("adv", 0)
    if parts.keys() & {"trash", "rfg"}:
        leave(table, source, removed="rfg" in parts)


def leave(table: Table, source: Source, *, removed: bool = False) -> None:
    """The card itself leaves play by its own text, trashed or `removed` from the game."""
    match source.holder:
        case Piece() as piece:
            piece.trashed |= piece.installed and not removed
            table.uninstall_ice(piece)
        case RootCard() as card:
            card.trashed |= card.installed and not removed
            card.installed = False
        case Slot() as slot:
            table.uninstall(slot)
    if table.accessing is not None and source.card is table.accessing.card:
        if source.holder is table.accessing.root:
            table.accessing.gone = True


def take_tags(table: Table, tags: int, label: str) -> None:
    table.tags += tags
    table.tally.tags += tags
    table.say(label, f"The Runner takes {some(tags, 'tag')}.")
    fire(table, "tagged", label)


def score(table: Table, title: str, points: int, label: str) -> None:
    """The card being accessed, or itself behind all accesses, joins the Runner's score area as an
    agenda."""
    if table.accessing is not None and not table.accessing.seen:
        return
    _leave_for_a_score_area(table)
    table.tally.points += max(0, points)
    table.points += points
    table.say(label, f"{title} is worth {points} to the Runner, who has that.")
    if table.points >= table.to_win:
        table.say(label, "The Runner wins: the game stops here.")
        raise GameEnds(Cause.WON)


def corp_scores(table: Table, title: str, label: str) -> None:
    """The agenda being accessed joins the Corp's score area."""
    _leave_for_a_score_area(table)
    table.say(label, f"{title} goes to the Corp's score area.")


def _leave_for_a_score_area(table: Table) -> None:
    """The card being accessed, if one is, leaves its server."""
    accessed = table.accessing
    if accessed is not None:
        accessed.gone = True
        if accessed.root is not None:
            accessed.root.installed = False


def trash_accessed(table: Table, label: str) -> None:
    """The Runner trashes the card being accessed."""
    accessed = table.accessing
    if accessed is None or accessed.gone or accessed.in_archives or table.no_steal_trash:
        return
    leave_server(table, accessed)
    consequences_of_trash(table, accessed, label)


def leave_server(table: Table, accessed: Accessed) -> None:
    """A card that the Runner trashes while accessing it goes to Archives."""
    accessed.gone = True
    table.tally.corp_cards_trashed += 1
    if accessed.root is not None:
        accessed.root.installed = False
        accessed.root.lingering = accessed.root.rezzed


def consequences_of_trash(table: Table, accessed: Accessed, label: str) -> None:
    """What waits for such a trash."""
    fire(table, "trash-accessed", label, Source(accessed.card, accessed.root))


def rez(table: Table, card: Piece | RootCard, label: str) -> None:
    """Turn a card face up, its price settled; then what its rez triggers."""
    card.rezzed = True
    if isinstance(card, Piece):
        card.turned = True
    source = table.ice_source(card) if isinstance(card, Piece) else Source(card.card, card)
    fire_own(table, ("rez", "rez-in-run"), label, source)


def _atom(table: Table, atom: Atom, source: Source, label: str) -> None:
    n = table.amount(atom.amount, source)
    holder = source.holder
    match atom.name:
        case "etr":
            table.say(label, f"{source.card.title} ends the run.")
            if not table.resolves_whole:
                raise RunEnds(source.cause)
            table.ending = source.cause
        case "net" | "meat" | "core":
            table.say(label, f"{source.card.title} does {n} {atom.name} damage.")
            table.suffer(atom.name, n, sure="sure" in atom.words)
        case "tag":
            if n > 0:
                take_tags(table, n, label)
        case "rlose":
            lost = table.rob(n)
            table.say(
                label, f"The Runner loses {some(lost, 'credit')} and has {table.credits} left."
            )
        case "rgain":
            table.credits += n
            table.say(label, f"The Runner gains {some(n, 'credit')}.")
        case "cgain":
            table.corp_credits += n
            table.say(label, f"The Corp gains {some(n, 'credit')}.")
        case "closs" | "outspend":
            take_from_corp(table, atom, n)
            table.say(
                label,
                f"The Corp has {some(table.corp_credits, 'credit')} left, the Runner "
                f"{table.credits}.",
            )
        case "rclick":
            lost = min(n, table.clicks)
            table.clicks -= lost
            table.tally.clicks_lost += lost
            table.say(label, f"The Runner loses {some(lost, 'click')}.")
        case "trash" | "own-trash" | "bounce":
            trash_rig(table, n, atom.words, label, atom.name)
        case "self-trash":
            table.say(label, f"{source.card.title} is trashed.")
            leave(table, source)
        case "take-trojan":
            take_trojan(table, holder, label)
        case "adv":
            advance(table, n, label)
        case "self-derez":
            if isinstance(holder, Piece) and holder.installed:
                holder.rezzed = False
                table.say(label, f"{source.card.title} turns face down.")
        case "go-outermost":
            go_back(table, holder, None, label)
        case "go-back":
            go_back(table, holder, n, label)
        case "no-steal-trash":
            table.no_steal_trash = True
            table.say(label, "The Runner cannot steal or trash for the rest of the run.")
        case "may-jackout":
            if table.ask("runner", "jack out", ["stay", "jack out"], 0):
                raise RunEnds(Cause.JACKED_OUT)
        case "no-jackout" | "jackout-cost" | "toll" | "max-access" | "unbreached" | "trash-on-pass":
            for_the_rest(table, atom, n, label)
        case "trace-bits":
            table.trace_bits += n
            table.say(label, f"The Corp has {some(n, 'credit')} more for traces here.")
        case "copy-sub":
            _copy_sub(table, atom.words[0], source, label)
        case "rd-bottom":
            moved = table.rd_top[:n]
            del table.rd_top[: len(moved)]
            table.rd_bottom += moved
            table.say(label, f"From the top of R&D to its bottom: {some(n, 'card')}.")
        case "bypass":
            table.bypassed = table.encountered is not None
        case "rdraw":
            table.draw_cards(n)
            table.say(label, f"The Runner draws {n} and holds {table.grip_size()}.")
        case "cdraw":
            if table.scenario.knows_what_is_drawn() and n:
                raise CapacityError("the Corp draws cards of R&D that are known")
            table.hq_count += n
            if table.server == "hq":
                table.central_count += n
            elif table.server == "rd":
                table.central_count = max(0, table.central_count - n)
        case "net-next":
            table.net_next += n
        case "access":
            table.extra_accesses += n
        case "take":
            take_credits(table, holder, n, label)
        case "virus" | "power" | "place-credit":
            place(table, holder, atom.name, n, label)
        case "access-only" | "access-except" | "no-steal" | "untag":
            restrict(table, atom.name, n, holder, label)
        case "discard":
            gone = min(n, table.grip_size())
            table.discard(gone)
            table.say(label, f"The Runner trashes {some(gone, 'card')} of the grip.")
        case "pay":
            table.pay_credits(n)
            table.say(label, f"The Runner pays {some(n, 'credit')}.")
        case "score-it" | "score-it-less":
            score(table, source.card.title, n if atom.name == "score-it" else -n, label)
        case "corp-score-it":
            corp_scores(table, source.card.title, label)
        case "hosted":
            if isinstance(holder, Slot) and holder.installed:
                holder.hosted += n
                table.say(label, f"{source.card.title} holds {some(n, 'credit')} for this run.")
        case "rez-cost":
            table.rez_extra += n
        case "rez-ice":
            piece = plans.rez_target(table)
            if piece is not None:
                table.say(label, f"The Corp rezzes {piece.card.title} for nothing.")
                rez(table, piece, label)
        case "archives-to-rd":
            archives_to_rd(table, n)
        case "empty-root":
            empty_root(table, atom.words[0], label)
        case "trash-accessed":
            trash_accessed(table, label)
        case name if name in LASTING:
            table.say(label, table.lasting.lay(atom, n))
        case name if name in IDLE:
            behind_the_run(table, name, n)
        case "nothing" | "self>hq" | "install" | "swap-ice":
            return
        case _:
            raise AssertionError(f"no effect {atom.name}")


def _copy_sub(table: Table, subtype: str, source: Source, label: str) -> None:
    """The Corp resolves a subroutine of another rezzed piece here (rule 11)."""
    lent = plans.lent_subs(table, subtype, source)
    if not lent:
        table.say(label, "There is no subroutine to borrow.")
        return
    best = plans.corp_choice(table, [(sub, table.ice_source(piece)) for piece, sub in lent])
    names = [f"{piece.card.title}: a subroutine" for piece, _ in lent]
    piece, sub = lent[table.ask("corp", "borrow a subroutine", names, best)]
    table.say(label, f"{source.card.title} borrows a subroutine of {piece.card.title}.")
    resolve(table, sub, Source(piece.card, piece, source.cause, source.place), label)
