"""Completion in real shells; shells that are not installed are skipped."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

import pytest

from tests.cli.choicewire import choicewire, environment
from tests.terminal.pty_command import PtyCommand

TYPED = [
    ("as", "ask"),
    ("ask --surface te", "terminal"),
    ("mcp install --client cu", "cursor"),
    ("mcp i", "install"),
    ("mcp --tr", "--transport"),
    ("completion z", "zsh"),
    ("inbox --w", "--watch"),
]
ID = "0123456789abcdef0123456789abcdef"
INBOX = f'#!/bin/sh\n[ "$*" = "inbox --ids" ] && echo {ID}\n'

has_zsh = pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
has_fish = pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")


class PtyZsh(PtyCommand):
    """Zsh in a terminal without user configuration."""

    program: ClassVar = ("zsh", "-f", "-i")


def _path(folder: Path) -> str:
    """Return a path on which the command knows one open question, and nothing else takes time."""
    command = folder / "bin" / "choicewire"
    command.parent.mkdir()
    command.write_text(INBOX)
    command.chmod(0o700)
    return f"{command.parent}:{environment()['PATH']}"


@contextmanager
def zsh(folder: Path) -> Iterator[PtyZsh]:
    """Give a shell that finds the script in its path, as it is installed."""
    functions = folder / "functions"
    functions.mkdir()
    (functions / "_choicewire").write_bytes(choicewire("completion", "zsh").stdout)
    with PtyZsh(folder, PS1="ready> ", PATH=_path(folder)) as shell:
        shell.sees("ready>")
        shell.press(
            f"fpath=({functions} $fpath); autoload -U compinit; compinit -u -D; clear; echo $((1+1))up\r"
        )
        shell.sees("2up")
        yield shell


@has_zsh
@pytest.mark.requirement("UP9")
@pytest.mark.parametrize(("typed", "completed"), [*TYPED, ("answer 01", ID), ("load sig", "signals")])
def test_zsh_completes_with_the_first_tab(tmp_path: Path, typed: str, completed: str) -> None:
    with zsh(tmp_path) as shell:
        shell.press(f"choicewire {typed}\t")
        shown = shell.sees(f"ready> choicewire {typed.rpartition(' ')[0]} {completed}".replace("  ", " "))

    assert not any("no such" in line or "not found" in line for line in shown)


@has_zsh
def test_zsh_describes_each_command(tmp_path: Path) -> None:
    with zsh(tmp_path) as shell:
        shell.press("choicewire \t\t")
        shown = shell.sees("token")

    assert any(line.split("--")[-1].strip() == "ask a person and print the answer" for line in shown)
    assert any("Claude Code's own questions" in line for line in shown)


@has_fish
@pytest.mark.requirement("UP9")
@pytest.mark.parametrize(("typed", "completed"), [*TYPED, ("answer 01", ID), ("load sig", "signals")])
def test_fish_completes(tmp_path: Path, typed: str, completed: str) -> None:
    assert _fish(tmp_path, typed) == [completed]


@has_fish
def test_fish_completes_files_only_for_file_arguments(tmp_path: Path) -> None:
    (tmp_path / "somewhere.md").touch()

    assert _fish(tmp_path, "split some") == ["somewhere.md"]
    assert _fish(tmp_path, "some") == []
    assert _fish(tmp_path, "ask some") == []


def _fish(folder: Path, typed: str) -> list[str]:
    """Return the words that fish offers, in a folder."""
    script = folder / "choicewire.fish"
    script.write_bytes(choicewire("completion", "fish").stdout)
    path = f"{folder}/bin:{environment()['PATH']}" if (folder / "bin").exists() else _path(folder)
    done = subprocess.run(
        ["fish", "--no-config", "-c", f"source {script}; complete -C 'choicewire {typed}'"],  # noqa: S607 - the system's
        capture_output=True,
        check=True,
        text=True,
        cwd=folder,
        env=environment(PATH=path, HOME=str(folder)),
    )
    return [line.split("\t")[0] for line in done.stdout.splitlines()]
