"""The card notation: its grammar, and that every message says what would be right."""

from __future__ import annotations

import pytest

from simcore.cards import notation
from simcore.cards.abilities import Purse
from simcore.cards.notation import (
    ATOMS,
    CONDITIONS,
    FLAGS,
    PRICES,
    REGISTERS,
    STATICS,
    STATICS_WRITTEN,
    atoms_of,
    parse_amount,
    parse_break,
    parse_clause,
    parse_condition,
    parse_costs,
    parse_effects,
    parse_load,
    parse_paid,
    parse_pump,
    parse_recurring,
    parse_rules,
    parse_runner_break,
    parse_static,
)
from simcore.cards.syntax import (
    ANY_NUMBER,
    PRICE_KINDS,
    Amount,
    Atom,
    Break,
    Choice,
    Clause,
    Condition,
    If,
    May,
    Node,
    Paid,
    Price,
    Psi,
    Pump,
    Rules,
    Sequence,
    Static,
    Trace,
    Unless,
)
from simcore.errors import NotationError

ETR = Atom("etr")


def net(amount: int) -> Atom:
    return Atom("net", Amount(amount))


def paying(amount: int) -> tuple[Price, ...]:
    return (Price("credits", Amount(amount)),)


TREES: list[tuple[str, Node]] = [
    ("etr", ETR),
    ("net 2", net(2)),
    ("net 2+1*adv", Atom("net", Amount(2, 1, "adv"))),
    ("rlose all", Atom("rlose", Amount(ANY_NUMBER))),
    ("trash prog 1", Atom("trash", Amount(1), ("prog",))),
    ("net 1; etr", Sequence((net(1), ETR))),
    ("{net 1; etr} unless pay 3", Unless(Sequence((net(1), ETR)), (paying(3),))),
    ("etr unless pay 5 | click 2", Unless(ETR, (paying(5), (Price("clicks", Amount(2)),)))),
    ("must-pay 3 else etr", Unless(ETR, (paying(3),), forced=True)),
    ("trace 3: net 2 else etr", Trace(Amount(3), net(2), ETR)),
    ("trace 2*ice-here: etr", Trace(Amount(0, 2, "ice-here"), ETR)),
    ("psi: etr else net 1", Psi(ETR, net(1))),
    ("if adv>=3: etr else net 1", If(Condition("adv", ">=", 3), ETR, net(1))),
    ("if !tagged: etr; net 1", Sequence((If(Condition("tagged", negated=True), ETR), net(1)))),
    ("corp-may: etr", May("corp", ETR)),
    (
        "corp-may pay 2 + hq 2: etr",
        May("corp", ETR, (Price("credits", Amount(2)), Price("hq", Amount(2)))),
    ),
    ("runner: net 1 | etr", Choice("runner", (net(1), ETR))),
    ("corp: {net 1; net 2} | etr", Choice("corp", (Sequence((net(1), net(2))), ETR))),
]


@pytest.mark.parametrize(("text", "tree"), TREES)
def test_effects_become_trees(text: str, tree: Node) -> None:
    assert parse_effects(text) == tree


def test_a_guard_covers_the_next_clause_only_and_braces_widen_it() -> None:
    assert parse_effects("trace 2: net 1; etr") == Sequence((Trace(Amount(2), net(1)), ETR))
    both = Sequence((net(1), ETR))
    assert parse_effects("trace 2: {net 1; etr}") == Trace(Amount(2), both)


def test_else_belongs_to_the_nearest_guard() -> None:
    inner = If(Condition("tagged"), ETR, net(1))
    assert parse_effects("trace 2: if tagged: etr else net 1") == Trace(Amount(2), inner)


@pytest.mark.parametrize("name", sorted(ATOMS))
def test_every_atom_can_be_written(name: str) -> None:
    word = ATOMS[name][0]
    node = parse_effects(f"{name} {word} 2".replace("  ", " "))
    assert node == Atom(name, Amount(2), (word,) if word else ())


@pytest.mark.parametrize("register", sorted(REGISTERS))
def test_every_register_scales_an_amount(register: str) -> None:
    assert parse_amount(f"2*{register}") == Amount(0, 2, register)
    assert parse_amount(register) == Amount(0, 1, register)


