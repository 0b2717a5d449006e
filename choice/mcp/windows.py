"""Which questions clients were given to show, and which of those they refused before anybody could read them.

Clients that nobody looks at declare that they show forms, and refuse each one by themselves. That is nobody's
decision: the question stays open, and is answered elsewhere.
"""

import asyncio
from collections import OrderedDict
from typing import Final

from mcp_types import ElicitResult

BY_ITSELF_SECONDS: Final = 0.7
"""A client that refuses sooner than a person could has no window: it does so by itself."""
_MOST: Final = 1000


class Windows:
    """Remembers, as long as the process lives, when a question was given to its client's window."""

    def __init__(self, by_itself_seconds: float = BY_ITSELF_SECONDS) -> None:
        self._by_itself = by_itself_seconds
        self._shown_at: OrderedDict[str, float | None] = OrderedDict()
        """None: the client refused it by itself."""

    def shows(self, interaction_id: str) -> None:
        """Learn that a client is given a question to show."""
        self._shown_at[interaction_id] = asyncio.get_running_loop().time()
        while len(self._shown_at) > _MOST:
            self._shown_at.popitem(last=False)

    def is_by_itself(self, interaction_id: str, result: ElicitResult) -> bool:
        """Tell whether a client refused without a person, and remember that."""
        shown_at = self._shown_at.get(interaction_id)
        if result.action == "accept" or shown_at is None:
            return False
        if asyncio.get_running_loop().time() - shown_at >= self._by_itself:
            return False
        self._shown_at[interaction_id] = None
        return True

    def has_none(self, interaction_id: str) -> bool:
        """Tell whether the client of a question has shown that it has no window."""
        return interaction_id in self._shown_at and self._shown_at[interaction_id] is None
