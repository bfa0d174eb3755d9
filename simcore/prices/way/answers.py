"""What the Corp or chance answers on the way, and what the Runner can be sure of then.

A passage goes on by itself for every answer that may come: it is marked with the question and
the answer. Whatever the Runner did before the question is the same for all its answers; what
comes behind it may differ. Behind all ice the answers are brought together again: the Runner
can be sure of no more than the worst of each figure, over one passage for every answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from simcore.prices.way.passage import AS_IT_BEGINS, Answer, Passage
from simcore.prices.way.worse import worse_of

MAX_ANSWERED = 1000
"""Passages with answers of the Corp or of chance that are carried to the next piece."""
HOPELESS = 4 * MAX_ANSWERED
"""As many behind a part of those that meet a piece: there will not be fewer by the rest."""


class TooManyAnswers(Exception):
    """More answers of the Corp and of chance than can be followed one by one."""


SEVERAL = (
    "these are the steps for one answer; each figure is the worst over all answers, "
    "of credits and clicks lost what comes beside those paid"
)
"""Told where the Corp or chance may answer otherwise, and no answer is the worst in everything."""
Best = Callable[[Iterable[Passage]], list[Passage]]


class Questions(Iterator[int]):
    """Numbers for questions; so many have been `asked`."""

    def __init__(self) -> None:
        self.asked = 0

    def __next__(self) -> int:
        self.asked += 1
        return self.asked


class _Questions(NamedTuple):
    """The passages with nothing more to be answered, and for each question those by answer."""

    settled: list[Passage]
    asked: dict[int, list[list[Passage]]]


def answered(now: Passage, question: int, answers: Sequence[Sequence[Passage]]) -> list[Passage]:
    """The passages behind a question that was asked `now`, each marked with its answer."""
    before = len(now.answers)
    return [
        after._replace(
            answers=(
                *now.answers,
                Answer(question, number, len(answers)),
                *after.answers[before:],
            )
        )
        for number, outcomes in enumerate(answers)
        for after in outcomes
    ]


def answering(passages: Iterable[Passage]) -> int:
    """How many of them have answers."""
    return sum(len(each.answers) > 0 for each in passages)


def still_open(passages: Iterable[Passage]) -> list[Passage]:
    """Those whose questions all have a way on for every answer."""
    found = list(passages)
    while True:
        heard: dict[int, set[int]] = {}
        for each in found:
            for answer in each.answers:
                heard.setdefault(answer.question, set()).add(answer.number)
        kept = [each for each in found if all(len(heard[a.question]) == a.of for a in each.answers)]
        if len(kept) == len(found):
            return found
        found = kept


def brought_together(passages: Iterable[Passage], best: Best, depth: int = 0) -> list[Passage]:
    """What the Runner can be sure of behind all ice."""
    settled, asked = _by_question(passages, depth)
    for answers in asked.values():
        if not all(answers):
            continue  # by one of them there is no way on
        sure: list[Passage] | None = None
        for outcomes in sorted(answers, key=_given_up):
            known = brought_together(outcomes, best, depth + 1)
            if sure is None:
                sure = known
            else:
                sure = best(_as_bad_as_both(one, other) for one, other in product(sure, known))
            if not sure:
                break
        settled += [each._replace(answers=each.answers[:depth]) for each in sure or []]
    return best(settled)


def _given_up(outcomes: Sequence[Passage]) -> int:
    """How many cards the Runner gives up where something was answered: those answers by which the
    Corp takes cards come first, so that of the others it is known which cards it might take."""
    return max(each.total.given_up - each.total.taken for each in outcomes)


def _by_question(passages: Iterable[Passage], depth: int) -> _Questions:
    found = _Questions([], {})
    for each in passages:
        if len(each.answers) == depth:
            found.settled.append(each)
            continue
        question, number, of = each.answers[depth]
        found.asked.setdefault(question, [[] for _ in range(of)])[number].append(each)
    return found


def _taken_in_all(each: Passage) -> tuple[int, ...]:
    return (
        each.paid.credits,
        each.total.losses,
        each.suffered.damage,
        each.clicks_gone,
        sum((*each.paid.virus, *each.paid.power)),
        each.paid.grip,
        each.suffered.tags,
        each.money.lost,
    )


def _as_bad_as_both(one: Passage, other: Passage) -> Passage:
    """The worse of each figure, told by the one that costs more, and that the steps are not all
    where they do not come to these figures."""
    dearer = max(one, other, key=_taken_in_all)
    both = _with_each_loss(worse_of(one, other), one, other)._replace(told=dearer.told)
    told = dearer.told
    if _figures(both) == _figures(dearer) or (told is not None and told.what == SEVERAL):
        return both
    return both.tell(AS_IT_BEGINS, SEVERAL)


def _with_each_loss(both: Passage, one: Passage, other: Passage) -> Passage:
    """With the most damage of either beside the most cards of the grip that go otherwise, which are
    counted among it."""
    damage = max(each.suffered.damage - each.suffered.discarded for each in (one, other))
    in_all = damage + both.suffered.discarded
    return both._replace(suffered=both.suffered._replace(damage=in_all))


def _figures(each: Passage) -> tuple[object, ...]:
    """What is told of a way beside its steps."""
    there = tuple((card.installed, card.doomed) for card in each.rig)
    none = frozenset[int]()
    suffered = each.suffered._replace(taken=none, perhaps=none, surely=none, thrown=(), away=())
    return (each.paid, suffered, each.total, each.money.lost, there)
