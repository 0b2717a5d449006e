"""Set the project up in `.venv` and run one of its commands: `python3 run.py help` lists them.

Standard library only, and readable by Python 3.7, so that an old one can still say what is missing.
Everything installed is pinned with its hash in `locks/`; nothing is installed again until a pin, the
project file, the interpreter or the place of the project changes.
"""

from __future__ import annotations

import configparser
import hashlib
import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Tuple, Union

Command = Tuple[Union[str, Path], ...]

OLDEST = (3, 11)
NEWEST_TRIED = 15
ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = SCRIPTS / ("python.exe" if os.name == "nt" else "python")
FRONTEND = ROOT / "frontend"
NODE_KITS = {
    "the conformance kit of MCP": ROOT / "tests" / "mcp" / "conformance",
    "the host side of MCP Apps": ROOT / "tests" / "mcp" / "apps",
    "the clients of AG-UI and the AI SDK": ROOT / "tests" / "wire" / "clients",
}
"""Packages for tests that run in Node."""
CLIENTS = ROOT / "tests" / "mcp" / "clients"
NPM_CI = ("ci", "--no-audit", "--no-fund", "--loglevel=error")
UV_FOR_LOCKING = "uv==0.13.7"
DESK = "choice/desk/*"
SERVERS = {
    "postgresql": "usr/lib/postgresql/*/bin/initdb",
    "redis-server": "usr/bin/redis-server",
    "chromium": "usr/bin/chromium",
    "strace": "usr/bin/strace",
    "nginx-light": "usr/sbin/nginx",
    "caddy": "usr/bin/caddy",
    "tmux": "usr/bin/tmux",
    "zsh": "usr/bin/zsh",
    "fish": "usr/bin/fish",
}
CORE = (
    "choice/models.py",
    "choice/validation.py",
    "choice/response.py",
    "choice/dialects/*",
    "choice/stream/*",
)


# --- The commands -------------------------------------------------------------------------------------


def run(arguments: list[str]) -> int:
    """Start the server on this machine, with demo data and the built-in model, and print the link to open."""
    install("run")
    if not build_pages():
        say("The server starts without its pages.")
    os.environ.setdefault("CHOICE_DEMO_DATA", "on")
    return call(SCRIPTS / "choicewire", "serve", *arguments)


def test(arguments: list[str]) -> int:
    """Run the whole suite with full branch coverage of the core; with arguments, run pytest with those."""
    install("dev")
    install_servers()
    build_pages(with_tools=True)
    for name, folder in NODE_KITS.items():
        install_node_kit(name, folder, "--ignore-scripts")
    if arguments:
        return call(PYTHON, "-m", "pytest", *arguments)
    coverage = (PYTHON, "-m", "coverage")
    report = (*coverage, "report", "--skip-covered", "--show-missing")
    steps: list[Command] = [
        (PYTHON, "-m", "tests.lanes"),
        (*report, "--fail-under=100", "--include=" + ",".join(CORE)),
    ]
    if not missing_servers():
        # Some branches of the desk depend on which of two threads or servers is faster.
        steps.append((*report, "--fail-under=99", "--include=" + DESK))
    return all_of(steps)


def quick(_arguments: list[str]) -> int:
    """Run the tests that need no server, browser or database: under a minute on two cores, no coverage."""
    install("dev")
    return call(PYTHON, "-m", "tests.lanes", "quick")


def check(arguments: list[str]) -> int:
    """Check format, lint, types and import layers; run all checks even if one fails."""
    install("dev")
    has_pages = build_pages(with_tools=True)
    steps: list[Command] = [
        (PYTHON, "-m", "ruff", "format", "--check", *arguments),
        (PYTHON, "-m", "ruff", "check", *arguments),
        (PYTHON, "-m", "mypy", *arguments),
        (SCRIPTS / "lint-imports", "--no-logo", "--no-cache"),
        (PYTHON, "-m", "tests.layout"),
    ]
    if has_pages:
        npm = shutil.which("npm") or SCRIPTS / "npm"
        steps.append((npm, "--prefix", FRONTEND, "run", "--silent", "check"))
    return max([call(*step) for step in steps])


