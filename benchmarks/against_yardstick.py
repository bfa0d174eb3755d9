"""The kernel beside the yardstick: W on one thread, turn by turn, and the ratio of speeds.

    python benchmarks/against_yardstick.py [--rounds N] [--threads N]

Builds `yardstick/w.cpp` with g++, checks its figures, then lets both play in turns, so
that whatever else the machine does falls on both alike. Speeds are games per second of
processor time and thread; the last line is the ratio of the medians.
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
from simcore.encode import Encoded, encode
from simcore.sampling.chunks import CHUNK, Bench, play_games
from simcore.tally import WIDTH

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


def kernel(boards: list[Encoded], threads: int) -> float:
    """Million games per second and thread of the kernel, chunk by chunk."""
    seconds = []

    def work(first: int) -> None:
        bench = Bench.make(WIDTH)
        start = time.thread_time()
        for board in boards:
            for chunk in range(0, GAMES // len(boards), CHUNK):
                play_games(board, bench, 1, first + chunk, CHUNK)
        seconds.append(time.thread_time() - start)

    workers = [threading.Thread(target=work, args=(n * GAMES,)) for n in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return GAMES * threads / sum(seconds) / 1e6


def main() -> None:
    """Print both speeds of every round, and the ratio."""
    parser = argparse.ArgumentParser(description="the kernel beside hand-tuned C++")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    names = ("remote", "hq", "rd")
    boards = [encode(load_scenario(HERE / "scenarios" / f"w_{name}.toml")) for name in names]
    play_games(boards[0], Bench.make(WIDTH), 1, 0, CHUNK)  # compiled, and warm
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        ours, theirs = [], []
        for _ in range(arguments.rounds):
            theirs.append(yardstick(program, arguments.threads))
            ours.append(kernel(boards, arguments.threads))
            print(f"yardstick {theirs[-1]:6.2f}   kernel {ours[-1]:6.2f}   million games/s")
    print(f"kernel / yardstick: {median(ours) / median(theirs):.3f}")


if __name__ == "__main__":
    main()
