"""Random rigs."""

from __future__ import annotations

import re
from typing import Any

from agreement.generator.board import Board
from agreement.generator.cards import (
    GATEWAY_BREAKERS,
    GATEWAY_RIG,
    KINDS,
    gateway,
    own_card,
)

from simcore.cards.card import Card
from simcore.cards.syntax import Break
from simcore.scenario import (
    RigCard,
)

REWARDS = (
    *("full-break: power 1", "full-break: power 1", "full-break[barrier]: power 1"),
    *("full-break[1/turn]: rgain 2", "full-break[1/turn]: closs 1", "used: cgain 2"),
)
PLACES = ("centrals only", "only outermost", "only innermost", "one ice per run")
MOST_RIG_STATES = 160
"""A rig with more reachable states than about this is thinned out: the search takes long."""


class Rig(Board):
    """Installed cards of the Runner, and clauses for them."""

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
            if self.rare(0.2):
                cost = self.pick(("0c", "0c", "forgo 1", "1c + forgo 1", "click 1"))
            if self.rare(0.15):
                kind = self.pick(("{trace}", "{trace}", "chosen"))
            text = f"{cost}: {count} {kind}"
            text += " @host" if self.chance(0.06) else ""
            text += " [no-interface]" if self.chance(0.08) else ""
            text += " [-1c if successful-run-this-turn]" if self.chance(0.08) else ""
            text += " [then trash-self at run-end]" if self.chance(0.1) else ""
            text += f" [noisy {self.number(1, 2)}]" if self.rare(0.15) else ""
            text += f" [then str +{self.number(1, 2)} run]" if self.rare(0.1) else ""
            text += " [then end-run]" if self.rare(0.12) else ""
            text += f" [if str{self.pick(('<=', '>=', '=', '!='))}{self.number(0, 3)}]" * (
                self.rare(0.1)
            )
            breaks.append(text)
            if self.chance(0.5):
                kind = self.types()
        pumps = []
        for _ in range(self.pick((0, 1, 2, 3), (1, 6, 2, 0.4))):
            cost = self.pick(("1c", "1c", "2c", "3c", "vc 1", "pc 1", "1c + pc 1", "0c + vc 1"))
            if self.rare(0.1):
                cost = self.pick(("1c + forgo 1", "forgo 1", "click 1"))
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
            paid = [self.pick(("trash: ice-str -2", "0c: ice-str -1", "1c: rgain 1"))]
        if self.rare(0.12):
            paid = [self.pick(("1c: ice-str -1 [interface]", "1c: ice-str -1", "2c: ice-str -2"))]
        elif self.rare(0.12):
            statics.append("exact")
        if self.rare(0.07):
            statics.append("str roll")
        if self.rare(0.1):
            statics.append(f"prevent {self.number(1, 3)} {self.pick(('net', 'net,core', 'meat'))}")
        if "exact" not in statics and self.rare(0.25):
            breaks, special = self.special_uses(breaks, kind)
            paid += special
        if self.rare(0.08):
            statics.append(self.pick(PLACES))
        marks = self.used() if self.rare(0.3) else []
        if self.rare(0.1):
            marks.append(f"encounter: {self.number(0, 2)}c: ice gains {self.pick(KINDS)} [1/turn]")
        if "exact" not in statics and self.rare(0.12):
            marks += [self.pick(REWARDS)]
            statics += ["str +1*power"] * (marks[-1].endswith("power 1") and self.chance(0.7))
        if not self.oddity:
            breaks = _executed(breaks, "exact" in statics)
        bypass = [self.bypass()] if self.rare(0.12) else []
        return own_card(
            self.name("Breaker"),
            "program" if self.chance(0.93) else self.pick(("hardware", "resource")),
            strength=self.number(0, 4),
            cost=self.number(0, 6),
            subtypes=self.subtypes(),
            link=self.pick((0, 1), (9, 1)),
            break_=breaks,
            pump=pumps,
            static=statics,
            paid=paid,
            on=marks,
            bypass=bypass,
        )

    def bypass(self) -> str:
        """A bypass for a price."""
        price = self.pick(("trash", "vc 1", "pc 1", "1c", "1c*subs", "rfg", "2c"))
        words = self.pick(("", " [late]", " [late]", " [1/turn]", " [str<=2]", " [host]"))
        return f"{price}: {self.pick(('any', 'any', *KINDS, '!barrier'))}{words}"

    def special_uses(self, breaks: list[str], kind: str) -> tuple[list[str], list[str]]:
        """Abilities of a chosen size, such as strengthen the card or are limited: to break, and
        as they are written among others."""
        number = self.number(1, 3)
        if self.chance(0.4):
            plain = kind if kind in KINDS else self.pick(KINDS)
            welded = f"{self.number(1, 3)}c: +{number}; if can-interface: break {number} {plain}"
            if self.chance(0.5):
                welded = f"Xc: +X; if can-interface: break X {plain}"
            return [], [welded]
        text = self.pick(
            (
                f"Xc: X {kind}",
                f"Xc + pc 1: X {kind}",
                f"{number}c: {number} {kind} [1/encounter]",
                f"0c: {number} {kind} [1/run]",
                f"1c: {number} {kind} [no-access]",
                f"trash: all-but-1 {kind}",
                f"1c: all-but-1 {kind} [no-interface]",
                f"grip 1: {number} {kind}",
                f"pc 1: {number} {kind} [after]",
            )
        )
        return [text, *breaks[: self.number(0, 1)]], []

    def gambler(self) -> Card:
        """A breaker whose attempts a die decides."""
        text = f"{self.number(0, 1)}c: 1 {self.types()} [{self.number(2, 6)}+ else net]"
        more = {"pump": ["1c: +1"], "paid": ["1c: ice-str -1"]} if self.odd(1.0) else {}
        return own_card(
            self.name("Breaker"),
            "program",
            strength=self.number(2, 6),
            cost=self.number(0, 6),
            subtypes=["icebreaker"],
            break_=[text + self.pick(("", " [1/sub]", " [1/sub]"))],
            **more,
        )

    def subtypes(self) -> list[str]:
        words = ["icebreaker"] if self.chance(0.9) else []
        return words + [word for word in ("ai", "fracter", "noisy") if self.rare(0.25)]

    def used(self) -> list[str]:
        """What comes of a breaker that was used."""
        if self.odd(0.3):
            more = ("used: net 1", "used: must-pay 1 else self-trash", "passed-used: etr")
            return [self.pick(more)]
        low = self.number(1, 6)
        return [
            self.pick(
                (
                    *("used: self-trash", "used: vc 1 else self-trash"),
                    *("used: pc 2 else self-trash", "used: vc 1 else self-trash"),
                    *(f"passed-used: roll {low}-{self.number(low, 6)}: self-trash",),
                )
            )
        ]

    def runner_clause(self, this_run: bool = False) -> str:
        """A clause of an identity, an event or a rig card."""
        event = self.pick(
            (
                *("success", "breach", "agenda-stolen", "trash-accessed", "run-end", "run-begin"),
                "encounter",
            ),
            (4, 4, 3, 3, 3, 1.5, 2),
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
        elif event == "encounter" and self.chance(0.2):
            words.append("first-two")
        if event == "run-end" and self.chance(0.4):
            words.append("success")
        where = {
            "success": "success",
            "breach": "breach",
            "agenda-stolen": "steal",
            "trash-accessed": "steal",
            "run-end": "runend",
            "run-begin": "begin",
            "encounter": "met",
        }[event]
        if where == "begin":  # nothing to pay: credits hosted for the run may come later
            effects = self.atom(where)
            return f"{'this-run: ' * this_run}run-begin: {effects}"
        effects = self.effects(where)
        if where == "met" and self.chance(0.4):
            effects = "bypass"
        text = f"{event}{'[' + ','.join(words) + ']' if words else ''}: {effects}"
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
            if self.rare(0.6):
                keys["recurring"] = f"{self.number(1, 4)} breakers stealth"
        elif roll < 0.6:
            keys["load"] = self.number(1, 6)
            keys["effects"] = [f"{self.pick(('success', 'run-end', 'run-begin'))}: take 2"]
            keys["static"] = ["trash-when-empty"] if self.chance(0.6) else []
        elif roll < 0.95:
            keys["effects"] = [self.runner_clause() for _ in range(self.pick((1, 2), (3, 1)))]
            if self.chance(0.1):  # of a run that another card started
                keys["effects"].append("this-run: encounter[first]: bypass")
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
        needs = any("chosen" in ability.types for ability in card.rules.breaks)
        return RigCard(card, virus, power, bank, host, self.pick(KINDS) if needs else "")

    def rig(self, ice: int, strengths: int) -> list[RigCard]:
        cards = [self.breaker() for _ in range(self.pick((0, 1, 2, 3), (0.7, 3, 4, 2)))]
        cards += [self.weakener() for _ in range(self.pick((0, 1), (4, 1)))]
        cards += [self.other() for _ in range(self.pick((0, 1, 2), (3, 4, 2)))]
        if (
            self.rare(0.2) and not self.dearer
        ):  # a die, and nothing that the kernel refuses beside it
            plain = [card for card in cards if "ice-str" not in repr(card.rules)]
            cards = [card for card in plain if "tracing=True" not in repr(card.rules)]
            cards = [card for card in cards if not any(map(_is_special, card.rules.breaks))]
            cards = [card for card in cards if "'full-break'" not in repr(card.rules)]
            cards = [card for card in cards if not card.rules.ice_gifts]
            cards.append(self.gambler())
        self.dice.shuffle(cards)
        found: list[RigCard] = []
        states = 1
        for card in cards:
            placed = self.install(card, ice)
            states *= _states(placed, strengths)
            if states > MOST_RIG_STATES:
                break
            found.append(placed)
        return found if self.oddity else _at_most_one_goes(found, self.ice_counts)


def _is_special(ability: Break) -> bool:
    return ability.is_special or ability.blinds


def _executed(breaks: list[str], exact: bool) -> list[str]:
    """Abilities without what the kernel refuses: growing while strength is matched exactly,
    or by one of several abilities that do not match strength."""
    grows = " [then str +"
    if exact:
        return [re.sub(r" \[then str [^]]*]", "", text) for text in breaks]
    if len(breaks) > 1:
        return [text.replace(" [no-interface]", "") if grows in text else text for text in breaks]
    return breaks


def _at_most_one_goes(rig: list[RigCard], ice_counts: bool) -> list[RigCard]:
    """The rig without breakers that are trashed to break, where the kernel would have to
    count those installed anew in the middle of an encounter."""
    breakers = [placed for placed in rig if placed.card.is_icebreaker]
    going = [placed for placed in breakers if _is_trashed_to_break(placed.card)]
    counting = any("register='breakers'" in repr(placed.card.rules) for placed in rig)
    kept = going[: 0 if ice_counts and len(breakers) > 1 else 1 if counting else None]
    return [placed for placed in rig if placed not in going or placed in kept]


def _is_trashed_to_break(card: Card) -> bool:
    costs = [price.kind for each in card.rules.breaks for cost in each.costs for price in cost]
    return "trash" in costs


def _states(placed: RigCard, strengths: int) -> int:
    """About how many states one rig card can be in during a run."""
    rules = placed.card.rules
    prices = repr((rules.breaks, rules.pumps, rules.paid, rules.on))
    states = 1
    if "'virus'" in prices:
        states *= placed.virus + 1
    if "'power'" in prices:
        states *= placed.power + 1
    if any(pump.duration != "encounter" for pump in rules.pumps):
        states *= strengths
    if any(ability.dooms for ability in rules.breaks):
        states *= 2
    if any(clause.event in ("used", "passed-used", "full-break") for clause in rules.on):
        states *= 3
    if any(static.kind == "str roll" for static in rules.statics):
        states *= 6
    if any(ability.grows for ability in rules.breaks):
        states *= 3 * strengths
    return states + 1
