"""Failures between a client and its provider, with both SDKs."""

import asyncio
import time
from dataclasses import replace

import pytest

from choice.providers import ModelLimits
from choice.providers.failures import retry_after
from tests.providers.answers import Answer, refused
from tests.providers.protocols import PROTOCOLS, Spoken, failure_of, pieces_of

pytestmark = pytest.mark.requirement("CH13")
WORDS = "sk-live-4242 belongs to org-acme"
HASTY = ModelLimits(idle_seconds=1.0, retries=0)


@pytest.fixture(params=PROTOCOLS.values(), ids=list(PROTOCOLS))
def spoken(request: pytest.FixtureRequest) -> Spoken:
    protocol: Spoken = request.param
    return protocol


def refusal(spoken: Spoken, status: int, kind: str, headers: dict[str, str] | None = None) -> Answer:
    return refused(status, spoken.events.error(WORDS, kind), headers)


@pytest.mark.parametrize(
    ("status", "code", "advice"),
    [
        (400, "MODEL_ERROR", "A shorter conversation"),
        (401, "MODEL_ERROR", "the API key"),
        (403, "MODEL_ERROR", "the API key"),
        (404, "MODEL_ERROR", "the model's name"),
        (408, "TIMEOUT", "Try again"),
        (422, "MODEL_ERROR", "options"),
        (429, "MODEL_RATE_LIMITED", "rate limit"),
        (500, "MODEL_ERROR", "in a minute"),
        (503, "MODEL_ERROR", "in a minute"),
        (504, "TIMEOUT", "Try again"),
        (529, "MODEL_ERROR", "overloaded"),
    ],
)
async def test_an_error_status_gives_advice_without_the_providers_text(
    spoken: Spoken, status: int, code: str, advice: str
) -> None:
    async with spoken.asked(refusal(spoken, status, "some_error")) as (client, _):
        seen, failure = await failure_of(client)

    assert seen == []
    assert failure.code == code
    assert advice in str(failure)
    assert WORDS not in f"{failure!r} {failure.__cause__!r}"
    assert failure.__suppress_context__


async def test_a_rate_limit_reports_the_wait(spoken: Spoken) -> None:
    limits = ModelLimits(retries=2)
    refusing = refusal(spoken, 429, "rate_limit_error", {"retry-after": "37"})
    async with spoken.asked(refusing, limits=limits) as (client, provider):
        _, failure = await failure_of(client)

    assert failure.code == "MODEL_RATE_LIMITED"
    assert failure.retry_after == 37
    assert "37 s" in str(failure)
    assert len(provider.requests) == 1, "nobody sits through 37 seconds of retries"


@pytest.mark.parametrize("status", [429, 500, 529])
async def test_the_sdk_retries_before_the_first_byte(spoken: Spoken, status: int) -> None:
    limits = ModelLimits(retries=2)
    refusing = refusal(spoken, status, "api_error", {"retry-after-ms": "1"})
    async with spoken.asked(refusing, refusing, spoken.text("fine"), limits=limits) as (client, provider):
        assert await pieces_of(client) == ["fine"]

    assert len(provider.requests) == 3


async def test_a_started_answer_is_not_retried(spoken: Spoken) -> None:
    whole = spoken.text("one", "two")
    cut = Answer(whole.writes[:2], ending="cut")
    async with spoken.asked(cut, spoken.text("again"), limits=ModelLimits()) as (client, provider):
        _, failure = await failure_of(client)

    assert failure.code == "MODEL_ERROR"
    assert len(provider.requests) == 1


async def test_a_refused_connection_is_reported(spoken: Spoken) -> None:
    async with spoken.asked(spoken.text("x")) as (_, provider):
        url = provider.url
    client = spoken.client(url, ModelLimits(retries=0))

    _, failure = await failure_of(client)
    await client.close()

    assert failure.code == "MODEL_ERROR"
    assert "cannot be reached" in str(failure)


async def test_a_stream_without_its_final_event_is_a_failure(spoken: Spoken) -> None:
    whole = spoken.text("Take ", "it")
    lacking_its_end = replace(whole, writes=whole.writes[:-3])
    async with spoken.asked(lacking_its_end) as (client, _):
        seen, failure = await failure_of(client)

    assert "".join(map(str, seen)).startswith("Take ")
    assert failure.code == "MODEL_ERROR"
    assert "interrupted" in str(failure)


async def test_a_model_that_sends_no_first_byte_times_out(spoken: Spoken) -> None:
    limits = ModelLimits(idle_seconds=0.2, retries=2)
    async with spoken.asked(Answer(ending="silent"), limits=limits) as (client, provider):
        started = time.monotonic()
        seen, failure = await failure_of(client)
        took = time.monotonic() - started
        await asyncio.wait_for(provider.requests[0].left.wait(), 1)

    assert seen == []
    assert failure.code == "TIMEOUT"
    assert took < 1, "retries have no more time than the first try"


async def test_a_model_that_stops_sending_times_out(spoken: Spoken) -> None:
    whole = spoken.text("Take ", "it")
    slow = Answer(whole.writes[:-3], ending="hold")
    async with spoken.asked(slow, limits=HASTY) as (client, provider):
        seen, failure = await failure_of(client)
        await asyncio.wait_for(provider.requests[0].left.wait(), 1)

    assert seen[0] == "Take "
    assert failure.code == "TIMEOUT"


@pytest.mark.parametrize(
    "garbage",
    [b"data: {nonsense\n\n", b"data: [1]\n\n", b'data: {"type":7,"choices":7}\n\n', b"data: \xff\xfe\n\n"],
)
async def test_a_malformed_chunk_ends_the_answer_and_earlier_text_is_kept(
    spoken: Spoken, garbage: bytes
) -> None:
    writes = spoken.text("Take ", "it").writes[:-3]
    async with spoken.asked(Answer((*writes, garbage, b"data: {}\n\n")).in_bursts_of(99)) as (client, _):
        seen, failure = await failure_of(client)

    assert seen[0] == "Take "
    assert failure.code == "MODEL_ERROR"
    assert "unreadable" in str(failure)


async def test_an_endless_line_is_rejected(spoken: Spoken) -> None:
    writes = (b"data: ", *([b"x" * 65536] * 17))
    async with spoken.asked(Answer(writes, ending="hold")) as (client, provider):
        _, failure = await failure_of(client)
        await asyncio.wait_for(provider.requests[0].left.wait(), 1)

    assert failure.code == "MODEL_ERROR"


async def test_an_html_page_instead_of_a_stream_is_a_failure(spoken: Spoken) -> None:
    page = Answer((b"<!doctype html><p>Welcome!</p>",), headers={"content-type": "text/html"})
    async with spoken.asked(page) as (client, _):
        seen, failure = await failure_of(client)

    assert seen == []
    assert failure.code == "MODEL_ERROR"


async def test_connections_are_reused(spoken: Spoken) -> None:
    async with spoken.asked(spoken.text("one", "two")) as (client, provider):
        for _ in range(3):
            await pieces_of(client)

    assert len(provider.requests) == 3
    assert provider.connections == 1


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "2.5"}, 2.5),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": "Mon, 16 Nov 2026 10:01:00 GMT", "date": "Mon, 16 Nov 2026 10:00:00 GMT"}, 60.0),
        ({"retry-after": "Mon, 16 Nov 2026 10:01:00 GMT"}, None),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "1e9"}, 86400.0),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)
def test_retry_after_is_parsed(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds
