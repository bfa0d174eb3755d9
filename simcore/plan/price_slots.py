"""Rig cards for prices: what the break search knows beyond the tables of the fixed plans."""

from __future__ import annotations

from simcore.plan.pieces import Slot
from simcore.plan.slots import make_slot
from simcore.scenario import RigCard


def make_priced_slot(placed: RigCard, earlier_success: bool, stealth: bool, ice_here: int) -> Slot:
    """`make_slot`, also for prices that the tables do not hold."""
    return make_slot(placed, earlier_success, stealth, ice_here)
