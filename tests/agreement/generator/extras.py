"""What some random scenarios get on top: cards of the root that strengthen the ice, breakers
that take stealth credits, ice before which a poor Runner has to choose, and cards of the rig
that lend strength."""

from __future__ import annotations

import random
from dataclasses import replace

from agreement.generator.cards import own_card
from agreement.generator.corp_extras import behind, counting, welcoming

from simcore.cards.card import Card
from simcore.cards.walking import atoms_of
from simcore.scenario import PlacedIce, PlacedRoot, RigCard, Scenario

EVERY, OFFSET = 16, 13
"""Of so many seeds one is that of a scenario with extras: those that leave this remainder."""
CHOOSING = 3
"""What the seeds of those scenarios leave of so many in which somebody has to choose."""
COUNTING = 5
"""What the seeds of those scenarios leave of so many with ice that goes by what there is now."""
BEHIND = 9
"""What the seeds of those scenarios leave of so many where the Corp has more behind the ice."""
WELCOMING = 11
"""What the seeds of those scenarios leave of so many some of which lead to cards unhindered."""
HELPING = 1
"""What the seeds of those scenarios leave of so many whose rig lends strength."""
RESIDUES = (OFFSET, CHOOSING, HELPING, COUNTING, BEHIND, WELCOMING)
OPTIONS = (
    *("rclick 1", "rclick 2", "rclick 1; net 1", "rlose 2", "rlose 3", "rlose 1; rclick 1"),
    *("trash prog 1", "trash prog 2", "trash any 2", "trash hw 1; tag 1", "net 1", "tag 1", "etr"),
    *("if tagged: rclick 1 else tag 1", "if runner-cr>=2: rlose 2", "nothing", "closs 2"),
    *("trace 2: rclick 1", "rlose 2 unless pay 1", "runner: rclick 2 | trash res 1", "cgain 1"),
)
"""What there is to choose from."""
BESIDES = (
    *("root: approach-server: net 1", "root: approach-server: etr unless pay 2"),
    *("root: success: rlose 1", "rez: cgain 2", "rez: net 1", "rez: tag 1"),
)
STEALTH = ("[stealth]", "[stealth>=1]", "[stealth>=1]", "")


def with_extras(scenario: Scenario, seed: int, wide: bool = False) -> Scenario:
    """The scenario of this seed with its extras."""
    dice = random.Random(f"extras {seed}")
    if seed % EVERY == COUNTING:
        return counting(scenario, dice)
    if seed % EVERY == BEHIND:
        return behind(scenario, dice, wide)
    if seed % EVERY == WELCOMING:
        hindered = scenario.runner.event_slot is not None or dice.random() < 0.6
        return scenario if hindered else welcoming(scenario, dice)
    if not scenario.ice:
        return scenario
    if seed % EVERY == CHOOSING:
        return choosing(scenario, dice)
    if seed % EVERY == HELPING:
        return helped(scenario, dice)
    if dice.random() < 0.5:
        return braced(scenario, dice)
    return veiled(scenario, dice)


def choosing(scenario: Scenario, dice: random.Random) -> Scenario:
    """With cards that let somebody choose, ice most of all, and few clicks and credits."""
    ice = list(scenario.ice)
    for number in range(dice.randint(1, 2)):
        subs = [_choice(dice) for _ in range(dice.randint(1, 3))]
        on = [f"encounter: {_choice(dice)}"] if dice.random() < 0.4 else []
        card = own_card(
            f"Choice {number + 1}",
            "ice",
            cost=0,
            strength=dice.randint(0, 6),
            subtypes=[dice.choice(("barrier", "code gate", "sentry"))],
            subs=subs,
            on=on,
        )
        ice.insert(dice.randint(0, len(ice)), PlacedIce(card, rezzed=dice.random() < 0.8))
    root = scenario.root
    if dice.random() < 0.4:
        effect = f"{dice.choice(('root: success', 'access'))}: {_choice(dice)}"
        ambush = own_card("Ambush", "upgrade", cost=0, trash=1, effects=[effect])
        root = (*root, PlacedRoot(ambush, rezzed=dice.random() < 0.7))
    runner = scenario.runner
    if dice.random() < 0.7:
        runner = replace(runner, credits=dice.randint(0, 4))
    runner = replace(runner, clicks=dice.choice((0, 1, 1, 2, 3)))
    if dice.random() < 0.3:
        word = dice.choice(("", "[persistent]"))
        cost = f"root: steal-cost{word}: net {dice.randint(1, 2)}"
        guard = own_card("Guard", "upgrade", cost=0, trash=dice.choice((0, 1, 3)), effects=[cost])
        root = (*root, PlacedRoot(guard, rezzed=dice.random() < 0.7))
    if dice.random() < 0.3:
        effect = dice.choice((_choice(dice), "trace 2: meat 1", "if tagged: net 1 else tag 1"))
        herald = own_card("Herald", "upgrade", cost=0, effects=[f"root: run-begin: {effect}"])
        root = (PlacedRoot(herald, rezzed=dice.random() < 0.8), *root)
    return replace(scenario, ice=tuple(ice), root=root, runner=runner)


