"""What a scenario file means."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.cards.pool import load_pool
from simcore.editions import EDITIONS, Moment, differences
from simcore.errors import ScenarioError
from simcore.reading import parse_scenario, read_scenario
from simcore.reading.drawing import leave, may_run_empty
from simcore.reading.own_cards import Cards
from simcore.scenario import CorpPlan, Pile, RunnerPlan, Scenario

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "decks" / "scenarios").glob("*.toml"))
WORKLOAD = sorted((ROOT / "benchmarks" / "scenarios").glob("w_*.toml"))


def scenario(server: str = "", corp: str = "", runner: str = "", kind: str = "remote") -> Scenario:
    return parse_scenario(
        f'edition = "nsg"\n[server]\nkind = "{kind}"\n{server}\n'
        f"[corp]\n{'' if 'credits' in corp else 'credits = 5'}\n{corp}\n"
        f"[runner]\ncredits = 6\n{runner}\n"
    )


def counts(pile: Pile) -> dict[str, int]:
    return {card.title: count for card, count in pile}


# meaning --------------------------------------------------------------------------------


def test_defaults() -> None:
    found = scenario()
    assert (found.edition, found.server, found.ice, found.root) == ("nsg", "remote", (), ())
    assert (found.corp.credits_low, found.corp.credits_high, found.corp.hq_count) == (5, 5, 5)
    assert found.corp.plan == CorpPlan("affordable", 0, 0)
    assert found.runner.plan == RunnerPlan("threshold", 6, 2, 3, "affordable", frozenset(), 0)
    assert (found.runner.clicks, counts(found.runner.grip)) == (3, {"(blank)": 5})
    assert (found.runner.link, found.runner.link_is_stated) == (0, False)
    assert (found.objective, found.notes, found.runner.stack) == ("reach", (), ())


def test_nothing_is_there_that_nobody_states() -> None:
    found = scenario()
    corp, runner = found.corp, found.runner
    assert (corp.points, corp.agendas, corp.bad_publicity, corp.central_count) == (0, 0, 0, 0)
    assert (runner.points, runner.tags, runner.successful_runs_this_turn) == (0, 0, 0)
    assert (runner.extra_accesses, runner.rig) == (0, ())
    older = parse_scenario(
        'edition = "onr"\n[server]\nkind = "hq"\n[corp]\ncredits = 5\nbad_publicity = 3\n'
        "hq = []\n[runner]\ncredits = 5\n"
    )
    assert (older.runner.link, older.runner.link_is_stated) == (0, True)
    assert (older.corp.bad_publicity, older.runner.extra_accesses) == (0, 0)
    assert "corp.bad_publicity has no meaning in this edition" in older.notes


def test_zero_can_be_stated() -> None:
    placed = "advancement = 0, virus = 0, power = 0"
    found = scenario(
        f'ice = [{{ card = "Palisade", {placed} }}]\n'
        f'root = [{{ card = "Nico Campaign", {placed} }}]',
        "credits = { low = 0, high = 0 }\npoints = 0\nagendas = 0\nbad_publicity = 0\n"
        "hq_size = 0\nplan = { trace = { low = 0, high = 0 } }",
        "points = 0\nclicks = 0\ntags = 0\nlink = 0\nsuccessful_runs_this_turn = 0\n"
        "grip = 0\nstack = 0\naccesses = { hq = 0 }\n"
        'rig = [{ card = "Corroder", virus = 0, power = 0, credits = 0 }]\n'
        "plan = { optional_break_cap = 0, minimum_grip = 0, trace_payment = 0, reserve = 0 }",
    )
    assert (found.corp.credits_low, found.corp.credits_high, found.corp.hq_count) == (0, 0, 0)
    assert found.corp.plan == CorpPlan("affordable", 0, 0)
    assert found.runner.plan == RunnerPlan("threshold", 0, 0, 0, "affordable", frozenset(), 0)
    assert (found.runner.clicks, found.runner.link, found.runner.link_is_stated) == (0, 0, True)
    (ice,) = found.ice
    assert (ice.advancement, ice.virus, ice.power) == (0, 0, 0)


def test_counters_that_are_said_not_to_be_there() -> None:
    (piece,) = scenario('ice = [{ card = "Ice Wall", power = 0, virus = 2 }]').ice
    assert (piece.emptied, piece.virus) == (frozenset({"power"}), 2)


def test_a_subtype_of_ones_own_may_be_chosen() -> None:
    own = """
