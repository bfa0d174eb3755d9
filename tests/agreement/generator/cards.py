"""Cards for random scenarios: of System Gateway, and of one's own."""

from __future__ import annotations

from functools import cache
from typing import Any

from simcore.cards.card import Card
from simcore.cards.notation import parse_rules
from simcore.cards.pool import load_pool
from simcore.errors import NotationError

KINDS = ("barrier", "code gate", "sentry")
GATEWAY_ICE = "diviner funhouse karuna palisade pharos ping tithe whitespace ballista".split()
GATEWAY_BREAKERS = (
    "buzzsaw carmen cleaver echelon marjanah mayfly unity leech botulus conduit".split()
)
GATEWAY_RIG = "docklands_pass pennyshaver carnivore".split()
GATEWAY_UPGRADES = "amaze_amusements anoetic_void manegarm_skunkworks".split()
GATEWAY_AGENDAS = "send_a_message tomorrows_headline offworld_office superconducting_hub".split()
GATEWAY_ASSETS = "urtica_cipher spin_doctor nico_campaign clearinghouse".split()
GATEWAY_EVENTS = "overclock tread_lightly jailbreak".split()
GATEWAY_RUNNERS = (
    "rene_loup_arcemont_party_animal zahya_sadeghi_versatile_smuggler "
    "tao_salonga_telepresence_magician"
).split()


@cache
def _pool() -> Any:
    return load_pool("nsg")


def gateway(card_id: str) -> Card:
    """A card of System Gateway."""
    card: Card = _pool().find(card_id)
    return card


def _refuse(place: str, error: NotationError) -> None:
    raise AssertionError(f"the generator wrote what cannot be read: {place}: {error}")


def own_card(title: str, kind: str, **keys: Any) -> Card:
    """A card from its figures and notation (`break` is written `break_`)."""
    facts = {name: keys.pop(name) for name in list(keys) if name in Card.__dataclass_fields__}
    facts["subtypes"] = frozenset(facts.get("subtypes", ()))
    runner = kind in ("program", "hardware", "resource", "event")
    facts.setdefault("side", "runner" if runner else "corp")
    rules = parse_rules({name.rstrip("_"): value for name, value in keys.items()}, _refuse)
    return Card(id=f"own:{title.casefold()}", title=title, type=kind, rules=rules, **facts)
