"""`choicewire install`: add the MCP server to the configuration of a client, or remove it."""

import argparse
import difflib
import hashlib
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from choice.assembly.environment import environment_settings
from choice.cli.arguments import UsageError
from choice.mcp.client_files import (
    CLIENTS,
    Client,
    Folders,
    Server,
    UnreadableConfiguration,
    client_named,
    entry_text,
    with_permission,
    with_server,
    without_permission,
    without_server,
)

_FORWARDED_VARIABLES = ("CHOICE_DATA_DIR", "CHOICE_HOST", "CHOICE_PORT")
"""Variables to write into the configuration, as clients do not forward their environment. No secrets."""
_TRY = 'Then ask it, for example: "Use choicewire to ask me which database this project should use."'


class Change(NamedTuple):
    """A change of one file. The texts are None if the file does not exist."""

    path: Path
    before: str | None
    after: str | None


def run(args: argparse.Namespace) -> int:
    """Show the changes to the configuration of one client or of all that are found, and write them.

    Raises:
        UsageError: No client is found, or a configuration file cannot be changed.
    """
    folders = Folders(Path.home(), Path.cwd(), sys.platform, os.environ)
    clients = _clients(args, folders)
    backups = environment_settings().data_dir / "client-backups"
    changes: list[Change] = []
    for client in clients:
        if args.remove:
            changes += _removals(client, folders, backups, project=args.project)
        else:
            changes += _additions(client, folders, args)
    wanted = [change for change in changes if change.before != change.after]
    for change in wanted:
        _show(change)
    if not wanted:
        print(f"Nothing to change for {', '.join(client.title for client in clients)}.")
        return 0
    if args.dry_run:
        print("\nNothing was written (--dry-run).")
        return 0
    if not args.yes and not _is_confirmed():
        print("Nothing was written.")
        return 0
    for change in wanted:
        _write(change, backups, keeps_backup=not args.remove)
    _print_next(clients, backups, is_removed=args.remove)
    return 0


def find_clients(folders: Folders) -> list[Client]:
    """Return the clients that are installed for this user."""
    return [
        client
        for client in CLIENTS
        if any(path.exists() for path in folders.signs_of(client))
        or (client.command is not None and shutil.which(client.command) is not None)
    ]


def has_server(client: Client, folders: Folders) -> bool:
    """Return whether the file of a client contains our server."""
    text = _read(folders.path(client.file))
    try:
        return text is not None and without_server(client, text) != text
    except UnreadableConfiguration:
        return False


def launch_command() -> list[str]:
    """Return a command that starts the MCP server and keeps working after this process has ended."""
    found = shutil.which("choicewire")
    runner = _temporary_runner(sys.prefix)
    if runner is not None:
        return [shutil.which(runner[0]) or runner[0], *runner[1:], "choicewire", "mcp"]
    beside = Path(sys.executable).with_name("choicewire")
    if found is None and beside.exists():
        found = str(beside)
    return [found, "mcp"] if found else [sys.executable, "-P", "-m", "choice", "mcp"]


def _temporary_runner(prefix: str) -> Sequence[str] | None:
    """Return the program that made the environment of this process, if it may delete the environment."""
    parts = Path(prefix).parts
    if any(part.startswith("archive-v") for part in parts):
        return ("uvx",)
    if "pipx" in parts and any("cache" in part.lower() for part in parts):
        return ("pipx", "run")
    return None


def _clients(args: argparse.Namespace, folders: Folders) -> list[Client]:
    if args.client is not None:
        named = client_named(args.client)
        return [] if named is None else [named]
    found = [one for one in find_clients(folders) if not args.remove or has_server(one, folders)]
    if args.project:
        found = [one for one in found if one.project_file is not None]
    if not found:
        names = ", ".join(client.name for client in CLIENTS)
        what = "is set up" if args.remove else "was found on this machine"
        message = f"No client {what}. Name one: choicewire install CLIENT, with CLIENT one of {names}."
        raise UsageError(message)
    print(f"Clients: {', '.join(client.title for client in found)}")
    return found


def _additions(client: Client, folders: Folders, args: argparse.Namespace) -> list[Change]:
    if args.project:
        # A project's file is shared, so that it must not contain a path of this machine.
        server = Server(["choicewire", "mcp"])
    else:
        environment = {name: os.environ[name] for name in _FORWARDED_VARIABLES if os.environ.get(name)}
        server = Server(launch_command(), environment)
    changes = [
        _change(_file(client, folders, project=args.project), lambda text: with_server(client, text, server))
    ]
    if changes[0] is None:
        path = _file(client, folders, project=args.project)
        message = (
            f"{path} cannot be changed safely. Nothing was written. Correct the file, or add this yourself:"
            f"\n\n{entry_text(client, server)}"
        )
        raise UsageError(message)
    if client.permission_file is not None and not args.no_permission and not args.project:
        changes.append(_change(folders.path(client.permission_file), with_permission))
    return _all_safe(changes)


