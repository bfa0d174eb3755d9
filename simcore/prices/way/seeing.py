"""What the conditions of texts look at while ice is met."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.prices.way.passage import Done, Passage

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight


def seen(sight: Sight, subject: str, now: Passage, broken: Done) -> int | None:
    """What a condition looks at, as far as it is known now."""
    match subject:
        case "tagged" | "tags":
            return sight.tags + now.suffered.tags
        case "trashed-odd-cost" if not sight.odd:
            return 0
        case "fully-broken":
            return int(broken.whole)
        case "broke":
            return int(broken.some)
        case "broke-printed":
            return int(broken.printed)
        case "virus":
            return now.here.ice_virus
        case "rezzed-this-turn" | "stole":
            return 0
        case "successful-run-this-turn":
            return int(sight.setting.earlier_success)
        case "grip":
            return sight.cards_left(now)
        case "fracters":
            both = zip(sight.slots, now.rig, strict=True)
            return sum(slot.fracter and card.installed for slot, card in both)
        case "ai-installed":
            both = zip(sight.slots, now.rig, strict=True)
            return sum(slot.ai and card.installed for slot, card in both)
        case "clicks":
            return now.clicks_left(sight.clicks)
        case "hq":
            return sight.setting.registers.get("hq", 0) + now.changed.drawn
        case "threat":
            return sight.setting.registers.get("threat", 0)
        case "click-broke":
            return int(now.paid.clicked)
        case "hq>grip":
            hand = sight.setting.registers.get("hq", 0) + now.changed.drawn
            return int(hand > sight.cards_left(now))
        case "runner-cr" | "corp-cr" | "corp-cr>runner-cr":
            return sight.in_pool(subject, now)
    return None
