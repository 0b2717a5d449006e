"""`choicewire serve`: run the HTTP service."""

import argparse
import dataclasses
import logging
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path

from choice.assembly.environment import environment_settings, load_env_file
from choice.assembly.local import asking_in_terminal
from choice.assembly.server import Serving, has_demo_data
from choice.auth import secret_in
from choice.cli.arguments import UsageError
from choice.errors import ChoiceError
from choice.local import own_command
from choice.server.app import OpenService
from choice.server.http_server import ReportStartupErrors, Server, listening, run_reloading, server_config
from choice.server.processes import Processes
from choice.server.service import Service
from choice.settings import Settings
from choice.telemetry import set_up_logging

_QUIET_LOGGERS = ("alembic", "mcp", "uvicorn.error")
_WELCOME = """
choicewire is ready. Open this link to sign in. It works once and expires in ten minutes:

    {link}

Get a new link: {command} link · Stop: Ctrl-C
"""
_UNENCRYPTED = (
    "Listening on %s with plain HTTP: others on the network can read tokens, questions and answers."
    " Put a proxy with TLS in front of the server, or listen on 127.0.0.1."
)

logger = logging.getLogger(__name__)


def run(args: argparse.Namespace) -> int:
    """Run the server until it is stopped."""
    if not args.asks_here and args.env_file is None:
        _load_folder_settings(Path(".env"))
    settings = environment_settings()
    settings = dataclasses.replace(
        settings,
        host=args.host or settings.host,
        port=args.port or settings.port,
        agent=args.agent or settings.agent,
    )
    if args.reload:
        if args.agent:
            os.environ["CHOICE_AGENT"] = args.agent  # The restarted process reads its settings again.
        run_reloading("choice.assembly.server:app_of_environment", settings.host, settings.port)
        return 0
    set_up_logging(settings.log_format)
    _quieten(*_QUIET_LOGGERS)
    if args.processes > 1:
        return _serve_with_processes(settings, args.processes)
    if not settings.is_local:
        logger.warning(_UNENCRYPTED, settings.host)
    serving = Serving(settings, with_demo_data=has_demo_data(settings))
    failed: list[ChoiceError] = []
    app = serving.app(_asking_here(serving) if args.asks_here else None)
    config = server_config(ReportStartupErrors(app, failed.append), settings.host, settings.port)
    server = Server(config, serving.drain, lambda: print(_welcome(serving), flush=True))
    try:
        with listening(settings.host, settings.port) as sockets:
            server.run(sockets)
    except SystemExit:
        if failed:
            raise failed[0] from None
        raise
    return 0


def _serve_with_processes(settings: Settings, count: int) -> int:
    """Serve with several processes on one port.

    Raises:
        UsageError: The database is SQLite, or the system cannot share sockets between processes.
    """
    if os.name != "posix" or not settings.database_url.startswith("postgres"):
        message = "--processes needs PostgreSQL (CHOICE_DATABASE_URL) and a POSIX system."
        raise UsageError(message)
    if settings.jwt_secret is None:
        secret_in(settings.data_dir)  # Create it once, for all processes.

    def run_one() -> int:
        serving = Serving(settings, with_demo_data=has_demo_data(settings))
        failed: list[ChoiceError] = []
        app = ReportStartupErrors(serving.app(), failed.append)
        server = Server(server_config(app, settings.host, settings.port), serving.drain, lambda: None)
        try:
            server.run(sockets)
        except SystemExit:
            if failed:
                raise failed[0] from None
            return 1
        return 0

    with listening(settings.host, settings.port) as sockets:
        print(f"choicewire: {count} processes at http://{settings.host}:{settings.port}", flush=True)
        return Processes(run_one).serve(count)


def _load_folder_settings(file: Path) -> None:
    """Read `.env` of the working directory, and print that it is used.

    No other command does this: it may be started in a directory that belongs to another person.
    """
    if file.is_file():
        load_env_file(file)
        print(f"Settings of {file.absolute()} are used.", file=sys.stderr, flush=True)


def _quieten(*names: str) -> None:
    """Raise the level of loggers to WARNING, so that the sign-in link is easy to see."""
    for name in names:
        logging.getLogger(name).setLevel(logging.WARNING)


def _asking_here(serving: Serving) -> OpenService | None:
    """Return a factory for a service that also asks in this terminal. None without the extra `terminal`."""
    if find_spec("questionary") is None:
        return None
    # Log lines of requests would garble the prompts.
    _quieten("choice")

    @asynccontextmanager
    async def open_service() -> AsyncIterator[Service]:
        async with serving.open_service() as service, asking_in_terminal(service.desk, serving.settings):
            yield service

    return open_service


def _welcome(serving: Serving) -> str:
    words = _WELCOME.format(link=serving.sign_in_link(), command=own_command())
    return words if serving.slack is None else f"{words}{serving.slack.greeting()}\n"
