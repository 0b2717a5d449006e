"""Puts our server into the configuration of a client, after showing the change."""

import argparse
import difflib
import os
import shutil
import sys
from pathlib import Path

from choice.cli.command import UsageError
from choice.mcp.client_files import ClientFile, UnreadableConfiguration, client_files


def install(given: argparse.Namespace) -> int:
    """Show what would change; with `--write` ask, and write it.

    Raises:
        UsageError: No client is named, or its file cannot be read.
    """
    known = client_files(Path.home(), Path.cwd(), sys.platform)
    if given.client not in known:
        message = f"Name the client: --client {'|'.join(known)}"
        raise UsageError(message)
    file = known[given.client]
    before = file.path.read_text("utf-8") if file.path.exists() else ""
    try:
        after = file.changed(before, _command())
    except UnreadableConfiguration as error:
        message = f"{file.path} cannot be read; nothing was changed."
        raise UsageError(message) from error
    if after == before:
        print(f"{file.path} has it already.")
        return 0
    _show(file, before, after)
    if not given.write:
        print(f"\nNothing was written. To write it: choicewire mcp install --client {given.client} --write")
        return 0
    return _write(file, after, is_sure=given.yes)


def _command() -> list[str]:
    found = shutil.which("choicewire")
    return [found, "mcp"] if found else [sys.executable, "-m", "choice", "mcp"]


def _show(file: ClientFile, before: str, after: str) -> None:
    name = str(file.path)
    for line in difflib.unified_diff(before.splitlines(), after.splitlines(), name, name, lineterm=""):
        print(line)


def _write(file: ClientFile, after: str, *, is_sure: bool) -> int:
    if not is_sure and input("Write this? [y/N] ").strip().lower() not in {"y", "yes"}:
        print("Nothing was written.")
        return 0
    file.path.parent.mkdir(parents=True, exist_ok=True)
    beside = file.path.with_name(f".{file.path.name}.{os.getpid()}")
    beside.write_text(after, "utf-8")
    beside.replace(file.path)
    print(f"Written to {file.path}. Restart the client to use it.")
    return 0
