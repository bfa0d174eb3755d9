"""Traces: what the Corp pays, and how the Runner answers."""

from __future__ import annotations

from simcore.reference import plans
from simcore.reference.state import Table
from simcore.reference.things import Source
from simcore.sites import Kind, site


def escapes(table: Table, printed: int, source: Source, label: str) -> bool:
    """The Corp pays openly, then the Runner answers (ruling 10).

    `printed`: the number of the trace, a base or, where the edition says so, a limit.
    """
    by_limit = table.edition.trace == "limit"
    return (_escapes_limit if by_limit else _escapes_base)(table, printed, source, label)


def _trace_payment(table: Table, most: int, source: Source) -> int:
    """What the Corp pays, uniform between the ends its plan states."""
    plan = table.scenario.corp.plan
    top = min(plan.trace_high, table.corp_credits + table.trace_bits + table.trace_purse, most)
    low = min(plan.trace_low, top)
    address = site(Kind.TRACE, source.place, ordinal=table.next_ordinal(Kind.TRACE))
    bid = low + table.draw(address, [1] * (top - low + 1))
    own = max(0, bid - table.trace_bits)
    table.trace_bits -= bid - own
    given = min(own, table.trace_purse)
    table.trace_purse -= given
    own -= given
    table.corp_credits -= own
    table.tally.corp_credits_spent += bid
    return bid


def _escapes_base(table: Table, base: int, source: Source, label: str) -> bool:
    """The payment adds to the printed base; strictly greater than the link succeeds."""
    payment = _trace_payment(table, table.scenario.corp.plan.trace_high, source)
    strength = table.trace_strength = base + payment
    gap = strength - table.link
    head = (
        f"{source.card.title} traces: base {base}, the Corp pays {payment}; "
        f"strength {strength} against link {table.link}"
    )
    if gap <= 0:
        table.say(label, f"{head}; the trace fails.")
        return True
    options = ["let it succeed"]
    if gap <= table.spendable(breaking=False):
        options.append(f"pay {gap}")
    if table.ask("runner", "trace", options, int(plans.pays_trace(table, gap))):
        table.pay_credits(gap)
        table.say(
            label, f"{head}; the Runner pays {gap} and has {table.credits} left; the trace fails."
        )
        return True
    table.say(label, f"{head}; the trace succeeds.")
    return False


def _escapes_limit(table: Table, limit: int, source: Source, label: str) -> bool:
    """The payment is the value, up to the printed limit; a link above it, from one base
    link that is paid for, escapes: a tie is the Corp's, and so is a Runner without one."""
    value = table.trace_strength = _trace_payment(table, limit, source)
    head = f"{source.card.title} traces: the Corp pays {value} of at most {limit}"
    offers = plans.base_links_above(table, value)
    payable = [offer for offer in offers if offer[0] <= table.spendable(breaking=False)]
    options = [
        "let it succeed",
        *(f"pay {price} on {slot.card.title}" for price, _, slot in payable),
    ]
    wants = payable and plans.pays_trace(table, payable[0][0])
    chosen = table.ask("runner", "trace", options, int(bool(wants)))
    if not chosen:
        table.say(label, f"{head}; the trace succeeds.")
        return False
    price, link, slot = payable[chosen - 1]
    table.pay_credits(price)
    table.say(
        label,
        f"{head}; the Runner pays {price} for link {link} by {slot.card.title} "
        f"and has {table.credits} left; the trace fails.",
    )
    return True