def bench(arguments: list[str]) -> int:
    """Run the benchmarks; each prints a ratio against a peer measured in the same run."""
    install("dev")
    return call(PYTHON, "-m", "benchmarks", *arguments)


def bundles(_arguments: list[str]) -> int:
    """Build the wheel, the .mcpb, server.json, the Claude Code plugin and SKILL.md into `dist/`."""
    install("dev")
    return call(PYTHON, "-m", "bundles.build")


def install_test(arguments: list[str]) -> int:
    """Install the artefacts in an empty home in each way, and time each until a question is answered."""
    install("dev")
    return call(PYTHON, "-m", "bundles.try_out", *arguments)


def site(arguments: list[str]) -> int:
    """Build the documentation site into `build/site`; a broken link is an error."""
    install("dev")
    return call(PYTHON, "-m", "mkdocs", "build", "--quiet", *arguments)


def release_check(arguments: list[str]) -> int:
    """Check that a tag such as v0.1.0 is the version of the project, and that the changelog lists it."""
    version = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    if version is None or arguments != [f"v{version[1]}"]:
        say(f"The tag must be v{'' if version is None else version[1]}, the version in pyproject.toml.")
        return 1
    if f"\n## {version[1]} " not in (ROOT / "CHANGELOG.md").read_text("utf-8"):
        say(f"CHANGELOG.md has no section `## {version[1]} - DATE`.")
        return 1
    return 0


def fuzz(arguments: list[str]) -> int:
    """Fuzz the splitter with a million inputs; FUZZ_EXAMPLES sets another number."""
    install("dev")
    os.environ.setdefault("FUZZ_EXAMPLES", "1000000")
    return call(PYTHON, "-m", "tests.fuzz.run", *arguments)


def faults(arguments: list[str]) -> int:
    """Run the fault injection tests at full length: kills, power loss, races, full disks, cut connections."""
    install("dev")
    return call(PYTHON, "-m", "tests.faults.run", *arguments)


def clients(arguments: list[str]) -> int:
    """Install Claude Code, Codex and Gemini CLI, and run whole rounds with them behind a scripted model."""
    install("dev")
    install_node_kit("the clients of MCP", CLIENTS)
    return call(PYTHON, "-m", "pytest", "tests/mcp/test_real_clients.py", "-rs", *arguments)


def mutants(arguments: list[str]) -> int:
    """Run mutation tests on the splitter."""
    install("dev")
    return all_of([(PYTHON, "-m", "mutmut", "run", *arguments), (PYTHON, "-m", "mutmut", "results")])


def setup(_arguments: list[str]) -> int:
    """Install everything the other commands need."""
    install("dev")
    return 0


