"""Numbers among the arguments of commands, refused with a sentence."""

import argparse
import math

_MOST_DIGITS = 9
_HIGHEST_PORT = 65535


def seconds(text: str) -> float:
    """Return a time in seconds; whether it is a good one is for the command to say."""
    try:
        given = float(text)
    except ValueError:
        given = math.nan
    if not math.isfinite(given):
        message = f"must be a number of seconds, such as 300, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return given


def whole_number(text: str) -> int:
    """Return a number of things."""
    if not (text.isascii() and text.isdigit()) or len(text) > _MOST_DIGITS:
        message = f"must be a whole number, such as 2, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def port(text: str) -> int:
    """Return a port to listen on."""
    if (
        not (text.isascii() and text.isdigit())
        or len(text) > _MOST_DIGITS
        or not 0 < int(text) <= _HIGHEST_PORT
    ):
        message = f"must be a whole number from 1 to {_HIGHEST_PORT}, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return int(text)
