"""What some random scenarios get on top: cards of the Corp that go by what there is now."""

from __future__ import annotations

import random
from dataclasses import replace

from agreement.generator.cards import KINDS, own_card

from simcore.cards.card import Card
from simcore.scenario import PlacedIce, PlacedRoot, Scenario

GAINED = ("etr", "net 1", "tag 1", "rlose 1", "trace 2: tag 1", "etr unless pay 1", "core 1")
COUNTED = {
    "tags": ("net 1*tags", "rlose 1*tags", "tag 1*tags", "cgain 1+1*tags", "rclick 1*tags"),
    "grip": ("net 1*grip", "psi: meat 1*grip", "rlose 1*grip", "closs 1*grip"),
    "hq": ("rlose 1*hq", "trace 1: net 1*hq", "cgain 1*hq", "cdraw 1"),
    "power": ("power 1", "net 1*power", "rlose 2*power"),
}
"""Registers that a piece of ice may go by, and subroutines that look at them."""
ASKING = (
    *("if tags>=2: net 1", "if tags<=1: tag 1 else rlose 2", "if clicks>=2: rclick 1"),
    *("if clicks=0: no-steal-trash", "if hq>grip: etr", "if !hq>grip: net 1", "if hq>=5: tag 1"),
    *("if corp-cr>runner-cr: rlose 2 else cgain 1", "if threat>=3: net 1", "if threat<=2: tag 1"),
)
IDLE = ("bp 1", "rd-arrange 3", "corp-cards 1", "heap-rfg 1", "handsize 1", "counter 2")
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
