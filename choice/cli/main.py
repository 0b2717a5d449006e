"""The entry point of `choicewire`: parse the arguments, import the command, run it."""

import argparse
import atexit
import gc
import io
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from choice.cli.arguments import Command, UsageError
from choice.cli.parser import build_parser
from choice.errors import ChoiceError

_ARGUMENTS_WITH_PATHS = frozenset({"file", "database", "env_file"})
_GC_THRESHOLD = 100_000
"""Allocations between two garbage collections. Python's default makes imports about 10% slower."""
_STATUS = "choice.cli.commands.doctor:show_status"
"""What `choicewire` without a command runs."""
_INTERRUPTED = 130
_PIPE_CLOSED = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 for success, 1 for I/O errors, 2 for invalid usage."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Model text may not fit the locale's encoding, and redirected output may be read on other systems.
        sys.stdout.reconfigure(encoding="utf-8")
    elif sys.stdout is None:
        # The caller closed standard output.
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - stays open until exit
    gc.set_threshold(_GC_THRESHOLD)
    # Skip the final collection: it is slow, and the process ends anyway.
    atexit.register(gc.freeze)
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return _PIPE_CLOSED
    except OSError as error:
        _discard_output()
        print(f"choicewire: reading or writing failed ({error.strerror}).", file=sys.stderr)
        return 1
    return status


def _discard_output() -> None:
    """Redirect unwritten output to the null device. Otherwise Python reports an error at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: Sequence[str] | None) -> int:
    parser, _commands = build_parser()
    args, unknown = parser.parse_known_args(arguments)
    words: list[str] = getattr(args, args.more_words) if args.more_words else []
    if args.more_words and not any(one.startswith("-") for one in unknown):
        # argparse rejects positional words after an option: `answer 3f2a --note "as before" postgres`.
        words += unknown
    elif unknown:
        # The command's own parser reports the error with the usage of the command.
        args.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    if args.version:
        print(f"choicewire {_version()}")
        return 0
    try:
        if args.command is None:
            return _load_function(_STATUS)(args) or 0
        _check_text(args)
        if args.env_file is not None:
            _load_env_file(args.env_file)
        return _run_command(args.command, args)
    except (UsageError, ChoiceError) as error:
        print(f"{' '.join(filter(None, ['choicewire', args.command_name]))}: {error}", file=sys.stderr)
        return 2


def _run_command(command: Command, args: argparse.Namespace) -> int:
    """Import and run a command."""
    if command.light is not None:
        status: int | None = _load_function(command.light)(args)
        if status is not None:
            return status
    return _load_function(command.target)(args) or 0


def _load_env_file(file: str) -> None:
    from choice.assembly.environment import load_env_file  # noqa: PLC0415 - few commands need it

    load_env_file(Path(file))


def _load_function(target: str) -> Callable[[argparse.Namespace], int | None]:
    module, _, function = target.partition(":")
    run: Callable[[argparse.Namespace], int | None] = getattr(import_module(module), function)
    return run


def _version() -> str:
    from importlib.metadata import version  # noqa: PLC0415 - slow to import, and rarely needed

    return version("choicewire")


def _check_text(args: argparse.Namespace) -> None:
    """Reject arguments that are not UTF-8, except for file names and database URLs."""
    for name, value in vars(args).items():
        for text in value if isinstance(value, list) else [value]:
            if name not in _ARGUMENTS_WITH_PATHS and isinstance(text, str) and not _is_text(text):
                message = f"{text!r} is not valid UTF-8. Arguments must be UTF-8 text."
                raise UsageError(message)


def _is_text(argument: str) -> bool:
    try:
        argument.encode()
    except UnicodeEncodeError:
        return False
    return True
