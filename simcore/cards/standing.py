"""The standing properties of a card as it lies in one scenario: strength, and what else
holds as long as it is installed."""

from __future__ import annotations

from collections.abc import Iterable

from simcore.cards.card import Card
from simcore.cards.setting import Setting, constant, known
from simcore.cards.syntax import Clause, Condition, Gain, If, Node, Static
from simcore.errors import CapacityError


def standing_strength(card: Card, setting: Setting) -> int:
    """Printed strength of a card and the standing changes that hold during the run.

    Those that follow the rig are left out (`by_rig`). Raises `CapacityError` for any
    other change that comes and goes during the run.
    """
    total = card.strength or 0
    for static in card.rules.statics:
        if static.kind == "str" and not by_rig(static) and known_now(static, setting):
            total += constant(static.amount, setting.registers, setting.title)
    return total


def waited_for(clause: Clause) -> str:
    """The event that a clause waits for: a theft, if it does nothing without one."""
    match clause.effect:
        case If(condition=Condition(subject="stole", negated=False), otherwise=None):
            return "agenda-stolen"
    return clause.event


def waits_for_failure(card: Card) -> bool:
    """Whether a card of the root does something, while it is rezzed, for a run that fails."""
    return any(each.while_rezzed and "!success" in each.qualifiers for each in card.rules.on)


def ice_statics(card: Card) -> tuple[Static, ...]:
    """What a card of the root changes on the ice of its server while it is rezzed."""
    return tuple(static for static in card.rules.statics if static.kind == "ice-here str")


def acts_on_ice(card: Card) -> bool:
    """Whether a card of the root changes the ice of its server while it is rezzed."""
    return any(static.kind.startswith("ice-here ") for static in card.rules.statics)


def on_all_ice(identity: Card | None) -> tuple[Static, ...]:
    """What the Corp's identity changes on all ice."""
    statics = identity.rules.statics if identity is not None else ()
    return tuple(static for static in statics if static.kind == "ice str")


def braced(statics: Iterable[Static], card: Card, ice: Setting) -> int:
    """What these add to the strength of a piece of ice; conditions ask about the piece."""
    return sum(
        constant(static.amount, ice.registers, ice.title)
        for static in statics
        if static.suits(card.subtypes) and known_now(static, ice)
    )


def by_rig(static: Static) -> bool:
    """Whether a change of strength follows the rig: its fracters, AIs, icebreakers."""
    condition = static.condition
    asks = condition is not None and condition.subject in ("fracters", "ai-installed")
    return static.kind == "str" and (asks or static.amount.register == "breakers")


def known_now(static: Static, setting: Setting) -> bool:
    """Whether the condition of a standing property of ice holds in front of it.

    Raises `CapacityError` for one that changes during the run.
    """
    condition = static.condition
    if condition is None:
        return True
    if condition.subject == "successful-run-this-turn":
        return setting.earlier_success != condition.negated  # ice is met before 5.1
    holds = known(condition, setting)
    if holds is None:
        raise CapacityError(
            f"{setting.title}: '{static.text}' changes during the run, not executed yet"
        )
    return holds


def has_static(card: Card, setting: Setting, kind: str) -> bool:
    """Whether a standing property of ice holds in front of it."""
    return any(s.kind == kind and known_now(s, setting) for s in card.rules.statics)


def subs_of(card: Card, setting: Setting) -> tuple[Node, ...]:
    """The subroutines a piece of ice has; those it is short of are the last printed."""
    lost = sum(
        constant(static.amount, setting.registers, setting.title)
        for static in card.rules.statics
        if static.kind == "lose-sub" and known_now(static, setting)
    )
    printed = card.rules.subs
    before: tuple[Node, ...] = ()
    behind: tuple[Node, ...] = ()
    for gain in card.rules.gains:
        if gain.condition is not None and not _holds(gain, setting):
            continue
        number = constant(gain.amount, setting.registers, setting.title)
        before += (gain.effect,) * number * gain.first
        behind += (gain.effect,) * number * (not gain.first)
    return before + printed[: max(0, len(printed) - lost)] + behind


def _holds(gain: Gain, setting: Setting) -> bool:
    """Raises `CapacityError` for a condition that changes during the run."""
    assert gain.condition is not None
    holds = known(gain.condition, setting)
    if holds is None:
        raise CapacityError(
            f"{setting.title}: '{gain.text}' changes during the run, not executed yet"
        )
    return holds
