"""The modules of `simcore.kernel` once more, with the rarer features compiled in."""

from pathlib import Path

FULL = True
EXACT = False
INTERPRETED = False
__path__ = [str(Path(__file__).parent.parent / "kernel")]
