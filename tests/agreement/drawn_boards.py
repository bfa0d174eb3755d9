"""Dense boards of printed cards, written as players write scenarios: ice, cards of the root, a rig
that suits it or not, and whatever else a scenario may state.

Cards are drawn so that those that have been drawn least come first, and so that most of a board
speak of the same thing: tags, damage, hosts, memory, what is installed in the run.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

from agreement.break_search import SERVERS

from simcore.cards.counters import counters_when_installed, counts
from simcore.cards.pool import DATA, load_pool
from simcore.cards.setting import meant_for
from simcore.cards.settled import KINDS, left_open, settle
from simcore.errors import CardError
from simcore.hosting import lies_on_ice, may_host
from simcore.reading.spelling import acts_on_chosen, breaks_chosen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from random import Random

    from simcore.cards.card import Card

EDITIONS = ("nsg",) * 12 + ("ffg2012", "ffg2017") * 2 + ("onr",) * 4
INSTALLED = ("program", "hardware", "resource")
STARS = 5
"""Of so many cards that might be drawn one is that has been drawn least."""
THEMES = {
    name: re.compile(words)
    for name, words in {
        "tags": r"\btag",
        "damage": r"\bnet\b|\bmeat\b|\bcore\b|damage",
        "virus": r"virus|\bvc\b|purge",
        "power": r"\bpower\b|\bpc\b|charge",
        "hosts": r"host|guest|trojan|take-trojan",
        "losses": r"trash|lost|rfg",
        "ice that turns": r"derez|rez|swap|go-back|go-outermost|bounce",
        "ways past": r"bypass|past|approach|jack",
        "strength": r"\bstr\b|ice-str|strength|pump",
        "traces": r"trace|link",
        "memory": r"\bmu\b|memory|too many",
        "clicks": r"click|forgo|action",
        "hand and heap": r"grip|heap|discard|rdraw|draws|stack",
        "installs": r"install",
        "purses": r"stealth|recurring|hosted|take |load|credits",
        "advancement": r"\badv|counter",
        "money": r"rlose|closs|cgain|rgain|toll|pay",
        "hands of the Corp": r"\bhq\b|\brd\b|archives|cdraw",
        "kinds": r"gain-sub|becomes|subtype|chosen|\bas\b|copy-sub",
        "guesses": r"psi|roll|bid|named|reveal",
        "success": r"success|unsuccess|access|steal",
        "breaking": r"fully|broken|used|break-tax|lock|ai\b|once|first",
        "bad publicity": r"\bbp\b|bad publicity",
        "forts": r"remote|central|mark|each ice|rezzed-outside|ice-here",
    }.items()
}


@cache
def _said_elsewhere() -> dict[str, list[str]]:
    return tomllib.loads((DATA / "elsewhere.toml").read_text(encoding="utf-8"))


@cache
def words_of(card: Card) -> str:
    """All that the tables say of a card of the pool, in their notation."""
    entry = load_pool("onr" if card.pool == "1996" else "nsg").entry(card.id)
    keys = dict(entry.keys) if entry is not None else {}
    rest = {key: said for key, said in keys.items() if key not in ("fidelity", "src")}
    elsewhere = _said_elsewhere().get(card.id, [])
    return " ".join((*sorted(card.subtypes), str(rest or ""), str(elsewhere or "")))


@cache
def cards_of(pool: str, side: str, *types: str) -> tuple[Card, ...]:
    """Cards of these types of which the tables say anything."""
    kinds = " ".join
    return tuple(
        card
        for card in load_pool(pool)
        if card.side == side
        and card.type in types
        and words_of(card).strip() != kinds(sorted(card.subtypes)).strip()
    )


def toml(value: Any) -> str:
    """A value as it stands in a line of a scenario."""
    match value:
        case dict():
            inside = ", ".join(f"{key} = {toml(each)}" for key, each in value.items())
            return f"{{ {inside} }}"
        case list():
            return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


class Drawing:
    """Boards, one after another, from dice of its own."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.drawn: Counter[Card] = Counter()
        self.pool = "nsg"
        self.themes: tuple[re.Pattern[str], ...] = ()
        self.server = "remote"

    # ---- dice ------------------------------------------------------------------------------

    def chance(self, odds: float) -> bool:
        return self.random.random() < odds

    def one(self, cards: Sequence[Card]) -> Card:
        """A card of these: mostly of the board's themes, and seldom drawn so far."""
        suited: Sequence[Card] = ()
        if self.chance(0.7):
            theme = self.random.choice(self.themes)
            suited = [card for card in cards if theme.search(words_of(card))]
        few = self.random.choices(suited or cards, k=STARS)
        card = min(few, key=lambda each: self.drawn[each])
        self.drawn[card] += 1
        return card

    def some(self, odds: Sequence[int]) -> range:
        """As many times as the place of what is hit among these odds."""
        return range(self.random.choices(range(len(odds)), odds)[0])

    def corp(self, *types: str) -> tuple[Card, ...]:
        return cards_of(self.pool, "corp", *types)

    def runner(self, *types: str) -> tuple[Card, ...]:
        return cards_of(self.pool, "runner", *types)

    # ---- a board ---------------------------------------------------------------------------

    def board(self) -> str:
        """One more board."""
        random = self.random
        edition = random.choice(EDITIONS)
        self.pool = "onr" if edition == "onr" else "nsg"
        self.themes = tuple(random.sample(list(THEMES.values()), random.choice((1, 1, 2))))
        self.server = random.choice((*SERVERS, "remote"))
        ice = self.ice()
        server: dict[str, Any] = {"kind": self.server}
        server["ice"] = [self.placed(card, 0.65) for card in ice]
        if root := [self.placed(card, 0.85) for card in self.root()]:
            server["root"] = root
        lines = {
            "edition": edition,
            "server": server,
            "corp": self.corp_side(len(ice)),
            "runner": self.runner_side(ice),
        }
        return "\n".join(f"{key} = {toml(value)}" for key, value in lines.items())

    def ice(self) -> list[Card]:
        found: list[Card] = []
        for _ in self.some((0, 3, 5, 3, 1)):
            again = found and self.chance(0.2)
            found.append(self.random.choice(found) if again else self.one(self.corp("ice")))
        return found

    def root(self) -> list[Card]:
        types = ("upgrade", "upgrade", "asset", "agenda") if self.server == "remote" else ()
        found = [
            self.one(self.corp(self.random.choice((*types, "upgrade"))))
            for _ in self.some((5, 4, 2, 1))
        ]
        found += found[:1] if self.chance(0.15) else []
        apart = {"region": "region", "asset": "held", "agenda": "held"}  # one of each at the most
        there: set[str] = set()
        kept = []
        for card in found:
            kinds = {apart[word] for word in (*card.subtypes, card.type) if word in apart}
            if not kinds & there:
                kept.append(card)
            there |= kinds
        return kept

    def named(self, card: Card) -> str:
        """The title, at times with what the card leaves open."""
        try:
            asked = "".join((left_open(card), *settle(card).assumed))
        except CardError:
            return card.title
        found = re.search(r"\{(\w+)=([\w +]+)\}", asked)
        if found is None or (self.chance(0.3) and not left_open(card)):
            return card.title
        key, value = found.groups()
        if value.isdigit():
            value = str(self.random.randint(1, 6))
        elif value in KINDS:
            value = self.random.choice(KINDS)
        return f"{card.title}{{{key}={value}}}"

    def counters(self, card: Card) -> dict[str, int]:
        """What lies on a card: often a few counters of a kind that it counts."""
        words = words_of(card)
        there = {}
        for kind, word in (("virus", r"virus|\bvc\b"), ("power", r"\bpower\b|\bpc\b")):
            heard = counts(card, kind) and re.search(word, words)
            if heard or kind in counters_when_installed(card):
                there[kind] = self.random.choice((0, 1, 1, 2, 2, 3, 4, 7))
            elif self.chance(0.02):
                there[kind] = 1
        return {kind: number for kind, number in there.items() if number or self.chance(0.2)}

    def placed(self, card: Card, rezzed: float) -> Any:
        """An entry of ice or of the root."""
        entry: dict[str, Any] = {"card": self.named(card)}
        if card.type != "agenda" and self.chance(rezzed):
            entry["rezzed"] = True
        if self.chance(0.6 if "adv" in words_of(card) else 0.06):
            entry["advancement"] = self.random.choice((1, 1, 2, 3, 5))
        entry |= self.counters(card)
        return entry if len(entry) > 1 else entry["card"]

    # ---- the Corp --------------------------------------------------------------------------

    def pile(self, cards: Sequence[Card], most: int) -> list[Any]:
        found = []
        for card in dict.fromkeys(self.one(cards) for _ in range(self.random.randint(1, most))):
            number = self.random.choice((1, 1, 2, 3))
            found.append({"card": card.title, "count": number} if number > 1 else card.title)
        return found

    def corp_side(self, pieces: int) -> dict[str, Any]:
        random, chance = self.random, self.chance
        side: dict[str, Any] = {"credits": random.choice((0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 30))}
        if chance(0.06):
            side["credits"] = {"low": 0, "high": random.randint(1, 9)}
        if self.corp("identity") and chance(0.45):
            side["identity"] = self.named(self.one(self.corp("identity")))
        any_card = self.corp("ice", "upgrade", "asset", "agenda", "operation")
        if self.server == "rd" or chance(0.05):
            side["rd"] = self.pile(any_card, 4)
        if self.server == "hq" or chance(0.15):
            side["hq"] = self.pile(any_card, 4)
        elif chance(0.25):
            side["hq_size"] = random.randrange(7)
        if chance(0.15):
            side["archives"] = self.pile(any_card, 4)
        if chance(0.07):
            side["rd_top"] = [self.one(any_card).title for _ in range(random.randint(1, 3))]
        if chance(0.15):
            side["points"] = random.randrange(7)
        if chance(0.1):
            side["agendas"] = random.randrange(4)
        if chance(0.2):
            side["bad_publicity"] = random.randint(1, 3)
        if chance(0.4):
            side["elsewhere"] = [self.elsewhere(pieces) for _ in self.some((0, 4, 2, 1))]
        if chance(0.1):
            high = random.randint(0, 6)
            side["plan"] = "never" if chance(0.3) else {"trace": {"low": 0, "high": high}}
        return side

    def elsewhere(self, pieces: int) -> Any:
        """An active card of another place."""
        said = _said_elsewhere()
        cards = [
            card
            for card in self.corp("agenda", "asset", "upgrade", "operation", "ice")
            if any(text != "of its own server" for text in said.get(card.id, ()))
        ]
        card = self.one(cards or self.corp("asset", "upgrade"))
        words = words_of(card)
        entry: dict[str, Any] = {"card": card.title} | self.counters(card)
        if "counter" in words and self.chance(0.6):
            entry["power"] = self.random.randint(1, 2)
        if "adv" in words and self.chance(0.6):
            entry["advancement"] = self.random.randint(1, 4)
        if pieces and "on its ice" in words and self.chance(0.8):
            entry["host"] = self.random.randrange(pieces)
        if "choice" in words and self.chance(0.8):
            entry["chosen"] = self.random.choice((*KINDS, self.server))
        if self.chance(0.15):
            entry["count"] = 2
        return entry if len(entry) > 1 else card.title

    # ---- the Runner ------------------------------------------------------------------------

    def rig(self, ice: Sequence[Card]) -> list[Any]:
        cards = [self.breaker_of(piece) for piece in dict.fromkeys(ice) if self.chance(0.8)]
        while len(cards) < self.random.choice((1, 2, 3, 3, 4, 4, 5, 6, 7)):
            again = cards and self.chance(0.2)
            cards.append(self.random.choice(cards) if again else self.one(self.runner(*INSTALLED)))
        self.random.shuffle(cards)
        return [self.installed(card, cards, len(ice)) for card in cards]

    def breaker_of(self, piece: Card) -> Card:
        """A card that breaks subroutines of a piece; at times any breaker."""
        suited = [
            card
            for card in self.runner(*INSTALLED)
            for each in card.rules.breaks
            if not each.types or {*each.types, "chosen"} & {*piece.subtypes, "any", "chosen"}
        ]
        return self.one(suited or self.runner("program"))

    def installed(self, card: Card, others: Iterable[Card], pieces: int) -> Any:
        """An entry of the rig."""
        random, rules = self.random, card.rules
        entry: dict[str, Any] = {"card": self.named(card)} | self.counters(card)
        if (rules.load or rules.recurring or "credits" in words_of(card)) and self.chance(0.35):
            entry["credits"] = random.choice((0, 1, 1, 2, 3, 5))
        hosts = [other.title for other in others if other is not card and may_host(other, card)]
        on_ice = lies_on_ice(card) or any(each.on_host for each in rules.bypasses)
        if hosts and self.chance(0.75):
            entry["host"] = random.choice(hosts)
        elif pieces and on_ice and self.chance(0.9):
            entry["host"] = random.randrange(pieces)
        if breaks_chosen(card) and "{" not in entry["card"]:
            entry["chosen"] = random.choice(KINDS)
        elif acts_on_chosen(card) and self.chance(0.8):
            entry["chosen"] = random.choice((self.server, *SERVERS))
        return entry if len(entry) > 1 else entry["card"]

    def runner_side(self, ice: Sequence[Card]) -> dict[str, Any]:
        random, chance = self.random, self.chance
        side: dict[str, Any] = {"credits": random.choice((0, 2, 3, 4, 6, 8, 10, 12, 15, 20, 40))}
        side["rig"] = self.rig(ice)
        if chance(0.7):
            side["clicks"] = random.choice((0, 0, 1, 1, 2, 3, 4))
        if self.runner("identity") and chance(0.45):
            side["identity"] = self.named(self.one(self.runner("identity")))
        if chance(0.3):
            starts = [card for card in self.runner("event") if self.starts_run(card)]
            if starts:
                side["event"] = self.one(starts).title
        any_card = self.runner(*INSTALLED, "event")
        if chance(0.3):
            side["grip"] = self.pile(any_card, 4)
        elif chance(0.6):
            side["grip"] = random.choice((0, 1, 1, 2, 3, 4, 5))
        if chance(0.15):
            side["stack"] = self.pile(any_card, 4) if chance(0.5) else random.choice((0, 1, 20))
        if chance(0.25):
            side["heap"] = self.pile(any_card, 4)
        if chance(0.08):
            side["elsewhere"] = [self.one(any_card).title]
        if chance(0.25):
            side["tags"] = random.choice((1, 1, 2, 3))
        numbers = {"points": 6, "agendas": 3, "hand_size": 7, "successful_runs_this_turn": 2}
        side |= {key: random.randint(0, most) for key, most in numbers.items() if chance(0.07)}
        if self.pool != "onr" and chance(0.08):
            side["link"] = random.randrange(4)
        if self.pool != "onr" and chance(0.05):
            side["mark"] = random.choice(SERVERS[1:])
        if self.server in ("hq", "rd") and chance(0.08):
            side["accesses"] = {self.server: random.randint(1, 2)}
        return side

    def starts_run(self, card: Card) -> bool:
        clauses = [each for each in card.rules.on if each.event == "run"]
        return any(meant_for(clause, self.server) for clause in clauses)


