"""Odds and cards as text for people: plain tables of at most 80 columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from textwrap import fill
from typing import TYPE_CHECKING

from simcore.cards.words import in_words_of
from simcore.editions import EDITIONS, differences
from simcore.estimate import Odds
from simcore.scenario import Scenario

if TYPE_CHECKING:
    from simcore.cards.card import Card
    from simcore.reference import Figures

WIDTH = 80

SERVERS = {"hq": "HQ", "rd": "R&D", "archives": "Archives", "remote": "a remote server"}

LEADS = {
    "p_keeps_out": "keeps the Runner out",
    "p_no_steal": "no agenda stolen",
    "p_win": "Runner reaches seven points",
}

ENDS = {
    "completed": "completed",
    "ice": "ended by ice",
    "upgrade": "ended by an upgrade",
    "jacked_out": "Runner jacked out",
    "flatlined": "Runner flatlined",
    "won": "won by the Runner",
    "redirected": "redirected",
}

MEANS = {
    "mean_credits_spent": "Runner: credits spent",
    "mean_bad_publicity_spent": "  of these from bad publicity",
    "mean_recurring_spent": "  of these recurring",
    "mean_hosted_spent": "  of these hosted",
    "mean_credits_lost": "Runner: credits lost",
    "mean_corp_credits_spent": "Corp: credits spent",
    "mean_accesses": "cards accessed",
    "mean_points": "agenda points stolen",
    "mean_corp_cards_trashed": "Corp cards trashed",
    "mean_net_damage": "net damage",
    "mean_meat_damage": "meat damage",
    "mean_core_damage": "core damage",
    "mean_tags": "tags",
    "mean_programs_lost": "programs lost",
    "mean_clicks_lost": "clicks lost",
    "mean_clicks_spent": "clicks spent",
    "mean_grip_left": "cards left in the grip",
}

ZEROS = {
    "mean_bad_publicity_spent": "bad publicity spent",
    "mean_recurring_spent": "recurring credits spent",
    "mean_hosted_spent": "hosted credits spent",
    "mean_credits_lost": "credits lost",
}
"""Other words for means in the line of those that are 0 in every game."""

_OF_BAD_PUBLICITY = ("mean_bad_publicity_spent",)

ALWAYS = ("mean_credits_spent", "mean_corp_credits_spent", "mean_accesses", "mean_points")
"""Means that have a row of their own even when they are 0."""


def odds_table(odds: Odds, scenario: Scenario, asked: int | None = None) -> str:
    """The table of `simcore odds`; `asked` is the number of games asked for, if not all
    of them were played. Means that are 0 in every game share one line."""
    beside = "" if odds.method == "exact" else "   95 % interval"
    return _table(
        odds, [*_head(odds, scenario, asked), *_idle_breakers(scenario)], beside, _interval
    )


def fractions_table(odds: Odds, scenario: Scenario, figures: Figures) -> str:
    """The table of `simcore odds --fractions`: each figure with its fraction."""

    def fraction(_odds: Odds, name: str) -> str:
        found: object = figures
        for part in name.split("."):
            found = found[part] if isinstance(found, dict) else None
        return f"   {found}"

    head = [_what(odds, scenario), "exact, in fractions", *_idle_breakers(scenario)]
    return _table(odds, head, "   exactly", fraction)


def _table(
    odds: Odds,
    head: Iterable[str],
    beside: str,
    remark: Callable[[Odds, str], str],
) -> str:
    """Each figure with a remark `beside` it."""
    speak = EDITIONS[odds.edition].speak
    places = 2 if odds.method == "sampled" else 4

    def share(name: str, label: str) -> str:
        return _row(f"{label:34}{percent(odds.figures()[name], places):>10}", remark(odds, name))

    def mean(name: str, label: str) -> str:
        value = odds.figures()[name]
        digits = f"{value:.4f}" if value >= 5e-5 or value < TINY else f"{value:.1e}"
        return _row(f"{label:34}{digits:>10}", remark(odds, name))

    lines = [*head, "", f"{'':34}{'odds':>10}{beside}"]
    lines += [share(name, speak(label)) for name, label in LEADS.items()]
    lines += ["", "why the run ended"]
    ends = {name: f"  {speak(label)}" for name, label in ENDS.items()}
    lines += [share(f"ended.{name}", ends[name]) for name in ends if odds.ended[name] > 0]
    lines += ["", f"{'per game':34}{'mean':>10}{beside}"]
    figures = odds.figures()
    shown = [name for name in MEANS if figures[name] > 0 or name in ALWAYS]
    lines += [mean(name, speak(MEANS[name])) for name in shown]
    hidden = set(shown) if EDITIONS[odds.edition].bad_publicity else {*shown, *_OF_BAD_PUBLICITY}
    zeros = [speak(ZEROS.get(name, label)) for name, label in MEANS.items() if name not in hidden]
    lines.append("")
    if zeros:
        lines.append(wrap(f"none in any game: {', '.join(zeros)}"))
    lines += [wrap(line) for line in _cards(odds)]
    lines += [wrap(f"note: {note}") for note in odds.notes]
    return "\n".join(lines)


def _row(line: str, remark: str) -> str:
    """The remark behind the line, or below it where it is too long for that."""
    if len(line) + len(remark) <= WIDTH:
        return (line + remark).rstrip()
    room = WIDTH - 4
    parts = [remark.strip()[start : start + room] for start in range(0, len(remark), room)]
    return "\n".join([line, *(f"    {part}" for part in parts if part)])


def _what(odds: Odds, scenario: Scenario) -> str:
    pieces = len(scenario.ice)
    ice = f"{pieces} piece{'' if pieces == 1 else 's'} of ice" if pieces else "no ice"
    source = f"{scenario.source}: " if scenario.source else ""
    server = EDITIONS[odds.edition].speak(SERVERS[scenario.server])
    return wrap(f"{source}a run on {server}, {ice} (edition {odds.edition})")


def _head(odds: Odds, scenario: Scenario, asked: int | None) -> Iterable[str]:
    yield _what(odds, scenario)
    if odds.method == "exact":
        states = f"{odds.states:,} state{'' if odds.states == 1 else 's'}"
        yield f"exact, {states if odds.states else 'path by path'}"
        return
    done = f"{odds.games:,} game{'' if odds.games == 1 else 's'}"
    if odds.method == "conditioned":
        found = f"{odds.states:,} state{'' if odds.states == 1 else 's'}"
        done += f" until the breach, accesses exact from {found} on"
    yield wrap(f"{done}, seed {odds.seed}, {speed(odds.games_per_second)}")
    if asked is not None and asked != odds.games:
        yield f"INTERRUPTED: {odds.games:,} of {asked:,} games were played"


def _idle_breakers(scenario: Scenario) -> Iterable[str]:
    """A word on icebreakers that no game breaks with: nobody should read past it."""
    rig = [placed.card for placed in scenario.runner.rig]
    idle = [card.title for card in rig if card.is_icebreaker and not card.rules.breaks]
    if idle:
        titles = ", ".join(dict.fromkeys(idle))
        yield wrap(f"careful: in these games {titles} cannot break anything (see the cards below)")


TINY = 1e-12
"""What is nearer to 0 or 1 than this may be no more than rounding."""


def percent(share: float, places: int) -> str:
    """``"28.63 %"``; what is neither certain nor impossible never looks so with four places."""
    text = f"{share * 100:.{places}f} %"
    if places > 2 and share > TINY and not float(text.removesuffix(" %")):
        return f"{share * 100:.1e} %"
    if places > 2 and text.startswith("100.") and share < 1 - TINY:
        return "> 99.9999 %"
    return text


def speed(games_per_second: float) -> str:
    """Games per second with three figures: ``"45.2 million games per second"``."""
    if games_per_second >= 1e6:
        return f"{games_per_second / 1e6:.3g} million games per second"
    return f"{games_per_second:,.0f} games per second"


def _interval(odds: Odds, name: str) -> str:
    """95 % bounds, as exact as the figure beside them."""
    if odds.method == "exact" or name not in odds.intervals:
        return ""
    low, high = odds.intervals[name]
    if name.startswith("mean_"):
        return f"   {low:.4f} … {high:.4f}"
    places = 2 if odds.method == "sampled" else 4
    return f"   {low * 100:.{places}f} … {high * 100:.{places}f} %"


def _cards(odds: Odds) -> Iterable[str]:
    cards = odds.cards
    inexact = len(cards.approximate) + len(cards.stats)
    count = len(cards.exact) + inexact
    if not inexact:
        yield f"cards: all {count} exact" if count else "cards: none"
        return
    yield f"cards: {len(cards.exact)} of {count} exact"
    for level, group in (("approximate", cards.approximate), ("stats only", cards.stats)):
        for title, notes in group.items():
            yield f"  {level}: {title}{' - ' + '; '.join(notes) if notes else ''}"


def editions_table() -> str:
    """The editions and, question by question, who answers it how."""
    lines = [f"{edition.id:10}{edition.name}" for edition in EDITIONS.values()]
    for question, answers in differences():
        lines += ["", question]
        for answer in dict.fromkeys(answers):
            who = [each for each, said in zip(EDITIONS, answers, strict=True) if said == answer]
            lines.append(f"  {', '.join(who):26}{answer}")
    return "\n".join(lines)


def cards_table(cards: Iterable[Card]) -> str:
    """One line per card: title, type and subtypes, cost, strength, fidelity."""
    lines = [f"{'title':32} {'type':26} {'cost':>4} {'str':>3} fidelity"]
    for card in cards:
        kind = in_words_of(card.pool, " ".join([card.type, *sorted(card.subtypes)]))
        cost = "-" if card.cost is None else str(card.cost)
        strength = "-" if card.strength is None else str(card.strength)
        line = f"{_cut(card.title, 32):32} {_cut(kind, 26):26} {cost:>4} {strength:>3} "
        lines.append(line + card.fidelity.level)
    return "\n".join(lines)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def wrap(text: str) -> str:
    """A line broken where the terminal ends, what follows indented."""
    indent = len(text) - len(text.lstrip())
    return fill(text, WIDTH, subsequent_indent=" " * (indent + 2), break_on_hyphens=False)
