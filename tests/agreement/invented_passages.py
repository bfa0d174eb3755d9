"""Ice that does everything a text can do to a Runner, and rigs with purses, for ways past
one piece and past whole servers."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import count
from typing import TYPE_CHECKING

from agreement.break_search import SERVERS, ice_of, placed
from agreement.generator.cards import own_card
from agreement.invented_cards import KINDS, OWN, breaker
from agreement.passage_search import Lone, Whole, is_played, plain_cards

from simcore.cards.card import BLANK
from simcore.cards.settled import rolls, settle
from simcore.reference.legal_positions import Limits
from simcore.scenario import Corp, PlacedIce, PlacedRoot, RigCard, Runner, Scenario

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from simcore.cards.card import Card

NARROW = Limits(credits=9, clicks=2, grip=4, forgone=2)
HURTS = (
    *("net 1", "net 1", "net 2", "meat 1", "core 1", "tag 1", "tag 1", "rlose 2", "rlose 1"),
    *("rclick 1", "trash prog 1", "trash prog 1", "trash any 1", "trash hw 1", "trash ai 1"),
    *("power 1", "net 1*breakers", "net 1*adv", "net 1*power"),
)
STOPS = ("etr", "etr", "etr", "etr", "go-outermost", "go-back 1", "may-jackout")
MILD = ("nothing", "cgain 1", "rdraw 1", "rgain 2", "no-jackout", "self-trash", "self-derez")
LASTS = (
    *("ice-str 1 run", "ice-str 2 next", "ice-str 1 next", "lock next", "break-tax 1"),
    *("use-tax 1", "gain-etr 1 later", "gain-etr 1 next", "toll 1", "toll 2"),
    *("trash-on-pass 1", "net-next 1", "net-next 2"),
)
CONDITIONS = (
    *("tagged", "!tagged", "grip>=3", "grip<=2", "fracters=0", "fracters>=1", "ai-installed"),
    *("!ai-installed", "adv>=1", "server=hq", "corp-cr>=3", "runner-cr<=2", "ice-here>=2"),
    *("adv>=1", "!adv>=2"),
)
PRICES = (
    *("pay 1", "pay 2", "pay 3", "click 1", "tag 1", "net 1", "net 2", "grip 1", "pay 1 + tag 1"),
    *("click 1 + grip 1", "pay 2 + net 1", "pay 4"),
)
STANDING = (
    *(
        "",
        "",
        "",
        "",
        "no-ai",
        "str-floor",
        "str +1*adv",
        "str +1*breakers",
        "str +2 if fracters=0",
    ),
    *("str +1*power", "lose-sub 1", "str +1*ice-here", "str -1 if ice-here>=2"),
)
CORP = ("", "", "", "", "pc 1: tag 1", "pc 2: net 1", "pc 1: net 1")


class Texts:
    """Texts at random; `lasting`: also what is laid on later ice."""

    def __init__(self, random: Random, lasting: bool, hurts: Sequence[str] = HURTS) -> None:
        self.random, self.lasting, self.hurts = random, lasting, hurts
        self.doubtful = 0

    def atom(self) -> str:
        random = self.random
        kinds = (self.hurts, self.hurts, STOPS, MILD, *((LASTS,) * (2 * self.lasting)))
        found = random.choice(random.choice(kinds))
        # the price of a piece that may leave or stay is no more than a bound
        return "nothing" if self.doubtful and found.startswith("self-") else found

    def block(self, depth: int = 0, doubtful: bool = False) -> str:
        """A text in braces; `doubtful`: not the Runner decides whether it comes."""
        self.doubtful += doubtful
        text = self.text(depth + 1)
        if self.random.random() < 0.15:
            text = f"{text}; {self.text(depth + 1)}"
        self.doubtful -= doubtful
        return "{" + text + "}"

    def text(self, depth: int = 0) -> str:
        """An atom or something built of texts."""
        random = self.random
        if depth > 1 or random.random() < (0.5 if depth == 0 else 0.7):
            return self.atom()
        choose = random.choice

        def block() -> str:
            return self.block(depth)

        def doubt() -> str:
            return self.block(depth, doubtful=True)

        more = f" else {doubt()}" if random.random() < 0.4 else ""
        match random.randrange(12):
            case 0 | 1:
                costs = " | ".join(random.sample(PRICES, choose((1, 1, 2))))
                return f"{block()} unless {costs}"
            case 2 | 3:
                return f"if {choose(CONDITIONS)}: {doubt()}{more}"
            case 4:
                return f"trace {random.randrange(5)}: {block()}{more}"
            case 5:
                return f"psi: {doubt()}{more}"
            case 6:
                return f"roll 1-{random.randint(1, 5)}: {choose((doubt(), 'net 1*roll'))}{more}"
            case 7:
                return f"must-pay {random.randint(1, 3)} else {block()}"
            case 8:
                return f"corp: {doubt()} | {doubt()}"
            case 9:
                return f"runner: {block()} | {block()}"
        price = choose(("", " pay 1", " pay 2"))
        if random.random() < 0.5:
            return f"corp-may{price}: {doubt()}"
        return f"runner-may{price}: {block()}"

    def effect(self) -> str:
        text = self.text()
        return f"{text}; {self.text()}" if self.random.random() < 0.15 else text

    def ice(self, title: str = "Ice") -> Card:
        """A piece of ice."""
        random = self.random
        rare = random.random
        on = [
            f"{event}: {self.effect()}"
            for event, odds in (("encounter", 0.25), ("end", 0.12), ("pass", 0.12))
            if rare() < odds
        ]
        if rare() < 0.08:
            on.append(f"end: if fully-broken: {self.block()} else {self.block()}")
        standing, own, corp = random.choice(STANDING), random.choice(OWN), random.choice(CORP)
        if any(text.startswith("pass:") and "corp-may" in text for text in on):
            corp = ""  # the judge could not tell which of the two is asked about
        subs = [self.effect() for _ in range(random.choice((0, 1, 1, 2, 2, 2, 3)))]
        if subs and rare() < 0.2:
            subs.append(subs[0])
        return own_card(
            title,
            "ice",
            strength=random.randrange(5),
            cost=1,
            subtypes=random.sample((*KINDS, "ap"), random.choice((1, 1, 1, 2))),
            subs=subs,
            on=on,
            static=[standing] if standing else [],
            rbreak=[own] if own else [],
            corp=[corp] if corp else [],
        )


def purse(random: Random, title: str) -> RigCard:
    """A card with credits on it."""
    use = random.choice(("", " breakers", " breakers stealth"))
    card = own_card(title, "hardware", cost=1, recurring=f"2{use}")
    return RigCard(card, credits=random.randint(0, 2))


def own_rig(random: Random, most: int = 3) -> tuple[RigCard, ...]:
    """Invented cards, at times with a purse among them."""
    rig: list[RigCard] = []
    for number in range(random.choice((1, 1, 2, 2, 3)[: most + 2])):
        if random.random() < 0.15:
            rig.append(purse(random, f"Purse {number}"))
            continue
        card = breaker(random, f"Card {number}")
        sits = any(ability.host_only for ability in card.rules.breaks)
        rig.append(
            RigCard(
                card,
                virus=random.randrange(3),
                power=random.randrange(3),
                host=0 if sits else None,
                chosen=random.choice(KINDS),
            )
        )
    return tuple(rig)


def printed_rig(random: Random, edition: str, most: int = 3) -> tuple[RigCard, ...]:
    """Printed cards that break."""
    cards = plain_cards(edition)
    rig = []
    for drawn in random.choices(cards, k=random.randint(1, most)):
        card = drawn
        if rolls(card):
            card = settle(card, {"roll": str(random.randint(1, 6))}).card
        there = placed(card, random)
        rig.append(replace(there, credits=random.randrange(3) if card.rules.recurring else 0))
    return tuple(rig)


@cache
def played_ice(edition: str) -> list[Card]:
    """Printed ice that games play whole."""
    return [card for card in ice_of(edition) if is_played(card)]


def lone_settings(random: Random, invented: bool = False) -> Iterator[Lone]:
    """One to three cards before one piece of ice, invented or printed, without end;
    `invented`: no printed card at all."""
    for _ in count():
        edition = random.choice(("nsg", "nsg", "onr"))
        own_ice = random.random() < 0.7 or invented
        ice = Texts(random, False).ice() if own_ice else random.choice(played_ice(edition))
        own = random.random() < 0.5
        rig = own_rig(random) if own or invented else printed_rig(random, edition)
        yield Lone(
            ice,
            rig,
            edition,
            random.choice((0, 0, 1, 3)),
            random.choice(SERVERS),
            random.randrange(6),
            NARROW,
        )


RICH = Corp(credits_low=99, credits_high=99)
"""A Corp that can pay for whatever it may."""
SMALL = Limits(credits=8, clicks=2, grip=4, forgone=1)


def _first_bypassed() -> RigCard:
    card = own_card("Guide", "resource", cost=1, on=["encounter[first]: bypass"])
    return RigCard(card)


def _wall(random: Random) -> PlacedRoot:
    more = random.choice(("1", "2", "1*ice-here"))
    card = own_card("Bulwark", "upgrade", cost=1, effects=[f"root: ice-here str +{more}"])
    return PlacedRoot(card, rezzed=random.random() < 0.5)


def gated(random: Random) -> Iterator[Whole]:
    """Servers with one or two cards of the root that wait behind all ice, without end."""
    for case in servers(random, True):
        gates = [_gate(random, f"Gate {number}") for number in range(random.choice((1, 1, 2)))]
        root = (*case.scenario.root, *gates)
        yield replace(case, scenario=replace(case.scenario, root=root))


def traced(random: Random) -> Iterator[Whole]:
    """Servers whose ice traces, against a Corp of few credits or none and a Runner with some
    link, without end."""
    for case in servers(random):
        scenario = case.scenario
        texts = [text for piece in scenario.ice if piece.card for text in _texts_of(piece.card)]
        if not any("trace" in text for text in texts):
            continue
        credits = random.choice((0, 0, 1, 1, 2, 3, 5))
        corp = replace(scenario.corp, credits_low=credits, credits_high=credits)
        runner = replace(scenario.runner, link=random.randrange(5))
        if scenario.edition == "onr":
            links = (_base_link(random, number) for number in range(random.choice((1, 1, 2))))
            runner = replace(runner, link=0, rig=(*runner.rig, *links))
        yield replace(case, scenario=replace(scenario, corp=corp, runner=runner))


def _base_link(random: Random, number: int) -> RigCard:
    """A card with a base link, most with steps to more of it."""
    steps = [f"{random.randint(1, 3)}c: +1"] if random.random() < 0.8 else []
    base = f"{random.randrange(3)}c: {random.randint(1, 5)}"
    return RigCard(own_card(f"Door {number}", "resource", cost=1, base_link=[base, *steps]))


def _texts_of(card: Card) -> list[str]:
    return [*card.rules.sub_texts, *(clause.text for clause in card.rules.on)]


ELSEWHERE = (
    *("adv 1", "adv 1", "adv 2", "copy-sub bioroid other", "copy-sub bioroid other"),
    *("corp-may: adv 1", "runner: adv 1 | net 1", "psi: adv 1", "net 1", "rlose 1", "etr"),
)
"""Texts about other ice."""


def about_other_ice(random: Random) -> Iterator[Whole]:
    """Three pieces of ice that place counters on each other and resolve what is on others."""
    for _ in count():
        ice = []
        for place in range(3):
            standing = random.choice((["advanceable", "str +1*adv"], ["advanceable"], []))
            on = [f"encounter: {random.choice(ELSEWHERE)}"] if random.random() < 0.3 else []
            card = own_card(
                f"Ice {place}",
                "ice",
                strength=random.randrange(4),
                cost=1,
                subtypes=[random.choice(KINDS), *random.choice((["bioroid"], []))],
                subs=[random.choice(ELSEWHERE) for _ in range(random.choice((1, 2, 2)))],
                static=standing,
                on=on,
            )
            ice.append(PlacedIce(card, advancement=random.choice((0, 0, 2))))
        runner = Runner(
            credits=9,
            clicks=1,
            rig=own_rig(random, 2),
            grip=((BLANK, random.randrange(5)),),
        )
        yield Whole(Scenario("nsg", "remote", tuple(ice), (), RICH, runner), True, SMALL)


OF_HQ = (
    *("cdraw 1", "cdraw 1", "corp: cgain 1 | cdraw 1", "cdraw 1 unless pay 1", "cdraw 1; net 1"),
    *("corp-may hq 1: etr", "corp-may hq 1: etr", "corp-may hq 2: etr", "corp-may hq 1: net 2"),
    *("corp-may hq 1: tag 1", "corp-may hq 1: rclick 1", "runner: cdraw 1 | net 1"),
    *("if hq>grip: etr", "if hq>=2: net 1", "if hq<=1: tag 1", "net 1*hq", "etr", "tag 1"),
)
"""Texts by which cards come to HQ, that ask for some and that count them."""


def about_hq(random: Random) -> Iterator[Whole]:
    """Two pieces of ice, and at times a card of the root, that draw and take cards of a small HQ,
    without end."""
    for _ in count():
        ice = []
        for place in range(2):
            on = [f"encounter: {random.choice(OF_HQ)}"] if random.random() < 0.2 else []
            static = random.choice(((), (), ("str +1*hq",), ("gain-sub {etr}*hq",)))
            card = own_card(
                f"Ice {place}",
                "ice",
                strength=random.randrange(4),
                cost=1,
                subtypes=[random.choice(KINDS)],
                subs=[random.choice(OF_HQ) for _ in range(random.choice((1, 2, 2, 3)))],
                on=on,
                static=list(static),
            )
            ice.append(PlacedIce(card))
        asking = own_card(
            "Gate", "upgrade", cost=1, effects=["root: approach-server: corp-may hq 2: etr"]
        )
        root = (PlacedRoot(asking, rezzed=True),) if random.random() < 0.3 else ()
        runner = Runner(
            credits=9,
            clicks=1,
            rig=own_rig(random, 2),
            grip=((BLANK, random.randrange(5)),),
        )
        corp = replace(RICH, hq_count=random.randrange(3))
        yield Whole(Scenario("nsg", "remote", tuple(ice), root, corp, runner), True, SMALL)


GATES = (
    *("etr unless pay 2", "etr unless pay 3 | click 1", "runner: tag 1 | etr", "net 1"),
    *("net 2 unless pay 1", "trace 2: tag 1", "etr unless grip 1 | click 2", "rlose 2"),
    *("if tagged: net 1", "trash prog 1 unless pay 1"),
)
"""What cards of the root ask for behind all ice."""


def _gate(random: Random, title: str) -> PlacedRoot:
    event = random.choice(("approach-server", "all-passed"))
    effect = f"root: {event}: {random.choice(GATES)}"
    card = own_card(title, "upgrade", cost=1, effects=[effect])
    return PlacedRoot(card, rezzed=random.random() < 0.8)


def servers(random: Random, invented: bool = False) -> Iterator[Whole]:
    """Two or three pieces of ice before one to three cards, invented or printed, without end;
    `invented`: no printed card at all."""
    rare = random.random
    for _ in count():
        edition = random.choice(("nsg", "nsg", "onr"))
        ice = []
        for place in range(random.choice((2, 2, 2, 3))):
            own_ice = rare() < 0.65 or invented
            title = f"Ice {place}"
            card = Texts(random, True).ice(title) if own_ice else random.choice(played_ice(edition))
            ice.append(
                PlacedIce(
                    card,
                    rezzed=rare() < 0.5,
                    advancement=random.choice((0, 0, 1, 3)),
                    power=random.choice((0, 0, 0, 1, 2)),
                )
            )
        most = 2 if len(ice) > 2 else 3
        own = rare() < 0.5 or invented
        rig = own_rig(random, most) if own else printed_rig(random, edition, most)
        rig = tuple(
            replace(card, host=random.randrange(len(ice))) if card.host is not None else card
            for card in rig
        )
        if rare() < 0.08:
            rig = (*rig, _first_bypassed())
        runner = Runner(
            credits=random.randrange(12),
            clicks=random.randrange(4),
            tags=random.choice((0, 0, 1)),
            rig=rig,
            grip=((BLANK, random.randrange(6)),),
        )
        corp = replace(RICH, bad_publicity=random.choice((0, 0, 0, 1, 2)))
        root = (_wall(random),) if rare() < 0.1 else ()
        scenario = Scenario(edition, random.choice(SERVERS), tuple(ice), root, corp, runner)
        yield Whole(scenario, rare() < 0.7, SMALL)


ROBS = ("trash hw 1", "trash hw 1", "trash any 1", "net 1", "tag 1", "rlose 1")
"""Texts that take cards with credits on them."""


def robbed(random: Random) -> Iterator[Whole]:
    """Two pieces of ice that rob, before a card that breaks and one or two with
    credits on them, without end."""
    for _ in count():
        texts = Texts(random, True, ROBS)
        ice = tuple(PlacedIce(texts.ice(f"Ice {place}")) for place in range(2))
        card = RigCard(breaker(random, "Card"), 1, 1, 0, random.randrange(2), KINDS[0])
        rig = [card, *(purse(random, f"Purse {n}") for n in range(random.choice((1, 2))))]
        random.shuffle(rig)
        runner = Runner(
            credits=9,
            clicks=random.randrange(3),
            rig=tuple(rig),
            grip=((BLANK, random.randrange(4)),),
        )
        corp = replace(RICH, bad_publicity=random.choice((0, 0, 1)))
        yield Whole(Scenario("nsg", "remote", ice, (), corp, runner), True, SMALL)
