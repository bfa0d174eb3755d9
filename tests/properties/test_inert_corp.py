"""Corp cards of which nothing can matter in a run: the list as it was read, and runs with them."""

from __future__ import annotations

import hashlib
import tomllib

import pytest

from simcore.cards.card import Card
from simcore.cards.pool import DATA, load_pool
from simcore.reading import parse_scenario
from simcore.reference import enumerate_results

ROWS = tomllib.loads((DATA / "inert_corp.toml").read_text(encoding="utf-8"))
READ = 282
FINGERPRINT = "8ff70280870f37a4"
"""Of ids and texts in the order of the table: whoever changes it has read the cards again."""

RUN = """
edition = "nsg"
[server]
kind = "remote"
ice = [{{ card = "Rototurret", rezzed = true }}]
root = [{root}]
[corp]
credits = 6
{identity}
[runner]
credits = {credits}
clicks = 1
rig = ["Mimic"]
"""
PLAIN = """
[[card]]
name = "plain {title}"
type = "{type}"
{figures}
"""


def test_the_list_is_the_one_that_was_read() -> None:
    told = ";".join(f"{name}:{keys['src']}" for name, keys in ROWS.items())
    assert (len(ROWS), hashlib.sha256(told.encode()).hexdigest()[:16]) == (READ, FINGERPRINT)


@pytest.mark.parametrize("name", ROWS)
def test_a_card_that_does_nothing_in_a_run_says_nothing(name: str) -> None:
    card = load_pool().card(name)
    assert card.type in ("agenda", "asset", "upgrade", "identity")
    assert card.side == "corp"
    assert card.fidelity.level == "exact"
    rules = card.rules
    assert not (rules.on or rules.statics or rules.corp_abilities or rules.paid)


def plain(card: Card) -> str:
    figures = f"points = {card.points}\nadv = {card.advancement or 0}"
    if card.type != "agenda":
        figures = f"rez = {card.cost}\ntrash = {card.trash}"
    return PLAIN.format(title=card.title.replace('"', ""), type=card.type, figures=figures)


def test_they_are_accessed_like_cards_without_a_text() -> None:
    for card in map(load_pool().card, ROWS):
        if card.type == "identity":
            continue
        found = []
        for prefix, own in (("", ""), ("plain ", plain(card))):
            title = prefix + card.title.replace('"', "")
            root = f'{{ card = "{title}", rezzed = {str(card.type != "agenda").lower()} }}'
            text = RUN.format(root=root, credits=7, identity="") + own
            found.append(enumerate_results(parse_scenario(text, "x")))
        assert found[0] == found[1], card.title


def test_runs_are_alike_with_and_without_them_as_identity() -> None:
    root = '"Hostile Takeover", "Hokusai Grid", "Simone Diego"'
    alone = RUN.format(root=root, credits=5, identity="")
    expected = enumerate_results(parse_scenario(alone, "x"))
    for card in map(load_pool().card, ROWS):
        if card.type == "identity":
            text = RUN.format(root=root, credits=5, identity=f'identity = "{card.title}"')
            assert enumerate_results(parse_scenario(text, "x")) == expected, card.title
