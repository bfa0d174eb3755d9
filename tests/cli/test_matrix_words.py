"""What `simcore matrix` prints, of tables made up for it: cells, averages, what is beside them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simcore.commands import matrix_text as text
from simcore.prices.matrix import NO_SUBS, REFUSED, UNBREAKABLE, Average, BreakMatrix


def matrix(rows: list[list[int]], **given: Any) -> BreakMatrix:
    costs = np.array(rows, dtype=np.int16)
    extras = np.zeros(costs.shape, dtype=np.bool_)
    for place in given.pop("more", ()):
        extras[place] = True
    known: dict[str, Any] = {
        "ice": tuple(f"Ice {n}" for n in range(len(rows))),
        "breakers": tuple(f"Breaker {n}" for n in range(len(rows[0]))),
        "subs": tuple(0 if NO_SUBS in row else 1 for row in rows),
        "reasons": {},
        "cards": {"exact": {"A": ()}, "approximate": {}, "stats": {}},
    }
    return BreakMatrix(costs=costs, extras=extras, **known | given)


def test_cells() -> None:
    found = matrix([[1, UNBREAKABLE], [12, REFUSED], [NO_SUBS, NO_SUBS]], more=[(1, 0)])
    assert text.cells_table(found, found.averages()).splitlines() == [
        "",
        "   1  Breaker 0",
        "   2  Breaker 1",
        "",
        f"{'':26}   1   2",
        f"{'Ice 0':26}   1   —",
        f"{'Ice 1':26} 12*   ?",
        f"{'Ice 2':26}   ∅   ∅",
        "",
        f"{'mean of those broken':26} 6.5   —",
        f"{'breaks':26}   2   0",
    ]
    long = matrix([[1], [1]], ice=("x" * 25, "x" * 26))
    rows = text.cells_table(long, long.averages()).splitlines()[4:6]
    assert rows == [f"{'x' * 25}    1", f"{'x' * 24}…    1"]
    alone = matrix([[3]])
    assert len(text.cells_table(alone, alone.averages()).splitlines()) == 5


@pytest.mark.parametrize(
    ("ice", "breakers", "fits"), [(60, 13, True), (61, 1, False), (1, 14, False)]
)
def test_what_fits(ice: int, breakers: int, fits: bool) -> None:
    assert text.fits(matrix([[1] * breakers] * ice)) == fits


def test_what_was_asked() -> None:
    one, two = matrix([[1]]), matrix([[1, 1], [1, 1]])
    plain = "fewest credits to break all subroutines"
    head = text.head(one, "nsg", "remote", 0, False).replace("\n  ", " ")
    assert head == f"1 piece of ice on a remote server, 1 breaker (nsg): {plain}"
    head = text.head(two, "nsg", "hq", 3, True).replace("\n  ", " ")
    begun = f"2 pieces of ice on HQ, 2 breakers (nsg): {plain}"
    assert head == f"{begun}, paid with credits alone, 3 advancement on the ice"
    assert "fewest bits" in text.head(one, "onr", "rd", 0, False).replace("\n  ", " ")


def test_averages_come_with_the_least_mean_first() -> None:
    averages = [
        Average("Dear", 2, 4, 3.0, 6.5, 0),
        Average("Cheap", 1, 4, 1.0, 7.75, 1),
        Average("Idle", 0, 4, None, 10.0, 0),
        Average("Alike", 3, 4, 3.0, 6.5, 0),
        Average("Another", 2, 4, 3.0, 6.5, 0),
        Average("Silent", 0, 0, None, None, 4),
        Average("x" * 40, 4, 4, 2.0, 2.0, 0),
    ]
    told = text.averages_table(averages, 10).splitlines()
    assert told[1] == (f"{'breaker':33}    mean  breaks    of   share refused overall")
    assert told[2:] == [
        f"{'x' * 31}…     2.00       4     4 100.0 %       0    2.00",
        f"{'Alike':33}    3.00       3     4  75.0 %       0    6.50",
        f"{'Another':33}    3.00       2     4  50.0 %       0    6.50",
        f"{'Dear':33}    3.00       2     4  50.0 %       0    6.50",
        f"{'Cheap':33}    1.00       1     4  25.0 %       1    7.75",
        f"{'Idle':33}       —       0     4   0.0 %       0   10.00",
        "",
        "nothing to average: Silent",
    ]
    bare = [each for each in averages if each.of]
    without = [Average(a.breaker, a.breaks, a.of, a.mean, None, a.refused) for a in bare]
    told = text.averages_table(without, None).splitlines()
    assert [line[:5].strip() for line in told[2:]] == [
        "Cheap", "xxxxx", "Alike", "Anoth", "Dear", "Idle",
    ]  # fmt: skip
    assert told[1].endswith("refused")


def joined(found: BreakMatrix) -> list[str]:
    """The lines below a matrix, unwrapped."""
    return text.foot(found).replace("\n    ", " ").splitlines()


def test_what_stands_below() -> None:
    found = matrix(
        [[1, UNBREAKABLE], [12, REFUSED], [NO_SUBS, NO_SUBS]],
        more=[(1, 0)],
        reasons={"odd": 1},
        assumed=("a 6 is rolled",),
    )
    told = text.foot(found).replace("\n  ", " ")
    assert "2 of 6 pairs have a cost, 1 cannot be broken (—); 1 without subroutines" in told
    assert "(∅): Ice 2" in told
    assert "1 cost takes more than credits (*): clicks, counters, cards, luck" in told
    assert "1 pair is not worked out (?):" in told and "   1  odd" in told
    assert "assumed: a 6 is rolled" in told and told.endswith("cards: all 1 exact")
    many = matrix([[0] * 40] * 50, more=[(n, m) for n in range(40) for m in range(30)])
    told = text.foot(many).replace("\n  ", " ")
    assert "2,000 of 2,000 pairs have a cost, 0 cannot be broken" in told
    assert "1,200 costs take more than credits" in told
    assert "without subroutines" not in told and "worked out" not in told


@pytest.mark.parametrize(("number", "others"), [(12, None), (13, 1), (14, 2)])
def test_reasons_are_told_up_to_twelve(number: int, others: int | None) -> None:
    reasons = {f"reason {n}": 1000 + n for n in range(number)}
    told = text.foot(matrix([[REFUSED]], reasons=reasons)).splitlines()
    assert sum(line.startswith("  10") for line in told) == 12
    rest = [line for line in told if "other reasons" in line]
    if others is None:
        assert rest == []
    else:
        total = sum(1012 + n for n in range(others))
        assert rest == [f"  {total:,} for {others} other reasons (--json names them)"]


def test_how_exact_the_cards_are() -> None:
    cards: dict[str, Any] = {
        "exact": {"A": (), "B": ()},
        "approximate": {"C": ("odd", "too"), "D": ()},
        "stats": {"E": ()},
    }
    assert text.foot(matrix([[1]], cards=cards)).splitlines()[-4:] == [
        "cards: 2 of 5 exact",
        "  approximate: C - odd; too",
        "  approximate: D",
        "  stats: E",
    ]
    for exact, words in ((5, "5 of 8 exact"), (6, "6 of 9 exact, 2 approximate, 1 stats")):
        cards["exact"] = {f"A {n}": () for n in range(exact)}
        assert f"cards: {words}" in text.foot(matrix([[1]], cards=cards)).splitlines()
    cards["stats"] = {}
    cards["exact"] |= {"B": ()}
    last = text.foot(matrix([[1]], cards=cards)).splitlines()[-1]
    assert last == "cards: 7 of 9 exact, 2 approximate"


def test_two_pairs_that_are_not_worked_out() -> None:
    told = text.foot(matrix([[REFUSED] * 2], reasons={"odd": 2}))
    assert "2 pairs are not worked out (?):" in told
