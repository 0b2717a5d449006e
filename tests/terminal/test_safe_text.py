"""Escaping of untrusted text in a terminal."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.terminal.text import safe_line, safe_text

HOSTILE = {
    "colour": "\x1b[31mred",
    "clipboard": "\x1b]52;c;cm0gLXJmIC8=\x07",
    "link": "\x1b]8;;http://evil.test\x1b\\click\x1b]8;;\x1b\\",
    "title": "\x1b]0;owned\x07",
    "unended": "\x1b]0;never ends",
    "eight_bit": "\x9b31mred\x9d0;t\x9c",
    "report": "\x1b[6n\x1bP$q q\x1b\\",
    "overwrite": "good\rbad\x08\x08",
    "direction": "abc\u202ecba\u2066x",
    "hidden": "a\u200bb\ufeffc",
    "half": "a\ud800b",
    "bell": "\x07\x7f\x00",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_control_characters_and_sequences_are_escaped(text: str) -> None:
    shown = safe_line(text)

    assert not any(unicodedata.category(each) in {"Cc", "Cs"} for each in shown)
    assert not any(each in shown for each in "\u202e\u2066\u200b\ufeff")
    shown.encode()


@given(st.text(st.characters() | st.sampled_from("\x1b\x9b\x07\x08\r\n\t[]0;m\\")))
def test_no_character_of_a_text_acts_as_a_control_sequence(text: str) -> None:
    shown, line = safe_text(text), safe_line(text)

    assert {each for each in shown if unicodedata.category(each) == "Cc"} <= {"\n"}
    assert not any(unicodedata.category(each) == "Cc" for each in line)


@given(st.text(), st.sampled_from(["ascii", "latin-1", "utf-8", "cp437", "no-such-encoding"]))
def test_shown_text_fits_the_encoding_of_the_terminal(text: str, encoding: str) -> None:
    shown = safe_text(text, encoding)

    shown.encode("ascii" if encoding == "no-such-encoding" else encoding)


def test_a_long_line_is_truncated() -> None:
    assert safe_line("word " * 50, limit=20) == "word word word word…"


def test_symbols_that_a_terminal_lacks_have_an_ascii_form() -> None:
    assert safe_line("↑↓ move · “yes” …", "ascii") == 'Up/Down move | "yes" ...'
    assert safe_line("“yes” …", "cp1252") == "“yes” …"
