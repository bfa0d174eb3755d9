"""The Python interface; the command line is a thin layer over it.

Everything that takes a scenario takes a `Scenario` or the path of a scenario file.
Bad input raises a `SimcoreError` that says what is wrong; files that cannot be read
raise `OSError`. Engine, pools and pandas are imported by the calls that need them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from os import PathLike
from time import perf_counter
from typing import TYPE_CHECKING

from simcore.errors import CapacityError, CardError, SimcoreError, TooManyPaths, both, found_of
from simcore.scenario import RigCard, Scenario

if TYPE_CHECKING:
    from simcore.cards.card import Card
    from simcore.encode import Encoded
    from simcore.estimate import Odds
    from simcore.exact import TooLarge
    from simcore.prices.cost import BreakCost
    from simcore.prices.drawn_cost import DrawnCost
    from simcore.prices.matrix import BreakMatrix
    from simcore.prices.server_cost import ServerCost
    from simcore.reference import Figures, Play
    from simcore.sampling.dealing import Dealing

Source = Scenario | str | PathLike[str]
"""A scenario, or the path of its file."""

MAX_GAMES = 10**12
"""The most games of one call: their intervals are about a millionth wide."""

GAMES = 1_000_000
SEED = 1
"""What is sampled when nothing else is said."""

METHODS = ("auto", "exact", "sample", "condition")

MAX_LIMIT = 10**10
"""The most paths of chance that exact odds may be asked to follow: an hour or two."""

NO_GAMES = "cancelled before the first games were finished"

FRACTION_PATHS = 20_000
"""The most paths of chance that are played for `fractions`, unless told otherwise."""

MAX_SEED = 2**64 - 1
MAX_GAME = 2**63 - 2
MAX_THREADS = 1024

POOL = "nsg"
"""The edition whose pool `break_cost` and `search_cards` look in, if none is named."""


def load_scenario(
    path: str | PathLike[str], edition: str | None = None, *, breach: bool = True
) -> Scenario:
    """Read and check a scenario file; `ScenarioError` lists every problem in it.

    `edition`: play it under this edition's rules instead of the one it names. Without
    `breach`, as for the price of a server, no card of HQ or R&D has to be stated.
    """
    from simcore.reading import read_scenario

    return read_scenario(path, edition, breach=breach)


def odds(
    scenario: Source,
    games: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    *,
    method: str = "auto",
    limit: int | None = None,
    strict: bool = False,
    on_progress: Callable[[int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Odds:
    """The odds of one run: exact ones if that is feasible, else from seeded games.

    `method` "auto" solves the run exactly unless `games` or `seed` is given, which is asking
    for "sample", or it has more than `limit` paths of chance (None: `simcore.exact.LIMIT`):
    then a note says so and it does as "condition". "exact" raises `CapacityError` instead.
    What the kernel does not execute yet both have from the reference, as `fractions` does.
    "sample" plays `games` games (a million) under `seed` (1); "condition" plays them until
    the breach alone and sums all that can follow exactly: closer figures from as many games
    in about the same time, or plain samples and a note where too much can follow.

    The same scenario, games and seed give the same counts on any machine and any
    number of `threads` (None: as many as the process may use); exact odds take one.
    Arguments that contradict each other are a `SimcoreError`. `strict` raises
    `FidelityError` unless every card is exact. `on_progress` and `cancelled` go to
    the sampler; once `cancelled` returns true the odds are those of the games played
    so far, and no game at all is a `SimcoreError`.
    """
    way = choose_method(method, games, seed, threads, limit)
    scenario = load_scenario(scenario) if not isinstance(scenario, Scenario) else scenario
    if strict:
        from simcore.estimate import require_exact

        require_exact(scenario)
    from simcore.encode import encode

    try:
        encoded = encode(scenario)
    except CapacityError as error:
        if way in ("auto", "exact"):
            return played_out(scenario, error, limit)
        raise
    why = ""
    if way in ("auto", "exact"):
        try:
            return solve_exactly(scenario, encoded, limit)
        except CapacityError as error:
            if way == "exact":
                raise
            why = f"conditioned: {error}"
    conditioned = way != "sample"
    games = GAMES if games is None else games
    _check("games", games, 1, MAX_GAMES)
    dealing = warm_up(encoded, "condition" if conditioned else "sample", games)
    sampled = measure(
        scenario,
        encoded,
        games,
        SEED if seed is None else seed,
        threads,
        conditioned=conditioned,
        dealing=dealing,
        on_progress=on_progress,
        cancelled=cancelled,
    )
    return replace(sampled, notes=(*sampled.notes, why)) if why else sampled


def choose_method(
    method: str,
    games: int | None,
    seed: int | None,
    threads: int | None = None,
    limit: int | None = None,
) -> str:
    """What `odds` will do: "auto" (exact if feasible), "exact", "sample" or "condition".

    Asking for games or a seed is asking for games. `SimcoreError` for what would change
    nothing: games, seed or threads beside "exact", a limit beside games; and for another word.
    """
    if method not in METHODS:
        raise SimcoreError(f"method must be one of {', '.join(METHODS)}, not {method!r}")
    given = {"games": games, "seed": seed, "threads": threads}
    if method == "exact":
        for name, value in given.items():
            if value is not None:
                raise SimcoreError(f"exact odds take no {name}: leave out the one or the other")
    if method == "auto" and (games, seed) != (None, None):
        method = "sample"
    if method in ("sample", "condition") and limit is not None:
        raise SimcoreError("a limit is of exact odds: leave it or the games out")
    if limit is not None:
        _check("limit", limit, 1, MAX_LIMIT)
    return method


def solve_exactly(scenario: Scenario, encoded: Encoded, limit: int | None = None) -> Odds:
    """The exact odds of a scenario; `CapacityError` when it is too large for them."""
    from simcore.estimate import solved
    from simcore.exact import LIMIT, TooLarge, solve
    from simcore.exact.solving import ROOM

    paths = LIMIT if limit is None else limit
    found = solve(encoded, paths, ROOM * max(1, -(-paths // LIMIT)))
    if isinstance(found, TooLarge):
        from simcore.exact.extent import estimate_paths

        raise CapacityError(too_large(found, estimate_paths(encoded)))
    return solved(found, scenario)


def too_large(found: TooLarge, estimate: float | None = None) -> str:
    """Why a run was not solved, and what it would take, by an estimate if there is one."""
    from simcore.exact.extent import FACTOR
    from simcore.exact.solving import ROOM

    if found.paths > found.limit:
        what = f"more than {found.limit:,} paths of chance"
    else:
        what = f"more than {ROOM:,} states at once, after {found.paths:,} paths of chance"
    more = ""
    if estimate is not None and estimate > found.paths:
        trust = f"by an estimate mostly within a factor of {FACTOR}"
        more = f"; about {_rounded(estimate)} in all, {trust}"
    elif found.at_least > 1.1 * found.paths:
        more = f"; about {_rounded(found.at_least)} paths or more in all"
    return f"too large to solve exactly: {what}{more}"


def _rounded(number: float) -> str:
    return f"{int(float(f'{number:.2g}')):,}"


def fractions(scenario: Source, limit: int = FRACTION_PATHS) -> tuple[Odds, Figures]:
    """The exact odds as fractions, by the reference: every path of chance, played out.

    `TooManyPaths` for more than `limit` of them; a thousand take about a second. `CapacityError`
    for what the reference does not play.
    """
    _check("limit", limit, 1, MAX_GAMES)
    scenario = load_scenario(scenario) if not isinstance(scenario, Scenario) else scenario
    from simcore.estimate import solved_in_fractions
    from simcore.reference import enumerate_figures

    try:
        figures = enumerate_figures(scenario, limit)
    except TooManyPaths as error:
        raise TooManyPaths(
            f"no fractions: more than {limit:,} paths of chance to play one by one"
        ) from error
    return solved_in_fractions(figures, scenario), figures


def played_out(scenario: Scenario, refused: CapacityError, limit: int | None = None) -> Odds:
    """The exact odds of what the kernel has `refused`, by the reference as in `fractions`, and a
    note that says so; where that refuses it too, or has too many paths to play, the kernel's
    error."""
    try:
        found, _ = fractions(scenario, limit or FRACTION_PATHS)
    except CapacityError:
        raise refused from None
    why = str(refused).removeprefix(f"{scenario.source}: ")
    note = f"played path by path, for what is faster refuses it: {why}"
    return replace(found, notes=(*found.notes, note))


def warm_up(encoded: Encoded, method: str = "sample", games: int = GAMES) -> Dealing | None:
    """Have what samples or conditions a scenario compiled, or loaded.

    To sample, it is also made ready to deal so many games.
    """
    if method == "condition":
        from simcore.exact.conditioning import warm_up as compile_conditioning

        compile_conditioning(encoded)
    elif method == "sample":
        from simcore.sampling.dealing import prepare

        return prepare(encoded, games)
    return None


def measure(
    scenario: Scenario,
    encoded: Encoded,
    games: int,
    seed: int,
    threads: int | None = None,
    *,
    conditioned: bool = False,
    dealing: Dealing | None = None,
    on_progress: Callable[[int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Odds:
    """Play the games of `odds` after `warm_up`: their speed is that of the games alone.

    `conditioned`: with accesses summed exactly, or plainly and a note where they are too many.
    """
    _check("games", games, 1, MAX_GAMES)
    _check("seed", seed, 0, MAX_SEED)
    if threads is not None:
        _check("threads", threads, 1, MAX_THREADS)
    if conditioned:
        try:
            return _measure_conditioned(
                scenario, encoded, games, seed, threads, on_progress, cancelled
            )
        except CapacityError as error:  # plain games may do, or say more clearly what is wrong
            scenario = replace(scenario, notes=(*scenario.notes, str(error)))
            dealing = warm_up(encoded, "sample", games)
    from simcore.estimate import estimate
    from simcore.sampling.sampler import sample_encoded

    start = perf_counter()
    tally = sample_encoded(
        encoded,
        games,
        seed,
        threads,
        on_progress=on_progress,
        cancelled=cancelled,
        dealing=dealing,
    )
    seconds = perf_counter() - start
    if tally.games == 0:
        raise SimcoreError(NO_GAMES)
    return estimate(tally, scenario, seed, seconds)


def _measure_conditioned(
    scenario: Scenario,
    encoded: Encoded,
    games: int,
    seed: int,
    threads: int | None,
    on_progress: Callable[[int], None] | None,
    cancelled: Callable[[], bool] | None,
) -> Odds:
    from simcore.estimate import estimate_conditioned
    from simcore.exact.conditioning import condition

    start = perf_counter()
    found = condition(encoded, games, seed, threads, on_progress=on_progress, cancelled=cancelled)
    seconds = perf_counter() - start
    if found is None:
        raise SimcoreError(NO_GAMES)
    return estimate_conditioned(found, scenario, seed, seconds)


def play_one(scenario: Source, seed: int = 1, game: int = 0) -> Play:
    """One seeded game, played by the readable reference: record, checkpoints, steps.

    `CapacityError` for what it does not play rightly.
    """
    _check("seed", seed, 0, MAX_SEED)
    _check("game", game, 0, MAX_GAME)
    if not isinstance(scenario, Scenario):
        scenario = load_scenario(scenario)
    from simcore.never_played import refuse_never_played
    from simcore.reference import play_seeded

    refuse_never_played(scenario)
    return play_seeded(scenario, seed, game)


def break_cost(
    ice: Card | str,
    breakers: Sequence[RigCard | Card | str] | str,
    *,
    advancement: int | None = None,
    server: str = "remote",
    edition: str = POOL,
    passing: bool = False,
    grip: int = 5,
    clicks: int | None = None,
) -> BreakCost:
    """The payments worth having that break every subroutine of `ice` with `breakers`.

    Cards may be given by title; a breaker's text may state its counters, as in
    ``"Leech{virus=2}"``, else it has those it gets when it is installed. `advancement`
    counters lie on the ice (None: those it gets when it is rezzed), which protects `server`
    (hq, rd, archives or remote); titles are those of the pool of `edition`. `passing`: the
    cheapest way not to be stopped by the ice instead, with `grip` cards in the grip. `clicks`:
    those to pay with, None for as many as needed. The cost is in credits.
    """
    if advancement is not None:
        _check("advancement", advancement, 0, 255)
    _check("grip", grip, 0, 255)
    if clicks is not None:
        _check("clicks", clicks, 0, 255)
    _check_server(server)
    breakers = [breakers] if isinstance(breakers, str) else breakers
    from simcore.card_argument import parse_ice, parse_rig, parse_rig_card
    from simcore.cards.counters import counters_when_rezzed, words_of_counters
    from simcore.cards.settled import in_braces
    from simcore.prices.cost import break_cost as cheapest
    from simcore.prices.cost import check_rig
    from simcore.purses import spendable

    def wall_of(ice: Card | str) -> Card:
        wall = parse_ice(ice, edition)
        if wall.type != "ice":
            raise CardError(f"{wall.title} is not ice but {wall.type}")
        words = in_braces(ice)[1] if isinstance(ice, str) else {}
        laid = counters_when_rezzed(wall)
        missing = {kind: laid[kind] for kind in laid.keys() - words.keys()}
        missing["advancement"] *= advancement is None
        assumed.extend(words_of_counters(wall, missing, "rezzed"))
        return wall

    def rig_card_of(breaker: RigCard | Card | str) -> RigCard:
        placed, words = _filled(breaker, parse_rig_card(breaker, edition))
        check_rig([placed])
        assumed.extend(words)
        return placed

    assumed: list[str] = []

    wall, rig = both(lambda: wall_of(ice), lambda: found_of(rig_card_of, breakers))
    cost = cheapest(
        wall,
        spendable(parse_rig(breakers, rig), server),
        advancement=advancement,
        server=server,
        passing=passing,
        grip=grip,
        clicks=clicks,
    )
    return replace(cost, assumed=(*cost.assumed, *dict.fromkeys(assumed)))


def _filled(said: RigCard | Card | str, placed: RigCard) -> tuple[RigCard, list[str]]:
    """A card with its recurring credits, and the counters it gets when it is installed, unless
    it was said how many are there; and in words which counters are assumed."""
    from simcore.cards.counters import counters_when_installed, words_of_counters
    from simcore.cards.settled import in_braces
    from simcore.purses import full_purse

    if isinstance(said, RigCard):
        return placed, []
    words = in_braces(said)[1] if isinstance(said, str) else {}
    if "credits" not in words and placed.card.rules.holds_purse:
        placed = replace(placed, credits=full_purse(placed.card, 1, placed.virus))
    said_already = {"virus", "power"} & words.keys()
    counters = {} if said_already else counters_when_installed(placed.card)
    assumed = list(words_of_counters(placed.card, counters, "installed"))
    virus, power = (counters.get(kind, getattr(placed, kind)) for kind in ("virus", "power"))
    return replace(placed, virus=virus, power=power), assumed


def server_cost(
    scenario: Source,
    *,
    passing: bool = False,
    on_progress: Callable[[str, int, int], None] | None = None,
) -> ServerCost:
    """The payments worth having that break all ice of a scenario's server with its rig, or,
    `passing`, that get its Runner past all of it; see `simcore.prices.server_cost`.
    `on_progress` is told the title of the ice at hand, how many ways led there and past it."""
    if not isinstance(scenario, Scenario):
        scenario = load_scenario(scenario, breach=False)
    from simcore.prices.server_cost import server_cost as cheapest

    return cheapest(scenario, passing=passing, on_progress=on_progress)


def drawn_cost(scenario: Source, *, passing: bool = False) -> DrawnCost:
    """The same for every draw of the server's unknown ice, with its chance; see
    `simcore.prices.drawn_cost`."""
    if not isinstance(scenario, Scenario):
        scenario = load_scenario(scenario, breach=False)
    from simcore.prices.drawn_cost import drawn_cost as of_draws

    return of_draws(scenario, passing=passing)


def break_matrix(
    ice: Sequence[Card | str] | str | None = None,
    breakers: Sequence[RigCard | Card | str] | str | None = None,
    *,
    edition: str = POOL,
    advancement: int | None = None,
    server: str = "remote",
    only_credits: bool = False,
    grip: int = 5,
) -> BreakMatrix:
    """The fewest credits that break each piece of ice with each breaker alone.

    Both are cards, titles or queries as in `search_cards`; None: all of the edition's
    pool. A breaker comes with the counters it gets when installed, unless its text states
    them (``"Revolver{power=2}"``); one that breaks a chosen subtype stands once for each
    of the three. All ice carries `advancement` counters (None: those it gets when it is
    rezzed) and protects `server`. `only_credits`: without what also costs clicks, counters or
    cards. `grip`: cards in the grip, where a card counts them.
    """
    if advancement is not None:
        _check("advancement", advancement, 0, 255)
    _check("grip", grip, 0, 255)
    _check_server(server)
    from simcore.prices.matrix import break_matrix as of_all
    from simcore.selection import choose_breakers, choose_ice

    walls, rig = both(lambda: choose_ice(ice, edition), lambda: choose_breakers(breakers, edition))
    return of_all(
        walls,
        rig,
        advancement=advancement,
        server=server,
        only_credits=only_credits,
        grip=grip,
    )


def search_cards(query: str = "", edition: str = POOL) -> list[Card]:
    """The cards of an edition's pool that match `query`; all of them without one."""
    from simcore.cards.pool import load_pool

    pool = load_pool(edition)
    return pool.search(query) if query.strip() else list(pool)


def find_card(title: str, edition: str = POOL) -> Card:
    """One card of an edition's pool by title, id or printing code, or `CardError`.

    ``"onr:Hunter"`` names a card of another edition's pool.
    """
    from simcore.cards.pool import load_pool

    return load_pool(edition).find(title)


def _check_server(server: str) -> None:
    from simcore.reading.sides import SERVERS

    if server not in SERVERS:
        raise SimcoreError(f"server must be one of {', '.join(SERVERS)}, not {server!r}")


def _check(name: str, value: int, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise SimcoreError(f"{name} must be a whole number from {low} to {high}, not {value!r}")
