"""What the fixed plans do, question by question (numbers: rules of `simcore.plan`).

Nothing here changes the table. Each function answers with what the plan would do;
the caller offers the whole list of options to the `decide` hook.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from simcore.cards.card import RIG_TYPES
from simcore.cards.endings import used_late
from simcore.cards.standing import ice_statics, waited_for
from simcore.cards.syntax import (
    Atom,
    Choice,
    Cost,
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
from simcore.cards.vocabulary import IDLE, SERVERS
from simcore.cards.walking import atoms_of
from simcore.reference.breaking import Way, best_of, preferred_way
from simcore.reference.question import Question, question
from simcore.reference.state import Table
from simcore.reference.things import Piece, RootCard, Slot, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Set
    from collections.abc import Sequence as Options

    from simcore.cards.card import Card

HIGHEST_FACE = 6
NOT_MADE = frozenset({"install", "swap-ice"})
DECLINED = NOT_MADE | {"may-jackout", "trash", "trash-accessed"}
OVER_AT_THE_LAST_WINDOW = frozenset({"run", "run-begin", "encounter", "pass", "all-passed"})
STAND_AT_THE_END = frozenset({"no-success", "no-steal", "trash-cost"})
OF_AGENDAS = frozenset({"steal", "steal-cost", "agenda-stolen", "no-steal"})
"""Events and standing properties that are nothing without an agenda."""
DEALT = frozenset({"net", "meat", "core", "tag", "rgain", "cgain", "rdraw", "cdraw"})
"""Effects of which there may be none, as plain numbers or by advancement counters."""
FORESEEN = frozenset({"", "adv", "ice-here"})
"""Registers by which it is known beforehand whether that comes to nothing; "" is a number."""
UNWEIGHED = frozenset({"rez-ice", "archives-to-rd", "copy-sub"})
"""Effects that the Corp pays for without a look at what they would do."""
TAKEN = frozenset({"rclick", "rlose", "closs", "trash", "own-trash", "bounce"})
"""Effects that take away what may not be there."""
STANDARD = frozenset({"decoder", "fracter", "killer"})
RIG_WORDS = {"prog": "program", "hw": "hardware", "res": "resource"}


# -- reading an effect -------------------------------------------------------


def ends_the_run(node: Node | None) -> bool:
    """An end of the run in any branch, whatever the present state."""
    return any(atom.name == "etr" for atom in atoms_of(node))


def greatest_damage(table: Table, node: Node | None, source: Source) -> int:
    """The most damage the effect could do; its amounts are read on the present state."""
    match node:
        case Atom(name="net" | "meat" | "core"):
            if node.amount.register == "roll":
                return node.amount.base + HIGHEST_FACE * node.amount.factor
            return table.amount(node.amount, source)
        case Sequence(steps=parts):
            return sum(greatest_damage(table, part, source) for part in parts)
        case Choice(options=parts):
            return max(greatest_damage(table, part, source) for part in parts)
        case Trace(success=a, failure=b) | Psi(different=a, same=b):
            return max(greatest_damage(table, a, source), greatest_damage(table, b, source))
        case If(then=a, otherwise=b) | Roll(then=a, otherwise=b):
            return max(greatest_damage(table, a, source), greatest_damage(table, b, source))
        case Unless(penalty=inner) | May(effect=inner):
            return greatest_damage(table, inner, source)
    return 0


def stops_or_kills(table: Table, node: Node, source: Source) -> bool:
    """Ends the run in some branch, or could do more damage than the grip holds."""
    return ends_the_run(node) or greatest_damage(table, node, source) > table.grip_size()


def qualifies(slot: Slot, words: tuple[str, ...]) -> bool:
    """Whether `trash` with these words may take this rig card."""
    return slot.installed and any(is_kind(slot.card, kind) for kind in words[0].split(","))


def is_kind(card: Card, kind: str) -> bool:
    """Whether a card of the rig is of a kind that texts name."""
    match kind:
        case "any":
            return card.type in RIG_TYPES
        case "ai" | "virus" | "trojan":
            return card.type == "program" and kind in card.subtypes
        case "breaker":
            return card.type == "program" and card.is_icebreaker
        case "console":
            return card.type == "hardware" and kind in card.subtypes
        case "virtual":
            return card.type == "resource" and kind in card.subtypes
        case "prog-not-standard":
            return card.type == "program" and not card.subtypes & STANDARD
    return card.type == RIG_WORDS[kind]


def has_effect(table: Table, node: Node | None, source: Source) -> bool:
    """Whether the effect would do anything; see the rules 11 and 14."""
    match node:
        case None:
            return False
        case Atom(name=name) if name in TAKEN:
            return min(_there(table, node), table.amount(node.amount, source)) > 0
        case Atom(name=name, amount=amount) if name in DEALT and amount.register in FORESEEN:
            return table.amount(amount, source) > 0
        case Atom(name="rez-ice"):
            return rez_target(table) is not None
        case Atom(name="adv", words=words):
            return "any-card" in words or bool(can_be_advanced(table))
        case Atom(name="archives-to-rd"):
            return bool(table.archives)
        case Atom(name="copy-sub"):
            return bool(lent_subs(table, node.words[0], source))
        case Atom(name=name):
            return name not in NOT_MADE | {"nothing", "may-jackout", "self>hq"} | IDLE.keys()
        case Sequence(steps=parts) | Choice(options=parts):
            return any(has_effect(table, part, source) for part in parts)
        case If(condition=condition, then=a, otherwise=b):
            return has_effect(table, a if table.holds(condition, source) else b, source)
        case Trace(success=a, failure=b) | Psi(different=a, same=b) | Roll(then=a, otherwise=b):
            return has_effect(table, a, source) or has_effect(table, b, source)
        case Unless(penalty=inner) | May(effect=inner) | Later(effect=inner):
            return has_effect(table, inner, source)
    raise AssertionError(node)


def can_be_done(table: Table, node: Node | None, source: Source) -> bool:
    """Whether all is there that an option takes away (rule 44)."""
    match node:
        case Atom(name=name) if name in TAKEN:
            return _there(table, node) >= table.amount(node.amount, source)
        case Atom(name="pay"):
            return table.amount(node.amount, source) <= table.spendable(breaking=False)
        case Sequence(steps=parts):
            return all(can_be_done(table, part, source) for part in parts)
        case Choice(options=parts):
            return any(can_be_done(table, part, source) for part in parts)
        case If(condition=condition, then=a, otherwise=b):
            return can_be_done(table, a if table.holds(condition, source) else b, source)
    return True


def _there(table: Table, atom: Atom) -> int:
    """How much there is of what an effect takes away."""
    match atom.name:
        case "rclick":
            return table.clicks
        case "rlose":
            return table.in_pool()
        case "closs":
            return table.corp_credits
    return sum(qualifies(slot, atom.words) for slot in table.rig)


def can_be_advanced(table: Table) -> list[Piece | RootCard]:
    """Cards that take advancement counters: ice outermost first, then the root."""
    cards: list[Piece | RootCard] = [*table.ice, *table.root]
    return [
        card
        for card in cards
        if card.installed
        and (
            card.card.type == "agenda"
            or any(static.kind == "advanceable" for static in card.card.rules.statics)
        )
    ]


def lent_subs(table: Table, subtype: str, source: Source) -> list[tuple[Piece, Node]]:
    """Subroutines that a card may borrow from other rezzed pieces; those that borrow themselves
    lend nothing."""
    return [
        (piece, sub)
        for piece in table.ice
        if piece is not source.holder and piece.installed and piece.rezzed
        if subtype == "here" or subtype in piece.card.subtypes
        for sub in piece.card.rules.subs
        if not any(atom.name == "copy-sub" for atom in atoms_of(sub))
    ]


def rez_target(table: Table) -> Piece | None:
    """The outermost unrezzed piece (rule 15); none for a Corp that rezzes nothing."""
    if table.scenario.corp.plan.name == "never" or table.event_says("no-rez"):
        return None
    closed = (piece for piece in table.ice if piece.installed and not piece.rezzed)
    return next((piece for piece in closed if not is_there_already(piece, table.ice)), None)


# -- costs -------------------------------------------------------------------


def cost_parts(table: Table, cost: Cost, source: Source) -> dict[str, int]:
    """A cost by kind, its amounts read on the present state."""
    parts: dict[str, int] = {}
    for price in cost:
        parts[price.kind] = parts.get(price.kind, 0) + table.amount(price.amount, source)
    return parts


@dataclass(slots=True)
class Promised:
    """What earlier parts of a sum have already used up while it is being planned."""

    credits: int = 0
    clicks: int = 0
    grip: int = 0


def runner_can_pay(
    table: Table, parts: dict[str, int], source: Source, promised: Promised | None = None
) -> bool:
    """All or nothing (ruling 8). Damage is affordable up to the cards in the grip."""
    used = promised or Promised()
    holder = source.holder
    mine = isinstance(holder, Slot)
    return (
        parts.get("credits", 0) + used.credits <= table.spendable(breaking=False)
        and parts.get("clicks", 0) + used.clicks <= table.clicks
        and sum(parts.get(kind, 0) for kind in ("net", "core", "grip")) + used.grip
        <= table.grip_size()
        and all(
            amount <= sum(qualifies(slot, (kind[4:],)) for slot in table.rig)
            for kind, amount in parts.items()
            if kind.startswith("own-")
        )
        and parts.get("virus", 0) <= (holder.virus if mine and holder else 0)
        and parts.get("power", 0) <= (holder.power if mine and holder else 0)
        and (mine or not parts.keys() & {"trash", "rfg"})
        and "hq" not in parts
    )


def corp_can_pay(table: Table, parts: dict[str, int], source: Source) -> bool:
    holder = source.holder
    return (
        parts.get("credits", 0) <= table.corp_credits
        and parts.get("hq", 0) <= table.hq_count
        and parts.get("virus", 0) <= (holder.virus if holder is not None else 0)
        and parts.get("power", 0) <= (holder.power if holder is not None else 0)
        and parts.get("adv", 0) <= (holder.adv if isinstance(holder, (Piece, RootCard)) else 0)
        and not parts.keys() & {"clicks", "tags", "net", "grip"}
    )


def _alternative_rank(cost: Cost) -> int:
    kinds = {price.kind for price in cost}
    if kinds <= {"credits"}:
        return 0
    if "clicks" in kinds:
        return 1
    return 2 if "grip" in kinds else 3


def affordable_alternatives(
    table: Table, costs: tuple[Cost, ...], source: Source, promised: Promised | None = None
) -> list[dict[str, int]]:
    """Those the Runner could pay: credits, then clicks, then cards, then others (rule 10)."""
    ordered = sorted(costs, key=_alternative_rank)
    parts = [cost_parts(table, cost, source) for cost in ordered]
    return [each for each in parts if runner_can_pay(table, each, source, promised)]


def pays_unless(table: Table, node: Unless, source: Source) -> bool:
    """Whether the plan pays if it can (rule 10)."""
    return node.forced or stops_or_kills(table, node.penalty, source)


# -- the Runner in front of ice ------------------------------------------------


def must_set(table: Table, piece: Piece) -> tuple[int, ...]:
    """Indices of the subroutines that have to be broken (rule 5)."""
    source = table.ice_source(piece)
    return tuple(
        index
        for index, sub in enumerate(table.subs(piece))
        if index not in table.broken and stops_or_kills(table, sub, source)
    )


def way_through(table: Table, piece: Piece, subs: tuple[int, ...]) -> Way | None:
    """The preferred affordable way to break these subroutines (rule 4)."""
    return way_beside(table, piece, subs, Promised())


def way_beside(table: Table, piece: Piece, subs: tuple[int, ...], promised: Promised) -> Way | None:
    """The same with so much promised elsewhere; cards may give the piece a subtype first."""
    tax = (promised.credits, promised.clicks, promised.grip)
    asked = question(table, piece, subs, *tax)
    offers: list[tuple[Question, Way | None, int | None, int]] = [
        (asked, preferred_way(asked), None, 0)
    ]
    for slot in table.rig if subs else ():
        gifts = slot.card.rules.ice_gifts
        if gifts and slot.installed and not slot.gave and not table.is_silent(slot):
            asked = question(table, piece, subs, *tax, gift=slot.place)
            way = preferred_way(asked) if asked.credits >= 0 else None
            offers.append((asked, way, slot.place, gifts[0].credits))
    return best_of(offers)


def chosen_breaks(table: Table, piece: Piece) -> tuple[int, ...]:
    """Indices of the subroutines the plan breaks (rule 6)."""
    plan = table.scenario.runner.plan
    everything = tuple(i for i in range(len(table.subs(piece))) if i not in table.broken)
    must = must_set(table, piece)
    whole = way_through(table, piece, everything)
    part = way_through(table, piece, must) if must else None
    if whole is not None and whole.ends and (part is None or not part.ends):
        whole = None  # 6: a way that ends the run is for want of any other
    if whole is not None and whole.blinds and (part is None or not part.blinds):
        whole = None  # 6: so is one after which nothing is accessed
    if whole is not None:
        dear = whole.credits - (part.credits if part is not None else 0)
        if plan.name == "break-all" or dear <= plan.optional_break_cap:
            return everything
    return must if part is not None else ()


def encounter_tax(table: Table, piece: Piece) -> Promised | None:
    """What the plan would pay for the encounter effects of a piece ahead (rule 7).

    None: something that ends the run cannot be paid.
    """
    source = table.ice_source(piece)
    promised = Promised(credits=table.toll)
    if table.toll > table.spendable(breaking=False):
        return None
    for clause in piece.card.rules.on:
        if clause.event == "encounter":
            for node in _unless_nodes(table, clause.effect, source):
                if not pays_unless(table, node, source):
                    continue
                offers = affordable_alternatives(table, node.costs, source, promised)
                if offers:
                    promised.credits += offers[0].get("credits", 0)
                    promised.clicks += offers[0].get("clicks", 0)
                    promised.grip += offers[0].get("grip", 0) + offers[0].get("net", 0)
                elif ends_the_run(node.penalty):
                    return None
    return promised


def _unless_nodes(table: Table, node: Node | None, source: Source) -> Iterator[Unless]:
    """The payments that would be asked for now; what a trace or a bid decides is not."""
    match node:
        case Unless():
            yield node
        case Sequence(steps=parts):
            for part in parts:
                yield from _unless_nodes(table, part, source)
        case If(condition=condition, then=a, otherwise=b):
            yield from _unless_nodes(table, a if table.holds(condition, source) else b, source)


def _starters(table: Table) -> list[Slot]:
    """The rig card whose ability started the run."""
    return [slot for slot in table.rig if slot.place == table.scenario.runner.event_slot]


def bypass_pending(table: Table) -> bool:
    """Whether a card of the Runner will bypass the next piece that is encountered."""
    runner = table.scenario.runner
    slots = [slot for slot in table.rig if slot.installed]
    slots += [table.event] if table.event is not None else []
    sources = [Source(slot.card, slot) for slot in slots]
    if runner.identity is not None:
        sources.append(Source(runner.identity))
    for source in sources:
        for index, clause in enumerate(source.card.rules.on):
            effect, words = clause.effect, set(clause.qualifiers)
            if clause.event != "encounter" or effect != Atom("bypass"):
                continue
            slot = source.holder
            elsewhere = clause.scope == "this-run" and isinstance(slot, Slot)
            if elsewhere and slot not in (table.event, *_starters(table)):
                continue
            servers = words & SERVERS
            missed = bool(servers) and not any(table.server_is(word) for word in servers)
            if missed or "success" in words:
                continue
            met = table.times.get("encounter", 0)
            if "first-two" in words and met >= 2:
                continue
            if "innermost" in words and not table.is_innermost(table.ice[table.ahead]):
                continue
            first = not met
            unused = (id(source.holder or source.card), index) not in table.used
            if (first or "first" not in words) and (unused or "1/turn" not in words):
                return True
    return False


def wants_out(table: Table, ahead: Piece) -> str:
    """Why the plan jacks out before the piece ahead; empty when it stays (rule 7)."""
    plan = table.scenario.runner.plan
    if plan.name != "threshold":
        return ""
    if table.grip_size() < plan.minimum_grip:
        return f"the grip is down to {table.grip_size()}"
    if not ahead.rezzed or bypass_pending(table):
        return ""
    tax = encounter_tax(table, ahead)
    if tax is None:
        return f"there is no way to pay for meeting {ahead.card.title}"
    subs = must_set(table, ahead)
    if subs and way_beside(table, ahead, subs, tax) is None:
        return f"what may end the run at {ahead.card.title} cannot be broken"
    return ""


# -- traces, choices, options --------------------------------------------------


def pays_trace(table: Table, gap: int) -> bool:
    """Rule 9, for a positive gap."""
    plan = table.scenario.runner.plan
    willing = plan.name == "break-all" or gap <= plan.trace_payment
    return willing and gap <= table.spendable(breaking=False)


def base_links_above(table: Table, value: int) -> list[tuple[int, int, Slot]]:
    """The price of a link above `value` from each single base link and what it comes to, the
    cheapest first."""
    offers = []
    for slot in table.rig:
        links = slot.card.rules.base_links if slot.installed else ()
        base = next((link for link in links if not link.step), None)
        step = next((link for link in links if link.step), None)
        if base is None:
            continue
        missing = max(0, value + 1 - base.value)
        if not missing:
            offers.append((base.cost, base.value, slot))
        elif step is not None:
            steps = -(-missing // step.value)
            link = base.value + step.value * steps
            offers.append((base.cost + step.cost * steps, link, slot))
    return sorted(offers, key=lambda offer: offer[0])


def runner_wants(node: May) -> bool:
    """Rule 11: free, and without a target; or wanted whenever it can be had."""
    free = not node.cost and not any(atom.name in DECLINED for atom in atoms_of(node.effect))
    return node.forced or free


def corp_wants(table: Table, node: May, source: Source) -> bool:
    """Rule 11; an effect with a part that is not made is left alone as a whole, and nothing is
    paid for an effect that would do nothing."""
    names = {atom.name for atom in atoms_of(node.effect)}
    if names & NOT_MADE:
        return False
    certain = node.forced or not node.cost or bool(names & UNWEIGHED)
    return certain or has_effect(table, node.effect, source)


def corp_choice(table: Table, options: Options[tuple[Node, Source]]) -> int:
    """Rule 11: an end of the run, else what has an effect, else the first."""
    for index, (option, _) in enumerate(options):
        if ends_the_run(option):
            return index
    for index, (option, source) in enumerate(options):
        if has_effect(table, option, source):
            return index
    return 0


# -- the Corp's windows ---------------------------------------------------------


def will_rez(table: Table, piece: Piece) -> bool:
    """Whether the Corp rezzes the approached piece: whenever it can pay (rule 13)."""
    return rez_price(table, piece) is not None and table.scenario.corp.plan.name != "never"


def rez_price(table: Table, piece: Piece) -> int | None:
    """What rezzing a piece costs now; None if the Corp cannot pay it, or another copy of what is
    unique is rezzed already (rule 56)."""
    if table.event_says("no-rez") or is_there_already(piece, table.ice):
        return None
    times = 2 if table.event_says("double-rez") else 1
    price = ((piece.card.cost or 0) + table.rez_extra) * times
    able = price <= table.corp_credits and sum(piece.card.rules.forfeits) <= table.agendas
    return price if able else None


def is_there_already(card: Piece | RootCard, others: Iterable[Piece | RootCard]) -> bool:
    """Whether of a unique title another copy is active (rule 56)."""
    copies = (each for each in others if each.installed and each.card.id == card.card.id)
    return card.card.unique and any(each.rezzed for each in copies)


def touches(table: Table, card: RootCard, piece: Piece) -> bool:
    """Whether a card of the root, once rezzed, changes the strength of this piece."""
    return any(
        static.suits(piece.card.subtypes) and table.holds(static.condition, table.ice_source(piece))
        for static in ice_statics(card.card)
    )


def acts_before_the_last_window(table: Table, card: RootCard) -> bool:
    """Whether a clause of the card waits for what comes behind the last piece of ice, and before
    there is another window."""
    early = {"all-passed"}
    if table.edition.approach_before_last_window:
        early.add("approach-server")
    return _acts(card, lambda event: event in early)


def can_still_act(table: Table, card: RootCard) -> bool:
    """Whether rezzing the card at the last window lets a clause of it act (rule 13)."""
    if any(static.kind == "action phase" for static in card.card.rules.statics):
        return False
    over = OVER_AT_THE_LAST_WINDOW
    if table.edition.approach_before_last_window:
        over |= {"approach-server"}
    if _can_act(card, over | OF_AGENDAS, STAND_AT_THE_END - OF_AGENDAS):
        return True
    return _can_act(card, over, STAND_AT_THE_END) and _may_hold_agendas(table)


def _can_act(card: RootCard, over: Set[str], standing: Set[str]) -> bool:
    """Whether the card waits for more than events that are `over`, or has `standing` properties."""
    return _acts(card, lambda event: event not in over) or stands_at_the_end(card, standing)


def _may_hold_agendas(table: Table) -> bool:
    """Whether an agenda may be accessed: the Corp knows its own cards, but not R&D."""
    if table.scenario.server == "remote":
        return any(card.installed and card.card.type == "agenda" for card in table.root)
    if table.scenario.may_lack_agendas() and table.scenario.corp.plan.name != "never":
        return table.agendas_in_hand() > 0
    return table.scenario.may_hold_agendas()


def _acts(card: RootCard, waits_for: Callable[[str], bool]) -> bool:
    clauses = (clause for clause in card.card.rules.on if clause.while_rezzed)
    return any(waits_for(waited_for(clause)) for clause in clauses)


def stands_at_the_end(card: RootCard, standing: Set[str]) -> bool:
    """Whether a `standing` property or an ability of the card matters behind the ice."""
    rules = card.card.rules
    stands = any(static.kind in standing for static in rules.statics)
    return stands or any(map(used_late, rules.corp_abilities))
