"""Runs that a card forbids as things are stated: remarked on, and followed all the same."""

from __future__ import annotations

from collections.abc import Iterator

from simcore.cards.counters import outside_of
from simcore.scenario import Corp, Runner

_AFTER_ANOTHER = "run[remote]: after another"


def words_of_forbidden(kind: str, corp: Corp, runner: Runner) -> Iterator[str]:
    """What forbids a run on a server of this kind, or is taken to have come before it."""
    asked = (
        ("play: if bp", "the Corp has bad publicity", corp.bad_publicity > 0),
        ("play: if !tags", "the Runner has no tags", runner.tags == 0),
    )
    for text, words, is_met in asked:
        if runner.event is not None and text in outside_of(runner.event) and not is_met:
            yield f'"{runner.event.title}" can be played only if {words}'
    first = kind == "remote" and not runner.successful_runs_this_turn
    if first and corp.identity is not None and _AFTER_ANOTHER in outside_of(corp.identity):
        yield (
            f'beside "{corp.identity.title}" a turn\'s first run is on a central server: '
            "one is taken to have been made"
        )
    for static in corp.identity.rules.statics if corp.identity is not None else ():
        if static.kind == "win" and max(runner.points, corp.points) >= static.amount.base:
            yield f"with {static.amount.base} agenda points the game is won already"
