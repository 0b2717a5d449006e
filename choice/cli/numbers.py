"""Numbers among the arguments of commands, refused with a sentence."""

import argparse
import math

_MOST = 999_999_999
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
    return _within(text, 0, _MOST, "a whole number, such as 2")


def characters(text: str) -> int:
    """Return a number of characters, at least one."""
    return _within(text, 1, _MOST, "a whole number of characters, 1 or more")


def port(text: str) -> int:
    """Return a port to listen on."""
    return _within(text, 1, _HIGHEST_PORT, f"a whole number from 1 to {_HIGHEST_PORT}")


def _within(text: str, lowest: int, highest: int, wanted: str) -> int:
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(_MOST))
    if not is_number or not lowest <= int(text) <= highest:
        message = f"must be {wanted}, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return int(text)
