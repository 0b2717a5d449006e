"""The keys that an issuer publishes at an address, fetched at a steady pace whatever tokens say."""

import asyncio
import logging
import urllib.request
from collections.abc import Callable, Mapping
from email.message import Message
from http.client import HTTPException
from typing import IO, Final
from urllib.error import URLError

from typing_extensions import override

from choice.chat.verification_keys import VerificationKey, key_set
from choice.errors import InvalidSetting, UnreadableJson

PACE: Final = 300.0
"""Seconds between two fetches. An unknown key never causes one, so nobody can make us fetch."""
MOST_BYTES: Final = 128 * 1024
_PATIENCE: Final = 10.0
_TOO_LARGE: Final = "too large"
_JWKS_URL: Final = "CHOICE_JWT_JWKS_URL"

logger = logging.getLogger(__name__)


class RemoteKeys:
    """Keys as the issuer last published them; while it cannot be reached, those stay."""

    def __init__(self, url: str, fetch: Callable[[str], bytes] | None = None) -> None:
        self._url = url
        self._fetch = fetch or fetched
        self._keys: Mapping[str, VerificationKey] = {}
        self.version = 0

    def find(self, key_id: str | None) -> VerificationKey | None:
        """Return the key of a name, or None."""
        return None if key_id is None else self._keys.get(key_id)

    async def load(self) -> None:
        """Fetch the keys for the first time.

        Raises:
            InvalidSetting: The address does not give any.
        """
        if not await self._renewed():
            raise InvalidSetting(_JWKS_URL, "no keys could be fetched from there.")

    async def keep_fresh(self, pace: float = PACE) -> None:
        """Fetch the keys again and again, until cancelled."""
        while True:
            await asyncio.sleep(pace)
            await self._renewed()

    async def _renewed(self) -> bool:
        try:
            keys = key_set(await asyncio.to_thread(self._fetch, self._url))
        except (OSError, HTTPException, ValueError, UnreadableJson) as error:
            logger.warning("The keys of the issuer could not be fetched (%s).", type(error).__name__)
            return False
        if not keys:
            logger.warning("The issuer publishes no key that can be used.")
            return False
        if keys != self._keys:
            self._keys = keys
            self.version += 1
        return True


def fetched(url: str) -> bytes:
    """Return what an address holds, up to a size and within a time; redirections are not followed.

    Raises:
        OSError: It cannot be had.
        HTTPException: What answers there does not speak HTTP.
    """
    request = urllib.request.Request(url, headers={"Accept": "application/json"})  # noqa: S310 - checked by the settings
    with urllib.request.build_opener(_StayThere).open(request, timeout=_PATIENCE) as answer:
        content: bytes = answer.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise URLError(_TOO_LARGE)
    return content


class _StayThere(urllib.request.HTTPRedirectHandler):
    """Follows no redirection: the address was checked, another was not."""

    @override
    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: Message,
        newurl: str,
    ) -> None:
        """Refuse."""
        return
