"""How a way to break is told: card by card, boosts before uses."""

from __future__ import annotations

from simcore.editions import Moment
from simcore.reference.breaking import ICE_ITSELF, Spend, Way, question, subs_broken
from simcore.reference.state import Piece, Table, some


def tell_choice(table: Table, chosen: tuple[int, ...]) -> None:
    """Say which subroutines the Runner has chosen; some charts ask first whether any."""
    which = f"subroutine{'s' * (len(chosen) > 1)} {listed([str(index + 1) for index in chosen])}"
    if table.at(Moment.BREAK) == table.at(Moment.CHOOSE):
        table.say(table.at(Moment.CHOOSE), f"The Runner breaks {which}.")
        return
    table.say(table.at(Moment.BREAK), "The Runner can break subroutines and wants to.")
    table.say(table.at(Moment.CHOOSE), f"The Runner chooses {which}.")


def tell_rest(table: Table) -> None:
    """Say what the Runner has left to pay with."""
    beside = table.purses()
    more = f" and {beside} beside the pool" * (beside > 0)
    table.say(table.at(Moment.USE), f"The Runner has {some(table.credits, 'credit')} left{more}.")


def listed(parts: list[str]) -> str:
    """``1, 2 and 3``.

    >>> listed(["1", "2", "3"]), listed(["1"])
    ('1, 2 and 3', '1')
    """
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def tell_way(table: Table, piece: Piece, chosen: tuple[int, ...], way: Way) -> None:
    """Say what is weakened, boosted and broken, each with its price, before it is paid."""
    asked = question(table, piece, chosen)
    weaker = 0
    for weakener, times in zip(asked.weakeners, way.weakenings, strict=True):
        if times:
            weaker += weakener.amount * times
            table.say(
                table.at(Moment.BOOST),
                f"{table.rig[weakener.slot].card.title} takes {weakener.amount * times} strength "
                f"off the ice for {_price(weakener.spend, times)}.",
            )
    for slot, breaker in zip(table.rig, asked.breakers, strict=True):
        bought = list(zip(breaker.boosts, way.boosts[slot.place], strict=True))
        gain = sum(boost.gain * steps for boost, steps in bought)
        if gain:
            prices = [_price(boost.spend, steps) for boost, steps in bought if steps]
            table.say(
                table.at(Moment.BOOST),
                f"{slot.card.title} goes to strength {breaker.strength + gain} "
                f"for {' and '.join(prices)}.",
            )
    for ability, times, subs in zip(
        asked.abilities, way.uses, subs_broken(asked, way), strict=True
    ):
        if times:
            own = ability.slot == ICE_ITSELF
            card = piece.card if own else table.rig[ability.slot].card
            table.say(
                table.at(Moment.USE),
                f"{card.title} breaks {some(subs, 'subroutine')} "
                f"for {_price(ability.spend, times)}.",
            )
    if asked.tax:
        more = some(asked.tax * len(chosen), "credit")
        table.say(table.at(Moment.USE), f"Breaking costs {more} more in this run.")


def _price(spend: Spend, times: int) -> str:
    """The price of so many uses in words."""
    counters = spend.virus + spend.power
    parts = [some(spend.credits * times, "credit")] * (spend.credits > 0)
    parts += [some(spend.clicks * times, "click")] * (spend.clicks > 0)
    parts += [some(spend.forgone * times, "click") + " given up"] * (spend.forgone > 0)
    parts += [some(counters * times, "counter")] * (counters > 0)
    parts += [some(spend.grip * times, "card") + " of the grip"] * (spend.grip > 0)
    parts += ["itself"] * spend.given_up
    return " and ".join(parts) or "nothing"
