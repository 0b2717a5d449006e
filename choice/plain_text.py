"""Canonical form of untrusted text, the same on every surface.

The text that a person sees must equal the text that is stored and returned to the model. Line endings become
line feeds. Characters that are invisible or change the text around them (control characters, direction
overrides, zero-width characters, lone surrogates) are replaced with a visible name such as ``<U+202E>``.

Some invisible characters are kept where Unicode gives them a meaning: joiners between letters or emoji,
variation selectors after the character that they modify, and the tag characters of a flag. Direction marks
and the Braille blank are kept too, unless the text contains no visible character.
"""

import re
import unicodedata

MAX_MARKS = 12
"""Maximum number of combining marks per character. More would cover the lines above and below."""

ELLIPSIS = "…"

# Characters outside these ranges are harmless.
_SUSPICIOUS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# Suspicious characters that may have to be replaced: all except the direction marks.
_DOUBTFUL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2028-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
# Fast path: characters that are neither suspicious nor combining marks.
_HARMLESS = re.compile(
    "[\t\n -~\xa0-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205f\u3000-\u3029\u3040-\u3096\u30a0-\u30ff"
    "\u3400-\u9fff\uac00-\ud7a3\uff01-\uff9f]*+"
).fullmatch
is_plain_line = re.compile(
    "[ -~\xa1-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205e\u3001-\u3029\u3040-\u3096\u30a0-\u30ff\u3400-\u9fff"
    "\uac00-\ud7a3\uff01-\uff9f]*+"
).fullmatch
"""Matches harmless text without tabs, line breaks or other whitespace than spaces."""
# Direction marks and the Braille blank.
_UNSEEN = re.compile("[\u061c\u200e\u200f\u2800]")
_ALL_UNSEEN = re.compile("\\s*+[\u061c\u200e\u200f\u2800][\u061c\u200e\u200f\u2800\\s]*+").fullmatch
_TOO_MANY_MARKS = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u06d6-\u06ed\u0e31-\u0e3a\u0e47-\u0e4e"
    "\u0eb1-\u0ebc\u0ec8-\u0ece\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u302a-\u302f\u3099\u309a\ufe20-\ufe2f]"
    f"{{{MAX_MARKS + 1}}}"
)
_LINE_ENDS = str.maketrans({"\u2028": "\n", "\u2029": "\n", "\x85": "\n", "\x0b": "\n", "\x0c": "\n"})
_JOINERS = frozenset("\u200c\u200d")
_BLACK_FLAG = "\U0001f3f4"
_LAST_TAG = "\U000e007f"
_LONGEST_REGION = 8  # tag characters of a region code
_VIRAMA = 9  # the canonical combining class


def plain(text: str) -> str:
    """Return the canonical form of a text. The function is idempotent."""
    if text.isascii() and text.isprintable():
        return text
    if _HARMLESS(text) is not None:
        return text
    if not text.isascii() and _TOO_MANY_MARKS.search(text) is not None:
        text = _limit_marks(text)
    if _DOUBTFUL.search(text) is not None:
        text = _shown(text.replace("\r\n", "\n").replace("\r", "\n").translate(_LINE_ENDS))
    return text if _ALL_UNSEEN(text) is None else _UNSEEN.sub(_name, text)


def plain_line(text: str) -> str:
    """Return the canonical form of a text that is shown on one line."""
    return " ".join(plain(text).split())


def has_lone_surrogate(text: str) -> bool:
    """Return whether a text contains half of a surrogate pair, which cannot be encoded."""
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def cut(text: str, limit: int) -> str:
    """Truncate a text to `limit` characters, between graphemes and including an ellipsis.

    A limit below 1 is treated as 1.
    """
    if len(text) <= limit:
        return text
    end = max(limit, 1) - len(ELLIPSIS)
    while end > 0 and is_joined(text, end):
        end -= 1
    return text[:end].rstrip() + ELLIPSIS


def _shown(text: str) -> str:
    """Replace invisible characters with their names, except where they have a meaning."""
    pieces: list[str] = []
    kept_to = 0
    in_flag = False
    for found in _DOUBTFUL.finditer(text):
        at = found.start()
        character = text[at]
        # The previous character of the result: the name of a replaced character ends in ">".
        before = ">" if pieces and kept_to == at else text[at - 1 : at]
        if "\U000e0020" <= character <= _LAST_TAG:
            in_flag = (in_flag and _is_tag(before)) or (before == _BLACK_FLAG and _flag_is_whole(text, at))
            keep = in_flag
        else:
            in_flag = False
            keep = _carries_meaning(character, before, text[at + 1 : at + 2])
        if not keep:
            pieces.append(text[kept_to:at] + _name(found))
            kept_to = at + 1
    pieces.append(text[kept_to:])
    return "".join(pieces)


def _name(found: re.Match[str]) -> str:
    """Return the visible name of an invisible character."""
    return f"<U+{ord(found[0]):04X}>"


def _carries_meaning(character: str, before: str, after: str) -> bool:
    """Return whether an invisible character has a meaning between its neighbours."""
    if character in _JOINERS:
        return _is_virama(before) or ((_joinable(before) or before == "\ufe0f") and _joinable(after))
    if "\ufe00" <= character <= "\ufe0f":
        return _varies(before) or (before != "" and before in "#*0123456789")
    return _is_selector(character) and "\u3400" <= before <= "\U0003ffff" and _varies(before)


def _is_virama(character: str) -> bool:
    """Return whether a character is a virama. A joiner after a virama controls the ligature."""
    return character != "" and unicodedata.combining(character) == _VIRAMA


def _joinable(character: str) -> bool:
    """Return whether a joiner may precede or follow a character."""
    if character.isascii() or _SUSPICIOUS.match(character) is not None:
        return False
    return unicodedata.category(character)[0] in "LMS"


def _varies(character: str) -> bool:
    """Return whether a variation selector may follow a character."""
    return not (character.isascii() or character.isspace() or _is_selector(character))


def _is_selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _is_tag(character: str) -> bool:
    return "\U000e0020" <= character <= "\U000e007e"


def _flag_is_whole(text: str, start: int) -> bool:
    """Return whether the tag characters at `start` are a region code with its closing tag."""
    end = start
    while end < len(text) and end - start < _LONGEST_REGION and _is_tag(text[end]):
        end += 1
    return end > start and end < len(text) and text[end] == _LAST_TAG


def _limit_marks(text: str) -> str:
    """Remove combining marks that exceed `MAX_MARKS` per character."""
    kept: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        if marks <= MAX_MARKS:
            kept.append(character)
    return "".join(kept)


def is_joined(text: str, at: int) -> bool:
    """Return whether the character at a position belongs to the grapheme before it."""
    here, before = text[at], text[at - 1]
    if here.isascii() and before.isascii():
        return False
    if before == "\u200d" or here in _JOINERS or _is_selector(here) or _is_tag(here) or here == _LAST_TAG:
        return True
    if unicodedata.category(here)[0] == "M" or "\U0001f3fb" <= here <= "\U0001f3ff":
        return True
    if _is_region(here) and _is_region(before):
        first = at
        while first > 0 and _is_region(text[first - 1]):
            first -= 1
        return (at - first) % 2 == 1
    return "\u1160" <= here <= "\u11ff" and ("\u1100" <= before <= "\u11ff" or "\uac00" <= before <= "\ud7a3")


def _is_region(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"
