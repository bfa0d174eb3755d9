"""Exact odds: every path of chance of one run under the fixed plans, merged and summed."""

from __future__ import annotations

from simcore.exact.solving import LIMIT, ExactOdds, TooLarge, solve

__all__ = ["LIMIT", "ExactOdds", "TooLarge", "solve"]
