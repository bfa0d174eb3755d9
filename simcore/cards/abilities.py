"""Abilities with a cost, standing properties and purses to syntax trees."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from simcore.cards.clauses import parse_amount, parse_condition, parse_effects
from simcore.cards.syntax import (
    ANY_NUMBER,
    Amount,
    Atom,
    BaseLink,
    Break,
    Bypass,
    Condition,
    Cost,
    Gain,
    IceGift,
    Paid,
    Price,
    Pump,
    Static,
)
from simcore.cards.vocabulary import (
    DAMAGE,
    ICE_TYPES,
    ICE_TYPES_1996,
    PRICES,
    STATICS,
    STATICS_WRITTEN,
    hint,
)
from simcore.errors import NotationError

_ABILITY_COST = re.compile(r"^(?:(\d+)c|(vc|pc|click|grip|hq|forgo|adv)\s+(\d+)|(trash|rfg))$")


def parse_costs(text: str) -> tuple[Cost, ...]:
    """The cost before the colon of an ability: ``2c``, ``vc 1``, ``1c + pc 1 | trash``."""
    alternatives = []
    for alternative in text.split("|"):
        prices = []
        for part in alternative.split("+"):
            match = _ABILITY_COST.match(part.strip())
            if match is None:
                raise NotationError(
                    f"no cost reads {part.strip()!r}; write 2c, vc 1, pc 1, click 1, forgo 1, "
                    "grip 1, hq 1, trash or rfg"
                )
            paid, kind, count, self_word = match.groups()
            if paid is not None:
                prices.append(Price("credits", Amount(int(paid))))
            elif kind is not None:
                prices.append(Price(PRICES.get(kind, kind), Amount(int(count))))
            else:
                prices.append(Price(self_word, Amount(1)))
        alternatives.append(tuple(prices))
    return tuple(alternatives)


def _ability(text: str) -> tuple[tuple[Cost, ...], str]:
    cost, colon, body = text.partition(":")
    if not colon or not body.strip():
        raise NotationError(f"{text!r}: an ability reads COST: EFFECT")
    return parse_costs(cost), body.strip()


_BREAK = re.compile(
    r"^(\d+|any-number|all|all-but-\d+|X)\s+([^\[@]+?)\s*(@host-server|@host)?\s*"
    r"((?:\[[^\]]*\]\s*)*)$"
)
_WELDED = re.compile(r"^(\d+|X)c: \+(\d+|X); if can-interface: break (\d+|X) ([a-z ]+)$")
_BREAK_OPTIONS: dict[str, str] = {
    "no-interface": r"no-interface",
    "-Nc if CONDITION": r"-(?P<discount>\d+)c if (?P<condition>!?[a-z-]+)",
    "then trash-self at run-end": r"(?P<dooms>then trash-self at run-end)",
    "if str<=N": r"if str(?P<test><=|>=|=|!=)(?P<strength>\d+)",
    "if rez>=N": r"if (?P<asked>rez|nsubtypes|nsubs)(?P<how><=|>=|=|!=)(?P<number>\d+)",
    "then end-run": r"(?P<ends>then end-run)",
    "then str +N run": r"then str \+(?P<grows>\d+) run",
    "noisy N": r"noisy (?P<noise>\d+)",
    "N+ else net": r"(?P<die>[2-6])\+ else net",
    "1/sub": r"(?P<once>1/sub)",
    "stealth": r"stealth",
    "stealth>=N": r"stealth>=(?P<stealth>[1-9]\d*)",
    "no-access": r"(?P<blinds>no-access)",
    "after": r"(?P<after>after)",
    "1/encounter": r"(?P<limit>1)/encounter",
    "1/run": r"(?P<once_a_run>1/(?:run|turn))",
}
_TRACING = "{trace}"


def parse_break(text: str) -> Break:
    """``1c: 2 barrier``, ``2c: 3 barrier,code gate``, ``vc 1: 1 any @host [no-interface]``."""
    priced = text.partition(":")[0]
    costs, body = _ability(text.replace("Xc", "1c", 1) if "Xc" in priced else text)
    match = _BREAK.match(body)
    if match is None:
        raise NotationError(
            f"{text!r}: a break reads COST: COUNT TYPE [conditions], as in 1c: 2 barrier, "
            "with any-number for a break without a limit"
        )
    count, types, host, options = match.groups()
    fields: dict[str, Any] = {"host_only": host == "@host", "here_only": host == "@host-server"}
    if (count == "X") != ("Xc" in priced):
        raise NotationError(f"{text!r}: X stands in the price and in the number, or in neither")
    if count == "X":
        fields["sized"], count = True, "1"
    elif count == "all":
        count = "any-number"
    if count.startswith("all-but-"):
        fields["all_but"], count = int(count.removeprefix("all-but-")), "1"
    for option in re.findall(r"\[([^\]]*)\]", options):
        fields |= _break_option(option.strip(), text)
    kinds = tuple(_ice_type(kind.strip(), text) for kind in types.split(","))
    if kinds == ("any",) or kinds == (_TRACING,):
        fields["tracing"] = kinds != ("any",)
        kinds = ()
    number = int(count) if count.isdigit() else ANY_NUMBER
    if number < 1:
        raise NotationError(f"{text!r}: a break of no subroutines; the count is 1 or more")
    found = Break(costs, number, kinds, text=text, **fields)
    if found.once_a_run:
        found = replace(found, limit=1)
    _check_die(found)
    _check_special(found)
    if found.stealth and found.discount:
        raise NotationError(f"{text!r}: a price with stealth credits in it has no discount")
    _check_stealth(found)
    return found


_ICE_GIFT = re.compile(r"^encounter: (\d+)c: ice gains ([a-z ]+) \[1/turn\]$")


def gives_ice(text: str) -> bool:
    """Whether a clause is about a subtype that ice gains for a price."""
    return _ICE_GIFT.match(text) is not None


def parse_ice_gift(text: str) -> IceGift:
    """``encounter: 2c: ice gains barrier [1/turn]``."""
    match = _ICE_GIFT.match(text)
    assert match is not None
    return IceGift(int(match[1]), _ice_type(match[2], text), text)


def is_welded(text: str) -> bool:
    """Whether an ability boosts its card, then breaks if that is strong enough."""
    return _WELDED.match(text) is not None


def parse_welded(text: str) -> Break:
    """``Xc: +X; if can-interface: break X barrier``."""
    match = _WELDED.match(text)
    assert match is not None
    cost, gain, count, kind = match.groups()
    if "X" in (cost, gain, count) and not cost == gain == count:
        raise NotationError(f"{text!r}: price, strength and number are X all three, or none is")
    if gain == "0":
        raise NotationError(f"{text!r}: a boost of nothing; N is 1 or more")
    plain = parse_break(f"{cost}c: {count} {kind}")
    return replace(plain, gain=1 if gain == "X" else int(gain), text=text)


def _check_special(ability: Break) -> None:
    """What uses of a chosen size, or a limited number of them, may be combined with."""
    if (ability.is_special or ability.blinds) and (
        ability.die or ability.grows or len(ability.costs) > 1
    ):
        raise NotationError(
            f"{ability.text!r}: an ability with X, all-but, a limit or no-access has one price, "
            "throws no die and does not make its card grow"
        )


def _check_stealth(ability: Break | Pump) -> None:
    """Every price has the credits that have to be stealth credits."""
    least = 1 if ability.stealth == ANY_NUMBER else ability.stealth
    for cost in ability.costs:
        if sum(price.amount.base for price in cost if price.kind == "credits") < least:
            raise NotationError(f"{ability.text!r}: a price of fewer credits than are stealth ones")


def _check_die(ability: Break) -> None:
    """A die decides over one subroutine, for credits, and leaves nothing else behind."""
    if ability.once and not ability.die:
        raise NotationError(f"{ability.text!r}: 1/sub belongs to attempts, as in [4+ else net]")
    prices = {price.kind for cost in ability.costs for price in cost}
    left = ability.dooms or ability.ends or ability.grows or ability.noise or ability.stealth
    if ability.die and (ability.count != 1 or left or not prices <= {"credits"}):
        raise NotationError(
            f"{ability.text!r}: an attempt reads Nc: 1 TYPE [N+ else net] [1/sub], no more"
        )


def _break_option(option: str, text: str) -> dict[str, Any]:
    """The fields of `Break` that one condition in brackets sets."""
    for name, pattern in _BREAK_OPTIONS.items():
        found = re.fullmatch(pattern, option)
        if found is None:
            continue
        words = found.groupdict()
        if name == "no-interface":
            return {"interface": False}
        if name == "stealth":
            return {"stealth": ANY_NUMBER}
        if "discount" in words:
            condition = parse_condition(words["condition"])
            return {"discount": int(words["discount"]), "discount_condition": condition}
        if "strength" in words:
            test = Condition("str", words["test"], int(words["strength"]))
            return {"ice_strength": test}
        if "asked" in words:
            return {"ice_is": Condition(words["asked"], words["how"], int(words["number"]))}
        key, value = next(iter(words.items()))
        return {key: int(value) if value.isdigit() else True}
    raise NotationError(
        f"{text!r}: breaking does not take [{option}]; it takes {', '.join(_BREAK_OPTIONS)}"
    )


def _ice_type(kind: str, text: str) -> str:
    """A subtype to break: a known one, or a word of one's own that is no misspelling."""
    if kind in ("any", "chosen", _TRACING) or kind in ICE_TYPES or kind in ICE_TYPES_1996:
        return kind
    near = difflib.get_close_matches(kind, ICE_TYPES, cutoff=0.8)
    if near or not re.fullmatch(r"[a-z]+( [a-z]+)?", kind) or kind.startswith("any "):
        raise NotationError(f"{text!r}: no ice is {kind!r}{hint(kind, ['any', *ICE_TYPES])}")
    return kind


