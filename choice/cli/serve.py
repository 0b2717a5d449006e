"""`choicewire serve`: the chat service on this machine."""

import argparse
from typing import TYPE_CHECKING

from choice.cli.command import Command, UsageError
from choice.cli.numbers import port

if TYPE_CHECKING:
    from choice.assembly.server import Serving
    from choice.chat.app import OpenService

_TALKATIVE = ("alembic", "mcp", "uvicorn.error")
_WELCOME = """
choicewire is ready. Open this link; it works once, within ten minutes:

    {link}

A new link: choicewire link · Stop: Ctrl-C
"""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", help="the address to listen on; this machine alone, if not given")
    parser.add_argument("--port", type=port, help="the port; 8400, if not given")
    parser.add_argument("--reload", action="store_true", help="start again when the code changes")
    parser.set_defaults(asks_here=False)


def _run(given: argparse.Namespace) -> int:
    from choice.errors import ChoiceError, MissingExtra  # noqa: PLC0415 - only when the command runs

    try:
        return _serve(given)
    except ImportError as error:
        raise UsageError(str(MissingExtra("The chat service", extra="server"))) from error
    except ChoiceError as error:
        raise UsageError(str(error)) from error


def _serve(given: argparse.Namespace) -> int:
    import dataclasses  # noqa: PLC0415 - only when the command runs

    from choice.assembly.environment import environment_settings  # noqa: PLC0415 - the same
    from choice.assembly.server import Serving  # noqa: PLC0415 - the same
    from choice.chat.logs import set_up_logging  # noqa: PLC0415 - the same
    from choice.chat.server import Server, run_reloading, server_config  # noqa: PLC0415 - the same
    from choice.chat.starting import PlainStart, listening  # noqa: PLC0415 - the same
    from choice.errors import ChoiceError  # noqa: PLC0415 - the same

    settings = environment_settings()
    settings = dataclasses.replace(
        settings, host=given.host or settings.host, port=given.port or settings.port
    )
    if given.reload:
        run_reloading("choice.assembly.server:app_of_environment", settings.host, settings.port)
        return 0
    set_up_logging(settings.log_format)
    _quieten(*_TALKATIVE)
    serving = Serving(settings, with_demo_data=settings.model == "embedded")
    failed: list[ChoiceError] = []
    app = serving.app(_asking_here(serving) if given.asks_here else None)
    config = server_config(PlainStart(app, failed.append), settings.host, settings.port)
    server = Server(config, serving.drain, lambda: print(_welcome(serving), flush=True))
    try:
        with listening(settings.host, settings.port) as sockets:
            server.run(sockets)
    except SystemExit:
        if failed:
            raise failed[0] from None
        raise
    return 0


def _quieten(*names: str) -> None:
    """Let parts of the server speak only of what went wrong: the link should be easy to see."""
    import logging  # noqa: PLC0415 - only when the command runs

    for name in names:
        logging.getLogger(name).setLevel(logging.WARNING)


def _asking_here(serving: "Serving") -> "OpenService | None":
    """Return how the service is opened so that this terminal asks too; None where there is no terminal."""
    try:
        from choice.assembly.serving_terminal import service_asking_here  # noqa: PLC0415 - an extra
    except ImportError:
        return None
    # One line for each request would be written into the prompts.
    _quieten("choice")
    return lambda: service_asking_here(serving.open_service, serving.settings)


def _welcome(serving: "Serving") -> str:
    words = _WELCOME.format(link=serving.sign_in_link())
    return words if serving.slack is None else f"{words}{serving.slack.greeting()}\n"


COMMAND = Command(
    name="serve",
    summary="the chat service: API, threads, portal, MCP",
    description="Serves chat, threads, interactions and MCP (/mcp) over HTTP, and Slack when\n"
    "its tokens are set.\n"
    "Settings come from CHOICE_* variables.",
    example="examples:\n  choicewire serve\n  CHOICE_MODEL=openai:gpt-6 choicewire serve --port 9000",
    add_arguments=_add_arguments,
    run=_run,
)
