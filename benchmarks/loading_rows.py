"""`choicewire load` of 100 000 rows, against ten seconds and against a script without validation."""

import csv
import resource
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks.measuring import ratio_of_costs
from benchmarks.reporting import Result, at_most

ROWS = 100_000
_SECONDS = 10
_COLUMNS = ("id", "title", "department", "severity", "impact_score", "detected_on", "affected", "analysis")
_ROUNDS = 3


def results() -> Iterator[Result]:
    """Measure the command in its own process, on a new file each time."""
    with tempfile.TemporaryDirectory() as folder:
        rows = Path(folder) / "signals.csv"
        rows.write_text("\n".join(_lines()), "utf-8")
        load = _new_each_time(folder, lambda database: _cpu(_load(rows, database)))
        bare = _new_each_time(folder, lambda database: _cpu(_by_hand(rows, database)))
        within = ratio_of_costs(load, lambda: _SECONDS, rounds=_ROUNDS, pairs=1)
        yield Result(f"choicewire load of {ROWS:,} rows, CPU / {_SECONDS} s", within, at_most(1))
        yield Result(
            "the same / csv and sqlite3 by hand", ratio_of_costs(load, bare, rounds=_ROUNDS, pairs=1)
        )


def _lines() -> Iterator[str]:
    yield ",".join(_COLUMNS)
    for number in range(ROWS):
        yield f"WS-{number},Quiet,Sales,high,7.5,2026-03-01,12,Nobody speaks"


def _load(rows: Path, database: Path) -> Sequence[str]:
    load = (sys.executable, "-m", "choice", "load", "signals")
    return (*load, str(rows), "--database", f"sqlite:///{database}")


def _by_hand(rows: Path, database: Path) -> Sequence[str]:
    return (sys.executable, "-m", "benchmarks.loading_rows", str(rows), str(database))


def _new_each_time(folder: str, cost: Callable[[Path], float]) -> Callable[[], float]:
    def measured() -> float:
        with tempfile.TemporaryDirectory(dir=folder) as place:
            return cost(Path(place) / "rows.db")

    return measured


def _cpu(command: Sequence[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def write_by_hand(rows: Path, database: Path) -> None:
    """Insert every line into a table without validation."""
    with rows.open(encoding="utf-8", newline="") as file, sqlite3.connect(database) as connection:
        reader = csv.reader(file)
        connection.execute(f"CREATE TABLE signals ({', '.join(next(reader))})")
        places = ", ".join("?" for _ in _COLUMNS)
        connection.executemany(f"INSERT INTO signals VALUES ({places})", reader)  # noqa: S608 - only places


if __name__ == "__main__":
    write_by_hand(Path(sys.argv[1]), Path(sys.argv[2]))