def parse_pump(text: str) -> Pump:
    """``1c: +1``, ``2c: +1 run``, ``1c: +1*breakers``, ``1c: +5 [stealth]``."""
    costs, body = _ability(text)
    match = re.match(
        r"^\+(\S+)(?:\s+(encounter|run|turn|keep))?(?:\s*\[stealth(?:>=([1-9]\d*))?(\]))?$", body
    )
    gain = parse_amount(match.group(1)) if match else None
    if match is None or gain is None:
        raise NotationError(
            f"{text!r}: a boost reads COST: +N [run|turn|keep], as in 2c: +1 run, "
            "with [stealth] or [stealth>=N] behind it"
        )
    if gain == Amount(0):
        raise NotationError(f"{text!r}: a boost of nothing; N is 1 or more")
    least, closed = match.group(3), match.group(4)
    stealth = 0 if closed is None else ANY_NUMBER if least is None else int(least)
    found = Pump(costs, gain, match.group(2) or "encounter", text, stealth)
    _check_stealth(found)
    return found


def parse_paid(text: str) -> Paid:
    """``vc 1: ice-str -1``, ``1c: ice-str -1 [interface]``, ``rfg: archives-to-rd 2``."""
    costs, body = _ability(text)
    if match := re.match(r"^ice-str -(\d+)\s*(\[interface\])?$", body):
        weaker = Atom("ice-str", Amount(int(match.group(1))))
        return Paid(costs, weaker, text, match.group(2) is not None)
    return Paid(costs, parse_effects(body), text)


