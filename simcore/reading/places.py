"""Where cards may stand in a scenario: piles of copies, ice, root, rig; each checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from simcore.cards.card import BLANK, RIG_TYPES, ROOT_TYPES, Card
from simcore.cards.counters import counters_when_installed, counts
from simcore.cards.settled import stated_card
from simcore.cards.vocabulary import ICE_TYPES, ICE_TYPES_1996
from simcore.cards.walking import atoms_of
from simcore.editions import Edition
from simcore.errors import CardError, ScenarioError
from simcore.hosting import hosted as on_cards
from simcore.purses import full_purse
from simcore.reading.checking import Problems, Section, show, whole
from simcore.reading.decks import DeckList, parse_deck, read_text
from simcore.reading.own_cards import Finder
from simcore.reading.spelling import LEFT_OPEN, acts_on_chosen, breaks_chosen, of_ice, of_rig
from simcore.scenario import Pile, PlacedIce, PlacedRoot, RigCard

MOST_ICE = 16
MOST_ROOT = 16
MOST_RIG = 24
MOST_BREAKERS = 12
MOST_COPIES = 255
MOST_TITLES = 64
MOST_COUNTERS = 99
MOST_CREDITS = 255
MOST_GRIP = 99

CENTRAL = ("hq", "rd", "archives")


@dataclass(frozen=True, slots=True)
class Role:
    """What may stand somewhere: a side, types, and the words for it."""

    words: str
    side: str
    types: frozenset[str]


ICE = Role("ice stands here", "corp", frozenset({"ice"}))
ROOT = Role("a root holds agendas, assets and upgrades", "corp", ROOT_TYPES)
CENTRAL_ROOT = Role("the root of a central server holds upgrades only", "corp", ROOT_TYPES)
RIG = Role("a rig holds programs, hardware and resources", "runner", RIG_TYPES)
CORP_CARD = Role(
    "Corp cards without identities stand here", "corp", ROOT_TYPES | {"ice", "operation"}
)
RUNNER_CARD = Role("Runner cards without identities stand here", "runner", RIG_TYPES | {"event"})
CORP_IDENTITY = Role("a Corp identity stands here", "corp", frozenset({"identity"}))
RUNNER_IDENTITY = Role("a Runner identity stands here", "runner", frozenset({"identity"}))


class Reader:
    """Reads cards where they are named; problems go to `problems`."""

    def __init__(self, problems: Problems, cards: Finder, edition: Edition) -> None:
        self.problems = problems
        self.cards = cards
        self.edition = edition

    def card(self, place: str, name: object, role: Role | None) -> Card | None:
        """The card of this name if it may stand here."""
        if not isinstance(name, str) or not name.strip():
            self.problems.add(place, f"expected a card's name in quotes, not {show(name)}")
            return None
        if self.problems.full:
            self.problems.skipped = True
            return None
        try:
            card = stated_card(name, self.cards.find)
        except CardError as error:
            self.problems.add(place, str(error))
            return None
        if role is not None and (card.type not in role.types or card.side != role.side):
            self.problems.add(place, f'"{card.title}" is {describe(card)}; {role.words}')
            return None
        return card

    def named(self, section: Section, key: str, role: Role) -> Card | None:
        """The card under a key of a table, None if it is absent or wrong."""
        if not section.has(key):
            return None
        return self.card(section.at(key), section.table[key], role)

    def entry(
        self, place: str, item: object, keys: Sequence[str]
    ) -> tuple[str, object, Section | None]:
        """An entry that is a name or a table with `card`: the name's place, the name, the table."""
        if isinstance(item, Mapping):
            section = Section(self.problems, place, item)
            section.check_keys(keys)
            return section.at("card"), item.get("card"), section
        return place, item, None

    def listed(
        self, entries: list[tuple[str, object]], role: Role, limit: int = MOST_COPIES
    ) -> list[tuple[Card, int]] | None:
        """Names and ``{ card, count }`` as they stand; None if any entry is wrong."""
        found: list[tuple[Card, int]] = []
        good = True
        for place, item in entries:
            at, name, section = self.entry(place, item, ("card", "count"))
            count = self._copies(section, limit)
            if section is not None and not section.has("card"):
                self.problems.add(at, "missing; say which card")
                good = False
                continue
            card = self.card(at, name, role)
            if card is None or count is None:
                good = False
                continue
            found.append((card, count))
        return found if good else None

    def _copies(self, section: Section | None, limit: int) -> int | None:
        """How many copies an entry states, None for what is no such number."""
        if section is None or not section.has("count"):
            return 1
        stated = section.table["count"]
        return whole(self.problems, section.at("count"), stated, 1, limit)

    def pile(self, section: Section, key: str, role: Role, limit: int = MOST_COPIES) -> Pile | None:
        """A list of copies under a key, by title; None if it is absent, wrong or too large."""
        cards = self.sequence(section, key, role, limit)
        return None if cards is None else merge(cards)

    def sequence(
        self, section: Section, key: str, role: Role, limit: int = MOST_COPIES
    ) -> list[tuple[Card, int]] | None:
        """As `pile`, in the order listed."""
        if not section.has(key):
            return None
        before = len(self.problems.found)
        cards = self.listed(section.entries(key, limit, "entries"), role, limit)
        total = sum(count for _, count in cards or ())
        if total > limit:
            self.problems.add(section.at(key), f"{total} cards; the limit is {limit}")
        return cards if len(self.problems.found) == before else None

    def deck(self, section: Section, base: Path) -> DeckList | None:
        """The Corp's deck: a list in the file, or the path of a deck list."""
        if not section.has("deck"):
            return None
        value = section.table["deck"]
        if isinstance(value, list):
            pile = self.pile(section, "deck", CORP_CARD)
            return None if pile is None else DeckList("", None, pile)
        place = section.at("deck")
        if not isinstance(value, str) or not value.strip():
            self.problems.add(
                place, f"expected a list of cards or the path of a deck list, not {show(value)}"
            )
            return None
        try:
            file = find_file(value, base)
            text = read_text(file)
            deck = parse_deck(text, self.cards, str(file))
        except ScenarioError as error:
            for problem in error.problems:
                where = f"{problem.place}: " if problem.place else ""
                self.problems.add(place, f"{show(value)}: {where}{problem.message}")
            return None
        wrong = [card for card, _ in deck.cards if card.side != "corp"]
        if wrong or (deck.identity is not None and deck.identity.side != "corp"):
            self.problems.add(place, f"{show(value)} is a Runner deck; the Corp's is asked for")
            return None
        return deck

    # ice and root -----------------------------------------------------------------------

    def ice(self, server: Section) -> list[PlacedIce]:
        """The ice, outermost first; an entry that is wrong stands as an empty piece."""
        placed = []
        for place, item in server.entries("ice", MOST_ICE, "pieces of ice"):
            card, candidates, deck, section = self._placed(place, item, ICE)
            if section is not None and card is not None:
                self._note_idle_counters(section, card, _LAID)
            placed.append(PlacedIce(card, candidates, deck, *_state(section, card)))
        return placed

    def root(self, server: Section, kind: str) -> list[PlacedRoot]:
        """The root in listing order; an entry that is wrong stands as an empty piece."""
        role = CENTRAL_ROOT if kind in CENTRAL else ROOT
        placed = []
        for place, item in server.entries("root", MOST_ROOT, "cards in the root"):
            card, candidates, deck, section = self._placed(place, item, role)
            placed.append(PlacedRoot(card, candidates, deck, *_state(section, card)))
        return placed

    def active(self, corp: Section, key: str, role: Role, ice: int) -> tuple[PlacedRoot, ...]:
        """The Corp's active cards of other places under a key, each copy by itself; so many pieces
        of `ice` they may lie on."""
        found: list[PlacedRoot] = []
        for place, item in corp.entries(key, MOST_COPIES, "entries"):
            at, name, section = self.entry(place, item, ("card", "count", "host", "chosen", *_LAID))
            copies = self._copies(section, MOST_COPIES)
            card = self.card(at, name, role)
            if card is None or copies is None:
                continue
            placed = PlacedRoot(card, (), False, *_state(section, card))
            if section is not None:
                self._note_idle_counters(section, card, _LAID)
                host = self._place_of_ice(section, ice) if section.has("host") else None
                chosen = section.word("chosen", (*CENTRAL, "remote", *sorted(ICE_TYPES)), "")
                placed = replace(placed, host=host, chosen=chosen)
            found += [replace(placed, rezzed=True)] * copies
        return tuple(found)

    def _placed(
        self, place: str, item: object, role: Role
    ) -> tuple[Card | None, Pile, bool, Section | None]:
        keys: tuple[str, ...] = ("card", "draw_from", "rezzed", "advancement", "virus", "power")
        if role is ICE and isinstance(item, Mapping) and "draw_from" not in item:
            item = of_ice(self.problems, place, item)
            keys += LEFT_OPEN
        at, name, section = self.entry(place, item, keys)
        if section is None or not section.has("draw_from"):
            if section is not None and not section.has("card"):
                self.problems.add(at, "missing; say which card, or draw_from for an unknown one")
                return None, (), False, section
            card = self.card(at, name, role)
            if card is not None and role is CENTRAL_ROOT and card.type != "upgrade":
                self.problems.add(at, f'"{card.title}" is {describe(card)}; {role.words}')
            return card, (), False, section
        at = section.at("draw_from")
        if section.has("card"):
            self.problems.add(at, "card and draw_from in one entry; state one of them")
        if section.table.get("rezzed") is True:
            self.problems.add(section.at("rezzed"), "an unknown card is not rezzed")
        value = section.table["draw_from"]
        if isinstance(value, str):
            if value != "deck":
                self.problems.add(at, f'expected a list of cards or "deck", not {show(value)}')
            return None, (), value == "deck", section
        entries = section.entries("draw_from", MOST_COPIES, "entries")
        if not entries and isinstance(value, list) and not value:
            self.problems.add(at, "an empty list; name what the card may be")
        pile = merge(self.listed(entries, role) or ())
        for card, _ in pile:
            if role is CENTRAL_ROOT and card.type != "upgrade":
                self.problems.add(at, f'"{card.title}" is {describe(card)}; {role.words}')
        return None, pile, False, section

    # rig --------------------------------------------------------------------------------

    def rig(self, runner: Section, ice: int) -> tuple[RigCard, ...]:
        """The installed cards in order, with counters, credits and hosts."""
        rig: list[RigCard] = []
        titles: list[str] = []
        for place, item in runner.entries("rig", MOST_RIG, "cards in the rig"):
            keys = ("card", "virus", "power", "credits", "host", "chosen")
            item = of_rig(self.problems, place, item, self.cards, ice)
            at, name, section = self.entry(place, item, keys)
            if section is not None and not section.has("card"):
                self.problems.add(at, "missing; say which card")
                continue
            card = self.card(at, name, RIG)
            host = self._host(section, card, ice) if section is not None else None
            if section is None:
                section = Section(self.problems, place, {})
            virus = section.number("virus", 0, 0, MOST_COUNTERS)
            power = section.number("power", 0, 0, MOST_COUNTERS)
            full = full_purse(card, ice, virus) if card is not None else 0
            hosted = section.number("credits", full, 0, MOST_CREDITS)
            if card is not None and section.has("credits") and not _holds_credits(card):
                self.problems.note(
                    f'{section.at("credits")} has no meaning: "{card.title}" holds none for runs'
                )
            if card is not None:
                self._note_missing_counters(section, card)
                self._note_idle_counters(section, card, ("virus", "power"))
                if host is None and ice and not section.has("host") and _can_be_hosted(card):
                    words = "works at one piece of ice, and none is stated (host = its place)"
                    self.problems.note(f'"{card.title}" {words}')
                chosen = self._chosen(section, card)
                rig.append(RigCard(card, virus, power, hosted, host, chosen))
                title = section.table.get("host")
                titles.append(title if isinstance(title, str) else "")
        breakers = [slot for slot in rig if slot.card.is_icebreaker or slot.card.rules.breaks]
        if len(breakers) > MOST_BREAKERS:
            self.problems.add(
                runner.at("rig"), f"{len(breakers)} breakers; the limit is {MOST_BREAKERS}"
            )
        try:
            return on_cards(rig, titles)
        except CardError as error:
            self.problems.add(runner.at("rig"), str(error))
            return tuple(rig)

    def _note_missing_counters(self, section: Section, card: Card) -> None:
        """A remark on a card that comes with counters where nobody said how many are left."""
        for kind, number in counters_when_installed(card).items():
            if not section.has(kind) and card.rules.breaks:
                self.problems.note(
                    f'"{card.title}" has no {kind} counters, for none are stated; '
                    f"it is installed with {number}"
                )

    def _note_idle_counters(self, section: Section, card: Card, kinds: Iterable[str]) -> None:
        """A remark on counters of which the card they lie on makes nothing."""
        for kind in kinds:
            if section.table.get(kind) and not counts(card, kind):
                self.problems.note(
                    f'{section.at(kind)}: "{card.title}" itself counts no {kind} counters'
                )

    def _host(self, section: Section, card: Card | None, ice: int) -> int | None:
        if not section.has("host"):
            return None
        place, value = section.at("host"), section.table["host"]
        if isinstance(value, str) and value:
            return None  # the title of another card of the rig
        there = self._place_of_ice(section, ice)
        if there is None or card is None or card.fidelity.level != "exact" or _can_be_hosted(card):
            return there
        self.problems.add(place, f'"{card.title}" is not hosted on ice')
        return None

    def _place_of_ice(self, section: Section, ice: int) -> int | None:
        """The place of ice under `host`, if it is one."""
        place, value = section.at("host"), section.table["host"]
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < ice:
            return value
        there = f"its places go from 0 to {ice - 1}" if ice else "it has no ice"
        self.problems.add(place, f"{show(value)} is no place of ice on this server; {there}")
        return None

    def _chosen(self, section: Section, card: Card) -> str:
        """The subtype chosen for a card that breaks a chosen one, the server for one that acts on
        a chosen one."""
        if acts_on_chosen(card):
            return section.word("chosen", (*CENTRAL, "remote"), "")
        needs = breaks_chosen(card)
        if not section.has("chosen"):
            if needs:
                self.problems.add(
                    section.at("chosen"),
                    f'missing; say which subtype was chosen for "{card.title}"',
                )
            return ""
        if not needs:
            self.problems.note(
                f"{section.at('chosen')} has no meaning: "
                f'nothing chosen for "{card.title}" counts here'
            )
            section.text("chosen")
            return ""
        word = section.text("chosen") or ""
        own = getattr(self.cards, "own", {}).values()
        known = (
            ICE_TYPES
            | ICE_TYPES_1996
            | {kind for each in own for kind in each.subtypes if kind == word}
        )
        return section.word("chosen", sorted(known), "")

    def grip(self, runner: Section, key: str, default: int, limit: int) -> Pile:
        """Blank cards by number, or a list of Runner cards."""
        if isinstance(runner.table.get(key, default), list):
            return self.pile(runner, key, RUNNER_CARD, limit) or ()
        if runner.has(key):
            value = runner.table[key]
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= limit:
                self.problems.add(
                    runner.at(key),
                    f"expected a number of cards from 0 to {limit} or a list of them, "
                    f"not {show(value)}",
                )
                return ()
            default = value
        return ((BLANK, default),) if default else ()


