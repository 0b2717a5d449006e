"""`choicewire doctor`, and `choicewire` without arguments: what works here, and what to do next."""

import argparse
import asyncio
import json
import os
import platform
import socket
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple

from choice.assembly.desk import open_desk
from choice.assembly.environment import environment_variables, has_display
from choice.assembly.local import is_server_running, local_person
from choice.cli.commands.install import find_clients, has_server
from choice.desk.sqlite.file import HAS_PYSQLITE3, sqlite3
from choice.errors import ChoiceError, StoreMissing
from choice.mcp.client_files import Folders
from choice.settings import KNOWN, Settings, read_settings, settings_file
from choice.terminal.text import has_tty
from choice.web.pages import static_files

State = Literal["ok", "note", "failed"]

_SECRETS = ("SECRET", "KEY", "TOKEN", "URL")
"""Parts of names of settings whose values are not printed."""
_OTHER_SETTINGS = ("OPENAI_", "ANTHROPIC_", "SLACK_", "OTEL_EXPORTER_")
_KEY_OF = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY"}
_MAX_CLOCK_SECONDS = 2.0
_SIGNS: Mapping[State, str] = {"ok": "✓", "note": "·", "failed": "✗"}


class Check(NamedTuple):
    """The result of one check. `fix` is the command or setting that helps."""

    name: str
    state: State
    text: str
    fix: str | None = None


class Store(NamedTuple):
    """What was found in the store."""

    open_questions: int
    clock_seconds: float
    """How far the clock of the store is ahead."""


def run(args: argparse.Namespace) -> int:
    """Print all checks. The exit code is 1 if one failed."""
    variables = environment_variables()
    settings = read_settings(variables, Path.home())
    checks, will_happen = asyncio.run(_diagnose(settings, variables))
    if args.json:
        listed = [check._asdict() for check in checks]
        print(json.dumps({"checks": listed, "when_an_agent_asks": will_happen}, ensure_ascii=False))
    else:
        for check in checks:
            print(f"{_SIGNS[check.state]} {check.name:<10} {check.text}")
            if check.fix is not None:
                print(f"  {'':<10} → {check.fix}")
        print(f"\n{will_happen}")
    return 1 if any(check.state == "failed" for check in checks) else 0


def show_status(_args: argparse.Namespace) -> int:
    """Print in a few lines what is running here and the next command."""
    settings = read_settings(environment_variables(), Path.home())
    folders = Folders(Path.home(), Path.cwd(), sys.platform, os.environ)
    found = find_clients(folders)
    ready = [client for client in found if has_server(client, folders)]
    missing = [client for client in found if client not in ready]
    is_serving, store = asyncio.run(_state(settings))
    questions = 0 if store is None else store.open_questions
    where = f"http://{settings.host}:{settings.port}"
    print(f"choicewire {version('choicewire')}: agents ask, people answer.")
    print(f"  server     {f'running at {where}' if is_serving else 'not running'}")
    print(f"  questions  {questions} open{' → choicewire inbox' if questions else ''}")
    print(f"  clients    {', '.join(one.title for one in ready) or 'none set up'}")
    if missing:
        print(f"             found, not set up: {', '.join(one.title for one in missing)}")
    print()
    print(f"Next: {_next_command(questions, is_serving=is_serving, needs_client=bool(missing) or not ready)}")
    print("All commands: choicewire --help · What works here: choicewire doctor")
    return 0


def _next_command(questions: int, *, is_serving: bool, needs_client: bool) -> str:
    if questions:
        return "choicewire inbox          answer what is open"
    if needs_client:
        return "choicewire install        let the agents on this machine ask you"
    if not is_serving:
        return "choicewire serve          the inbox and a chat in the browser"
    return "choicewire link           sign in to the pages"


async def _state(settings: Settings) -> tuple[bool, Store | None]:
    is_serving = await is_server_running(settings)
    try:
        return is_serving, await _look(settings)
    except (ChoiceError, OSError):
        return is_serving, None  # `doctor` reports the reason.


async def _look(settings: Settings) -> Store:
    url = settings.database_url
    if url.startswith("sqlite:") and "?" not in url:
        url += "?mode=rw"  # A missing file is not created.
    async with open_desk(url) as desk:
        ahead = desk.store.now().timestamp() - time.time()
        return Store(len(await desk.list(local_person(), state="open")), ahead)


async def _diagnose(settings: Settings, variables: Mapping[str, str]) -> tuple[list[Check], str]:
    is_serving = await is_server_running(settings)
    folders = Folders(Path.home(), Path.cwd(), sys.platform, os.environ)
    checks = [
        Check("version", "ok", f"choicewire {version('choicewire')}, Python {platform.python_version()}"),
        *_settings_checks(settings, variables),
        *await _store_checks(settings),
        _port_check(settings, is_serving=is_serving),
        _pages_check(),
        _place_check("browser", "opens on this screen", "no screen here", is_there=has_display()),
        _place_check("terminal", "prompts here", "no terminal here", is_there=has_tty()),
        _slack_check(settings),
        _model_check(settings, variables),
        *_client_checks(folders),
    ]
    return checks, _prediction(checks, settings, is_serving=is_serving)