_PER_SUB = re.compile(r"^(\d+)c\*subs$")
_BYPASS = re.compile(r"^(?P<types>[a-z !,]+?)\s*(?P<options>(?:\[[^\]]*\]\s*)*)$")


def parse_bypass(text: str) -> Bypass:
    """``trash: code gate [late]``, ``1c*subs: any [host]``, ``pc 1: any [str<=3] [1/turn]``."""
    cost, colon, body = text.partition(":")
    match = _BYPASS.match(body.strip()) if colon else None
    if match is None:
        raise NotationError(
            f"{text!r}: a bypass reads COST: TYPE [conditions], as in trash: sentry"
        )
    per_sub, parts = 0, []
    for part in cost.split("+"):
        if found := _PER_SUB.match(part.strip()):
            per_sub += int(found.group(1))
        else:
            parts.append(part)
    paid = parse_costs("+".join(parts))[0] if parts else ()
    fields: dict[str, Any] = {}
    for option in re.findall(r"\[([^\]]*)\]", match["options"]):
        fields |= _bypass_option(option, text)
    kinds = [word.strip() for word in match["types"].split(",")]
    types = () if kinds == ["any"] else tuple(_kind_of_card(kind, text) for kind in kinds)
    return Bypass(paid, types, per_sub, text=text, **fields)


def _bypass_option(option: str, text: str) -> dict[str, Any]:
    if option in ("late", "stealth"):
        return {option: True}
    if option == "clicks":
        return {"all_clicks": True}
    if option == "host":
        return {"on_host": True}
    if option == "1/turn":
        return {"once": True}
    if found := re.fullmatch(r"str<=(\d+)", option):
        return {"most_strength": int(found.group(1))}
    if found := re.fullmatch(r"threat>=(\d+)", option):
        return {"threat": int(found.group(1))}
    if found := re.fullmatch(r"corp-cr>=(\d+)", option):
        return {"corp_credits": int(found.group(1))}
    raise NotationError(
        f"{text!r}: a bypass does not take [{option}]; it takes host, late, stealth, clicks, "
        "1/turn, str<=N, threat>=N, corp-cr>=N"
    )


