"""The decoder of server-sent events."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.providers.http import EventTooLong, SseDecoder

STREAM = (
    b"\xef\xbb\xbf: a comment\r\nevent: one\r\ndata: first\r\n\r\n"
    b"data:no blank\n\ndata: two\ndata: lines\ndata\nid: 7\nretry: 1\n\n"
    b"event: nothing\n\n: still here\n\ndata:\n\ndata: \n\ndata\n\n"
    b"data: old\r\rdata:  kept blank\r\n\r\ndata: Gr\xc3\xbcn \xf0\x9f\x99\x82\n\ndata: [DONE]\n\n"
)
EVENTS = [
    b"first",
    b"no blank",
    b"two\nlines\n",
    b"old",
    b" kept blank",
    "Grün 🙂".encode(),
    b"[DONE]",
]


def read(chunks: list[bytes]) -> list[bytes]:
    reader = SseDecoder()
    return [event for chunk in chunks for event in reader.feed(chunk)] + reader.flush()


@given(st.sets(st.integers(0, len(STREAM))))
def test_events_do_not_depend_on_where_the_bytes_are_cut(cuts: set[int]) -> None:
    places = [0, *sorted(cuts), len(STREAM)]

    assert read([STREAM[a:b] for a, b in itertools.pairwise(places)]) == EVENTS


def test_single_bytes_give_the_same_events() -> None:
    assert read([STREAM[at : at + 1] for at in range(len(STREAM))]) == EVENTS


@given(st.lists(st.binary(max_size=20)))
def test_any_bytes_are_decoded_without_an_error(chunks: list[bytes]) -> None:
    assert read(chunks) == read([b"".join(chunks)])


def test_an_event_ends_with_a_carriage_return_even_if_a_line_feed_may_follow() -> None:
    assert SseDecoder().feed(b"data: now\r\r") == [b"now"]


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_flush_returns_an_event_without_its_blank_line(end: bytes) -> None:
    assert read([b"data: [DONE]" + end]) == [b"[DONE]"]


@pytest.mark.parametrize(
    "chunks",
    [[b"data: 123456"], [b"data: ", b"1234", b"56"], [b"data: 12\ndata: 34\n"], [b": " + b"x" * 9]],
    ids=["one line", "pieces of a line", "lines of one event", "a comment"],
)
def test_an_event_over_the_limit_is_rejected(chunks: list[bytes]) -> None:
    reader = SseDecoder(longest_event=10)

    with pytest.raises(EventTooLong):
        list(map(reader.feed, chunks))


def test_short_events_never_add_up_to_the_limit() -> None:
    reader = SseDecoder(longest_event=10)

    assert reader.feed(b"data: 1\n\n: 345678\n" * 100) == [b"1"] * 100
