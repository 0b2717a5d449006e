"""Snippets in the documentation work: Python runs, and commands print the documented output."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Snippet(NamedTuple):
    """A code block and its location."""

    place: str
    language: str
    code: str


def snippets() -> Iterator[Snippet]:
    for page in PAGES:
        text = page.read_text("utf-8")
        for found in BLOCK.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            yield Snippet(f"{page.relative_to(ROOT)}:{line}", found[1], found[2])


def of(language: str) -> list[object]:
    return [pytest.param(one, id=one.place) for one in snippets() if one.language == language]


@pytest.mark.parametrize("snippet", of("python"))
def test_python_in_the_documentation_runs(snippet: Snippet, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", snippet.code],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        check=False,
    )

    assert done.stderr == ""
    assert done.returncode == 0
    # A comment after a print is its expected output.
    printed = iter(done.stdout.splitlines())
    promised = re.findall(r"^ *print\(.*\)  # (.+)$", snippet.code, re.MULTILINE)
    assert [line for line in promised if line not in printed] == []


@pytest.mark.skipif(sys.platform == "win32", reason="the commands are those of a POSIX shell")
@pytest.mark.parametrize("snippet", of("console"))
def test_commands_in_the_documentation_print_the_documented_output(snippet: Snippet) -> None:
    command = f'choicewire() {{ "{sys.executable}" -m choice "$@"; }}\n'
    for shown in re.split(r"^\$ ", snippet.code, flags=re.MULTILINE)[1:]:
        line, _, expected = shown.partition("\n")
        done = subprocess.run(
            ["/bin/sh", "-c", command + line],
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=ROOT,
            check=True,
        )

        # A last line of three dots stands for the rest.
        if expected.endswith("...\n"):
            assert done.stdout.startswith(expected.removesuffix("...\n"))
        else:
            assert done.stdout == expected


def test_there_are_snippets_in_both_languages() -> None:
    assert {one.language for one in snippets()} == {"python", "console"}
