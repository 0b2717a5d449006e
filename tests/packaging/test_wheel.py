"""The wheel is complete and works."""

import ast
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

import choice

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "choice"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    [built] = folder.glob("choicewire-*.whl")
    return built


def test_the_wheel_contains_the_package_its_types_and_instructions(wheel: Path) -> None:
    files = set(zipfile.ZipFile(wheel).namelist())

    code = {str(file.relative_to(ROOT).as_posix()) for file in ROOT.glob("choice/**/*.py")}
    texts = {
        str(file.relative_to(ROOT).as_posix()) for file in ROOT.glob("choice/dialects/instructions/*.md")
    }
    assert len(texts) >= 10
    rows = {f"choice/demo/data/{kind}.jsonl" for kind in ("signals", "incidents", "issues", "metrics")}
    assert code | texts | rows | {"choice/py.typed", "choice/mcp/known_answers.json"} <= files
    assert {name.partition("/")[0] for name in files} == {
        "choice",
        f"choicewire-{choice.__version__}.dist-info",
    }


def test_the_wheel_works_without_a_checkout(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    program = (
        "import choice; from choice.dialects import instructions; print(choice.__file__)\n"
        "print(choice.detect('Which one?\\n(A) Tea\\n(B) Coffee').forms[0].questions[0].options[1].label)\n"
        "print(len(instructions.names()))"
    )

    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        check=True,
    )

    place, label, names = done.stdout.splitlines()
    assert Path(place).is_relative_to(tmp_path)
    assert (label, int(names) >= 10) == ("Coffee", True)


def test_the_version_is_the_same_everywhere() -> None:
    assert project()["version"] == choice.__version__


@pytest.mark.requirement("OP1")
def test_the_default_dependencies_contain_what_the_commands_need_and_no_extra() -> None:
    default = set(declared_in(project()["dependencies"]))
    extras = project()["optional-dependencies"]

    assert {"pydantic", "alembic", "fastapi", "mcp", "questionary", "sqlalchemy", "uvicorn"} <= default
    assert default.isdisjoint({"aiohttp", "anthropic", "asyncpg", "langgraph", "openai", "slack-bolt"})
    assert {"slack", "postgres", "openai", "anthropic", "telemetry", "langgraph", "all"} <= set(extras)


def test_every_imported_distribution_is_declared() -> None:
    extras = project()["optional-dependencies"].values()
    declared = {
        *declared_in(project()["dependencies"]),
        *(name for extra in extras for name in declared_in(extra)),
    }
    distributions = packages_distributions()

    imported = {name for file in PACKAGE.glob("**/*.py") for name in imported_by(file)}
    third_party = imported - set(sys.stdlib_module_names) - {"choice"}
    providing = {name: {plain(one) for one in distributions.get(name, ())} for name in third_party}

    assert {"pydantic", "starlette", "httpx2"} <= third_party
    assert {name for name, distributed in providing.items() if not distributed & declared} == set()


def imported_by(file: Path) -> Iterator[str]:
    """Yield the top-level names of what a module imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module.partition(".")[0]


def declared_in(requirements: Iterable[str]) -> list[str]:
    """Return the names of the distributions that requirements name."""
    return [plain(re.split(r"[^\w.-]", requirement)[0]) for requirement in requirements]


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return found
