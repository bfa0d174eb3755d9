"""What some random scenarios get on top: cards of the Corp that go by what there is now."""

from __future__ import annotations

import random
from dataclasses import replace

from agreement.generator.cards import KINDS, own_card

from simcore.cards.card import Card
from simcore.cards.walking import atoms_of
from simcore.scenario import PlacedIce, PlacedRoot, RigCard, Scenario

LATER = (
    *("tag 1; on-success: untag 1", "on-success: meat 1", "trace 2: {on-success: net 1}"),
    *("on-success: rlose 2", "on-success: {if tagged: untag 2}"),
)
"""Subroutines part of which waits for success."""
TAKING = (
    *("own-trash any 1", "own-trash prog 1", "own-trash hw 2", "trash breaker 1"),
    *("trash hw,res 1", "trash virtual 1", "trash prog-not-standard 1", "trash console 1"),
    *("etr unless own-any 1", "net 2 unless own-prog 1", "etr unless core 1", "trash virus 1"),
    *("runner: pay 2 | own-trash any 1", "runner: own-trash prog 1 | pay 1", "trash trojan 1"),
    *("etr unless own-hw 1 | pay 2", "etr unless own-res 1", "corp: trash breaker 1 | cgain 1"),
)
BOUNCING = (
    "discard 1",
    "bounce prog grip 1",
    "bounce any stack 1",
    "trace 3: bounce prog,virtual grip 1",
)
"""Effects on cards of the rig."""
LATE_ICE = ("trash: etr",)
LATE_ROOT = (
    *("trash + adv 2: etr", "pc 1: etr", "trash: psi: copy-sub here", "trash: etr unless pay 3"),
    *("trash: trace 3: etr", "trash + adv 1: etr"),
)
AT_SERVER = (
    *("root: success: trace 3: access-only self", "root: no-success", "root: trash-cost +2"),
    "root: no-success",
    *("root: success: psi: access-only self else access-except self", "root: trash-cost +1 assets"),
    *("root[persistent]: no-steal", "root[persistent]: trash-cost +1", "root: no-steal"),
    *("root: trash-accessed: net 1", "root[persistent]: trash-accessed: corp-may pay 1: tag 1"),
    *("root: trash-accessed[installed]: rlose 1", "root: trash-accessed[1/turn]: meat 1"),
    *("trash-accessed: cgain 2", "trash-accessed[installed]: net 1", "root: success: access 1"),
    *("root: run-end[!success]: net 1", "root: run-end[success]: if tagged: meat 1"),
    *("access[rezzed]: corp-may pay 1: meat 1", "access[!installed]: net 1"),
    *("access[rezzed]: rlose 1", "trash-accessed[rezzed]: net 1", "access[rezzed]: tag 1"),
    *("root: approach-server: etr unless pay 1*advanced-ice-here", "root: run-begin: cgain 1"),
    *("root: all-passed: net 1", "root: all-passed: trace 2: tag 1", "root: all-passed: rlose 1"),
    *("root: all-passed: corp-may pay 1: tag 1", "root: all-passed: if tagged: meat 1"),
)
STOPPING = (
    *("root: approach-server: etr unless pay 5", "root: approach-server: etr unless click 2"),
    *("root: approach-server: trace 4: etr", "root: approach-server: corp-may pay 1: etr"),
    *("root: all-passed: psi: etr", "root: all-passed: runner: tag 1 | etr"),
    *("root: all-passed: etr unless pay 3", "root: all-passed: trace 3: etr"),
)
"""Clauses that end runs at the server."""
IN_TURN = (
    *("access: psi: no-steal", "access[!installed]: trace 2: no-steal"),
    *("trash-accessed: score-it 1", "access: runner: rclick 1 | score-it-less 1"),
    *("access: if tagged: score-it 2", "access: psi: no-steal"),
)
"""Of cards in editions where each access is resolved before the next."""
IDENTITIES: tuple[dict[str, list[str]], ...] = (
    {"static": ["win 6"]},
    {"static": ["steal-limit 1"]},
    {"static": ["access-cost 1"]},
    {"static": ["trace-credits 2"]},
    {"on": ["agenda-stolen: runner: tag 1 | meat 2"]},
    {"on": ["trash-accessed[installed,1/turn]: corp-may: trace 2: tag 1"]},
)
ENTERED = (
    *("root: run-end[!success]: net 1", "access[rezzed]: tag 1", "access[rezzed]: rlose 1"),
    *("root: success: psi: access-only self else access-except self", "access[!installed]: net 1"),
    *("access[rezzed]: corp-may pay 1: meat 1", "trash-accessed[rezzed]: net 1"),
)
"""Clauses of cards that are accessed whatever comes."""
READERS = ("power-one", "power-two", "power-three", "power-pairs")
"""Parts of the counters on a card of the rig that accesses go by."""
GAINED = ("etr", "net 1", "tag 1", "rlose 1", "trace 2: tag 1", "etr unless pay 1", "core 1")
COUNTED = {
    "tags": ("net 1*tags", "rlose 1*tags", "cgain 1+1*tags", "rclick 1*tags"),
    "grip": ("net 1*grip", "psi: meat 1*grip", "rlose 1*grip", "closs 1*grip"),
    "hq": ("rlose 1*hq", "trace 1: net 1*hq", "cgain 1*hq", "cdraw 1"),
    "power": ("power 1", "net 1*power", "rlose 2*power"),
}
"""Registers that a piece of ice may go by, and subroutines that look at them."""
ASKING = (
    *("if tags>=2: net 1", "if tags<=1: tag 1 else rlose 2", "if clicks>=2: rclick 1"),
    *("if hq>grip: tag 1", "if hq>grip: rlose 1", "if hq>grip: net 1", "if hq>grip: cgain 1"),
    *("if clicks=0: no-steal-trash", "if hq>grip: etr", "if !hq>grip: net 1", "if hq>=5: tag 1"),
    *("if corp-cr>runner-cr: rlose 2 else cgain 1", "if corp-cr>runner-cr: tag 1"),
    *("if corp-cr>runner-cr: net 1", "if threat>=3: net 1", "if threat<=2: tag 1"),
)
IDLE = ("bp 1", "mill 2", "rd-arrange 3", "corp-cards 1", "heap-rfg 1", "handsize 1", "counter 2")
AT_SUCCESS = ("net 1*grip", "rlose 1*tags", "meat 1*tags", "if clicks<=1: net 1")


