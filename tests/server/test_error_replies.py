"""Every error has its status, one shape and few words; nothing of the inside gets out."""

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
from tests.server.gated_app import RAISED, build, open_app

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
async def test_an_error_has_its_status_and_says_nothing_that_is_not_for_the_caller(name: str) -> None:
    response = await call(await open_app(), "GET", f"/raise/{name}")

    error = error_of(response)
    assert (response.status_code, error["code"]) == STATUSES[name]
    assert "canary" not in response.text
    if response.status_code == 422:
        # Who reads the message alone is told what is meant.
        assert error["message"].startswith(f"{error['field']}: ")
    if response.status_code in {429, 503}:
        assert int(response.headers["retry-after"]) > 0


def test_every_error_that_is_raised_here_is_checked() -> None:
    assert set(RAISED) == {*STATUSES, "closed"}


async def test_unknown_and_foreign_look_the_same() -> None:
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


async def test_who_answers_too_late_is_told_the_outcome_that_won() -> None:
    response = await call(await open_app(), "GET", "/raise/closed")

    assert response.status_code == 409
    assert error_of(response)["code"] == "already_decided"
    assert response.json()["state"] == "cancelled"
    assert response.json()["outcome"]["at"] == "2030-01-01T00:00:00Z"


@pytest.mark.requirement("CH6")
async def test_without_a_token_or_with_a_bad_one_nobody_comes_in() -> None:
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
async def test_who_may_not_do_this_is_told_which_permission_is_missing() -> None:
    viewer = {"Content-Type": "application/json", **authorization(roles=["viewer"])}

    response = await call(await open_app(), "POST", "/chat", content=b"{}", headers=viewer)

    assert response.status_code == 403
    assert "'chat'" in error_of(response)["message"]


@pytest.mark.requirement("CH7")
async def test_the_eleventh_chat_is_refused_and_answering_goes_on() -> None:
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


async def test_when_the_counter_is_down_chat_is_closed_and_answering_is_open() -> None:
    limiter = open_limiter(Settings("memory:", redis_url="redis://127.0.0.1:1/0"))
    app = build(limiter)

    chat = await post(app, b'{"message": "x"}')
    answer = await post(app, b"{}", "/answer")
    await limiter.close()

    assert (chat.status_code, answer.status_code) == (503, 200)
    assert "rate limiter is unavailable" in error_of(chat)["message"]


async def test_a_refused_request_is_not_counted() -> None:
    app = await open_app()

    for _ in range(30):
        assert (await post(app, b"{}")).status_code == 422

    assert (await post(app, b'{"message": "x"}')).status_code == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "HEAD", "OPTIONS", "GET", "TRACE", "CONNECT", "BREW"])
async def test_another_method_is_told_which_are_allowed(method: str) -> None:
    response = await call(await open_app(), method, "/chat")

    assert response.status_code == 405
    assert "POST" in response.headers["allow"]


async def test_an_unexpected_error_is_logged_once_with_the_id_and_without_its_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO):
        response = await call(await open_app(), "GET", "/raise/bug")

    failures = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert response.status_code == 500
    assert len(failures) == 1
    assert failures[0].exc_info is not None


async def test_a_store_that_is_down_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        await call(await open_app(), "GET", "/raise/store")

    assert len([record for record in caplog.records if record.levelno >= logging.ERROR]) == 1


def test_a_reply_stays_short_however_long_its_words_are() -> None:
    response = error_response(ErrorReply(422, "\U0001f600" * 10_000, field="\U0001f600" * 10_000))

    assert len(bytes(response.body)) <= 4096


def test_a_status_without_a_body_has_none() -> None:
    assert error_response(ErrorReply(304, "x")).body == b""


def test_a_limit_says_when_it_ends() -> None:
    assert str(RateLimited(7, {})) == "Too many requests. Try again in 7 s."


@pytest.mark.parametrize(("status", "message"), [(418, "I'm a Teapot."), (499, "The request failed.")])
def test_the_framework_gives_a_status_and_no_words(status: int, message: str) -> None:
    reply = reply_to(HTTPException(status, "canary", {"Allow": "GET", "X-Canary": "canary"}))

    assert (reply.status, reply.message, reply.headers) == (status, message, {"Allow": "GET"})


@pytest.mark.parametrize("kind", ["an_unknown_type", "string_too_long"])
def test_a_validation_error_without_a_text_or_its_context_is_still_described(kind: str) -> None:
    error: ErrorDetails = {"type": kind, "loc": ("x",), "msg": "canary", "input": "canary"}

    assert describe(error) == ("x", "is not valid.")