def _settings_checks(settings: Settings, variables: Mapping[str, str]) -> Iterator[Check]:
    """Yield each setting with where it comes from."""
    file = settings_file(os.environ, Path.home())
    for name in sorted(variables):
        if name in KNOWN or name.startswith(_OTHER_SETTINGS):
            value = "(set)" if any(part in name for part in _SECRETS) else variables[name]
            source = "the environment" if name in os.environ else str(file)
            yield Check("setting", "ok", f"{name}={value}, from {source}")
    for name in settings.unknown:
        yield Check("setting", "failed", f"{name} is not a setting.", f"Remove it: unset {name}")


async def _store_checks(settings: Settings) -> Sequence[Check]:
    kind = settings.database_url.partition(":")[0]
    library = f"SQLite {sqlite3.sqlite_version}{'' if HAS_PYSQLITE3 else ' of Python'}, full sync"
    try:
        found = await _look(settings)
    except StoreMissing as error:
        if kind == "sqlite" and not (settings.data_dir / "desk.db-made").exists():
            return [Check("database", "ok", f"none yet; the first question creates it ({library})")]
        return [Check("database", "failed", str(error), "choicewire restore FILE")]
    except ChoiceError as error:
        return [
            Check(
                "database", "failed", str(error), "Correct CHOICE_DATABASE_URL, or: choicewire restore FILE"
            )
        ]
    durability = library if kind == "sqlite" else "PostgreSQL"
    checks = [Check("database", "ok", f"{found.open_questions} open questions ({durability})")]
    if abs(found.clock_seconds) > _MAX_CLOCK_SECONDS:
        text = f"the database, which decides deadlines, is {found.clock_seconds:+.0f} s ahead of this machine"
        return [*checks, Check("clock", "failed", text, "timedatectl set-ntp true")]
    return [*checks, Check("clock", "ok", "agrees with the database")]


def _port_check(settings: Settings, *, is_serving: bool) -> Check:
    where = f"{settings.host}:{settings.port}"
    if is_serving:
        return Check("port", "ok", f"a choicewire server runs at http://{where}")
    try:
        with socket.create_server((settings.host, settings.port)):
            return Check("port", "ok", f"{where} is free", "choicewire serve")
    except OSError as error:
        text = f"{where} cannot be used: {error.strerror}."
        return Check("port", "failed", text, f"choicewire serve --port {settings.port + 1}")


def _pages_check() -> Check:
    if static_files():
        return Check("pages", "ok", "built")
    return Check(
        "pages", "failed", "missing from this installation", "pip install --force-reinstall choicewire"
    )


def _place_check(name: str, there: str, missing: str, *, is_there: bool) -> Check:
    return Check(name, "ok" if is_there else "note", there if is_there else missing)


def _slack_check(settings: Settings) -> Check:
    if not settings.slack.is_on:
        return Check("slack", "note", "not set up (SLACK_BOT_TOKEN)")
    if find_spec("slack_bolt") is None:
        return Check("slack", "failed", "the extra is missing", "pip install 'choicewire[slack]'")
    return Check("slack", "ok", "tokens are set")


def _model_check(settings: Settings, variables: Mapping[str, str]) -> Check:
    provider = settings.model.partition(":")[0]
    if provider == "embedded":
        return Check("model", "note", "the embedded demo model", "CHOICE_MODEL=openai:NAME choicewire serve")
    key = _KEY_OF.get(provider)
    if key is not None and find_spec(provider) is None:
        return Check(
            "model", "failed", f"{settings.model}: extra missing", f"pip install 'choicewire[{provider}]'"
        )
    if key is not None and not variables.get(key) and not variables.get(f"{provider.upper()}_BASE_URL"):
        return Check("model", "failed", f"{settings.model}: no key", f"export {key}=…")
    return Check("model", "ok", settings.model)


def _client_checks(folders: Folders) -> Iterator[Check]:
    """Yield the clients that were found, and whether they are set up."""
    found = find_clients(folders)
    if not found:
        yield Check("client", "note", "no MCP client was found", "choicewire install CLIENT")
    for client in found:
        if has_server(client, folders):
            yield Check("client", "ok", f"{client.title} is set up")
        else:
            yield Check(
                "client", "note", f"{client.title} is not set up", f"choicewire install {client.name}"
            )


def _prediction(checks: Sequence[Check], settings: Settings, *, is_serving: bool) -> str:
    """Return what will happen when an agent asks now."""
    failed = [
        check.name for check in checks if check.state == "failed" and check.name in {"database", "setting"}
    ]
    if "database" in failed:
        return "When an agent asks now, the call fails, because the database cannot be used."
    state = {check.name: check.state for check in checks}
    places = ["in the client, if it shows forms"]
    page = f"http://{settings.host}:{settings.port}" if is_serving else "a page of the shared server"
    places.append(f"on {page}{', which opens in the browser' if state['browser'] == 'ok' else ''}")
    if state["slack"] == "ok" and is_serving:
        places.append("in Slack")
    return f"When an agent asks now, the question appears {', '.join(places)}, and in `choicewire inbox`."