def parse_static(text: str) -> Static:
    """``advanceable``, ``str +5 if adv>=3``, ``str +1*breakers``; of a root card
    ``root: ice-here str +2 if adv>=1``, which asks about the piece of ice; of other cards
    ``ice str +1 [bioroid]``, ``host str -1*virus``, ``breakers str +2 [!ai]``."""
    body, _, condition = text.partition(" if ")
    test = parse_condition(condition) if condition else None
    if body.strip() in STATICS and body.strip() not in STATICS_WRITTEN:
        return Static(body.strip(), condition=test, text=text)
    if match := re.fullmatch(r"lose-sub (\S+)", body.strip()):
        lost = parse_amount(match.group(1))
        if lost is not None:
            return Static("lose-sub", lost, test, text)
    if match := re.fullmatch(r"break-limit (\d) printed", body.strip()):
        return Static("break-limit", Amount(int(match.group(1))), test, text)
    if match := re.fullmatch(r"prevent (\d+) ([a-z]+(?:,[a-z]+)*)", body.strip()):
        words = tuple(match.group(2).split(","))
        for word in words:
            if word not in DAMAGE:
                raise NotationError(f"{text!r}: no damage is called {word!r}{hint(word, DAMAGE)}")
        return Static("prevent", Amount(int(match.group(1))), test, text, words)
    if match := re.fullmatch(r"mu \+(\d+)", body.strip()):
        return Static("mu", Amount(int(match.group(1))), test, text)
    if match := re.fullmatch(r"root\s*:\s*ice-here adv \+(\d+)", body.strip()):
        return Static("ice-here adv", Amount(int(match.group(1))), test, text)
    if found := _STANDING.match(body.strip()):
        word, number, kept = found["kind"], int(found["number"] or 0), found["words"]
        words = (*(["persistent"] if found["persistent"] else []), *([kept] if kept else []))
        return Static(word, Amount(-number if found["sign"] == "-" else number), test, text, words)
    match = _STRENGTH.match(body.strip())
    amount = parse_amount(match.group(3)) if match else None
    if match is None or amount is None:
        known = ", ".join(STATICS_WRITTEN.get(kind, kind) for kind in STATICS)
        raise NotationError(f"no standing property reads {text!r}; there are {known}")
    if match.group(2) == "-":
        amount = Amount(-amount.base, -amount.factor, amount.register)
    whose = re.sub(r"^root\s*:\s*", "", match.group(1) or "")
    words = tuple(_kind_of_card(word.strip(), text) for word in (match.group(4) or "").split(","))
    return Static(f"{whose}str", amount, test, text, tuple(filter(None, words)))


_STANDING = re.compile(
    r"^(?:root\s*(?P<persistent>\[persistent\])?\s*:\s*)?"
    r"(?P<kind>no-success|no-steal|trash-cost|points|win|steal-limit|access-cost|trace-credits)"
    r"(?: (?P<sign>[+-])?(?P<number>\d+))?(?: (?P<words>assets))?$"
)


_GAIN = re.compile(
    r"^(?P<met>encounter: (?:if (?P<before>[^:]+): )?)?gain-sub \{(?P<sub>.+)\}"
    r"(?:\*(?P<by>[a-z-]+))?(?P<first> first)?(?: run)?(?: if (?P<test>\S+))?$"
)


def gains_subs(text: str) -> bool:
    """Whether a clause gives a piece of ice subroutines beside its printed ones."""
    return _GAIN.match(text) is not None


def parse_gain(key: str, text: str) -> Gain:
    """``gain-sub {etr}*adv``, ``encounter: gain-sub {net 1}*grip run``, ``gain-sub {trace 3:
    etr} if server=hq``."""
    match = _GAIN.match(text)
    amount = parse_amount(match["by"] or "1") if match is not None else None
    if match is None or amount is None:
        raise NotationError(f"{text!r}: what ice gains reads gain-sub {{EFFECTS}}*REGISTER")
    test = match["before"] or match["test"]
    return Gain(
        parse_effects(match["sub"]),
        amount,
        parse_condition(test) if test else None,
        first=match["first"] is not None,
        met=match["met"] is not None,
        key=key,
        text=text,
    )


_STRENGTH = re.compile(
    r"^(root\s*:\s*ice-here |(?:other-)?ice |host |guest |breakers )?str ([+-])(\S+)"
    r"(?: \[([^\]]+)\])?$"
)


