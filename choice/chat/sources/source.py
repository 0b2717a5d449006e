"""The seam to the data behind the answers."""

from datetime import datetime
from typing import Protocol

from choice.chat.principal import Principal
from choice.chat.sources.findings import Findings


class Source(Protocol):
    """Finds what matters to a message. Use your own to answer from your own data."""

    async def find(self, message: str, principal: Principal, now: datetime) -> Findings:
        """Return the rows that matter, and that the person may see; all before the first word is written.

        Raises:
            StoreError: The data cannot be read now.
        """
        ...
