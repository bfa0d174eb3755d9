"""Games beside the yardstick: W on one thread, turn by turn, and the ratios of speeds.

    python benchmarks/against_yardstick.py [--rounds N] [--threads N]

Builds `yardstick/w.cpp` with g++, checks its figures, then lets all play in turns, so
that whatever else the machine does falls on all alike: the yardstick, games as they are
dealt to users (walked, W is unfolded), and games played by the kernel. Speeds are games per
second of processor time and thread; the last lines are the ratios of the medians.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from statistics import median

from simcore import load_scenario
from simcore.encode import encode
from simcore.sampling.dealing import Dealing, prepare
from simcore.tally import WIDTH
from simcore.threads import CHUNK

HERE = Path(__file__).parent
GAMES = 3 * 16 * CHUNK
"""Of each thread and round, in equal thirds."""


def build(folder: Path) -> Path:
    """The yardstick, compiled for this machine; its figures are as expected."""
    program = folder / "w"
    source = HERE / "yardstick" / "w.cpp"
    options = ["-O3", "-march=native", "-std=c++17", "-pthread"]
    subprocess.run(["g++", *options, "-o", program, source], check=True)
    subprocess.run([program, "--check"], check=True)
    return program


def yardstick(program: Path, threads: int) -> float:
    """Million games per second and thread of the yardstick."""
    command = [str(program), "--threads", str(threads), "--games", str(GAMES)]
    return float(subprocess.check_output(command, text=True).split()[0])


def dealt(dealings: list[Dealing], threads: int) -> float:
    """Million games per second and thread, chunk by chunk, as they are dealt."""
    seconds = []

    def work(first: int) -> None:
        tables = [dealing.table(WIDTH) for dealing in dealings]
        start = time.thread_time()
        for table in tables:
            for chunk in range(0, GAMES // len(tables), CHUNK):
                table.play(1, first + chunk, CHUNK)
        seconds.append(time.thread_time() - start)

    workers = [threading.Thread(target=work, args=(n * GAMES,)) for n in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return GAMES * threads / sum(seconds) / 1e6


def main() -> None:
    """Print all speeds of every round, and the ratios."""
    parser = argparse.ArgumentParser(description="simcore beside hand-tuned C++")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    names = ("remote", "hq", "rd")
    boards = [encode(load_scenario(HERE / "scenarios" / f"w_{name}.toml")) for name in names]
    ways = {
        "walked": [prepare(board, 10 * GAMES) for board in boards],
        "kernel": [Dealing(board, None) for board in boards],
    }
    for dealings in ways.values():
        dealings[0].table(WIDTH).play(1, 0, CHUNK)  # compiled, and warm
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        theirs: list[float] = []
        ours: dict[str, list[float]] = {way: [] for way in ways}
        for _ in range(arguments.rounds):
            theirs.append(yardstick(program, arguments.threads))
            line = f"yardstick {theirs[-1]:6.2f}"
            for way, dealings in ways.items():
                ours[way].append(dealt(dealings, arguments.threads))
                line += f"   {way} {ours[way][-1]:6.2f}"
            print(f"{line}   million games/s")
    for way, speeds in ours.items():
        ratio = median(speeds) / median(theirs)
        print(f"{way}: {median(speeds):.1f} million games/s, {ratio:.3f} of the yardstick")


if __name__ == "__main__":
    main()
