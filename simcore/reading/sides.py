"""The two sides of a scenario file: purses, hands, rig and plans."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from simcore.cards.card import Card
from simcore.cards.setting import meant_for
from simcore.cards.settled import CENTRAL, at_chosen_server, with_mark
from simcore.cards.syntax import Clause
from simcore.cards.walking import atoms_of, mentioned
from simcore.hosting import as_clouds, as_played, with_points
from simcore.purses import spendable
from simcore.reading.checking import Section, near, show
from simcore.reading.places import (
    MOST_COPIES,
    MOST_CREDITS,
    MOST_GRIP,
    RUNNER_CARD,
    RUNNER_IDENTITY,
    Reader,
    describe,
)
from simcore.scenario import HAND_SIZE, CorpPlan, Placed, RigCard, Runner, RunnerPlan

SERVERS = ("hq", "rd", "archives", "remote")
OBJECTIVES = ("reach", "points", "win", "worth")
CORP_PLANS = ("affordable", "never")
RUNNER_PLANS = ("threshold", "break-all")
NOT_YET = ("best",)
FOR_PRICES = "has no meaning in a game: only prices look at it"
"""Behind a key that games leave aside."""
MOST_POINTS = 6

CORP_KEYS = (
    "identity",
    "credits",
    "points",
    "agendas",
    "elsewhere",
    "bad_publicity",
    "deck",
    "hq",
    "rd",
    "rd_top",
    "archives",
    "hq_size",
    "plan",
)
RUNNER_KEYS = (
    "identity",
    "credits",
    "points",
    "clicks",
    "event",
    "grip",
    "agendas",
    "hand_size",
    "stack",
    "heap",
    "elsewhere",
    "tags",
    "link",
    "mark",
    "successful_runs_this_turn",
    "rig",
    "plan",
    "objective",
    "accesses",
)
CORP_PLAN_KEYS = ("name", "trace")
RUNNER_PLAN_KEYS = (
    "name",
    "optional_break_cap",
    "minimum_grip",
    "trace_payment",
    "trash",
    "never_trash",
    "reserve",
)
BREAK_ALL_IGNORES = ("optional_break_cap", "minimum_grip", "trace_payment")


def read_range(section: Section, key: str, most: int, required: bool = False) -> tuple[int, int]:
    """A number, or ``{ low, high }``."""
    value = section.table.get(key)
    if not isinstance(value, Mapping):
        amount = (section.required_number if required else section.number)(key, high=most)
        return amount, amount
    inner = section.section(key, ("low", "high"))
    low = inner.number("low", 0, 0, most)
    if not inner.has("high"):
        inner.require("high")
        return low, low
    high = inner.number("high", low, 0, most)
    if high < low:
        section.problems.add(section.at(key), f"low = {low} is more than high = {high}")
    return low, high


def read_corp_plan(corp: Section) -> CorpPlan:
    """The Corp's plan: a word, or a table with its trace payments."""
    plan, name = _plan(corp, CORP_PLAN_KEYS, CORP_PLANS)
    low, high = read_range(plan, "trace", MOST_CREDITS)
    return CorpPlan(name, low, high)


def _at_chosen_server(placed: RigCard, kind: str) -> RigCard:
    """A card of the rig, where it is stated which server was chosen for it."""
    card = at_chosen_server(placed.card, placed.chosen, kind) if placed.chosen else placed.card
    return placed if card is placed.card else replace(placed, card=card, chosen="")


