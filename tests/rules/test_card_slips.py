"""What small slips in how cards are read would change: figures, clauses, what is stated."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from boards import card, unread, wall

from simcore.cards.abilities import (
    parse_break,
    parse_bypass,
    parse_load,
    parse_paid,
    parse_recurring,
    parse_static,
    parse_welded,
)
from simcore.cards.card import Card, Fidelity
from simcore.cards.clauses import parse_effects
from simcore.cards.counters import counters_when_installed, counters_when_rezzed, counts
from simcore.cards.harmless import is_harmless
from simcore.cards.notation import parse_rules
from simcore.cards.pool import NO_STRENGTH, load_pool, paid_by_counters, shortfalls
from simcore.cards.settled import Settled, settle, with_mark
from simcore.cards.standing import on_all_ice, subs_of
from simcore.cards.syntax import (
    Amount,
    Atom,
    Choice,
    May,
    Node,
    Price,
    Trace,
    Unexecuted,
    Unless,
)
from simcore.cards.syntax import Sequence as Steps
from simcore.cards.undecided import undecided, vague_trace
from simcore.cards.unplayed import for_prices
from simcore.errors import CardError, NotationError
from simcore.plan.targets import alone


def settled(title: str, edition: str = "nsg", luck: bool = True, **stated: str) -> Settled:
    return settle(load_pool(edition).find(title), stated, luck=luck)


# ---- what is written ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["Xc: 1 sentry", "1c: X sentry", "Xc + Xc: X sentry", "2c: X sentry"]
)
def test_a_chosen_size_is_that_of_price_and_number(text: str) -> None:
    with pytest.raises(NotationError):
        parse_break(text)


def test_a_price_of_a_chosen_size_is_one_for_each() -> None:
    found = parse_break("Xc: X sentry")
    assert (found.sized, found.count) == (True, 1)
    assert found.costs == ((Price("credits", Amount(1)),),)


@pytest.mark.parametrize(
    ("cost", "gain", "count"), [("X", "1", "1"), ("1", "X", "X"), ("X", "X", "2"), ("1", "2", "X")]
)
def test_a_welded_ability_is_of_one_size(cost: str, gain: str, count: str) -> None:
    with pytest.raises(NotationError, match="all three, or none"):
        parse_welded(f"{cost}c: +{gain}; if can-interface: break {count} barrier")


def test_a_welded_ability() -> None:
    sized = parse_welded("Xc: +X; if can-interface: break X barrier")
    assert (sized.sized, sized.gain, sized.count) == (True, 1, 1)
    plain = parse_welded("3c: +2; if can-interface: break 1 barrier")
    assert (plain.sized, plain.gain, plain.count) == (False, 2, 1)


def test_recurring_credits_may_be_none() -> None:
    assert parse_recurring(0) == parse_recurring("0") == (0, "", "", "")
    assert parse_recurring(3) == (3, "", "", "")
    for value in (-1, True, 2.0, "two"):
        with pytest.raises(NotationError):
            parse_recurring(value)


def test_credits_that_lie_on_a_card_may_be_none() -> None:
    assert parse_load(0) == (0, "", "", "")
    with pytest.raises(NotationError):
        parse_load("2")


def test_a_use_once_in_a_run_is_limited() -> None:
    assert parse_break("1c: 1 any [1/run]").limit == 1
    assert parse_break("1c: 1 any").limit == 0


def test_standing_properties_with_a_number_and_without() -> None:
    for text, number in (
        ("root: no-success", 0),
        ("root: trash-cost +2", 2),
        ("root: trash-cost -1", -1),
    ):
        assert parse_static(text).amount == Amount(number)


def test_a_message_says_how_far_it_was_read() -> None:
    for text, words in (
        ("trace 3 net 2", "expected ':' after 'trace 3', found 'net'"),
        ("psi", "expected ':' after 'psi', found 'the end'"),
        ("{net 1; tag 1", "expected '}' after '{ net 1 ; tag 1', found 'the end'"),
    ):
        with pytest.raises(NotationError) as error:
            parse_effects(text)
        assert words in str(error.value)


def test_a_card_is_given_up_once() -> None:
    for word in ("trash", "rfg"):
        given = parse_effects(f"etr unless {word}")
        assert given == Unless(Atom("etr"), ((Price(word, Amount(1)),),))


# ---- what is found -----------------------------------------------------------------------


def test_what_is_found_begins_so_then_has_it_in_its_title_then_elsewhere() -> None:
    titles = [found.title for found in load_pool().search("gate")]
    assert titles[:3] == ["Gatekeeper", "Stargate", "Tailgate"]
    assert "Enigma" in titles[3:] and "gate" not in " ".join(titles[3:]).casefold()


def test_counters_of_two_kinds_are_counters_alone() -> None:
    for price, no_other in (
        ("vc 1 + pc 1", True),
        ("vc 1", True),
        ("pc 2", True),
        ("pc 1 + 1c", False),
        ("vc 1 | pc 1", False),
        ("trash", False),
    ):
        assert paid_by_counters(parse_paid(f"{price}: rlose 1")) == no_other


def test_only_what_is_lost_between_uses_is_told() -> None:
    rules = parse_rules({"subs": ["etr"], "on": ["printed-broken: rlose 1", "encounter: rlose 1"]})
    late = "'printed-broken: rlose 1' is lost behind the last use to break, not between uses"
    assert shortfalls("ice", rules) == (late,)


def test_only_a_card_of_the_root_is_not_rezzed_for_what_is_passed() -> None:
    told = {
        "root: pass: rlose 1": ("nobody rezzes it in a run for 'root: pass: rlose 1'",),
        "root: success: rlose 1": (),
        "pass: rlose 1": (),
        "encounter: rlose 1": (),
    }
    for text, words in told.items():
        assert shortfalls("upgrade", parse_rules({"effects": [text]})) == words


@pytest.mark.parametrize(
    ("text", "harmless"),
    [
        ("cdraw 1", True),
        ("corp-may: cgain 1", True),
        ("trace 4: corp-may pay 2: {tutor 1; cgain 2}", True),
        ("encounter: runner: mill 1 | no-draw", True),
        ("corp-may: net 1", False),
        ("cgain 1; net 1", False),
    ],
)
def test_guards_do_no_harm_by_themselves(text: str, harmless: bool) -> None:
    assert is_harmless(text) == harmless


# ---- counters that are there -------------------------------------------------------------


def test_counters_for_memory_that_is_left() -> None:
    overmind = load_pool().find("Overmind")  # one unit of four
    assert counters_when_installed(overmind) == {"power": 3}
    assert counters_when_installed(load_pool().find("Corroder")) == {}


def test_counters_for_types_of_cards_in_archives() -> None:
    logjam = load_pool().find("Logjam")  # one, and one for each type
    for types, number in (((), 1), (("agenda",), 2), (("agenda", "ice", "ice"), 3)):
        laid = counters_when_rezzed(logjam, types)
        assert laid == {"power": 0, "virus": 0, "advancement": number}
    assert counters_when_rezzed(load_pool().find("Mäsvingo"), ("agenda",))["advancement"] == 1


def test_counters_as_a_piece_is_rezzed_or_as_somebody_says() -> None:
    assert counters_when_rezzed(load_pool().find("Envelopment"))["power"] == 4
    stated = settled("Envelopment", power="2").card
    assert [clause.text for clause in stated.rules.on] == ["rez: power 2"]
    assert counters_when_rezzed(stated)["power"] == 2
    other = settle(
        wall(1, 1, on=["rez: power 1", "rez: virus 3", "encounter: power 2"]), {"power": "5"}
    ).card
    texts = ["rez: virus 3", "encounter: power 2", "rez: power 5"]
    assert [clause.text for clause in other.rules.on] == texts
    assert counters_when_rezzed(other) == {"power": 5, "virus": 3, "advancement": 0}
    breaker = settle(card("Breaker", "program", on=["used: pc 1 else self-trash"]))
    assert [clause.text for clause in breaker.card.rules.on] == ["used: pc 1 else self-trash"]


@pytest.mark.parametrize(
    ("title", "kind", "counted"),
    [
        ("Ice Wall", "advancement", True),
        ("Ice Wall", "virus", False),
        ("Corroder", "power", False),
        ("Overmind", "power", True),
        ("Overmind", "virus", False),
        ("Leech", "power", True),  # no breaker, and no ice
        ("Chimera", "virus", True),  # not known in full
    ],
)
def test_counters_that_are_counted(title: str, kind: str, counted: bool) -> None:
    assert counts(load_pool().find(title), kind) == counted


def test_nobody_knows_what_own_cards_count() -> None:
    own = replace(wall(), id="own:wall")
    assert counts(own, "virus")


# ---- what is stated ----------------------------------------------------------------------


def test_strength_in_the_turn_of_the_rez() -> None:
    assert settled("Gatekeeper", rezzed="now").card.strength == 6
    assert settled("Gatekeeper").card.strength == 0
    with pytest.raises(CardError, match="cannot be stated"):
        settled("Cloud Eater", rezzed="now")  # another clause asks for it


def test_one_subtype_is_chosen_or_several() -> None:
    lycian = settled("Lycian Multi-Munition", chosen="sentry+barrier+code gate").card
    assert {"sentry", "barrier", "code gate"} <= lycian.subtypes
    assert settled("Chimera", chosen="sentry").card.subtypes == {"mythic", "sentry"}
    with pytest.raises(CardError, match=r"code gate, sentry, not 'sentry\+barrier'"):
        settled("Chimera", chosen="sentry+barrier")
    with pytest.raises(CardError, match=r"code gate, sentry, several with \+, not 'sentry\+trap'"):
        settled("Lycian Multi-Munition", chosen="sentry+trap")


def test_a_card_that_is_settled_is_as_true_as_the_rest_of_it() -> None:
    stated = settled("Chimera", chosen="sentry").card
    assert stated.fidelity.notes == ("as stated, without a worked case",)
    munition = settled("Lycian Multi-Munition", chosen="sentry").card
    assert munition.fidelity.notes == ("as stated, without a worked case",)
    assert munition.rules.unexecuted == ()


def test_nothing_is_paid_unless_somebody_says_so() -> None:
    found = settled("Digiconda", "onr")  # as strong as what was paid, at most 6
    assert (found.card.strength, len(found.assumed)) == (0, 1)
    assert settled("Digiconda", "onr", paid="6").card.strength == 6
    with pytest.raises(CardError, match="paid is 0 … 6"):
        settled("Digiconda", "onr", paid="7")
    missile = settled("Homing Missile", "onr", paid="5").card
    assert missile.rules.subs == (Trace(Amount(5), Atom("etr")),)
    assert settled("Food Fight", "onr").card.rules.subs == ()
    for paid, subs in (("4", 2), ("5", 2), ("6", 3)):
        assert len(settled("Food Fight", "onr", paid=paid).card.rules.subs) == subs


def test_subroutines_that_are_bought_at_the_encounter() -> None:
    assert len(settled("Riddler", "onr", paid="6").card.rules.subs) == 3
    assert len(settled("Iceberg", "onr", paid="2").card.rules.subs) == 2
    assert settled("Riddler", "onr").card.rules.subs == ()
    with pytest.raises(CardError, match="multiple of 2"):
        settled("Riddler", "onr", paid="3")


def test_the_best_face_of_a_die_and_its_worst() -> None:
    printed = load_pool("onr").find("AI Boon").strength or 0
    for luck, face in ((True, 6), (False, 1)):
        found = settled("AI Boon", "onr", luck)
        assert found.card.strength == printed + face
        assert f"a {face} is rolled" in found.assumed[0]
    assert settled("AI Boon", "onr", roll="3").card.strength == printed + 3


def test_what_is_stated_elsewhere() -> None:
    with pytest.raises(CardError, match="advancement is stated beside the ice"):
        settled("Ice Wall", adv="2")
    with pytest.raises(CardError, match="'adv' cannot be stated"):
        settled("Corroder", adv="2")


def test_a_card_that_leaves_nothing_open() -> None:
    with pytest.raises(CardError, match="'size' cannot be stated; this card leaves nothing open"):
        settled("Ice Wall", size="2")
    with pytest.raises(CardError, match="'credits' cannot be stated"):
        settled("Ice Wall", credits="2")
    with pytest.raises(CardError, match=r"'viru' cannot be stated.*'virus'"):
        settled("Corroder", viru="2")
    with pytest.raises(CardError, match=r"write counters as \{ card = \"Corroder\", virus = 2 \}"):
        settled("Corroder", virus="2")


def test_a_die_leaves_what_else_stands_on_the_card() -> None:
    die = card("Die", "program", strength=1, static=["str roll", "mu +1"])
    found = settle(die, {"roll": "4"}).card
    assert (found.strength, [static.kind for static in found.rules.statics]) == (5, ["mu"])
    for face in ("0", "7"):
        with pytest.raises(CardError, match="roll is 1 … 6"):
            settle(die, {"roll": face})


def test_a_mark_is_on_one_server() -> None:
    vision = settled("Tunnel Vision", mark="hq").card
    assert [item.text for item in vision.rules.unexecuted] == ["2c: 2 any @mark=hq"]
    with pytest.raises(CardError, match="mark is one of hq, rd, archives"):
        settled("Tunnel Vision", mark="remote")
    with pytest.raises(CardError, match="'mark' cannot be stated"):
        settled('Nyusha "Sable" Sintashta', mark="hq")
    with pytest.raises(CardError, match="'mark' cannot be stated"):
        settled("Backstitching", mark="hq")


def test_what_the_mark_gives() -> None:
    vision = load_pool().find("Tunnel Vision")
    here = with_mark(vision, here=True)
    assert here.rules.breaks == (parse_break("2c: 2 any"),)
    assert (here.rules.bypasses, here.rules.unexecuted, here.fidelity.level) == ((), (), "exact")
    away = with_mark(vision, here=False)
    assert (away.rules.breaks, away.rules.bypasses, away.rules.unexecuted) == ((), (), ())
    stitching = with_mark(load_pool().find("Backstitching"), here=True)
    assert stitching.rules.bypasses == (parse_bypass("trash: any"),)
    assert stitching.rules.breaks == ()
    marked = [*vision.rules.unexecuted, Unexecuted("on", "success: play", "")]
    both = card("Both", "program", break_=["1c: 1 any"], bypass=["1c: sentry"])
    both = replace(both, rules=replace(both.rules, unexecuted=tuple(marked)))
    found = with_mark(both, here=True).rules
    assert (len(found.breaks), len(found.bypasses)) == (2, 1)
    assert [item.text for item in found.unexecuted] == ["success: play"]
    wall_ = wall()
    assert with_mark(wall_, here=True) is wall_


def test_a_die_of_the_ice() -> None:
    assumed = settled("Roadblock", "onr")
    assert (assumed.card.strength, "a 5 is rolled" in assumed.assumed[0]) == (5, True)
    for face, strength in (("1", 1), ("5", 5)):
        found = settled("Roadblock", "onr", roll=face).card
        assert (found.strength, found.rules.on) == (strength, ())
    past = settled("Roadblock", "onr", roll="6").card
    assert (past.strength, [clause.event for clause in past.rules.on]) == (0, ["encounter"])
    with_more = card("More", "ice", strength=2, subs=["etr"], on=["encounter: net 1"])
    rolled = load_pool("onr").find("Roadblock").rules.unexecuted
    with_more = replace(with_more, rules=replace(with_more.rules, unexecuted=rolled))
    assert len(settle(with_more, {"roll": "6"}).card.rules.on) == 2


def test_what_is_rezzed_outside() -> None:
    zapper = settled("Bug Zapper", "onr", outside="2").card
    assert zapper.rules.subs == (Atom("net", Amount(4)), Atom("etr"))
    alone = settled("Bug Zapper", "onr").card
    assert alone.rules.subs == (Atom("nothing"), Atom("etr"))
    pile = settled("Dog Pile", "onr", outside="3").card
    assert (pile.strength, pile.rules.subs[0]) == (3, Atom("net", Amount(3)))
    pack = settled("Hunting Pack", "onr", outside="2").card
    assert pack.rules.subs == (Trace(Amount(5), Atom("tag")),) * 2
    minotaur, pool = load_pool("onr").find("Minotaur"), load_pool("onr")
    behind = [pool.find("Caryatid"), wall(), minotaur]  # two barriers and a sentry
    assert settle(minotaur, outside=behind).card.rules.subs == (Atom("etr"),) * 2
    assert len(settle(pool.find("Hunting Pack"), outside=behind).card.rules.subs) == 3


def test_another_subtype_is_paid_for() -> None:
    assert settled("Caryatid", "onr", chosen="code gate").card.subtypes == {"code gate"}
    assert settled("Caryatid", "onr", chosen="barrier").assumed == ()
    plain = settled("Caryatid", "onr")
    assert (plain.card.subtypes, len(plain.assumed)) == (frozenset({"barrier"}), 1)
    with pytest.raises(CardError, match="chosen is barrier or code gate, not 'sentry'"):
        settled("Caryatid", "onr", chosen="sentry")


def test_a_piece_that_was_chosen() -> None:
    assert settled("Black Widow", "onr", chosen="ice").card.strength == 7
    plain = settled("Black Widow", "onr")
    assert (plain.card.strength, len(plain.assumed)) == (2, 1)


def test_cards_of_the_grip_that_are_revealed() -> None:
    tom = settled("Peeping Tom", revealed="2").card
    assert len(tom.rules.subs) == 2
    unknown = settled("Peeping Tom")
    assert (unknown.card.rules.subs, len(unknown.assumed)) == ((), 1)
    texts = [item.text for item in unknown.card.rules.unexecuted]
    assert texts == ["encounter: gain-sub {etr unless tag 1}*grip-of-a-type run"]


# ---- what decides a price ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "idle", "speaking"),
    [
        ("str +2 if threat>=3", {"around": {"threat": 2}}, {"around": {"threat": 3}}),
        ("str +2 if threat>=3", {}, {"around": {"threat": 4, "tags": 1}}),
        ("gain-sub {etr}*archives-transactions", {}, {"around": {"archives-transactions": 1}}),
        ("gain-sub {lame}*adv", {"advancement": 0}, {"advancement": 1}),
        ("loses 2 if adv>=3", {"advancement": 2}, {"advancement": 3}),
        ("if adv odd: +sentry -barrier", {"advancement": 2}, {"advancement": 3}),
        ("if adv odd: +sentry -barrier", {"advancement": 0}, {"advancement": 1}),
        ("loses 1 if adv exact", {"advancement": 0}, {"advancement": 4}),
        ("loses 1 if server=hq", {"server": "rd"}, {"server": "hq"}),
        ("loses 1 if server=hq", {"server": "remote"}, {"server": "hq"}),
    ],
)
def test_what_has_no_say_here(text: str, idle: dict[str, Any], speaking: dict[str, Any]) -> None:
    ice = unread("Odd", static=[text])
    assert undecided(ice, **idle) == ()
    assert undecided(ice, **speaking) == (f"'{text}' is not executed yet",)


def test_strength_that_nobody_stated_decides() -> None:
    digiconda = load_pool("onr").find("Digiconda")
    assert undecided(digiconda) == (NO_STRENGTH,)
    noted = replace(wall(), fidelity=Fidelity("approximate", ("no worked case yet",)))
    assert undecided(noted) == ()


def test_subroutines_that_nobody_can_read_may_trace() -> None:
    assert vague_trace(unread("Odd", subs=["trace X: etr"])) != ""
    assert vague_trace(unread("Odd", on=["encounter: trace X: etr"])) == ""
    assert vague_trace(unread("Odd", subs=["trick X: etr"])) == ""


# ---- what prices read --------------------------------------------------------------------

NET = Atom("net", Amount(1))
CORE = Atom("core", Amount(2))
READ: list[tuple[str, Node]] = [
    ("bounce any 1 grip", Atom("trash", Amount(1), ("any", "grip"))),
    ("net 1 unless core 2", Unless(NET, ((Price("core", Amount(2)),),))),
    (
        "net 1 unless own-prog 1",
        Choice("runner", (NET, Atom("give-up", Amount(1), ("prog",)))),
    ),
    ("runner: pay 3 | net 1", Unless(NET, ((Price("credits", Amount(3)),),))),
    (
        "runner: pay 3 | trash prog 1",
        Unless(Atom("give-up", Amount(1), ("prog",)), ((Price("credits", Amount(3)),),)),
    ),
    (
        "runner: pay 3 | net 1 | core 2",
        Unless(Choice("runner", (NET, CORE)), ((Price("credits", Amount(3)),),)),
    ),
    ("corp-may adv 2: net 1", May("corp", NET, (Price("adv", Amount(2)),))),
    ("net 1; bounce any 1 grip", Steps((NET, Atom("trash", Amount(1), ("any", "grip"))))),
    (
        "trace 3: net 1 unless own-prog 1 else bounce any 1 grip",
        Trace(
            Amount(3),
            Choice("runner", (NET, Atom("give-up", Amount(1), ("prog",)))),
            Atom("trash", Amount(1), ("any", "grip")),
        ),
    ),
]


@pytest.mark.parametrize(("text", "read"), READ)
def test_what_the_runner_gives_up_is_an_option(text: str, read: Node) -> None:
    as_sub = for_prices(wall(1, 1, text)).rules
    assert as_sub.subs == (read,)
    as_met = for_prices(wall(1, 1, "etr", on=[f"encounter: {text}"])).rules
    assert [clause.effect for clause in as_met.on] == [read]


def test_what_counts_as_the_run_goes_on_is_read_from_its_text() -> None:
    def left(**keys: Any) -> tuple[Card, list[tuple[str, str]]]:
        read = for_prices(wall(1, 1, "etr", **keys))
        return read, [(item.key, item.text) for item in read.rules.unexecuted]

    plain = wall(1, 1, "etr", static=["str +1*adv"], on=["encounter: net 1"])
    assert for_prices(plain) == plain
    read, texts = left(on=["sub-broken: cgain 1", "encounter: net 1"])
    assert texts == [("on", "sub-broken: cgain 1")]
    assert [clause.event for clause in read.rules.on] == ["encounter"]
    read, texts = left(static=["str +1*tags", "str +2 if hq>=3", "str +1*adv"])
    assert texts == [("static", "str +1*tags"), ("static", "str +2 if hq>=3")]
    assert [static.text for static in read.rules.statics] == ["str +1*adv"]
    assert all(isinstance(item, Unexecuted) for item in read.rules.unexecuted)


def test_a_card_without_such_clauses_stays_as_it_is() -> None:
    breaker = card("Breaker", "program", strength=2, break_=["1c: 1 any"])
    assert for_prices(breaker) == breaker


# ---- what stands -------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "left"), [(0, 5), (2, 3), (5, 0), (7, 0)])
def test_a_hive_has_fewer_subroutines_by_points(points: int, left: int) -> None:
    hive = load_pool("nsg").find("Hive")
    setting = alone(hive, 0, "remote")
    registers = {**setting.registers, "corp-points": points}
    assert len(subs_of(hive, replace(setting, registers=registers))) == left


def test_what_an_identity_changes_on_all_ice() -> None:
    strong = load_pool("nsg").find("Haas-Bioroid: Stronger Together")
    assert len(on_all_ice(strong)) == 1
    assert on_all_ice(card("Plain", "identity", static=["mu +1"])) == ()


def test_a_card_links_as_much_as_it_says() -> None:
    pool = load_pool("nsg")
    assert [pool.find(title).link for title in ("Sports Hopper", "Corroder")] == [1, 0]
