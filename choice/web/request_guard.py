"""Keeps pages of other sites out: what a cookie allows must come from our own pages."""

from collections.abc import Collection

from starlette.requests import HTTPConnection

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
CLIENT_HEADER = "x-choice-client"


def origins_of(hosts: Collection[str]) -> frozenset[str]:
    """Return the origins of our own pages, each as browsers write it; a proxy may end TLS before us."""
    return frozenset({f"{scheme}://{host}" for scheme in ("http", "https") for host in hosts})


class RequestGuard:
    """Knows our own hosts, each by its exact name: no pattern, no prefix, no exception for an address."""

    def __init__(self, hosts: Collection[str]) -> None:
        self._hosts = frozenset(hosts)
        self._origins = origins_of(hosts)

    def is_ours(self, connection: HTTPConnection) -> bool:
        """Tell whether a request that carries our cookie was made by one of our pages."""
        hosts = connection.headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return False
        method = connection.scope.get("method", "GET")
        if connection.scope["type"] == "websocket":
            return self._origin_is_ours(connection)
        if method in SAFE_METHODS:
            return connection.headers.get("sec-fetch-site") in {None, "same-origin", "none"}
        return self._origin_is_ours(connection) and CLIENT_HEADER in connection.headers

    def _origin_is_ours(self, connection: HTTPConnection) -> bool:
        origins = connection.headers.getlist("origin")
        return len(origins) == 1 and origins[0] in self._origins