def _choice(dice: random.Random) -> str:
    side = dice.choice(("runner", "runner", "runner", "corp"))
    options = [dice.choice(OPTIONS) for _ in range(dice.choice((2, 2, 3)))]
    return f"{side}: {' | '.join(f'{{{option}}}' for option in options)}"


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


def helped(scenario: Scenario, dice: random.Random) -> Scenario:
    """With cards of the rig that change the strength of others, and lie on them or under them."""
    runner = scenario.runner
    rig = list(runner.rig if runner.event_slot is not None else runner.rig[:3])
    breakers = [number for number, placed in enumerate(rig) if placed.card.is_icebreaker]
    for number in range(dice.randint(1, 2)):
        way = dice.choice(
            ("all", "all", "all", "ice", "on ice", "on ice", "on", "on", "on", "under")
        )
        place = dice.choice(breakers) if breakers else None
        if way in ("on", "under") and (place is None or rig[place].on_card is not None):
            way = "all"
        title, by = f"Helper {number + 1}", dice.randint(1, 2)
        kind = "program" if way in ("ice", "on ice") else dice.choice(("hardware", "resource"))
        if way == "under" and _may_be_trashed(kind, scenario):
            way = "all"  # what goes with a card that is trashed is not counted
        statics = {
            "all": [f"breakers str +{by}{dice.choice(('', '', ' [!ai]', ' [fracter]'))}"],
            "ice": [f"ice str -{by}{dice.choice(('', ' [sentry]', ' [barrier]'))}"],
            "on ice": [
                dice.choice((f"host str -{by}", "host str -1*virus", f"other-ice str -{by}"))
            ],
            "on": ["hosted-on-breaker", f"host str +{by}"],
            "under": ["hosts-program", f"guest str +{by}"],
        }[way]
        helper = RigCard(
            own_card(title, kind, cost=0, static=statics),
            virus=dice.randint(1, 2) if "virus" in statics[0] else 0,
            host=dice.randrange(len(scenario.ice)) if way == "on ice" else None,
            on_card=place if way == "on" else None,
        )
        if way == "under" and place is not None:
            rig[place] = replace(rig[place], on_card=len(rig))
        rig.append(helper)
    if dice.random() < 0.3:
        rig.append(RigCard(particular(dice)))
        on_ice = replace(rig[-2].card, subtypes=frozenset({"trojan"}))
        if rig[-2].host is not None and dice.random() < 0.7:
            rig[-2] = replace(rig[-2], card=on_ice)
    return replace(scenario, runner=replace(runner, rig=tuple(rig)))


def _may_be_trashed(kind: str, scenario: Scenario) -> bool:
    """Whether some card trashes cards of the rig that are of this kind."""
    words = {"any", {"hardware": "hw", "resource": "res"}[kind]}
    nodes = [
        node
        for card in scenario.cards()
        for node in (*card.rules.subs, *(clause.effect for clause in card.rules.on))
    ]
    atoms = [atom for node in nodes for atom in atoms_of(node)]
    return any(atom.name == "trash" and words & {*atom.words} for atom in atoms)


def particular(dice: random.Random) -> Card:
    """A breaker that works at one kind of place only."""
    return own_card(
        "Particular",
        "program",
        cost=1,
        strength=dice.randint(1, 6),
        subtypes=["icebreaker"],
        static=[dice.choice(("only ice hosting trojan", "one ice per run", "only outermost"))],
        break_=[f"{dice.randint(0, 1)}c: {dice.choice(('1', '2', 'any-number'))} any"],
    )


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
