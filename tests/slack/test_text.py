"""Conversion of model text to mrkdwn: readable, complete and inert."""

import html
import random
import re
import time
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.desk import Draft
from choice.i18n import LANGUAGES, catalogue
from choice.models import Answer
from choice.plain_text import plain
from choice.slack.posting import (
    changed_note,
    count_note,
    failed_note,
    missing_note,
    refused_note,
    unknown_note,
)
from choice.slack.render.limits import size
from choice.slack.render.messages import fallback_texts, numbered_replies
from choice.slack.render.text import (
    VISIBLE,
    Words,
    escape,
    markdown_pieces,
    mention,
    moment,
    mrkdwn,
    pieces,
    shortened,
    words_for,
)
from tests.slack.forms import ENGLISH, TOKENS, hostile, interaction_of, labelled, store_question

LIVE = re.compile(r"[<>]|&(?!amp;|lt;|gt;)")
FENCE = "```"


def test_special_characters_are_escaped_once() -> None:
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
def test_markdown_is_converted_to_mrkdwn(markdown: str, expected: str) -> None:
    assert mrkdwn(markdown) == expected


@pytest.mark.parametrize("token", TOKENS)
def test_tokens_are_escaped(token: str) -> None:
    assert LIVE.search(mrkdwn(f"before {token} after")) is None


def test_twenty_thousand_hostile_texts_contain_no_live_token() -> None:
    chance = random.Random(8)
    letters = "".join(TOKENS) + "<>&!@#^|`*_~[]() \nab"
    for _ in range(20_000):
        parts = [chance.choice(TOKENS) if chance.random() < 0.6 else chance.choice(letters) for _ in range(9)]
        text = mrkdwn("".join(parts))
        assert LIVE.search(text) is None
        assert re.search(r"[\x00-\x08]", text) is None


@given(hostile)
def test_conversion_keeps_the_text(markdown: str) -> None:
    said = iter(html.unescape(mrkdwn(markdown)))

    # A line that opens code names its language, which nobody is shown.
    opens_code = FENCE in markdown or "~~~" in markdown
    assert opens_code or all(letter in said for letter in plain(markdown) if letter.isalnum())


@given(st.lists(hostile, max_size=20).map("\n".join), st.sampled_from([40, 60, 200]))
def test_pieces_are_within_the_limit_complete_and_closed(markdown: str, limit: int) -> None:
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
def test_text_is_split_at_lines_then_words(text: str, limit: int, expected: list[str]) -> None:
    assert pieces(text, limit) == expected


def test_shortened_text_ends_with_an_ellipsis() -> None:
    assert shortened("one two three", 10) == "one two…"
    assert shortened("short", 10) == "short"
    assert shortened("😀😀😀", 5) == "😀😀…"


def test_size_counts_what_slack_may_count() -> None:
    assert (size("abc"), size("한글"), size("😀"), size("\ud83d")) == (3, 2, 2, 1)


@pytest.mark.parametrize("user_id", ["U123ABC", "W0123"])
def test_a_slack_user_is_mentioned(user_id: str) -> None:
    assert mention(user_id) == f"<@{user_id}>"


@pytest.mark.parametrize("user_id", ["", "U1> <!channel", "u123", "C123ABC", "*", "U123\n"])
def test_an_invalid_user_id_is_not_mentioned(user_id: str) -> None:
    assert mention(user_id) == ""


def test_a_time_is_shown_in_the_readers_zone() -> None:
    at = datetime(2026, 11, 16, 9, 30, tzinfo=timezone(timedelta(hours=9)))

    assert moment(at) == "<!date^1794789000^{date_short_pretty} {time}|2026-11-16 00:30 UTC>"
    assert datetime.fromtimestamp(1794789000, UTC) == at


def test_text_with_many_marks_is_converted_in_linear_time() -> None:
    assert len(mrkdwn("**a " * 8000)) == 8000 * 4
    assert len(mrkdwn("[" * 30_000)) == 30_000
    assert len(mrkdwn("`a" * 4000)) > 0


def test_a_run_of_backticks_is_scanned_once() -> None:
    started = time.process_time()
    shown = mrkdwn("Look: " + "`" * 50_000)

    # Minutes, if it were read again from each of them.
    assert time.process_time() - started < 5
    assert shown.replace("\u200b", "") == "Look: " + "`" * 50_000


def test_a_code_span_closes_with_as_many_backticks() -> None:
    assert mrkdwn("A ``a ` b`` and ```c` here") == "A `a ` b` and `\u200b`\u200b`c` here"


FORM = interaction_of(store_question(1), store_question(2), title="Storage <1>", context="For *all* data.")


