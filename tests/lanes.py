"""Run the whole suite, several parts at once: `python -m tests.lanes`; with `quick` what needs no server.

Most of a test's time is waiting for another process, a browser or a deadline, so parts side by side take
little more than the longest. Each part is a pytest of its own, with its own servers. Only the parts that
prove the core and the desk are measured for coverage, which makes Python code twice as slow.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
AT_ONCE = 2


@dataclass(frozen=True)
class Part:
    """Folders and files of tests that are run by one pytest."""

    name: str
    paths: tuple[str, ...]
    measured: bool = False


@dataclass(frozen=True)
class Ran:
    """What became of a part."""

    part: Part
    status: int
    seconds: float
    printed: str


# The longest first, so that none of them is begun last.
NAMED = (
    Part("server", ("server", "conversations", "auth", "providers", "sources", "demo", "telemetry")),
    Part("browser", ("browser",)),
    Part("desk", ("desk", "faults", "journeys"), measured=True),
    Part("agents", ("mcp", "terminal", "adapters")),
    Part("slack", ("slack",)),
    Part("commands", ("cli", "packaging", "docs", "test_examples.py")),
)


# What needs no server, browser, database or other process.
QUICK = (
    Part("dialects", ("dialects", "replies", "payload", "wire")),
    Part("stream", ("stream", "corpus")),
)
SLOW_FILES = frozenset({"test_agent_examples.py", "test_assembly.py", "test_examples.py"})


def quick_parts() -> tuple[Part, ...]:
    """Return the parts of the quick run; the files beside the folders are in the last."""
    files = sorted({file.name for file in TESTS.glob("test_*.py")} - SLOW_FILES)
    return (*QUICK, Part("models", tuple(files)))


def parts() -> tuple[Part, ...]:
    """Return all parts; what no other names is in the last."""
    named = {path for part in NAMED for path in part.paths}
    left = sorted({file.relative_to(TESTS).parts[0] for file in TESTS.rglob("test_*.py")} - named)
    return (*NAMED, Part("core", tuple(left), measured=True))


def run(part: Part, output: IO[bytes]) -> int:
    """Run one part and return pytest's exit status."""
    measuring = ["-m", "coverage", "run", "--parallel-mode"] if part.measured else []
    files = [str(Path("tests", path)) for path in part.paths]
    command = [sys.executable, *measuring, "-m", "pytest", "--durations=10", *files]
    return subprocess.run(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, check=False).returncode


def ran(part: Part) -> Ran:
    """Run one part and keep what it prints, whatever it prints."""
    began = time.monotonic()
    with tempfile.TemporaryFile() as output:
        status = run(part, output)
        output.seek(0)
        printed = output.read().decode(errors="replace")
    return Ran(part, status, time.monotonic() - began, printed)


def ran_all(every: Sequence[Part], at_once: int) -> list[Ran]:
    """Run parts side by side and print each when it has ended."""
    results = []
    with ThreadPoolExecutor(at_once) as lanes:
        for done in as_completed([lanes.submit(ran, part) for part in every]):
            result = done.result()
            say(result.printed, line(result))
            results.append(result)
    return results


def line(result: Ran) -> str:
    """Say in one line what became of a part."""
    verdict = "passed" if result.status == 0 else f"failed with status {result.status}"
    return f"== {result.part.name}: {verdict} after {result.seconds:.0f} s"


def main() -> int:
    """Run the parts that are asked for and report each result."""
    at_once = int(os.environ.get("TEST_LANES", AT_ONCE))
    if sys.argv[1:] == ["quick"]:
        return report(ran_all(quick_parts(), at_once))
    coverage = [sys.executable, "-m", "coverage"]
    subprocess.run([*coverage, "erase"], cwd=ROOT, check=True)
    status = report(ran_all(parts(), at_once))
    subprocess.run([*coverage, "combine", "--quiet"], cwd=ROOT, check=True)
    return status


def report(results: Sequence[Ran]) -> int:
    """Print what failed and how each part ended; return the exit status."""
    for result in results:
        if result.status:
            say(*summary(result.printed))
    say(*map(line, results))
    return max([result.status for result in results])


def say(*lines: str) -> None:
    """Print lines at once."""
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


def summary(printed: str) -> list[str]:
    """Return the lines that name what failed."""
    return [text for text in printed.splitlines() if text.startswith(("FAILED", "ERROR"))]


if __name__ == "__main__":
    sys.exit(main())