def counting(scenario: Scenario, dice: random.Random) -> Scenario:
    """With ice that goes by tags, cards in the grip, cards in HQ or counters, and a Runner who
    may have some of each."""
    ice = list(scenario.ice)
    for number in range(dice.randint(1, 2)):
        place = dice.randint(0, len(ice))
        rezzed = dice.random() < 0.7
        power = dice.choice((0, 0, 1, 2))
        card = _counting_ice(f"Count {number + 1}", dice)
        ice.insert(place, PlacedIce(card, rezzed=rezzed, power=power))
    root = scenario.root
    if dice.random() < 0.5:
        effects = [f"root: success: {dice.choice(AT_SUCCESS)}", f"access: {dice.choice(IDLE)}"]
        teller = own_card("Teller", "upgrade", cost=0, trash=1, effects=effects)
        root = (*root, PlacedRoot(teller, rezzed=dice.random() < 0.7))
    if dice.random() < 0.3 and all(entry.card is None for entry in root):
        root = (*root, PlacedRoot(own_card("Plant", "asset", cost=0, trash=1), rezzed=True))
    runner = replace(
        scenario.runner,
        tags=dice.choice((0, 1, 2, 3)),
        clicks=dice.choice((0, 1, 2, 3)),
        points=dice.choice((scenario.runner.points, 2, 4)),
    )
    return replace(scenario, ice=tuple(ice), root=root, runner=runner)


