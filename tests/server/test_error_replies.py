"""Error responses: status, code, standard shape, and no internal details."""

import logging

import pytest
from pydantic_core import ErrorDetails
from starlette.exceptions import HTTPException

from choice.errors import RateLimited
from choice.server.body import describe
from choice.server.errors import ErrorReply, error_response, reply_to
from choice.server.limits import open_limiter
from choice.settings import Settings
from tests.server.clients import authorization, call, error_of, post
from tests.server.small_app import RAISED, build, open_app

THING = "/things/6f1c1c3e-8a55-4f0e-9a0e-0d7a1f0f7c11"
STATUSES = {
    "unknown": (404, "not_found"),
    "not-found": (404, "not_found"),
    "not-allowed": (403, "forbidden"),
    "stale-version": (409, "changed"),
    "stale-draft": (409, "changed"),
    "key-conflict": (409, "key_conflict"),
    "invalid-request": (422, "invalid"),
    "invalid-answer": (422, "invalid"),
    "unknown-question": (422, "invalid"),
    "unknown-option": (422, "invalid"),
    "wrong-count": (422, "invalid"),
    "unknown-dialect": (422, "invalid"),
    "streams": (429, "too_many_streams"),
    "limiter": (503, "unavailable"),
    "store": (503, "unavailable"),
    "full": (503, "unavailable"),
    "setting": (500, "internal"),
    "bug": (500, "internal"),
}


@pytest.mark.parametrize("name", STATUSES)
async def test_an_error_has_its_status_and_contains_no_internal_details(name: str) -> None:
    response = await call(await open_app(), "GET", f"/raise/{name}")

    error = error_of(response)
    assert (response.status_code, error["code"]) == STATUSES[name]
    assert "canary" not in response.text
    if response.status_code == 422:
        # The message alone must be clear without the field.
        assert error["message"].startswith(f"{error['field']}: ")
    if response.status_code in {429, 503}:
        assert int(response.headers["retry-after"]) > 0


def test_every_error_route_has_an_expected_status() -> None:
    assert set(RAISED) == {*STATUSES, "closed"}


async def test_unknown_and_hidden_resources_return_the_same_404() -> None:
    app = await open_app()
    replies = [
        await call(app, "GET", path, headers=authorization())
        for path in (
            "/raise/unknown",
            "/raise/not-found",
            "/nowhere",
            "/a%0ab",
        )
    ]

    bodies = {str({**error_of(reply), "request_id": ""}) for reply in replies}
    assert {reply.status_code for reply in replies} == {404}
    assert len(bodies) == 1


async def test_a_late_answer_returns_409_with_the_recorded_outcome() -> None:
    response = await call(await open_app(), "GET", "/raise/closed")

    assert response.status_code == 409
    assert error_of(response)["code"] == "already_decided"
    assert response.json()["state"] == "cancelled"
    assert response.json()["outcome"]["at"] == "2030-01-01T00:00:00Z"


@pytest.mark.requirement("CH6")
async def test_a_missing_or_invalid_token_returns_401() -> None:
    app = await open_app()

    missing = await call(app, "GET", THING)
    bad = await call(app, "GET", THING, headers={"Authorization": "Bearer a.b.c"})
    twice = await call(app, "GET", THING, headers=[*authorization().items(), *authorization().items()])
    in_the_query = await call(app, "GET", f"{THING}?token=x&access_token=y")
    good = await call(app, "GET", THING, headers=authorization())

    assert [reply.status_code for reply in (missing, bad, twice, in_the_query, good)] == [
        401,
        401,
        401,
        401,
        200,
    ]
    assert missing.headers["www-authenticate"] == 'Bearer realm="choicewire"'
    assert bad.headers["www-authenticate"] == 'Bearer realm="choicewire", error="invalid_token"'
    assert {error_of(reply)["code"] for reply in (missing, bad, twice)} == {"unauthorized"}


