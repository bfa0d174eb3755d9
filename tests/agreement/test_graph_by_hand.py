"""How large the graph of an unfolded scenario is, counted by hand: what goes on alike is one.

An event too many changes no game that is walked; that equal ones are found shows here alone.
So does what only takes longer when it goes wrong: how much room is asked for, and when again.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from agreement.test_exact import named, taking
from agreement.test_exact_keys import ice, scenario_of

from simcore.encode import encode
from simcore.errors import CapacityError
from simcore.exact import ExactOdds, TooLarge, keys, solve, solving
from simcore.exact.classes import coarse_board, text_of
from simcore.exact.keys import Programs, keys_of
from simcore.exact.solving import Follower
from simcore.kernel.layout import Op
from simcore.reading import parse_scenario
from simcore.record import FIGURES
from simcore.unfold import Unfolded
from simcore.unfold.folding import DONE, NO_ROOM, UNSOUND, find_cells
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
    assert sizes(graph("{roll 1-3: tag 1}", "{roll 1-3: if tagged: net 1}")) == (3, 5, 7)
    assert sizes(graph("{roll 1-3: tag 1}", "{roll 1-3: nothing}")) == (2, 3, 7)


@pytest.mark.parametrize("slots", [[2, 0], [0, 2]])
def test_cells_that_are_being_written_are_not_found(slots: list[int]) -> None:
    # two cells of an event stand at 1; those of the next one begin alike and go on alike
    numbers = np.array([0, 0, 1, 9, 9, 9, 9], np.uint16)
    branches = np.array([[1, 0, edge] for edge in (0, 1, 0, 1)])
    marks = np.array([2, 3, 3, 4])
    with np.errstate(over="ignore"):
        assert find_cells(0, 4, numbers, np.array(slots), branches, marks) == 3
    assert numbers.tolist() == [0, 0, 1, 0, 1, 0, 1]


def test_what_a_die_takes_parts_its_events() -> None:
    # behind a credit lost the second die takes one, else two
    assert sizes(graph("{roll 1-3: rlose 1}", "{roll 1-3: rlose 2}")) == (4, 7, 7)


def test_large_figures_have_groups_of_their_own() -> None:
    # twelve bits a group: eight for up to 250 tags, for 200 credits lost and again for credits
    # spent or lost; seven for 64 meat damage and 99 of all damage; no six are left for 35 of
    # net damage. Five groups are a word, so that the sixth begins another
    made = graph(
        "{roll 1-3: {tag 250; net 35; meat 64; rlose 200}}", runner="credits = 255\ngrip = 99"
    )
    assert (made.groups, len(made.edges)) == (5, 2)
    assert not made.constants[[field.figure for field in made.fields]].any()
    less = graph("{roll 1-3: tag 1}")
    assert (less.groups, len(less.edges)) == (1, 1)


TAKEN = """
edition = "nsg"
[server]
kind = "hq"
ice = ["Palisade", { draw_from = ["Palisade", "Enigma"] }, "Own More"]
root = [{ draw_from = ["Own Annex"] }, "Own Annex"]
[corp]
credits = 0
hq = [{ card = "Hedge Fund", count = 9 }]
[runner]
credits = 9
accesses = { hq = 2 }
[[card]]
name = "Own More"
type = "ice"
subtypes = ["sentry"]
strength = 1
rez = 9
subs = ["access 1"]
[[card]]
name = "Own Annex"
type = "upgrade"
rez = 0
trash = 1
"""


def test_cards_that_may_leave_hq_are_counted_by_hand() -> None:
    # an unknown piece, an unknown card of the root, the three that are accessed, one more
    encoded = encode(parse_scenario(TAKEN, "taken"))
    assert keys_of(coarse_board(encoded)).most_taken == 1 + 1 + 3 + 1


def test_more_cards_than_there_is_room_for_are_made_room_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    encoded = encode(parse_scenario(TAKEN, "taken"))
    right, graph = solve(encoded), unfold_within(encoded, PATHS)
    assert isinstance(right, ExactOdds)
    assert graph is not None
    monkeypatch.setattr(keys, "_most_drawn", lambda *_: 0)
    found, again = solve(encoded), unfold_within(encoded, PATHS)
    assert isinstance(found, ExactOdds)
    assert named(found) == named(right)
    assert again is not None
    assert np.array_equal(again.events, graph.events)


def test_more_states_than_there_is_room_for_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    encoded = taking(1, 2, 4, 8)
    right = solve(encoded)
    monkeypatch.setattr(solving, "FIRST_ROOM", 2)
    found = solve(encoded)
    assert isinstance(right, ExactOdds)
    assert isinstance(found, ExactOdds)
    assert named(found) == named(right)


def test_games_that_are_given_up_after_many_approaches_hardly_count() -> None:
    # one game in 6 to the 200th is sent back as often as is followed
    assert isinstance(solve(encode(scenario_of("approaches"))), ExactOdds)


def test_games_that_are_sent_back_for_ever_are_refused() -> None:
    with pytest.raises(CapacityError, match="sent back"):
        solve(encode(parse_scenario(ice("go-outermost"), "for ever")))


@pytest.mark.parametrize(("room", "enough"), [(1 << 16, True), ((1 << 16) - 1, False)])
def test_memory_that_is_left_is_asked_for(
    room: int, enough: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = f"Odd: 1: 2\nMemAvailable: {room} kB"
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: told)
    if enough:
        solving.check_memory(1 << 26)
        return
    with pytest.raises(CapacityError, match="64 MiB of memory, 63 are left"):
        solving.check_memory(1 << 26)


def test_memory_for_states_is_asked_for_to_the_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(solving, "check_memory", asked.append)
    made = solving._tables(3, solving.FIRST_ROOM + 1, 7, 5, 512)
    assert asked == [sum(each.nbytes for each in made)]


def test_a_survey_tells_each_stage() -> None:
    # the beginning; six faces of a die; a credit less behind three of them, and nothing to access
    encoded = encode(parse_scenario(ice("{roll 1-3: rlose 1}", runner="credits = 2"), "survey"))
    coarse = coarse_board(encoded)
    end, survey = Follower(encoded, coarse, keys_of(coarse), 64).survey(16, PATHS)
    assert (end, survey[:, :3].tolist()) == (
        0,
        [[0, 1, 1], [1, 1, 6], [2, 2, 2]],
    )


def test_a_program_that_says_nothing_may_lie_behind_all_rows() -> None:
    rows = [[0, 0], [int(Op.ACCESS_MORE), 2], [int(Op.END), 0]]
    assert Programs(rows, [1]).more == 2
    assert Programs(rows, [3, 4]).ops == set()
    assert text_of(rows, 1) == ((int(Op.ACCESS_MORE), 2),)
    assert text_of(rows, 3) == text_of(rows, 4) == ()


def test_ends_of_folding_are_told_apart() -> None:
    assert len({int(end) for end in (DONE, NO_ROOM, UNSOUND)}) == 3


def test_a_figure_of_1023_is_counted_and_no_greater_one() -> None:
    def tags(last: int) -> ExactOdds | TooLarge:
        subs = " / ".join([*["tag 250"] * 4, f"tag {last}; etr"])
        return solve(encode(parse_scenario(ice(subs), "tags")))

    found = tags(23)
    assert isinstance(found, ExactOdds)
    assert found.means["tags"] == 1023
    with pytest.raises(CapacityError, match="tags is above 1023"):
        tags(24)


@pytest.mark.parametrize(("room", "enough"), [(3, True), (2, False)])
def test_steps_of_a_path_have_as_much_room_as_there_is(room: int, enough: bool) -> None:
    enumeration = import_module("simcore.interpreted_kernel.enumeration")
    run = SimpleNamespace(known=2, site=[5, 6], width=[6, 2], span=[3, 1])
    words, added = np.zeros(1_000, np.int64), np.zeros((1, len(FIGURES)), np.int64)
    paths, steps = np.zeros((1, 5), np.int64), np.zeros((room, 3), np.int64)
    marks = np.zeros(enumeration.MARKS, np.int64)
    marks[0], marks[enumeration._STEPS] = 1, 1
    assert enumeration.note_path(run, words, paths, steps, added, marks, 0, 7) == enough
    if enough:
        assert paths.tolist() == [[7, -1, 0, 2, 1]]
        assert steps.tolist() == [[0, 0, 0], [5, 6, 3], [6, 2, 1]]
