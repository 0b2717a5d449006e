"""Convert untrusted text to Slack's mrkdwn, and build the Block Kit objects that contain it.

Untrusted text cannot become a mention, a link, a date or a preview. All of Slack's special tokens begin with
`<`, which is escaped. Messages contain only two kinds of tokens: mentions, built from a validated user id,
and dates, built from a time.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from choice.i18n import catalogue, closest, fill
from choice.plain_text import is_joined, plain
from choice.slack.render.limits import LIMITS, safe_limit, size

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def escape(text: str) -> str:
    """Escape `&`, `<` and `>`, so that the text cannot contain tokens."""
    return text.translate(_ESCAPES)


FENCE = "```"
_HALF_ENTITY = re.compile(r"&[a-z]{0,3}$")
_FENCE_ROOM = 2 * (len(FENCE) + 1)


def pieces(text: str, limit: int) -> list[str]:
    """Split escaped text into pieces of at most `limit` characters.

    Splits between lines if possible, else between words, else between characters, but never inside an escaped
    character. A code block that is split is closed in one piece and reopened in the next.
    """
    if size(text) <= limit:
        return [text] if text.strip() else []
    found: list[str] = []
    held: list[str] = []
    room, fenced = limit - _FENCE_ROOM, False
    for line in short_lines(text, room):
        if held and size("\n".join([*held, line])) > room:
            found.append("\n".join([*held, FENCE] if fenced else held))
            held = [FENCE] if fenced else []
        held.append(line)
        fenced ^= line == FENCE
    found.append("\n".join(held))
    return [piece for piece in found if piece.replace(FENCE, "").strip()]


def shortened(text: str, limit: int) -> str:
    """Return a text of at most `limit` characters. A longer text is truncated and ends with an ellipsis."""
    return text if size(text) <= limit else text[: border(text, limit - 1)].rstrip() + "…"


def border(text: str, limit: int) -> int:
    """Return the last position within the limit at which to split the text, between words if possible."""
    end = min(limit, len(text))
    while size(text[:end]) > limit:
        end -= (size(text[:end]) - limit + 1) // 2
    space = text.rfind(" ", end // 2, end + 1)
    if end == len(text) or space > 0:
        return end if end == len(text) else space
    if half := _HALF_ENTITY.search(text, max(0, end - 4), end):
        end = half.start()
    at = end
    while at > 1 and is_joined(text, at):
        at -= 1
    return at if at > 1 else max(end, 1)


def short_lines(text: str, limit: int) -> list[str]:
    """Return the lines of a text, with lines longer than `limit` split."""
    lines: list[str] = []
    for line in text.split("\n"):
        rest = line
        while size(rest) > limit:
            end = border(rest, limit)
            lines.append(rest[:end])
            rest = rest[end:].lstrip(" ")
        lines.append(rest)
    return lines


@dataclass(frozen=True, slots=True)
class Words:
    """Texts of the catalogue section `slack` in one language.

    Call it with the name of a text and its values: `words("progress", done=2, n=5)`.
    """

    language: str

    def __call__(self, name: str, **values: str | int) -> str:
        """Return a text with its placeholders filled in."""
        return fill(catalogue(self.language)["slack"][name], values)

    def surface(self, name: str) -> str:
        """Return the display name of a surface, or `name` itself if the surface is unknown."""
        return catalogue(self.language)["surface"].get(name, name)


def words_for(locale: str | None) -> Words:
    """Return the texts for a locale such as `ko-KR`. Defaults to English."""
    return Words(closest(locale or ""))


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
    """Convert one line of markdown to escaped mrkdwn."""
    # Placeholders protect code, links and backslash escapes. They are marked with control characters, which
    # plain text cannot contain.
    kept: list[str] = []
    text = escape(_KEPT.sub(_placeholders(kept), line))
    text = _BOLD_ITALIC.sub("\x01\x03\\1\x04\x02", text)
    text = _BOLD.sub(lambda found: f"\x01{found[1] or found[2]}\x02", text)
    text = _STRIKE.sub("\x05\\1\x06", text)
    text = _ITALIC.sub(lambda found: f"\x03{found[1] or found[2]}\x04", text)
    # Slack ignores a mark next to a letter, as in `**굵게**는`. A zero-width space separates them.
    text = _BEFORE_WORD.sub("\u200b", text).translate(_SIGNS)
    return without_fences(_restored(text, kept))


def without_fences(text: str) -> str:
    """Insert zero-width spaces into triple backticks, so that they do not open or close a code block."""
    return text.replace(FENCE, "`\u200b`\u200b`")


def bold(line: str) -> str:
    """Convert a heading to a bold line."""
    text = inline(line.replace("**", "").replace("__", "")).replace("*", "").strip()
    return f"*{text}*" if text else ""


def _placeholders(kept: list[str]) -> Callable[[re.Match[str]], str]:
    """Return a function for `re.sub` that appends each match to `kept` and returns a placeholder."""

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
    """Return the address to append to a link's text, or an empty string if the text is the address."""
    return "" if found["text"] == found["address"] else f" ({found['address']})"


