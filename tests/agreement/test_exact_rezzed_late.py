"""Ice that is rezzed while cards are accessed: what exact odds forget of it on the way.

Ice of unknown kinds in front of agendas whose theft rezzes the outermost piece, with what
it does when rezzed, and beside the like known ones; the Corp cannot pay for all of it.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from agreement.test_exact import differences

from simcore.encode import encode
from simcore.exact import solving
from simcore.exact.classes import Coarse
from simcore.exact.keys import Keys, keys_of
from simcore.reading import parse_scenario
from simcore.scenario import Scenario

CARDS = """
[[card]]
name = "Own Tagger"
type = "ice"
subtypes = ["sentry"]
strength = 2
rez = 2
subs = ["net 1"]
on = ["rez-in-run: tag 1"]
[[card]]
name = "Own Stinger"
type = "ice"
subtypes = ["barrier"]
strength = 2
rez = 4
subs = ["rlose 1"]
on = ["rez: net 1"]
[[card]]
name = "Own Wall"
type = "ice"
subtypes = ["barrier"]
strength = 1
rez = 3
subs = ["tag 1"]
[[card]]
name = "Own Message"
type = "agenda"
points = 1
effects = ["steal: rez-ice free"]
[[card]]
name = "Own Agenda"
type = "agenda"
points = 2
[[card]]
name = "Own Ambush"
type = "asset"
rez = 0
trash = 2
effects = ["access: rez-ice free"]
"""
KINDS = ("Own Tagger", "Own Stinger", "Own Wall")


def scenario(number: int) -> Scenario:
    """One of them, by its number."""
    random = Random(f"rezzed late {number}")
    pieces = []
    for _ in range(random.randint(2, 4)):
        titles = ", ".join(f'"{title}"' for title in KINDS for _ in range(random.randint(1, 2)))
        known = (
            f'{{ card = "{random.choice(KINDS)}", rezzed = {str(random.random() < 0.4).lower()} }}'
        )
        pieces.append(known if random.random() < 0.3 else f"{{ draw_from = [{titles}] }}")
    cards = [random.choice(["Own Message", "Own Agenda", "Own Ambush"]) for _ in range(4)]
    centre = f"hq = {cards}".replace("'", '"')
    return parse_scenario(
        f'edition = "nsg"\n[server]\nkind = "hq"\nice = [{", ".join(pieces)}]\n'
        f"[corp]\ncredits = {{ low = 0, high = {random.randint(2, 9)} }}\n{centre}\n"
        f"[runner]\ncredits = {random.randint(0, 4)}\ngrip = {random.randint(1, 4)}\n"
        f"accesses = {{ hq = {random.randint(0, 2)} }}\n"
        f'plan = {{ name = "threshold", minimum_grip = 0 }}\n{CARDS}',
        f"rezzed late {number}",
    )


@pytest.mark.parametrize("number", range(12))
def test_what_is_rezzed_at_an_access(number: int) -> None:
    assert not differences(scenario(number), 60_000)


def test_pieces_taken_for_alike_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(coarse: Coarse, most_taken: int | None = None) -> Keys:
        keys = keys_of(coarse, most_taken)
        return replace(keys, alike=np.zeros_like(keys.alike))

    monkeypatch.setattr(solving, "keys_of", careless)
    assert any(differences(scenario(number), 60_000) for number in range(6))


def test_ice_is_dealt_ahead_only_where_it_may_be_rezzed_ahead() -> None:
    assert not encode(scenario(0)).board["deals_ice"][0]
    text = CARDS.replace('subs = ["net 1"]', 'subs = ["rez-ice free"]')
    ahead = parse_scenario(
        'edition = "nsg"\n[server]\nkind = "remote"\n'
        'ice = ["Own Tagger", { draw_from = ["Own Stinger", "Own Wall"] }]\n'
        f"[corp]\ncredits = 9\n[runner]\ncredits = 0\n{text}"
    )
    assert encode(ahead).board["deals_ice"][0]
    assert not differences(ahead)
