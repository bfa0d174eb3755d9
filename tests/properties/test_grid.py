"""The grid of scenarios that the share of exact answers is measured on."""

from __future__ import annotations

from collections import Counter

from grid_scenarios import COUNT, EDITIONS, SERVERS, UNKNOWN, grid

from simcore.reading import parse_scenario


def test_the_grid_is_what_it_says() -> None:
    cells = grid()
    assert len(cells) == COUNT == len({cell.text for cell in cells})
    assert [cell.text for cell in cells] == [cell.text for cell in grid()]
    places = Counter((cell.edition, cell.server, cell.unknown) for cell in cells)
    assert len(places) == len(EDITIONS) * len(SERVERS) * len(UNKNOWN)
    assert set(places.values()) == {3, 4}


def test_every_scenario_of_the_grid_reads_without_a_problem() -> None:
    for cell in grid():
        scenario = parse_scenario(cell.text, cell.name)
        assert (scenario.edition, scenario.server) == (cell.edition, cell.server)
        assert sum(1 for ice in scenario.ice if ice.card is None) == cell.unknown
