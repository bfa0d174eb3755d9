"""Random servers: the ice, and the cards in the root."""

from __future__ import annotations

import re
from typing import Any

from agreement.generator.cards import (
    GATEWAY_AGENDAS,
    GATEWAY_ASSETS,
    GATEWAY_ICE,
    GATEWAY_UPGRADES,
    KINDS,
    gateway,
    own_card,
)
from agreement.generator.clauses import WIDE_ROOT_EVENTS, Clauses

from simcore.cards.card import Card
from simcore.scenario import (
    Pile,
    PlacedIce,
    PlacedRoot,
)

MOVING = (
    *(
        "net 1; self-trash",
        "self-derez",
        "tag 1; self-derez",
        "self-derez",
        "self-derez; tag 1",
        "power 1",
    ),
    *("self-derez; go-outermost", "roll 1-2: {self-derez; go-back 1*roll}", "trace 2: power 1"),
    *("adv 1", "corp-may pay 1: adv 1"),
)
"""Subroutines after which a piece is no longer there, or the Runner somewhere else."""


def counts_power(text: str) -> bool:
    """Whether an amount on a card is a number of power counters."""
    return re.search(r"[*]power|(?<!\w)[a-z]+ power\b", text) is not None


class Board(Clauses):
    """Cards of the Corp, and where they lie."""

    def subs(self) -> int:
        return int(self.pick((0, 1, 2, 3, 4), (0.3, 4, 4, 2, 0.7)))

    def sub(self) -> str:
        if self.chance(0.42 if self.tough else 0.15):
            return "etr"
        if self.rare(0.04):
            return str(self.pick(MOVING))
        return self.effects("sub")

    def hidden_ice(self) -> Card:
        """Ice that nobody borrows from: the kernel has to know who lends."""
        return self.ice(hidden=True)

    def ice(self, hidden: bool = False) -> Card:
        if self.chance(0.22):
            return gateway(self.pick(GATEWAY_ICE))
        on = []
        if self.chance(0.28):
            on.append(f"encounter: {self.encounter()}")
        if self.chance(0.12):
            on.append(f"{self.pick(('rez', 'rez-in-run'))}: {self.effects('rez')}")
        if self.chance(0.15):
            on.append(f"end: {self.effects('end')}")
        if self.chance(0.12):
            on.append(f"pass: {self.effects('pass')}")
        statics = []
        if self.chance(0.2):
            statics.append(
                self.pick(
                    (
                        "str +2 if server=remote",
                        "str +1 if server=central",
                        "str +1*adv",
                        "str +3 if adv>=2",
                        "str -1 if ice-here>=2",
                        "str +1*ice-here",
                        "str +1*power",
                        "advanceable",
                    )
                )
            )
        keys: dict[str, Any] = {}
        if self.rare(0.35):
            statics.append(
                self.pick(
                    (
                        *("no-ai", "no-ai if adv>=1", "str-floor", "lose-sub 1*corp-points"),
                        *("lose-sub 1", "str +2 if fracters=0", "str -1 if !fracters>=2"),
                        *("str +1*breakers", "str +1*corp-points"),
                    )
                )
            )
        if self.odd(0.3):
            statics.append(
                self.pick(
                    ("str +2 if tagged", "no-ai if tagged", "str -2 if grip<=3", "str +1*virus")
                )
            )
        if self.rare(0.012):
            on.append("rez: take-trojan")
        if self.rare(0.16):
            keys["corp"] = [self.pick(("pc 1: tag 1", "pc 2: net 1", "1c: self>hq"))]
        if self.rare(0.08):
            keys["rez_change"] = ["forfeit 1"]
        if self.odd(0.1):
            keys["rbreak"] = ["1c | click 1: 1", "click 1: 2"]
        elif self.chance(0.1):
            keys["rbreak"] = self.pick(("click 1: 1", "click 1: 2", "1c: 1", "click 2: 1"))
        subs = [self.sub() for _ in range(9 if self.odd(0.05) else self.subs())]
        if self.rare(0.06):
            subs = ["copy-sub bioroid other"] * self.number(1, 2)
        if not self.oddity and counts_power("; ".join((*subs, *on, *statics))):
            keys.pop("corp", None)  # the kernel does not count what comes and goes
            subs = [re.sub(r"\bpower (?=\d)", "tag ", text) for text in subs]
        self.ice_counts |= any("breakers" in text or "fracters" in text for text in statics)
        kinds = self.some(KINDS, 1, 2 if self.chance(0.25) else 1)
        if self.rich and not hidden and self.chance(0.2):
            kinds = [*kinds, "bioroid"]
        return own_card(
            self.name("Ice"),
            "ice",
            strength=self.number(0, 6),
            cost=self.pick((0, 1, 2, 3, 4, 5, 7)),
            subtypes=kinds,
            subs=subs,
            on=on,
            static=statics,
            **keys,
        )

    def encounter(self) -> str:
        """An encounter effect; taxes often, since the jack-out test weighs them."""
        if self.chance(0.5):
            return self.effects("encounter")
        costs = [self.price("encounter") for _ in range(self.pick((1, 2, 3), (5, 3, 1)))]
        penalty = self.pick(("etr", "etr", "tag 1", f"net {self.number(1, 6)}", "{tag 1; etr}"))
        if self.chance(0.3):
            return f"must-pay {self.number(1, 5)} else {penalty}"
        return f"{penalty} unless {' | '.join(costs)}"

    def placed_ice(self) -> tuple[PlacedIce, ...]:
        count = self.pick((0, 1, 2, 3, 4), (0.6, 3, 4.5, 3, 1))
        lists: list[Pile] = []
        placed = []
        for _ in range(count):
            counters = {
                "advancement": self.pick((0, 1, 2, 4), (5, 1, 1, 1)),
                "virus": self.pick((0, 1, 2), (6, 1, 1)),
                "power": self.pick((0, 1, 3), (6, 1, 1)),
            }
            if self.chance(0.25):
                lists.append(self.list_like(lists, self.hidden_ice, 2, 4))
                placed.append(PlacedIce(candidates=lists[-1], **counters))
            else:
                known = [piece.card for piece in placed if piece.card is not None]
                card = self.pick(known) if known and self.chance(0.12) else self.ice()
                placed.append(PlacedIce(card, rezzed=self.chance(0.45), **counters))
        return tuple(placed)

    def list_like(self, lists: list[Pile], make: Any, low: int, high: int) -> Pile:
        """A list of titles: one that stands already, one that shares titles, a new one."""
        if lists and self.chance(0.5):
            return lists[-1]
        titles: dict[str, Card] = {}
        for _ in range(self.number(low, high)):
            card = make()
            titles.setdefault(card.id, card)
        if lists and self.chance(0.6):
            for card, _ in lists[-1][:2]:
                titles.setdefault(card.id, card)
        # at least as many copies as places that may draw from them: no list runs empty
        more = 2 if len(titles) == 1 else 0
        return tuple((card, more + self.pick((2, 3, 4), (3, 1, 1))) for card in titles.values())

    def agenda(self) -> Card:
        if self.chance(0.25):
            return gateway(self.pick(GATEWAY_AGENDAS))
        effects = []
        if self.chance(0.3) and not self.limited:
            effects.append(self.steal_cost(""))
        if self.chance(0.35):
            effects.append(f"{self.pick(('steal', 'agenda-stolen'))}: {self.effects('steal')}")
        if self.chance(0.3):
            effects.append(self.on_access())
        return own_card(
            self.name("Agenda"), "agenda", points=self.pick((0, 1, 2, 3)), effects=effects
        )

    def steal_cost(self, scope: str) -> str:
        cost = self.pick(
            (
                f"pay {self.number(1, 5)}",
                f"click {self.number(1, 2)}",
                f"pay {self.number(1, 3)} + click 1",
            )
        )
        word = ""
        if self.odd(0.6):
            cost = self.pick(("net 2", "tag 1", "pay 1*adv", "grip 1", "pay 1 + net 1", cost))
            word = self.pick(("", "[installed]", "[archives]", "[!archives]", "[rd]"))
        return f"{scope}steal-cost{word}: {cost}"

    def on_access(self) -> str:
        word = self.pick(("", "[!archives]", "[installed]", "[archives]", "[reveal]"))
        where = "installed" if word == "[installed]" else "access"
        return f"access{word}: {self.effects(where)}"

    def asset(self) -> Card:
        if self.chance(0.25):
            return gateway(self.pick(GATEWAY_ASSETS))
        effects = [self.on_access()] if self.chance(0.55) else []
        if self.server == "remote" and self.chance(0.2):
            effects.append(self.root_clause())
        return own_card(
            self.name("Asset"),
            "asset",
            cost=self.number(0, 3),
            trash=self.pick((None, 0, 1, 2, 3, 5)),
            effects=effects,
        )

    def root_clause(self) -> str:
        event = self.pick(("approach-server", "success", "run-end"), (7, 3, 2))
        if self.odd(0.4):
            event = self.pick(WIDE_ROOT_EVENTS)
            where = "tagged" if event == "tagged" else "success"
            head = self.pick(("root", "root[persistent]"))
            word = self.pick(("", "[1/turn]", "[first]"))
            return f"{head}: {event}{word}: {self.effects(where)}"
        where = "root" if event == "approach-server" else "success"
        scope = "root"
        if event == "run-end":
            where, scope = "rootend", self.pick(("root", "root[persistent]"))
            event = self.pick(("run-end", "run-end[success]"))
        if event == "approach-server" and self.chance(0.7):
            toll = " | ".join(self.price(where) for _ in range(self.number(1, 2)))
            stop = self.pick((f"etr unless {toll}", f"corp-may pay {self.number(0, 3)}: etr"))
            return f"root: approach-server: {stop}"
        return f"{scope}: {event}: {self.effects(where)}"

    def upgrade(self) -> Card:
        if self.chance(0.25):
            return gateway(self.pick(GATEWAY_UPGRADES))
        clauses = self.some(("root", "root", "steal-cost", "access", "rez"), 1, 2)
        effects = []
        persistent = self.chance(0.6)
        for kind in clauses:
            if kind == "root":
                text = self.root_clause()
                if "run-end" in text:
                    head = "root[persistent]" if persistent else "root"
                    text = f"{head}: {text.partition(': ')[2]}"
                effects.append(text)
            elif kind == "steal-cost" and self.odd(0.3):
                effects.append(self.steal_cost(""))
            elif kind == "steal-cost" and not self.limited:
                effects.append(self.steal_cost(f"root{'[persistent]' * persistent}: "))
            elif kind in ("access", "steal-cost"):
                effects.append(self.on_access())
            else:
                effects.append(f"rez: {self.effects('rootrez')}")
        keys: dict[str, Any] = {}
        if self.odd(0.3):
            effects.append(f"trash-accessed: {self.effects('steal')}")
        if self.odd(0.3):
            keys["corp"] = self.pick(("1c: cgain 2", "rfg: archives-to-rd 2", "pc 1: net 1"))
        return own_card(
            self.name("Upgrade"),
            "upgrade",
            cost=self.number(0, 4),
            trash=self.pick((None, 0, 1, 2, 3, 5)),
            effects=effects,
            **keys,
        )

    def corp_card(self) -> Card:
        """A card of HQ, R&D or Archives."""
        kind = self.pick(("agenda", "asset", "upgrade", "ice", "operation"), (5.5, 4, 2, 0.7, 0.7))
        if kind == "operation":
            return own_card(self.name("Operation"), "operation", cost=1)
        card: Card = getattr(self, kind)()
        return card

    def pile(self, titles: int, most: int) -> Pile:
        found: dict[str, Card] = {}
        for _ in range(titles):
            card = self.corp_card()
            found.setdefault(card.id, card)
        return tuple((card, self.number(1, most)) for card in found.values())

    def placed_root(self) -> tuple[PlacedRoot, ...]:
        placed: list[PlacedRoot] = []
        lists: list[Pile] = []

        def add(make: Any, rezzed: bool) -> None:
            counters = {
                "advancement": self.pick((0, 1, 2, 3), (5, 1, 1, 1)),
                "virus": self.pick((0, 1), (6, 1)),
                "power": self.pick((0, 2), (6, 1)),
            }
            if self.chance(0.25):
                lists.append(self.list_like(lists, make, 2, 3))
                placed.append(PlacedRoot(candidates=lists[-1], **counters))
            else:
                known = [piece.card for piece in placed if piece.card is not None]
                again = known and make == self.upgrade and self.chance(0.2)
                placed.append(
                    PlacedRoot(self.pick(known) if again else make(), rezzed=rezzed, **counters)
                )

        for _ in range(self.pick((0, 1, 2, 3), (3, 4, 2.5, 1))):
            add(self.upgrade, self.chance(0.4))
        if self.server == "remote" and self.chance(0.85):
            lists.clear()
            if self.chance(0.6):
                add(self.agenda, False)
            else:
                add(self.asset, self.chance(0.4))
            self.dice.shuffle(placed)
        return tuple(placed)
