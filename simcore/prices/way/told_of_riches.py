"""What is said of strength that ice has for the Corp's credits."""

from __future__ import annotations

import re
from collections.abc import Iterator

from simcore.cards.outside import texts_outside
from simcore.prices.corp.ground import BY_CREDITS, clauses_of_root
from simcore.prices.corp.installs import DEARER, installs_of
from simcore.prices.rig.made_by_rig import texts_of
from simcore.prices.way.attempt import Attempt
from simcore.prices.way.looking import told_of_hq
from simcore.prices.way.passing import told_of_home
from simcore.scenario import Scenario, rezzed_in_root

_PAYS = re.compile(r"^(root: )?sub-broken( if tagged)?: cgain \d$")
_AT_ONCE = "while a piece of ice is being broken or made ready for is no part of its strength"


def told_of_corp(attempt: Attempt, stated: Scenario) -> tuple[str, ...]:
    """What is said of cards that come to HQ, and of credits that come to the Corp."""
    return told_of_hq(attempt) + told_of_home(attempt) + told_of_riches(attempt, stated)


def told_of_riches(attempt: Attempt, stated: Scenario) -> tuple[str, ...]:
    """What is said where the Corp may gain credits between two uses at one piece of ice, which
    would be stronger for them by the second one."""
    if not attempt.ground.rich:
        return ()
    stronger = [card.title for card, text in clauses_of_root(stated) if BY_CREDITS.match(text)]
    gaining = dict.fromkeys(_gaining_at_once(attempt, stated))
    return tuple(
        f"{title}: what the Corp gains by {each} {_AT_ONCE}"
        for title in dict.fromkeys(stronger)
        for each in gaining
    )


def _gaining_at_once(attempt: Attempt, stated: Scenario) -> Iterator[str]:
    """The cards by which the Corp gains credits as a subroutine is broken that is not the only one
    of its piece, or as a program is installed."""
    several = [
        each.card
        for each in attempt.all_walls
        if len(each.card.rules.sub_texts) > 1 or each.card.rules.gains or attempt.ground.given
    ]
    own = {item.text for card in several for item in card.rules.unexecuted}
    for card, text in clauses_of_root(stated):
        if _PAYS.match(text) and text.removeprefix("root: ") in own:
            yield card.title
    here = dict.fromkeys(piece.card for piece in stated.ice if piece.card in several)
    yield from (card.title for card in here if card and any(map(_PAYS.match, texts_of(card))))
    if attempt.ground.stings and attempt.ground.sells_net and several:
        yield "net damage that it makes less"
    if any(placed.in_heap for placed in attempt.rig) and installs_of(stated).gained:
        cards = dict.fromkeys(card for card, _ in rezzed_in_root(stated))
        yield from (c.title for c in cards if any(DEARER.match(t) for t in texts_outside(c)))
