"""A scenario in words and notation, for people."""

from __future__ import annotations

from collections.abc import Sequence

from simcore.cards.card import Card
from simcore.scenario import (
    Pile,
    Placed,
    Scenario,
)


def describe(scenario: Scenario) -> str:
    """A scenario in words and notation, for the message of a failed test."""
    corp, runner = scenario.corp, scenario.runner
    lines = [f"run on {scenario.server}"]
    for kind, pieces in (("ice", scenario.ice), ("root", scenario.root)):
        standing: Sequence[Placed] = pieces
        for index, piece in enumerate(standing):
            what = piece.card.title if piece.card is not None else _pile(piece.candidates)
            state = " rezzed" * piece.rezzed
            state += f" adv {piece.advancement} virus {piece.virus} power {piece.power}"
            lines.append(f"  {kind} {index}: {what}{state}")
    lines.append(
        f"  corp: credits {corp.credits_low}-{corp.credits_high}, bad publicity "
        f"{corp.bad_publicity}, points {corp.points}, agendas {corp.agendas}, "
        f"HQ {corp.hq_count}, {corp.plan}"
    )
    lines.append(f"    central {corp.central_count}: {_pile(corp.central)}")
    lines.append(f"    top {[c.title for c in corp.rd_top]}")
    lines.append(f"    archives {[c.title for c in corp.archives]}")
    if corp.identity is not None:
        lines.append(f"    identity {corp.identity.title}")
    lines.append(
        f"  runner: credits {runner.credits}, points {runner.points}, clicks {runner.clicks}, "
        f"tags {runner.tags}, link {runner.link}{' stated' * runner.link_is_stated}, "
        f"successful runs {runner.successful_runs_this_turn}, more accesses "
        f"{runner.extra_accesses}"
    )
    lines.append(f"    {runner.plan}")
    lines.append(f"    grip {_pile(runner.grip)}; stack {_pile(runner.stack)}")
    for card, name in ((runner.identity, "identity"), (runner.event, "event")):
        if card is not None:
            lines.append(f"    {name} {card.title} (rig slot {runner.event_slot})")
    for slot, placed in enumerate(runner.rig):
        lines.append(
            f"    rig {slot}: {placed.card.title} virus {placed.virus} power {placed.power} "
            f"credits {placed.credits} host {placed.host} chosen {placed.chosen!r}"
        )
    lines += [f"  {_card(card)}" for card in scenario.cards()]
    return "\n".join(lines)


def _pile(pile: Pile) -> str:
    return "[" + ", ".join(f"{count} {card.title}" for card, count in pile) + "]"


def _card(card: Card) -> str:
    figures = {
        "strength": card.strength,
        "cost": card.cost,
        "trash": card.trash,
        "points": card.points or None,
        "link": card.link or None,
        "recurring": (card.rules.recurring, card.rules.recurring_use)
        if card.rules.recurring
        else None,
        "load": card.rules.load or None,
        "forfeit": sum(card.rules.forfeits) or None,
    }
    rules = card.rules
    words: list[object] = [f"{k} {v}" for k, v in figures.items() if v is not None]
    words += ["unique"] if card.unique else []
    words += [sorted(card.subtypes)] if card.subtypes else []
    words += [f"sub {text!r}" for text in rules.sub_texts]
    words += [repr(clause.text) for clause in rules.on]
    words += [repr(static.text) for static in rules.statics]
    words += [repr(ability.text) for ability in (*rules.breaks, *rules.runner_breaks)]
    words += [repr(pump.text) for pump in rules.pumps]
    words += [repr(link) for link in rules.base_links]
    words += [repr(paid.text) for paid in (*rules.paid, *rules.corp_abilities)]
    return f"{card.title} ({card.type}): " + ", ".join(str(word) for word in words)
