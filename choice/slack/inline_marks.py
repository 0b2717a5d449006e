"""Markdown inside one line as Slack writes it: bold, italics, strike, code, links as text and address.

1. Slack sees a mark only where a word ends, and `**굵게**는` has no such end: an invisible space makes one.
2. Parts that must stay as they are wait under control characters, which canonical text does not have.
"""

import re
from collections.abc import Callable

from choice.slack.slack_escape import escape
from choice.slack.text_pieces import FENCE

_ADDRESS = r"(?:[^\s()<>]|\([^\s()<>]{0,200}\)){1,2000}"
_KEPT = re.compile(
    r"(?<!`)(?P<ticks>`++)(?P<code>[^`\n].{0,2000}?)(?P=ticks)(?!`)"
    r"|!?\[(?P<text>[^\[\]\n]{0,500})\]\(<?(?P<address>" + _ADDRESS + r")>?(?: +\"[^\"\n]{0,200}\")?\)"
    r"|<(?P<auto>(?:https?|mailto|ftp):[^\s<>]{1,2000})>"
    r"|(?P<bare>https?://[^\s<>*]{1,2000})"
    r"|\\(?P<literal>[!-/:-@\[-`{-~])"
)
_BOLD_ITALIC = re.compile(r"\*{3}(?=\S)([^\n]{1,600}?)(?<=\S)\*{3}")
_BOLD = re.compile(r"\*\*(?=\S)([^\n]{1,600}?)(?<=\S)\*\*|(?<!\w)__(?=\S)([^\n]{1,600}?)(?<=\S)__(?!\w)")
_ITALIC = re.compile(r"\*(?=[^\s*])([^*\n]{0,600}?[^\s*])\*|(?<!\w)_(?=[^\s_])([^_\n]{0,600}?[^\s_])_(?!\w)")
_STRIKE = re.compile(r"~~(?=\S)([^\n]{1,600}?)(?<=\S)~~")
_BEFORE_WORD = re.compile("(?<=\\w)(?=[\x01\x03\x05])|(?<=[\x02\x04\x06])(?=\\w)")
_PLACE = re.compile("\x00(\\d+)\x00")
_SIGNS = str.maketrans({"\x01": "*", "\x02": "*", "\x03": "_", "\x04": "_", "\x05": "~", "\x06": "~"})


def inline(line: str) -> str:
    """Return one line of canonical markdown in Slack's notation, escaped."""
    kept: list[str] = []
    text = escape(_KEPT.sub(_keeping(kept), line))
    text = _BOLD_ITALIC.sub("\x01\x03\\1\x04\x02", text)
    text = _BOLD.sub(lambda found: f"\x01{found[1] or found[2]}\x02", text)
    text = _STRIKE.sub("\x05\\1\x06", text)
    text = _ITALIC.sub(lambda found: f"\x03{found[1] or found[2]}\x04", text)
    text = _BEFORE_WORD.sub("\u200b", text).translate(_SIGNS)
    return without_fences(_restored(text, kept))


def without_fences(text: str) -> str:
    """Return a text whose three ticks in a row are parted by invisible spaces: they open nothing."""
    return text.replace(FENCE, "`\u200b`\u200b`")


def bold(line: str) -> str:
    """Return one line of canonical markdown as a heading: all of it bold."""
    text = inline(line.replace("**", "").replace("__", "")).replace("*", "").strip()
    return f"*{text}*" if text else ""


def _keeping(kept: list[str]) -> Callable[[re.Match[str]], str]:
    """Return what puts a place where something must stay as it is."""

    def keep(found: re.Match[str]) -> str:
        if found["text"] is not None:
            return f"{found['text']}{place(_address(found))}" if found["text"] else place(found["address"])
        if found["code"] is not None:
            return place(f"`{found['code'].strip() or found['code']}`")
        return place(found["auto"] or found["bare"] or found["literal"])

    def place(text: str) -> str:
        kept.append(escape(text))
        return f"\x00{len(kept) - 1}\x00"

    return keep


def _address(found: re.Match[str]) -> str:
    """Return what stands behind the text of a link: its address, unless the text says it already."""
    return "" if found["text"] == found["address"] else f" ({found['address']})"


def _restored(text: str, kept: list[str]) -> str:
    return _PLACE.sub(lambda found: kept[int(found[1])], text)
