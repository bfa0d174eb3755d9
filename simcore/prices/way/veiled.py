"""Ways that differ only in figures nobody looks at, met together.

What ice does to a Runner seldom depends on how much was paid or suffered before: it adds to that.
Such figures of a passage are veiled: they can be added to, and compared with what came of the
same ones. As soon as anything looks at a number itself, `Unveiled` tells which, and the ways are
met again, told apart by it. So the outcome is the same as if each of them were met by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from simcore.prices.way.passage import Answer, Line, Passage

FEWEST = 8
"""Ways that are looked through for such as meet a piece alike."""
_FEW_ALIKE = 3
"""Fewer of those are not worth it."""
_PARTS = ("paid", "money", "suffered", "changed")
"""Parts of a passage whose numbers may be veiled."""


class Figure(NamedTuple):
    """A number of a passage: the part, the field of it, and the slot if there is one for each."""

    part: str
    field: int
    slot: int = -1


class Unveiled(Exception):
    """Something depends on the numbers of these figures."""

    def __init__(self, figures: frozenset[Figure]) -> None:
        super().__init__(*figures)
        self.figures = figures


class Veiled:
    """`more` than the sum of figures, each so many `times`."""

    __slots__ = ("more", "times")

    def __init__(self, times: frozenset[tuple[Figure, int]], more: int = 0) -> None:
        self.times, self.more = times, more

    def shown(self, numbers: Mapping[Figure, int]) -> int:
        return self.more + sum(number * numbers[figure] for figure, number in self.times)

    def _plus(self, other: Any, sign: int) -> Any:
        if type(other) is not Veiled:
            return Veiled(self.times, self.more + sign * other)
        times = dict(self.times)
        for figure, number in other.times:
            times[figure] = times.get(figure, 0) + sign * number
        left = frozenset((figure, number) for figure, number in times.items() if number)
        more = self.more + sign * other.more
        return Veiled(left, more) if left else more

    def __add__(self, other: Any) -> Any:
        return self._plus(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._plus(other, -1)

    def __neg__(self) -> Veiled:
        return Veiled(frozenset((figure, -number) for figure, number in self.times), -self.more)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if type(other) is Veiled:
            self._looked_at()
        times = frozenset((figure, number * other) for figure, number in self.times)
        return Veiled(times, self.more * other) if other else 0

    __rmul__ = __mul__

    def _beside(self, other: Any) -> int:
        """What is more of another one that came of the same figures."""
        same = type(other) is Veiled and other.times == self.times
        more: int = other.more if same else self._looked_at()
        return more

    def _looked_at(self, *_: Any) -> NoReturn:
        raise Unveiled(frozenset(figure for figure, _ in self.times))

    def __eq__(self, other: object) -> bool:
        return self.more == self._beside(other)

    def __lt__(self, other: Any) -> bool:
        return self.more < self._beside(other)

    def __le__(self, other: Any) -> bool:
        return self.more <= self._beside(other)

    def __gt__(self, other: Any) -> bool:
        return self.more > self._beside(other)

    def __ge__(self, other: Any) -> bool:
        return self.more >= self._beside(other)

    def __hash__(self) -> int:
        return hash((self.times, self.more))

    __bool__ = __index__ = __int__ = __float__ = _looked_at
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __truediv__ = __rtruediv__ = _looked_at
    __divmod__ = __rdivmod__ = __pow__ = __rpow__ = __abs__ = __pos__ = __invert__ = _looked_at
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _looked_at
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _looked_at
    __round__ = __trunc__ = __floor__ = __ceil__ = _looked_at
    __str__ = __repr__ = __format__ = _looked_at


def laid_bare(numbers: tuple[Any, ...]) -> tuple[tuple[int, ...], tuple[Hashable, ...]]:
    """Numbers without what is veiled of them, and that."""
    veils = tuple((n, each.times) for n, each in enumerate(numbers) if type(each) is Veiled)
    if not veils:
        return numbers, veils
    return tuple(each.more if type(each) is Veiled else each for each in numbers), veils


class Meeting(NamedTuple):
    """What comes of one way with figures `veiled`, and of several, met `apart`."""

    veiled: Callable[[Passage], list[Passage]]
    apart: Callable[[list[Passage]], list[list[Passage]]]


def met_together(
    passing: Sequence[Passage],
    meeting: Meeting,
    looked_at: set[Figure],
    questions: Iterator[int] | None,
) -> Iterator[tuple[int, list[Passage]]]:
    """What comes of each of several ways that meet ice, by its number, those that meet it alike
    met once. `looked_at`: figures that are known to matter there, and are found to."""
    figures = _differing(passing) - looked_at
    rest, apart = dict(enumerate(passing)), dict[int, Passage]()
    while rest:
        alike: dict[Hashable, list[int]] = {}
        for number, now in rest.items():
            alike.setdefault(_without(figures, now)[:-1], []).append(number)
        for those in alike.values():
            if len(those) < _FEW_ALIKE:
                apart |= {number: rest.pop(number) for number in those}
                continue
            try:
                outcomes = meeting.veiled(_veiled(figures, rest[those[0]]))
                parts = [_loose(each) for each in outcomes]
            except Unveiled as seen:
                looked_at |= seen.figures
                figures -= seen.figures
                break
            for number in those:
                now = rest.pop(number)
                numbers = {figure: _number(figure, now) for figure in figures}
                found = [
                    _shown(each, loose, numbers)._replace(told=_told_after(now.told, each.told))
                    for each, loose in zip(outcomes, parts, strict=True)
                ]
                again = questions is not None and number != those[0]
                yield number, _asked_anew(found, len(now.answers), questions) if again else found
    if apart:
        numbered = sorted(apart.items())
        ended = meeting.apart([now for _, now in numbered])
        yield from zip((number for number, _ in numbered), ended, strict=True)


def _differing(passing: Sequence[Passage]) -> frozenset[Figure]:
    """The figures in which some ways differ."""
    found = set()
    for part in _PARTS:
        rows = [getattr(each, part) for each in passing]
        for field, column in enumerate(zip(*rows, strict=True)):
            if part == "paid" and type(column[0]) is tuple:
                slots = enumerate(zip(*column, strict=True))
                found |= {Figure(part, field, n) for n, each in slots if _is_veilable(each)}
            elif _is_veilable(column):
                found.add(Figure(part, field))
    return frozenset(found)


def _is_veilable(column: Sequence[object]) -> bool:
    return len(set(column)) > 1 and all(type(each) is int for each in column)


def _with(now: Passage, values: Mapping[Figure, Any]) -> Passage:
    """A passage with other numbers, and nothing told."""
    parts = {part: list(getattr(now, part)) for part in {figure.part for figure in values}}
    for (part, field, slot), value in values.items():
        if slot < 0:
            parts[part][field] = value
        else:
            row = parts[part][field]
            parts[part][field] = (*row[:slot], value, *row[slot + 1 :])
    made = {part: type(getattr(now, part))._make(row) for part, row in parts.items()}
    return now._replace(**made, told=None)


def _without(figures: frozenset[Figure], now: Passage) -> Passage:
    return _with(now, dict.fromkeys(figures, 0))


def _veiled(figures: frozenset[Figure], now: Passage) -> Passage:
    return _with(now, {figure: Veiled(frozenset({(figure, 1)})) for figure in figures})


def _number(figure: Figure, now: Passage) -> int:
    value = getattr(now, figure.part)[figure.field]
    number: int = value if figure.slot < 0 else value[figure.slot]
    return number


def _loose(outcome: Passage) -> dict[Figure, Veiled]:
    """What is veiled of an outcome."""
    found: dict[Figure, Veiled] = {}
    for part in _PARTS:
        for field, value in enumerate(getattr(outcome, part)):
            if type(value) is Veiled:
                found[Figure(part, field)] = value
            elif type(value) is tuple:
                slots = enumerate(value)
                found |= {Figure(part, field, n): v for n, v in slots if isinstance(v, Veiled)}
                _look_through(tuple(each for each in value if isinstance(each, tuple)))
    for part, elsewhere in zip(outcome._fields, outcome, strict=True):
        if part not in _PARTS:
            _look_through(elsewhere)
    return found


def _look_through(value: object) -> None:
    """Raises `Unveiled` for what is veiled where nobody shows it."""
    if type(value) is Veiled:
        bool(value)
    elif isinstance(value, tuple):
        for each in value:
            _look_through(each)


def _shown(
    outcome: Passage, loose: Mapping[Figure, Veiled], numbers: Mapping[Figure, int]
) -> Passage:
    return _with(outcome, {place: value.shown(numbers) for place, value in loose.items()})


def _told_after(before: Line | None, told: Line | None) -> Line | None:
    """What was told of an outcome, behind what had been told before."""
    lines = []
    while told is not None:
        lines.append(told)
        told = told.before
    for line in reversed(lines):
        before = line._replace(before=before)
    return before


def _asked_anew(
    outcomes: list[Passage], before: int, questions: Iterator[int] | None
) -> list[Passage]:
    """The same with questions of their own, but for those that had been asked `before`."""
    numbers: dict[int, int] = {}

    def anew(answer: Answer) -> Answer:
        assert questions is not None
        if answer.question not in numbers:
            numbers[answer.question] = next(questions)
        return answer._replace(question=numbers[answer.question])

    return [
        each._replace(answers=(*each.answers[:before], *map(anew, each.answers[before:])))
        for each in outcomes
    ]
