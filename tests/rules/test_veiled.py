"""Figures of ways that nobody looks at: what can be done with them, and ways that meet ice alike
met once."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import pytest

from simcore.prices.way.passage import Answer, Paid, Passage
from simcore.prices.way.veiled import (
    Figure,
    Meeting,
    Unveiled,
    Veiled,
    laid_bare,
    met_together,
)

CREDITS, CLICKS = Figure("paid", Paid._fields.index("credits")), Figure("paid", 5)
VIRUS = Figure("paid", 0, 1)


def veiled(figure: Figure, more: int = 0, times: int = 1) -> Any:
    return Veiled(frozenset({(figure, times)}), more)


def test_what_is_veiled_can_be_added_to() -> None:
    both = 3 + veiled(CREDITS) + veiled(CLICKS, 2) - 1
    assert both.shown({CREDITS: 10, CLICKS: 5}) == 19
    assert (7 - both).shown({CREDITS: 10, CLICKS: 5}) == -12
    assert (both * 2).shown({CREDITS: 10, CLICKS: 5}) == 38
    assert (-both - veiled(CLICKS)).shown({CREDITS: 1, CLICKS: 1}) == -7
    assert sum([veiled(CREDITS), veiled(CREDITS)]).shown({CREDITS: 4}) == 8
    assert both * 0 == 0
    assert type(veiled(CREDITS, 5) - veiled(CREDITS, 3)) is int
    assert veiled(CREDITS, 5) - veiled(CREDITS, 3) == 2


def test_what_came_of_the_same_figures_can_be_compared() -> None:
    less, more = veiled(CREDITS, 1), veiled(CREDITS, 2)
    assert less < more and less <= more and more > less and more >= less and less != more
    same = veiled(CREDITS, 1)
    assert less == same and less <= same and less >= same and not (less < same or less > same)
    assert max(less, more) is more
    assert {less, veiled(CREDITS, 1)} == {less}


LOOKS: dict[str, Callable[[Any], object]] = {
    "more than": lambda it: it > 0,
    "no more than": lambda it: it <= 3,
    "equal": lambda it: it == 0,
    "beside another": lambda it: it < veiled(CLICKS),
    "beside twice as much": lambda it: it == veiled(CREDITS, 0, 2),
    "the greater one": lambda it: max(0, it),
    "whether": bool,
    "as many": range,
    "half": lambda it: it // 2,
    "remainder": lambda it: 5 % it,
    "product": lambda it: it * veiled(CLICKS),
    "both at once": lambda it: divmod(7, it),
    "bits": lambda it: 1 >> it,
    "rounded": round,
    "words": lambda it: f"{it} credits",
    "digits": str,
    "number": int,
}


@pytest.mark.parametrize("look", LOOKS)
def test_who_looks_at_a_number_is_told(look: str) -> None:
    with pytest.raises(Unveiled) as told:
        LOOKS[look](veiled(CREDITS, 1))
    assert told.value.figures == {CREDITS}


def test_numbers_are_laid_bare_with_what_is_veiled_of_them() -> None:
    assert laid_bare((1, 2)) == ((1, 2), ())
    assert laid_bare((1, veiled(CREDITS, 4)))[0] == (1, 4)
    assert laid_bare((1, veiled(CREDITS)))[1] != laid_bare((veiled(CREDITS), 1))[1]


def paying(credits: int, virus: int = 0, clicks: int = 0) -> Passage:
    paid = Paid((0, virus), (0, 0), credits=credits, clicks=clicks)
    return Passage((), paid).tell(0, f"{credits} paid")


def outcomes(
    passing: Sequence[Passage], meet: Callable[[Passage], list[Passage]], **more: Any
) -> list[list[Passage]]:
    meeting = Meeting(meet, lambda some: [meet(now) for now in some])
    looked_at = more.get("looked_at", set())
    found = dict(met_together(passing, meeting, looked_at, more.get("questions")))
    return [found[number] for number in range(len(passing))]


def test_ways_that_differ_in_what_nobody_looks_at_are_met_once() -> None:
    calls = []

    def meet(now: Passage) -> list[Passage]:
        calls.append(now)
        return [now.pays(2).tell(1, "dear"), now.pays(clicks=1), now]

    passing = [paying(1), paying(5, virus=1), paying(3)]
    found = outcomes(passing, meet)
    assert len(calls) == 1
    assert [operator.attrgetter("paid.credits")(each) for each in found[1]] == [7, 5, 5]
    for now, some in zip(passing, found, strict=True):
        assert some == [now.pays(2).tell(1, "dear"), now.pays(clicks=1), now]


@pytest.mark.parametrize("slot", range(3))
def test_counters_of_each_card_are_a_figure_of_their_own(slot: int) -> None:
    """Ways that differ in those of one of three cards, and one counter more spent from each."""
    passing = []
    for number in range(3):
        virus = tuple(number if n == slot else n + 5 for n in range(3))
        passing.append(Passage((), Paid(virus, (0, 0, 0))))

    def meet(now: Passage) -> list[Passage]:
        more = tuple(counters + 1 for counters in now.paid.virus)
        return [now._replace(paid=now.paid._replace(virus=more))]

    for now, (after,) in zip(passing, outcomes(passing, meet), strict=True):
        assert after.paid.virus == tuple(counters + 1 for counters in now.paid.virus)
        assert after == meet(now)[0]


def test_ways_are_met_apart_by_what_somebody_looks_at() -> None:
    calls = []

    def meet(now: Passage) -> list[Passage]:
        calls.append(now)
        return [now.pays(1)] if now.paid.credits > 2 else []

    poor = [paying(1, virus=number) for number in range(4)]
    rich = [paying(5, virus=number) for number in range(3)]
    passing = [poor[0], *rich, *poor[1:], paying(4), paying(4, virus=1)]
    looked_at: set[Figure] = set()
    found = outcomes(passing, meet, looked_at=looked_at)
    assert [len(some) for some in found] == [0, 1, 1, 1, 0, 0, 0, 1, 1]
    assert looked_at == {CREDITS}
    assert found[3] == [passing[3].pays(1)]
    assert len(calls) == 1 + 1 + 1 + 2  # once in vain, and two are not worth it


def test_what_goes_where_nobody_shows_it_is_looked_at() -> None:
    def meet(now: Passage) -> list[Passage]:
        return [now._replace(total=now.total._replace(losses=now.paid.credits))]

    passing = [paying(number) for number in range(4)]
    found = outcomes(passing, meet)
    assert [after.total.losses for (after,) in found] == [0, 1, 2, 3]


def test_each_is_asked_questions_of_its_own() -> None:
    questions = count(10)

    def meet(now: Passage) -> list[Passage]:
        number = next(questions)
        return [now._replace(answers=(*now.answers, Answer(number, n, 2))) for n in range(2)]

    before = (Answer(0, 1, 2),)
    passing = [paying(n)._replace(answers=before) for n in range(3)]
    found = outcomes(passing, meet, questions=questions)
    asked = [{each.answers[1].question for each in some} for some in found]
    assert all(len(some) == 1 for some in asked)
    assert len(set[int]().union(*asked)) == 3
    assert all(each.answers[:1] == before for some in found for each in some)
