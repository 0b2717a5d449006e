"""Random ids: the system is asked once for many of them, because each time costs a switch of threads."""

import os

from choice.clock import wall_micros

_DIGITS = 32
_AT_ONCE = 256
_ready: list[str] = []

if hasattr(os, "register_at_fork"):
    # A child process must not hand out the same ids again.
    os.register_at_fork(after_in_child=_ready.clear)


def random_hex() -> str:
    """Return 128 bits that nobody can foresee, as 32 hexadecimal digits."""
    try:
        return _ready.pop()
    except IndexError:
        more = os.urandom(_DIGITS // 2 * _AT_ONCE).hex()
        first, *others = [more[at : at + _DIGITS] for at in range(0, len(more), _DIGITS)]
        _ready.extend(others)
        return first


def ordered_uuid() -> str:
    """Return a UUID of version 7, of which nobody can foresee 74 bits.

    It begins with the moment it was made, so that what is kept under new ones lies together in an index.
    """
    # As RFC 9562 has it: the first digit of the third group is the version, that of the fourth the variant.
    digits, at = random_hex(), f"{wall_micros() // 1000:012x}"
    variant = "89ab"[int(digits[16], 16) & 3]
    return f"{at[:8]}-{at[8:]}-7{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:]}"
