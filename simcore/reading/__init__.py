"""From a scenario file (TOML) to a checked `Scenario`: defaults, piles, plans, limits.

Every key is checked. All problems of a file are collected and raised as one
`ScenarioError`, each with its place. Keys that are right but have no meaning in the
run at hand are accepted and named in `Scenario.notes`.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from simcore.cards.card import BLANK, ROOT_TYPES, Card
from simcore.cards.departing import may_take_from_hand
from simcore.cards.pool import load_pool
from simcore.editions import EDITIONS, Edition
from simcore.errors import Problem, ScenarioError
from simcore.hosting import as_hosts, words_of_lost_x
from simcore.reading.checking import Problems, Section, near, show
from simcore.reading.copies import (
    active_corp_cards,
    active_runner_cards,
    words_of_memory,
    words_of_too_many,
    words_of_top,
)
from simcore.reading.decided import decided
from simcore.reading.decks import read_text
from simcore.reading.drawing import check_drawn, check_root, check_titles, fill, leave
from simcore.reading.forbidden import words_of_forbidden
from simcore.reading.own_cards import Cards, read_own_cards
from simcore.reading.places import (
    CORP_CARD,
    CORP_IDENTITY,
    MOST_CREDITS,
    MOST_GRIP,
    Reader,
    expand,
    size,
)
from simcore.reading.sides import (
    CORP_KEYS,
    FOR_PRICES,
    MOST_POINTS,
    OBJECTIVES,
    RUNNER_KEYS,
    SERVERS,
    is_counted,
    note_elsewhere,
    read_corp_plan,
    read_range,
    read_runner,
    stated_accesses,
)
from simcore.scenario import Corp, Pile, Placed, Runner, Scenario, titles_of

HQ_SIZE = 5

_TOML_PLACE = re.compile(r"^(.*) \(at (?:line (\d+), column (\d+)|end of document)\)$", re.DOTALL)


def read_scenario(
    path: str | os.PathLike[str], edition: str | None = None, *, breach: bool = True
) -> Scenario:
    """The scenario in a file; `ScenarioError` lists everything that is wrong with it.

    `edition`: play it under this edition's rules instead of the one it names. Without
    `breach` nobody asks what is accessed: no card of HQ or R&D has to be stated, and keys that
    games leave aside are not remarked on.
    """
    if not os.fspath(path):
        raise ScenarioError("a scenario file is needed", [Problem("", "its path is empty")])
    file = Path(path)
    return parse_scenario(read_text(file), str(path), file.parent, edition, breach=breach)


def parse_scenario(
    text: str,
    source: str = "<text>",
    base: Path = Path(),
    edition: str | None = None,
    *,
    breach: bool = True,
) -> Scenario:
    """A scenario from TOML text; `base` is the folder its deck list is looked for in.

    `edition` and `breach` as in `read_scenario`.
    """
    problems = Problems()
    table = _parse_toml(text, source)
    if edition is not None:
        table["edition"] = edition
    top = Section(problems, "", table)
    top.check_keys(("edition", "server", "corp", "runner", "card"))
    rules = _edition(top)
    pool = load_pool(rules.id)
    own = read_own_cards(top, pool)
    reader = Reader(problems, Cards(pool, own), rules)
    for key in ("server", "corp", "runner"):
        top.require(key, f"a scenario has a table [{key}]")
    server = top.section("server", ("kind", "ice", "root"))
    corp = top.section("corp", CORP_KEYS)
    runner = top.section("runner", RUNNER_KEYS)
    scenario = _read(reader, server, corp, runner, base, breach)
    problems.raise_any(source)
    scenario = decided(scenario) if breach else scenario
    notes = (note for note in problems.notes if breach or not note.endswith(FOR_PRICES))
    return replace(scenario, edition=rules.id, source=source, notes=tuple(notes))


def _parse_toml(text: str, source: str) -> dict[str, object]:
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        match = _TOML_PLACE.match(str(error))
        message, line, column = match.groups() if match else (str(error), None, None)
        if line is None:
            lines = text.split("\n")
            line, column = str(len(lines)), str(len(lines[-1]) + 1)
        problem = Problem(f"line {line}, column {column}", f"not TOML: {message}")
    except ValueError as error:  # a number of thousands of digits, an impossible date
        problem = Problem("", f"not TOML: {str(error)[:80]}")
    except RecursionError:
        problem = Problem("", "not TOML that can be read: lists or tables nested too deep")
    raise ScenarioError(source, [problem])


def _edition(top: Section) -> Edition:
    """The edition that is named; the first there is where none can be read."""
    first = next(iter(EDITIONS.values()))
    if not top.has("edition"):
        top.problems.add("edition", f'missing; write edition = "{first.id}"')
    name = top.text("edition")
    if name is None or name in EDITIONS:
        return EDITIONS[name or first.id]
    top.problems.add("edition", f"no edition is called {show(name)}{near(name, EDITIONS)}")
    return first


def _bad_publicity(reader: Reader, corp: Section) -> int:
    """Points that give credits for a run; where they do not, the key is noted."""
    points = corp.number("bad_publicity")
    if points and not reader.edition.bad_publicity:
        reader.problems.note(f"{corp.at('bad_publicity')} has no meaning in this edition")
        return 0
    return points


@dataclass(frozen=True, slots=True)
class _Piles:
    """The Corp's cards as stated; None where nothing (or nothing usable) is.

    `rest` is the deck without the cards that lie elsewhere.
    """

    deck: Pile | None
    hq: Pile | None
    rd: Pile | None
    rd_top: tuple[Card, ...] | None
    archives: tuple[Card, ...]
    rest: Pile | None


def _read(
    reader: Reader,
    server: Section,
    corp_table: Section,
    runner_table: Section,
    base: Path,
    breach: bool,
) -> Scenario:
    """The scenario of these tables; what is wrong goes to the reader's problems."""
    problems = reader.problems
    server.require("kind", f"one of {', '.join(SERVERS)}")
    kind = server.word("kind", SERVERS, "")
    ice = reader.ice(server)
    root = reader.root(server, kind)
    identity = reader.named(corp_table, "identity", CORP_IDENTITY)
    deck = reader.deck(corp_table, base)
    if deck is not None and deck.identity is not None:
        if not corp_table.has("identity"):
            identity = deck.identity
        elif identity is not None and identity.id != deck.identity.id:
            problems.note(f'corp.identity stands instead of the deck\'s "{deck.identity.title}"')
    piles = _piles(reader, corp_table, None if deck is None else deck.cards, [*ice, *root])
    stated = corp_table.has("deck")
    ice = fill(problems, ice, piles.rest, frozenset({"ice"}), "server.ice", stated)
    root = fill(problems, root, piles.rest, ROOT_TYPES, "server.root", stated)
    check_drawn(problems, ice, "server.ice")
    check_drawn(problems, root, "server.root")
    check_titles(problems, [*ice, *root])
    check_root(problems, kind, root)
    runner = read_runner(reader, runner_table, kind, len(ice))
    low, high = read_range(corp_table, "credits", MOST_CREDITS, required=True)
    central, central_count, hq_count = _hands(corp_table, piles, kind, [*ice, *root], runner)
    elsewhere = reader.active(corp_table, "elsewhere", CORP_CARD, len(ice))
    note_elsewhere(reader, "corp", [each for each in elsewhere if not is_counted(each)])
    corp = Corp(
        identity=identity,
        credits_low=low,
        credits_high=high,
        points=corp_table.number("points", 0, 0, MOST_POINTS),
        agendas=corp_table.number("agendas", 0, 0, MOST_POINTS),
        bad_publicity=_bad_publicity(reader, corp_table),
        central=central,
        central_count=central_count,
        rd_top=piles.rd_top or (),
        archives=piles.archives,
        hq_count=hq_count,
        hq=piles.hq or (),
        elsewhere=elsewhere,
        plan=read_corp_plan(corp_table),
    )
    for side, active in (
        ("the Corp", active_corp_cards([*ice, *root], corp)),
        ("the Runner", active_runner_cards(runner)),
    ):
        for words in words_of_too_many(side, active):
            problems.note(words)
    for words in (
        *words_of_forbidden(kind, corp, runner),
        *words_of_memory(runner),
        *words_of_top(piles.rd_top or (), piles.rd, piles.deck),
    ):
        problems.note(words)
    if breach:
        for place, piece in enumerate(ice):
            for card in (*([piece.card] if piece.card else []), *(c for c, _ in piece.candidates)):
                for words in words_of_lost_x(card, place, runner.rig):
                    problems.note(words)
        _check_breach(corp_table, piles, kind, runner)
    return Scenario(
        edition="",
        server=kind,
        ice=as_hosts(ice, runner.rig),
        root=tuple(root),
        corp=corp,
        runner=runner,
        objective=runner_table.word("objective", OBJECTIVES, "reach"),
    )


