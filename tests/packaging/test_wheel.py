"""The wheel that users install is whole."""

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import choice

ROOT = Path(__file__).resolve().parents[2]


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


def test_the_wheel_holds_the_package_its_types_and_its_instructions(wheel: Path) -> None:
    files = set(zipfile.ZipFile(wheel).namelist())

    code = {str(file.relative_to(ROOT).as_posix()) for file in ROOT.glob("choice/**/*.py")}
    texts = {
        str(file.relative_to(ROOT).as_posix()) for file in ROOT.glob("choice/dialects/instructions/*.md")
    }
    assert len(texts) >= 10
    assert code | texts | {"choice/py.typed"} <= files
    assert {name.partition("/")[0] for name in files} == {
        "choice",
        f"choicewire-{choice.__version__}.dist-info",
    }


def test_the_wheel_works_without_the_source(wheel: Path, tmp_path: Path) -> None:
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
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    assert project["version"] == choice.__version__


def test_pydantic_is_the_only_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    assert [name.partition(">")[0] for name in project["dependencies"]] == ["pydantic"]
