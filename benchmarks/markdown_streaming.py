"""Streaming markdown in a page, against marked with DOMPurify rendering everything in each frame."""

import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.measuring import Ratio
from benchmarks.reporting import Result, Skipped, at_least, at_most

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

FRONTEND = Path(__file__).resolve().parents[1] / "frontend"
_NAME = "CPU of marked + DOMPurify each frame / ours, a streamed answer of 10 KB"
_ROUNDS = 3
_ALL = ("TaskDuration",)
"""All tasks: the browser does not count code run by `evaluate` as script."""
_COUNTED = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")


def results() -> Iterator[Result | Skipped]:
    """Measure in Chromium, if it is installed."""
    missing = _missing()
    if missing:
        yield Skipped(_NAME, missing)
        return
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only where it is installed

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        script = Path(folder) / "bench.js"
        node = str(shutil.which("node"))
        subprocess.run([node, "bench/build.mjs", str(script)], cwd=FRONTEND, check=True)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])

        def page() -> "Page":
            made = browser.new_page(viewport={"width": 900, "height": 900})
            made.goto("data:text/html,<!doctype html><title>Bench</title>")
            made.add_script_tag(path=script)
            return made

        yield from _measured(page)
        browser.close()


def _missing() -> str:
    try:
        import playwright  # noqa: F401, PLC0415 - whether it is installed
    except ImportError:
        return "playwright is not installed"
    if not shutil.which("chromium") or not shutil.which("node"):
        return "chromium or node is not installed"
    return "" if (FRONTEND / "node_modules").exists() else "npm ci was not run in frontend/"


def _measured(page: Callable[[], "Page"]) -> Iterator[Result]:
    runs = [(_run(page(), "ours"), _run(page(), "peer")) for _ in range(_ROUNDS)]
    yield Result(_NAME, _ratio([peer.cpu / ours.cpu for ours, peer in runs]), at_least(5))
    # Wall time, so the run with the least interference counts.
    longest = min(ours.longest for ours, _peer in runs)
    yield Result("longest task of ours while streaming / 50 ms", Ratio(longest / 50, 0), at_most(1))
    seen = min(_evaluated("bench.live(10_000)", page) for _ in range(_ROUNDS))
    yield Result("longest task while streaming in live frames / 50 ms", Ratio(seen / 50, 0), at_most(1))
    same = all(ours.same for ours, _peer in runs)
    yield Result(
        "streamed pages that differ from the page rendered at once", Ratio(0 if same else 1, 0), at_most(0)
    )
    tokens = [_growth(page()) for _ in range(_ROUNDS)]
    yield Result("CPU per token at 100 KB / at 10 KB", _ratio(tokens), at_most(1.5))
    cards = [_evaluated("bench.card()", page) for _ in range(_ROUNDS)]
    yield Result(
        "from a question to a card that can be clicked / 100 ms", Ratio(max(cards) / 100, 0), at_most(1)
    )


class _Run(NamedTuple):
    """Result of one run."""

    cpu: float
    """Main-thread seconds for script, style and layout."""
    longest: float
    """The longest task, in milliseconds."""
    same: bool


def _run(page: "Page", who: str) -> _Run:
    session = _session(page)
    before = _counted(session)
    longest = page.evaluate(f"bench.{who}(10_000)")
    cpu = _counted(session) - before
    same = page.evaluate("bench.same(10_000)") if who == "ours" else True
    page.close()
    return _Run(cpu, longest, same)


def _growth(page: "Page") -> float:
    """Return the cost of a token at the end of a long text relative to a short one."""
    session = _session(page)
    costs: dict[int, list[float]] = {10_000: [], 100_000: []}
    # The browser still compiles the script in the first runs; of the others the fastest counts.
    for _ in range(6):
        for size, found in costs.items():
            page.evaluate(f"bench.begin({size})")
            before = _counted(session, _ALL)
            page.evaluate("bench.goOn()")
            found.append(_counted(session, _ALL) - before)
    page.close()
    return min(costs[100_000]) / min(costs[10_000])


def _session(page: "Page") -> "CDPSession":
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    return session


def _counted(session: "CDPSession", names: tuple[str, ...] = _COUNTED) -> float:
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return float(sum(metrics[name] for name in names))


def _evaluated(expression: str, page: Callable[[], "Page"]) -> float:
    made = page()
    made.evaluate(expression)
    value: float = made.evaluate(expression)
    made.close()
    return value


def _ratio(rounds: list[float]) -> Ratio:
    median = statistics.median(rounds)
    return Ratio(median, (max(rounds) - min(rounds)) / median)