@pytest.mark.requirement("CH6")
async def test_403_names_the_missing_permission() -> None:
    viewer = {"Content-Type": "application/json", **authorization(roles=["viewer"])}

    response = await call(await open_app(), "POST", "/chat", content=b"{}", headers=viewer)

    assert response.status_code == 403
    assert "'chat'" in error_of(response)["message"]


@pytest.mark.requirement("CH7")
async def test_the_eleventh_chat_request_is_rate_limited_and_answers_are_accepted() -> None:
    app = await open_app()

    replies = [await post(app, b'{"message": "x"}') for _ in range(11)]
    answers = [await post(app, b"{}", "/answer") for _ in range(20)]

    assert [reply.status_code for reply in replies] == [200] * 10 + [429]
    assert [reply.status_code for reply in answers] == [200] * 20
    assert replies[0].headers["ratelimit"].startswith('"chat";r=9;t=')
    assert error_of(replies[-1])["code"] == "rate_limited"
    assert 50 <= int(replies[-1].headers["retry-after"]) <= 60
    assert replies[-1].headers["ratelimit-policy"] == '"chat";q=10;w=60'
    assert replies[-1].headers["ratelimit-remaining"] == "0"


async def test_chat_returns_503_and_answers_are_accepted_if_redis_is_unavailable() -> None:
    limiter = open_limiter(Settings("memory:", redis_url="redis://127.0.0.1:1/0"))
    app = build(limiter)

    chat = await post(app, b'{"message": "x"}')
    answer = await post(app, b"{}", "/answer")
    await limiter.close()

    assert (chat.status_code, answer.status_code) == (503, 200)
    assert "rate limiter is unavailable" in error_of(chat)["message"]


async def test_an_invalid_request_does_not_count_towards_the_rate_limit() -> None:
    app = await open_app()

    for _ in range(30):
        assert (await post(app, b"{}")).status_code == 422

    assert (await post(app, b'{"message": "x"}')).status_code == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "HEAD", "OPTIONS", "GET", "TRACE", "CONNECT", "BREW"])
async def test_method_not_allowed_has_an_allow_header(method: str) -> None:
    response = await call(await open_app(), method, "/chat")

    assert response.status_code == 405
    assert "POST" in response.headers["allow"]


async def test_an_unexpected_error_is_logged_once_with_its_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO):
        response = await call(await open_app(), "GET", "/raise/bug")

    failures = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert response.status_code == 500
    assert len(failures) == 1
    assert failures[0].exc_info is not None


async def test_an_unavailable_store_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        await call(await open_app(), "GET", "/raise/store")

    assert len([record for record in caplog.records if record.levelno >= logging.ERROR]) == 1


def test_an_error_response_is_limited_in_size() -> None:
    response = error_response(ErrorReply(422, "\U0001f600" * 10_000, field="\U0001f600" * 10_000))

    assert len(bytes(response.body)) <= 4096


def test_a_304_response_has_no_body() -> None:
    assert error_response(ErrorReply(304, "x")).body == b""


def test_a_rate_limit_error_says_when_to_retry() -> None:
    assert str(RateLimited(7, {})) == "Too many requests. Try again in 7 s."


@pytest.mark.parametrize(("status", "message"), [(418, "I'm a Teapot."), (499, "The request failed.")])
def test_details_of_a_framework_exception_are_not_returned(status: int, message: str) -> None:
    reply = reply_to(HTTPException(status, "canary", {"Allow": "GET", "X-Canary": "canary"}))

    assert (reply.status, reply.message, reply.headers) == (status, message, {"Allow": "GET"})


@pytest.mark.parametrize("kind", ["an_unknown_type", "string_too_long"])
def test_an_unknown_validation_error_has_a_generic_description(kind: str) -> None:
    error: ErrorDetails = {"type": kind, "loc": ("x",), "msg": "canary", "input": "canary"}

    assert describe(error) == ("x", "is not valid.")
