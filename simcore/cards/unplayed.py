"""Cards as prices read them: what games count as the run goes on, as it is written."""

from __future__ import annotations

from dataclasses import replace

from simcore.cards.card import Card
from simcore.cards.syntax import Static, Unexecuted

_BY_PRICES = "prices read it from its text"
_COUNTED = frozenset({"tags", "grip", "hq", "bp", "rezzed-assets"})
_ASKED = frozenset({"tags", "threat", "clicks", "hq"})


def for_prices(card: Card) -> Card:
    """The card with the subroutines and the strength that go by what there is now among the
    clauses that prices read."""
    rules = card.rules
    moving = [static for static in rules.statics if _moves(static)]
    if not (rules.gains or moving):
        return card
    texts = [Unexecuted(gain.key, gain.text, _BY_PRICES) for gain in rules.gains]
    texts += [Unexecuted("static", static.text, _BY_PRICES) for static in moving]
    kept = tuple(static for static in rules.statics if not _moves(static))
    read = replace(rules, gains=(), statics=kept, unexecuted=(*rules.unexecuted, *texts))
    return replace(card, rules=read)


def _moves(static: Static) -> bool:
    asked = static.condition is not None and static.condition.subject in _ASKED
    return asked or static.amount.register in _COUNTED
