"""The grid: 300 scenarios of single runs, as players ask about them.

Every cell of edition × server × number of unknown pieces of ice has three or four
scenarios; the rest (rig, purses, beliefs, grips, plans, extra accesses, what is known of
HQ and R&D) is dealt by a generator seeded with the scenario's number, from the cards of
`grid_houses`. Nothing was looked at before it went in but whether the simulator reads it.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from grid_houses import HOUSES, Copies, CorpDeck, House

COUNT = 300
EDITIONS = ("nsg", "ffg2017", "ffg2012", "onr")
SERVERS = ("remote", "hq", "rd", "archives")
UNKNOWN = (0, 1, 2, 3, 4)


@dataclass(frozen=True)
class Cell:
    """One scenario of the grid: where it stands, and its file."""

    number: int
    edition: str
    server: str
    unknown: int
    text: str

    @property
    def name(self) -> str:
        return f"{self.number:03} {self.edition} {self.server} {self.unknown} unknown"


def grid() -> list[Cell]:
    """The scenarios, always the same."""
    cells = []
    for number in range(COUNT):
        rest, edition = divmod(number, len(EDITIONS))
        rest, server = divmod(rest, len(SERVERS))
        place = EDITIONS[edition], SERVERS[server], UNKNOWN[rest % len(UNKNOWN)]
        cells.append(Cell(number, *place, Dealer(number, *place).text()))
    return cells


class Dealer:
    """Writes one scenario."""

    def __init__(self, number: int, edition: str, server: str, unknown: int) -> None:
        self.random = Random(f"grid {number}")
        self.edition = edition
        self.server = server
        self.unknown = unknown
        self.house: House = HOUSES[edition]
        self.deck: CorpDeck = self.random.choice(self.house.decks)
        self.from_deck = False

    def often(self, share: float) -> bool:
        return self.random.random() < share

    def some(self, copies: Copies, low: int, high: int) -> list[str]:
        """Different titles, at most as many as there are."""
        titles = list(copies)
        return self.random.sample(titles, min(len(titles), self.random.randint(low, high)))

    def text(self) -> str:
        ice, root = self.ice(), self.root()
        corp, runner = self.corp(), self.runner()
        server = [f'kind = "{self.server}"', _array("ice", ice), _array("root", root)]
        parts = [f'edition = "{self.edition}"', "[server]", *server]
        return "\n".join([*parts, "[corp]", *corp, "[runner]", *runner]) + "\n"

    # the Corp

    def ice(self) -> list[str]:
        """Unknown pieces among known ones, rezzed or not: at most five."""
        known = self.random.choice((1, 2, 2, 3) if not self.unknown else (0, 0, 1, 1, 2))
        unknown = [self.unknown_ice() for _ in range(self.unknown)]
        pieces = unknown + [self.known_ice() for _ in range(min(known, 5 - self.unknown))]
        self.random.shuffle(pieces)
        return pieces

    def known_ice(self) -> str:
        title = self.random.choice(list(self.deck.ice))
        keys = [f'card = "{title}"', f"rezzed = {str(self.often(0.6)).lower()}"]
        if title in ("Pharos", "Ice Wall", "Shadow", "Hadrian's Wall") and self.often(0.5):
            keys.append(f"advancement = {self.random.randint(1, 3)}")
        return _inline(keys)

    def unknown_ice(self) -> str:
        if self.often(0.5):
            self.from_deck = True
            return '{ draw_from = "deck" }'
        belief = self.some(self.deck.ice, 4, 8)
        return "{ draw_from = [" + ", ".join(_copies(self.deck.ice, belief)) + "] }"

    def root(self) -> list[str]:
        upgrade = self.random.choice(list(self.deck.upgrades))
        if self.server != "remote":
            return [f'"{upgrade}"'] if self.often(0.2) else []
        beside = [f'"{upgrade}"'] if self.often(0.3) else []
        chance = self.random.random()
        if chance < 0.3:
            self.from_deck = True
            return ['{ draw_from = "deck" }']
        if chance < 0.6:
            agenda = self.some(self.deck.agendas, 1, 2)
            belief = agenda + self.some(self.deck.assets, 1, 2)
            counters = f", advancement = {self.random.randint(1, 3)}" if self.often(0.5) else ""
            copies = self.deck.agendas | self.deck.assets
            return [
                "{ draw_from = [" + ", ".join(_copies(copies, belief)) + f"]{counters} }}",
                *beside,
            ]
        group = self.deck.agendas if chance < 0.85 else self.deck.assets
        return [f'"{self.random.choice(list(group))}"', *beside]

    def corp(self) -> list[str]:
        low = self.random.randint(0, 9)
        spread = self.random.choice((0, 0, 3, 6, 9))
        credits = f"{{ low = {low}, high = {low + spread} }}" if spread else str(low + 2)
        lines = [f"credits = {credits}", f"points = {self.random.randint(0, 5)}"]
        if self.edition != "onr" and self.often(0.15):
            lines.append(f"bad_publicity = {self.random.randint(1, 2)}")
        if self.often(0.5):
            high = self.random.randint(1, 4)
            lines.append(f'plan = {{ name = "affordable", trace = {{ low = 0, high = {high} }} }}')
        return lines + self.centre()

    def centre(self) -> list[str]:
        """What is known of the cards behind a central server, and the deck."""
        cards = self.deck.cards()
        deck = _array("deck", _copies(cards, list(cards)))
        lines = []
        if self.server == "archives":
            lines.append(_array("archives", [f'"{t}"' for t in self.some(cards, 2, 6)]))
        stated = self.server in ("hq", "rd") and not self.from_deck and self.often(0.5)
        if stated and self.server == "hq":
            lines.append(_array("hq", [f'"{title}"' for title in self.some(cards, 3, 6)]))
        elif stated:
            left = {title: max(1, count - self.often(0.3)) for title, count in cards.items()}
            lines.append(_array("rd", _copies(left, list(left))))
        elif self.from_deck or self.server in ("hq", "rd"):
            lines.append(deck)
            if self.server == "hq" and self.often(0.5):
                lines.append(f"hq_size = {self.random.randint(2, 7)}")
        return lines

    # the Runner

    def runner(self) -> list[str]:
        lines = [
            f"credits = {self.random.choice((2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17, 20))}",
            f"clicks = {self.random.randint(0, 3)}",
            f"points = {self.random.randint(0, 5)}",
            self.grip(),
            _array("rig", self.rig()),
        ]
        if self.edition != "onr" and self.often(0.3):
            lines.append(f"link = {self.random.randint(1, 2)}")
        if self.often(0.15):
            lines.append(f"tags = {self.random.randint(1, 2)}")
        if self.often(0.15):
            event = self.house.events.get(self.server, self.house.events.get("any", ()))
            lines += [f'event = "{title}"' for title in event[:1]]
        if self.server in ("hq", "rd") and self.often(0.4):
            lines.append(f"accesses = {{ {self.server} = {self.random.randint(1, 3)} }}")
        return [*lines, self.plan()]

    def grip(self) -> str:
        if self.often(0.5):
            return f"grip = {self.random.randint(0, 5)}"
        held = [self.random.choice(self.house.grip) for _ in range(self.random.randint(1, 5))]
        return _array("grip", _copies({t: held.count(t) for t in held}, list(dict.fromkeys(held))))

    def rig(self) -> list[str]:
        kinds = [self.house.fracters, self.house.decoders, self.house.killers, self.house.ai]
        count = self.random.choice((1, 2, 3, 3, 3, 4))
        chosen = self.random.sample(kinds[:3], min(count, 3))
        if count == 4 or (count < 3 and self.often(0.25)):
            chosen = [*chosen[: count - 1], self.house.ai]
        rig = [self.breaker(self.random.choice(kind)) for kind in chosen]
        if self.house.virus and self.often(0.3):
            title = self.random.choice(self.house.virus)
            rig.append(f'{{ card = "{title}", virus = {self.random.randint(1, 3)} }}')
        rig += [f'"{t}"' for t in self.some(dict.fromkeys(self.house.others, 1), 0, 2)]
        return rig

    def breaker(self, title: str) -> str:
        if title in ("Atman", "Pipeline") and self.often(0.8):
            power = self.random.randint(1, 5)
            return f'{{ card = "{title}", power = {power} }}' if title == "Atman" else f'"{title}"'
        if title in ("Crypsis", "Darwin"):
            return f'{{ card = "{title}", virus = {self.random.randint(1, 4)} }}'
        return f'"{title}"'

    def plan(self) -> str:
        chance = self.random.random()
        if chance < 0.3:
            return 'plan = "threshold"'
        if chance < 0.45:
            return 'plan = "break-all"'
        keys = [
            'name = "threshold"',
            f"optional_break_cap = {self.random.randint(0, 8)}",
            f"minimum_grip = {self.random.randint(0, 3)}",
            f"trace_payment = {self.random.randint(0, 5)}",
        ]
        return f"plan = {_inline(keys)}"


def _copies(copies: Copies, titles: list[str]) -> list[str]:
    return [
        f'{{ card = "{title}", count = {copies[title]} }}' if copies[title] > 1 else f'"{title}"'
        for title in titles
    ]


def _inline(keys: list[str]) -> str:
    return "{ " + ", ".join(keys) + " }"


def _array(key: str, entries: list[str]) -> str:
    return (
        f"{key} = ["
        + "".join(f"\n  {entry}," for entry in entries)
        + "\n]" * bool(entries)
        + ("]" if not entries else "")
    )
