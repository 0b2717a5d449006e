"""`choicewire completion`: what a shell needs to complete our commands."""

import argparse

from choice.cli.command import Command


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=["bash", "zsh", "fish"], metavar="SHELL", help="bash, zsh or fish")


def _run(given: argparse.Namespace) -> int:
    from choice.cli.completion_scripts import SCRIPTS  # noqa: PLC0415 - only when the command runs

    print(SCRIPTS[given.shell](given.root), end="")
    return 0


COMMAND = Command(
    name="completion",
    summary="completion for bash, zsh or fish",
    description="Prints a script that completes commands, options, and ids of open questions.",
    example="examples:\n  choicewire completion fish | source\n"
    '  eval "$(choicewire completion bash)"\n'
    '  choicewire completion zsh > "${fpath[1]}/_choicewire"',
    add_arguments=_add_arguments,
    run=_run,
)
