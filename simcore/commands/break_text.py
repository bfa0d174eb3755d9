"""What `simcore break` prints for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Any

from simcore.editions import EDITIONS
from simcore.prices.uncounted import NO_PART
from simcore.prices.way.answers import SEVERAL
from simcore.table import SERVERS, WIDTH

if TYPE_CHECKING:
    from fractions import Fraction

    from simcore.prices.bills import Bill
    from simcore.prices.cost import BreakCost
    from simcore.prices.drawn_cost import DrawnCost
    from simcore.prices.server_cost import ServerCost
    from simcore.scenario import Scenario

DRAWS_SHOWN = 40
SHOWN = 12
"""Payments that are printed, unless their steps are asked for."""
TOO_DEAR = " (more than the Runner has)"
"""Behind a way that the Runner of the scenario cannot pay, where it can pay others."""
Speak = Callable[[str], str]


def break_text(against: str, cost: BreakCost, edition: str, passing: bool, with_steps: bool) -> str:
    """One piece of ice: the cost, the steps, the payments worth having."""
    speak = EDITIONS[edition].speak
    ice, _, rest = against.partition(" against ")
    lines = [_wrap(f"{ice} ({_subs(cost.subs)}) against {rest}")]
    if not cost.possible:
        stopped = "stops the Runner" if passing else "cannot be broken completely"
        return "\n".join([*lines, stopped, *_left_out(cost, speak)])
    lines += _body(cost, speak, passing, with_steps)
    if len(cost.payments) == 1:  # of several ways each says it
        (bill,) = cost.payments
        lines += _from_pool(bill["credits"] - bill.get("from_purses", 0), bill["credits"], speak)
    return "\n".join([*lines, *_left_out(cost, speak)])


def _from_pool(pool: int | None, credits: int | None, speak: Speak) -> Iterable[str]:
    """What the pool has to pay, where purses pay the rest."""
    if pool != credits:
        yield speak(f"from the pool, purses used best: {_credits(pool)}")


def _left_out(cost: BreakCost, speak: Speak) -> Iterable[str]:
    """What the price rests on, and what it does not count."""
    for text in cost.uncounted:
        yield _wrap(speak(f"not counted: {text} (see --pass)"))
    yield from _beside(cost, speak)


def _beside(cost: BreakCost | ServerCost, speak: Speak) -> Iterable[str]:
    idle = [text.removesuffix(NO_PART) for text in cost.unused if text.endswith(NO_PART)]
    if idle:
        yield _wrap(speak(f"no part in it: {', '.join(idle)}"))
    left_out = [text for text in cost.unused if not text.endswith(NO_PART)]
    said = {"not counted": left_out, "assumed": cost.assumed}
    for words, texts in (said | {"approximate": cost.approximate}).items():
        for text in texts:
            yield _wrap(speak(f"{words}: {text}"))


def server_text(scenario: Scenario, cost: ServerCost, passing: bool, with_steps: bool) -> str:
    """A whole server: the same, and whether the Runner can pay."""
    edition = EDITIONS[scenario.edition]
    ice = ", ".join(cost.ice) or "no ice"
    where = edition.speak(SERVERS[scenario.server])
    lines = [_wrap(f"{scenario.source}: {where}, {ice} ({_subs(cost.subs)})")]
    if not cost.possible:
        not_broken = "" if passing else "all broken, "
        lines.append(f"{not_broken}no way past {cost.stopped_by}")
        return "\n".join([*lines, *_beside(cost, edition.speak), *_notes(scenario)])
    lines += _body(cost, edition.speak, passing, with_steps)
    lines += _from_pool(cost.pool, cost.cost, edition.speak)
    lines += _payable(cost, edition.speak, passing)
    if cost.uncounted:
        lines.append(_wrap(f"not counted, in the root: {', '.join(cost.uncounted)}"))
    lines += _beside(cost, edition.speak)
    lines += _notes(scenario)
    return "\n".join(lines)


def drawn_text(scenario: Scenario, drawn: DrawnCost, passing: bool) -> str:
    """A server whose ice is not all known: a line for each draw, the likeliest first."""
    speak = EDITIONS[scenario.edition].speak
    where = speak(SERVERS[scenario.server])
    many = f"{drawn.unknown} of {len(scenario.ice)} pieces of ice unknown"
    draws = len(drawn.possibilities)
    lines = [_wrap(f"{scenario.source}: {where}, {many}, {draws} draw{'' if draws == 1 else 's'}")]
    lines.append(f"{'chance':>8}{'cost':>6}  ice")
    ordered = sorted(drawn.possibilities, key=lambda each: -each.chance)
    for each in ordered[:DRAWS_SHOWN]:
        cost = each.cost
        price = "?" if cost is None else "—" if cost.cost is None else str(cost.cost)
        lines.append(_wrap(f"{_share(each.chance):>8}{price:>6}  {', '.join(each.ice)}", 16))
    if draws > DRAWS_SHOWN:
        lines.append(f"  … and {draws - DRAWS_SHOWN} more; --json has them all")
    reasons = dict.fromkeys(each.refused for each in ordered if each.refused)
    lines += [_wrap(f"not worked out (?): {reason}") for reason in reasons]
    if drawn.mean is not None:
        span = f"cheapest {drawn.cheapest}, dearest {drawn.dearest}"
        lines.append(speak(f"mean: {float(drawn.mean):.2f} credits ({span})"))
        if drawn.mean_pool != drawn.mean and drawn.mean_pool is not None:
            pool = f"{float(drawn.mean_pool):.2f} credits"
            lines.append(speak(f"from the pool, purses used best: {pool}"))
    closed = 1 - drawn.possible - drawn.refused
    if closed:
        way = "no way past" if passing else "not all can be broken"
        lines.append(f"{way} (—): {_share(closed)}")
    lines.append(f"the Runner of the scenario can pay: {_share(drawn.affordable)}")
    return "\n".join(lines)


def _notes(scenario: Scenario) -> Iterable[str]:
    """What is remarkable about the scenario file."""
    return [_wrap(f"note: {note}") for note in scenario.notes]


def _payable(cost: ServerCost, speak: Speak, passing: bool) -> Iterable[str]:
    """What the Runner of the scenario has the credits for, and how, where it is dearer."""
    ways = [bill for bill in cost.payments if bill["affordable"]]
    if not ways:
        yield "the Runner of the scenario cannot pay for any of these ways"
        return
    if _cheapest(cost.payments)["affordable"]:
        yield "the Runner of the scenario can pay for that"
        return
    cheapest = _cheapest(ways)
    price = speak(payment_text(cheapest))
    yield _wrap(f"the Runner of the scenario cannot pay for that, but can pay {price}:")
    yield from _steps(cheapest["steps"], speak)
    if passing:
        yield from _unbroken(cheapest.get("unbroken", ()), speak)


def _cheapest(bills: Sequence[Bill]) -> Bill:
    """The first of those that cost the fewest credits: the one whose steps are told."""
    return min(bills, key=lambda bill: bill["credits"])


def _share(chance: Fraction) -> str:
    return f"{float(chance) * 100:.1f} %"


def _body(cost: BreakCost | ServerCost, speak: Speak, passing: bool, steps: bool) -> Iterable[str]:
    yield _wrap(speak(f"cost: {_credits(cost.cost)}{_beside_credits(cost)}"))
    yield from _steps(cost.steps, speak)
    if passing:
        yield from _unbroken(cost.unbroken, speak)
    if len(cost.payments) > 1:
        shown = {payment_text(bill): bill for bill in reversed(cost.payments)}
        texts = list(dict.fromkeys(payment_text(bill) for bill in cost.payments))
        yield f"ways to pay ({len(texts)}):"
        payable = {payment_text(bill) for bill in cost.payments if bill.get("affordable", True)}
        for text in texts if steps else texts[:SHOWN]:
            several = " (each figure at its worst)" if SEVERAL in shown[text]["steps"] else ""
            too_dear = "" if text in payable or not payable else TOO_DEAR
            yield _wrap(f"  {speak(text)}{several}{too_dear}")
            if steps:
                yield from _steps(shown[text]["steps"], speak, "      ")
        if not steps and len(texts) > SHOWN:
            yield f"  … and {len(texts) - SHOWN} more; --json has them all"


def _beside_credits(cost: BreakCost | ServerCost) -> str:
    """What else the way takes whose steps follow."""
    told = next(bill for bill in cost.payments if tuple(bill["steps"]) == cost.steps)
    text = payment_text(told | {"credits": 0, "lasts": {}})
    return f", {text}" if text != "nothing" else ""


def _steps(steps: Iterable[str], speak: Speak, indent: str = "  ") -> Iterable[str]:
    for step in steps:
        title, colon, done = step.rpartition(": ")
        yield _wrap(f"{indent}{title}{colon}{speak(done)}")


def _unbroken(texts: Iterable[str], speak: Speak) -> Iterable[str]:
    texts = list(texts)
    if texts:
        yield "unbroken:"
        for text in texts:
            yield _wrap(f"  {speak(text)}")


def _subs(number: int) -> str:
    return f"{number} subroutine{'' if number == 1 else 's'}"


def _credits(number: int | None) -> str:
    return f"{number} credit{'' if number == 1 else 's'}"


_WORDS = {
    "counters": "counter",
    "cards": "card of the grip",
    "clicks": "click",
    "dice": "throw of a die",
    "damage": "damage",
    "discarded": "card of the grip lost",
    "credits_lost": "credit lost",
    "clicks_lost": "click lost",
    "tags": "tag",
    "points_lost": "agenda point lost",
    "noise": "stealth credit driven off",
    "silenced": "program that cannot be used",
}
_PLURALS = {
    "cards": "cards of the grip",
    "dice": "throws of a die",
    "damage": "damage",
    "discarded": "cards of the grip lost",
    "credits_lost": "credits lost",
    "clicks_lost": "clicks lost",
    "noise": "stealth credits driven off",
    "points_lost": "agenda points lost",
    "silenced": "programs that cannot be used",
}


def payment_text(bill: dict[str, Any]) -> str:
    """``"3 credits, 1 counter (Leech 1)"``: the parts of a payment that are not nothing."""
    parts = []
    bill = bill | {"damage": bill.get("damage", 0) - bill.get("discarded", 0)}
    if bill["credits"]:
        credits = _credits(bill["credits"])
        purses = bill.get("from_purses")
        parts.append(f"{credits} ({purses} from purses)" if purses else credits)
    for name, word in _WORDS.items():
        if number := bill.get(name):
            part = f"{number} {word if number == 1 else _PLURALS.get(name, word + 's')}"
            if name == "counters":
                part += _of_cards(bill.get("virus", {}), bill.get("power", {}))
            parts.append(part)
    homes = {"grip": list(bill.get("to_grip", ())), "stack": list(bill.get("to_stack", ()))}
    parts += _given_up(bill.get("trashed", ()), homes)
    for name, words in (
        ("condemned", "{} trashed when the run ends"),
        ("used_up", "{} used up"),
    ):
        parts += [words.format(title) for title in bill.get(name, ())]
    parts += _lost(
        bill.get("cards_lost", ()), bill.get("cards_taken", 0), bill.get("surely_lost", ())
    )
    parts += ["the run ends"] if bill.get("ends_run") else []
    parts += ["nothing is accessed"] if bill.get("no_access") else []
    alone = bill.get("access_only")
    parts += [f"nothing but {alone} is accessed"] if alone else []
    parts += ["nothing stolen or trashed"] if bill.get("no_steal") else []
    parts += _curbs(bill)
    lasts = [f"{title} +{gain}" for title, gain in bill.get("lasts", {}).items()]
    text = ", ".join(parts) or "nothing"
    return f"{text} (for the run: {', '.join(lasts)})" if lasts else text


def _of_cards(virus: dict[str, int], power: dict[str, int]) -> str:
    """Of what card counters are, and of several cards how many of which."""
    titles = list(virus | power)
    if len(titles) < 2:
        return "".join(f" of {title}" for title in titles)
    numbers = (virus.get(title, 0) + power.get(title, 0) for title in titles)
    each = (f"{number} of {title}" for number, title in zip(numbers, titles, strict=True))
    return f" ({', '.join(each)})"


def _given_up(titles: Sequence[str], homes: dict[str, list[str]]) -> list[str]:
    """The cards that go for what they do: trashed, or back to one of their `homes`."""
    parts = []
    for title in titles:
        home = next((name for name, there in homes.items() if title in there), "")
        if home:
            homes[home].remove(title)
        parts.append(f"{title} back to the {home}" if home else f"{title} trashed")
    return parts


def _curbs(bill: dict[str, Any]) -> list[str]:
    """What else the Runner cannot do any more."""
    fewer, most = bill.get("fewer_accessed", 0), bill.get("most_accessed", 0)
    parts = [f"{fewer} card{'s'[: fewer > 1]} fewer accessed"] if fewer else []
    parts += [f"at most {most} card{'s'[: most > 1]} accessed"] if most else []
    parts += ["no further run this turn"] if bill.get("last_run") else []
    return parts + ([f"hand size {less} smaller"] if (less := bill.get("hand_less")) else [])


def _lost(titles: Sequence[str], taken: int, surely: Sequence[str]) -> list[str]:
    """The cards that the Corp takes: all of them, or so many of those that it may take, and those
    that go `surely`."""
    if not taken:
        return [f"{title} lost" for title in titles]
    open_ones = list(titles)
    for title in surely:
        open_ones.remove(title)
    number = taken - len(surely)
    return [*(f"{title} lost" for title in surely), f"{number} of {', '.join(open_ones)} lost"]


def _wrap(text: str, under: int = 0) -> str:
    indent = under or len(text) - len(text.lstrip()) + 2
    return fill(text, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False)