def behind(scenario: Scenario, dice: random.Random, wide: bool = False) -> Scenario:
    """With cards of the root, abilities and an identity of the Corp that act at the server."""
    ice = list(scenario.ice)
    if dice.random() < 0.6:
        late = [dice.choice(LATE_ICE)] if dice.random() < 0.25 else []
        subs = [dice.choice((*LATER, "etr", "net 1")) for _ in range(dice.randint(1, 2))]
        if dice.random() < 0.5:
            plain = len(scenario.runner.grip) <= 1 and not scenario.runner.stack
            taking = (*TAKING, *BOUNCING * 3) if plain or wide else TAKING
            subs = [dice.choice(taking) for _ in range(dice.randint(1, 3))]
        card = own_card(
            "Wait",
            "ice",
            cost=dice.choice((0, 2)),
            strength=dice.randint(0, 3),
            subtypes=[dice.choice(KINDS)],
            subs=subs,
            corp=late,
        )
        ice.insert(dice.randint(0, len(ice)), PlacedIce(card, rezzed=dice.random() < 0.8))
    root = list(scenario.root)
    for number in range(dice.randint(1, 3)):
        known = all(piece.card is not None and _lends(piece.card) for piece in ice)
        card = _at_server(f"Keeper {number + 1}", scenario.edition, known, dice)
        placed = PlacedRoot(
            card,
            rezzed=dice.random() < 0.6,
            advancement=dice.choice((0, 1, 2)),
            power=dice.choice((0, 1)),
        )
        root.insert(dice.randint(0, len(root)), placed)
    if dice.random() < 0.9:
        stop = own_card("Stop", "upgrade", cost=0, trash=1, effects=[dice.choice(STOPPING)])
        root.append(PlacedRoot(stop, rezzed=dice.random() < 0.95))
    if wide and dice.random() < 0.1:
        prize = own_card("Early", "upgrade", cost=0, effects=["root: success: score-it 1"])
        root.append(PlacedRoot(prize, rezzed=True))
    corp = scenario.corp
    if dice.random() < 0.5:
        corp = replace(corp, identity=own_card("House", "identity", **dice.choice(IDENTITIES)))
    runner = replace(scenario.runner, clicks=dice.choice((0, 1, 2)))
    if dice.random() < 0.4 and runner.event_slot is None and len(runner.rig) < 6:
        effect = dice.choice(("rgain 1", "rlose 1", "bypass"))
        last = own_card("Last", "resource", on=[f"encounter[innermost]: {effect}"])
        runner = replace(runner, rig=(*runner.rig, RigCard(last)))
    if dice.random() < 0.5:
        runner = replace(runner, credits=runner.credits + dice.randint(0, 8))
    if dice.random() < 0.4 and runner.event is None and runner.event_slot is None:
        event = own_card("Calm", "event", static=[dice.choice(("no-rez", "no-rez", "double-rez"))])
        runner = replace(runner, event=event)
    made = replace(scenario, ice=tuple(ice), root=tuple(root), corp=corp, runner=runner)
    return _with_central(made, dice) if dice.random() < 0.5 else made


def welcoming(scenario: Scenario, dice: random.Random) -> Scenario:
    """With nothing in the way to cards that act when they are accessed, for a poor Runner."""
    runner, corp = scenario.runner, scenario.corp
    root = [entry for entry in scenario.root if entry.card is not None][:1]
    for number in range(dice.randint(1, 3)):
        effects = [dice.choice(ENTERED) for _ in range(dice.randint(1, 2))]
        kind = "asset" if scenario.server == "remote" and number == 0 else "upgrade"
        card = own_card(
            f"Host {number + 1}", kind, cost=0, trash=dice.choice((0, 1, 2)), on=effects
        )
        root.append(PlacedRoot(card, rezzed=dice.random() < 0.8))
    if scenario.server == "remote":
        corp = replace(corp, identity=own_card("House", "identity", static=["access-cost 1"]))
    reader = own_card(
        "Reader", "resource", on=[f"breach[hq,rd]: access 1*{dice.choice(READERS)}"], cost=0
    )
    rig = [placed for placed in runner.rig if placed.host is None and placed.on_card is None][:2]
    rig.append(RigCard(reader, power=dice.randint(0, 4)))
    runner = replace(runner, rig=tuple(rig), credits=dice.choice((0, 0, 1, 3)))
    return replace(scenario, ice=(), root=tuple(root), corp=corp, runner=runner)


def _with_central(scenario: Scenario, dice: random.Random) -> Scenario:
    """With a card among those of HQ or R&D that joins the Runner's score area."""
    corp = scenario.corp
    if not corp.central or scenario.edition == "onr":
        return scenario
    effect = dice.choice(("access", "trash-accessed"))
    points = dice.choice(("score-it 1", "score-it 3", "score-it-less 1"))
    card = own_card("Prize", "asset", cost=0, trash=0, effects=[f"{effect}: {points}"])
    central = (*corp.central, (card, 2))
    more = 2 if scenario.server == "hq" else 0
    corp = replace(
        corp,
        central=central,
        central_count=corp.central_count + 2,
        hq_count=corp.hq_count + more,
    )
    return replace(scenario, corp=corp)


