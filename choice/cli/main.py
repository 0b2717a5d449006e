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
from choice.errors import ChoiceError, MissingExtra

_FILE_ARGUMENTS = frozenset({"file", "database"})
_GC_THRESHOLD = 100_000
"""Objects between two garbage collections. With Python's default, collecting takes a tenth of the imports."""
_INTERRUPTED = 130
_PIPE_CLOSED = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 done, 1 reading or writing failed, 2 wrong usage."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Model text does not fit into the encodings of old terminals, and files are read elsewhere.
        sys.stdout.reconfigure(encoding="utf-8")
    elif sys.stdout is None:
        # The caller closed it.
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - it stays open to the end
    gc.set_threshold(_GC_THRESHOLD)
    # Skip the last collection: it would walk through all modules, and the process ends anyway.
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
    """Redirect unwritten output to the null device; else Python would report it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: Sequence[str] | None) -> int:
    parser, _commands = build_parser()
    given, unknown = parser.parse_known_args(arguments)
    words: list[str] = getattr(given, given.more_words) if given.more_words else []
    if given.more_words and not any(one.startswith("-") for one in unknown):
        # argparse takes no further words after an option: `answer 3f2a --note "as before" postgres`.
        words += unknown
    elif unknown:
        # Reported by the parser of the command, which shows its own usage.
        given.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    if given.version:
        print(f"choicewire {_version()}")
        return 0
    if given.command is None:
        parser.print_help()
        return 0
    try:
        _check_text(given)
        return _run_command(given.command_name, given.command, given)
    except (UsageError, ChoiceError) as error:
        print(f"choicewire {given.command_name}: {error}", file=sys.stderr)
        return 2


def _run_command(name: str, command: Command, given: argparse.Namespace) -> int:
    """Import and run a command.

    Raises:
        MissingExtra: Its packages are not installed.
    """
    if command.light is not None:
        status: int | None = _imported(command.light)(given)
        if status is not None:
            return status
    try:
        run = _imported(command.target)
    except ImportError as error:
        if command.extra is None:
            raise
        feature = f"`choicewire {name}`"
        raise MissingExtra(feature, command.extra) from error
    return run(given) or 0


def _imported(target: str) -> Callable[[argparse.Namespace], int | None]:
    module, _, function = target.partition(":")
    run: Callable[[argparse.Namespace], int | None] = getattr(import_module(module), function)
    return run


def _version() -> str:
    from importlib.metadata import version  # noqa: PLC0415 - takes as long as all else that help imports

    return version("choicewire")


def _check_text(given: argparse.Namespace) -> None:
    """Reject arguments that are not UTF-8. Only file names may be any bytes."""
    for name, value in vars(given).items():
        for text in value if isinstance(value, list) else [value]:
            if name not in _FILE_ARGUMENTS and isinstance(text, str) and not _is_text(text):
                message = f"{text!r} is not UTF-8. Give arguments as text in UTF-8."
                raise UsageError(message)


def _is_text(argument: str) -> bool:
    try:
        argument.encode()
    except UnicodeEncodeError:
        return False
    return True
