"""`choicewire mcp install` and `choicewire mcp --transport http`: set up a client, or serve many."""

import argparse
import difflib
import os
import shutil
import sys
from pathlib import Path

from choice.cli.arguments import UsageError
from choice.cli.parser import MCP_CLIENTS
from choice.mcp.client_config import ClientFile, Server, UnreadableConfiguration, client_files

_PASSED_ON = ("CHOICE_DATA_DIR", "CHOICE_HOST", "CHOICE_PORT")
"""Variables that select the desk and hold no secret. Clients do not pass on their environment."""


def run(given: argparse.Namespace) -> int:
    """Change a client's configuration, or serve MCP over HTTP."""
    return _install(given) if given.action == "install" else _serve_http()


def _serve_http() -> int:
    from choice.cli.commands import serve  # noqa: PLC0415 - an extra that `install` does not need

    return serve.run(argparse.Namespace(host=None, port=None, reload=False, asks_here=True))


def _install(given: argparse.Namespace) -> int:
    """Show the change of a client's configuration; with `--write` confirm and write it.

    Raises:
        UsageError: No client is named, or its file cannot be changed.
    """
    if given.client is None:
        message = f"Name the client: --client {'|'.join(MCP_CLIENTS)}"
        raise UsageError(message)
    file = client_files(Path.home(), Path.cwd(), sys.platform)[given.client]
    before = file.path.read_text("utf-8") if file.path.exists() else ""
    server = Server(_command(), {name: os.environ[name] for name in _PASSED_ON if os.environ.get(name)})
    try:
        after = file.changed(before, server)
    except UnreadableConfiguration as error:
        message = (
            f"{file.path} cannot be changed safely (does it have comments?); "
            f"nothing was written. Add this yourself:\n\n{file.entry(server)}"
        )
        raise UsageError(message) from error
    if after == before:
        print(f"{file.path} has it already.")
        return 0
    _show(file, before, after)
    if not given.write:
        print(f"\nNothing was written. To write it: choicewire mcp install --client {given.client} --write")
        return 0
    return _write(file, after, is_confirmed=given.yes)


def _command() -> list[str]:
    found = shutil.which("choicewire")
    return [found, "mcp"] if found else [sys.executable, "-m", "choice", "mcp"]


def _show(file: ClientFile, before: str, after: str) -> None:
    name = str(file.path)
    for line in difflib.unified_diff(before.splitlines(), after.splitlines(), name, name, lineterm=""):
        print(line)


def _write(file: ClientFile, after: str, *, is_confirmed: bool) -> int:
    if not is_confirmed and not _confirmed():
        print("Nothing was written.")
        return 0
    # Write through a symbolic link instead of replacing it.
    path = file.path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_text(after, "utf-8")
    if path.exists():
        shutil.copymode(path, beside)
    beside.replace(path)
    print(f"Written to {file.path}. Restart the client to use it.")
    return 0


def _confirmed() -> bool:
    message = "There is no terminal to confirm, so nothing was written. Add --yes to write it anyway."
    if sys.stdin is None:
        raise UsageError(message)
    try:
        return input("Write this? [y/N] ").strip().lower() in {"y", "yes"}
    except EOFError as error:
        raise UsageError(message) from error
