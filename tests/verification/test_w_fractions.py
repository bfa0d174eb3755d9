"""The committed fractions of W once more, by the reference alone (minutes).

python -m pytest tests/verification/test_w_fractions.py
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_command_gives_the_committed_table(tmp_path: Path) -> None:
    again = tmp_path / "w.json"
    command = [sys.executable, "benchmarks/w_fractions.py", str(again)]
    subprocess.run(command, cwd=ROOT, check=True)
    committed = ROOT / "tests" / "golden" / "w_fractions.json"
    assert json.loads(again.read_text()) == json.loads(committed.read_text())