def read_runner(reader: Reader, runner: Section, kind: str, ice: int) -> Runner:
    """The Runner's side of a run on a server of this kind with so much ice."""
    problems = reader.problems
    identity = reader.named(runner, "identity", RUNNER_IDENTITY)
    purse = runner.required_number("credits", 0, MOST_CREDITS)
    mark = runner.word("mark", CENTRAL, "") if runner.has("mark") else None
    rig = tuple(
        replace(placed, card=with_mark(placed.card, mark == kind)) if mark else placed
        for placed in spendable(reader.rig(runner, ice), kind)
    )
    rig = tuple(_at_chosen_server(placed, kind) for placed in rig)
    event, slot = _event(reader, runner, kind, rig)
    heap = reader.pile(runner, "heap", RUNNER_CARD) or ()
    if heap:
        problems.note(f"runner.heap {FOR_PRICES}")
    for key in ("hand_size", "agendas"):
        if runner.has(key):
            problems.note(f"runner.{key} {FOR_PRICES}")
    elsewhere = reader.pile(runner, "elsewhere", RUNNER_CARD) or ()
    note_elsewhere(reader, "runner", elsewhere)
    grip = reader.grip(runner, "grip", 5, MOST_GRIP)
    if event is not None and slot is None:
        event = as_played(event, rig, sum(count for _, count in grip))
    stack = reader.grip(runner, "stack", 0, MOST_COPIES)
    if runner.has("stack") and not stack:
        reader.problems.note(f"{runner.at('stack')} is empty: cards drawn are blank all the same")
    link, link_is_stated = _link(reader, runner, [identity, *(entry.card for entry in rig)])
    points = runner.number("points", 0, 0, MOST_POINTS)
    rig = with_points(rig, points)
    own_link = 0 if identity is None else identity.link
    rig = as_clouds(rig, link, link if link_is_stated else own_link)
    if identity is not None and _is_used_like_a_rig_card(identity):
        standing = RigCard(identity, credits=identity.rules.recurring)
        rig, identity = (*rig, *spendable([standing], kind)), None
    return Runner(
        identity=identity,
        credits=purse,
        points=points,
        clicks=runner.number("clicks", 3),
        event=event,
        event_slot=slot,
        grip=grip,
        agendas=runner.required_number("agendas", 0, MOST_POINTS)
        if runner.has("agendas")
        else None,
        hand_size=runner.number("hand_size", HAND_SIZE, 0, MOST_GRIP),
        heap=heap,
        elsewhere=elsewhere,
        stack=stack,
        tags=runner.number("tags"),
        link=link,
        link_is_stated=link_is_stated,
        successful_runs_this_turn=runner.number("successful_runs_this_turn"),
        rig=rig,
        extra_accesses=_accesses(runner, kind),
        plan=_runner_plan(reader, runner),
    )


def note_elsewhere(reader: Reader, side: str, cards: Collection[object]) -> None:
    """A remark on active cards of a side that lie neither in the rig nor in the server."""
    if cards:
        reader.problems.note(f"{side}.elsewhere {FOR_PRICES}")


def is_counted(piece: Placed) -> bool:
    """Whether a game asks how many copies of such a card the Corp has scored."""
    return piece.card is not None and "copies-corp-scored" in mentioned(piece.card.rules)


def _is_used_like_a_rig_card(identity: Card) -> bool:
    """Whether an identity breaks, boosts, weakens ice or pays: then it stands in the rig,
    behind the installed cards, where nothing trashes it."""
    rules = identity.rules
    keys = {item.key for item in rules.unexecuted}
    used = rules.breaks or rules.pumps or rules.paid or rules.recurring
    return bool(used) or bool(keys & {"break", "pump", "paid"})


def _link(reader: Reader, runner: Section, cards: Iterable[Card | None]) -> tuple[int, bool]:
    """The Runner's total link, and whether it stays when cards leave the rig."""
    if reader.edition.link == "base link":
        if runner.has("link"):
            reader.problems.add(
                runner.at("link"),
                "link comes from base-link cards of the rig in this edition; name one there",
            )
        return 0, True
    total = sum(card.link for card in cards if card is not None)
    return runner.number("link", total), runner.has("link")


def stated_accesses(runner: Runner, kind: str) -> int:
    """How many central cards a breach can access: one, the stated, and those of cards."""
    cards = [(runner.identity, 0, 0)]
    cards += [(slot.card, slot.virus, slot.power) for slot in runner.rig]
    if runner.event is not None and runner.event_slot is None:
        cards.append((runner.event, 0, 0))
    more = 0
    for card, virus, power in cards:
        for clause in card.rules.on if card is not None else ():
            if not meant_for(clause, kind) or (card is not runner.event and _own_run(clause)):
                continue
            for atom in atoms_of(clause.effect):
                if atom.name == "access":
                    counters = {"virus": virus, "power": power}.get(atom.amount.register, 0)
                    more += atom.amount.base + atom.amount.factor * counters
    return 1 + runner.extra_accesses + more


