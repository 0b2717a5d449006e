"""One form of a typed reply, whatever its case, width, accents and hidden characters."""

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
# A syllable that means something only where it stands alone is marked with a bar.
_ALONE = re.compile("(?<![가-힣])([네예응어음흠다노웅콜])(?![가-힣])")
_SQUEEZED_OUT = re.compile(r"[\W_]+")
_LONGEST = 4096
_EDGES = " \t\n.,;:!¡\"'()[]{}<>*_~«»“”„‹›「」『』【】〈〉《》…、。·・-–—|/\\"


def normal(text: str) -> str:
    """Return a text without hidden characters, in one width and case, on one line, without outer spaces."""
    if text.isascii():
        seen = text if text.isprintable() else _HIDDEN.sub("", text)
        return " ".join(seen.lower().split())
    seen = _LINE_ENDS.sub(" ", _HIDDEN.sub("", text))
    # No option has so long a name, and composing many marks takes long: the rest need not be compared.
    if len(seen) > _LONGEST:
        seen = seen.strip(_EDGES)[:_LONGEST]
    # Widened characters can be hidden ones in disguise, so the marks go again.
    folded = unicodedata.normalize("NFKC", plain(seen).translate(_LETTER_SIGNS))[:_LONGEST].casefold()
    return " ".join(_HIDDEN.sub("", folded.translate(_QUOTES)).split())


def bare(normal_text: str) -> str:
    """Return a normal text without the quotes, brackets and punctuation around it; question marks stay."""
    return normal_text.strip(_EDGES)


def squeezed(normal_text: str) -> str:
    """Return the letters and digits of a normal text alone, without accents."""
    return _SQUEEZED_OUT.sub("", unaccented(normal_text))


def unaccented(normal_text: str) -> str:
    """Return a normal text without the accents of Latin letters."""
    return normal_text if normal_text.isascii() else normal_text.translate(_BASES)


def tokens(normal_text: str) -> list[str]:
    """Return the words, numbers, telling signs and single East Asian characters of a normal text."""
    said = unaccented(normal_text)
    if "'" in said:
        said = _ELISION.sub(r"\1' ", said)
    if not said.isascii():
        said = _ALONE.sub(r"\1|", said.replace("|", " "))
    if "-" in said:
        said = _HYPHEN.sub(" ", said)
    found: list[str] = _TOKEN.findall(said)
    return found


def _bases() -> dict[int, str]:
    """Return the plain letter of each accented Latin letter."""
    bases = {}
    for code in (*range(0xE0, 0x250), *range(0x1E00, 0x1F00)):
        plainest = unicodedata.normalize("NFD", chr(code))[0]
        if plainest.isascii():
            bases[code] = plainest
    return bases


_BASES = _bases()


_SHORTEST = 4
_SHORT = 5
_LONG = 9


def slips_allowed(word: str) -> int:
    """Return how many slips a word of its length may have."""
    if len(word) < _SHORT:
        return 0
    return 2 if len(word) >= _LONG else 1


def is_misspelt(typed: str, meant: str) -> bool:
    """Tell whether a word may be a slip of the hand for another: letters added, left out, changed or swapped.

    In a word of four letters two neighbours may be swapped; shorter words are never taken for others.
    """
    if len(typed) == len(meant) == _SHORTEST:
        return sorted(typed) == sorted(meant) and _distance(typed, meant, 1) <= 1
    allowed = slips_allowed(max(typed, meant, key=len))
    return (
        allowed > 0
        and abs(len(typed) - len(meant)) <= allowed
        and _distance(typed, meant, allowed) <= allowed
    )


def _distance(left: str, right: str, most: int) -> int:
    """Return the number of slips between two words, or more than `most` as soon as that is certain."""
    older: list[int] = []
    last = list(range(len(right) + 1))
    for row, letter in enumerate(left, start=1):
        current = [row]
        for column, other in enumerate(right, start=1):
            cost = min(last[column] + 1, current[-1] + 1, last[column - 1] + (letter != other))
            swapped = row > 1 and column > 1 and letter == right[column - 2] and left[row - 2] == other
            current.append(min(cost, older[column - 2] + 1) if swapped else cost)
        if min(current) > most:
            return most + 1
        older, last = last, current
    return last[-1]
