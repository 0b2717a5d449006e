"""Sign-in to the pages by a proxy that has signed the person in and sends their token in a header."""

import hashlib
import ipaddress
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from choice.auth import Principal
from choice.errors import BadToken
from choice.web.sessions import SESSION_SECONDS, PageSession, device_of

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class ProxySignIn:
    """Reads the header of a trusted proxy. The token in it is verified like any other."""

    header: str
    trusted: Sequence[Network]
    verify: Callable[[str], Principal]
    """Returns the principal of an Authorization header."""
    now: Callable[[], float] = time.time

    def is_used_by(self, connection: HTTPConnection) -> bool:
        """Return whether a request has the header."""
        return self.header in connection.headers

    def session(self, connection: HTTPConnection) -> PageSession | None:
        """Return the session of a request with the header, or None if it is refused."""
        tokens = connection.headers.getlist(self.header)
        address = connection.client.host if connection.client is not None else None
        if not self._is_trusted(address):
            logger.warning(
                "Refused %s from %s, which is not in CHOICE_TRUSTED_PROXIES.", self.header, address
            )
            return None
        if len(tokens) != 1:
            return None
        try:
            principal = self.verify(f"Bearer {tokens[0].removeprefix('Bearer ')}")
        except BadToken as error:
            logger.warning("Refused the token in %s: %s", self.header, error)
            return None
        now = self.now()
        expires_at = min(now + SESSION_SECONDS, principal.expires_at or now + SESSION_SECONDS)
        who = hashlib.sha256(tokens[0].encode()).hexdigest()[:24]
        device = device_of(connection.headers.get("user-agent", ""))
        return PageSession(f"proxy-{who}", principal, device, now, now, expires_at)

    def _is_trusted(self, address: str | None) -> bool:
        try:
            found = ipaddress.ip_address(address or "")
        except ValueError:
            return False
        return any(found in network for network in self.trusted)
