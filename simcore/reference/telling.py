"""How a way to break is told: card by card, boosts before uses."""

from __future__ import annotations

from simcore.cards.walking import traces
from simcore.editions import Moment
from simcore.reference.breaking import Way, subs_broken
from simcore.reference.question import ICE_ITSELF, Ability, Question, Spend
from simcore.reference.state import Table, some
from simcore.reference.things import Piece, Slot


def goes_one_by_one(table: Table) -> bool:
    """Whether the chart has a step for each subroutine that is chosen."""
    return table.at(Moment.BREAK) != table.at(Moment.CHOOSE)


def tell_choice(table: Table, chosen: tuple[int, ...]) -> None:
    """Say which subroutines the Runner has chosen; some charts ask first whether any."""
    if goes_one_by_one(table):
        table.say(table.at(Moment.BREAK), "The Runner can break subroutines and wants to.")
    else:
        table.say(table.at(Moment.CHOOSE), f"The Runner breaks {_numbers(chosen)}.")


def tell_target(table: Table, subs: tuple[int, ...]) -> None:
    """Say what the next use is meant for, where the chart goes one by one."""
    if goes_one_by_one(table):
        table.say(table.at(Moment.CHOOSE), f"The Runner chooses {_numbers(subs)}.")


def _numbers(subs: tuple[int, ...]) -> str:
    return f"subroutine{'s' * (len(subs) > 1)} {listed([str(index + 1) for index in subs])}"


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


def tell_way(
    table: Table, piece: Piece, asked: Question, chosen: tuple[int, ...], way: Way
) -> None:
    """Say what is weakened, boosted and broken, each with its price, before it is paid."""
    if way.gift is not None:
        giver = table.rig[way.gift].card
        price = some(giver.rules.ice_gifts[0].credits, "credit")
        text = f"{giver.title} makes it {giver.rules.ice_gifts[0].kind}, too, for {price}."
        table.say(table.at(Moment.BOOST), text)
    for weakener, times in zip(asked.weakeners, way.weakenings, strict=True):
        if times:
            table.say(
                table.at(Moment.BOOST),
                f"{table.rig[weakener.slot].card.title} takes {weakener.amount * times} strength "
                f"off the ice for {_price(weakener.spend, times)}.",
            )
    if goes_one_by_one(table):
        _tell_one_by_one(table, piece, chosen, asked, way)
    else:
        for slot in table.rig:
            _tell_boosts(table, slot, asked, way)
        uses = zip(asked.abilities, way.uses, subs_broken(asked, way), strict=True)
        for ability, times, subs in uses:
            if times:
                _tell_use(table, piece, ability, times, some(subs, "subroutine"))
    if asked.tax:
        more = some(asked.tax * len(chosen), "credit")
        table.say(table.at(Moment.USE), f"Breaking costs {more} more in this run.")


def _tell_one_by_one(
    table: Table, piece: Piece, chosen: tuple[int, ...], asked: Question, way: Way
) -> None:
    """Each use with what it is meant for, a boost before the first use of its card."""
    subs = table.subs(piece)
    tracing = [sub for sub in chosen if traces(subs[sub])]
    plain = [sub for sub in chosen if sub not in tracing]
    ready: set[int] = set()
    for ability, times in zip(asked.abilities, way.uses, strict=True):
        size = times if ability.sized else 1
        for _ in range(min(times, 1) if ability.sized else times):
            fit = [*(() if ability.tracing else plain), *tracing][: ability.subs * size]
            plain = [sub for sub in plain if sub not in fit]
            tracing = [sub for sub in tracing if sub not in fit]
            tell_target(table, tuple(fit))
            if ability.slot != ICE_ITSELF and ability.slot not in ready:
                ready.add(ability.slot)
                _tell_boosts(table, table.rig[ability.slot], asked, way)
            _tell_use(table, piece, ability, size, "it" if len(fit) == 1 else "them")


def _tell_boosts(table: Table, slot: Slot, asked: Question, way: Way) -> None:
    bought = list(zip(asked.breakers[slot.place].boosts, way.boosts[slot.place], strict=True))
    gain = sum(boost.gain * steps for boost, steps in bought)
    if gain:
        prices = [_price(boost.spend, steps) for boost, steps in bought if steps]
        table.say(
            table.at(Moment.BOOST),
            f"{slot.card.title} goes to strength {asked.breakers[slot.place].strength + gain} "
            f"for {' and '.join(prices)}.",
        )


def _tell_use(table: Table, piece: Piece, ability: Ability, times: int, what: str) -> None:
    card = piece.card if ability.slot == ICE_ITSELF else table.rig[ability.slot].card
    price = _price(ability.spent(times), 1)
    gains = f"gains {ability.gain * times} strength and " * (ability.gain > 0)
    table.say(table.at(Moment.USE), f"{card.title} {gains}breaks {what} for {price}.")


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
