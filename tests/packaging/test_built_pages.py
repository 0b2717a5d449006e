"""Wheels and source distributions carry the built pages: installing them needs no Node."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from hatch_build import build, node_folder

ROOT = Path(__file__).resolve().parents[2]
PROJECT = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "CHANGELOG.md")
WANTED = {
    *("chat.html", "inbox.html", "portal.html", "sign-in.html", "missing.html", "page.css", "icon.svg"),
    *("chat-page.js", "inbox-page.js", "portal-page.js", "sign-in-page.js", "missing-page.js"),
    *("choice-question.js", "components.js", "components.d.ts", "choice-question.d.ts"),
    *("elements.d.ts", "wire.d.ts", "react.d.ts", "vue.d.ts"),
}


def packed(kind: str, place: Path, folder: Path, path: str | None = None) -> Path:
    environment = os.environ if path is None else {**os.environ, "PATH": path}
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", folder],
        cwd=place,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    [built] = folder.glob("choicewire-*")
    return built


def pages_in(wheel: Path) -> set[str]:
    prefix = "choice/web/static/"
    names = zipfile.ZipFile(wheel).namelist()
    return {name.removeprefix(prefix) for name in names if name.startswith(prefix)}


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    problem = build()
    if problem is not None:
        pytest.skip(problem)


def test_a_checkout_without_pages_gives_a_wheel_with_pages(tmp_path: Path) -> None:
    if node_folder() is None or not (ROOT / "frontend" / "node_modules").exists():
        pytest.skip("node is not installed, or npm ci was not run in frontend/")
    place = tmp_path / "checkout"
    place.mkdir()
    for name in PROJECT:
        shutil.copy2(ROOT / name, place / name)
    unwanted = shutil.ignore_patterns("static", "node_modules", "dist", "__pycache__")
    for name in ("choice", "frontend"):
        shutil.copytree(ROOT / name, place / name, ignore=unwanted)
    (place / "frontend" / "node_modules").symlink_to(ROOT / "frontend" / "node_modules")

    assert pages_in(packed("wheel", place, tmp_path / "out")) >= WANTED


def test_a_source_distribution_gives_the_same_pages_without_node(tmp_path: Path) -> None:
    source = packed("sdist", ROOT, tmp_path / "source")
    with tarfile.open(source) as archive:
        archive.extractall(tmp_path, filter="data")
    [place] = tmp_path.glob("choicewire-*")
    traps = tmp_path / "traps"
    traps.mkdir()
    for name in ("node", "npm"):
        (traps / name).write_text(f"#!/bin/sh\ntouch {tmp_path}/called\nexit 1\n", "utf-8")
        (traps / name).chmod(0o755)

    from_source = pages_in(packed("wheel", place, tmp_path / "again", path=str(traps)))

    assert from_source == pages_in(packed("wheel", ROOT, tmp_path / "direct"))
    assert from_source >= WANTED
    assert not (tmp_path / "called").exists()
