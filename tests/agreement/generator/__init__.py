"""Random scenarios for the equality tests: every clause the kernel executes, long games.

`random_scenario(seed)` is a function of its seed alone. Cards of one's own are built
from random notation, and cards of System Gateway are mixed in. `describe` prints a
scenario so that a person can read it.
"""

from __future__ import annotations

from agreement.generator import copies, extras, themes
from agreement.generator.cards import gateway, own_card
from agreement.generator.clashes import without_clashes
from agreement.generator.copies import with_a_unique_title
from agreement.generator.description import describe
from agreement.generator.extras import with_extras
from agreement.generator.seldom import with_what_is_seldom
from agreement.generator.sides import Sides
from agreement.generator.themes import Themed

from simcore.scenario import Corp, PlacedRoot, Runner, Scenario

__all__ = ["describe", "gateway", "own_card", "random_scenario", "twins"]


def random_scenario(seed: int, wide: bool = False) -> Scenario:
    """The scenario of this seed: the same one whenever and wherever it is asked for.

    `wide` ones also hold clauses that only the reference plays; the kernel has to refuse
    those that matter.
    """
    kind = Themed if seed % themes.EVERY == themes.OFFSET else Sides
    made = kind(seed, wide).scenario()
    found = with_extras(made, seed, wide) if seed % extras.EVERY in extras.RESIDUES else made
    if seed % copies.EVERY in copies.RESIDUES:
        found = with_a_unique_title(found, seed)
    found = with_what_is_seldom(found, seed)
    return found if wide else without_clashes(found)


def twins() -> Scenario:
    """Two copies of an upgrade that leaves when the Runner trashes the other one."""
    twin = own_card(
        "Twin", "upgrade", cost=0, trash=0, effects=["root: trash-accessed: self-trash"]
    )
    root = (PlacedRoot(twin, rezzed=True), PlacedRoot(twin, rezzed=True))
    return Scenario("nsg", "remote", (), root, Corp(), Runner(credits=1))
