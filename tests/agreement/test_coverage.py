"""The random scenarios reach everything there is: the equality test judges all of it."""

from __future__ import annotations

import pytest
from agreement.coverage_table import (
    LEAST,
    REVIEWED,
    UNFIRED,
    UNREACHED_CAUSES,
    Table,
    measure,
)

LEAST_SHARE = 0.05


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return measure(tmp_path_factory.mktemp("coverage"))


def test_every_micro_op_fires_in_every_edition(table: Table) -> None:
    cells = {
        (edition, op): count for edition, ops in table.ops.items() for op, count in ops.items()
    }
    assert {cell for cell, count in cells.items() if count < LEAST} == set(UNFIRED), table.text()


def test_what_an_edition_has_no_use_for_never_fires(table: Table) -> None:
    assert all(table.ops[edition][op] == 0 for edition, op in UNFIRED)


def test_every_subject_and_comparison_is_tested(table: Table) -> None:
    counts = table.subjects + table.comparisons
    counts.update(dict.fromkeys((*table.subjects, *table.comparisons), 0))
    assert {name: count for name, count in counts.items() if count < LEAST} == {}


def test_every_cause_ends_a_share_of_the_games(table: Table) -> None:
    shares = table.shares()
    rare = {name for name, share in shares.items() if share < LEAST_SHARE}
    assert rare == UNREACHED_CAUSES, shares


def test_every_branch_of_the_reference_is_taken(table: Table) -> None:
    assert table.branches > 400
    assert table.missing == ()


def test_the_list_of_exceptions_is_short() -> None:
    assert len(REVIEWED) + len(UNFIRED) <= 10