def _kind_of_card(word: str, text: str) -> str:
    """A subtype of the cards that get strength, perhaps behind "!"."""
    if word and not re.fullmatch(r"!?[a-z]+( [a-z]+)?", word):
        raise NotationError(f"{text!r}: {word!r} is no subtype")
    return word


def stands(text: str) -> bool:
    """Whether an effect of a root card is a standing property, of its server or its ice."""
    return _STANDS.match(text) is not None


_STANDS = re.compile(
    r"^\s*root\s*(\[persistent\])?\s*:\s*(ice-here|no-success|no-steal|trash-cost)(\s|$)"
)


class Purse(NamedTuple):
    """Credits on a card: how many, `per` what, what they are for, and on which servers."""

    number: int
    use: str = ""
    at: str = ""
    per: str = ""


_PURSE = re.compile(
    r"^(?P<number>\d+)(?:\*(?P<per>ice-here|virus))?"
    r"(?: (?P<at>hq|rd|archives|remote|central))?"
    r"(?: (?P<use>anything|breakers|guest|installs|trashing|trashing-assets"
    r"|(?:programs|hardware|resources|fracters|decoders|killers)"
    r"(?:,(?:programs|hardware|resources))*))?(?P<stealth> stealth)?$"
)


def parse_recurring(value: object) -> Purse:
    """``2`` (for anything), ``"2 breakers"`` or ``"2 breakers stealth"`` (for icebreakers;
    stealth credits never for one of the subtype noisy), ``"2 central"`` (in runs on central
    servers), ``"1*ice-here hq"``, ``"1 fracters stealth"``, ``"1 installs"`` (of programs),
    ``"3 trashing"`` or ``"2 trashing-assets"`` (for trash costs)."""
    match = _PURSE.match(str(value))
    if match is None:
        raise NotationError(
            'recurring takes a number or "N breakers" or "N breakers stealth" or "N central", '
            f"not {value!r}"
        )
    words = [match["use"] or "", (match["stealth"] or "").strip()]
    use = " ".join(filter(None, words))
    return Purse(int(match["number"]), use, match["at"] or "", match["per"] or "")


_BASE_LINK = re.compile(r"^(\d+)c\s*:\s*(\+?)(\d+)$")


def parse_base_link(text: str) -> BaseLink:
    """``1c: 3`` (for 1 credit a base link of 3) or ``2c: +1`` (each 2 credits one more)."""
    match = _BASE_LINK.match(text.strip())
    if match is None:
        raise NotationError(
            f"{text!r}: a base link reads COST: LINK, as in 1c: 3, and a step to more of it "
            "COST: +N, as in 2c: +1"
        )
    cost, plus, value = match.groups()
    if plus and int(value) < 1:
        raise NotationError(f"{text!r}: a step of nothing; N is 1 or more")
    return BaseLink(int(cost), int(value), bool(plus), text)


def check_base_links(links: Sequence[BaseLink]) -> None:
    """A card has one base link, and at most one step to more of it."""
    for step, words in ((False, "base, as in 1c: 3"), (True, "step, as in 2c: +1")):
        number = sum(link.step == step for link in links)
        if number > 1:
            raise NotationError(f"base_link has {number} of these: {words}; one is the most")
        if number == 0 and not step:
            raise NotationError(f"base_link needs a {words}")


def parse_runner_break(text: str) -> Break:
    """``click 1: 1``: the Runner's own ability printed on a piece of ice."""
    costs, body = _ability(text)
    if not body.isdigit() or int(body) < 1:
        raise NotationError(
            f"{text!r}: the Runner's break on ice reads COST: COUNT, as in click 1: 1"
        )
    return Break(costs, int(body), interface=False, text=text)


def parse_forfeit(text: str) -> int:
    """``forfeit 1``: scored agendas that the Corp forfeits to rez the card."""
    if match := re.match(r"^forfeit (\d)$", text.strip()):
        return int(match.group(1))
    raise NotationError(f"{text!r}: what changes a rez cost reads forfeit N")


def parse_load(value: object) -> Purse:
    """Credits hosted on the card when it is installed, ``12``; ``"4 anything stealth"`` for
    those that the Runner spends from there."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return Purse(value)
    match = _PURSE.match(str(value))
    if match is None or match["at"] or match["per"] or not match["use"]:
        raise NotationError(f'load takes a number of credits or "N anything", not {value!r}')
    return parse_recurring(value)