def _removals(client: Client, folders: Folders, backups: Path, *, project: bool) -> list[Change]:
    edits = [(_file(client, folders, project=project), lambda text: without_server(client, text))]
    if client.permission_file is not None and not project:
        edits.append((folders.path(client.permission_file), without_permission))
    changes: list[Change | None] = []
    for path, edit in edits:
        before = _read(path)
        if before is None:
            continue
        backup = _Backup(backups, path)
        changes.append(Change(path, before, backup.text()) if backup.is_of(before) else _change(path, edit))
    return _all_safe(changes)


def _file(client: Client, folders: Folders, *, project: bool) -> Path:
    if not project:
        return folders.path(client.file)
    if client.project_file is None:
        message = f"{client.title} has no configuration file for projects. Omit --project."
        raise UsageError(message)
    return folders.path(client.project_file)


def _change(path: Path, edit: Callable[[str], str]) -> Change | None:
    """Return the change that an edit makes, or None if the file cannot be changed safely."""
    before = _read(path)
    try:
        after = edit(before or "")
    except UnreadableConfiguration:
        return None
    return Change(path, before, after)


def _all_safe(changes: Sequence[Change | None]) -> list[Change]:
    if any(change is None for change in changes):
        message = "A configuration file is not valid. Nothing was written. Correct the file and try again."
        raise UsageError(message)
    return [change for change in changes if change is not None]


def _read(path: Path) -> str | None:
    try:
        return path.read_bytes().decode()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        message = f"cannot read {path}: {error}."
        raise UsageError(message) from error


# --- Writing ---


class _Backup:
    """A copy of a client's file from before our change, with a hash of the file after it."""

    def __init__(self, folder: Path, path: Path) -> None:
        name = hashlib.sha256(os.fsencode(path)).hexdigest()[:12]
        self.copy = folder / f"{name}-{path.name}"
        self._hash = folder / f"{name}.sha256"

    def is_of(self, text: str) -> bool:
        """Return whether a text is what the file contained after our change."""
        return self._hash.exists() and self._hash.read_text("ascii") == _sha256(text)

    def text(self) -> str | None:
        """Return the text before our change, or None if there was no file."""
        return _read(self.copy)

    def keep(self, change: Change) -> None:
        """Keep the text before a change, unless an older change of ours is kept already."""
        self._hash.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if change.before is None:
            self.copy.unlink(missing_ok=True)
        elif not self.is_of(change.before):
            _replace(self.copy, change.before, mode=0o600)
        self._hash.write_text(_sha256(change.after or ""), "ascii")

    def drop(self) -> None:
        """Delete the copy."""
        self.copy.unlink(missing_ok=True)
        self._hash.unlink(missing_ok=True)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _write(change: Change, backups: Path, *, keeps_backup: bool) -> None:
    backup = _Backup(backups, change.path)
    if keeps_backup:
        backup.keep(change)
    # Write through a symbolic link instead of replacing it.
    path = change.path.resolve()
    if change.after is None:
        path.unlink()
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, change.after, mode=path.stat().st_mode if path.exists() else None)
    if not keeps_backup:
        backup.drop()
    print(f"{'Removed' if change.after is None else 'Wrote'} {change.path}")


def _replace(path: Path, text: str, *, mode: int | None) -> None:
    """Replace a file atomically."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_bytes(text.encode())
    if mode is not None:
        temporary.chmod(mode & 0o7777)
    temporary.replace(path)


# --- Talking ---


def _show(change: Change) -> None:
    name = str(change.path)
    before, after = (change.before or "").splitlines(), (change.after or "").splitlines()
    for line in difflib.unified_diff(before, after, name, name, lineterm=""):
        print(line)


def _is_confirmed() -> bool:
    message = "Nothing was written: no terminal to ask for confirmation. Add --yes to write without asking."
    if sys.stdin is None:
        raise UsageError(message)
    try:
        return input("Write these changes? [y/N] ").strip().lower() in {"y", "yes"}
    except EOFError as error:
        raise UsageError(message) from error


def _print_next(clients: Sequence[Client], backups: Path, *, is_removed: bool) -> None:
    if is_removed:
        return
    for client in clients:
        print(f"{client.title}: {client.next_step}")
    names = " ".join(shlex.quote(client.name) for client in clients[:1])
    print(f"{_TRY}\nUndo: choicewire install {names} --remove · Copies of the old files: {backups}")
