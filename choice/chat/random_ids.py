"""Random ids: the system is asked once for many of them, because each time costs a switch of threads."""

import os

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


def random_uuid() -> str:
    """Return a UUID of version 4."""
    digits = random_hex()
    # As RFC 9562 has it: the first digit of the third group is the version, that of the fourth the variant.
    variant = "89ab"[int(digits[16], 16) & 3]
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:]}"