@pytest.mark.requirement("SL7")
def test_one_question_is_a_numbered_list() -> None:
    (text,) = fallback_texts(interaction_of(store_question()), ENGLISH)

    assert text.split("\n") == [
        "Which store, 1?",
        "1. PostgreSQL (recommended): Several writers at once.",
        "2. SQLite: One file, no server.",
        "Reply here with a number, an option or your own words.",
    ]


@pytest.mark.requirement("SL7")
def test_a_form_says_how_to_reply_to_each_question() -> None:
    (text,) = fallback_texts(FORM, ENGLISH)

    assert text.startswith("*Storage &lt;1&gt;*\nFor _all_ data.\n*1.* Which store, 1?\n1. PostgreSQL")
    assert text.endswith("Reply here with one line for each question, its number first: 1. your answer")


def test_the_fallback_shows_the_allowed_number_of_options() -> None:
    (text,) = fallback_texts(interaction_of(labelled(3, mode="multi")), ENGLISH)

    assert "_Choose as many as you like._" in text


def test_a_long_question_is_split_over_several_messages_without_loss() -> None:
    texts = fallback_texts(interaction_of(labelled(100, "x" * 190)), ENGLISH)

    assert max(map(len, texts)) <= 4000
    assert all(f"{at + 1}. {'x' * 190} {at}" in "\n".join(texts) for at in range(100))


@pytest.mark.requirement("SL7")
@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("1. PostgreSQL\n2. 2", {0: "PostgreSQL", 1: "2"}),
        ("1: a\n2) b", {0: "a", 1: "b"}),
        ("Q2 = SQLite", {1: "SQLite"}),
        ("1. own words\nover two lines\n2. b", {0: "own words\nover two lines", 1: "b"}),
        ("1、甲\n2：乙", {0: "甲", 1: "乙"}),
        ("hello\n1. a", {0: "a"}),
        ("1. a\n3. not a question", {0: "a\n3. not a question"}),
        ("1.PostgreSQL\n2:2", {0: "PostgreSQL", 1: "2"}),
        ("1.5 GB", {}),
        ("1.", {}),
        ("both please", {}),
    ],
)
def test_numbered_lines_answer_the_questions_of_a_form(reply: str, expected: dict[int, str]) -> None:
    assert numbered_replies(reply, FORM.form) == expected


def test_a_reply_to_one_question_is_whole() -> None:
    assert numbered_replies(" 1. PostgreSQL\nor 2 \n", interaction_of(store_question()).form) == {
        0: "1. PostgreSQL\nor 2"
    }


ON_BUTTONS = (
    "own_words", "write", "confirm", "change", "submit",
    "reset", "reset_yes", "reset_no", "accept", "home_open",
)  # fmt: skip
ON_MODALS = ("modal_title", "modal_submit", "modal_close")


def test_the_note_names_missing_answers() -> None:
    form = interaction_of(store_question(1), store_question(2), store_question(3, text="Which <one>?")).form
    draft = Draft((Answer(question_id="q1", option_ids=("pg",)),))

    assert missing_note(form, draft, ENGLISH) == (
        "Still without an answer: 2. Which store, 2?; 3. Which &lt;one&gt;?. Answer them, then submit."
    )


def test_the_note_names_the_allowed_number_of_options() -> None:
    question = labelled(3, mode="multi").model_copy(update={"min_selections": 2})

    assert count_note(question, ENGLISH) == "Choose at least 2 options."
    assert count_note(labelled(3), ENGLISH) == "Choose 1 option."
    assert count_note(labelled(3, mode="hybrid"), ENGLISH) == "Choose an option or write an answer."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("note", [refused_note, changed_note, unknown_note, failed_note])
def test_notes_say_what_happened_and_what_to_do(note: object, language: str) -> None:
    assert callable(note)
    assert len(note(Words(language))) > 10


@pytest.mark.requirement("SL13")
@pytest.mark.parametrize(
    ("locale", "language"),
    [("ko-KR", "ko"), ("en-US", "en"), ("zh-TW", "zh"), ("ja-JP", "ja"), ("de-DE", "en"), (None, "en")],
)
def test_the_locale_decides_the_language(locale: str | None, language: str) -> None:
    assert words_for(locale) == Words(language)


@pytest.mark.requirement("SL13")
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_texts_are_within_slack_s_limits_in_every_language(language: str) -> None:
    texts = catalogue(language)["slack"]

    assert [name for name in ON_BUTTONS if len(texts[name]) > VISIBLE] == []
    assert [name for name in ON_MODALS if len(texts[name]) > 24] == []
    assert len(f" ({texts['recommended']})") <= 20
    assert [name for name, text in texts.items() if not text.strip() or len(text) > 200] == []


def test_surfaces_have_display_names() -> None:
    assert ENGLISH.surface("web") == "the inbox"
    assert ENGLISH.surface("teletext") == "teletext"
