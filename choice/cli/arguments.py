"""Commands and their arguments: what the parser knows of a command, and how values are read."""

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
    """A command got input that it cannot use. The message says what to do."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """Adds the arguments of one command to its parser, and keeps them for shell completion."""

    parser: argparse.ArgumentParser
    actions: list[argparse.Action] = field(default_factory=list)

    def add(self, *names: str, **options: Any) -> None:  # noqa: ANN401 - passed on to `add_argument`
        """Add an argument, as `ArgumentParser.add_argument` does."""
        self.actions.append(self.parser.add_argument(*names, **options))

    def add_database(self) -> None:
        """Add `--database`."""
        self.add("--database", metavar="URL", help="use this database instead of CHOICE_DATABASE_URL")

    def add_json(self, meaning: str) -> None:
        """Add `--json`."""
        self.add("--json", action="store_true", help=meaning)

    def add_file(self, meaning: str) -> None:
        """Add an optional file."""
        self.add("file", nargs="?", metavar="FILE", help=meaning)


@dataclass(frozen=True, slots=True)
class Command:
    """One command: its help, its arguments, and where it is implemented."""

    summary: str
    description: str
    example: str
    add_arguments: Callable[[Arguments], None]
    target: str
    """`package.module:function`. The module is imported when the command runs."""
    light: str | None = None
    """A function that is tried first and imports little. It returns None to leave the command to `target`."""
    extra: str | None = None
    """The extra whose packages the module imports, if it is one."""


_READ_SIZE = 64 * 1024
_LARGEST = 999_999_999
_HIGHEST_PORT = 65535
_LONGEST_PACE = 10.0


def seconds(text: str) -> float:
    """Parse a number of seconds. The command checks its range."""
    try:
        given = float(text)
    except ValueError:
        given = math.nan
    if not math.isfinite(given):
        message = f"must be a number of seconds, such as 300, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return given


def pace(text: str) -> float:
    """Parse the seconds between two tokens."""
    given = seconds(text)
    if not 0 <= given <= _LONGEST_PACE:
        message = f"must be between 0 and {_LONGEST_PACE:g}"
        raise argparse.ArgumentTypeError(message)
    return given


def whole_number(text: str) -> int:
    """Parse a whole number, 0 or more."""
    return _within(text, 0, _LARGEST, "a whole number, such as 2")


def characters(text: str) -> int:
    """Parse a number of characters, 1 or more."""
    return _within(text, 1, _LARGEST, "a whole number of characters, 1 or more")


def port(text: str) -> int:
    """Parse a port number."""
    return _within(text, 1, _HIGHEST_PORT, f"a whole number from 1 to {_HIGHEST_PORT}")


def open_input(file: str | None, hint: str = "Name a FILE.") -> AbstractContextManager[BinaryIO]:
    """Open a file, or standard input for None or `-`. `hint` says what to do without standard input.

    Raises:
        UsageError: The file cannot be read.
    """
    if file is None or file == "-":
        if sys.stdin is None:
            message = f"there is no standard input. {hint}"
            raise UsageError(message)
        if sys.stdin.isatty():
            print("Reading what you type; end with Ctrl-D (on Windows Ctrl-Z and Enter).", file=sys.stderr)
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(file).open("rb")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        message = (
            f"cannot read {file!r} ({reason}). Name a text file, or pipe the text in and leave FILE out."
        )
        raise UsageError(message) from error


def read_text(file: str | None, hint: str = "Name a FILE.") -> str:
    """Return the whole text of a file or of standard input.

    Raises:
        UsageError: It cannot be read, or is not UTF-8.
    """
    with open_input(file, hint) as stream:
        return "".join(read_chunks(stream, file))


def read_chunks(stream: BinaryIO, file: str | None, size: int | None = None) -> Iterator[str]:
    """Yield text as it arrives, or `size` characters at a time.

    Raises:
        UsageError: It is not UTF-8.
    """
    text = _decoded(stream, file)
    return text if size is None else _resized(text, size)


def _decoded(stream: BinaryIO, file: str | None) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    # It returns the bytes that have arrived and does not wait for more.
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
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(_LARGEST))
    if not is_number or not lowest <= int(text) <= highest:
        message = f"must be {expected}, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return int(text)
