"""`choicewire mcp install` and `choicewire mcp --transport http`: configure a client, or serve over HTTP."""

import argparse
import difflib
import os
import shutil
import sys
from pathlib import Path

from choice.cli.arguments import UsageError
from choice.cli.parser import MCP_CLIENTS
from choice.mcp.client_config import ClientFile, Server, UnreadableConfiguration, client_files

_FORWARDED_VARIABLES = ("CHOICE_DATA_DIR", "CHOICE_HOST", "CHOICE_PORT")
"""Variables to write into the configuration, as clients do not forward their environment. No secrets."""


def run(args: argparse.Namespace) -> int:
    """Change a client's configuration, or serve MCP over HTTP."""
    return _install(args) if args.action == "install" else _serve_http()


def _serve_http() -> int:
    from choice.cli.commands import serve  # noqa: PLC0415 - `install` works without this extra

    return serve.run(argparse.Namespace(host=None, port=None, reload=False, agent=None, asks_here=True))


def _install(args: argparse.Namespace) -> int:
    """Show the change to a client's configuration. With `--write`, ask for confirmation and write it.

    Raises:
        UsageError: `--client` is missing, or the configuration file cannot be changed.
    """
    if args.client is None:
        message = f"Choose a client: --client {'|'.join(MCP_CLIENTS)}"
        raise UsageError(message)
    file = client_files(Path.home(), Path.cwd(), sys.platform)[args.client]
    before = file.path.read_text("utf-8") if file.path.exists() else ""
    server = Server(
        _command(), {name: os.environ[name] for name in _FORWARDED_VARIABLES if os.environ.get(name)}
    )
    try:
        after = file.changed(before, server)
    except UnreadableConfiguration as error:
        message = (
            f"{file.path} cannot be changed safely, for example because it contains comments. "
            f"Nothing was written. Add this yourself:\n\n{file.entry(server)}"
        )
        raise UsageError(message) from error
    if after == before:
        print(f"{file.path} already contains this server.")
        return 0
    _show(file, before, after)
    if not args.write:
        print(f"\nNothing was written. To write it: choicewire mcp install --client {args.client} --write")
        return 0
    return _write(file, after, is_confirmed=args.yes)


def _command() -> list[str]:
    found = shutil.which("choicewire")
    return [found, "mcp"] if found else [sys.executable, "-P", "-m", "choice", "mcp"]


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
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_text(after, "utf-8")
    if path.exists():
        shutil.copymode(path, temporary)
    temporary.replace(path)
    print(f"Wrote {file.path}. Restart the client to use the server.")
    return 0


def _confirmed() -> bool:
    message = "Nothing was written: no terminal to ask for confirmation. Add --yes to write without asking."
    if sys.stdin is None:
        raise UsageError(message)
    try:
        return input("Write this change? [y/N] ").strip().lower() in {"y", "yes"}
    except EOFError as error:
        raise UsageError(message) from error
