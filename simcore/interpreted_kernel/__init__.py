"""The modules of `simcore.kernel` once more: chance enumerated, run by Python itself."""

from pathlib import Path

FULL = False
EXACT = True
INTERPRETED = True
__path__ = [str(Path(__file__).parent.parent / "kernel")]
