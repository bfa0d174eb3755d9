"""The ice of a settled server, as a price meets it."""

from __future__ import annotations

from collections.abc import Iterator

from simcore.cards.setting import LENT_ADVANCEMENT, Setting
from simcore.cards.standing import braced, ice_statics, on_all_ice
from simcore.cards.syntax import Static
from simcore.hosting import is_hushed
from simcore.plan.targets import rezzed_by_subtype, standing_of_rig
from simcore.prices.corp.everywhere import ice_elsewhere, on_ice_of_all_servers
from simcore.prices.corp.price_ice import has_aura
from simcore.prices.corp.surroundings import more_advancement
from simcore.prices.rig.made_by_rig import weakened_by_counters
from simcore.prices.way.wall import Wall
from simcore.scenario import Scenario


def on_all_ice_of(scenario: Scenario) -> list[Static]:
    """Strength that ice has by other cards."""
    rezzed = [root.card for root in scenario.root if root.card and root.rezzed]
    statics = [static for card in rezzed for static in ice_statics(card)]
    statics += on_all_ice(scenario.corp.identity)
    statics += on_ice_of_all_servers(scenario)
    return [*statics, *weakened_by_counters(scenario.runner.rig)]


def walls_of(scenario: Scenario) -> Iterator[Wall]:
    statics = on_all_ice_of(scenario)
    cards = [piece.card for piece in scenario.ice if piece.card is not None]
    auras = sum(map(has_aura, cards))
    for place, piece in enumerate(scenario.ice):
        assert piece.card is not None
        registers = {
            "adv": piece.advancement + more_advancement(scenario),
            LENT_ADVANCEMENT: more_advancement(scenario),
            "virus": piece.virus,
            "power": piece.power,
            "ice-here": len(scenario.ice),
            "corp-points": scenario.corp.points,
            "hq": scenario.corp.hq_count,
            "archives": len(scenario.corp.archives),
            "threat": max(scenario.runner.points, scenario.corp.points),
        }
        registers |= rezzed_by_subtype([*cards, *ice_elsewhere(scenario)])
        earlier = scenario.runner.successful_runs_this_turn > 0
        setting = Setting(piece.card.title, scenario.server, registers, earlier)
        others = auras - has_aura(piece.card)
        more = others + braced(statics, piece.card, setting)
        lent = standing_of_rig(scenario.runner.rig, piece.card, place)
        hushed = is_hushed(place, scenario.runner.rig)
        yield Wall(piece.card, setting, place, piece.power, more, lent, hushed)
