"""The modules of `simcore.kernel` once more: all of it, chance enumerated, run by Python."""

from pathlib import Path

FULL = True
EXACT = True
INTERPRETED = True
__path__ = [str(Path(__file__).parent.parent / "kernel")]
