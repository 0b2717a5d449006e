"""Load that one server process holds with 1, 10 and 100 tenants, and what the first refused client sees.

`python -m benchmarks.load` prints a table. The server runs in its own process on SQLite; the clients share
the machine with it.
"""

import argparse
import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from choice.auth import Principal, signed_token
from choice.settings import Settings

_TENANTS = (1, 10, 100)
_SECONDS = 5.0
_IN_FLIGHT = 20
_STREAMS = 3
_SOCKETS = 20
"""Limits of a user: the defaults."""
_REFUSED = ("a further stream", "a further socket")
SECRET = "a secret of more than thirty-two characters, for this benchmark"  # noqa: S105 - only here
_FORM = {"questions": [{"text": "Which store?", "options": [{"label": "SQLite"}, {"label": "PostgreSQL"}]}]}
_ANSWER = {"answers": [{"question_id": "q1", "option_ids": ["1"]}]}


class Load(NamedTuple):
    """What was measured with a number of tenants."""

    tenants: int
    streams: int
    sockets: int
    questions_per_second: float
    p95: float
    p95_under_load: float
    refused: tuple[str, str]
    """What the first refused client sees: of a stream, and of a socket."""

    def line(self) -> str:
        """Return the row of the table."""
        figures = (
            *(self.tenants, self.streams, self.sockets, f"{self.questions_per_second:.0f}"),
            *(f"{self.p95 * 1000:.0f} ms", f"{self.p95_under_load * 1000:.0f} ms", *self.refused),
        )
        return "| " + " | ".join(map(str, figures)) + " |"


class _Clients:
    """The users of all tenants, on one connection pool."""

    def __init__(self, url: str, http: httpx.AsyncClient) -> None:
        self.url = url
        self.http = http
        self._settings = Settings("memory:", jwt_secret=SECRET)
        self._cookies: dict[int, str] = {}

    def token(self, tenant: int, user: str, role: str) -> dict[str, str]:
        """Return the header with the token of a user."""
        principal = Principal(user, f"t{tenant}", frozenset({role}))
        return {"Authorization": f"Bearer {signed_token(self._settings, principal, int(time.time()), 3600)}"}

    async def stream(self, stack: AsyncExitStack, tenant: int) -> str:
        """Open a stream of a user; return what a refused client sees."""
        headers = self.token(tenant, "ada", "member")
        response = await stack.enter_async_context(
            self.http.stream("POST", "/chatbot/chat-stream", json={"message": "Hello"}, headers=headers)
        )
        if response.is_success:
            return ""
        await response.aread()
        return f"{response.status_code} `{response.json()['error']['code']}`"

    async def socket(self, stack: AsyncExitStack, tenant: int) -> str:
        """Open a socket of a user; return what a refused client sees."""
        socket: ClientConnection = await stack.enter_async_context(
            connect(
                self.url.replace("http", "ws") + "/ws",
                origin=self.url,  # type: ignore[arg-type]  # a plain text is one
                additional_headers={"Cookie": await self._cookie(tenant)},
                compression=None,
            )
        )
        with suppress(ConnectionClosed):
            await socket.send('{"type":"hello"}')
        try:
            await socket.recv()
        except ConnectionClosed as closed:
            return f"close code {0 if closed.rcvd is None else closed.rcvd.code}"
        return ""

    async def _cookie(self, tenant: int) -> str:
        if tenant not in self._cookies:
            link = await self.http.post("/sign-in/link", headers=self.token(tenant, "ada", "member"))
            headers = {"Origin": self.url, "X-Choice-Client": "web"}
            page = await self.http.post("/sign-in", json={"code": link.json()["code"]}, headers=headers)
            self._cookies[tenant] = page.headers["set-cookie"].partition(";")[0]
            self.http.cookies.clear()
        return self._cookies[tenant]

    async def questions(self, tenants: int, seconds: float) -> tuple[float, float]:
        """Ask and answer in all tenants; return questions per second and the p95 of both requests."""
        ends, times = time.perf_counter() + seconds, list[float]()

        async def work(number: int) -> None:
            tenant = number % tenants
            agent = self.token(tenant, f"bot{number}", "agent")
            person = self.token(tenant, "ada", "member")
            while time.perf_counter() < ends:
                begun = time.perf_counter()
                asked = await self.http.post("/api/interactions", json={"request": _FORM}, headers=agent)
                path = f"/api/interactions/{asked.json()['id']}/answer"
                (await self.http.post(path, json=_ANSWER, headers=person)).raise_for_status()
                times.append(time.perf_counter() - begun)

        await asyncio.gather(*[work(number) for number in range(_IN_FLIGHT)])
        return len(times) / seconds, statistics.quantiles(times, n=20)[-1]


async def _measure(tenants: int, seconds: float) -> Load:
    """Ask and answer alone, then beside as many open streams and sockets as the limits allow."""
    # Late: a dependency of Chainlit installs another `tests` package, which shadows ours.
    from tests.providers.openai_events import text  # noqa: PLC0415
    from tests.providers.server import provider  # noqa: PLC0415
    from tests.server.children import child  # noqa: PLC0415

    held = replace(text(("Half ",)), writes=text(("Half ",)).writes[:2], ending="hold")
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        model = await stack.enter_async_context(provider(held))
        variables = {
            "CHOICE_JWT_SECRET": SECRET,
            "CHOICE_MODEL": "openai:held",
            "OPENAI_BASE_URL": f"{model.url}/v1",
            "OPENAI_API_KEY": "key",
            "CHOICE_ASKS_PER_MINUTE": "1000000",
        }
        server = await stack.enter_async_context(child(folder / "server", **variables))
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=_IN_FLIGHT)
        http = httpx.AsyncClient(base_url=server.url, limits=limits, timeout=60)
        clients = _Clients(server.url, await stack.enter_async_context(http))
        _rate, alone = await clients.questions(tenants, seconds)
        sockets, no_socket = await _until_refused(partial(clients.socket, stack), tenants, _SOCKETS)
        streams, no_stream = await _until_refused(partial(clients.stream, stack), tenants, _STREAMS)
        rate, beside = await clients.questions(tenants, seconds)
        refused = (no_stream, no_socket)
        return Load(tenants, streams, sockets, rate, alone, beside, refused)


async def _until_refused(
    open_one: Callable[[int], Awaitable[str]], tenants: int, each: int
) -> tuple[int, str]:
    """Open what the limits of the users allow, then one more; return how many, and what is refused."""
    refused: list[str] = []
    for _ in range(each):
        for first in range(0, tenants, _IN_FLIGHT):
            batch = range(first, min(first + _IN_FLIGHT, tenants))
            refused += await asyncio.gather(*[open_one(tenant) for tenant in batch])
        if any(refused):
            break
    more = next(filter(None, refused), "") or await open_one(0)
    return refused.count(""), more or "none refused"


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=_SECONDS)
    seconds = parser.parse_args().seconds
    names = ("tenants", "streams", "sockets", "questions/s", "p95 before", "p95 with them", *_REFUSED)
    print(f"| {' | '.join(names)} |")
    print("|---|---|---|---|---|---|---|---|")
    for tenants in _TENANTS:
        print(asyncio.run(_measure(tenants, seconds)).line(), flush=True)


if __name__ == "__main__":
    main()
