"""What a card does in plain words, a line a clause: so a person can hold it against its table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.cards.english import (
    COMPARED,
    SERVERS,
    condition,
    cost_in_words,
    costs_in_words,
    english,
    how_many,
    some,
)
from simcore.cards.notation import REGISTERS, STATICS
from simcore.cards.syntax import (
    ANY_NUMBER,
    Amount,
    BaseLink,
    Break,
    Bypass,
    Clause,
    Gain,
    May,
    Paid,
    Pump,
    Static,
)
from simcore.cards.words import in_words_of

if TYPE_CHECKING:
    from simcore.cards.card import Card

_EVENTS = {
    "run": "starts a run on",
    "run-begin": "when the run begins",
    "rez": "when rezzed",
    "rez-in-run": "when rezzed during a run on its server",
    "encounter": "when encountered",
    "end": "when an encounter with it ends",
    "sub-broken": "for each of its subroutines that was broken",
    "printed-broken": "for each subroutine printed on it that was broken",
    "used": "at the end of an encounter in which it broke something",
    "full-break": "when it alone has broken all of a piece of ice",
    "pass": "when passed",
    "passed-used": "when a piece is passed that it broke something of",
    "all-passed": "when all ice has been passed",
    "approach-server": "when the server is approached",
    "success": "when the run succeeds",
    "instead": "in place of the breach",
    "breach": "when the server is breached",
    "access": "on access",
    "steal-cost": "to steal it, also",
    "steal": "when stolen",
    "agenda-stolen": "when any agenda is stolen",
    "trash-accessed": "when an accessed card is trashed",
    "tagged": "when the Runner is tagged",
    "run-end": "when the run ends",
    "expose": "when exposed",
}
QUALIFIERS = {
    "installed": "only while installed",
    "!installed": "only while not installed",
    "rezzed": "only while rezzed",
    "!success": "only without success",
    "!archives": "not in Archives",
    "archives": "only Archives",
    "reveal": "revealed when accessed in R&D",
    "accessed": "only a card being accessed",
    "together": "once for all that go together",
    "persistent": "goes on in this run after it is trashed",
    "first": "first time in a turn",
    "first-two": "first two times in a run",
    "barrier": "a barrier",
    "code gate": "a code gate",
    "sentry": "a sentry",
    "innermost": "only the innermost piece",
    "1/turn": "once in a turn",
    "success": "only after success",
    "hq": "HQ",
    "rd": "R&D",
    "remote": "remote servers",
    "central": "central servers",
    "any": "any server",
}


def clause(trigger: Clause) -> str:
    """A triggered clause in words."""
    if trigger.event == "run":
        return "starts a run on " + " or ".join(SERVERS[word] for word in trigger.qualifiers)
    scope = {"root": "while rezzed in the root, ", "this-run": "in the run it started, "}
    head = scope.get(trigger.scope, "") + _EVENTS[trigger.event]
    if trigger.qualifiers:
        head += f" ({', '.join(QUALIFIERS[word] for word in trigger.qualifiers)})"
    if trigger.event == "steal-cost" and isinstance(trigger.effect, May):
        return f"{head}: {cost_in_words(trigger.effect.cost)}"
    return f"{head}: {english(trigger.effect)}"


AMOUNTS = frozenset(
    {"lose-sub", "mu", "ice-here adv", "trash-cost", "points", "win", "steal-limit"}
    | {"access-cost", "trace-credits"}
)
"""Standing properties that come with a number."""


def static(standing: Static) -> str:
    """A standing property in words."""
    text = STATICS[standing.kind]
    if standing.kind == "str" or standing.kind.endswith(" str"):
        amount = standing.amount
        less = amount.base < 0 or amount.factor < 0
        size = Amount(abs(amount.base), abs(amount.factor), amount.register)
        text = f"{'less' if less else 'more'} strength: {how_many(size)}"
        if standing.kind != "str":
            text = f"{_WHOSE[standing.kind]}{_of_kinds(standing.words)} has {text}"
    elif standing.kind in AMOUNTS:
        text += f": {how_many(standing.amount)}"
    elif standing.kind == "prevent":
        text += f": {how_many(standing.amount)} of {' or '.join(standing.words)} damage"
    return f"{text}, if {condition(standing.condition)}" if standing.condition else text


_WHOSE = {
    "ice-here str": "while rezzed in the root, the ice of its server",
    "ice str": "each piece of ice",
    "host str": "its host",
    "other-ice str": "each other piece of ice of its server",
    "guest str": "the icebreaker on it",
    "breakers str": "each icebreaker",
}


def _of_kinds(words: tuple[str, ...]) -> str:
    """Which cards get strength."""
    named = [f"not {word[1:]}" if word.startswith("!") else word for word in words]
    return f" that is {' or '.join(named)}" if named else ""


_ICE_IS = {
    "rez": "the rez cost of the ice",
    "nsubtypes": "the number of its subtypes",
    "nsubs": "the number of its subroutines",
}


def breaking(ability: Break) -> str:
    """A break ability in words."""
    count = f"up to {some(Amount(ability.count), 'subroutine')}"
    if ability.count == ANY_NUMBER:
        count = "as many subroutines as wanted"
    if ability.all_but:
        count = f"all subroutines but {ability.all_but}"
    if ability.die:
        count = f"with a roll of {ability.die} or more {count}"
    kinds = ["the chosen type" if kind == "chosen" else kind for kind in ability.types]
    text = f"{costs_in_words(ability.costs)}: break {count} on {' or '.join(kinds) or 'any ice'}"
    if ability.tracing:
        text += ", only such as trace"
    if ability.host_only:
        text += ", only on its host"
    if ability.here_only:
        text += ", only at the server of its host"
    if not ability.interface:
        text += ", whatever its strength"
    if ability.discount and ability.discount_condition:
        text += f", {ability.discount} cheaper if {condition(ability.discount_condition)}"
    if ability.ice_strength:
        text += f", if {condition(ability.ice_strength)}"
    if ability.ice_is:
        test = ability.ice_is
        compared = f"{COMPARED[test.comparison]} {test.value}"
        text += f", if {_ICE_IS[test.subject]} is {compared}"
    if ability.once:
        text += ", trying each subroutine once in an encounter"
    if ability.die:
        text += ", else the roll is net damage"
    text += _hidden(ability)
    if ability.noise:
        text += f", driving off {some(Amount(ability.noise), 'stealth credit')}"
    if ability.grows:
        text += f", and gain {ability.grows} strength for the run by each of them"
    text += _used(ability)
    if ability.ends:
        text += ", and end the run"
    return text + (", and lose the breaker when the run ends" if ability.dooms else "")


def _used(ability: Break) -> str:
    """How a use goes, and how often there may be one, in words."""
    text = f", after gaining {ability.gain} strength for the encounter" if ability.gain else ""
    text += ", so many times as much in one use as is wanted" if ability.sized else ""
    if ability.once_a_run:
        text += ", once in a turn"
    elif ability.limit:
        text += ", once in an encounter"
    text += ", once another card has broken one" if ability.after else ""
    return text + (", and access nothing in this run" if ability.blinds else "")


def pump(ability: Pump) -> str:
    """A strength boost in words."""
    last = {"encounter": "the encounter", "run": "the run", "turn": "the turn", "keep": "good"}
    gain = f"strength +{how_many(ability.gain)} for {last[ability.duration]}"
    return f"{costs_in_words(ability.costs)}: {gain}{_hidden(ability)}"


def _hidden(ability: Break | Pump) -> str:
    """What of the price only stealth credits pay, in words."""
    if not ability.stealth:
        return ""
    if ability.stealth == ANY_NUMBER:
        return ", paid with stealth credits"
    return f", at least {some(Amount(ability.stealth), 'stealth credit')} of it"


def paid(ability: Paid) -> str:
    """Any other paid ability in words."""
    where = " (at the strength of the ice)" if ability.interface else ""
    return f"{costs_in_words(ability.costs)}: {english(ability.effect)}{where}"


def bypass(ability: Bypass) -> str:
    """What a bypass asks for, in words."""
    parts = [costs_in_words((ability.cost,))] if ability.cost else []
    if ability.per_sub:
        parts.append(f"{some(Amount(ability.per_sub), 'credit')} for each subroutine")
    text = f"{' and '.join(parts)}: bypass the ice{_of_kinds(ability.types)}"
    if ability.on_host:
        text += ", if it is the host or the piece chosen"
    if ability.most_strength is not None:
        text += f", if its strength is at most {ability.most_strength}"
    if ability.threat:
        text += f", if a side has {ability.threat} agenda points"
    text += ", once a turn" if ability.once else ""
    text += ", and lose all clicks" if ability.all_clicks else ""
    text += ", paid with stealth credits" if ability.stealth else ""
    return text if ability.is_played else f"{text} (prices alone)"


def base_link(link: BaseLink) -> str:
    """A base link, or a step to more of it, in words."""
    price = some(Amount(link.cost), "credit") if link.cost else "nothing"
    gain = f"{link.value} more link" if link.step else f"a base link of {link.value}"
    return f"in a trace, pay {price}: {gain}"


def _purse_use(use: str) -> str:
    """What credits on a card are for."""
    scope = use.removesuffix("stealth").strip()
    named = {
        "breakers": "icebreakers",
        "guest": "the card on it",
        "installs": "installing cards",
        "trashing": "trash costs",
        "trashing-assets": "trash costs of assets",
    }.get(scope, scope)
    text = f" for {named}" if scope else ""
    return f"{text}, never for a noisy one" if use.endswith("stealth") else text


def gain(more: Gain) -> str:
    """Subroutines beside the printed ones, in words."""
    place = "before the printed ones" if more.first else "behind the printed ones"
    text = f"one more subroutine {place}: {english(more.effect)}"
    if more.amount.register:
        text = f"for each of the {REGISTERS[more.amount.register]} {text}"
    text = f"when encountered, {text}" if more.met else text
    return f"{text}, if {condition(more.condition)}" if more.condition else text


def describe(card: Card) -> list[str]:
    """What the engine takes a card to do in a run, one clause a line."""
    rules = card.rules
    left_out = {item.text for item in rules.unexecuted if item.key == "subs"}
    lines = []
    for number, (node, text) in enumerate(zip(rules.subs, rules.sub_texts, strict=True), 1):
        words = f"'{text}', not executed" if text in left_out else english(node)
        lines.append(f"subroutine {number}: {words}")
    lines += [clause(trigger) for trigger in rules.on]
    lines += [breaking(ability) for ability in rules.breaks]
    lines += [pump(ability) for ability in rules.pumps]
    lines += [paid(ability) for ability in rules.paid]
    lines += [f"the Runner can {breaking(ability)}" for ability in rules.runner_breaks]
    lines += [f"the Corp can {paid(ability)}" for ability in rules.corp_abilities]
    lines += [
        f"{some(Amount(gift.credits), 'credit')} once in a turn: the ice met is {gift.kind}, too"
        for gift in rules.ice_gifts
    ]
    lines += [bypass(ability) for ability in rules.bypasses]
    lines += [static(standing) for standing in rules.statics]
    lines += [gain(more) for more in rules.gains]
    if rules.recurring:
        there = Amount(rules.recurring)
        if rules.recurring_per:
            there = Amount(0, rules.recurring, rules.recurring_per)
        use = _purse_use(rules.recurring_use)
        use += f", in runs on {rules.recurring_at}" if rules.recurring_at else ""
        lines.append(f"{some(there, 'recurring credit')}{use}")
    lines += [base_link(link) for link in rules.base_links]
    if rules.load or rules.load_use is not None:
        use = "" if rules.load_use is None else f", to be spent{_purse_use(rules.load_use)}"
        lines.append(f"{rules.load} credits lie on it when it is installed{use}")
    lines += [f"not executed: '{item.text}'" for item in rules.unexecuted if item.key != "subs"]
    if not lines and card.fidelity.level != "stats" and not card.fidelity.notes:
        lines = ["does nothing in a run"]
    return [in_words_of(card.pool, line) for line in lines]
