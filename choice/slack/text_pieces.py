"""Long text in pieces that Slack takes, cut where it hurts least."""

import re

from choice.plain_text import is_joined

FENCE = "```"
_HALF_ENTITY = re.compile(r"&[a-z]{0,3}$")
_FENCE_ROOM = 2 * (len(FENCE) + 1)


def size(text: str) -> int:
    """Return how long Slack may find a text: in UTF-16 units, the larger of the two ways to count."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def pieces(text: str, limit: int) -> list[str]:
    """Cut escaped text into pieces of at most `limit`, between lines, words or characters, never in a token.

    A code block that is cut is closed in one piece and opened again in the next.
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
    """Return a text of at most `limit` as Slack counts, an ellipsis at its end where it was cut."""
    return text if size(text) <= limit else text[: border(text, limit - 1)].rstrip() + "…"


def border(text: str, limit: int) -> int:
    """Return the last position at which a text may be cut to keep the limit: between words, or characters."""
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
    """Return the lines of a text; one that is too long is several."""
    lines: list[str] = []
    for line in text.split("\n"):
        rest = line
        while size(rest) > limit:
            end = border(rest, limit)
            lines.append(rest[:end])
            rest = rest[end:].lstrip(" ")
        lines.append(rest)
    return lines
