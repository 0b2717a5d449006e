"""Random ids: the system is asked once for many of them, because each time costs a switch of threads."""

import os
import uuid

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
    return str(uuid.UUID(random_hex(), version=4))
