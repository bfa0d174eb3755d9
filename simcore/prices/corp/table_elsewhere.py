"""What `cards/data/elsewhere.toml` says of active cards, each text once for each copy."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from simcore.cards.card import Card
from simcore.cards.pool import DATA
from simcore.scenario import PlacedRoot, Scenario, rezzed_in_root

ANYWHERE = "anywhere: "
"""Before what a card says also where it is rezzed in the root of the server that is run."""
OF_ITS_SERVER, AS_IN_ROOT = "of its own server", "as in the root"
CHEAPER = "ice is 1 cheaper to rez"
_LEFT_OUT = "not counted: "
FORM = re.compile(
    rf"^(?P<anywhere>{ANYWHERE})?(?:if (?P<asked>[a-z ]+): )?"
    r"(?:(?P<each>for each|with an?) (?P<kind>counter|advancement|choice): "
    r"|(?P<ice>on its ice): )?(?P<text>.+)$"
)
_KINDS = {"counter": "power", "advancement": "advancement", "choice": "chosen"}
_LACKING = {
    "host": "the ice that it lies on is not stated",
    "chosen": "what was chosen is not stated",
}
_OF_BIDS = ("bids-revealed: ", "bids that differ: ")
"""What a card says that hears of bids."""
CHOSEN = "chosen"
"""Asked whether the server was chosen that is run; it is taken to be where nobody says."""
FROM_A_BARE_SERVER = "archives from a bare server"
"""Asked of a run on Archives where no ice protects the server that the card itself lies in, which
is taken to be so: nobody can say what stands there."""


class Said(NamedTuple):
    """What an active card says, how it lies there, and what has to hold for it (`asked`); what
    would have to be stated of it and is not: a counter, its ice (`lacking`). `on_ice`: it says that
    of the ice it lies on."""

    placed: PlacedRoot
    text: str
    asked: str
    lacking: str
    on_ice: bool = False

    @property
    def card(self) -> Card:
        assert self.placed.card is not None
        return self.placed.card

    @property
    def left_out(self) -> str:
        """The clause that no price counts, if it is one."""
        found = self.text.startswith(_LEFT_OUT)
        return self.text.removeprefix(_LEFT_OUT) if found else ""


@cache
def _table() -> dict[str, list[str]]:
    return tomllib.loads((DATA / "elsewhere.toml").read_text(encoding="utf-8"))


def is_read(card: Card) -> bool:
    """Whether the text of a card was read for the table."""
    return card.id in _table()


def lines_of(card: Card) -> tuple[str, ...]:
    """All that the table has of a card."""
    return tuple(_table().get(card.id, ()))


def active_elsewhere(scenario: Scenario) -> Iterator[Card]:
    """Both sides' active cards elsewhere, each copy."""
    return (placed.card for placed in _active(scenario) if placed.card is not None)


def _active(scenario: Scenario) -> Iterator[PlacedRoot]:
    yield from scenario.corp.elsewhere
    for card, count in scenario.runner.elsewhere:
        yield from (PlacedRoot(card, rezzed=True) for _ in range(count))


def all_said(scenario: Scenario) -> Iterator[Said]:
    """What all of them say, and cards of the root that say it there, too."""
    for placed in _active(scenario):
        yield from _said(placed)
    for _, placed in rezzed_in_root(scenario):
        yield from _said(placed, here=True)


def counted(scenario: Scenario) -> Iterator[Said]:
    """What of it is counted, and holds here."""
    for said in all_said(scenario):
        if not (said.left_out or said.lacking) and holds_at_server(said, scenario):
            yield said


def cheaper_to_rez(scenario: Scenario) -> int:
    """By how many credits each piece of ice is cheaper to rez for active cards elsewhere."""
    return sum(said.text == CHEAPER for said in counted(scenario))


def words_of_lacking(scenario: Scenario) -> list[str]:
    """What is assumed of what is not stated."""
    words = [
        f"{said.card.title}: {_LACKING.get(said.lacking, 'no counter lies on it')} "
        f"(state {said.lacking})"
        for said in all_said(scenario)
        if said.lacking
    ]
    words += [
        f"{said.card.title}: this server was chosen (state chosen)"
        for said in all_said(scenario)
        if said.asked == CHOSEN and not said.placed.chosen
    ]
    for placed in scenario.corp.elsewhere:
        if placed.card is not None and is_read(placed.card):
            unused = _stated_in_vain(placed, lines_of(placed.card))
            words += [f"{placed.card.title}: {key} has no meaning" for key in unused]
    return list(dict.fromkeys(words))


def _stated_in_vain(placed: PlacedRoot, lines: tuple[str, ...]) -> Iterator[str]:
    """What is stated of a card that it says nothing about."""
    forms = [found for line in lines if (found := FORM.match(line)) is not None]
    if placed.host is not None and not any(found["ice"] for found in forms):
        yield "host"
    asks = any(found["kind"] == "choice" or found["asked"] == CHOSEN for found in forms)
    if placed.chosen and not asks:
        yield "chosen"


def _said(placed: PlacedRoot, here: bool = False) -> Iterator[Said]:
    card = placed.card
    if card is None:
        return
    for line in lines_of(card):
        found = FORM.match(line)
        assert found is not None
        if not here or found["anywhere"]:
            kind = _KINDS.get(found["kind"], "")
            lacking = kind if kind and not getattr(placed, kind) else ""
            if found["ice"] and placed.host is None:
                if AS_IN_ROOT in lines_of(card):
                    continue
                lacking = "host"
            said = Said(placed, found["text"], found["asked"] or "", lacking, bool(found["ice"]))
            several = found["each"] == "for each" and not lacking
            yield from [said] * (getattr(placed, kind) if several else 1)


def holds_at_server(said: Said, scenario: Scenario) -> bool:
    """Whether the run is on such a server, or made in such a way."""
    if said.asked == CHOSEN:
        return said.placed.chosen in ("", scenario.server)
    return said.asked not in ASKED or ASKED[said.asked](scenario)


def _hears_bids_at_hq(scenario: Scenario) -> bool:
    """Whether something comes of bids in a run on HQ, whatever they are made for."""
    identity = scenario.corp.identity
    texts = [item.text for item in identity.rules.unexecuted] if identity is not None else []
    cards = [*active_elsewhere(scenario), *(card for card, _ in rezzed_in_root(scenario))]
    texts += [line.removeprefix(ANYWHERE) for card in cards for line in lines_of(card)]
    return scenario.server == "hq" and any(text.startswith(_OF_BIDS) for text in texts)


ASKED: dict[str, Callable[[Scenario], bool]] = {
    "a remote": lambda it: it.server == "remote",
    "archives": lambda it: it.server == "archives",
    "not archives": lambda it: it.server != "archives",
    FROM_A_BARE_SERVER: lambda it: it.server == "archives",
    "a run event": lambda it: it.runner.event is not None,
    "bids are heard of at hq": _hears_bids_at_hq,
    "bids are heard of at hq again": lambda it: (
        _hears_bids_at_hq(it) and it.runner.successful_runs_this_turn > 0
    ),
}
