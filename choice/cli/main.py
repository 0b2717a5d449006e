"""The command line: a table of commands, and what they have in common."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from choice.cli import (
    answer,
    ask,
    cancel,
    completion,
    demo,
    hook,
    inbox,
    instructions,
    link,
    lint,
    load,
    log,
    mcp,
    schema,
    serve,
    split,
    stats,
    token,
)
from choice.cli.command import Command, UsageError

COMMANDS: tuple[Command, ...] = (
    serve.COMMAND,
    mcp.COMMAND,
    hook.COMMAND,
    ask.COMMAND,
    inbox.COMMAND,
    answer.COMMAND,
    cancel.COMMAND,
    split.COMMAND,
    lint.COMMAND,
    schema.COMMAND,
    instructions.COMMAND,
    stats.COMMAND,
    log.COMMAND,
    token.COMMAND,
    link.COMMAND,
    load.COMMAND,
    demo.COMMAND,
    completion.COMMAND,
)

_NAMES_OF_FILES = frozenset({"file", "database"})
_INTERRUPTED = 130
_PIPE_CLOSED = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 done, 1 reading or writing failed, 2 wrong usage."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # What models write does not fit into the encodings of old terminals, and files are read elsewhere.
        sys.stdout.reconfigure(encoding="utf-8")
    elif sys.stdout is None:
        # The caller closed it.
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - it stays open to the end
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        _give_up_output()
        return _PIPE_CLOSED
    except OSError as error:
        _give_up_output()
        print(f"choicewire: reading or writing failed ({error.strerror}).", file=sys.stderr)
        return 1
    return status


def _give_up_output() -> None:
    """Let what is still to be written go nowhere; else Python would complain about it when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: Sequence[str] | None) -> int:
    parser = build_parser()
    given, too_much = parser.parse_known_args(arguments)
    words: list[str] = getattr(given, given.more_words) if given.more_words else []
    if given.more_words and not any(one.startswith("-") for one in too_much):
        # argparse takes no more words behind an option: `answer 3f2a --note "as before" postgres`.
        words += too_much
    elif too_much:
        # Said by the command, which knows what it takes.
        given.parser.error(f"unrecognized arguments: {' '.join(too_much)}")
    if given.version:
        print(f"choicewire {_version()}")
        return 0
    if given.command is None:
        parser.print_help()
        return 0
    try:
        _check_text(given)
        status: int = given.command.run(given)
    except UsageError as error:
        print(f"choicewire {given.command.name}: {error}", file=sys.stderr)
        return 2
    return status


def _check_text(given: argparse.Namespace) -> None:
    """Refuse arguments that are no text; only the names of files may be made of any bytes."""
    for name, value in vars(given).items():
        for text in value if isinstance(value, list) else [value]:
            if name not in _NAMES_OF_FILES and isinstance(text, str) and not _is_text(text):
                message = f"{text!r} is not UTF-8. Give arguments as text in UTF-8."
                raise UsageError(message)


def _is_text(argument: str) -> bool:
    try:
        argument.encode()
    except UnicodeEncodeError:
        return False
    return True


def _version() -> str:
    from importlib.metadata import version  # noqa: PLC0415 - costly, and needed for nothing else

    return version("choicewire")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    parser = argparse.ArgumentParser(
        prog="choicewire",
        description="Finds the questions a language model asks and turns them into forms.",
        epilog="Try first: choicewire demo\nHelp on one command: choicewire split --help",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    parser.set_defaults(command=None, parser=parser, root=parser, more_words=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command in COMMANDS:
        one = commands.add_parser(
            command.name,
            help=command.summary,
            description=command.description,
            epilog=command.example,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.add_arguments(one)
        one.set_defaults(command=command, parser=one)
    return parser