class Games(Drawing):
    """Boards on which games have something to decide: enough to pay with on both sides, plans of
    all kinds, cards that are unknown, agendas to be stolen."""

    def placed(self, card: Card, rezzed: float) -> Any:
        if self.chance(0.12):
            others = [card, self.one(self.corp(card.type))]
            titles = list(dict.fromkeys(each.title for each in others))
            return {"draw_from": [{"card": title, "count": 2} for title in titles]}
        return super().placed(card, rezzed)

    def root(self) -> list[Card]:
        found = super().root()
        held = any(card.type in ("asset", "agenda") for card in found)
        if self.server == "remote" and not held and self.chance(0.6):
            found.append(self.one(cards_of(self.pool, "corp", "agenda")))
        return found

    def corp_side(self, pieces: int) -> dict[str, Any]:
        side = super().corp_side(pieces)
        low = self.random.choice((0, 2, 4, 8))
        side["credits"] = {"low": low, "high": low + self.random.choice((0, 0, 1, 2))}
        if self.chance(0.4):
            high = self.random.choice((0, 1, 2))
            side["plan"] = {"trace": {"low": 0, "high": high}}
        return side

    def runner_side(self, ice: Sequence[Card]) -> dict[str, Any]:
        side = super().runner_side(ice)
        side["credits"] = self.random.choice((4, 8, 12, 20, 40))
        side.pop("hand_size", None)
        plan: dict[str, Any] = {"minimum_grip": self.random.choice((0, 0, 1, 2))}
        plan["trace_payment"] = self.random.choice((0, 1, 2, 3, 5))
        if self.chance(0.4):
            plan = {"name": "break-all"}
        else:
            plan["optional_break_cap"] = self.random.choice((0, 2, 6, 20))
        plan["reserve"] = self.random.choice((0, 0, 0, 2, 5))
        return side | {"plan": plan}


def drawn_boards(random: Random) -> Iterator[str]:
    """Boards without end, some of which no command takes."""
    drawing = Drawing(random)
    while True:
        yield drawing.board()


def drawn_games(random: Random) -> Iterator[str]:
    """Boards on which games are played, without end."""
    drawing = Games(random)
    while True:
        yield drawing.board()
