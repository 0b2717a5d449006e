"""`choicewire hook`: answers the built-in questions of Claude Code on our surfaces."""

import argparse

from choice.cli.command import Command, UsageError
from choice.cli.numbers import seconds


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("client", choices=["claude-code"], metavar="CLIENT", help="claude-code")
    parser.add_argument(
        "--timeout",
        type=seconds,
        default=540.0,
        metavar="S",
        help="seconds; the hook's own limit is ten minutes",
    )


def _run(given: argparse.Namespace) -> int:
    from choice.cli.hooking import answered_hook  # noqa: PLC0415 - only when the command runs
    from choice.errors import ChoiceError  # noqa: PLC0415 - the same

    try:
        said = answered_hook(given.timeout)
    except ChoiceError as error:
        raise UsageError(str(error)) from error
    if said is not None:
        print(said)
    return 0


COMMAND = Command(
    name="hook",
    summary="answer Claude Code's own questions",
    description="A PreToolUse hook for AskUserQuestion: the question appears on the page and\n"
    "in the inbox. Where nobody answers there, Claude Code shows its own dialog.",
    example="examples:\n  choicewire hook claude-code\nin .claude/settings.json:\n"
    '  {"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion", "hooks":\n'
    '    [{"type": "command", "command": "choicewire hook claude-code"}]}]}}',
    add_arguments=_add_arguments,
    run=_run,
)