def merge(cards: Iterable[tuple[Card, int]]) -> Pile:
    """Copies added up by title, in the order titles first appear."""
    found: dict[str, tuple[Card, int]] = {}
    for card, count in cards:
        found[card.id] = (card, found.get(card.id, (card, 0))[1] + count)
    return tuple(found.values())


def size(pile: Pile) -> int:
    """The number of cards in a pile."""
    return sum(count for _, count in pile)


def describe(card: Card) -> str:
    """``an asset``, ``a Runner event``: what a card is, for a message."""
    if card.type in ("identity", "program", "hardware", "resource", "event", "operation"):
        side = "Corp" if card.side == "corp" else "Runner"
        return f"a {side} {card.type}"
    return f"{'a' if card.type == 'upgrade' else 'an'} {card.type}".replace("an ice", "ice")


def find_file(name: str, base: Path) -> Path:
    """A file beside the scenario, else in the current folder."""
    beside = base / name
    try:
        return beside if beside.exists() or not Path(name).exists() else Path(name)
    except (OSError, ValueError):
        return beside


def expand(pile: Iterable[tuple[Card, int]] | None) -> tuple[Card, ...]:
    """Every copy of a pile as a card of its own, in order."""
    return tuple(card for card, count in pile or () for _ in range(count))


def _holds_credits(card: Card) -> bool:
    if card.rules.holds_purse or card.rules.load or card.fidelity.level != "exact":
        return True
    effects = [clause.effect for clause in card.rules.on]
    effects += [paid.effect for paid in card.rules.paid]
    names = {atom.name for effect in effects for atom in atoms_of(effect)}
    return bool(names & {"take", "place-credit", "hosted"})


def _can_be_hosted(card: Card) -> bool:
    on_ice = any(static.kind == "hosted-on-ice" for static in card.rules.statics)
    on_ice = on_ice or any(ability.host_only or ability.here_only for ability in card.rules.breaks)
    on_ice = on_ice or any(ability.on_host for ability in card.rules.bypasses)
    return on_ice or "trojan" in card.subtypes


_LAID = ("advancement", "virus", "power")


def _state(
    section: Section | None, card: Card | None
) -> tuple[bool, int, int, int, frozenset[str]]:
    """Rezzed, advancement, virus and power of one entry, and of which of these it says 0."""
    if section is None:
        return False, 0, 0, 0, frozenset()
    rezzed = section.flag("rezzed")
    if rezzed and card is not None and card.type == "agenda":
        section.problems.add(section.at("rezzed"), "an agenda is never rezzed")
    advancement, virus, power = (section.number(kind, 0, 0, MOST_COUNTERS) for kind in _LAID)
    emptied = frozenset(kind for kind in _LAID if section.table.get(kind) == 0)
    return rezzed, advancement, virus, power, emptied
