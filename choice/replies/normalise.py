"""Normalise typed text, split it into tokens, parse positions, and detect misspellings."""

import re
import unicodedata

from choice.plain_text import plain

_HIDDEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xaa\xad\xba\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20e3\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff"
    "\U0001d173-\U0001d17a\U0001f3fb-\U0001f3ff\U000e0000-\U000e0fff]"
)
_LINE_ENDS = re.compile("[\x0b\x0c\r\x85\u2028\u2029]")
_LETTER_SIGNS = {0x1F170: "a", 0x1F171: "b"}
_QUOTES = {ord(sign): "'" for sign in "’‘ʼ`´"}
_EAST = "\u3040-\u30fa\u30fc-\u30ff\u3400-\u9fff\uac00-\ud7a3"
_LATIN = f"[^\\W\\d_{_EAST}]"
_TOKEN = re.compile(
    f"[{_EAST}]\\|?|\\d+(?:[.:]\\d+)+|\\d+{_LATIN}*|{_LATIN}+\\d+\\w*|{_LATIN}+(?:'{_LATIN}*)*(?:\\+\\+|#)?"
    "|[,;:/&+~〜\\-–—.!?#()\n、。·・]|[\u2600-\u27bf\U0001f300-\U0001faff]"
)
_ELISION = re.compile(r"\b([cdjlmnst]|qu)'(?=\w)")
_HYPHEN = re.compile(r"(?<=[^\W\d_]{2})-(?=[^\W\d_])|(?<=[^\W\d_])-(?=[^\W\d_]{2})")
# Korean syllables that have a meaning only as separate words. `tokens` marks them with a bar.
_ALONE = re.compile("(?<![가-힣])([네예응어음흠다노웅콜])(?![가-힣])")
_SQUEEZED_OUT = re.compile(r"[\W_]+")
_LONGEST = 4096
_EDGES = " \t\n.,;:!¡\"'()[]{}<>*_~«»“”„‹›「」『』【】〈〉《》…、。·・-–—|/\\"


def normal(text: str) -> str:
    """Remove hidden characters, fold case and width, and collapse whitespace."""
    if text.isascii():
        seen = text if text.isprintable() else _HIDDEN.sub("", text)
        return " ".join(seen.lower().split())
    seen = _LINE_ENDS.sub(" ", _HIDDEN.sub("", text))
    # Truncate: no option has such a long name, and composing many combining marks is slow.
    if len(seen) > _LONGEST:
        seen = seen.strip(_EDGES)[:_LONGEST]
    # NFKC can produce hidden characters, so remove them again.
    folded = unicodedata.normalize("NFKC", plain(seen).translate(_LETTER_SIGNS))[:_LONGEST].casefold()
    return " ".join(_HIDDEN.sub("", folded.translate(_QUOTES)).split())


def bare(normal_text: str) -> str:
    """Strip quotes, brackets and punctuation except question marks from both ends of a normalised text."""
    return normal_text.strip(_EDGES)


def squeezed(normal_text: str) -> str:
    """Return only the letters and digits of a normalised text, without accents."""
    return _SQUEEZED_OUT.sub("", unaccented(normal_text))


def unaccented(normal_text: str) -> str:
    """Remove the accents of Latin letters from a normalised text."""
    return normal_text if normal_text.isascii() else normal_text.translate(_BASES)


def tokens(normal_text: str) -> list[str]:
    """Split a normalised text into words, numbers, meaningful signs and single East Asian characters."""
    text = unaccented(normal_text)
    if "'" in text:
        text = _ELISION.sub(r"\1' ", text)
    if not text.isascii():
        text = _ALONE.sub(r"\1|", text.replace("|", " "))
    if "-" in text:
        text = _HYPHEN.sub(" ", text)
    found: list[str] = _TOKEN.findall(text)
    return found


def _bases() -> dict[int, str]:
    """Return the base letter of each accented Latin letter."""
    bases = {}
    for code in (*range(0xE0, 0x250), *range(0x1E00, 0x1F00)):
        base = unicodedata.normalize("NFD", chr(code))[0]
        if base.isascii():
            bases[code] = base
    return bases


_BASES = _bases()


_SHORTEST = 4
_SHORT = 5
_LONG = 9


def max_typos(word: str) -> int:
    """Return how many typing errors a word of this length may have."""
    if len(word) < _SHORT:
        return 0
    return 2 if len(word) >= _LONG else 1


def is_misspelt(typed: str, meant: str) -> bool:
    """Return whether a word may be a misspelling: letters added, omitted, changed or swapped.

    In a word of four letters, only two neighbouring letters may be swapped. Shorter words have no
    misspellings.
    """
    if len(typed) == len(meant) == _SHORTEST:
        return sorted(typed) == sorted(meant) and _distance(typed, meant, 1) <= 1
    allowed = max_typos(max(typed, meant, key=len))
    return (
        allowed > 0
        and abs(len(typed) - len(meant)) <= allowed
        and _distance(typed, meant, allowed) <= allowed
    )


def _distance(left: str, right: str, limit: int) -> int:
    """Return the edit distance of two words, or `limit + 1` if the distance is greater than `limit`."""
    older: list[int] = []
    last = list(range(len(right) + 1))
    for row, letter in enumerate(left, start=1):
        current = [row]
        for column, other in enumerate(right, start=1):
            cost = min(last[column] + 1, current[-1] + 1, last[column - 1] + (letter != other))
            swapped = row > 1 and column > 1 and letter == right[column - 2] and left[row - 2] == other
            current.append(min(cost, older[column - 2] + 1) if swapped else cost)
        if min(current) > limit:
            return limit + 1
        older, last = last, current
    return last[-1]


# --- Positions ---

_MAX_DIGITS = 3
"""Maximum number of digits in a position."""

_ORDINAL = re.compile(r"(\d{1,3})(?:st|nd|rd|th|er|re|ere|e|eme|ieme|nd|nde|te|ter|tes|ten)")
_COUNTED_INDEX = re.compile(
    r"(?:option|opt|choice|no|nr|num|number|n|opcion|numero|nummer|variante|choix)0*(\d{1,3})"
)
_ROMAN = {
    "i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10, "xi": 11,
    "xii": 12,
}  # fmt: skip


def number_of(token: str) -> int | None:
    """Return the number in a token of digits, 0 if it is too long for a position, or None without digits."""
    if not token.isdecimal():
        return None
    short = token.lstrip("0")
    return int(short or "0") if len(short) <= _MAX_DIGITS else 0


def place_of(token: str) -> int | None:
    """Return the position of an unambiguous token (2nd, 2ème, option2), or None."""
    if not token[-1].isdecimal() and not token[0].isdecimal():
        return None
    found = _ORDINAL.fullmatch(token) or _COUNTED_INDEX.fullmatch(token)
    return int(found[1]) if found else None


def letter_of(token: str, count: int) -> int | None:
    """Return the position of a letter or a Roman numeral among `count` options, or None.

    Return 0 for a letter without an option, unless it is a Roman numeral that has one.
    """
    if len(token) == 1 and "a" <= token <= "z":
        place = ord(token) - ord("a") + 1
        if place <= count:
            return place
        return roman if (roman := _ROMAN.get(token, 0)) <= count else 0
    return _ROMAN.get(token)