def _restored(text: str, kept: list[str]) -> str:
    return _PLACE.sub(lambda found: kept[int(found[1])], text)


_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_BORDER = re.compile(r"(?<!\\)\|")


def is_table_rule(line: str) -> bool:
    """Return whether a line is the delimiter row of a table."""
    return "|" in line and _RULE.fullmatch(line) is not None


def code_table(lines: list[str]) -> list[str]:
    """Return a table as aligned lines of text, because mrkdwn has no tables."""
    rows = [_cells(line) for line in lines]
    columns = max(len(row) for row in rows)
    full = [row + [""] * (columns - len(row)) for row in rows]
    widths = [max(_width(row[column]) for row in full) for column in range(columns)]
    head, *rest = [_row(row, widths) for row in full]
    return [head, "-+-".join("-" * width for width in widths), *rest]


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|")
    parts = [part.strip().replace("\\|", "|") for part in _BORDER.split(inner)]
    return parts[:-1] if len(parts) > 1 and not parts[-1] else parts


def _row(cells: list[str], widths: list[int]) -> str:
    padded = [cell + " " * (width - _width(cell)) for cell, width in zip(cells, widths, strict=True)]
    return " | ".join(padded).rstrip()


def _width(text: str) -> int:
    """Return the display width in columns. Wide East Asian characters take two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


_FENCED = re.compile(r" {0,3}(?P<mark>`{3,}|~{3,})(?P<rest>[^`]*)")
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(?P<text>.*?)[ \t]*#*[ \t]*")
_THEMATIC_BREAK = re.compile(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*")
_BULLET = re.compile(r"(?P<indent>[ \t]*)[-*+][ \t]+(?:\[(?P<tick>[ xX])\][ \t]+)?(?P<text>\S.*)")
_QUOTED = re.compile(r" {0,3}(?P<marks>>(?:[ \t]?>)*)[ \t]?(?P<text>.*)")


def mrkdwn(markdown: str) -> str:
    """Convert markdown to escaped mrkdwn. A link becomes its text, followed by the address."""
    return "\n".join(_converted(plain(markdown).split("\n"))).strip("\n")


def _converted(lines: list[str]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        if opened := _FENCED.fullmatch(lines[at]):
            end = _end_of_code(lines, at + 1, opened["mark"])
            yield from _code(lines[at + 1 : end])
            at = end + 1
        elif "|" in lines[at] and at + 1 < len(lines) and is_table_rule(lines[at + 1]):
            end = _end_of_table(lines, at + 2)
            yield from _code(code_table([lines[at], *lines[at + 2 : end]]))
            at = end
        else:
            yield _line(lines[at])
            at += 1


def _end_of_code(lines: list[str], start: int, mark: str) -> int:
    """Return the index of the line that closes a code block, or the number of lines if none does."""
    closing = re.compile(rf" {{0,3}}{mark[0]}{{{len(mark)},}}[ \t]*")
    return next((at for at in range(start, len(lines)) if closing.fullmatch(lines[at])), len(lines))


def _end_of_table(lines: list[str], start: int) -> int:
    return next((at for at in range(start, len(lines)) if "|" not in lines[at]), len(lines))


def _code(lines: list[str]) -> Iterator[str]:
    """Yield a code block. Its content is escaped, so that it cannot close the block."""
    if any(line.strip() for line in lines):
        yield FENCE
        yield from (without_fences(escape(line)) for line in lines)
        yield FENCE


def _line(line: str) -> str:
    if found := _HEADING.fullmatch(line):
        return bold(found["text"])
    if _THEMATIC_BREAK.fullmatch(line):
        return "———"
    if found := _BULLET.fullmatch(line):
        tick = {None: "•", " ": "☐"}.get(found["tick"], "☑")
        return f"{found['indent']}{tick} {inline(found['text'])}"
    if found := _QUOTED.fullmatch(line):
        return f"&gt; {inline(found['text'])}"
    return inline(line)


_USER_ID = re.compile(r"[UW][A-Z0-9]{2,30}", re.ASCII)


def markdown_pieces(markdown: str, limit: int) -> list[str]:
    """Convert markdown to mrkdwn and split it into pieces."""
    return pieces(mrkdwn(markdown), limit)


def mention(user_id: str) -> str:
    """Return a mention of a Slack user, or an empty string if the id is invalid."""
    return f"<@{user_id}>" if _USER_ID.fullmatch(user_id) else ""


def moment(at: datetime) -> str:
    """Return a date token, which Slack shows in the reader's time zone and language."""
    fallback = f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    return f"<!date^{int(at.timestamp())}^{{date_short_pretty}} {{time}}|{fallback}>"


