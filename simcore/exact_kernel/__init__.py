"""The modules of `simcore.kernel` once more, with chance enumerated."""

from pathlib import Path

FULL = False
EXACT = True
INTERPRETED = False
__path__ = [str(Path(__file__).parent.parent / "kernel")]
