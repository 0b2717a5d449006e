"""Declarations of commands, parsers for argument values, and reading of input files."""

import argparse
import codecs
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO


class UsageError(Exception):
    """The arguments or the input of a command are invalid. The message explains how to correct them."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """Adds the arguments of one command to its parser, and records them for shell completion."""

    parser: argparse.ArgumentParser
    actions: list[argparse.Action] = field(default_factory=list)

    def add(self, *names: str, **options: Any) -> None:  # noqa: ANN401 - forwarded to `add_argument`
        """Add an argument, as `ArgumentParser.add_argument` does."""
        self.actions.append(self.parser.add_argument(*names, **options))

    def add_database(self) -> None:
        """Add `--database`."""
        self.add("--database", metavar="URL", help="use this database instead of CHOICE_DATABASE_URL")

    def add_json(self, help_text: str) -> None:
        """Add `--json`."""
        self.add("--json", action="store_true", help=help_text)

    def add_file(self, help_text: str) -> None:
        """Add an optional positional `FILE`."""
        self.add("file", nargs="?", metavar="FILE", help=help_text)


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its help texts, its arguments and the function that runs it."""

    summary: str
    description: str
    example: str
    add_arguments: Callable[[Arguments], None]
    target: str
    """The function that runs the command, as `package.module:function`. Imported on demand."""
    light: str | None = None
    """A function with few imports that is tried first. If it returns None, `target` runs."""


_READ_SIZE = 64 * 1024
_MAX_NUMBER = 999_999_999
_MAX_PORT = 65535
_MAX_PACE = 10.0


def seconds(text: str) -> float:
    """Parse a finite number of seconds. The command checks the range."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        message = f"must be a number of seconds, such as 300, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return value


def pace(text: str) -> float:
    """Parse the delay between two tokens, in seconds."""
    value = seconds(text)
    if not 0 <= value <= _MAX_PACE:
        message = f"must be between 0 and {_MAX_PACE:g} seconds"
        raise argparse.ArgumentTypeError(message)
    return value


def whole_number(text: str) -> int:
    """Parse a whole number, 0 or more."""
    return _within(text, 0, _MAX_NUMBER, "a whole number, such as 2")


def characters(text: str) -> int:
    """Parse a number of characters, 1 or more."""
    return _within(text, 1, _MAX_NUMBER, "a whole number of characters, 1 or more")


def port(text: str) -> int:
    """Parse a port number."""
    return _within(text, 1, _MAX_PORT, f"a whole number from 1 to {_MAX_PORT}")


def open_input(file: str | None, hint: str = "Pass a FILE.") -> AbstractContextManager[BinaryIO]:
    """Open a file, or standard input if the file is None or `-`.

    `hint` ends the error message if standard input is closed.

    Raises:
        UsageError: The file cannot be read.
    """
    if file is None or file == "-":
        if sys.stdin is None:
            message = f"standard input is closed. {hint}"
            raise UsageError(message)
        if sys.stdin.isatty():
            print(
                "Reading from the terminal. Press Ctrl-D to finish (on Windows: Ctrl-Z, then Enter).",
                file=sys.stderr,
            )
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(file).open("rb")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        message = f"cannot read {file!r} ({reason}). Pass a text file, or pipe the text in and omit FILE."
        raise UsageError(message) from error


def read_text(file: str | None, hint: str = "Pass a FILE.") -> str:
    """Return the whole text of a file or of standard input.

    Raises:
        UsageError: The input cannot be read, or is not UTF-8.
    """
    with open_input(file, hint) as stream:
        return "".join(read_chunks(stream, file))


def read_chunks(stream: BinaryIO, file: str | None, size: int | None = None) -> Iterator[str]:
    """Yield text as it arrives, or in chunks of `size` characters.

    Raises:
        UsageError: The input is not UTF-8.
    """
    text = _decoded(stream, file)
    return text if size is None else _resized(text, size)


def _decoded(stream: BinaryIO, file: str | None) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    # read1 returns the bytes that have arrived, without waiting for more.
    read: Callable[[int], bytes] = stream.read1  # type: ignore[attr-defined]  # buffered streams have it
    try:
        while data := read(_READ_SIZE):
            yield decoder.decode(data)
        yield decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        name = "the text" if file in (None, "-") else repr(file)
        message = (
            f"{name} is not UTF-8 (byte 0x{error.object[error.start]:02x})."
            " Save it as UTF-8, or convert it with iconv."
        )
        raise UsageError(message) from error


def _resized(text: Iterator[str], size: int) -> Iterator[str]:
    rest = ""
    for piece in text:
        rest += piece
        whole = len(rest) - len(rest) % size
        for at in range(0, whole, size):
            yield rest[at : at + size]
        rest = rest[whole:]
    if rest:
        yield rest


def _within(text: str, lowest: int, highest: int, expected: str) -> int:
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(_MAX_NUMBER))
    if not is_number or not lowest <= int(text) <= highest:
        message = f"must be {expected}, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return int(text)