# --- Block Kit ---

Block = dict[str, Any]
"""One block, element or text object of Block Kit, as JSON."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """One message: its blocks, and the text for notifications and screen readers.

    Send it with `unfurl_links=False, unfurl_media=False, parse="none"`.
    """

    text: str
    blocks: tuple[Block, ...] = ()


SECTION = safe_limit("section.text")
LABEL = safe_limit("button.text")
"""Maximum length of the text of a button or menu entry."""
VISIBLE = 30
"""Approximate number of characters of a button's text that are visible."""
HEADER = safe_limit("header.text")
PLACEHOLDER = safe_limit("placeholder")
TEXT_INPUT = LIMITS["plain_text_input.value"]


def plain_text(text: str) -> Block:
    """Return a plain-text object, which Slack shows without formatting."""
    return {"type": "plain_text", "text": text}


def marked_text(mrkdwn: str) -> Block:
    """Return a mrkdwn object. The text must be escaped; `verbatim` disables automatic links."""
    return {"type": "mrkdwn", "text": mrkdwn, "verbatim": True}


def section(text: Block) -> Block:
    """Return a section."""
    return {"type": "section", "text": text}


def header(text: str) -> Block:
    """Return a header, or a section if the text is too long for a header."""
    if size(text) <= HEADER:
        return {"type": "header", "text": plain_text(text)}
    return section(plain_text(text))


def small(mrkdwn: str) -> Block:
    """Return a context block."""
    return {"type": "context", "elements": [marked_text(mrkdwn)]}


def divider() -> Block:
    """Return a divider."""
    return {"type": "divider"}


def button(text: str, action_id: str, value: str, **more: Any) -> Block:  # noqa: ANN401 - any field of a button
    """Return a button."""
    return {
        "type": "button",
        "text": plain_text(shortened(text, LABEL)),
        "action_id": action_id,
        "value": value,
        **more,
    }


def actions(block_id: str, buttons: Sequence[Block]) -> Block:
    """Return a row of buttons."""
    return {"type": "actions", "block_id": block_id, "elements": list(buttons)}


def entry(text: str, position: int) -> Block:
    """Return one option of a menu or checkbox list, with its position as the value."""
    return {"text": plain_text(text), "value": str(position)}
