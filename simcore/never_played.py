"""What neither the games nor the judge play rightly: refused by name, whoever is asked; what is
seldom of consequence is a note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.cards.card import BLANK
from simcore.cards.setting import meant_for
from simcore.cards.syntax import Amount, Atom, Clause, Condition, May, Price
from simcore.cards.walking import atoms_of, found_in, mentioned, prices_of
from simcore.errors import CapacityError
from simcore.hosting import is_hushed
from simcore.scenario import titles_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from simcore.cards.card import Card
    from simcore.scenario import Scenario

TAKING = frozenset({"trash", "own-trash", "bounce"})
"""Effects that take cards of the rig."""
_WORDS = {"hardware": "hw", "resource": "res", "program": "prog"}
POINTS_TO_WIN = 7
MOVES = frozenset({"go-back", "go-outermost"})
"""Effects that send the Runner back over ice."""
_FROM_ACCESSES_ON = frozenset(
    "access steal-cost steal agenda-stolen trash-accessed tagged run-end".split()
)
"""Events that may come when something has been accessed."""


def may_go_back(scenario: Scenario) -> bool:
    """Whether some piece of ice may send the Runner back."""
    effects = [effect for card in _ice(scenario) for effect in card.rules.subs]
    effects += [clause.effect for card in _ice(scenario) for clause in card.rules.on]
    return any(atom.name in MOVES for effect in effects for atom in atoms_of(effect))


def refuse_never_played(scenario: Scenario) -> None:
    """Raises `CapacityError` for what is not played rightly anywhere."""
    _refuse_undeclared(scenario)
    _refuse_dice_and_gifts(scenario)
    _refuse_both_for_counters(scenario)
    _refuse_points_of_the_corp(scenario)
    _refuse_gifts_to_the_hushed(scenario)
    if may_go_back(scenario):
        for card in _ice(scenario):
            if any(gain.met for gain in card.rules.gains):
                raise CapacityError(
                    f"{card.title}: subroutines gained for the run, where ice is met again"
                )


def _refuse_points_of_the_corp(scenario: Scenario) -> None:
    """Agendas that go to the Corp as they are accessed, where it may have seven points then, or
    where something asks for its points from the first access on."""
    going = [c for c in scenario.cards() if any(a.name == "corp-score-it" for a in _done_by([c]))]
    for card in going:
        points = scenario.corp.points + card.points * _copies(scenario, card)
        if points >= POINTS_TO_WIN:
            raise CapacityError(f"{card.title}: the Corp may win by it in the run")
    for other in scenario.cards() if going else ():
        for clause in other.rules.on:
            if clause.event in _FROM_ACCESSES_ON and mentioned(clause) & {"corp-points", "threat"}:
                raise CapacityError(f"{other.title}: '{clause.text}' beside {going[0].title}")


def _copies(scenario: Scenario, card: Card) -> int:
    """How many copies of a card may be accessed."""
    corp = scenario.corp
    lying = sum(card in titles_of(piece) for piece in (*scenario.ice, *scenario.root))
    known = (*corp.rd_top, *corp.archives).count(card)
    return lying + known + sum(count for each, count in corp.central if each == card)


def _ice(scenario: Scenario) -> Iterator[Card]:
    for piece in scenario.ice:
        yield from titles_of(piece)


def _refuse_both_for_counters(scenario: Scenario) -> None:
    """A card by which ice counts as more advanced beside one that braces advanced ice, neither of
    them rezzed: which of the two has something to change hangs on the other."""
    rezzing = scenario.corp.plan.name != "never"
    lying = (piece for piece in scenario.root if rezzing and not piece.rezzed)
    hidden = [card for piece in lying for card in titles_of(piece)]
    giving = [c for c in hidden if any(s.kind == "ice-here adv" for s in c.rules.statics)]
    for card in hidden:
        braces = tuple(s for s in card.rules.statics if s.kind == "ice-here str")
        if giving and any(each.subject == "adv" for each in found_in(braces, Condition)):
            raise CapacityError(f"{giving[0].title}: rezzed in the run beside {card.title}")


def _refuse_dice_and_gifts(scenario: Scenario) -> None:
    """A card that gives ice a subtype beside one that tries to break by a die: what has been
    given would stay where an attempt fails."""
    rig = [placed.card for placed in scenario.runner.rig]
    thrown = any(ability.die for card in rig for ability in card.rules.breaks)
    for card in rig if thrown else ():
        if card.rules.ice_gifts:
            raise CapacityError(f"{card.title}: gives ice a subtype, beside attempts by die")


def _refuse_gifts_to_the_hushed(scenario: Scenario) -> None:
    """Ice that gives others subroutines before a piece that cannot gain any."""
    for place, piece in enumerate(scenario.ice):
        there = is_hushed(place, scenario.runner.rig)
        outside = (card for each in scenario.ice[:place] for card in titles_of(each))
        for card in outside if there else ():
            laid = found_in((card.rules.subs, card.rules.on), Atom)
            if any(atom.name == "gain-etr" for atom in laid):
                host = next(iter(titles_of(piece))).title
                raise CapacityError(f"{card.title}: gives subroutines, and {host} cannot gain any")


def _refuse_undeclared(scenario: Scenario) -> None:
    """A run that is not declared successful is not unsuccessful either, and leaves no counter
    of its success: what tells that apart is refused beside a card that does this."""
    rig = [placed.card for placed in scenario.runner.rig]
    root = [card for piece in scenario.root for card in titles_of(piece)]
    standing = {static.kind: card for card in root for static in card.rules.statics}
    if "no-success" not in standing:
        return
    for card in (*root, *rig):
        clauses = [clause for clause in card.rules.on if not _tells_at_breach(clause)]
        atoms = [atom for clause in clauses for atom in atoms_of(clause.effect)]
        counts = any(atom.amount.register == "virus" for atom in atoms)
        for clause in clauses:
            laid = clause.event == "success" and clause.effect == Atom("virus", Amount(1))
            if "!success" in clause.qualifiers or (laid and counts):
                title = standing["no-success"].title
                raise CapacityError(f"{card.title}: '{clause.text}' beside {title}")


def _tells_at_breach(clause: Clause) -> bool:
    """Whether a clause tells a breach behind a success from one without it."""
    return clause.event == "breach" and not {"success", "!success"}.isdisjoint(clause.qualifiers)


def remarks(scenario: Scenario) -> tuple[str, ...]:
    """What is said of games in which something was left out, or declined."""
    return (
        *left_out_of_memory(scenario),
        *_declined(scenario),
        *_in_place_of_a_breach(scenario),
        *_unknown_hand(scenario),
        *_used_elsewhere(scenario),
        *_left_by_rezzing(scenario),
        *_rez_costs_as_printed(scenario),
    )


def _rez_costs_as_printed(scenario: Scenario) -> tuple[str, ...]:
    """Icebreakers that go by what ice costs to rez, where a card changes that for the run."""
    cards = list(scenario.cards())
    tests = {c.title: [b.ice_is for b in c.rules.breaks if b.ice_is is not None] for c in cards}
    asking = [title for title, asked in tests.items() if any(t.subject == "rez" for t in asked)]
    changing = [c.title for c in cards if any(atom.name == "rez-cost" for atom in _done_by([c]))]
    words = "the printed rez costs count for it, without"
    return (f"{asking[0]}: {words} {changing[0]}",) if asking and changing else ()


def _left_by_rezzing(scenario: Scenario) -> tuple[str, ...]:
    """What rezzing in the run changes for the Corp, and games leave as it was stated."""
    lying = [piece for piece in (*scenario.ice, *scenario.root) if not piece.rezzed]
    rezzing = scenario.corp.plan.name != "never"
    cards = [card for piece in lying if rezzing for card in titles_of(piece)]
    forfeiting = [card.title for card in cards if card.rules.forfeits]
    counted = any("bp" in mentioned(card.rules) for card in scenario.cards())
    publicised = [card.title for card in cards if counted and _is_publicised(card)]
    both = (
        (
            "an agenda forfeited takes no points of the Corp's, nor a copy that is counted",
            forfeiting,
        ),
        ("bad publicity that comes in the run is not counted in it", publicised),
    )
    return tuple(f"{words}: {', '.join(dict.fromkeys(some))}" for words, some in both if some)


def _is_publicised(card: Card) -> bool:
    """Whether the Corp takes bad publicity as it rezzes a card."""
    effects = [clause.effect for clause in card.rules.on if clause.event.startswith("rez")]
    return any(atom.name == "bp" for effect in effects for atom in atoms_of(effect))


def _unknown_hand(scenario: Scenario) -> tuple[str, ...]:
    """Cards of an HQ that nobody has stated, accessed in Archives as cards without a text."""
    if scenario.server != "archives" or all(
        card.id != BLANK.id for card, _ in scenario.corp.central
    ):
        return ()
    return ("cards that go from HQ to Archives have no text: corp.hq is not stated",)


def _used_elsewhere(scenario: Scenario) -> tuple[str, ...]:
    """Cards of the Runner that do something once in a turn at one server, where nobody says which
    servers the earlier runs of the turn were on."""
    runner = scenario.runner
    cards = [placed.card for placed in runner.rig if runner.successful_runs_this_turn]
    if runner.identity is not None and runner.successful_runs_this_turn:
        cards.append(runner.identity)
    titles = dict.fromkeys(card.title for card in cards if _once_at(card, scenario.server))
    words = "the earlier runs of the turn were on other servers"
    return (f"{words}: {', '.join(titles)}",) if titles else ()


def _once_at(card: Card, server: str) -> bool:
    """Whether a clause about success or a breach asks for this server, once in a turn."""
    here = {server, "central"} if server != "remote" else {server}
    events = ("success", "instead", "breach")
    asking = [clause for clause in card.rules.on if clause.event in events]
    return any(
        not here.isdisjoint(clause.qualifiers)
        and not {"first", "1/turn"}.isdisjoint(clause.qualifiers)
        for clause in asking
    )


def _declined(scenario: Scenario) -> tuple[str, ...]:
    """Cards that offer the Runner something at a price (rule 11)."""
    titles = [card.title for card in scenario.cards() if any(map(_has_price, _offers(card)))]
    return (f"what has a price is declined: {', '.join(titles)}",) if titles else ()


def _in_place_of_a_breach(scenario: Scenario) -> tuple[str, ...]:
    """Several cards that do something in place of a breach, of which the Runner would choose."""
    titles = [card.title for card in scenario.runner.cards() if _replaces(card, scenario)]
    words = "the first that can comes in place of the breach"
    return (f"{words}: {', '.join(titles)}",) if len(titles) > 1 else ()


def _done_by(cards: Iterable[Card]) -> Iterator[Atom]:
    for card in cards:
        for clause in card.rules.on:
            yield from atoms_of(clause.effect)


def _replaces(card: Card, scenario: Scenario) -> bool:
    started = card is scenario.runner.event
    return any(
        clause.event == "instead" and meant_for(clause, scenario.server)
        for clause in card.rules.on
        if started or clause.scope != "this-run"
    )


def _offers(card: Card) -> tuple[May, ...]:
    clauses = [clause for clause in card.rules.on if clause.event != "steal-cost"]
    return found_in((*card.rules.subs, *(clause.effect for clause in clauses)), May)


def _has_price(offer: May) -> bool:
    return offer.side == "runner" and bool(offer.cost) and not offer.forced


def memory_that_stays_free(scenario: Scenario) -> int | None:
    """Memory units not in use all through the run; None where cards of the rig may go."""
    runner = scenario.runner
    if any(may_go(placed.card, scenario) or _may_leave(placed.card) for placed in runner.rig):
        return None
    given = sum(_memory_given(card) for card in runner.cards())
    used = sum(p.card.memory or 0 for p in runner.rig if p.card.type == "program")
    return max(0, runner.memory + given - used)


def _may_leave(card: Card) -> bool:
    """Whether a card of the rig may go by its own text."""
    rules = card.rules
    prices = {price.kind for price in found_in(rules, Price)}
    atoms = {atom.name for atom in found_in(rules, Atom)}
    says = any(item.kind == "trash-when-empty" for item in rules.statics)
    dooms = any(each.dooms for each in rules.breaks)
    return bool(says or dooms or prices & {"trash", "rfg"} or atoms & (TAKING | {"self-trash"}))


def left_out_of_memory(scenario: Scenario) -> tuple[str, ...]:
    """Cards whose memory programs may miss once an effect has taken them: in a note, for no
    program goes for that."""
    runner = scenario.runner
    giving = [
        (placed.card, units)
        for placed in runner.rig
        if (units := _memory_given(placed.card)) and may_go(placed.card, scenario)
    ]
    given = sum(_memory_given(placed.card) for placed in runner.rig)
    given += _memory_given(runner.identity) if runner.identity is not None else 0
    used = sum(p.card.memory or 0 for p in runner.rig if p.card.type == "program")
    if used <= runner.memory + given - sum(units for _, units in giving):
        return ()
    titles = ", ".join(dict.fromkeys(card.title for card, _ in giving))
    return (f"no program goes for want of memory where {titles} is lost",) if titles else ()


def _memory_given(card: Card) -> int:
    return sum(static.amount.base for static in card.rules.statics if static.kind == "mu")


def may_go(card: Card, scenario: Scenario) -> bool:
    """Whether an effect or a price of a card of the Corp may take a card of the rig."""
    kinds = {"any", _WORDS.get(card.type, "any")} | ({"console"} & card.subtypes)
    corp = scenario.corp
    cards = [each for piece in (*scenario.ice, *scenario.root) for each in titles_of(piece)]
    cards += [each for each, _ in corp.central] + [*corp.archives, *corp.rd_top]
    cards += [corp.identity] if corp.identity is not None else []
    for each in cards:
        effects = [*each.rules.subs, *(clause.effect for clause in each.rules.on)]
        for effect in effects:
            prices = {price.kind.removeprefix("own-") for price in prices_of(effect)}
            words = {w for atom in atoms_of(effect) if atom.name in TAKING for w in atom.words}
            if kinds & (prices | words):
                return True
    return False
