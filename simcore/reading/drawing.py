"""Cards that are drawn each game: what a list or the Corp's deck can still give."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from simcore.cards.card import Card
from simcore.cards.counters import roots_of
from simcore.reading.checking import Problems
from simcore.reading.places import CENTRAL, MOST_TITLES, describe
from simcore.scenario import Pile, Placed, PlacedRoot

_Placed = TypeVar("_Placed", bound=Placed)


def leave(pile: Pile, cards: Iterable[Card]) -> Pile:
    """A pile without these copies, as far as they stand in it."""
    counts = {card.id: count for card, count in pile}
    for card in cards:
        if counts.get(card.id, 0):
            counts[card.id] -= 1
    return tuple((card, counts[card.id]) for card, _ in pile if counts[card.id])


def fill(
    problems: Problems,
    placed: Sequence[_Placed],
    rest: Pile | None,
    types: frozenset[str],
    where: str,
    deck_stated: bool,
) -> list[_Placed]:
    """Entries drawn "deck" get the deck's cards of the right types as candidates."""
    filled = []
    for index, piece in enumerate(placed):
        if piece.from_deck:
            place = f"{where}[{index}].draw_from"
            if not deck_stated:
                problems.add(place, '"deck", but corp.deck is not stated')
            elif rest is not None:
                candidates = tuple((card, n) for card, n in rest if card.type in types)
                piece = replace(piece, candidates=candidates)
                if not candidates:
                    what = " or ".join(sorted(types))
                    problems.add(place, f"no {what} is left in the deck")
        filled.append(piece)
    return filled


def check_drawn(problems: Problems, placed: Sequence[Placed], where: str) -> None:
    """Complain of lists that can run empty before their turn to draw comes."""
    copies: dict[str, int] = {}
    for piece in placed:
        for card, count in piece.candidates:
            copies[card.id] = max(count, copies.get(card.id, 0))
    earlier: list[list[str]] = []
    for index, piece in enumerate(placed):
        titles = [card.id for card, _ in piece.candidates]
        if not titles:
            continue
        if may_run_empty(titles, copies, earlier):
            total = sum(copies[title] for title in titles)
            problems.add(
                f"{where}[{index}].draw_from",
                f"can run empty: {total} {'copies' if total > 1 else 'copy'} of its titles, "
                "which entries before it may all have drawn; name more titles or copies",
            )
        earlier.append(titles)


def may_run_empty(
    titles: Sequence[str], copies: dict[str, int], earlier: Sequence[Sequence[str]]
) -> bool:
    """Whether the entries drawn earlier can take every copy of `titles` among them.

    A matching of copies to entries, one copy each (Kuhn's augmenting paths).
    """
    wanted = [title for title in titles for _ in range(copies[title])]
    if len(wanted) > len(earlier):
        return False
    taken: dict[int, int] = {}  # entry -> copy

    def place(copy: int, tried: set[int]) -> bool:
        for entry, names in enumerate(earlier):
            if entry in tried or wanted[copy] not in names:
                continue
            tried.add(entry)
            if entry not in taken or place(taken[entry], tried):
                taken[entry] = copy
                return True
        return False

    return all(place(copy, set()) for copy in range(len(wanted)))


def check_titles(problems: Problems, placed: Iterable[Placed]) -> None:
    """The unknown cards of a server are drawn from a bounded number of titles."""
    titles = {card.id for piece in placed for card, _ in piece.candidates}
    if len(titles) > MOST_TITLES:
        problems.add(
            "server",
            f"{len(titles)} titles in its draw_from lists; the limit is {MOST_TITLES}",
        )


def check_root(problems: Problems, kind: str, root: Sequence[PlacedRoot]) -> None:
    """One agenda or asset in a remote, none in a central root; one region anywhere."""
    holder = region = None
    for index, piece in enumerate(root):
        place = f"server.root[{index}]" + (".draw_from" if piece.candidates else "")
        known = [piece.card] if piece.card is not None else [card for card, _ in piece.candidates]
        verb = "is" if piece.card is not None else "may be"
        for card in known:
            if (roots := roots_of(card)) and kind not in roots:
                problems.note(f'{place}: "{card.title}" cannot be in the root of {_ROOTS[kind]}')
        main = next((card for card in known if card.type != "upgrade"), None)
        if main is not None and kind in CENTRAL and piece.from_deck:
            problems.add(
                place,
                "the root of a central server holds upgrades only, and the deck has "
                f'{describe(main)} ("{main.title}"); name the upgrades it may be',
            )
        elif main is not None and kind == "remote":
            if holder is not None:
                problems.add(
                    place,
                    f'{verb} {describe(main)} ("{main.title}"), but a remote holds one agenda '
                    f"or asset and server.root[{holder}] {_verb(root[holder])} one",
                )
            else:
                holder = index
        area = next((card for card in known if "region" in card.subtypes), None)
        if area is not None:
            if region is not None:
                problems.add(
                    place,
                    f'{verb} a region ("{area.title}"), but a root holds one and '
                    f"server.root[{region}] {_verb(root[region])} one",
                )
            else:
                region = index


_ROOTS = {"hq": "HQ", "rd": "R&D", "archives": "Archives", "remote": "a remote server"}


def _verb(piece: PlacedRoot) -> str:
    return "is" if piece.card is not None else "may be"
