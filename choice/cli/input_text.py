"""A text from a file or from standard input, piece by piece as it arrives."""

import argparse
import codecs
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO

from choice.cli.command import UsageError

_AT_ONCE = 64 * 1024


def add_file(parser: argparse.ArgumentParser, meaning: str) -> None:
    """Add the argument that names the file."""
    parser.add_argument("file", nargs="?", metavar="FILE", help=meaning)


def opened(file: str | None, otherwise: str = "Name a FILE.") -> AbstractContextManager[BinaryIO]:
    """Open a file, or standard input where no file or `-` is given; `otherwise` is for who has none.

    Raises:
        UsageError: the file cannot be read.
    """
    if file is None or file == "-":
        if sys.stdin is None:
            message = f"there is no standard input. {otherwise}"
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


def pieces(stream: BinaryIO, file: str | None, size: int | None = None) -> Iterator[str]:
    """Yield the text as it arrives, or `size` characters at a time.

    Raises:
        UsageError: it is not text in UTF-8.
    """
    text = _decoded(stream, file)
    return text if size is None else _cut(text, size)


def _decoded(stream: BinaryIO, file: str | None) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    # It returns what is there and does not wait for more.
    read: Callable[[int], bytes] = stream.read1  # type: ignore[attr-defined]  # buffered streams have it
    try:
        while data := read(_AT_ONCE):
            yield decoder.decode(data)
        yield decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        name = "the text" if file in (None, "-") else repr(file)
        message = (
            f"{name} is not UTF-8 (byte 0x{error.object[error.start]:02x})."
            " Save it as UTF-8, or convert it with iconv."
        )
        raise UsageError(message) from error


def _cut(text: Iterator[str], size: int) -> Iterator[str]:
    rest = ""
    for piece in text:
        rest += piece
        whole = len(rest) - len(rest) % size
        for at in range(0, whole, size):
            yield rest[at : at + size]
        rest = rest[whole:]
    if rest:
        yield rest
