"""A board for enumeration: what nothing that follows can tell apart becomes one.

Cards in the pool of HQ or R&D that do, cost and count the same when they are accessed there
lie side by side as copies of one card; so do titles for unknown cards of the root; cards of
the grip are told apart by an odd cost alone, which is all that effects look at.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcore.encode import Encoded
from simcore.kernel.jit import Array, records
from simcore.kernel.layout import BOARD, CARD, ROOT_POOL, Op

_TABLES = ("rigs", "climates", "ways", "terms")
_LARGE = (*_TABLES, "code")
_PLACES = ("pool_start", "pool_copies")


class _Scratch(threading.local):
    """One board for each thread, used again: fresh memory takes longer than most runs."""

    def __init__(self) -> None:
        self.board = records(BOARD, 1)
        self.ends: dict[str, int] = {}


_scratch = _Scratch()


@dataclass(frozen=True, slots=True)
class Coarse:
    """A board for enumeration, and its micro-ops with one END more behind them.

    The next one that this thread makes takes its place.
    """

    board: Array
    rows: list[list[int]]
    full: bool
    rigs: int


def coarse_board(encoded: Encoded) -> Coarse:
    """A copy of the board with classes for titles; of its tables only what is used."""
    whole = plain(encoded.board)
    rows = _program_rows(whole["code"])
    copy = _scratch.board
    _copy_used(encoded, copy, len(rows))
    board = plain(copy)
    programs = _Programs(rows)
    if whole["pool_count"]:
        _merge_pool(board, whole, programs)
    if whole["unknown_shared"][ROOT_POOL]:
        _merge_root(board, whole, programs)
    if whole["grip_titles"] > 1 and not encoded.rig.terms["grip"].any():
        _merge_grip(board, whole)  # cards that are a price go in the order of their list
    return Coarse(copy, rows, encoded.full, len(encoded.rig.states))


def actual_board(encoded: Encoded) -> Coarse:
    """The board as it is, without classes: numbers of chance mean what they do in a game."""
    rows = _program_rows(plain(encoded.board)["code"])
    return Coarse(encoded.board, rows, encoded.full, len(encoded.rig.states))


def plain(records: Array) -> Any:
    """The first of some records, without the costs of reaching fields as attributes."""
    return records.view(np.ndarray).view(BOARD)[0]


def _program_rows(code: Array) -> list[list[int]]:
    """The micro-ops that are used, with one END more behind them: of programs that say
    nothing, further back, not even the END is there."""
    words = np.flatnonzero(code)
    used = int(words[-1]) // code.shape[1] + 1 if len(words) else 0
    return [*code[:used].tolist(), [0] * code.shape[1]]


def _copy_used(encoded: Encoded, copy: Array, code: int) -> None:
    fields = BOARD.fields
    assert fields is not None
    source = encoded.board.view(np.ndarray).view(np.uint8)
    target = copy.view(np.ndarray).view(np.uint8)
    start = 0
    for name in sorted(_LARGE, key=lambda each: fields[each][1]):
        dtype, offset, *_ = fields[name]
        target[start:offset] = source[start:offset]
        start = offset + dtype.itemsize
        used = code if name == "code" else len(getattr(encoded.rig, name))
        end = offset + used * (dtype.itemsize // dtype.shape[0])
        target[offset:end] = source[offset:end]
        target[end : _scratch.ends.get(name, end)] = 0
        _scratch.ends[name] = end
    target[start:] = source[start:]


def text_of(rows: list[list[int]], start: int) -> Hashable:
    """A program by what it says, not by where it stands."""
    end = start
    while start and end < len(rows) and rows[end][0] != Op.END:
        end += 1
    return tuple(tuple(row) for row in rows[start:end])


class _Programs:
    """Programs by what they say, not by where they stand."""

    def __init__(self, rows: list[list[int]]) -> None:
        self.rows = rows

    def text(self, start: int) -> Hashable:
        return text_of(self.rows, start)


def _merge_pool(board: Any, whole: Any, programs: _Programs) -> None:
    """One CARD row for all that are alike when accessed in the attacked server."""
    pool = whole["pool"][: whole["pool_count"]].tolist()
    cards = whole["cards"]
    short = _short_titles(whole)
    by_type = bool(whole["trash_purses"])
    classes: dict[Hashable, list[int]] = {}
    for row in dict.fromkeys(pool):
        card = cards[row]
        alike: Hashable = row
        if row not in short:
            agenda = bool(card["agenda"])
            alike = (
                agenda,
                int(card["points"]) if agenda else 0,
                -1 if agenda else int(card["trash"]),
                bool(by_type and card["asset"]),
                int(card["steal_credits"]),
                int(card["steal_clicks"]),
                int(card["steal_net"]),
                int(card["steal_rig"]),
                programs.text(int(card["access"][whole["central"]])),
                programs.text(int(card["on_steal"])),
                programs.text(int(card["on_trash"])),
            )
        classes.setdefault(alike, []).append(row)
    place = 0
    stands_for: dict[int, int] = {}
    for members in classes.values():
        first = members[0]
        count = sum(int(cards[row]["pool_copies"]) for row in members)
        for row in members:
            stands_for[row] = first
        board["pool"][place : place + count] = first
        board["cards"][first]["pool_start"] = place
        board["cards"][first]["pool_copies"] = count
        place += count
    for zone in (0, 1):
        for title in range(int(whole["titles"][zone])):
            row = int(whole["title_pool"][zone, title])
            if row >= 0:
                board["title_pool"][zone, title] = stands_for.get(row, row)


def _short_titles(whole: Any) -> set[int]:
    """CARD rows of titles with fewer copies in the pool than unknown pieces may take."""
    taken: dict[int, int] = {}
    for zone in (0, 1):
        for title in range(int(whole["titles"][zone])):
            row = int(whole["title_pool"][zone, title])
            if row >= 0:
                taken[row] = taken.get(row, 0) + int(whole["copies"][zone, title])
    return {row for row, most in taken.items() if most > whole["cards"][row]["pool_copies"]}


def _merge_root(board: Any, whole: Any, programs: _Programs) -> None:
    """One title for all that are alike wherever in the root they lie."""
    zone = int(ROOT_POOL)
    flat = whole["flat_title"][zone][: whole["flat_count"][zone]].tolist()
    unknown = [n for n in range(int(whole["root_count"])) if whole["root_row"][n] < 0]
    classes: dict[Hashable, list[int]] = {}
    for title in flat:
        rows = [int(whole["title_row"][zone, place, title]) for place in unknown]
        alike = (
            tuple(_card_text(whole["cards"][row], programs) for row in rows),
            int(board["title_pool"][zone, title]),
        )
        classes.setdefault(alike, []).append(title)
    merged = [members[0] for members in classes.values() for _ in members]
    board["flat_title"][zone][: len(merged)] = merged


def _card_text(card: Any, programs: _Programs) -> Hashable:
    """Everything that a CARD row says but where copies lie in the pool."""
    found: list[Hashable] = []
    for name in CARD.names or ():
        if name in ("access", "acts"):
            found += [programs.text(int(start)) for start in card[name]]
        elif name in ("on_steal", "on_trash"):
            found.append(programs.text(int(card[name])))
        elif name == "stands":
            found += [int(number) for number in card[name]]
        elif name not in _PLACES:
            found.append(int(card[name]))
    return tuple(found)


def _merge_grip(board: Any, whole: Any) -> None:
    """Two titles: even costs (and none), odd ones."""
    odd: Sequence[int] = whole["grip_odd"][: whole["grip_titles"]].tolist()
    for name in ("grip_copies", "stack_copies"):
        copies = whole[name][: len(odd)]
        board[name][: len(odd)] = 0
        for title, kind in enumerate(odd):
            board[name][kind] += copies[title]
    board["blank_title"] = odd[int(whole["blank_title"])]
    board["grip_odd"][:2] = (0, 1)
    board["grip_titles"] = 2