@pytest.mark.parametrize("subject", sorted(CONDITIONS))
def test_every_condition_can_be_written(subject: str) -> None:
    text = subject
    if subject not in FLAGS:
        text += "=hq" if subject == "server" else ">=2"
    assert parse_condition(text).subject == subject
    assert parse_condition("!" + text).negated


@pytest.mark.parametrize("word", sorted(PRICES))
def test_every_price_can_be_asked_for(word: str) -> None:
    node = parse_effects(f"etr unless {word} 2")
    assert isinstance(node, Unless)
    assert node.costs[0][0].kind in PRICE_KINDS


CLAUSES = [
    ("steal: tag 1", Clause("steal", Atom("tag", Amount(1)))),
    ("access[installed]: net 1", Clause("access", net(1), ("installed",))),
    ("root: approach-server: etr", Clause("approach-server", ETR, (), "root")),
    ("root[persistent]: run-end: etr", Clause("run-end", ETR, ("persistent",), "root")),
    (
        "this-run: run-begin: hosted 5",
        Clause("run-begin", Atom("hosted", Amount(5)), (), "this-run"),
    ),
    ("run[hq,rd]:", Clause("run", Sequence(()), ("hq", "rd"))),
    (
        "steal-cost: click 1 + pay 2",
        Clause(
            "steal-cost",
            May(
                "runner", Atom("nothing"), (Price("clicks", Amount(1)), Price("credits", Amount(2)))
            ),
        ),
    ),
]


@pytest.mark.parametrize(("text", "clause"), CLAUSES)
def test_clauses(text: str, clause: Clause) -> None:
    found = parse_clause(text)
    assert found.text == text
    assert (found.event, found.effect, found.qualifiers, found.scope) == (
        clause.event,
        clause.effect,
        clause.qualifiers,
        clause.scope,
    )


BREAKS = [
    ("1c: 2 barrier", Break((paying(1),), 2, ("barrier",))),
    ("2c: 3 barrier,code gate", Break((paying(2),), 3, ("barrier", "code gate"))),
    ("0c: any-number any", Break((paying(0),), ANY_NUMBER)),
    ("1c: 1 dragon", Break((paying(1),), 1, ("dragon",))),
    (
        "trash | pc 1: 1 sentry",
        Break(((Price("trash", Amount(1)),), (Price("power", Amount(1)),)), 1, ("sentry",)),
    ),
    (
        "vc 1: 1 any @host [no-interface]",
        Break(((Price("virus", Amount(1)),),), 1, interface=False, host_only=True),
    ),
    (
        "2c: 1 barrier [-1c if successful-run-this-turn]",
        Break(
            (paying(2),),
            1,
            ("barrier",),
            discount=1,
            discount_condition=Condition("successful-run-this-turn"),
        ),
    ),
    ("1c: 1 any [if rez>=5]", Break((paying(1),), 1, ice_is=Condition("rez", ">=", 5))),
    ("1c: 1 any [if nsubs=1]", Break((paying(1),), 1, ice_is=Condition("nsubs", "=", 1))),
    ("1c: 1 sentry @host-server", Break((paying(1),), 1, ("sentry",), here_only=True)),
    ("1c: 1 any [then trash-self at run-end]", Break((paying(1),), 1, dooms=True)),
]


@pytest.mark.parametrize(("text", "ability"), BREAKS)
def test_breaks(text: str, ability: Break) -> None:
    from dataclasses import replace

    assert parse_break(text) == replace(ability, text=text)


def test_boosts() -> None:
    assert parse_pump("2c: +3") == Pump((paying(2),), Amount(3), "encounter", "2c: +3")
    assert parse_pump("2c: +1 run").duration == "run"
    assert parse_pump("2c: +1 keep").duration == "keep"
    assert parse_pump("2c: +1 run [stealth]").stealth == ANY_NUMBER
    assert parse_pump("2c: +1 [stealth>=2]").stealth == 2
    assert parse_pump("2c: +1").stealth == 0
    assert parse_break("2c: 1 sentry [stealth>=1]").stealth == 1
    assert parse_static("root: ice-here str +2 if adv>=1").kind == "ice-here str"
    assert parse_pump("1c: +1*breakers").gain == Amount(0, 1, "breakers")