def _piles(reader: Reader, corp: Section, deck: Pile | None, placed: Iterable[Placed]) -> _Piles:
    """The Corp's piles; with a deck, what is left of it once the stated cards have left."""
    if corp.has("deck"):
        for key in ("hq", "rd"):
            if corp.has(key):
                reader.problems.add(corp.at(key), f"deck and {key} together; state one of them")
    top = reader.sequence(corp, "rd_top", CORP_CARD)
    rd_top = None if top is None else expand(top)
    archives = expand(reader.sequence(corp, "archives", CORP_CARD))
    elsewhere = [piece.card for piece in placed if piece.card is not None]
    return _Piles(
        deck=deck,
        hq=reader.pile(corp, "hq", CORP_CARD, MOST_GRIP),
        rd=reader.pile(corp, "rd", CORP_CARD),
        rd_top=rd_top,
        archives=archives,
        rest=None if deck is None else leave(deck, [*elsewhere, *archives, *(rd_top or ())]),
    )


def _hands(
    corp: Section, piles: _Piles, kind: str, placed: list[Placed], runner: Runner
) -> tuple[Pile, int, int]:
    """The pool of the attacked central server, the number of its cards, the size of HQ."""
    problems = corp.problems
    hq_size = corp.number("hq_size", HQ_SIZE, 0, MOST_GRIP)
    if piles.hq is not None:
        if corp.has("hq_size") and hq_size != size(piles.hq):
            problems.add(
                corp.at("hq_size"),
                f"{hq_size}, but corp.hq names {size(piles.hq)} cards; leave one of them out",
            )
        hq_size = size(piles.hq)
    if piles.rest is not None:
        left = size(piles.rest) - _drawn_from(piles.rest, placed)
        if hq_size > left and not corp.has("hq_size") and kind not in ("hq", "rd"):
            hq_size = max(0, left)
        if hq_size > left:
            problems.add(
                corp.at("hq_size"),
                f"HQ of {hq_size} cards, but the deck has {max(0, left)} left for it",
            )
    rd_top = piles.rd_top or ()
    if kind == "hq":
        return (piles.hq if piles.hq is not None else piles.rest or ()), hq_size, hq_size
    if kind == "archives" and any(map(may_take_from_hand, [*_titles(placed), *runner.cards()])):
        unknown = ((BLANK, hq_size),) if hq_size else ()
        stated = piles.hq if piles.hq is not None else piles.rest
        return (unknown if stated is None else stated), 0, hq_size
    if kind != "rd":
        return (), 0, hq_size
    if piles.rest is not None:
        below = size(piles.rest) - sum(piece.from_deck for piece in placed) - hq_size
        return piles.rest, max(0, below) + len(rd_top), hq_size
    central = leave(piles.rd or (), rd_top)
    return central, size(central) + len(rd_top), hq_size


