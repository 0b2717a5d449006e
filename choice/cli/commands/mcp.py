"""`choicewire mcp`: the MCP server for one client."""

import argparse
import sys
from importlib.util import find_spec

from choice.cli.command import UsageError
from choice.errors import MissingExtra
from choice.resident.front import run_front

_FOR_CLIENTS = (
    "choicewire mcp: MCP clients start this and write to it; there is nothing to type here.\n"
    "Set one up: choicewire mcp install --client claude-code · Stop: Ctrl-C"
)
_FEATURE = "The MCP server"
_NO_STDIN = "there is no standard input. Let an MCP client start this, or use --transport http."


def run(given: argparse.Namespace) -> int:
    """Serve one client over standard input and output, or change a client's configuration."""
    if given.action == "install":
        from choice.cli.commands.mcp_install import install  # noqa: PLC0415 - MCP clients do not wait for it

        return install(given)
    if find_spec("mcp") is None:
        raise MissingExtra(_FEATURE, extra="mcp")
    if given.transport == "http":
        return _serve_http()
    if sys.stdin is None:
        raise UsageError(_NO_STDIN)
    if sys.stdin.isatty():
        print(_FOR_CLIENTS, file=sys.stderr)
    run_front(hold=given.hold, with_page=not given.no_page)
    return 0


def _serve_http() -> int:
    from choice.cli.commands import serve  # noqa: PLC0415 - stdio clients do not wait for the HTTP server

    return serve.run(argparse.Namespace(host=None, port=None, reload=False, asks_here=True))
