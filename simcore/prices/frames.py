"""Payments as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

    from simcore.prices.bills import Bill


def frame_of(bills: Sequence[Bill]) -> pd.DataFrame:
    """A table of payments: one row each, 0 for what is not paid."""
    import pandas as pd

    table = pd.DataFrame(list(bills))
    numbers = {name for bill in bills for name, value in bill.items() if type(value) is int}
    for name in numbers:
        table[name] = table[name].fillna(0).astype(int)
    return table