def _own_run(clause: Clause) -> bool:
    """Whether the clause acts only in the run its card started."""
    return clause.event == "run" or clause.scope == "this-run"


def _starts_run(card: Card, kind: str) -> bool:
    return any(clause.event == "run" and meant_for(clause, kind) for clause in card.rules.on)


def _event(
    reader: Reader, runner: Section, kind: str, rig: Iterable[RigCard]
) -> tuple[Card | None, int | None]:
    """The card that started the run, and its slot when it is a card of the rig."""
    if not runner.has("event"):
        return None, None
    place = runner.at("event")
    card = reader.card(place, runner.table["event"], None)
    if card is None:
        return None, None
    slot = None
    if card.side != "runner" or card.type == "identity":
        reader.problems.add(
            place, f'"{card.title}" is {describe(card)}; a run starts with an event or a rig card'
        )
        return None, None
    if card.type != "event":
        slots = [index for index, entry in enumerate(rig) if entry.card.id == card.id]
        if not slots:
            reader.problems.add(
                place, f'"{card.title}" is {describe(card)} and not installed in runner.rig'
            )
            return None, None
        slot = slots[0]
    if kind and not _starts_run(card, kind):
        servers = [
            ", ".join(clause.qualifiers) for clause in card.rules.on if clause.event == "run"
        ]
        what = f"starts runs on {'; '.join(servers)} only" if servers else "starts no run"
        if not servers and (card.rules.unexecuted or card.fidelity.level == "stats"):
            what = "starts no run that is executed yet"
        reader.problems.add(place, f'"{card.title}" {what}; this run is on {kind}')
    return card, slot


def _accesses(runner: Section, kind: str) -> int:
    """The stated additional accesses of the attacked server."""
    table = runner.section("accesses", SERVERS)
    found = 0
    for key in SERVERS:
        count = table.number(key)
        if key == kind and key in ("hq", "rd"):
            found = count
        elif table.has(key) and kind:
            runner.problems.note(f"{table.at(key)} has no meaning in a run on {kind}")
    return found


def _plan(section: Section, keys: tuple[str, ...], names: tuple[str, ...]) -> tuple[Section, str]:
    """The plan's table and its name; a plan given as a word has nothing but a name."""
    problems = section.problems
    value = section.table.get("plan", {})
    table: Mapping[str, object] = value if isinstance(value, Mapping) else {"name": value}
    plan = Section(problems, section.at("plan"), table)
    plan.check_keys(keys)
    place = plan.at("name") if isinstance(value, Mapping) else section.at("plan")
    name = table.get("name", names[0])
    if isinstance(name, str) and name in names:
        return plan, name
    if not isinstance(name, str):
        problems.add(place, f"expected a plan's name or its table, not {show(name)}")
    elif name in NOT_YET:
        problems.add(place, f"the plan {show(name)} is not there yet; there are {', '.join(names)}")
    else:
        problems.add(place, f"no plan is called {show(name)}{near(name, names)}")
    return plan, names[0]


def _runner_plan(reader: Reader, runner: Section) -> RunnerPlan:
    plan, name = _plan(runner, RUNNER_PLAN_KEYS, RUNNER_PLANS)
    if name == "break-all":
        for key in BREAK_ALL_IGNORES:
            if plan.has(key):
                reader.problems.note(f"{plan.at(key)} has no meaning in the plan break-all")
    spared = set()
    for place, item in plan.entries("never_trash", MOST_COPIES, "entries"):
        card = reader.card(place, item, None)
        if card is not None and card.side != "corp":
            reader.problems.add(place, f'"{card.title}" is {describe(card)}; a Corp card is spared')
        elif card is not None:
            spared.add(card.id)
    usual = RunnerPlan()
    return RunnerPlan(
        name=name,
        optional_break_cap=plan.number(
            "optional_break_cap", usual.optional_break_cap, 0, MOST_CREDITS
        ),
        minimum_grip=plan.number("minimum_grip", usual.minimum_grip, 0, MOST_GRIP),
        trace_payment=plan.number("trace_payment", usual.trace_payment, 0, MOST_CREDITS),
        trash=plan.word("trash", ("affordable", "never"), usual.trash),
        never_trash=frozenset(spared),
        reserve=plan.number("reserve", usual.reserve, 0, MOST_CREDITS),
    )
