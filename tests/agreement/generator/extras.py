"""What some random scenarios get on top: cards of the root that strengthen the ice, and
breakers that take stealth credits."""

from __future__ import annotations

import random
from dataclasses import replace

from agreement.generator.cards import own_card

from simcore.cards.card import Card
from simcore.scenario import PlacedRoot, RigCard, Scenario

EVERY, OFFSET = 16, 13
"""Of so many seeds one is that of a scenario with extras: those that leave this remainder."""
BESIDES = (
    *("root: approach-server: net 1", "root: approach-server: etr unless pay 2"),
    *("root: success: rlose 1", "rez: cgain 2", "rez: net 1", "rez: tag 1"),
)
STEALTH = ("[stealth]", "[stealth>=1]", "[stealth>=1]", "")


def with_extras(scenario: Scenario, seed: int) -> Scenario:
    """The scenario of this seed with its extras."""
    dice = random.Random(f"extras {seed}")
    if not scenario.ice:
        return scenario
    if dice.random() < 0.5:
        return braced(scenario, dice)
    return veiled(scenario, dice)


def braced(scenario: Scenario, dice: random.Random) -> Scenario:
    """With one or two upgrades that strengthen the ice, rezzed or not."""
    root = list(scenario.root)
    for number in range(dice.randint(1, 2)):
        rezzed = dice.random() < 0.35
        effects = [f"root: ice-here str +{dice.randint(1, 2)}"]
        if rezzed and dice.random() < 0.4:
            effects[0] += dice.choice((" if adv>=1", " if server=remote"))
        if dice.random() < 0.3:
            effects.append(dice.choice(BESIDES))
        card = own_card(
            f"Brace {number + 1}",
            "upgrade",
            cost=dice.choice((0, 0, 1, 2)),
            trash=dice.choice((None, 1, 2)),
            effects=effects,
        )
        root.insert(dice.randint(0, len(root)), PlacedRoot(card, rezzed=rezzed))
    return replace(scenario, root=tuple(root))


def veiled(scenario: Scenario, dice: random.Random) -> Scenario:
    """With one or two breakers that take stealth credits, and cards that hold some."""
    runner = scenario.runner
    rig = [placed for placed in runner.rig if not _throws_a_die(placed.card)][:2]
    if runner.event_slot is not None or any(placed.host is not None for placed in rig):
        return scenario
    for number in range(dice.randint(1, 2)):
        place = dice.randint(0, len(rig))
        rig.insert(place, RigCard(hidden_breaker(f"Veiled {number + 1}", dice)))
    for number in range(dice.randint(0, 2)):
        held = dice.randint(1, 3)
        veil = own_card(f"Veil {number + 1}", "program", recurring=f"{held} breakers stealth")
        rig.insert(dice.randint(0, len(rig)), RigCard(veil, credits=held))
    if dice.random() < 0.3:
        rig.insert(0, RigCard(own_card("Fee", "hardware", recurring=2), credits=2))
    return replace(scenario, runner=replace(runner, rig=tuple(rig), credits=dice.randint(0, 9)))


def hidden_breaker(title: str, dice: random.Random) -> Card:
    """A breaker some of whose abilities take stealth credits."""
    kinds = dice.choice(("any", "barrier,sentry", "code gate,barrier"))
    breaks = [f"{dice.randint(1, 2)}c: {dice.choice(('1', '2', 'any-number'))} {kinds}"]
    if dice.random() < 0.5:
        breaks.append(f"{dice.randint(1, 3)}c: {dice.randint(1, 3)} {kinds}")
    boosts = [f"{dice.randint(1, 2)}c: +{dice.randint(1, 4)}{dice.choice(('', ' run'))}"]
    if dice.random() < 0.6:
        boosts.append(f"{dice.randint(1, 3)}c: +{dice.randint(1, 3)}{dice.choice(('', ' run'))}")
    return own_card(
        title,
        "program",
        cost=1,
        strength=dice.randint(0, 4),
        subtypes=["icebreaker"] + ["noisy"] * (dice.random() < 0.2),
        break_=[f"{text} {dice.choice(STEALTH)}".strip() for text in breaks],
        pump=[f"{text} {dice.choice(STEALTH)}".strip() for text in boosts],
    )


def _throws_a_die(card: Card) -> bool:
    return any(ability.die for ability in card.rules.breaks)
