"""The payments of an attempt, also where credits that are not of the pool have their price."""

from __future__ import annotations

from dataclasses import replace

from simcore.errors import CapacityError
from simcore.prices.bills import Bill, bill_of_passage, preferred, told_apart
from simcore.prices.purses import Purses
from simcore.prices.way.all_ways import passages
from simcore.prices.way.attempt import Attempt
from simcore.prices.way.encounter import Watch
from simcore.prices.way.found import Found


def ways(attempt: Attempt, on_progress: Watch | None = None) -> tuple[list[Bill], Found]:
    """The payments, and how they were found; where damage comes of credits that are not of the
    pool, with all purses left alone or with that damage."""
    tried = [attempt]
    asking = attempt.walls or attempt.gates
    if attempt.ground.fine and attempt.purses.total > attempt.purses.windfall and asking:
        alone = Purses(windfall=attempt.purses.windfall)
        tried = [replace(attempt, purses=alone), replace(attempt, fined=attempt.ground.fine)]
    bills, past = list[Bill](), Found([], None)
    for each_attempt in tried:
        past = passages(each_attempt, on_progress)
        for each in past.ways:
            bill = bill_of_passage(each_attempt, each)
            if each_attempt.fined and "from_purses" not in bill:
                continue  # nothing to be fined for
            bill["affordable"] = not each.total.short
            bills.append(bill)
    bills = told_apart(preferred(bills))
    return bills, past._replace(stopping=None if bills else _stopping(attempt, past))


def _stopping(attempt: Attempt, past: Found) -> str | None:
    """The title of what there is no way past: of a card that the Corp may use whenever it likes
    where there is one without that."""
    cards = attempt.interventions
    for number in range(len(cards)):
        try:
            found = passages(replace(attempt, interventions=cards[:number]))
        except CapacityError:
            return past.stopping
        if not found.ways:
            return cards[number - 1].title if number else found.stopping
    return cards[-1].title if cards else past.stopping
