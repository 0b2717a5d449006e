"""Model text in Slack: readable, complete, and unable to do anything."""

import html
import random
import re
import time
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.plain_text import plain
from choice.slack.render.text import escape, markdown_pieces, mention, moment, mrkdwn, pieces, shortened, size
from tests.slack.forms import TOKENS, hostile

LIVE = re.compile(r"[<>]|&(?!amp;|lt;|gt;)")
FENCE = "```"


def test_three_characters_are_escaped_once() -> None:
    assert escape("a & b < c > d &amp; <!here>") == "a &amp; b &lt; c &gt; d &amp;amp; &lt;!here&gt;"


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("**bold** and __bold__", "*bold* and *bold*"),
        ("*it* and _it_", "_it_ and _it_"),
        ("***both***", "*_both_*"),
        ("~~gone~~", "~gone~"),
        ("`a < b`", "`a &lt; b`"),
        ("` `", "` `"),
        ("``a`b``", "`a`b`"),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        ("**굵게**는 *강조*도", "*굵게*\u200b는 _강조_\u200b도"),
        ("나는**굵게**", "나는\u200b*굵게*"),
        ("[docs](https://a.example/x_y_z?a=1&b=2)", "docs (https://a.example/x_y_z?a=1&amp;b=2)"),
        ("[https://a.example](https://a.example)", "https://a.example"),
        ("[](https://a.example)", "https://a.example"),
        ("![logo](https://a.example/l.png)", "logo (https://a.example/l.png)"),
        ("<https://a.example>", "https://a.example"),
        ("see **https://a.example/_x_**", "see *https://a.example/_x_*"),
        ("\\*not bold\\*", "*not bold*"),
        ("# Title with **bold**", "*Title with bold*"),
        ("## ", ""),
        ("# **", ""),
        ("- one\n* two\n  + three", "• one\n• two\n  • three"),
        ("- [ ] open\n- [x] done", "☐ open\n☑ done"),
        ("1. one\n2. two", "1. one\n2. two"),
        ("> said", "&gt; said"),
        ("---", "———"),
        ("```py\nx < 1\n```", "```\nx &lt; 1\n```"),
        ("~~~\n```\n~~~", "```\n`\u200b`\u200b`\n```"),
        ("\\```", "`\u200b`\u200b`"),
        ("ends with ```` and more", "ends with `\u200b`\u200b`` and more"),
        ("```a```", "`a`"),
        ("```\nnever closed", "```\nnever closed\n```"),
        ("```\n\n```", ""),
        (
            "| a | b |\n|---|:-:|\n| 한글 | x |\n| 1 |\nend",
            "```\na    | b\n-----+--\n한글 | x\n1    |\n```\nend",
        ),
        ("a|b\n-|-\n1\\|2|3", "```\na   | b\n----+--\n1|2 | 3\n```"),
        ("a | b is no table", "a | b is no table"),
    ],
)
def test_markdown_becomes_slacks_notation(markdown: str, expected: str) -> None:
    assert mrkdwn(markdown) == expected


@pytest.mark.parametrize("token", TOKENS)
def test_no_token_survives(token: str) -> None:
    assert LIVE.search(mrkdwn(f"before {token} after")) is None


def test_twenty_thousand_hostile_texts_hold_no_live_token() -> None:
    chance = random.Random(8)
    letters = "".join(TOKENS) + "<>&!@#^|`*_~[]() \nab"
    for _ in range(20_000):
        parts = [chance.choice(TOKENS) if chance.random() < 0.6 else chance.choice(letters) for _ in range(9)]
        text = mrkdwn("".join(parts))
        assert LIVE.search(text) is None
        assert re.search(r"[\x00-\x08]", text) is None


@given(hostile)
def test_what_was_said_is_still_said(markdown: str) -> None:
    said = iter(html.unescape(mrkdwn(markdown)))

    # A line that opens code names its language, which nobody is shown.
    opens_code = FENCE in markdown or "~~~" in markdown
    assert opens_code or all(letter in said for letter in plain(markdown) if letter.isalnum())


@given(st.lists(hostile, max_size=20).map("\n".join), st.sampled_from([40, 60, 200]))
def test_pieces_are_short_enough_whole_and_closed(markdown: str, limit: int) -> None:
    found = markdown_pieces(markdown, limit)

    assert all(0 < size(piece) <= limit and piece.strip() for piece in found)
    assert all(LIVE.search(piece) is None for piece in found)
    assert all(piece.split("\n").count(FENCE) % 2 == 0 for piece in found)
    squeezed = re.sub(r"\s|`", "", "".join(found))
    assert squeezed == re.sub(r"\s|`", "", mrkdwn(markdown))


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("one two three", 18, ["one two three"]),
        ("one two three four five", 18, ["one two", "three four", "five"]),
        ("", 20, []),
        ("a" * 8 + "&amp;" * 3, 18, ["aaaaaaaa", "&amp;&amp;", "&amp;"]),
        ("👩‍👩‍👧" * 3, 17, ["👩‍👩‍👧"] * 3),
        ("e" + "\u0301" * 30, 18, ["e" + "\u0301" * 9, "\u0301" * 10, "\u0301" * 10, "\u0301"]),
    ],
)
def test_text_is_cut_where_it_hurts_least(text: str, limit: int, expected: list[str]) -> None:
    assert pieces(text, limit) == expected


def test_shortened_text_says_so() -> None:
    assert shortened("one two three", 10) == "one two…"
    assert shortened("short", 10) == "short"
    assert shortened("😀😀😀", 5) == "😀😀…"


def test_size_counts_what_slack_may_count() -> None:
    assert (size("abc"), size("한글"), size("😀"), size("\ud83d")) == (3, 2, 2, 1)


@pytest.mark.parametrize("user_id", ["U123ABC", "W0123"])
def test_a_slack_user_is_mentioned(user_id: str) -> None:
    assert mention(user_id) == f"<@{user_id}>"


@pytest.mark.parametrize("user_id", ["", "U1> <!channel", "u123", "C123ABC", "*", "U123\n"])
def test_what_is_no_slack_user_is_not(user_id: str) -> None:
    assert mention(user_id) == ""


def test_a_time_is_shown_in_the_readers_zone() -> None:
    at = datetime(2026, 11, 16, 9, 30, tzinfo=timezone(timedelta(hours=9)))

    assert moment(at) == "<!date^1794789000^{date_short_pretty} {time}|2026-11-16 00:30 UTC>"
    assert datetime.fromtimestamp(1794789000, UTC) == at


def test_text_that_looks_like_many_marks_takes_no_time() -> None:
    assert len(mrkdwn("**a " * 8000)) == 8000 * 4
    assert len(mrkdwn("[" * 30_000)) == 30_000
    assert len(mrkdwn("`a" * 4000)) > 0


def test_a_run_of_ticks_is_read_once() -> None:
    started = time.process_time()
    shown = mrkdwn("Look: " + "`" * 50_000)

    # Minutes, if it were read again from each of them.
    assert time.process_time() - started < 5
    assert shown.replace("\u200b", "") == "Look: " + "`" * 50_000


def test_ticks_are_closed_by_as_many_ticks() -> None:
    assert mrkdwn("A ``a ` b`` and ```c` here") == "A `a ` b` and `\u200b`\u200b`c` here"
