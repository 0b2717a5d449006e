"""The canonical form of untrusted text."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from choice.plain_text import ELLIPSIS, MAX_MARKS, cut, has_lone_surrogate, plain, plain_line

ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
HIDDEN = (
    "\u202e\u2066\u200b\u200d\u200c\u00ad\ufeff\ufe0f\ufe01\u034f\u3164\u2060\x1b\ud800\U000e0041\U000e0101"
)
VISIBLE = "ab é\u0301👩🏽🏴が \r\n\u3000\u2028\u0e47\u094d葛>1"
tricky = st.text(st.sampled_from(HIDDEN + VISIBLE + ENGLAND))


@pytest.mark.parametrize(
    "text",
    [
        "plain words, tabs\tand\nlines",
        "Grüße, naïve, Ελληνικά, русский",
        "שלום עולם",
        "مرحبا بالعالم",
        "می‌خواهم",
        "क्‍ष",
        "ക്‌ ",
        "ภาษาไทย ที่นี่",
        "漢字と仮名、한국어",
        "葛\U000e0101",
        "👩‍👩‍👧 👍🏽 🏳️‍🌈 ❤️ 1️⃣ 🇩🇪",
        ENGLAND,
        ENGLAND + ENGLAND,
        "left\u200eto\u200fright",
        "⠞⠺⠕\u2800⠺⠕⠗⠙⠎",
        "e" + "\u0301" * MAX_MARKS,
    ],
)
def test_invisible_characters_in_their_proper_place_are_kept(text: str) -> None:
    assert plain(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u202eb", "a<U+202E>b"),
        ("a\u2066b", "a<U+2066>b"),
        ("pay\u200bpal", "pay<U+200B>pal"),
        ("soft\u00adhyphen", "soft<U+00AD>hyphen"),
        ("\x1b[31mred", "<U+001B>[31mred"),
        ("\x00", "<U+0000>"),
        ("\u2800", "<U+2800>"),
        ("\u200e", "<U+200E>"),
        (" \u200e\u200f \u061c", " <U+200E><U+200F> <U+061C>"),
        ("\ud800", "<U+D800>"),
        ("a\u200db", "a<U+200D>b"),
        ("\u200dé", "<U+200D>é"),
        ("é\u200d", "é<U+200D>"),
        ("é\u200d\u034f", "é<U+200D><U+034F>"),
        ("a\ufe0f\u200dé", "a<U+FE0F><U+200D>é"),
        ("❤\ufe0f\ufe0f", "❤\ufe0f<U+FE0F>"),
        ("\ufe0f", "<U+FE0F>"),
        ("\u3000\ufe0f", "\u3000<U+FE0F>"),
        ("a\U000e0101", "a<U+E0101>"),
        ("a\U000e0067", "a<U+E0067>"),
        ("🏴\U000e0067", "🏴<U+E0067>"),
        (ENGLAND + "\U000e0067", ENGLAND + "<U+E0067>"),
        ("🏴" + "\U000e0067" * 9 + "\U000e007f", "🏴" + "<U+E0067>" * 9 + "<U+E007F>"),
        ("🏴\U000e007f", "🏴<U+E007F>"),
        ("\u3164", "<U+3164>"),
    ],
)
def test_invisible_characters_are_replaced_by_their_names(text: str, shown: str) -> None:
    assert plain(text) == shown


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n", "\x0b", "\x0c", "\x85", "\u2028", "\u2029"])
def test_every_line_ending_becomes_a_line_feed(end: str) -> None:
    assert plain(f"one{end}two") == "one\ntwo"


@pytest.mark.parametrize("mark", ["\u0301", "\u0e47", "\u20dd", "\u0ec8"])
def test_excess_combining_marks_are_dropped(mark: str) -> None:
    assert plain("e" + mark * 10_000 + "!") == "e" + mark * MAX_MARKS + "!"


@given(st.text() | tricky)
@example("ä\ufe0f\u200d\ufe0fä")
def test_canonicalisation_is_idempotent(text: str) -> None:
    shown = plain(text)

    assert plain(shown) == shown
    assert plain_line(plain_line(text)) == plain_line(text)
    assert shown.encode().decode() == shown
    assert not {"Cc", "Cs"} & {unicodedata.category(each) for each in shown if each not in "\n\t"}


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126)))
def test_ascii_is_never_changed(text: str) -> None:
    assert plain(text) is text


def test_a_line_has_single_spaces_and_no_outer_space() -> None:
    assert plain_line(" one\r\n\ttwo\u3000 three ") == "one two three"


@pytest.mark.parametrize(
    ("text", "half"), [("plain", False), ("é👍", False), ("\ud83d", True), ("a\udc4d", True)]
)
def test_a_lone_surrogate_is_detected(text: str, half: object) -> None:
    assert has_lone_surrogate(text) is half


@pytest.mark.parametrize(
    ("text", "limit", "short"),
    [
        ("short", 5, "short"),
        ("longer", 5, "long…"),
        ("one two", 5, "one…"),
        ("longer", 1, "…"),
        ("longer", 0, "…"),
        ("", 0, ""),
        ("ab👩\u200d👧cd", 5, "ab…"),
        ("abé\u0301\u0301cd", 4, "ab…"),
        ("ab👍🏽cd", 4, "ab…"),
        ("a" + ENGLAND + "b", 5, "a…"),
        ("🇩🇪🇫🇷🇮🇹", 4, "🇩🇪…"),
        ("🇩🇪🇫🇷🇮🇹", 5, "🇩🇪🇫🇷…"),
        ("a\u1112\u1161\u11abb", 3, "a…"),
        ("a하\u11abb", 3, "a…"),
        ("❤\ufe0fab", 2, "…"),
    ],
)
def test_text_is_cut_between_graphemes(text: str, limit: int, short: str) -> None:
    assert cut(text, limit) == short


@given(st.text() | tricky, st.integers(1, 30))
def test_a_cut_keeps_the_limit_and_the_beginning(text: str, limit: int) -> None:
    short = cut(text, limit)

    assert len(short) <= max(limit, 1)
    assert short == text or text.startswith(short.removesuffix(ELLIPSIS))
