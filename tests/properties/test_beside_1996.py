"""What Runners of 1996 have beside breakers: figures as printed, and what says nothing in a run."""

from __future__ import annotations

import json
import tomllib

import pytest

from simcore.api import server_cost
from simcore.cards.pool import DATA, OUTSIDE_KEYS, load_pool
from simcore.reading import parse_scenario
from simcore.reference import enumerate_results

ROWS = tomllib.loads((DATA / "beside_1996.toml").read_text(encoding="utf-8"))
IDLE = {
    *("onr_broker", "onr_databroker", "onr_floating_runner_bbs", "onr_junkyard_bbs"),
    *("onr_loan_from_chiba", "onr_militech_mram_chip", "onr_mram_chip", "onr_newsgroup_filter"),
    *("onr_rigged_investments", "onr_short_term_contract", "onr_silicon_saloon_franchise"),
    *("onr_technician_lover", "onr_the_short_circuit", "onr_zetatech_portastation"),
    *("onr_mouse", "onr_r_d_protocol_files", "onr_seeya", "onr_shredder_uplink_protocol"),
    *("onr_aujourdoui", "onr_code_viral_cache", "onr_corporate_ally", "onr_danshis_second_id"),
    *("onr_drifter_mobile_environment", "onr_field_reporter_for_ice_and_data", "onr_n_e_t_o"),
    *("onr_preying_mantis", "onr_quest_for_cattekin", "onr_record_reconstructor"),
    *("onr_restrictive_net_zoning", "onr_ronin_around", "onr_smiths_pawnshop"),
    *("onr_bargain_with_viacox", "onr_elena_laskova", "onr_executive_file_clerk"),
    *("onr_lucidrine_drip_feed", "onr_precision_bribery", "onr_sandbox_dig"),
    *("onr_streetware_distributor", "onr_time_to_collect"),
}
"""Those that act between runs alone: each text was read for it."""
IDLE_IN_ROOT = {
    *("onr_chester_mix", "onr_namatoki_plaza", "onr_networked_center", "onr_research_bunker"),
    *("onr_roving_submarine", "onr_washington_d_c_city_grid", "onr_weapons_depot"),
}
"""Upgrades that act as the Corp installs or advances, or say whether there may be a run."""
IDLE_NODES = {
    *("onr_bbs_whispering_campaign", "onr_blood_cat", "onr_braindance_campaign"),
    *("onr_chicago_branch", "onr_corporate_negotiating_center", "onr_cowboy_sysop"),
    *("onr_department_of_truth_enhancement", "onr_disinfectant_inc", "onr_esa_contract"),
    *("onr_euromarket_consortium", "onr_fortress_architects", "onr_holovid_campaign"),
    *("onr_i_got_a_rock", "onr_information_laundering", "onr_omniscience_foundation"),
    *("onr_remote_facility", "onr_rescheduler", "onr_rockerboy_promotion"),
    *("onr_rustbelt_hq_branch", "onr_satellite_monitors", "onr_schlaghund", "onr_solo_squad"),
    *("onr_south_african_mining_corp", "onr_spinn_r_public_relations"),
    *("onr_strategic_planning_group", "onr_syd_meyer_superstores"),
}
"""Nodes that act in the Corp's own turn, or as it installs."""
FIGURES: dict[str, tuple[int, str, int, str]] = {
    "Arasaka Portable Prototype": (3, "3 breakers", 0, ""),
    "Bodyweight Data Crèche": (1, "", 0, ""),
    "Cortical Cybermodem": (2, "2 breakers", 0, ""),
    "Cortical Stimulators": (0, "", 1, "core,net"),
    "Corolla Speed Chip": (0, "1 killers", 0, ""),
    "Dermatech Bodyplating": (0, "", 1, "meat"),
    "Force Shield": (0, "", 2, "core,net"),
    "Parraline 5750": (1, "1 breakers", 0, ""),
    "Raven Microcyb Eagle": (1, "1 breakers", 1, "net"),
    "Raven Microcyb Owl": (1, "3 breakers stealth", 0, ""),
    "Shield": (0, "", 2, "net"),
    "Sunburst Cranial Interface": (1, "1 breakers stealth", 0, ""),
    "The Deck": (1, "", 0, ""),
    "Tycho Mem Chip": (3, "", 0, ""),
    "WuTech Mem Chip": (1, "", 0, ""),
    "Zetatech Mem Chip": (2, "", 0, ""),
    "ZZ22 Speed Chip": (0, "2 killers", 0, ""),
}
"""Memory, credits each turn and for what, points kept off and of what."""
RUN = """
edition = "onr"
[server]
kind = "{kind}"
ice = [{{ card = "Banpei", rezzed = true }}, {{ card = "Wall of Static", rezzed = true }}]
[corp]
credits = 6
{cards}
[runner]
credits = {credits}
rig = [{rig}]
"""


