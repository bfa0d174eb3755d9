"""What the kernel cannot play is refused by name, and nothing beside it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from agreement.compare import difference, report
from boards import board, card, fracter, wall

from simcore.cards.card import Card
from simcore.cards.pool import load_pool
from simcore.encode import encode
from simcore.errors import CapacityError
from simcore.kernel.layout import MAX_BASE_LINKS
from simcore.never_played import left_out_of_memory
from simcore.reference import enumerate_figures
from simcore.sampling.replay import replay
from simcore.scenario import PlacedIce, PlacedRoot, RigCard, Scenario


def program(title: str, **keys: object) -> Card:
    return card(title, "program", strength=2, subtypes={"icebreaker"}, **keys)


BACK = wall(9, 1, "self-derez; go-outermost", title="Back")
QUIET = wall(2, 1, "nothing", title="Quiet")
GIVING = wall(9, 1, "gain-etr later", title="Giving")
TAXING = wall(9, 1, "break-tax 1", title="Taxing")
GROWING = wall(9, 1, "ice-str 1 run", title="Growing")
PAIRED = wall(9, 1, "power 1", "net 1*power-pairs", title="Paired")
FEW = wall(9, 1, "max-access 1", title="Few")
DICE = program("Dice", break_=["0c: 1 any [4+ else net]"])
ROLLED = program("Rolled", break_=["1c: 1 any"], on=["passed-used: roll 1-1: self-trash"])
SNOWBALL = program("Growing Breaker", break_=["1c: 1 barrier [then str +1 run]"])
DEAR = card("Dear", "agenda", points=1, effects=["steal-cost: pay 1"])
CHEAP = card("Cheap", "agenda", points=1)
FILLED = RigCard(card("Purse", "resource", load="3 anything"), credits=3)
ASKING = card("Asking", "resource", on=["run-begin: must-pay 1 else tag 1"])
LINK = card("Link", "program", base_link=["0c: 1"])
BLINDING = program("Blinding", break_=["1c: 1 barrier [no-access]"])
WAITING = wall(9, 1, title="Waiting", corp=["trash: etr"])
COUNTED = ["agenda-stolen: rgain 1*ice-here", "run-end: tag 1"]
COUNTING = {"identity": card("Counting", "identity", effects=["tagged: rgain 1*ice-here"])}
TELLING = card("Telling", "resource", on=["run-begin: tag 1"])
PICKY = wall(9, 1, "corp: {if tagged: net 1} | tag 1", title="Picky")
EITHER = wall(9, 1, "corp: {if tagged: net 1 else net 2} | tag 1", title="Either")
TAGGER = wall(9, 1, "tag 1", title="Tagger")
TRACER = {"identity": card("Tracer", "identity", effects=["tagged: trace 3: net 1"])}
PAYER = {"identity": card("Payer", "identity", effects=["tagged: cgain 1"])}
PILE = {"archives": (card("Dull", "asset"),) * 3}
DOCTOR = PlacedRoot(card("Doctor", "upgrade", trash=2, corp=["rfg: archives-to-rd 2"]), rezzed=True)
SURGEON = PlacedRoot(
    card("Surgeon", "upgrade", trash=2, corp=["trash: archives-to-rd 2"]), rezzed=True
)
GUEST = RigCard(card("Guest", "program", static=["hosted-on-breaker", "host str +1"]), on_card=0)
USED_UP = program("Used Up", break_=["1c: 1 any"], on=["used: self-trash"])
THROWN = program("Thrown", break_=["trash: 1 any"])
CONDEMNED = program("Condemned", break_=["1c: 1 any [then trash-self at run-end]"])
TRASHED = program("Purse Breaker", break_=["trash: 1 barrier"], recurring="1 breakers")
GROWING = card("Growing", "program", on=["success: virus 1", "breach: access 1*virus"])
CHARGED = card("Charged", "program", on=["run-begin: virus 1"])
NEARER = card("Nearer", "program", on=["approach-server: virus 1"])
LATE = card("Late", "program", on=["success: virus 1"])
CHARGER = card("Charger", "identity", side="runner", on=["run-begin: power 1"])


def found_rezzed(title: str) -> PlacedRoot:
    return PlacedRoot(load_pool().find(title), rezzed=True)


FLEETING = PlacedRoot(
    card(
        "Fleeting",
        "upgrade",
        trash=0,
        effects=["root[persistent]: approach-server: tag 1", "root: run-end: rclick 1"],
    ),
    rezzed=True,
)
SILENT = (found_rezzed("Crisium Grid"),)

TAKING = ["run-begin: take 1"]
GROWN = wall(9, 1, "if tagged: power 1", "net 1*power", title="Grown")
BY_GRIP = "success: take 1*grip"
PURSES = card("Purses", "resource", recurring="1 breakers", on=["run-begin: hosted 1"])
METER: dict[str, Any] = {"corp": ["pc 1: rlose 1"]}
PASSING = wall(9, 1, "nothing", title="Passing", on=["pass: self-trash"], **METER)
KEEPING = PlacedRoot(
    card("Keeping", "upgrade", effects=["root[persistent]: no-steal", "root: success: tag 1"])
)
HUSHING = RigCard(card("Hushing", "program", static=["hosted-on-ice", "host blank"]), host=1)
HOSTING = card("Hosting", "resource", on=["run-begin: hosted 1"])


def without_ice(*effects: str) -> Scenario:
    """A server with no ice in 2012, where the doctor acts behind the approach."""
    doctor = card("Late Doctor", "upgrade", corp=["rfg: archives-to-rd 2"], effects=list(effects))
    return replace(board(root=(PlacedRoot(doctor, rezzed=True),), corp=PILE), edition="ffg2012")


REFUSED = [
    *(
        (f"a program on {host.title}", board(QUIET, rig=(host, GUEST)), "with a program on it")
        for host in (USED_UP, THROWN, CONDEMNED)
    ),
    (
        "an end laid on ice that cannot gain any",
        board(GIVING, QUIET, rig=(HUSHING,)),
        "Giving: gives subroutines, and Quiet cannot gain any",
    ),
    ("a die before ice that sends back", board(QUIET, BACK, rig=(ROLLED,)), "sends back"),
    ("growth before ice that sends back", board(QUIET, BACK, rig=(SNOWBALL,)), "sends back"),
    ("a die before what was given", board(GIVING, QUIET, rig=(DICE,)), "attempts by die"),
    ("a die before what is taxed", board(TAXING, QUIET, rig=(DICE,)), "attempts by die"),
    ("half of what grows", board(PAIRED), "a part of counters that change"),
    ("fewer accesses, a price to steal", board(FEW, root=(DEAR,)), "steal costs beside"),
    (
        "a payment before credits for the run",
        board(QUIET, rig=(ASKING, HOSTING)),
        "payments while the run",
    ),
    (
        "credits taken from a purse",
        board(rig=(card("Chest", "resource", recurring=2, effects=TAKING),)),
        "'run-begin: take 1'",
    ),
    (
        "credits taken for each theft",
        board(rig=(card("Chest", "resource", effects=["agenda-stolen: take 1"]),)),
        "'agenda-stolen: take 1'",
    ),
    (
        "credits taken twice",
        board(rig=(card("Chest", "resource", effects=[*TAKING, "success: take 1"]),)),
        "more than once",
    ),
    ("more counters than are kept", board(PlacedIce(GROWN, rezzed=True, power=8)), "so many"),
    ("ice that leaves with counters", board(PASSING), "leaves when it is passed"),
    ("partly persistent", board(root=(KEEPING,)), "persistent for some"),
    ("shuffled in behind the approach", without_ice("root: success: tag 1"), "not executed"),
    ("ice that rezzes ice", board(wall(on=["rez: rez-ice free"])), "rezzes ice"),
    ("a trace after a tag", board(TAGGER, corp=TRACER), "a tag that ends the run"),
    ("cards shuffled in", board(QUIET, server="hq", root=(DOCTOR,), corp=PILE), "not executed"),
    ("a price in trash", board(QUIET, root=(SURGEON,), corp=PILE), "not executed"),
    ("many links", board(QUIET, rig=(LINK,) * (MAX_BASE_LINKS + 1)), "base links in one rig"),
    ("a counter before the ice", board(QUIET, rig=(CHARGED,)), "'virus' at run-begin"),
    ("a counter at the server", board(QUIET, rig=(NEARER,)), "'virus' at approach-server"),
    (
        "ice that leaves and is counted at the end",
        board(WAITING, corp=COUNTING, rig=(card("Fan", "resource", effects=COUNTED[1:]),)),
        "'self-trash' is not executed",
    ),
    (
        "ice that turns down as it is passed",
        board(wall(9, 1, "trash-on-pass 1", title="Turning", on=["pass: self-derez"])),
        "'self-derez' at pass",
    ),
    *(
        (
            f"{text} of ice",
            board(wall(9, 1, *subs, title="Odd", on=on), rig=(fracter(),)),
            "not executed",
        )
        for text, subs, on in (
            ("a kind asked for", (), ["end[barrier]: tag 1"]),
            ("one of several broken", ("etr", "etr"), ["sub-broken[1/turn]: tag 1"]),
            ("more for each broken", ("etr", "etr"), ["sub-broken: gain-etr 1 later"]),
            ("a bid left for success", ("on-success: psi: tag 1",), []),
            ("an end left for success", ("on-success: etr",), []),
        )
    ),
    *(
        (f"'{text}' of the rig", board(QUIET, rig=(card("Odd", "resource", on=[text]),)), text[:7])
        for text in ("run-end[rezzed]: tag 1", "success[!archives]: tag 1")
    ),
    (
        "an agenda spared by a tag",
        board(root=(DEAR,), corp={"identity": card("Odd", "identity", on=["tagged: no-steal"])}),
        "'no-steal' at tagged",
    ),
    (
        "credits taken by what is counted then",
        board(rig=(RigCard(card("Chest", "resource", load=2, on=[BY_GRIP]), credits=2),)),
        "'take' by grip",
    ),
    (
        "the first access of any card",
        board(root=(card("Odd", "asset", on=["access[first]: tag 1"]),)),
        "not executed",
    ),
    (
        "two purses on a card",
        board(QUIET, rig=(RigCard(PURSES, credits=1),)),
        "'run-begin: hosted 1'",
    ),
    ("what failed", board(root=(*SILENT, found_rezzed("Georgia Emelyov"))), "beside Crisium Grid"),
    (
        "a counter of success",
        board(server="rd", root=SILENT, rig=(GROWING,)),
        "beside Crisium Grid",
    ),
    (
        "subroutines gained for the run, met again",
        board(load_pool().find("Komainu"), BACK),
        "gained for the run",
    ),
    ("a purse that is trashed", board(QUIET, rig=(RigCard(TRASHED, credits=1),)), "to break"),
]
PLAYED = [
    ("what ends with the card that goes", board(QUIET, root=(FLEETING,))),
    ("credits beside credits for the run", board(QUIET, rig=(HOSTING, TELLING))),
    (
        "a credit for each theft",
        board(rig=(card("Fan", "resource", effects=["agenda-stolen: rgain 1"]),)),
    ),
    ("as many counters as are kept", board(PlacedIce(GROWN, rezzed=True, power=7))),
    (
        "ice with counters that tells as it is passed",
        board(wall(9, 1, "nothing", on=["pass: tag 1"], **METER)),
    ),
    ("cards shuffled in by one that tells", without_ice("access: tag 1")),
    ("ice that sends back", board(QUIET, BACK, rig=(fracter(),))),
    ("a die", board(QUIET, GROWING, rig=(ROLLED,))),
    ("growth", board(QUIET, GROWING, rig=(SNOWBALL,))),
    ("attempts by die at stronger ice", board(GROWING, QUIET, rig=(DICE,))),
    ("what was given", board(GIVING, QUIET, rig=(fracter(),))),
    ("an end laid on other ice", board(QUIET, QUIET, GIVING, rig=(HUSHING,))),
    ("fewer accesses", board(FEW, root=(CHEAP,))),
    (
        "no access, a price to steal",
        board(wall(2, 1, "etr"), root=(DEAR, CHEAP), rig=(BLINDING,)),
    ),
    (
        "ice that leaves at the end, counted before",
        board(WAITING, rig=(card("Fan", "resource", effects=COUNTED),)),
    ),
    ("a price to steal", board(QUIET, root=(DEAR,))),
    ("a purse", board(QUIET, rig=(FILLED, LINK))),
    ("a payment beside a purse", board(QUIET, rig=(FILLED, ASKING))),
    ("a payment behind credits for the run", board(QUIET, rig=(HOSTING, ASKING))),
    ("an effect beside a purse", board(QUIET, rig=(FILLED, TELLING))),
    ("a choice of what there always is", board(EITHER)),
    ("a choice that hangs on a tag", board(PICKY)),
    ("a credit after a tag", board(TAGGER, corp=PAYER)),
    ("cards shuffled in before the access", board(QUIET, root=(DOCTOR,), corp=PILE)),
    ("a payment", board(QUIET, rig=(ASKING,))),
    ("what failed", board(root=(found_rezzed("Georgia Emelyov"),))),
    (
        "counters that no access counts",
        board(server="rd", root=SILENT, rig=(load_pool().find("Datasucker"),)),
    ),
    ("subroutines gained for the run", board(load_pool().find("Komainu"), QUIET)),
    ("links", board(QUIET, rig=(LINK,) * MAX_BASE_LINKS)),
    ("a counter after the ice", board(QUIET, rig=(LATE,))),
    ("a counter on an identity", board(QUIET, identity=CHARGER)),
    ("an ability of ice that is never used", board(load_pool().find("Border Control"))),
]


@pytest.mark.parametrize(
    ("scenario", "words"), [each[1:] for each in REFUSED], ids=[each[0] for each in REFUSED]
)
def test_refused(scenario: Scenario, words: str) -> None:
    with pytest.raises(CapacityError, match=words):
        encode(scenario)


@pytest.mark.parametrize("name", ["what failed", "a counter of success"])
def test_the_judge_refuses_what_is_never_played(name: str) -> None:
    scenario, words = next(each[1:] for each in REFUSED if each[0] == name)
    with pytest.raises(CapacityError, match=words):
        enumerate_figures(scenario)


@pytest.mark.parametrize("scenario", [each[1] for each in PLAYED], ids=[each[0] for each in PLAYED])
def test_played(scenario: Scenario) -> None:
    found = difference(scenario, 1, 12)
    assert found is None, report(scenario, 1, found)


@pytest.mark.parametrize("laid", ["gain-etr later", "ice-str 1 run", "adv 1", "tag 1"])
def test_more_laid_on_ice_than_was_prepared_for_is_an_error(laid: str) -> None:
    loop = wall(9, 1, f"{laid}; go-outermost", title="Loop")
    tall = wall(9, 1, "nothing", title="Tall", static=["advanceable", "str +1*adv"])
    with pytest.raises(CapacityError, match="more often than can be followed"):
        replay(encode(board(loop, tall)), 1, 0)


@pytest.mark.parametrize(("rig", "said"), [(3, True), (2, False)])
@pytest.mark.parametrize(("ice", "takes"), [("trash any 1", True), ("trash prog 1", False)])
def test_memory_that_goes_is_no_reason_to_lose_programs(
    rig: int, said: bool, ice: str, takes: bool
) -> None:
    """5 units of 4 + 1: without the console a program would have to go; or 4 of 4."""
    console = card("Console", "hardware", subtypes={"console"}, static=["mu +1"])
    cards = [card("Program", "program", memory=units) for units in (2, 2, 1)[:rig]]
    scenario = board(wall(2, 1, ice), rig=(console, *cards))
    notes = left_out_of_memory(scenario)
    assert notes == ("no program goes for want of memory where Console is lost",) * (said and takes)
