"""Scenarios that turn on few things: ice that moves, ice that reaches ahead, noise.

Cards that do these things are rare, and one of them alone on a board mostly does
nothing. Here several stand together, face up, before a Runner who stays.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from agreement.generator.cards import KINDS, own_card
from agreement.generator.clashes import counts_encounters
from agreement.generator.clauses import LASTING
from agreement.generator.sides import Sides

from simcore.cards.card import Card
from simcore.editions import EDITIONS
from simcore.scenario import (
    Corp,
    PlacedIce,
    PlacedRoot,
    RigCard,
    RunnerPlan,
    Scenario,
)

EVERY, OFFSET = 8, 6
"""Of so many seeds one is that of a themed scenario: those that leave this remainder."""
BACK = (
    *("self-derez; go-outermost", "roll 1-3: {self-derez; go-back 1*roll}"),
    *("self-derez; go-back 1", "self-derez; go-back 2", "tag 1; self-derez; go-back 1"),
    "trace 3: {self-derez; go-back 1} else net 1",
)
LEAVING = ("net 1; self-trash; tag 1", "self-derez", "tag 1; self-derez", "cgain 1; self-trash")
ADVANCING = ("adv 1", "adv 2", "corp-may pay 1: adv 1", "if tagged: adv 1 else {tag 1; adv 1}")
COUNTING = ("power 1", "power 2", "trace 2: power 1", "if grip<=3: power 2 else power 1")
AHEAD = (
    *("gain-etr 1 later", "gain-etr 1 next", "break-tax 1", "break-tax 2", "lock next"),
    *("net-next 1", "net-next 2", "net-next 3", "no-jackout next", "ice-str 1 next"),
    *("ice-str 1 run", "toll 1", "jackout-cost 1", "trash-on-pass 1", "trace-bits 2"),
)
WEAK = ("tag 1", "net 1", "rlose 1", "cgain 1", "rclick 1", "trash prog 1", "no-steal-trash")


class Themed(Sides):
    """One scenario of a theme in the making."""

    def __init__(self, seed: int, wide: bool) -> None:
        super().__init__(seed, wide)
        self.rich = True
        self.theme = self.pick(("moving", "ahead", "noise"), (5, 3, 3))
        self.plain = self.theme == "moving"  # cards count neither ice nor counters
        # the kernel foresees only so many counters, not those of pieces that are met again
        self.back = self.chance(0.4)
        self.first = ["back"] if self.back else ["advancing", "advanced"]
        self.dearer = self.theme == "ahead"
        # more of them lead to too many states of the rig
        self.ahead = [self.pick(("net-next 2", "no-jackout next")), *self.some(AHEAD, 1, 2)]

    def amount(self, where: str, low: int, high: int) -> str:
        return str(self.number(low, high)) if self.plain else super().amount(where, low, high)

    def condition(self, where: str) -> str:
        while True:
            text = super().condition(where)
            if not self.plain or not any(word in text for word in ("adv", "ice-here", "this-turn")):
                return text

    def atom(self, where: str) -> str:
        """Nothing that outlasts a piece which is met again: the kernel has to foresee that."""
        while True:
            text = super().atom(where)
            if not self.plain or text.split()[0] not in LASTING:
                return text

    # ---- the server ------------------------------------------------------------------------

    def ice(self, hidden: bool = False) -> Card:
        if self.chance(0.1):
            return super().ice(hidden)
        makers = {"moving": self.moving_ice, "ahead": self.reaching_ice, "noise": self.plain_ice}
        return makers[self.theme]()

    def moving_ice(self) -> Card:
        """Ice that leaves, turns face down, sends back, gathers or hands out counters."""
        rest = ("leaving", "counting", "back" if self.back else "advancing")
        kind = self.first.pop() if self.first else self.pick(rest)
        keys: dict[str, Any] = {}
        own: tuple[str, ...] = LEAVING
        if kind == "back":
            own = BACK
        elif kind == "advancing":
            own = ADVANCING
        elif kind == "advanced":
            own = ("net 1*adv", "tag 1", "rlose 1*adv")
            keys["static"] = ["advanceable", "str +1*adv"]
        elif kind == "counting":
            own = COUNTING
            keys["corp"] = [self.pick(("pc 1: tag 1", "pc 2: net 1", "pc 1: closs 1"))]
        subs = [self.pick((*own, *own, *WEAK)) for _ in range(self.number(1, 2))]
        subs.insert(self.number(0, len(subs)), self.pick(own))
        if self.back and self.chance(0.3):
            subs.append(self.pick(BACK))
        return self.made(subs, **keys)

    def reaching_ice(self) -> Card:
        """Ice that does something to ice met later, or is there to be met later."""
        if self.chance(0.4):
            return self.plain_ice()
        subs = [self.pick((*self.ahead * 4, *WEAK)) for _ in range(self.number(1, 3))]
        on = [f"encounter: {self.pick(self.ahead)}"] if self.chance(0.6) else []
        return self.made(subs, on=on)

    def plain_ice(self) -> Card:
        """Ice of several subroutines, one of which may have to be broken."""
        subs = [self.pick(("etr", *WEAK)) for _ in range(self.number(1, 4))]
        return self.made(subs)

    def made(self, subs: list[str], **keys: Any) -> Card:
        if self.chance(0.2):
            keys["rez_change"] = ["forfeit 1"]
        return own_card(
            self.name("Ice"),
            "ice",
            strength=self.number(0, 5),
            cost=self.pick((1, 2, 3, 4)),
            subtypes=self.some(KINDS, 1, 1),
            subs=subs,
            **keys,
        )

    def placed_ice(self) -> tuple[PlacedIce, ...]:
        placed = []
        for _ in range(self.pick((2, 3, 4, 5), (2, 4, 3, 1))):
            power = self.pick((0, 1, 2), (3, 1, 1))
            advancement = self.pick((0, 1), (3, 1))
            if self.chance(0.12):
                titles = {card.id: card for card in (self.hidden_ice(), self.hidden_ice())}
                pile = tuple((card, 2) for card in titles.values())
                placed.append(PlacedIce(candidates=pile, power=power, advancement=advancement))
            else:
                rezzed = self.chance(0.6)
                placed.append(
                    PlacedIce(self.ice(), rezzed=rezzed, power=power, advancement=advancement)
                )
        return tuple(placed)

    def placed_root(self) -> tuple[PlacedRoot, ...]:
        if not self.plain:
            return super().placed_root()
        if self.server != "remote" or self.chance(0.2):
            return ()
        points = self.number(0, 3)
        return (PlacedRoot(own_card(self.name("Agenda"), "agenda", points=points)),)

    def corp(self, root: tuple[PlacedRoot, ...]) -> Corp:
        return replace(super().corp(root), agendas=self.number(0, 2))

    # ---- the Runner ------------------------------------------------------------------------

    def breaker(self) -> Card:
        if self.theme != "noise" and self.chance(0.4):
            return super().breaker()
        ends = self.theme == "noise" and self.chance(0.35)
        loud = self.theme == "noise" and not ends and self.chance(0.8)
        kind = "any" if self.theme == "noise" and self.chance(0.4) else self.types()
        text = f"{self.pick(('0c', '1c', '1c', '2c'))}: {self.pick(('1', '1', '2'))} {kind}"
        text += " [then end-run]" if ends else f" [noisy {self.number(1, 2)}]" if loud else ""
        words = ["icebreaker"] + ["noisy"] * (loud and self.chance(0.5))
        return own_card(
            self.name("Breaker"),
            "program",
            strength=self.number(1, 5),
            cost=self.number(0, 5),
            subtypes=words,
            break_=[text],
            pump=[f"{self.pick(('1c', '2c'))}: +{self.number(1, 2)}"] if self.chance(0.8) else [],
        )

    def other(self) -> Card:
        if self.theme == "noise" and self.chance(0.7):
            return own_card(
                self.name("Bank"),
                self.pick(("hardware", "resource", "program")),
                cost=self.number(0, 3),
                recurring=f"{self.number(1, 6)} breakers stealth",
            )
        return super().other()

    def rig(self, ice: int, strengths: int) -> list[RigCard]:
        found = super().rig(ice, strengths)
        if not self.plain:
            return found[:3]
        return [placed for placed in found if not counts_encounters(placed.card)]

    def plan(self, corp_cards: list[Card]) -> RunnerPlan:
        least = (0, 2, 3) if self.theme == "ahead" else (0, 0, 1)
        cap = self.pick((0, 0, 1, 2))
        return replace(
            super().plan(corp_cards),
            name=self.pick(("threshold", "break-all"), (5, 1)),
            minimum_grip=self.pick(least),
            optional_break_cap=cap,
        )

    def scenario(self) -> Scenario:
        made = super().scenario()
        if not self.plain:  # enough for more than one piece of ice
            runner = replace(made.runner, credits=made.runner.credits + self.number(0, 8))
            made = replace(made, runner=runner)
        edition = self.pick(tuple(EDITIONS))
        if "base link" in (EDITIONS[edition].link, EDITIONS[made.edition].link):
            return made
        return replace(made, edition=edition)
