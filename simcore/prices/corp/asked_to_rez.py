"""What a piece of ice asks of the Corp to be rezzed besides credits, or in place of them: scored
agendas that are forfeited, another rezzed piece that is turned face down."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from simcore.cards.card import Card
from simcore.prices.corp.table_elsewhere import active_elsewhere
from simcore.scenario import Scenario

_INSTEAD = re.compile(r"^rez-alt forfeit=(?:(all)|(\d+)c)$")
_TURNED = re.compile(r"^rez-cost derez ([a-z ]+)$")
_ALL = 1000
"""More credits than any piece costs."""


class Asked(NamedTuple):
    """So many agendas have to be forfeited, of those that the Corp has scored; for one that may be
    forfeited so many credits less are paid (`less`); nobody can pay what else is asked (`lacking`).
    """

    agendas: int
    forfeits: int
    less: int
    lacking: bool

    @property
    def forfeited(self) -> int:
        """Agendas that go as the piece is rezzed, where there are as many."""
        return self.forfeits or (1 if self.less else 0)

    def saved(self, gone: int = 0) -> int | None:
        """The credits that are not paid once so many agendas have gone; None if the piece cannot be
        rezzed."""
        left = self.agendas - gone
        if self.lacking or left < self.forfeits:
            return None
        return self.less if left > 0 else 0


def asked_to_rez(card: Card, scenario: Scenario) -> Asked:
    """What a piece asks that comes into the server of a scenario."""
    instead = next(filter(None, map(_INSTEAD.match, _texts(card))), None)
    less = (_ALL if instead[1] else int(instead[2])) if instead is not None else 0
    turned = [match[1] for text in _texts(card) if (match := _TURNED.match(text))]
    there = [piece.card for piece in scenario.ice if piece.card is not None]
    there += [other for other in active_elsewhere(scenario) if other.type == "ice"]
    lacking = any(all(kind not in other.subtypes for other in there) for kind in turned)
    return Asked(_scored(scenario), sum(card.rules.forfeits), less, lacking)


def asks_more(card: Card) -> bool:
    """Whether a piece asks for more than credits, or for fewer of them."""
    both = (_INSTEAD, _TURNED)
    return bool(card.rules.forfeits) or any(p.match(text) for text in _texts(card) for p in both)


def _texts(card: Card) -> Iterator[str]:
    return (item.text for item in card.rules.unexecuted if item.key == "rez_change")


def _scored(scenario: Scenario) -> int:
    """Agendas that the Corp may forfeit: as many as are stated, or have a say."""
    return max(scenario.corp.agendas, sum(c.type == "agenda" for c in active_elsewhere(scenario)))
