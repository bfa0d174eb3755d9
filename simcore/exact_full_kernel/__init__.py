"""The modules of `simcore.kernel` once more, with everything compiled in and chance enumerated."""

from pathlib import Path

FULL = True
EXACT = True
INTERPRETED = False
__path__ = [str(Path(__file__).parent.parent / "kernel")]
