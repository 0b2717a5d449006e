"""The label of an option that goes on in the lines below it."""

from itertools import pairwise

_ENDS = (".", "!", "?", ":", ";", "。", "！", "？", "**", "__")
_SIGNS = (",", "/", "&", "+", "-", "–", "—")
_OPEN = frozenset({
    "a", "an", "the", "and", "or", "but", "of", "for", "to", "in", "on", "at", "by", "with", "without",
    "from", "through", "via", "into", "over", "under", "per", "than", "that", "which", "as", "is", "are",
    "be", "using", "including", "between", "within", "across", "not", "no", "your", "our", "my", "its",
    "their", "until", "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer",
    "und", "oder", "aber", "von", "für", "zu", "zum", "zur", "im", "am", "auf", "mit", "ohne", "aus", "bei",
    "nach", "durch", "über", "unter", "als", "dass", "el", "la", "los", "las", "un", "una", "y", "o",
    "pero", "de", "del", "para", "al", "en", "con", "sin", "por", "sobre", "que", "como", "su", "le", "les",
    "et", "ou", "du", "pour", "à", "avec", "sans", "par",
})  # fmt: skip
"""Behind these another word must come."""
_JOINING = frozenset({"and", "or", "und", "oder", "y", "o", "et", "ou"})
"""No description begins with these."""
_FEWEST_WORDS = 5


def put_together(label: str, below: list[str]) -> tuple[str, list[str]]:
    """Return a label with the lines that go on with it, and the other lines below it.

    A line goes on with it that begins small, if the line above has no end: its last word needs another one,
    the next line begins with "and", or it is long and all lines are as full as wrapped text is. Other lines
    describe the option.
    """
    lines = [label]
    for line in below:
        if not line[:1].islower() or lines[-1].endswith(_ENDS):
            break
        lines.append(line)
    if not _are_full(lines):
        whole = (at for at, pair in enumerate(pairwise(lines), 1) if not _goes_on(*pair))
        lines = lines[: next(whole, len(lines))]
    return " ".join(lines), below[len(lines) - 1 :]


def _are_full(lines: list[str]) -> bool:
    """Tell whether no line has room for the first word of the next one."""
    if len(lines[0].split()) < _FEWEST_WORDS:
        return False
    longest = max(map(len, lines))
    return all(len(line) + 1 + len(_first_word(below)) > longest for line, below in pairwise(lines))


def _goes_on(line: str, below: str) -> bool:
    """Tell whether the line below is needed to end a line."""
    if line.endswith(_SIGNS) or line.rpartition(" ")[2].casefold() in _OPEN:
        return True
    return _first_word(below) in _JOINING


def _first_word(line: str) -> str:
    return line.split(" ", 1)[0]