def _titles(placed: Iterable[Placed]) -> list[Card]:
    return [card for piece in placed for card in titles_of(piece)]


def _drawn_from(rest: Pile, placed: Iterable[Placed]) -> int:
    """The most cards that unknown ice and root can take out of the deck."""
    titles = {card.id for card, _ in rest}
    return sum(
        piece.from_deck or any(card.id in titles for card, _ in piece.candidates)
        for piece in placed
    )


def _check_breach(corp: Section, piles: _Piles, kind: str, runner: Runner) -> None:
    """A breach of HQ or R&D needs cards that somebody stated."""
    problems = corp.problems
    if kind == "hq" and not corp.has("hq") and not corp.has("deck"):
        problems.add("corp", "a run on HQ needs cards to access: state corp.hq or corp.deck")
    if kind != "rd" or corp.has("rd") or corp.has("deck"):
        return
    if not corp.has("rd_top"):
        problems.add(
            "corp", "a run on R&D needs cards to access: state corp.deck, corp.rd or corp.rd_top"
        )
    elif piles.rd_top is not None:
        wanted = stated_accesses(runner, kind)
        if len(piles.rd_top) < wanted:
            problems.add(
                corp.at("rd_top"),
                f"{wanted} cards can be accessed, but only {len(piles.rd_top)} are stated; "
                "name more, or state corp.rd or corp.deck",
            )
