"""`choicewire mcp install` and `choicewire mcp --transport http`: configure a client, or serve over HTTP."""

import argparse

from choice.cli.commands import install


def run(args: argparse.Namespace) -> int:
    """Set up a client, as `choicewire install` does, or serve MCP over HTTP."""
    return install.run(args) if args.action == "install" else _serve_http()


def _serve_http() -> int:
    from choice.cli.commands import serve  # noqa: PLC0415 - loads the server, which `install` does not need

    return serve.run(
        argparse.Namespace(host=None, port=None, reload=False, processes=1, agent=None, asks_here=True)
    )
