"""Cards with every part of a break ability at random, dense with what printed cards have
once or never: for the search over legal actions."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from agreement.break_search import NARROW, SERVERS, Case, weather
from agreement.generator.cards import own_card

from simcore.scenario import RigCard

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from simcore.cards.card import Card

KINDS = ("barrier", "code gate", "sentry")
SUBS = ("etr", "net 1", "tag 1", "trace 2: tag 1", "trace 3: etr")
STANDING = (
    *("", "", "", "no-ai", "no-ai if adv>=2", "str-floor", "str +1*adv", "str +1*breakers"),
    *("str +3 if fracters=0", "str -1", "str +2 if server=hq"),
)
OWN = ("", "", "", "click 1: 1", "click 1: 2", "1c: 1", "2c | click 1: 1")
BREAK_COSTS = (
    *("0c", "1c", "1c", "1c", "2c", "2c", "3c", "vc 1", "pc 1", "1c + vc 1", "click 1", "trash"),
    *("1c + trash", "1c | vc 1", "2c | pc 1 | click 1", "forgo 1", "1c + forgo 1"),
)
BOOST_COSTS = (
    *("1c", "1c", "1c", "2c", "2c", "3c", "vc 1", "pc 1", "1c + pc 1", "click 1"),
    *("1c + forgo 1", "1c | vc 1"),
)
WEAKENINGS = (
    *("vc 1: ice-str -1", "vc 1: ice-str -2", "1c: ice-str -1 [interface]", "1c: ice-str -1"),
    *("2c: ice-str -2", "pc 1: ice-str -1", "1c + vc 1: ice-str -1"),
)
USED = ("used: self-trash", "used: vc 1 else self-trash", "used: pc 2 else self-trash")


def ice(random: Random) -> Card:
    standing, own = random.choice(STANDING), random.choice(OWN)
    return own_card(
        "Ice",
        "ice",
        strength=random.randrange(6),
        cost=1,
        subtypes=random.sample((*KINDS, "ap"), random.choice((1, 1, 1, 2))),
        subs=[random.choice(SUBS) for _ in range(random.choice((0, 1, 1, 2, 2, 3, 3, 4)))],
        static=[standing] if standing else [],
        rbreak=[own] if own else [],
    )


def _break(random: Random) -> str:
    cost = random.choice(BREAK_COSTS)
    number = random.choice(("1", "1", "1", "2", "2", "3", "any-number"))
    kind = random.choice(("any", "any", "any", *KINDS, "barrier,sentry", "{trace}", "chosen"))
    text = f"{cost}: {number} {kind}"
    rare = random.random
    text += " @host" if rare() < 0.06 else ""
    text += " [no-interface]" if rare() < 0.12 else ""
    text += " [then trash-self at run-end]" if rare() < 0.1 else ""
    text += f" [noisy {random.randint(1, 2)}]" if rare() < 0.1 else ""
    if number == "1":  # of more, the judge leaves most of them to a card that grows by it
        text += f" [then str +{random.randint(1, 2)} run]" if rare() < 0.25 else ""
    text += " [then end-run]" if rare() < 0.08 else ""
    if rare() < 0.15:
        text += f" [if str{random.choice(('<=', '<=', '>=', '=', '!='))}{random.randrange(4)}]"
    return text


def _boost(random: Random) -> str:
    cost = random.choice(BOOST_COSTS)
    gain = random.choice(("1", "1", "1", "2", "3", "5", "1*breakers"))
    return f"{cost}: +{gain}{random.choice(('', '', ' run', ' turn'))}"


def breaker(random: Random, title: str) -> Card:
    rare = random.random
    statics = []
    if rare() < 0.12:
        statics.append("exact")
    if rare() < 0.12:
        statics.append("str +1*breakers")
    breaks = [_break(random) for _ in range(random.choice((0, 1, 1, 1, 2)))]
    return own_card(
        title,
        "program",
        strength=random.randrange(-1, 5),
        cost=1,
        subtypes=[
            word
            for word, odds in (("icebreaker", 0.9), ("ai", 0.2), ("fracter", 0.3), ("noisy", 0.3))
            if rare() < odds
        ],
        break_=breaks,
        pump=[_boost(random) for _ in range(random.choice((0, 1, 1, 1, 2)))],
        paid=[random.choice(WEAKENINGS)] if rare() < 0.2 else [],
        static=statics,
        on=[random.choice(USED)] if rare() < 0.2 else [],
    )


def inventions(random: Random) -> Iterator[Case]:
    """One to three invented cards before an invented piece of ice, without end."""
    for _ in count():
        rig = tuple(
            RigCard(
                breaker(random, f"Card {number}"),
                virus=random.randrange(4),
                power=random.randrange(4),
                host=random.choice((None, 0)),
                chosen=random.choice(KINDS),
            )
            for number in range(random.choice((1, 1, 2, 2, 3)))
        )
        yield Case(
            ice(random),
            rig,
            tuple(random.choice((0, 0, 0, 1, 2)) for _ in rig),
            random.choice((0, 0, 1, 3)),
            random.choice(SERVERS),
            None,
            NARROW,
            weather(random),
        )


def is_weakened_first(case: Case) -> bool:
    """Whether the fixed plan's rule 1 leaves nothing out here: one boost a card, all weakening
    before anything is broken, nothing that changes while cards are used, and no card that
    is given up twice."""
    rules = [placed.card.rules for placed in case.rig]
    texts = [
        " ".join(
            [a.text for a in rule.breaks]
            + [a.text for a in rule.paid]
            + [a.text for a in rule.statics]
            + [a.text for a in rule.on]
        )
        for rule in rules
    ]
    whole = " ".join([*texts, *(static.text for static in case.ice.rules.statics)])
    exact = [text for text in texts if "exact" in text]
    return (
        all(sum(len(pump.costs) for pump in rule.pumps) <= 1 for rule in rules)
        and not any(f"[if str{test}" in whole for test in (">=", "=", "!="))
        and (not exact or "ice-str" not in whole or len(texts) == 1)
        and not any("run]" in text for text in texts if "exact" in text or "no-int" in text)
        and sum("[interface]" in text for text in texts) < 2
        and ("trash:" not in whole or ("breakers" not in whole and "fracters" not in whole))
        and not any(
            sum(text.count(w) for w in ("trash-self", "trash:", "used:")) > 1 for text in texts
        )
    )