[[card]]
name = "Own Kraken"
type = "ice"
subtypes = ["kraken"]
strength = 2
rez = 1
subs = ["etr"]
"""
    rig = f'rig = [{{ card = "Chameleon", chosen = "kraken" }}]\n{own}'
    assert scenario(runner=rig).runner.rig[0].chosen == "kraken"
    with pytest.raises(ScenarioError, match="squid"):
        scenario(runner=rig.replace("kraken", "squid", 1))


@pytest.mark.parametrize(
    ("title", "kind", "servers"),
    [
        ("Mwanza City Grid", "remote", "a remote server"),
        ("Bio Vault", "rd", "R&D"),
        ("Panic Button", "archives", "Archives"),
        ("Mwanza City Grid", "rd", ""),
        ("Bio Vault", "remote", ""),
        ("Crisium Grid", "remote", ""),
        ("Calibration Testing", "archives", "Archives"),
        ("Flagship", "archives", "Archives"),
        ("Tucana", "remote", ""),
    ],
)
def test_a_card_where_it_cannot_be_installed_is_noted(title: str, kind: str, servers: str) -> None:
    found = scenario(f'root = ["{title}"]', 'rd = ["Hedge Fund"]', kind=kind).notes
    words = f'server.root[0]: "{title}" cannot be in the root of {servers}'
    assert [note for note in found if "root" in note] == [words] * bool(servers)


def test_two_consoles_are_noted() -> None:
    two = scenario(runner='rig = ["Desperado", "Corroder", "Logos"]').notes
    said = 'the Runner has "Desperado" and "Logos": of consoles one can be installed'
    assert two == (f"{said}; each counts all the same",)
    assert not scenario(runner='rig = ["Desperado", "Corroder"]').notes


def test_two_decks_of_1996_are_noted() -> None:
    def notes(rig: str) -> tuple[str, ...]:
        server, corp = '[server]\nkind = "remote"', "[corp]\ncredits = 5"
        board = f'edition = "onr"\n{server}\n{corp}\n[runner]\ncredits = 5\nrig = [{rig}]\n'
        return parse_scenario(board).notes

    said = 'the Runner has "The Deck" and "The Deck": of decks one can be installed'
    assert notes('"The Deck", "The Deck"') == (f"{said}; each counts all the same",)
    assert not notes('"The Deck", "Imp"')


def test_two_active_copies_of_a_unique_title_are_noted() -> None:
    two = scenario(runner='rig = ["Docklands Pass", "Corroder", "Docklands Pass"]').notes
    said = 'has "Docklands Pass" 2 times: it is unique, so one copy can be active'
    assert two == (f"the Runner {said}; each counts all the same",)
    assert not scenario(runner='rig = ["Corroder", "Corroder"]').notes


@pytest.mark.parametrize(
    ("corp", "runner", "kind", "said"),
    [
        ("", 'event = "Blackmail"', "remote", '"Blackmail" can be played only if the Corp has bad'),
        ("bad_publicity = 1", 'event = "Blackmail"', "remote", None),
        ("hq = []", 'event = "Eye for an Eye"\ntags = 1', "hq", '"Eye for an Eye" can be played'),
        ("hq = []", 'event = "Eye for an Eye"', "hq", None),
        ('identity = "Jinteki: Replicating Perfection"', "", "remote", "a turn's first run is on"),
        ('identity = "Jinteki: Replicating Perfection"\nhq = []', "", "hq", None),
        (
            'identity = "Jinteki: Replicating Perfection"',
            "successful_runs_this_turn = 1",
            "remote",
            None,
        ),
        (
            'identity = "Harmony Medtech: Biomedical Pioneer"',
            "points = 6",
            "remote",
            "with 6 agenda",
        ),
        ('identity = "Harmony Medtech: Biomedical Pioneer"\npoints = 6', "", "remote", "is won al"),
        ('identity = "Harmony Medtech: Biomedical Pioneer"', "points = 5", "remote", None),
    ],
)
def test_a_run_that_a_card_forbids_is_noted(
    corp: str, runner: str, kind: str, said: str | None
) -> None:
    notes = scenario(corp=corp, runner=runner, kind=kind).notes
    assert len(notes) == (said is not None)
    assert said is None or said in notes[0]


def test_credits_mean_nothing_on_what_holds_none() -> None:
    said = "has no meaning"
    assert any(
        said in note for note in scenario(runner='rig = [{ card = "Corroder", credits = 1 }]').notes
    )
    assert not scenario(runner='rig = [{ card = "Cyberfeeder", credits = 1 }]').notes


def test_a_deck_may_all_lie_on_the_table() -> None:
    found = scenario('root = [{ draw_from = "deck" }]', 'deck = ["Offworld Office"]')
    assert found.corp.hq_count == 0
    with pytest.raises(ScenarioError, match="HQ of 1 cards, but the deck has 0 left"):
        scenario('root = [{ draw_from = "deck" }]', 'deck = ["Offworld Office"]\nhq_size = 1')
    found = scenario(
        corp='deck = [{ card = "Hedge Fund", count = 9 }, "Offworld Office"]\n'
        'rd_top = ["Offworld Office", "Hedge Fund"]\nhq_size = 3',
        kind="rd",
    )
    assert found.corp.central_count == 10 - 3


def test_a_list_that_runs_empty_is_named() -> None:
    pair = '{ draw_from = [{ card = "Palisade", count = 1 }, "Enigma"] }'
    assert len(scenario(f"ice = [{pair}, {pair}]").ice) == 2
    with pytest.raises(ScenarioError, match="can run empty: 2 copies"):
        scenario(f"ice = [{pair}, {pair}, {pair}]")
    with pytest.raises(ScenarioError, match="can run empty: 1 copy"):
        scenario('ice = [{ draw_from = ["Palisade"] }, { draw_from = ["Palisade"] }]')


def test_accesses_of_cards_ask_for_stated_cards() -> None:
    corp = 'rd_top = ["Offworld Office"]'
    assert scenario(corp=corp, kind="rd").corp.central_count == 1
    for rig in ('"R&D Interface"', '{ card = "Medium", virus = 1 }'):
        with pytest.raises(ScenarioError, match="2 cards can be accessed, but only 1"):
            scenario(corp=corp, runner=f"rig = [{rig}]", kind="rd")


def test_where_cards_of_the_rig_lie() -> None:
    rig = scenario(runner='rig = ["Dedicated Processor", "Corroder"]').runner.rig
    assert [placed.on_card for placed in rig] == [1, None]
    rig = scenario(
        runner='rig = ["Omni-drive", { card = "Corroder", host = "Omni-drive" }]'
    ).runner.rig
    assert [placed.on_card for placed in rig] == [None, 0]
    for wrong, said in (
        ('"Dedicated Processor", "Corroder", "Unity"', "say which icebreaker"),
        ('"Dedicated Processor", "Mayfly"', "say which icebreaker"),
        ('"Omni-drive", { card = "Cyberfeeder", host = "Omni-drive" }', "cannot lie on"),
        ('"The Toolbox", { card = "Corroder", host = "The Toolbox" }', "cannot lie on"),
    ):
        with pytest.raises(ScenarioError, match=said):
            scenario(runner=f"rig = [{wrong}]")


@pytest.mark.parametrize(
    ("kind", "central", "hq"), [("hq", 2, 1), ("rd", 2, 0), ("archives", 2, 0), ("remote", 0, 0)]
)
def test_credits_for_runs_on_some_servers(kind: str, central: int, hq: int) -> None:
    corp = "hq = []\nrd = []\narchives = []"
    found = scenario('ice = ["Palisade"]', corp, 'rig = ["Cezve", "Maui"]', kind)
    assert [placed.credits for placed in found.runner.rig] == [central, hq]


def test_what_a_card_of_your_own_needs() -> None:
    def own(text: str) -> Scenario:
        return scenario(runner=f'rig = ["Mine"]\n[[card]]\nname = "Mine"\n{text}')

    (mine,) = own('type = "program"').runner.rig
    assert (mine.card.cost, mine.card.points, mine.card.link) == (0, 0, 0)
    with pytest.raises(ScenarioError, match="needs it"):
        own('type = "program"\nsubtypes = ["icebreaker"]')
    with pytest.raises(ScenarioError, match="needs it"):
        own('type = "program"\npump = ["1c: +1"]')
    (mine,) = own('type = "program"\nload = 0').runner.rig
    assert (mine.card.rules.load, mine.card.rules.recurring) == (0, 0)
    (mine,) = own('type = "hardware"\nrecurring = 0').runner.rig
    assert mine.card.rules.recurring == 0


def test_numbers_and_ranges() -> None:
    found = scenario(
        corp="credits = { low = 4, high = 19 }\nplan = { trace = { low = 1, high = 3 } }",
        runner="grip = 0\nstack = 12",
    )
    assert (found.corp.credits_low, found.corp.credits_high) == (4, 19)
    assert (found.corp.plan.trace_low, found.corp.plan.trace_high) == (1, 3)
    assert found.runner.grip == () and counts(found.runner.stack) == {"(blank)": 12}


def test_titles_codes_and_ids_name_the_same_card() -> None:
    found = scenario('ice = ["karuna", "KARUNĀ", { card = "karuna" }]')
    assert len({piece.card for piece in found.ice}) == 1


def test_the_deck_loses_what_lies_elsewhere() -> None:
    found = scenario(
        'ice = ["Palisade", { draw_from = "deck" }]',
        corp='deck = ["Palisade", "Palisade", "Tithe", { card = "Hedge Fund", count = 9 }]\n'
        'archives = ["Hedge Fund"]\nrd_top = ["Hedge Fund", "Nico Campaign"]\nhq_size = 3',
        kind="rd",
    )
    assert counts(found.corp.central) == {"Palisade": 1, "Tithe": 1, "Hedge Fund": 7}
    assert counts(found.ice[1].candidates) == {"Palisade": 1, "Tithe": 1}
    assert found.ice[1].from_deck
    # nine cards are left; one is drawn as ice, three are HQ, two lie on top
    assert (found.corp.central_count, found.corp.hq_count) == (7, 3)
    assert [card.title for card in found.corp.rd_top] == ["Hedge Fund", "Nico Campaign"]


def test_the_top_of_rd_leaves_it_in_order() -> None:
    found = scenario(
        corp='rd = ["Ping", "Tithe", "Ping"]\nrd_top = ["Ping", "Tithe", "Ping", "Pharos"]',
        kind="rd",
    )
    assert found.corp.central == () and found.corp.central_count == 4
    assert [card.title for card in found.corp.rd_top] == ["Ping", "Tithe", "Ping", "Pharos"]


def test_hq_is_its_list_or_dealt_from_the_deck() -> None:
    found = scenario(corp='hq = ["Ping", { card = "Ping", count = 2 }, "Tithe"]', kind="hq")
    assert counts(found.corp.central) == {"Ping": 3, "Tithe": 1}
    assert (found.corp.central_count, found.corp.hq_count) == (4, 4)
    found = scenario(corp='deck = [{ card = "Ping", count = 9 }]', kind="hq")
    assert (found.corp.central_count, found.corp.hq_count) == (5, 5)
    found = scenario(corp='deck = ["Ping", "Tithe"]')
    assert found.corp.hq_count == 2


def test_a_deck_file_brings_its_identity(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("name\nThe Syndicate\n3 Ping\n9 Hedge Fund\n")
    text = 'edition = "nsg"\n[server]\nkind = "hq"\n[corp]\ncredits = 1\ndeck = "list.txt"\n'
    text += "{}[runner]\ncredits = 1\n"
    (tmp_path / "a.toml").write_text(text.format(""))
    found = read_scenario(tmp_path / "a.toml")
    assert found.corp.identity is not None and found.corp.identity.title.startswith("The Synd")
    other = parse_scenario(text.format('identity = "NBN: Reality Plus"\n'), base=tmp_path)
    assert other.corp.identity is not None and other.corp.identity.title == "NBN: Reality Plus"
    assert len(other.notes) == 1


def test_deck_files_lie_beside_the_scenario_or_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, beside = tmp_path / "here", tmp_path / "beside"
    here.mkdir()
    beside.mkdir()
    text = 'edition = "nsg"\n[server]\nkind = "hq"\n[corp]\ncredits = 1\ndeck = "l.txt"\n'
    text += "[runner]\ncredits = 1\n"
    (here / "l.txt").write_text("9 Tithe\n")
    monkeypatch.chdir(here)
    assert counts(parse_scenario(text, base=beside).corp.central) == {"Tithe": 9}
    (beside / "l.txt").write_text("9 Ping\n")
    assert counts(parse_scenario(text, base=beside).corp.central) == {"Ping": 9}


def test_rig_counters_credits_hosts_and_link() -> None:
    own = (
        '[[card]]\nname = "Purse"\ntype = "hardware"\nrecurring = 2\nlink = 1\n'
        '[[card]]\nname = "Me"\ntype = "identity"\nside = "runner"\nlink = 1\n'
    )
    found = scenario(
        'ice = ["Ping"]',
        runner='rig = ["Purse", { card = "Purse", credits = 1 }, "Red Team", '
        '{ card = "Botulus", host = 0, virus = 3 }]\nidentity = "Me"\n' + own,
    ).runner
    assert [slot.credits for slot in found.rig] == [2, 1, 12, 0]
    assert (found.rig[3].host, found.rig[3].virus, found.link) == (0, 3, 3)
    stated = scenario(runner='link = 1\nrig = ["Purse"]\n' + own).runner
    assert (stated.link, stated.link_is_stated) == (1, True)


def test_events_and_abilities_start_runs() -> None:
    found = scenario(corp="hq = []", runner='event = "Jailbreak"', kind="hq").runner
    assert found.event is not None and found.event_slot is None
    found = scenario(
        corp="hq = []", runner='event = "Red Team"\nrig = ["Leech", "Red Team"]', kind="hq"
    ).runner
    assert found.event_slot == 1
    assert scenario(runner='event = "Overclock"').runner.event is not None


def test_accesses_count_for_the_attacked_server() -> None:
    found = scenario(corp="hq = []", runner="accesses = { hq = 2, rd = 1 }", kind="hq")
    assert found.runner.extra_accesses == 2
    assert found.notes == ("runner.accesses.rd has no meaning in a run on hq",)


def test_keys_without_meaning_are_noted() -> None:
    own = '[[card]]\nname = "A"\ntype = "resource"\nbase_link = ["1c: 1"]\n'
    runner = 'heap = ["Leech"]\nplan = { name = "break-all", minimum_grip = 1 }\n' + own
    assert len(scenario(runner=runner).notes) == 3


def test_own_cards_stand_wherever_cards_are_named() -> None:
    text = """
