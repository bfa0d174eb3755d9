"""What the fixed plans do about accessed cards (numbers: rules of `simcore.plan`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.cards.syntax import May
from simcore.reference.state import Table
from simcore.reference.things import Accessed, Slot

if TYPE_CHECKING:
    from simcore.cards.card import Card


def printed_steal_credits(card: Card) -> int:
    """The credits in the steal costs printed on an agenda."""
    return sum(
        price.amount.base
        for clause in card.rules.on
        if clause.event == "steal-cost" and not clause.scope and isinstance(clause.effect, May)
        for price in clause.effect.cost
        if price.kind == "credits"
    )


def steal_reserve(table: Table) -> int:
    """The greatest printed credit steal cost that may still come up (rule 12)."""
    here = table.accessing.root if table.accessing is not None else None
    after = here.place if here is not None else len(table.root)  # central cards come last
    # The Runner knows an unknown card only as the list it is drawn from.
    ahead = [
        [each for each, _ in card.candidates] or [card.card]
        for card in table.root
        if card.place > after and card.installed and card.place not in table.barred
    ]
    if not table.centre_barred:
        ahead += [[card] for card in table.archives_left]
        pool = [entry.card for entry in table.pool if entry.left]
        fixed = table.rd_top[: table.central_left]
        ahead += [[card] for card in fixed]
        ahead += [[*pool, *table.rd_bottom]] * (table.central_left - len(fixed))
    still = max(0, table.most_accesses - table.tally.accesses)
    cards = [card for each in ahead[:still] for card in each]
    return max((printed_steal_credits(card) for card in cards), default=0)


def dearer_trash(table: Table, accessed: Accessed) -> int:
    """What cards of the root add to the price of trashing another card of it, or themselves."""
    if accessed.root is None:
        return 0
    return sum(
        static.amount.base
        for static in table.stands_in_root("trash-cost")
        if "assets" not in static.words or accessed.card.type == "asset"
    )


def trash_purses(table: Table, card: Card) -> list[Slot]:
    """Cards whose credits pay for trashing this one and for little else, in the order they pay."""
    bound = [slot for slot in table.rig if slot.installed and slot.trashing]
    narrow = [slot for slot in bound if "assets" in slot.card.rules.purse_use]
    wide = [slot for slot in bound if slot not in narrow]
    return [*(narrow if card.type == "asset" else ()), *wide]


def wants_to_trash(table: Table, card: Card, price: int) -> bool:
    """Rule 12, for a card whose trash cost may be paid at all; `price`: what is left to be paid
    beside credits for that alone."""
    plan = table.scenario.runner.plan
    if plan.trash != "affordable" or card.id in plan.never_trash or card.trash is None:
        return False
    left = table.spendable(breaking=False) - price
    return left >= plan.reserve + steal_reserve(table)
