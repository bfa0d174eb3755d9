"""How large the graph of an unfolded scenario is, counted by hand: what goes on alike is one.

An event too many changes no game that is walked; that equal ones are found shows here alone.
"""

from __future__ import annotations

from agreement.test_exact_keys import ice

from simcore.encode import encode
from simcore.reading import parse_scenario
from simcore.unfold import Unfolded
from simcore.unfold.unfolding import unfold_within

PATHS = 1_000


def graph(*pieces: str, runner: str = "credits = 2\ngrip = 5") -> Unfolded:
    found = unfold_within(encode(parse_scenario(ice(*pieces, runner=runner), "graph")), PATHS)
    assert found is not None
    return found


def sizes(made: Unfolded) -> tuple[int, int, int]:
    """Events, edges and cells; the end of the run is an event of one edge and one cell."""
    return len(made.events) // 2, len(made.edges[0]) // 2, len(made.numbers)


def test_dice_that_go_on_alike_are_one_event_each() -> None:
    # three dice, each with two edges; all three fall in halves, so that six cells do for them.
    # Whether there is a tag changes what is lost behind the last die, but not what it adds
    made = graph(
        "{roll 1-3: rlose 1} / {roll 1-3: tag 1}", "{roll 1-3: net 1}", "if tagged: rlose 1"
    )
    assert sizes(made) == (4, 1 + 3 * 2, 1 + 6)
    assert made.numbers.tolist() == [0, *[0, 0, 0], *[1, 1, 1]]


def test_dice_that_fall_otherwise_have_cells_of_their_own() -> None:
    made = graph("{roll 1-3: rlose 1} / {roll 1-2: tag 1}", "{roll 3-4: net 1}", "rlose 1")
    assert sizes(made) == (4, 1 + 3 * 2, 1 + 3 * 6)


def test_an_event_is_found_again_when_others_have_been_made_since() -> None:
    # the third die is the same behind all four falls of the first two, the second behind two
    dice = "{roll 1-3: rlose 1} / {roll 1-3: tag 1} / {roll 1-3: net 1}"
    assert sizes(graph(dice)) == (4, 1 + 3 * 2, 1 + 6)


def test_a_die_is_an_event_only_where_something_hangs_on_it() -> None:
    # six cells stay of the die on which nothing hangs, and of its fall without a tag
    assert sizes(graph("{roll 1-3: tag 1}", "{roll 1-3: if tagged: net 1}")) == (3, 5, 13)
    assert sizes(graph("{roll 1-3: tag 1}", "{roll 1-3: nothing}")) == (2, 3, 13)


def test_what_a_die_takes_parts_its_events() -> None:
    # behind a credit lost the second die takes one, else two
    assert sizes(graph("{roll 1-3: rlose 1}", "{roll 1-3: rlose 2}")) == (4, 7, 7)
