"""Requests of the last minute, in this process: a storage for `limits` whose memory is bounded.

The one that comes with `limits` walks through all users in the background, with a thread for each; this one
forgets as it goes, and its clock comes from outside.
"""

import time
from bisect import bisect_left
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from typing import Final

from limits.aio.storage import MemoryStorage
from limits.errors import StorageError
from typing_extensions import override

MOST_KEYS: Final = 100_000
_TOO_MANY: Final = MemoryError("too many users at once")


class WindowStorage(MemoryStorage):
    """Keeps the moments of the last hits of each key, as many as the limit, and only while they count."""

    def __init__(self, now: Callable[[], float] = time.monotonic, most_keys: int = MOST_KEYS) -> None:
        super().__init__()
        self._now = now
        self._most_keys = most_keys
        # The key that was hit last is the last one, so those to forget come first.
        self._hits: OrderedDict[str, deque[float]] = OrderedDict()

    @override
    async def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count a hit if the window has room for it.

        Raises:
            StorageError: Too many keys count at present.
        """
        return self.hit(key, limit, expiry, amount)[0]

    @override
    async def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """Return the moment of the oldest hit that counts, and how many count."""
        return _counting(self._hits.get(key, ()), self._now(), expiry)

    def hit(self, key: str, limit: int, expiry: int, amount: int = 1) -> tuple[bool, float, int]:
        """Count a hit if the window has room for it.

        Return whether it had, the moment of the oldest hit that counts, and how many count.

        Raises:
            StorageError: Too many keys count at present.
        """
        now = self._now()
        hits = self._hits.get(key)
        if hits is None:
            self._make_room(now - expiry)
            hits = self._hits[key] = deque(maxlen=limit)
        # As in `limits`: the hit that would be pushed out must have left the window.
        if amount > limit or (len(hits) > limit - amount and hits[amount - 1 - limit] >= now - expiry):
            return (False, *_counting(hits, now, expiry))
        hits.extend([now] * amount)
        self._hits.move_to_end(key)
        return (True, *_counting(hits, now, expiry))

    def _make_room(self, since: float) -> None:
        """Forget keys without a hit that counts: at most a few at a time, more than come in."""
        for _ in range(4):
            key = next(iter(self._hits), None)
            if key is None or (self._hits[key] and self._hits[key][-1] >= since):
                break
            del self._hits[key]
        if len(self._hits) >= self._most_keys:
            raise StorageError(_TOO_MANY)


def _counting(hits: Sequence[float], now: float, expiry: int) -> tuple[float, int]:
    """Return the moment of the oldest hit that counts, and how many count."""
    first = 0 if hits and hits[0] >= now - expiry else bisect_left(hits, now - expiry)
    return (hits[first], len(hits) - first) if first < len(hits) else (now, 0)
