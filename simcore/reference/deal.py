"""What a game starts with: credits, and the identity of every unknown card of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.reference.state import Table
from simcore.reference.things import Piece, RootCard
from simcore.sites import Kind, site

if TYPE_CHECKING:
    from simcore.cards.card import Card
    from simcore.scenario import Pile, Placed


def deal(table: Table) -> None:
    """Corp credits, then unknown ice outermost first, then unknown root cards."""
    corp = table.scenario.corp
    span = corp.credits_high - corp.credits_low + 1
    table.corp_credits = corp.credits_low + table.draw(site(Kind.CORP_CREDITS), [1] * span)
    copies: dict[str, int] = {}
    lists = [ice.candidates for ice in table.scenario.ice]
    lists += [root.candidates for root in table.scenario.root]
    for card, count in (entry for each in lists for entry in each):
        copies[card.id] = max(copies.get(card.id, 0), count)
    for place, ice in enumerate(table.scenario.ice):
        drawn = _dealt(table, ice, Kind.UNKNOWN_ICE, place, copies)
        table.ice.append(Piece(place, drawn, ice.rezzed, ice.advancement, ice.virus, ice.power))
    for place, root in enumerate(table.scenario.root):
        drawn = _dealt(table, root, Kind.UNKNOWN_ROOT, place, copies)
        beliefs: Pile = root.candidates if root.card is None else ()
        table.root.append(
            RootCard(place, drawn, root.rezzed, beliefs, root.advancement, root.virus, root.power)
        )


def _dealt(table: Table, placed: Placed, kind: Kind, place: int, copies: dict[str, int]) -> Card:
    if placed.card is not None:
        return placed.card
    weights = [min(count, copies[card.id]) for card, count in placed.candidates]
    card = placed.candidates[table.draw(site(kind, place), weights)][0]
    copies[card.id] -= 1
    table.take_from_pool(card)
    return card