def _lends(card: Card) -> bool:
    """Whether others can borrow any of its subroutines."""
    bound = {"self-trash", "self-derez", "go-back", "go-outermost", "power", "virus"}
    bound |= {"trace-bits", "copy-sub", "net-next", "may-jackout"}
    return not any(atom.name in bound for sub in card.rules.subs for atom in atoms_of(sub))


def _at_server(title: str, edition: str, known: bool, dice: random.Random) -> Card:
    """A card of the root; `known`: so is all ice.

    A card that borrows subroutines has to know them.
    """
    keys: dict[str, list[str]] = {}
    if dice.random() < 0.25:
        keys["corp"] = [dice.choice(LATE_ROOT)]
        if not known and "copy-sub" in keys["corp"][0]:
            keys["corp"] = ["trash: trace 3: etr"]
    elif dice.random() < 0.15:
        keys["static"] = ["must-trash"]
    elif edition != "onr" and dice.random() < 0.3:
        keys["effects"] = [dice.choice(IN_TURN)]
    else:
        keys["effects"] = [dice.choice(AT_SERVER)]
        if dice.random() < 0.1:
            keys = {"effects": ["root: success: rgain 2"], "static": ["action phase"]}
    kind = dice.choice(("upgrade", "upgrade", "asset"))
    if dice.random() < 0.15:
        keys = {"effects": [dice.choice(("steal-cost: own-any 2", "steal-cost: own-prog 1"))]}
    if "steal" in str(keys.get("effects")) and dice.random() < 0.8:
        worth = [dice.choice(("points -1", "points +1", "points -2 if server!=archives"))]
        return own_card(
            title, "agenda", points=dice.randint(1, 3), advancement=3, static=worth, **keys
        )
    return own_card(title, kind, cost=dice.choice((0, 1)), trash=dice.choice((0, 1, 2)), **keys)


def _counting_ice(title: str, dice: random.Random) -> Card:
    register = dice.choice(tuple(COUNTED))
    static, on = [], []
    way = dice.choice(("gains", "gains", "gains", "stands", "known", "amounts"))
    gained = dice.choice(GAINED)
    if way == "gains":
        if register == "grip" or dice.random() < 0.4:
            threat = dice.choice(("", "", "if threat>=2: "))
            on.append(f"encounter: {threat}gain-sub {{{gained}}}*{register} run")
        else:
            static.append(f"gain-sub {{{gained}}}*{register}{dice.choice(('', ' first'))}")
    elif way == "known":
        by = dice.choice(("*adv", "*bp", "*rezzed-assets", " if server=hq", " if server=remote"))
        static.append(f"gain-sub {{{gained}}}{by}")
    elif way == "stands":
        static.append(f"str +1*{register}" if register != "tags" else "str +2 if tagged")
        if dice.random() < 0.3:
            static.append("str +1 if threat>=3")
        if dice.random() < 0.2:
            static = ["str +3 if rezzed-this-turn"]
            return own_card(title, "ice", cost=1, strength=1, static=static, subs=["etr", "net 1"])
    if dice.random() < 0.3:
        asked = "sub" if way in ("gains", "known") else "printed"
        on.append(
            dice.choice(("sub-broken: rlose 1", "sub-broken: cgain 1", f"{asked}-broken: net 1"))
        )
    if register == "power":
        on.append(f"encounter: power {dice.choice((1, 1, 2))}")
    elif register == "tags" and dice.random() < 0.4:
        on.append("encounter: tag 1")
    subs = [_counting_sub(register, dice) for _ in range(dice.randint(0, 3))]
    return own_card(
        title,
        "ice",
        cost=dice.choice((0, 0, 2)),
        strength=dice.randint(0, 4),
        subtypes=[dice.choice(KINDS)],
        subs=subs,
        on=on,
        static=static,
    )


def _counting_sub(register: str, dice: random.Random) -> str:
    some = dice.random()
    if some < 0.4:
        return dice.choice(COUNTED[register])
    if some < 0.7:
        return dice.choice(ASKING)
    return dice.choice((*IDLE, "etr", "net 1", "rdraw 1", "cdraw 1"))