edition = "nsg"
[server]
kind = "hq"
ice = ["Mine", { draw_from = ["mine"] }]
root = ["Toll"]
[corp]
credits = 1
deck = [{ card = "Prize", count = 3 }, { card = "Trick", count = 3 }, "Trap"]
[runner]
credits = 1
event = "Dash"
grip = ["Dash", "Own"]
rig = ["Own"]
plan = { never_trash = ["Trap"] }
[[card]]
name = "Mine"
type = "ice"
subtypes = ["Sentry"]
strength = 4
rez = 3
on = ["encounter: must-pay 3 else etr"]
subs = ["net 2", "etr"]
rbreak = "click 1: 1"
[[card]]
name = "Own"
type = "program"
subtypes = ["icebreaker", "fracter"]
strength = 2
cost = 1
memory = 1
break = ["2c: 3 barrier,code gate,sentry"]
pump = ["2c: +1 run"]
[[card]]
name = "Prize"
type = "agenda"
points = 2
adv = 3
[[card]]
name = "Trick"
type = "operation"
[[card]]
name = "Trap"
type = "asset"
rez = 0
trash = 3
effects = ["access: net 1"]
[[card]]
name = "Toll"
type = "upgrade"
rez = 1
effects = ["root: approach-server: etr unless pay 2"]
[[card]]
name = "Dash"
type = "event"
effects = ["run[any]:"]
"""
    found = parse_scenario(text)
    mine, own, prize, _, trap, toll, dash = (
        next(card for card in found.cards() if card.title == title)
        for title in ("Mine", "Own", "Prize", "Trick", "Trap", "Toll", "Dash")
    )
    assert (mine.strength, mine.cost, mine.subtypes, len(mine.rules.subs)) == (
        *(4, 3, frozenset({"sentry"}), 2),
    )
    assert len(mine.rules.runner_breaks) == len(mine.rules.on) == 1
    assert (own.side, own.memory, own.rules.breaks[0].count) == ("runner", 1, 3)
    assert (prize.points, prize.advancement, trap.trash, toll.trash) == (2, 3, 3, None)
    assert found.runner.event == dash and found.runner.plan.never_trash == {trap.id}
    assert all(card.fidelity.level == "exact" for card in found.cards())


def test_editions() -> None:
    assert list(EDITIONS) == ["nsg", "ffg2012", "ffg2017", "onr"]
    for edition in EDITIONS.values():
        walked = {*edition.approach, *edition.passed, *edition.no_ice, *edition.server}
        assert walked <= set(edition.at) and Moment.SUCCESS in edition.server
        assert set(edition.abilities) <= {*edition.steps()}
    assert list(EDITIONS["onr"].steps()) == [f"s{step}" for step in range(1, 21)]


def test_editions_differ_in_more_than_words() -> None:
    rows = dict(differences())
    assert all(len(answers) == len(EDITIONS) for answers in rows.values())
    assert rows["trace tie goes to"] == ("Runner", "Runner", "Runner", "Corp")
    assert rows["approach of the server"][0].endswith("after the last rez window")
    assert rows["approach of the server"][1].endswith("before the last rez window")
    # ruling 12: the two of Fantasy Flight differ in words alone
    assert [q for q, (_, old, new, _) in rows.items() if old != new] == ["structure"]


def test_an_edition_speaks_its_own_words() -> None:
    onr = EDITIONS["onr"]
    assert onr.speak("1 credit, 2 credits: a server") == "1 bit, 2 bits: a data fort"
    assert onr.speak("Credit, my credit card", ["my credit card"]) == "Credit, my credit card"
    assert EDITIONS["nsg"].speak("1 credit") == "1 credit"


def test_an_edition_may_be_asked_for_instead() -> None:
    text = (ROOT / "decks" / "scenarios" / "taxing_remote.toml").read_text(encoding="utf-8")
    assert parse_scenario(text, edition="ffg2012").edition == "ffg2012"
    with pytest.raises(ScenarioError, match="no edition"):
        parse_scenario(text, edition="ngs")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_read_without_notes(path: Path) -> None:
    found = read_scenario(path)
    assert found.source == str(path) and found.notes == ()
    assert len(EXAMPLES) >= 4


@pytest.mark.parametrize("path", WORKLOAD, ids=lambda path: path.stem)
def test_the_workload_reads(path: Path) -> None:
    found = read_scenario(path)
    unknown = [piece for piece in found.ice if piece.candidates]
    assert len(found.ice) == 3 and all(len(piece.candidates) == 12 for piece in unknown)
    pool = found.corp.central or found.root[0].candidates
    assert sum(count for _, count in pool) == 40
    assert (found.runner.link, len(found.runner.rig), found.notes) == (1, 4, ())
    assert all(card.fidelity.level == "exact" for card in found.cards())


# lists that run empty -------------------------------------------------------------------

LISTED = st.lists(
    st.dictionaries(st.sampled_from("abc"), st.integers(1, 2), min_size=1), min_size=1, max_size=4
)


@given(LISTED)
def test_running_empty_is_what_drawing_shows(lists: list[dict[str, int]]) -> None:
    """The matching against playing out every way the entries can be drawn."""
    copies: dict[str, int] = {}
    for listed in lists:
        for title, count in listed.items():
            copies[title] = max(count, copies.get(title, 0))

    def empties(index: int, left: dict[str, int]) -> int | None:
        """The first entry that some way of drawing leaves without a card."""
        if index == len(lists):
            return None
        able = [title for title in lists[index] if left[title]]
        if not able:
            return index
        later = [empties(index + 1, {**left, title: left[title] - 1}) for title in able]
        return min((at for at in later if at is not None), default=None)

    found = [
        index
        for index, listed in enumerate(lists)
        if may_run_empty(list(listed), copies, [list(other) for other in lists[:index]])
    ]
    assert min(found, default=None) == empties(0, copies)


@given(st.integers(0, 3), st.integers(0, 5))
def test_leaving_takes_what_is_there(there: int, gone: int) -> None:
    card = scenario('ice = ["Ping"]').ice[0].card
    assert card is not None
    left = leave(((card, there),) if there else (), [card] * gone)
    assert sum(count for _, count in left) == max(0, there - gone)


def test_own_cards_come_before_the_pool() -> None:
    ping = scenario('ice = ["Ping"]').ice[0].card
    assert ping is not None
    assert Cards(load_pool("nsg"), {"some name": ping}).find("  SOME name ") is ping


def test_as_many_cards_of_rd_as_can_be_accessed_have_to_be_stated() -> None:
    text = '[server]\nkind = "rd"\n[corp]\nrd_top = ["Hedge Fund"]\n[runner]\nrig = ["Exer"]\n'
    with pytest.raises(ScenarioError, match="2 cards can be accessed, but only 1 are stated"):
        parse_scenario(text, "stated")


@pytest.mark.parametrize(
    "entry", ['"Femme Fatale{chosen=ice}"', '{ card = "Femme Fatale", chosen = "ice" }']
)
def test_the_only_piece_may_be_said_to_be_chosen(entry: str) -> None:
    (placed,) = scenario('ice = ["Tollbooth"]', runner=f"rig = [{entry}]").runner.rig
    assert placed.host == 0
    with pytest.raises(ScenarioError, match="host = 0"):
        scenario('ice = ["Tollbooth", "Ice Wall"]', runner=f"rig = [{entry}]")


def test_a_card_for_which_no_piece_is_stated_is_noted() -> None:
    found = scenario('ice = ["Tollbooth"]', runner='rig = ["Femme Fatale", "Corroder"]').notes
    assert found == (
        '"Femme Fatale" works at one piece of ice, and none is stated (host = its place)',
    )


def test_programs_beyond_the_memory_are_noted() -> None:
    five = "rig = [" + ", ".join(['"Corroder"'] * 5) + "]"
    said = "the programs take 5 units of memory of 4: they are there all the same"
    assert scenario(runner=five).notes == (said,)
    assert not scenario(
        runner='rig = ["Harbinger", "Rezeki", "Corroder", "Corroder", "Corroder"]'
    ).notes
    assert not scenario(runner=five.replace("rig = [", 'rig = ["Akamatsu Mem Chip", ')).notes
    assert not scenario(runner=five.replace("rig = [", 'rig = ["Knobkierie", ')).notes
    assert scenario(runner=five.replace("rig = [", 'rig = ["Scheherazade", ')).notes == (said,)


def test_top_cards_that_are_more_than_there_are_are_noted() -> None:
    top = 'rd_top = ["Hedge Fund", "Hedge Fund"]'
    said = 'corp.rd_top has "Hedge Fund" 2 times, '
    more = scenario(corp=f'{top}\nrd = ["Hedge Fund"]', kind="rd").notes
    assert more == (f"{said}corp.rd 1: the rest lies on top of that",)
    assert not scenario(corp=f'{top}\nrd = ["Snare!"]', kind="rd").notes
    deck = 'deck = ["Hedge Fund", "Snare!", "Snare!", "Snare!", "Snare!", "Snare!"]'
    assert scenario(corp=f"{top}\n{deck}", kind="rd").notes == (f"{said}the deck 1",)
    two = deck.replace('["', '["Hedge Fund", "', 1)
    assert not scenario(corp=f"{top}\n{two}", kind="rd").notes


def test_a_hand_of_no_cards_may_be_stated() -> None:
    assert scenario(runner="hand_size = 0").runner.hand_size == 0


def test_that_there_are_no_agendas_may_be_stated() -> None:
    assert scenario(runner="agendas = 0").runner.agendas == 0