@pytest.mark.parametrize("title", FIGURES)
def test_figures_are_those_printed(title: str) -> None:
    rules = load_pool("onr").find(title).rules
    memory = sum(static.amount.base for static in rules.statics if static.kind == "mu")
    purse = f"{rules.recurring} {rules.recurring_use}" if rules.recurring else ""
    kept_off = [static for static in rules.statics if static.kind == "prevent"]
    points = sum(static.amount.base for static in kept_off)
    kinds = ",".join(sorted(word for static in kept_off for word in static.words))
    assert (memory, purse, points, kinds) == FIGURES[title]


def test_those_that_act_between_runs_have_no_clauses() -> None:
    pool = load_pool("onr")
    idle = {name for name, keys in ROWS.items() if set(keys) <= OUTSIDE_KEYS - {"declined"}}
    assert idle == IDLE | IDLE_IN_ROOT | IDLE_NODES
    assert all(pool.card(name).fidelity.level == "exact" for name in idle)
    assert all(pool.card(name).side == "runner" for name in IDLE)
    assert all(pool.card(name).type == "upgrade" for name in IDLE_IN_ROOT)


@pytest.mark.parametrize("first", range(0, len(IDLE), 16))
def test_runs_are_alike_with_and_without_them(first: int) -> None:
    rig = '"Loony Goon", "Dwarf"'
    alone = RUN.format(kind="archives", credits=4, cards="", rig=rig)
    titles = (load_pool("onr").card(name).title for name in sorted(IDLE)[first : first + 16])
    beside = ", ".join(json.dumps(title) for title in titles)
    text = RUN.format(kind="archives", credits=4, cards="", rig=f"{rig}, {beside}")
    expected = enumerate_results(parse_scenario(alone, "x"))
    assert enumerate_results(parse_scenario(text, "x")) == expected


@pytest.mark.parametrize(
    ("kind", "more", "seen"),
    [
        ("rd", "", 1),
        ("rd", "R&D Interface", 2),
        ("rd", "HQ Interface", 1),
        ("hq", "HQ Interface", 2),
        ("hq", "R&D Interface", 1),
    ],
)
def test_interfaces_access_one_more(kind: str, more: str, seen: int) -> None:
    cards = f'{"hq" if kind == "hq" else "rd_top"} = ["Hunter", "Filter", "Keeper"]'
    rig = f'"Loony Goon", "Dwarf", "{more}"' if more else '"Loony Goon", "Dwarf"'
    text = RUN.format(kind=kind, credits=30, cards=cards, rig=rig)
    assert {result.accesses for result in enumerate_results(parse_scenario(text, "x"))} == {seen}


@pytest.mark.parametrize(
    ("rig", "pool"),
    [
        ('"Loony Goon", "Dwarf"', 3),
        ('"Loony Goon", "Dwarf", "Corolla Speed Chip"', 2),
        ('"Loony Goon", "Dwarf", "ZZ22 Speed Chip"', 1),
        ('"Loony Goon", "Dwarf", "ZZ22 Speed Chip", "Corolla Speed Chip"', 1),
        ('"Loony Goon", "Dwarf", "Parraline 5750"', 2),
        ('"Loony Goon", "Dwarf", "Arasaka Portable Prototype"', 0),
    ],
)
def test_chips_pay_for_killers_and_decks_for_all(rig: str, pool: int) -> None:
    """Three subroutines broken, one each: two of a sentry, one of a wall."""
    text = RUN.format(kind="remote", credits=9, cards="", rig=rig)
    assert server_cost(parse_scenario(text, "x")).pool == pool
