"""Random scenarios for the equality tests: every clause the kernel executes, long games.

`random_scenario(seed)` is a function of its seed alone. Cards of one's own are built
from random notation, and cards of System Gateway are mixed in. `describe` prints a
scenario so that a person can read it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from simcore.cards.card import BLANK, Card
from simcore.cards.notation import parse_rules
from simcore.cards.pool import load_pool
from simcore.errors import NotationError
from simcore.scenario import (
    Corp,
    CorpPlan,
    Pile,
    PlacedIce,
    PlacedRoot,
    RigCard,
    Runner,
    RunnerPlan,
    Scenario,
)

KINDS = ("barrier", "code gate", "sentry")
GATEWAY_ICE = "diviner funhouse karuna palisade pharos ping tithe whitespace ballista".split()
GATEWAY_BREAKERS = (
    "buzzsaw carmen cleaver echelon marjanah mayfly unity leech botulus conduit".split()
)
GATEWAY_RIG = "docklands_pass pennyshaver carnivore".split()
GATEWAY_UPGRADES = "amaze_amusements anoetic_void manegarm_skunkworks".split()
GATEWAY_AGENDAS = "send_a_message tomorrows_headline offworld_office superconducting_hub".split()
GATEWAY_ASSETS = "urtica_cipher spin_doctor nico_campaign clearinghouse".split()
GATEWAY_EVENTS = "overclock tread_lightly jailbreak".split()
GATEWAY_RUNNERS = (
    "rene_loup_arcemont_party_animal zahya_sadeghi_versatile_smuggler "
    "tao_salonga_telepresence_magician"
).split()
_COMPOUND = re.compile(r"[:;{]| unless | else ")
MOST_RIG_STATES = 160
"""A rig with more reachable states than about this is thinned out: the search takes long."""


@cache
def _pool() -> Any:
    return load_pool("nsg")


def gateway(card_id: str) -> Card:
    """A card of System Gateway."""
    card: Card = _pool().find(card_id)
    return card


def _refuse(place: str, error: NotationError) -> None:
    raise AssertionError(f"the generator wrote what cannot be read: {place}: {error}")


def own_card(title: str, kind: str, **keys: Any) -> Card:
    """A card from its figures and notation (`break` is written `break_`)."""
    facts = {name: keys.pop(name) for name in list(keys) if name in Card.__dataclass_fields__}
    facts["subtypes"] = frozenset(facts.get("subtypes", ()))
    runner = kind in ("program", "hardware", "resource", "event")
    facts.setdefault("side", "runner" if runner else "corp")
    rules = parse_rules({name.rstrip("_"): value for name, value in keys.items()}, _refuse)
    return Card(id=f"own:{title.casefold()}", title=title, type=kind, rules=rules, **facts)


WIDE_ATOMS = (
    *("self-trash", "trash-accessed", "virus 1", "power 1", "place-credit 2", "hosted 2"),
    *("rez-cost 1", "archives-to-rd 1", "bypass", "trash prog hw 1", "rez-ice free", "etr"),
    *("take 1", "self-trash", "self-trash; self-trash", "archives-to-rd 2"),
    *("rgain 1*breakers", "closs ice-here"),
)
WIDE_ROOT_EVENTS = (
    *("run-begin", "encounter", "pass", "breach", "agenda-stolen", "trash-accessed"),
    *("tagged", "access", "steal", "rez"),
)


class _Maker:
    """One scenario in the making; every choice comes from `dice`."""

    def __init__(self, seed: int, wide: bool) -> None:
        self.dice = random.Random(seed)
        self.oddity = self.dice.choice((0.03, 0.1, 0.3, 1.0)) if wide else 0.0
        self.names = 0
        self.server = self.pick(("hq", "rd", "remote", "remote", "archives"), (5, 5, 4, 4, 2))
        self.tough = self.chance(0.35)  # ice that stops, against ice that hurts and taxes

    # ---- dice ------------------------------------------------------------------------

    def chance(self, p: float) -> bool:
        return self.dice.random() < p

    def odd(self, p: float) -> bool:
        """Whether to write something that only the reference plays."""
        return self.oddity > 0 and self.chance(p * self.oddity)

    def number(self, low: int, high: int) -> int:
        return self.dice.randint(low, high)

    def pick(self, options: Any, weights: Any = None) -> Any:
        return self.dice.choices(list(options), weights)[0]

    def some(self, options: Any, low: int, high: int) -> list[Any]:
        options = list(options)
        return self.dice.sample(options, min(len(options), self.number(low, high)))

    def name(self, word: str) -> str:
        self.names += 1
        return f"{word} {self.names}"

    # ---- effects ---------------------------------------------------------------------

    def amount(self, where: str, low: int, high: int) -> str:
        """A number, sometimes by a register that `where` can see."""
        registers = ["ice-here"]
        if where in ("sub", "encounter", "pass", "rez", "root", "rootrez", "installed", "rootend"):
            registers += ["adv", "adv", "virus", "power"]
        if self.chance(0.14):
            register = self.pick(registers)
            text = f"1*{register}" if self.chance(0.6) else register
            if self.chance(0.4):
                text = f"{self.number(0, 2)}+1*{register}"
            return text
        return str(self.number(low, high))

    def condition(self, where: str) -> str:
        """A condition that may be met or not at this time of the run."""
        flags = ["tagged", "tagged", "trashed-odd-cost", "successful-run-this-turn"]
        if where in ("access", "steal", "installed", "rootend", "runend"):
            flags += ["stole", "stole"]
        subject = self.pick(
            ("flag", "runner-cr", "corp-cr", "grip", "server", "adv", "ice-here"),
            (6, 3, 3, 3, 1, 1, 1),
        )
        negated = "!" if self.chance(0.25) else ""
        if subject == "flag":
            return negated + str(self.pick(flags))
        if subject == "server":
            place = self.pick(("hq", "rd", "archives", "remote", "central", "any"))
            return f"{negated}server{self.pick(('=', '!='))}{place}"
        tops = {"runner-cr": 12, "corp-cr": 12, "grip": 5, "adv": 3, "ice-here": 3}
        comparison = self.pick((">=", "<=", "=", "!="), (4, 4, 2, 2))
        return f"{negated}{subject}{comparison}{self.number(0, tops[subject])}"

    def atom(self, where: str) -> str:
        """One primitive effect that means something in `where`."""
        early = where in ("sub", "encounter", "pass", "rez")
        names = {
            "net": 7,
            "meat": 2,
            "core": 1,
            "tag": 5,
            "rlose": 6,
            "rgain": 4,
            "cgain": 4,
            "closs": 3,
            "rclick": 3,
            "trash": 6,
            "rdraw": 4,
            "cdraw": 1,
            "nothing": 1,
            "no-steal-trash": 1 if not early else 0.4,
            "may-jackout": 0.5,
            "rez-ice": 1,
            "install": 0.4,
            "swap-ice": 0.3,
        }
        if where in ("sub", "encounter", "root"):
            names["etr"] = 10 if self.tough else 4
        if where in ("pass", "rez"):
            names["etr"] = 0.5
        if where in ("breach", "success"):
            names["access"] = 8
        if where == "encounter":
            names["bypass"] = 3
        if where in ("access", "steal", "runend", "installed"):
            names["accesses"] = 3
        if where in ("success", "breach", "steal", "runend", "access", "installed"):
            names.update({"virus": 0.7, "power": 0.5, "place-credit": 0.5})
        if where in ("tagged", "runend", "rootend", "rez"):
            names.pop("rez-ice")
        if where == "tagged":
            names.pop("tag")
        if self.odd(0.15):
            return str(self.pick(WIDE_ATOMS))
        kind = self.pick(names, names.values())
        if kind in ("net", "meat", "core"):
            return f"{kind} {self.amount(where, 1, 2 if self.chance(0.85) else 4)}"
        if kind == "trash":
            return f"trash {self.pick(('prog', 'hw', 'res', 'any'))} {self.pick((1, 1, 2))}"
        if kind == "rez-ice":
            return "rez-ice free"
        if kind == "accesses":
            return f"rgain {self.pick(('', '1+'))}1*accesses"
        if kind == "install":
            return str(self.pick(("install card", "install ice")))
        if kind == "rlose":
            return "rlose all" if self.chance(0.1) else f"rlose {self.amount(where, 1, 4)}"
        if kind in ("rgain", "cgain", "closs"):
            return f"{kind} {self.amount(where, 1, 4)}"
        if kind == "tag":
            return f"tag {self.amount(where, 1, 2)}"
        if kind in ("rclick", "rdraw", "cdraw", "access", "virus", "power"):
            return f"{kind} {self.number(1, 2)}"
        return str(kind)

    def price(self, where: str) -> str:
        """A cost the Runner may be asked for: every kind of price the kernel has."""
        kinds: dict[str, float] = {
            "pay": 6,
            "click": 2,
            "tag": 0 if where == "tagged" else 2,
            "net": 2,
        }
        if self.odd(0.6):
            if self.chance(0.2):
                return str(self.pick(("trash", "rfg")))
            kinds |= {"grip": 2, "vc": 1, "pc": 1, "hq": 0.5}
        first = self.pick(kinds, kinds.values())
        text = f"{first} {self.number(1, 5 if first == 'pay' else 2)}"
        if self.chance(0.25):
            kinds[first] = 0
            text += f" + {self.pick(kinds, kinds.values())} {self.number(1, 2)}"
        return text

    def clause(self, where: str, depth: int = 0) -> str:
        """One clause: an atom or something built of clauses."""
        kind = self.pick(
            ("atom", "if", "trace", "psi", "unless", "must-pay", "corp-may", "may", "choice"),
            (10, 2.5, 2, 1.2, 2.5, 0.8, 1.6, 0.6, 1.6)
            if depth < 2
            else (1, 0, 0, 0, 0, 0, 0, 0, 0),
        )
        inner = depth + 1
        if kind in ("trace", "psi") and where == "tagged":
            kind = "atom"
        if kind == "if":
            text = f"if {self.condition(where)}: {self.braces(where, inner)}"
            return text + (f" else {self.braces(where, inner)}" if self.chance(0.4) else "")
        if kind == "trace":
            text = f"trace {self.amount(where, 1, 5)}: {self.braces(where, inner)}"
            return text + (f" else {self.braces(where, inner)}" if self.chance(0.3) else "")
        if kind == "psi":
            text = f"psi: {self.braces(where, inner)}"
            return text + (f" else {self.braces(where, inner)}" if self.chance(0.5) else "")
        if kind == "unless":
            costs = [self.price(where) for _ in range(self.pick((1, 2, 3), (5, 4, 2)))]
            return f"{self.braces(where, inner)} unless {' | '.join(costs)}"
        if kind == "must-pay":
            return f"must-pay {self.number(1, 4)} else {self.braces(where, inner)}"
        if kind == "corp-may":
            costs = self.pick(
                ("", f" pay {self.number(1, 4)}", " hq 1", f" pay {self.number(0, 2)} + hq 1"),
                (3, 5, 1, 1),
            )
            if self.odd(0.3):
                costs = self.pick((" vc 1", " pc 1", " trash", " rfg"))
            return f"corp-may{costs}: {self.braces(where, inner)}"
        if kind == "may":
            cost = f" {self.price(where)}" if self.chance(0.3) else ""
            return f"runner-may{cost}: {self.braces(where, inner)}"
        if kind == "choice":
            side = self.pick(("corp", "runner"), (4, 1))
            options = [self.braces(where, inner) for _ in range(self.pick((2, 3), (4, 1)))]
            if side == "corp" and not self.odd(
                1.0
            ):  # whether ice can be rezzed is not weighed by the kernel
                options = [
                    "cgain 2" if "rez-ice" in each or "if " in each else each for each in options
                ]
            return f"{side}: {' | '.join(options)}"
        return self.atom(where)

    def braces(self, where: str, depth: int) -> str:
        """A clause fit to stand inside another one."""
        text = self.clause(where, depth)
        if self.chance(0.15):
            text = f"{text}; {self.clause(where, depth)}"
        return "{" + text + "}" if _COMPOUND.search(text) or self.chance(0.1) else text

    def effects(self, where: str) -> str:
        """A whole effect: one clause, at times two."""
        count = self.pick((1, 2, 3), (7, 2.5, 0.5))
        return "; ".join(self.clause(where) for _ in range(count))

    # ---- ice -------------------------------------------------------------------------

    def subs(self) -> int:
        return int(self.pick((0, 1, 2, 3, 4), (0.3, 4, 4, 2, 0.7)))

    def sub(self) -> str:
        if self.chance(0.42 if self.tough else 0.15):
            return "etr"
        return self.effects("sub")

    def ice(self) -> Card:
        if self.chance(0.22):
            return gateway(self.pick(GATEWAY_ICE))
        on = []
        if self.chance(0.28):
            on.append(f"encounter: {self.encounter()}")
        if self.chance(0.12):
            on.append(f"{self.pick(('rez', 'rez-in-run'))}: {self.effects('rez')}")
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
        if self.odd(0.3):
            statics.append(
                self.pick(
                    ("str +2 if tagged", "str +1*breakers", "str -2 if grip<=3", "str +1*virus")
                )
            )
        if self.odd(0.1):
            keys["rbreak"] = ["1c | click 1: 1", "click 1: 2"]
        elif self.chance(0.1):
            keys["rbreak"] = self.pick(("click 1: 1", "click 1: 2", "1c: 1", "click 2: 1"))
        return own_card(
            self.name("Ice"),
            "ice",
            strength=self.number(0, 6),
            cost=self.pick((0, 1, 2, 3, 4, 5, 7)),
            subtypes=self.some(KINDS, 1, 2 if self.chance(0.25) else 1),
            subs=[self.sub() for _ in range(9 if self.odd(0.05) else self.subs())],
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
                lists.append(self.list_like(lists, self.ice, 2, 4))
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
        return tuple((card, self.pick((2, 3, 4), (3, 1, 1))) for card in titles.values())

    # ---- cards that are accessed -------------------------------------------------------

    def agenda(self) -> Card:
        if self.chance(0.25):
            return gateway(self.pick(GATEWAY_AGENDAS))
        effects = []
        if self.chance(0.3):
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
        event = self.pick(("approach-server", "success", "run-end"), (5, 3, 2))
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
        if event == "approach-server" and self.chance(0.5):
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
            elif kind == "steal-cost":
                effects.append(self.steal_cost(f"root{'[persistent]' * persistent}: "))
            elif kind == "access":
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

    # ---- the rig -----------------------------------------------------------------------

    def types(self) -> str:
        if self.chance(0.12):
            return "any"
        return ",".join(self.some(KINDS, 1, 3 if self.chance(0.2) else 1))

    def breaker(self) -> Card:
        if self.chance(0.3):
            return gateway(self.pick(GATEWAY_BREAKERS))
        kind = self.types()
        breaks = []
        for _ in range(self.pick((1, 2), (4, 1))):
            cost = self.pick(
                (
                    "0c",
                    "1c",
                    "1c",
                    "2c",
                    "vc 1",
                    "pc 1",
                    "1c + vc 1",
                    "click 1",
                    "trash",
                    "1c | vc 1",
                )
            )
            if self.odd(0.2):
                cost = self.pick(("grip 1", "rfg"))
            count = self.pick(("1", "1", "2", "3", "any-number"))
            text = f"{cost}: {count} {kind}"
            text += " @host" if self.chance(0.06) else ""
            text += " [no-interface]" if self.chance(0.08) else ""
            text += " [-1c if successful-run-this-turn]" if self.chance(0.08) else ""
            text += " [then trash-self at run-end]" if self.chance(0.1) else ""
            breaks.append(text)
            if self.chance(0.5):
                kind = self.types()
        pumps = []
        for _ in range(self.pick((0, 1, 2, 3), (1, 6, 2, 0.4))):
            cost = self.pick(("1c", "1c", "2c", "3c", "vc 1", "pc 1", "1c + pc 1", "0c + vc 1"))
            gain = self.pick(("1", "1", "2", "3", "5", "1*breakers"))
            pumps.append(f"{cost}: +{gain}{self.pick(('', '', ' run', ' turn', ' encounter'))}")
        statics = []
        if self.chance(0.12):
            statics.append(
                self.pick(
                    (
                        "str +1*breakers",
                        "str +2 if successful-run-this-turn",
                        "str +1 if !successful-run-this-turn",
                        "hosted-on-ice",
                    )
                )
            )
        paid = [f"vc 1: ice-str -{self.number(1, 2)}"] if self.chance(0.08) else []
        if self.odd(0.3):
            statics.append(self.pick(("str +1*virus", "str +2 if tagged", "hosted-on-ice")))
            paid = [self.pick(("trash: ice-str -2", "1c: ice-str -1", "1c: rgain 1"))]
        return own_card(
            self.name("Breaker"),
            "program" if self.chance(0.93) else self.pick(("hardware", "resource")),
            strength=self.number(0, 4),
            cost=self.number(0, 6),
            subtypes=["icebreaker"] if self.chance(0.9) else [],
            link=self.pick((0, 1), (9, 1)),
            break_=breaks,
            pump=pumps,
            static=statics,
            paid=paid,
        )

    def runner_clause(self, this_run: bool = False) -> str:
        """A clause of an identity, an event or a rig card."""
        event = self.pick(
            ("success", "breach", "agenda-stolen", "trash-accessed", "run-end", "run-begin"),
            (4, 4, 3, 3, 3, 1.5),
        )
        words = []
        if self.odd(0.4):
            return self.wide_clause("this-run: " if this_run else "")
        if self.chance(0.2):
            words.append(self.pick(("hq", "rd", "archives", "remote", "central", "any")))
        if event in ("agenda-stolen", "trash-accessed"):
            words = []
        if self.chance(0.25):
            words.append(self.pick(("1/turn", "first")))
        if event == "run-end" and self.chance(0.4):
            words.append("success")
        where = {
            "success": "success",
            "breach": "breach",
            "agenda-stolen": "steal",
            "trash-accessed": "steal",
            "run-end": "runend",
            "run-begin": "begin",
        }[event]
        if where == "begin":  # nothing to pay: credits hosted for the run may come later
            effects = self.atom(where)
            return f"{'this-run: ' * this_run}run-begin: {effects}"
        text = f"{event}{'[' + ','.join(words) + ']' if words else ''}: {self.effects(where)}"
        return f"this-run: {text}" if this_run else text

    def wide_clause(self, scope: str) -> str:
        """A clause for an event that only the reference plays on this side."""
        event = self.pick(("encounter", "pass", "access", "approach-server", "tagged"))
        words = self.some(
            ("1/turn", "first", "hq", "rd", "central", "installed", "!archives", "archives"), 0, 2
        )
        effects = self.effects("tagged" if event == "tagged" else "success")
        if event == "encounter" and self.chance(0.6):
            words, effects = words[:1], "bypass"
        return f"{scope}{event}{'[' + ','.join(words) + ']' if words else ''}: {effects}"

    def weakener(self) -> Card:
        price = self.pick(("vc 1", "pc 1", "1c + vc 1"))
        return own_card(
            self.name("Virus"),
            "program",
            cost=1,
            paid=[f"{price}: ice-str -{self.number(1, 2)}"],
            effects=[self.runner_clause()] if self.chance(0.3) else [],
        )

    def other(self) -> Card:
        """A rig card that breaks nothing."""
        if self.chance(0.25):
            return gateway(self.pick(GATEWAY_RIG))
        kind = self.pick(("hardware", "resource", "program"), (4, 4, 2))
        keys: dict[str, Any] = {}
        roll = self.dice.random()
        if roll < 0.4:
            keys["recurring"] = self.pick((1, 2, "1 breakers", "2 breakers", "3 breakers"))
        elif roll < 0.6:
            keys["load"] = self.number(1, 6)
            keys["effects"] = [f"{self.pick(('success', 'run-end', 'run-begin'))}: take 2"]
            keys["static"] = ["trash-when-empty"] if self.chance(0.6) else []
        elif roll < 0.95:
            keys["effects"] = [self.runner_clause() for _ in range(self.pick((1, 2), (3, 1)))]
        return own_card(
            self.name(kind.capitalize()),
            kind,
            cost=self.number(0, 5),
            link=self.pick((0, 1, 2), (6, 2, 1)),
            **keys,
        )

    def install(self, card: Card, ice: int) -> RigCard:
        text = repr(card.rules)
        virus = self.pick((0, 1, 2, 3), (1, 3, 3, 1)) if "'virus'" in text else 0
        power = self.pick((0, 1, 2), (1, 3, 2)) if "'power'" in text else 0
        bank = card.rules.recurring or card.rules.load
        if bank and self.chance(0.2):
            bank = self.number(0, bank)
        hosted = any(b.host_only for b in card.rules.breaks) or "hosted-on-ice" in text
        host = self.number(0, ice - 1) if hosted and ice and self.chance(0.8) else None
        return RigCard(card, virus, power, bank, host)

    def rig(self, ice: int, strengths: int) -> list[RigCard]:
        cards = [self.breaker() for _ in range(self.pick((0, 1, 2, 3), (0.7, 3, 4, 2)))]
        cards += [self.weakener() for _ in range(self.pick((0, 1), (4, 1)))]
        cards += [self.other() for _ in range(self.pick((0, 1, 2), (3, 4, 2)))]
        self.dice.shuffle(cards)
        found: list[RigCard] = []
        states = 1
        for card in cards:
            placed = self.install(card, ice)
            states *= _states(placed, strengths)
            if states > MOST_RIG_STATES:
                break
            found.append(placed)
        return found

    # ---- the two sides -------------------------------------------------------------------

    def runner_identity(self) -> Card | None:
        if self.chance(0.55):
            return None
        if self.chance(0.3):
            return gateway(self.pick(GATEWAY_RUNNERS))
        return own_card(
            self.name("Runner"),
            "identity",
            side="runner",
            link=self.pick((0, 1)),
            effects=[self.runner_clause()],
        )

    def corp_identity(self) -> Card | None:
        if self.chance(0.55):
            return None
        if self.chance(0.3):
            return gateway("nbn_reality_plus")
        effects = []
        for _ in range(self.pick((1, 2), (3, 1))):
            if self.chance(0.6):
                word = self.pick(("", "[1/turn]", "[first]"))
                effects.append(f"tagged{word}: {self.effects('tagged')}")
            else:
                effects.append(self.runner_clause())
        return own_card(self.name("Division"), "identity", side="corp", effects=effects)

    def event(self) -> Card | None:
        if self.chance(0.5):
            return None
        if self.chance(0.3):
            card = gateway(self.pick(GATEWAY_EVENTS))
            return None if card.id == "jailbreak" and self.server not in ("hq", "rd") else card
        effects = ["this-run: encounter[first]: bypass"] if self.odd(0.3) else []
        effects += [self.event_clause() for _ in range(self.pick((1, 2), (3, 1)))]
        return own_card(self.name("Event"), "event", cost=1, effects=effects)

    def event_clause(self) -> str:
        return str(
            self.pick(
                (
                    f"this-run: run-begin: hosted {self.number(1, 6)}",
                    f"this-run: run-begin: rez-cost {self.number(1, 3)}",
                    self.runner_clause(this_run=True),
                    self.runner_clause(),
                ),
                (2, 1, 4, 1),
            )
        )

    def hands(self) -> tuple[Pile, Pile]:
        """Grip and stack; cards with odd and even costs, or blank ones."""
        size = self.pick((0, 1, 2, 3, 4, 5, 6), (1, 1.5, 2, 3, 4, 6, 2))
        if self.chance(0.5):
            return ((BLANK, size),) if size else (), ()
        titles = [
            own_card(self.name("Trick"), "event", cost=self.number(0, 3))
            for _ in range(self.number(1, 3))
        ]
        grip: dict[str, tuple[Card, int]] = {}
        for _ in range(size):
            card = self.pick([*titles, BLANK], [3] * len(titles) + [1])
            grip[card.id] = (card, grip.get(card.id, (card, 0))[1] + 1)
        stack: Pile = ()
        if self.chance(0.6):
            further = own_card(self.name("Trick"), "event", cost=self.number(0, 3))
            stack = tuple(
                (card, self.number(1, 2)) for card in self.some([*titles, further, BLANK], 1, 4)
            )
        return tuple(grip.values()), stack

    def corp(self, root: tuple[PlacedRoot, ...]) -> Corp:
        low = self.number(0, 9)
        central: Pile = ()
        top: tuple[Card, ...] = ()
        archives: tuple[Card, ...] = ()
        count = 0
        hq = self.number(0, 6)
        if self.server in ("hq", "rd"):
            central = self.pile(self.number(1, 5), 3)
            if self.chance(0.4):  # unknown upgrades may have been drawn from these very cards
                known = {card.id for card, _ in central}
                drawn = [card for piece in root for card, _ in piece.candidates]
                central += tuple(
                    (card, 2) for card in {c.id: c for c in drawn}.values() if card.id not in known
                )
                if drawn and self.chance(0.25):
                    central = ((drawn[0], 1),)
            count = sum(copies for _, copies in central)
            if self.chance(0.2):
                count = self.number(1, count)  # a deck that HQ is dealt from
        if self.server == "rd" and self.chance(0.4):
            top = tuple(self.corp_card() for _ in range(self.number(1, 2)))
            count += len(top)
        if self.server == "hq":
            hq = count
        if self.server == "archives" or self.chance(0.2):
            archives = tuple(self.corp_card() for _ in range(self.number(0, 5)))
            archives += tuple(card for card, _ in central[:1])
        return Corp(
            identity=self.corp_identity(),
            credits_low=low,
            credits_high=low + self.pick((0, self.number(1, 8))),
            bad_publicity=self.pick((0, 1, 2, 3), (5, 2, 1, 1)),
            central=central,
            central_count=count,
            rd_top=top,
            archives=archives,
            hq_count=hq,
            plan=CorpPlan(
                self.pick(("affordable", "never"), (9, 1)),
                trace_low := self.pick((0, 1, 2), (3, 1, 1)),
                trace_low + self.number(0, 4),
            ),
        )

    def plan(self, corp_cards: list[Card]) -> RunnerPlan:
        return RunnerPlan(
            name=self.pick(("threshold", "break-all"), (7, 3)),
            optional_break_cap=self.pick((0, 1, 2, 4, 6, 20)),
            minimum_grip=self.pick((0, 1, 2, 3)),
            trace_payment=self.pick((0, 1, 3, 9)),
            trash=self.pick(("affordable", "never"), (5, 1)),
            never_trash=frozenset(
                card.id for card in corp_cards if card.trash is not None and self.chance(0.1)
            ),
            reserve=self.pick((0, 0, 1, 3)),
        )

    def scenario(self) -> Scenario:
        ice = self.placed_ice()
        root = self.placed_root()
        corp = self.corp(root)
        grip, stack = self.hands()
        strengths = len(ice) + 1
        rig = self.rig(len(ice), strengths)
        event = self.event()
        slot: int | None = None
        if self.chance(0.12):
            starter = self.starter()
            if len(rig) < 6:
                slot, event = len(rig), starter.card
                rig.append(starter)
        identity = self.runner_identity()
        link = sum(placed.card.link for placed in rig) + (identity.link if identity else 0)
        stated = self.chance(0.25)
        runner = Runner(
            identity=identity,
            credits=self.pick((self.number(0, 5), self.number(4, 14), self.number(10, 25))),
            points=self.pick((0, 2, 4, 5, 6), (3, 1, 2, 3, 3)),
            clicks=self.pick((0, 1, 2, 3), (1, 1, 1, 3)),
            event=event,
            event_slot=slot,
            grip=grip,
            stack=stack,
            tags=self.pick((0, 1, 2), (6, 1, 1)),
            link=self.number(0, 3) if stated else link,
            link_is_stated=stated,
            successful_runs_this_turn=self.pick((0, 1), (3, 1)),
            rig=tuple(rig),
            extra_accesses=self.pick((0, 1, 2, 3), (3, 2, 1, 1)),
        )
        scenario = Scenario("nsg", self.server, ice, root, corp, runner)
        cards = [card for card in scenario.cards() if card.side == "corp"]
        return _with_plan(scenario, self.plan(cards))

    def starter(self) -> RigCard:
        """A rig card whose ability has started the run."""
        if self.server in ("hq", "rd", "archives") and self.chance(0.3):
            return self.install(gateway("red_team"), 0)
        if self.server == "rd" and self.chance(0.3):
            return RigCard(gateway("conduit"), virus=self.number(0, 3))
        effects = [self.runner_clause(this_run=True)]
        if self.chance(0.4):
            effects.append(f"this-run: run-begin: hosted {self.number(1, 5)}")
        kind = self.pick(("resource", "hardware", "program"))
        return RigCard(own_card(self.name("Starter"), kind, cost=2, effects=effects))


def _with_plan(scenario: Scenario, plan: RunnerPlan) -> Scenario:
    from dataclasses import replace

    return replace(scenario, runner=replace(scenario.runner, plan=plan))


def _states(placed: RigCard, strengths: int) -> int:
    """About how many states one rig card can be in during a run."""
    rules = placed.card.rules
    prices = repr((rules.breaks, rules.pumps, rules.paid))
    states = 1
    if "'virus'" in prices:
        states *= placed.virus + 1
    if "'power'" in prices:
        states *= placed.power + 1
    if any(pump.duration != "encounter" for pump in rules.pumps):
        states *= strengths
    if any(ability.dooms for ability in rules.breaks):
        states *= 2
    return states + 1


def random_scenario(seed: int, wide: bool = False) -> Scenario:
    """The scenario of this seed: the same one whenever and wherever it is asked for.

    `wide` ones also hold clauses that only the reference plays; the kernel has to refuse
    those that matter.
    """
    return _Maker(seed, wide).scenario()


def twins() -> Scenario:
    """Two copies of an upgrade that leaves when the Runner trashes the other one."""
    twin = own_card(
        "Twin", "upgrade", cost=0, trash=0, effects=["root: trash-accessed: self-trash"]
    )
    root = (PlacedRoot(twin, rezzed=True), PlacedRoot(twin, rezzed=True))
    return Scenario("nsg", "remote", (), root, Corp(), Runner(credits=1))


# ---- for people --------------------------------------------------------------------------


def describe(scenario: Scenario) -> str:
    """A scenario in words and notation, for the message of a failed test."""
    corp, runner = scenario.corp, scenario.runner
    lines = [f"run on {scenario.server}"]
    for kind, pieces in (("ice", scenario.ice), ("root", scenario.root)):
        standing: Sequence[PlacedIce | PlacedRoot] = pieces
        for index, piece in enumerate(standing):
            what = piece.card.title if piece.card is not None else _pile(piece.candidates)
            state = " rezzed" * piece.rezzed
            state += f" adv {piece.advancement} virus {piece.virus} power {piece.power}"
            lines.append(f"  {kind} {index}: {what}{state}")
    lines.append(
        f"  corp: credits {corp.credits_low}-{corp.credits_high}, bad publicity "
        f"{corp.bad_publicity}, HQ {corp.hq_count}, {corp.plan}"
    )
    lines.append(f"    central {corp.central_count}: {_pile(corp.central)}")
    lines.append(f"    top {[c.title for c in corp.rd_top]}")
    lines.append(f"    archives {[c.title for c in corp.archives]}")
    if corp.identity is not None:
        lines.append(f"    identity {corp.identity.title}")
    lines.append(
        f"  runner: credits {runner.credits}, points {runner.points}, clicks {runner.clicks}, "
        f"tags {runner.tags}, link {runner.link}{' stated' * runner.link_is_stated}, "
        f"successful runs {runner.successful_runs_this_turn}, more accesses "
        f"{runner.extra_accesses}"
    )
    lines.append(f"    {runner.plan}")
    lines.append(f"    grip {_pile(runner.grip)}; stack {_pile(runner.stack)}")
    for card, name in ((runner.identity, "identity"), (runner.event, "event")):
        if card is not None:
            lines.append(f"    {name} {card.title} (rig slot {runner.event_slot})")
    for slot, placed in enumerate(runner.rig):
        lines.append(
            f"    rig {slot}: {placed.card.title} virus {placed.virus} power {placed.power} "
            f"credits {placed.credits} host {placed.host}"
        )
    lines += [f"  {_card(card)}" for card in scenario.cards()]
    return "\n".join(lines)


def _pile(pile: Pile) -> str:
    return "[" + ", ".join(f"{count} {card.title}" for card, count in pile) + "]"


def _card(card: Card) -> str:
    figures = {
        "strength": card.strength,
        "cost": card.cost,
        "trash": card.trash,
        "points": card.points or None,
        "link": card.link or None,
        "recurring": (card.rules.recurring, card.rules.recurring_use)
        if card.rules.recurring
        else None,
        "load": card.rules.load or None,
    }
    rules = card.rules
    words: list[object] = [f"{k} {v}" for k, v in figures.items() if v is not None]
    words += [sorted(card.subtypes)] if card.subtypes else []
    words += [f"sub {text!r}" for text in rules.sub_texts]
    words += [repr(clause.text) for clause in rules.on]
    words += [repr(static.text) for static in rules.statics]
    words += [repr(ability.text) for ability in (*rules.breaks, *rules.runner_breaks)]
    words += [repr(pump.text) for pump in rules.pumps]
    words += [repr(paid.text) for paid in (*rules.paid, *rules.corp_abilities)]
    return f"{card.title} ({card.type}): " + ", ".join(str(word) for word in words)
