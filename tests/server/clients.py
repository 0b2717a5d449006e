"""Requests to the test application with a valid token."""

import time
from typing import Any

import httpx

from choice.server.middleware import RequestMiddleware
from tests.auth.tokens import token

LARGEST_REPLY = 4096


def authorization(**changes: object) -> dict[str, str]:
    now = int(time.time())
    return {"Authorization": f"Bearer {token(iat=now - 5, exp=now + 600, **changes)}"}


async def call(app: RequestMiddleware, method: str, path: str, **given: Any) -> httpx.Response:  # noqa: ANN401 - httpx's
    """Send one request to the application in this process."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=True)
    async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as client:
        return await client.request(method, path, **given)


async def post(app: RequestMiddleware, body: bytes, path: str = "/chat", **headers: str) -> httpx.Response:
    """Post a raw body."""
    sent = {"Content-Type": "application/json", **authorization(), **headers}
    return await call(app, "POST", path, content=body, headers=sent)


def error_of(response: httpx.Response) -> dict[str, Any]:
    """Return the error of a response, and check that it has the standard shape."""
    assert len(response.content) <= LARGEST_REPLY
    assert response.headers["content-type"] == "application/json"
    error: dict[str, Any] = response.json()["error"]
    assert {"code", "message", "request_id"} <= set(error) <= {"code", "message", "field", "request_id"}
    assert error["request_id"] == response.headers["x-request-id"]
    assert len(error["request_id"]) == 32
    return error