def lock(arguments: list[str]) -> int:
    """Update the lock files from `pyproject.toml`; `--upgrade` also upgrades pinned versions."""
    install("run")
    pin = (
        *(PYTHON, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"),
        *("--generate-hashes", "--no-annotate", "--no-header", "pyproject.toml", "locks/build.in"),
    )
    return all_of(
        [
            (PYTHON, "-m", "pip", "install", "-qq", UV_FOR_LOCKING),
            (*pin, "--extra", "dev", "--output-file", "locks/dev.txt", *arguments),
            (
                *pin,
                "--extra",
                "run",
                "--constraints",
                "locks/dev.txt",
                "--output-file",
                "locks/run.txt",
                *arguments,
            ),
        ]
    )


def clean(_arguments: list[str]) -> int:
    """Remove all generated files, including `.venv`."""
    made = (".venv", "build", "dist", "mutants", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache")
    for name in (*made, ".import_linter_cache"):
        shutil.rmtree(ROOT / name, ignore_errors=True)
    for report in ROOT.glob(".coverage*"):
        report.unlink()
    return 0


def show_help(_arguments: list[str]) -> int:
    """List the commands."""
    for name, command in COMMANDS.items():
        say(f"  {name:<12} {(command.__doc__ or '').strip()}")
    return 0


COMMANDS = {
    "run": run,
    "test": test,
    "quick": quick,
    "check": check,
    "bench": bench,
    "bundles": bundles,
    "install-test": install_test,
    "site": site,
    "release-check": release_check,
    "fuzz": fuzz,
    "faults": faults,
    "clients": clients,
    "mutants": mutants,
    "setup": setup,
    "lock": lock,
    "clean": clean,
    "help": show_help,
}


# --- Installing ---------------------------------------------------------------------------------------


def install(level: str) -> None:
    """Install a level (`run` or `dev`) into `.venv`, unless it is installed already."""
    if PYTHON.exists() and any(stamp(one).exists() for one in ("dev", level)):
        return
    say(f"Setting up {VENV.name} ...")
    if not PYTHON.exists() or not succeeds(PYTHON, "-m", "pip", "--version"):
        make_venv()
    for old in VENV.glob("installed-*"):
        old.unlink()
    pip = (PYTHON, "-m", "pip", "--disable-pip-version-check")
    quiet = (*pip, "install", "-qq", "--no-warn-script-location")
    failed = all_of(
        [
            (*quiet, "--require-hashes", "--requirement", lock_file(level)),
            (*quiet, "--no-deps", "--no-build-isolation", "--editable", ROOT),
            (*pip, "check"),
        ]
    )
    if failed:
        sys.exit("Installing failed; the lines above say why.")
    stamp(level).touch()


def stamp(level: str) -> Path:
    """Return the marker file of the installed state."""
    state = hashlib.sha256(f"{PYTHON.resolve()} {ROOT}".encode())
    for file in (ROOT / "pyproject.toml", lock_file(level)):
        state.update(file.read_bytes())
    return VENV / f"installed-{level}-{state.hexdigest()[:16]}"


def lock_file(level: str) -> Path:
    """Return the lock file of a level."""
    return ROOT / "locks" / f"{level}.txt"


def missing_servers() -> list[str]:
    """Return the missing system packages that the tests need."""
    return [package for package, pattern in SERVERS.items() if not list(Path("/").glob(pattern))]


def install_servers() -> None:
    """Install the system packages that the tests need, if that is possible."""
    missing = missing_servers()
    if not missing or not shutil.which("apt-get"):
        return
    say(f"Installing {', '.join(missing)} ...")
    allowed = () if os.geteuid() == 0 else ("sudo", "-n")
    apt = (
        *allowed,
        "env",
        "DEBIAN_FRONTEND=noninteractive",
        "apt-get",
        "-qq",
        "-o",
        "DPkg::Lock::Timeout=120",
    )
    installed = succeeds(*apt, "update") and succeeds(
        *apt, "install", "--no-install-recommends", "--yes", *missing
    )
    if not installed:
        say(f"That did not work; tests that need {' or '.join(missing)} are skipped by name.")


def build_pages(*, with_tools: bool = False) -> bool:
    """Build the pages if they are missing or outdated; return whether they exist."""
    return call(PYTHON, ROOT / "hatch_build.py", *(["--dev"] if with_tools else [])) == 0


def install_node_kit(name: str, folder: Path, *options: str) -> None:
    """Install the packages of a folder from its lock file, unless these versions are installed."""
    state = hashlib.sha256((folder / "package-lock.json").read_bytes())
    installed = folder / "node_modules" / f".installed-{state.hexdigest()[:16]}"
    if installed.exists():
        return
    npm = npm_command()
    if npm is None:
        return
    say(f"Installing {name} ...")
    if succeeds(npm, "--prefix", folder, *NPM_CI, *options):
        installed.touch()
    else:
        say("That did not work; the tests that need it are skipped by name.")


def npm_command() -> str | None:
    """Return npm: the one beside Python, whose Node then comes first on the path, or the system's."""
    if (SCRIPTS / "npm").exists():
        os.environ["PATH"] = os.pathsep.join([str(SCRIPTS), os.environ["PATH"]])
    return shutil.which("npm")


def make_venv() -> None:
    """Create `.venv` with pip, also if Python has no ensurepip."""
    make = (sys.executable, "-m", "venv", "--clear", VENV)
    if succeeds(*make):
        return
    if call(*make, "--without-pip"):
        sys.exit("This Python cannot make virtual environments; on Debian: apt install python3-venv")
    fetch_pip()


def fetch_pip() -> None:
    """Install the pinned pip from the package index, after checking its hash."""
    pins = lock_file("run").read_text("utf-8")
    pinned = re.search(r"^pip==(\S+)((?:\s*\\\n\s*--hash=\S+)+)", pins, re.MULTILINE)
    if pinned is None:
        sys.exit(f"{lock_file('run').name} does not pin pip.")
    wheel = f"pip-{pinned.group(1)}-py3-none-any.whl"
    page = package_index().rstrip("/") + "/pip/"
    links = re.findall(r'href="([^"]+)"', download(page).decode())
    link = next((link for link in links if f"/{wheel}" in link or link.startswith(wheel)), None)
    if link is None:
        sys.exit(f"{page} does not offer {wheel}.")
    content = download(urllib.parse.urljoin(page, html.unescape(link)))
    if f"sha256:{hashlib.sha256(content).hexdigest()}" not in pinned.group(2):
        sys.exit(f"{wheel} is not the file that is pinned; it was not used.")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / wheel
        file.write_bytes(content)
        if call(PYTHON, file / "pip", "install", "--quiet", "--no-index", file):
            sys.exit("pip could not be installed.")


def download(address: str) -> bytes:
    """Download a URL."""
    with urllib.request.urlopen(address, timeout=60) as answer:
        content: bytes = answer.read()
    return content


def package_index() -> str:
    """Return the package index that pip is configured to use, or PyPI."""
    files = [Path("/etc/pip.conf"), Path.home() / ".pip/pip.conf", Path.home() / ".config/pip/pip.conf"]
    files += [Path(named) for named in (os.environ.get("PIP_CONFIG_FILE"),) if named]
    settings = configparser.RawConfigParser()
    settings.read(files, encoding="utf-8")
    configured = settings.get("global", "index-url", fallback="https://pypi.org/simple")
    return os.environ.get("PIP_INDEX_URL") or configured


# --- Running ------------------------------------------------------------------------------------------


def call(*command: str | Path) -> int:
    """Run one program in the project's folder and return its exit status."""
    sys.stdout.flush()
    return subprocess.run([str(part) for part in command], cwd=ROOT, check=False).returncode


def succeeds(*command: str | Path) -> bool:
    """Run one program without output and return whether it succeeded."""
    return subprocess.run([str(part) for part in command], capture_output=True, check=False).returncode == 0


def all_of(steps: list[Command]) -> int:
    """Run programs in order and stop at the first that fails, returning its exit status."""
    for step in steps:
        status = call(*step)
        if status:
            return status
    return 0


def say(line: str) -> None:
    """Print one line and flush."""
    print(line, flush=True)


def with_a_new_enough_python() -> None:
    """Restart under a newer Python if this one is too old, or print what to do."""
    if sys.version_info >= OLDEST:
        return
    for minor in range(NEWEST_TRIED, OLDEST[1] - 1, -1):
        found = shutil.which(f"python3.{minor}")
        if found and succeeds(found, "--version"):
            os.execv(found, [found, *sys.argv])
    wanted = ".".join(str(part) for part in OLDEST)
    sys.exit(f"Python {wanted} or newer is needed and was not found; see python.org/downloads.")


def main() -> int:
    """Run the command named by the first argument; the default is `run`."""
    with_a_new_enough_python()
    name, *arguments = sys.argv[1:] or ["run"]
    command = COMMANDS.get(name)
    if command is None:
        show_help([])
        sys.exit(f"There is no command {name!r}.")
    try:
        return command(arguments)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