def test_paid_abilities() -> None:
    weaken = Atom("ice-str", Amount(1))
    assert parse_paid("vc 1: ice-str -1") == Paid(
        ((Price("virus", Amount(1)),),), weaken, "vc 1: ice-str -1"
    )
    assert parse_paid("rfg: archives-to-rd 2").costs == ((Price("rfg", Amount(1)),),)
    assert parse_runner_break("click 2: 2").interface is False


def test_standing_properties() -> None:
    assert parse_static("str -1*virus") == Static(
        "str", Amount(0, -1, "virus"), text="str -1*virus"
    )
    assert parse_static("str +5 if adv>=3").condition == Condition("adv", ">=", 3)
    for kind in STATICS:
        assert parse_static(STATICS_WRITTEN.get(kind, kind).replace("N", "2")).kind == kind


def test_recurring_and_loaded_credits() -> None:
    assert parse_recurring(2) == Purse(2)
    assert parse_recurring("2 breakers") == Purse(2, "breakers")
    assert parse_recurring("1*ice-here hq") == Purse(1, "", "hq", "ice-here")
    assert parse_recurring("1 hardware,programs stealth") == Purse(1, "hardware,programs stealth")
    assert parse_load(12) == Purse(12)
    assert parse_load("4 anything stealth") == Purse(4, "anything stealth")


MESSAGES = [
    (parse_effects, "nett 2", "did you mean 'net'"),
    (parse_effects, "explode", "there are access"),
    (parse_effects, "", "write 'nothing'"),
    (parse_effects, "trash 1", "trash needs one of prog, hw, res, any"),
    (parse_effects, "trash trojans 1", "it takes prog, hw, res, any"),
    (parse_effects, "trash 2 1", "trash takes one number, not '1' too"),
    (parse_effects, "rgain two", "rgain does not take 'two'; it takes a number only"),
    (parse_effects, "net 1*moons", "no register is called 'moons'; there are accesses"),
    (parse_effects, "net 1*advv", "did you mean 'adv'"),
    (parse_effects, "etr unless gold 2", "no cost is called 'gold'; there are adv, click"),
    (parse_effects, "etr unless click", "click needs a number, as in click 1"),
    (parse_effects, "trace x: etr", "expected a number such as 3 or 2*adv, found 'x'"),
    (parse_effects, "trace", "expected a number such as 3 or 2*adv, found 'the end'"),
    (parse_effects, "trace 3 etr", "expected ':'"),
    (parse_effects, "{etr", "expected '}'"),
    (parse_effects, "etr etr", "etr does not take 'etr'"),
    (parse_effects, "etr }", "cannot read on from '}'"),
    (parse_effects, "corp: etr", "a choice reads corp: EFFECT | EFFECT"),
    (parse_effects, "if taged: etr", "did you mean 'tagged'"),
    (parse_effects, "if adv: etr", "reads 'adv>=3'"),
    (parse_effects, "if tagged>=2: etr", "reads 'tagged'"),
    (parse_condition, "server=moon", "server= takes one of any, archives"),
    (parse_condition, "server>=hq", "server= takes one of any, archives"),
    (parse_condition, "adv>=many", "adv is compared with a number"),
    (parse_clause, "encountr: etr", "did you mean 'encounter'"),
    (parse_clause, "whenever: etr", "there are access"),
    (parse_clause, "encounter etr", "a clause reads EVENT: EFFECTS"),
    (parse_clause, "encounter:", "an effect is missing after encounter:"),
    (parse_clause, "access[instaled]: etr", "did you mean 'installed'"),
    (parse_clause, "steal-cost: pay 2 hq", "cannot read on from 'hq'"),
    (parse_costs, "2 credits", "write 2c, vc 1"),
    (parse_break, "1 barrier", "an ability reads COST: EFFECT"),
    (parse_break, "1c: barrier", "a break reads COST: COUNT TYPE"),
    (parse_break, "1c: every any", "any-number"),
    (parse_break, "1c: 0 barrier", "the count is 1 or more"),
    (parse_break, "1c: 1 bariier", "did you mean 'barrier'"),
    (parse_break, "1c: 1 code-gate", "did you mean 'code gate'"),
    (parse_break, "1c: 1 {etr}", "no ice is '{etr}'; there are advertisement, ambush, any"),
    (parse_break, "1c: 1 any if tagged", "no ice is 'any if tagged'"),
    (parse_break, "1c: 1 any [hidden]", "it takes no-interface"),
    (parse_break, "0c: 1 any [stealth]", "fewer credits than are stealth ones"),
    (parse_break, "1c | vc 1: 1 any [stealth]", "fewer credits than are stealth ones"),
    (parse_break, "2c: 1 any [stealth] [-1c if tagged]", "has no discount"),
    (parse_break, "1c: 1 any [3+ else net] [stealth]", "an attempt reads"),
    (parse_pump, "1c: +2 [stealth>=2]", "fewer credits than are stealth ones"),
    (parse_pump, "1c: +2 [stealth>=0]", "a boost reads COST"),
    (parse_pump, "1c: 2", "a boost reads COST: +N [run|turn|keep], as in 2c: +1 run"),
    (parse_pump, "1c: +0", "N is 1 or more"),
    (parse_effects, "bounce stack", "bounce says what goes, as in bounce prog grip"),
    (parse_static, "shiny", "there are str +N, advanceable"),
    (parse_runner_break, "click 1: two", "as in click 1: 1"),
    (parse_recurring, "two", 'a number or "N breakers"'),
    (parse_load, -1, "load takes a number of credits"),
]


