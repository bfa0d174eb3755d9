"""Which hand-worked cases show which cell of the comparison of editions, which ruling, which
trap. That the cases hold is asked in `test_cases`; here, that none is missing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from agreement.worked_cases import WorkedCase, worked_cases

from simcore.editions import EDITIONS
from simcore.reference import enumerate_figures

EDITION_OF = {case.name: case.scenario.edition for case in worked_cases()}

CELLS: dict[str, dict[str, str]] = {
    "a run without ice": {
        "onr": "jack_out_without_ice",
        "ffg2012": "structure_no_ice_goes_straight_to_access_ffg2012",
        "ffg2017": "structure_no_ice_goes_straight_to_access_ffg2017",
        "nsg": "empty_remote_is_a_success_without_accesses",
    },
    "jack out while the first ice is approached": {
        "onr": "jack_out_before_first_ice",
        "ffg2012": "jack_out_while_approaching_the_first_ice_ffg2012",
        "ffg2017": "jack_out_while_approaching_the_first_ice_ffg2017",
        "nsg": "no_jack_out_before_the_first_ice",
    },
    "jack out after rezzed ice": {
        "onr": "jack_out_after_a_rezzed_ice",
        "ffg2012": "jack_out_after_passing_rezzed_ice_before_the_next_rez_ffg2012",
        "ffg2017": "jack_out_after_passing_rezzed_ice_before_the_next_rez_ffg2017",
        "nsg": "a_grip_below_the_minimum_makes_the_runner_leave",
    },
    "jack out after unrezzed ice": {
        "onr": "jack_out_after_an_unrezzed_ice",
        "ffg2012": "jack_out_after_passing_unrezzed_ice_ffg2012",
        "ffg2017": "jack_out_after_passing_unrezzed_ice_ffg2017",
        "nsg": "passing_an_unrezzed_ice_opens_the_window",
    },
    "jack out on a server without ice": {
        "onr": "jack_out_without_ice",
        "ffg2012": "jack_out_on_a_server_with_no_ice_ffg2012",
        "ffg2017": "jack_out_on_a_server_with_no_ice_ffg2017",
        "nsg": "jack_out_on_a_server_with_no_ice_nsg",
    },
    "jack out after the last ice": {
        "onr": "jack_out_after_the_last_ice_is_not_used_by_the_plan",
        "ffg2012": "jack_out_after_the_last_ice_ffg2012",
        "ffg2017": "jack_out_after_the_last_ice_ffg2017",
        "nsg": "no_test_after_the_last_ice",
    },
    "the Corp rezzes ice": {
        "onr": "rez_ice_only_when_approached",
        "ffg2012": "corp_rezzes_only_the_approached_ice_ffg2012",
        "ffg2017": "corp_rezzes_only_the_approached_ice_ffg2017",
        "nsg": "the_corp_does_not_rez_ice_behind",
    },
    "the Corp rezzes other cards at ice": {
        "onr": "upgrade_that_strengthens_ice_is_rezzed_at_s3",
        "ffg2012": "non_ice_rezzed_while_ice_is_approached_ffg2012",
        "ffg2017": "non_ice_rezzed_while_ice_is_approached_ffg2017",
        "nsg": "rezzed_at_2_2_of_the_first_piece_that_is_met_nsg",
    },
    "the Corp rezzes other cards at the server": {
        "onr": "upgrade_ends_the_run_at_s15",
        "ffg2012": "success_upgrade_in_the_last_window_ffg2012",
        "ffg2017": "success_upgrade_in_the_last_window_ffg2017",
        "nsg": "an_upgrade_ends_the_run_before_success_nsg",
    },
    "bypass": {
        "onr": "bypass_skips_and_counts_as_passing",
        "ffg2012": "trap_02_bypass_skips_the_encounter_tax_ffg2012",
        "ffg2017": "trap_02_bypass_skips_the_encounter_tax_ffg2017",
        "nsg": "bypass_skips_the_encounter_tax_nsg",
    },
    "breakers in one encounter": {
        "onr": "each_subroutine_may_use_another_breaker",
        "ffg2012": "breakers_per_encounter_any_number_ffg2012",
        "ffg2017": "breakers_per_encounter_any_number_ffg2017",
        "nsg": "two_breakers_mixed_are_cheaper_than_one",
    },
    "approach of the server": {
        "onr": "upgrade_at_s15_is_paid_off",
        "ffg2012": "approach_server_triggers_before_last_rez_window_ffg2012",
        "ffg2017": "approach_server_triggers_before_last_rez_window_ffg2017",
        "nsg": "approach_server_triggers_before_last_rez_window_nsg",
    },
    "abilities of other cards": {
        "onr": "other_cards_act_in_the_windows_onr",
        "ffg2012": "other_cards_act_in_the_windows_ffg2012",
        "ffg2017": "other_cards_act_in_the_windows_ffg2017",
        "nsg": "other_cards_act_in_the_windows_nsg",
    },
    "boosts end": {
        "onr": "boosts_end_with_the_encounter",
        "ffg2012": "strength_boost_ends_with_the_encounter_ffg2012",
        "ffg2017": "strength_boost_ends_with_the_encounter_ffg2017",
        "nsg": "an_ordinary_boost_is_bought_again",
    },
    "a failed attempt to break": {"onr": "failed_break_may_be_retried_at_its_price"},
    "a subroutine that ends the run": {
        "onr": "whole_subroutine_resolves",
        "ffg2012": "unbroken_subroutines_stop_at_the_clause_that_ends_the_run_ffg2012",
        "ffg2017": "unbroken_subroutines_stop_at_the_clause_that_ends_the_run_ffg2017",
        "nsg": "clauses_before_the_end_in_one_subroutine_happen",
    },
    "passed": {
        "onr": "a_passed_ice_is_not_rezzed_afterwards",
        "ffg2012": "passed_when_not_ended_or_not_rezzed_ffg2012",
        "ffg2017": "passed_when_not_ended_or_not_rezzed_ffg2017",
        "nsg": "an_unrezzed_second_ice_is_walked_into",
    },
    "success is declared": {
        "onr": "success_effects_after_s15",
        "ffg2012": "success_declared_before_its_effects_ffg2012",
        "ffg2017": "success_declared_before_its_effects_ffg2017",
        "nsg": "success_declared_before_its_effects_nsg",
    },
    "R&D": {
        "onr": "rd_top_down_and_root",
        "ffg2012": "rd_top_card_and_root_ffg2012",
        "ffg2017": "rd_top_card_and_root_ffg2017",
        "nsg": "rd_top_is_taken_in_order",
    },
    "HQ": {
        "onr": "hq_one_random_card_and_the_root",
        "ffg2012": "hq_one_random_card_and_root_ffg2012",
        "ffg2017": "hq_one_random_card_and_root_ffg2017",
        "nsg": "central_root_is_accessed_before_the_hand",
    },
    "Archives": {
        "onr": "archives_are_accessed_whole",
        "ffg2012": "archives_all_cards_and_root_ffg2012",
        "ffg2017": "archives_all_cards_and_root_ffg2017",
        "nsg": "all_of_archives_is_accessed",
    },
    "a remote server": {
        "onr": "a_remote_never_shows_its_ice",
        "ffg2012": "remote_all_cards_never_ice_ffg2012",
        "ffg2017": "remote_all_cards_never_ice_ffg2017",
        "nsg": "ice_of_a_remote_is_not_accessed",
    },
    "the order of accesses": {
        "onr": "root_before_the_central_card",
        "ffg2012": "each_access_is_resolved_before_the_next_mines_first_ffg2012",
        "ffg2017": "each_access_is_resolved_before_the_next_agenda_first_ffg2017",
        "nsg": "remote_root_is_accessed_in_listing_order",
    },
    "all at once or in turn": {
        "onr": "simultaneity_ambush_kills_before_scoring",
        "ffg2012": "each_access_is_resolved_before_the_next_mines_first_ffg2012",
        "ffg2017": "each_access_is_resolved_before_the_next_mines_first_ffg2017",
        "nsg": "hq_trap_before_or_after_the_agenda",
    },
    "several cards from one place": {
        "onr": "hq_two_cards_without_replacement",
        "ffg2012": "hq_two_accesses_without_replacement_ffg2012",
        "ffg2017": "hq_two_accesses_without_replacement_ffg2017",
        "nsg": "hq_two_accesses_without_replacement",
    },
    "cards in Archives are not paid for": {
        "onr": "archives_cards_cannot_be_trashed_onr",
        "ffg2012": "archives_cards_cannot_be_trashed_ffg2012",
        "ffg2017": "archives_cards_cannot_be_trashed_ffg2017",
        "nsg": "archives_cards_cannot_be_trashed_nsg",
    },
    "trash costs": {
        "onr": "a_node_in_the_hand_may_be_trashed",
        "ffg2012": "trash_costs_of_assets_and_upgrades_ffg2012",
        "ffg2017": "trash_costs_of_assets_and_upgrades_ffg2017",
        "nsg": "trash_needs_the_full_cost",
    },
    "stealing": {
        "onr": "scoring_is_not_a_matter_of_the_trash_setting",
        "ffg2012": "stealing_is_mandatory_ffg2012",
        "ffg2017": "stealing_is_mandatory_ffg2017",
        "nsg": "trash_never_still_steals",
    },
    "seven points": {
        "onr": "seven_points_after_the_batch",
        "ffg2012": "seven_points_end_the_access_at_once_ffg2012",
        "ffg2017": "seven_points_end_the_access_at_once_ffg2017",
        "nsg": "seven_points_end_the_access_at_once_nsg",
    },
    "bad publicity": {
        "onr": "bad_publicity_means_nothing",
        "ffg2012": "bad_publicity_gives_one_credit_each_ffg2012",
        "ffg2017": "bad_publicity_gives_one_credit_each_ffg2017",
        "nsg": "bad_publicity_is_one_credit_each_per_run",
    },
    "the end of the run": {
        "onr": "end_of_run_effects_at_s20",
        "ffg2012": "run_end_effects_come_after_the_access_ffg2012",
        "ffg2017": "run_end_effects_come_after_the_access_ffg2017",
        "nsg": "zahya_is_paid_only_when_the_run_ends",
    },
    "traces": {
        "onr": "trace_tie_goes_to_corp",
        "ffg2012": "trace_corp_first_then_the_runner_ffg2012",
        "ffg2017": "trace_corp_first_then_the_runner_ffg2017",
        "nsg": "link_equal_to_the_trace_is_a_tie_for_nothing",
    },
    "the Runner's turn": {"ffg2017": "turn_of_four_clicks_leaves_three_ffg2017"},
}
"""Question of the comparison, edition, case."""

RULINGS = {
    1: ("bad_publicity_gives_one_credit_each_ffg2012", "bad_publicity_is_never_stealth_ffg2012"),
    2: ("jack_out_after_passing_unrezzed_ice_ffg2017",),
    3: ("success_effects_after_s15", "end_of_run_effects_follow_a_jack_out"),
    4: ("simultaneity_ambush_kills_before_scoring",),
    5: ("scoring_is_not_a_matter_of_the_trash_setting",),
    6: ("an_end_of_the_run_stops_later_subroutines",),
    7: ("an_emptied_grip_is_not_fatal", "damage_beyond_the_grip_kills"),
    8: ("losing_credits_stops_at_zero_a_cost_does_not_ffg2012", "credit_loss_stops_at_zero"),
    9: ("hq_one_random_card_and_root_ffg2017", "rd_top_card_and_root_ffg2017"),
    10: ("base_link_cost_and_steps", "one_step_beats_a_tie"),
}
"""Rulings where the texts are silent. What the eleventh forbids is told when a file is read
(`test_bad_input`), the twelfth is `test_the_editions_of_2012_and_2017_agree`."""

OF_EITHER = [case for case in worked_cases() if case.file.startswith("ffg")]

TRAPS = {
    1: ("trap_01_additional_cost_per_use_ffg2012", "break_tax_counts_per_subroutine"),
    2: ("trap_02_bypass_is_not_breaking_ffg2012", "bypass_is_not_breaking_nsg"),
    3: (
        "trap_03_no_subroutines_is_fully_broken_ffg2012",
        "ice_without_subroutines_is_fully_broken",
    ),
    4: (
        "trap_04_next_ice_is_the_next_encountered_ffg2012",
        "the_lock_waits_for_an_encounter_and_serves_once",
    ),
    5: ("trap_05_the_number_of_accesses_is_fixed_ffg2012",),
    6: ("trap_06_damage_comes_before_the_steal_ffg2012", "damage_comes_before_the_steal_cost"),
    7: ("trap_07_a_tie_is_no_success_for_the_corp_ffg2012",),
    8: ("trap_08_strength_below_zero_ffg2012", "strength_below_zero"),
    9: ("trap_09_a_hosted_trojan_compares_no_strength_ffg2012",),
    10: ("trap_10_a_boost_may_overshoot_ffg2012", "a_boost_may_overshoot"),
    11: ("trap_11_two_breakers_are_cheaper_than_one_ffg2012",),
    12: ("trap_12_passing_unrezzed_ice_opens_the_window_ffg2012",),
}
"""What is easy to get wrong."""

ALONE = frozenset({"a failed attempt to break", "the Runner's turn"})
"""Questions that one edition alone answers."""


@pytest.mark.parametrize("question", CELLS)
def test_every_cell_has_a_case_of_its_edition(question: str) -> None:
    cells = CELLS[question]
    assert set(cells) == set(EDITIONS) or question in ALONE
    assert {edition: EDITION_OF.get(name, name) for edition, name in cells.items()} == {
        edition: edition for edition in cells
    }


@pytest.mark.parametrize("number", RULINGS)
def test_every_ruling_has_a_case(number: int) -> None:
    assert [name for name in RULINGS[number] if name not in EDITION_OF] == []


@pytest.mark.parametrize("number", TRAPS)
def test_every_trap_has_a_case(number: int) -> None:
    assert [name for name in TRAPS[number] if name not in EDITION_OF] == []


def test_all_twelve_traps_are_there() -> None:
    assert sorted(TRAPS) == list(range(1, 13))
    assert sorted(RULINGS) == list(range(1, 11))


@pytest.mark.parametrize("case", OF_EITHER, ids=lambda case: case.name)
def test_the_editions_of_2012_and_2017_agree(case: WorkedCase) -> None:
    of_2012, of_2017 = (
        replace(case.scenario, edition=edition) for edition in ("ffg2012", "ffg2017")
    )
    assert enumerate_figures(of_2012) == enumerate_figures(of_2017)
