"""The text of `simcore matrix`: the cells, or the averages of the breakers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import fill

from simcore.cards.words import in_words_of
from simcore.prices.matrix import REFUSED, UNBREAKABLE, Average, BreakMatrix
from simcore.table import SERVERS, WIDTH

MOST_ROWS = 60
"""More ice than this is shown as averages."""

TITLE = 26
CELL = 4
MOST_COLUMNS = (WIDTH - TITLE) // CELL
REASONS_SHOWN = 12
NOTED_CARDS = 8
"""Notes on cards are printed for a selection of this many."""

CLOSED, NO_SUBS_SIGN, REFUSED_SIGN, MORE = "—", "∅", "?", "*"


def fits(matrix: BreakMatrix) -> bool:
    """Whether the cells have room on a screen of 80 columns."""
    return len(matrix.breakers) <= MOST_COLUMNS and len(matrix.ice) <= MOST_ROWS


def head(
    matrix: BreakMatrix, edition: str, server: str, advancement: int | None, only_credits: bool
) -> str:
    """What was asked, in one line or two."""
    ice, breakers = len(matrix.ice), len(matrix.breakers)
    text = (
        f"{ice} piece{'' if ice == 1 else 's'} of ice on {SERVERS[server]}, {breakers} "
        f"breaker{'' if breakers == 1 else 's'} ({edition}): fewest credits to break all "
        "subroutines"
    )
    if only_credits:
        text += ", paid with credits alone"
    if advancement:
        text += f", {advancement} advancement on the ice"
    return _wrap(in_words_of("1996", text) if edition == "onr" else text)


def cells_table(matrix: BreakMatrix, averages: Sequence[Average]) -> str:
    """Ice down, breakers across under their numbers, their means below."""
    lines = ["", *(f"{n:>4}  {title}" for n, title in enumerate(matrix.breakers, 1)), ""]
    lines.append(_line("", [str(n) for n in range(1, len(matrix.breakers) + 1)]))
    more = matrix.extras.tolist()
    for row, (title, cells) in enumerate(matrix.rows()):
        lines.append(_line(title, map(_sign, cells, more[row])))
    if len(matrix.ice) > 1:
        means = [CLOSED if a.mean is None else f"{a.mean:.1f}" for a in averages]
        lines += ["", _line("mean of those broken", means)]
        lines.append(_line("breaks", [str(a.breaks) for a in averages]))
    return "\n".join(lines)


def _sign(cell: int | str | None, more: bool) -> str:
    if isinstance(cell, int):
        return f"{cell}{MORE}" if more else str(cell)
    return CLOSED if cell is None else NO_SUBS_SIGN if cell == "no subs" else REFUSED_SIGN


def _line(title: str, cells: Iterable[str]) -> str:
    return f"{_cut(title, TITLE):{TITLE}}" + "".join(f"{cell:>{CELL}}" for cell in cells)


def averages_table(averages: Sequence[Average], unbreakable: int | None) -> str:
    """One line for each breaker, the least mean first; those that break nothing last."""
    title = f"{'breaker':33}{'mean':>8}{'breaks':>8}{'of':>6}{'share':>8}{'refused':>8}"
    if unbreakable is not None:
        title += f"{'overall':>8}"

    def order(each: Average) -> tuple[bool, float, int, str]:
        mean = each.mean if each.overall is None else each.overall
        return (mean is None or not each.breaks, mean or 0.0, -each.breaks, each.breaker)

    lines = ["", title]
    for each in sorted((a for a in averages if a.of), key=order):
        mean = CLOSED if each.mean is None else f"{each.mean:.2f}"
        share = "" if each.share is None else f"{each.share * 100:.1f} %"
        line = f"{_cut(each.breaker, 33):33}{mean:>8}{each.breaks:8}{each.of:6}{share:>8}"
        line += f"{each.refused:8}"
        if unbreakable is not None:
            line += f"{each.overall:8.2f}"
        lines.append(line)
    if silent := [a.breaker for a in averages if not a.of]:
        lines += ["", _wrap(f"nothing to average: {', '.join(silent)}")]
    return "\n".join(lines)


def foot(matrix: BreakMatrix) -> str:
    """The pairs by kind, why some were refused, and how exact the cards are."""
    costs = matrix.costs
    refused = int((costs == REFUSED).sum())
    bare = [title for title, subs in zip(matrix.ice, matrix.subs, strict=True) if subs == 0]
    count = f"{int((costs >= 0).sum()):,} of {costs.size:,} pairs have a cost, "
    count += f"{int((costs == UNBREAKABLE).sum()):,} cannot be broken ({CLOSED})"
    if bare:
        count += f"; {len(bare)} without subroutines ({NO_SUBS_SIGN}): {', '.join(bare)}"
    lines = ["", _wrap(count)]
    if matrix.extras.any():
        many = int(matrix.extras.sum())
        takes = "1 cost takes" if many == 1 else f"{many:,} costs take"
        lines.append(
            _wrap(
                f"{takes} more than credits ({MORE}): clicks, counters, cards, luck or the rest "
                "of the run (--only-credits: without these)"
            )
        )
    if refused:
        pairs_are = "pair is" if refused == 1 else "pairs are"
        lines.append(f"{refused:,} {pairs_are} not worked out ({REFUSED_SIGN}):")
        shown = list(matrix.reasons.items())[:REASONS_SHOWN]
        lines += [_wrap(f"  {pairs:4}  {reason}") for reason, pairs in shown]
        if rest := list(matrix.reasons.values())[REASONS_SHOWN:]:
            more = f"  {sum(rest):,} for {len(rest)} other reasons (--json names them)"
            lines.append(more)
    lines += [_wrap(f"assumed: {text}") for text in matrix.assumed]
    return "\n".join(lines + _cards(matrix))


def _cards(matrix: BreakMatrix) -> list[str]:
    exact, *others = matrix.cards.values()
    inexact = sum(map(len, others))
    count = len(exact) + inexact
    if not inexact:
        return [f"cards: all {count} exact"]
    lines = [f"cards: {len(exact)} of {count} exact"]
    if count > NOTED_CARDS:
        lines[0] += ", " + ", ".join(
            f"{len(group)} {level}" for level, group in list(matrix.cards.items())[1:] if group
        )
        return [_wrap(lines[0])]
    for level, group in list(matrix.cards.items())[1:]:
        for title, notes in group.items():
            lines.append(_wrap(f"  {level}: {title}{' - ' + '; '.join(notes) if notes else ''}"))
    return lines


def _cut(text: str, width: int) -> str:
    return text if len(text) < width else text[: width - 2] + "…"


def _wrap(text: str) -> str:
    indent = len(text) - len(text.lstrip())
    return fill(text, WIDTH, subsequent_indent=" " * (indent + 2), break_on_hyphens=False)