@pytest.mark.parametrize(("parser", "text", "message"), MESSAGES)
def test_messages_say_what_would_be_right(parser: object, text: object, message: str) -> None:
    assert callable(parser)
    with pytest.raises(NotationError) as caught:
        parser(text)
    assert message in str(caught.value)


def test_rules_of_a_card() -> None:
    rules = parse_rules(
        {
            "subs": ["net 1", "etr"],
            "on": ["encounter: etr unless tag 1"],
            "static": ["str +2 if server=remote"],
            "rbreak": "click 1: 1",
            "corp": "trash: etr",
            "recurring": 1,
            "load": 3,
        }
    )
    assert rules.subs == (net(1), ETR)
    assert rules.sub_texts == ("net 1", "etr")
    assert len(rules.on) == len(rules.statics) == len(rules.runner_breaks) == 1
    assert len(rules.corp_abilities) == 1
    assert (rules.recurring, rules.load, rules.unexecuted) == (1, 3, ())


def test_what_cannot_be_read_is_kept_by_name_and_a_subroutine_keeps_its_place() -> None:
    rules = parse_rules({"subs": ["net 1", "dance 3", "etr"], "x": "3", "turn": ["a", "b"]})
    assert rules.subs == (net(1), Sequence(()), ETR)
    assert [(item.key, item.text) for item in rules.unexecuted] == [
        ("subs", "dance 3"),
        ("x", "3"),
        ("turn", "a"),
        ("turn", "b"),
    ]


def test_complaints_carry_the_place() -> None:
    places: list[str] = []
    parse_rules(
        {"subs": ["etr", "dance 3", 7], "load": "all"},
        lambda place, error: places.append(f"{place}: {type(error).__name__}"),
    )
    assert places == ["subs[1]: NotationError", "subs[2]: NotationError", "load: NotationError"]


def test_no_keys_make_no_rules() -> None:
    assert parse_rules({}) == Rules()


@pytest.mark.parametrize(("text", "tree"), TREES)
def test_atoms_of_a_tree_stand_in_reading_order(text: str, tree: Node) -> None:
    names = [atom.name for atom in atoms_of(tree)]
    starts = [text.index(name) for name in dict.fromkeys(names)]
    if "unless" not in text and "must-pay" not in text:
        assert starts == sorted(starts)
    assert names


def test_every_registry_entry_has_words() -> None:
    for registry in (notation.REGISTERS, notation.CONDITIONS, notation.EVENTS, notation.STATICS):
        assert all(registry.values())
