"""Random players: their identities, hands and plans, and the whole scenario."""

from __future__ import annotations

from dataclasses import replace

from agreement.generator.cards import (
    GATEWAY_EVENTS,
    GATEWAY_RUNNERS,
    gateway,
    own_card,
)
from agreement.generator.rig import Rig

from simcore.cards.card import BLANK, Card
from simcore.editions import EDITIONS
from simcore.scenario import (
    Corp,
    CorpPlan,
    Pile,
    PlacedRoot,
    RigCard,
    Runner,
    RunnerPlan,
    Scenario,
)


class Sides(Rig):
    """One scenario in the making."""

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
        effects = ["this-run: encounter[first]: bypass"] if self.chance(0.15) else []
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
            points=self.number(0, 3) if self.rich else 0,
            agendas=self.pick((0, 1), (2, 1)) if self.rich else 0,
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
        edition = self.pick(tuple(EDITIONS), (3, 2, 2, 3))
        scenario = Scenario(edition, self.server, ice, root, corp, runner)
        if EDITIONS[edition].link == "base link":
            scenario = self.with_base_links(scenario)
        cards = [card for card in scenario.cards() if card.side == "corp"]
        return _with_plan(scenario, self.plan(cards))

    def with_base_links(self, scenario: Scenario) -> Scenario:
        """The scenario where links are cards that are paid for; bad publicity is none."""
        rig = list(scenario.runner.rig)
        for _ in range(self.pick((0, 1, 2), (1, 2, 1))):
            links = [f"{self.number(0, 2)}c: {self.number(0, 4)}"]
            if self.chance(0.7):
                links.append(f"{self.number(0, 2)}c: +{self.number(1, 2)}")
            kind = self.pick(("program", "hardware", "resource"))
            rig.append(RigCard(own_card(self.name("Path"), kind, cost=1, base_link=links)))
        runner = replace(scenario.runner, rig=tuple(rig), link=0, link_is_stated=True)
        return replace(scenario, runner=runner, corp=replace(scenario.corp, bad_publicity=0))

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

    return replace(scenario, runner=replace(scenario.runner, plan=plan))
