"""A recommending word at one end of a label that no bracket tells from it."""

from choice.dialects.recommending_signs import (
    BARE_WORDS,
    BEFORE_WORD,
    BEHIND_WORD,
    EMPHASIS,
    ENDS,
    GENERAL,
    JOINING,
    ORNAMENTS,
    SIGNED_WORDS,
    SIGNS_BEFORE,
    SIGNS_BEHIND,
    SPACE,
    SPARKS,
    STARS,
    THUMBS,
    VARIATION,
)

_LONGEST_WORD = 40
_FRONT_SIGNS = SPACE + VARIATION + EMPHASIS + THUMBS + "".join(STARS) + SPARKS


def _word_removed(label: str) -> str | None:
    for word in BARE_WORDS:
        if label.endswith(word) and label.removesuffix(word)[-1:] in tuple(BEFORE_WORD):
            return label.removesuffix(word).rstrip(BEFORE_WORD)
        if label.startswith(word) and label.removeprefix(word)[:1] in tuple(BEHIND_WORD):
            return label.removeprefix(word).lstrip(BEHIND_WORD)
    return None


def starred_word_removed(label: str) -> str | None:
    """Remove a star or thumb and the recommending word behind it from the beginning: "⭐ Recommended Red"."""
    if label[:1] not in _FRONT_SIGNS:
        return None
    inner = label.lstrip(EMPHASIS)
    opening = label[: len(label) - len(inner)]
    word = inner.lstrip(_FRONT_SIGNS)
    signs = inner[: len(inner) - len(word)]
    if len(signs.strip(SPACE + VARIATION + EMPHASIS)) != 1:
        return None
    return _named_behind(opening or signs[len(signs.rstrip(EMPHASIS)) :], word)


def _emphasised_word_before_removed(label: str) -> str | None:
    """Remove a recommending word with emphasis of its own from the beginning: "_Recommended_ Red"."""
    word = label.lstrip(EMPHASIS)
    opening = label[: len(label) - len(word)]
    rest = _named_behind(opening, word) if opening else None
    return None if rest is None or rest.startswith(opening) else rest


def _named_behind(opening: str, inner: str) -> str | None:
    """Return the name that follows a recommending word, or None; the emphasis before the word may go on."""
    word = _first_word(inner)
    if word is None:
        return None
    behind = inner[len(word) :]
    rest = behind.lstrip(SPACE + EMPHASIS + SIGNS_BEHIND)
    between = behind[: len(behind) - len(rest)]
    if not _tells_apart(between, SIGNS_BEHIND) and not (between.endswith(tuple(SPACE)) and _is_name(rest)):
        return None
    return rest if opening in between else opening + rest


def _is_name(text: str) -> bool:
    """Tell whether a text begins with a name, and does not go on with the word before it."""
    word = text[:_LONGEST_WORD].partition(" ")[0]
    return not word[:1].islower() and word.casefold().strip(EMPHASIS) not in GENERAL


def _emphasised_word_behind_removed(label: str) -> str | None:
    """Remove a recommending word with emphasis of its own from the end: "Red _recommended_"."""
    inner = label.rstrip(ENDS)
    word = _last_word(inner)
    if word is None:
        return None
    before = inner[: len(inner) - len(word)]
    rest = before.rstrip(EMPHASIS)
    mark = before[len(rest) :]
    if not mark or mark not in label[len(inner) :] or not rest.endswith(tuple(SPACE)):
        return None
    rest = rest.rstrip(SPACE)
    return None if rest.rpartition(" ")[2].strip(EMPHASIS).casefold() in JOINING else _closed(rest)


def _first_word(inner: str) -> str | None:
    """Return the recommending word that a text begins with, as it is written there."""
    said = inner.casefold()
    word = next((word for word in SIGNED_WORDS if said.startswith(word)), None)
    return None if word is None or len(said) != len(inner) else inner[: len(word)]


def _last_word(inner: str) -> str | None:
    """Return the recommending word that a text ends with, as it is written there."""
    said = inner.casefold()
    word = next((word for word in SIGNED_WORDS if said.endswith(word)), None)
    return None if word is None or len(said) != len(inner) else inner[-len(word) :]


def _word_before_removed(label: str) -> str | None:
    """Remove a recommending word with a sign behind it from the beginning."""
    label = label.lstrip(SPARKS + SPACE)
    inner = label.lstrip(EMPHASIS)
    opening = label[: len(label) - len(inner)]
    inner = inner.lstrip(SPARKS + SPACE)
    word = _first_word(inner)
    if word is None:
        return None
    behind = inner[len(word) :]
    rest = behind.lstrip(ORNAMENTS + SIGNS_BEHIND)
    signs = behind[: len(behind) - len(rest)]
    if not _tells_apart(signs, SIGNS_BEHIND):
        return None
    return rest if opening and opening in signs else opening + rest


def _word_behind_removed(label: str) -> str | None:
    """Remove a recommending word with a sign before it from the end."""
    inner = label.rstrip(ENDS)
    word = _last_word(inner)
    if word is None:
        return None
    before = inner[: len(inner) - len(word)]
    rest = before.rstrip(SPACE + VARIATION + EMPHASIS + SIGNS_BEFORE)
    signs = before[len(rest) :]
    if not _tells_apart(signs, SIGNS_BEFORE):
        return None
    return _closed(rest)


def _closed(rest: str) -> str:
    """Return what is left of a label with the emphasis closed that was opened in it."""
    return rest + next((mark for mark in ("**", "__") if rest.count(mark) % 2), "")


def _tells_apart(between: str, signs: str) -> bool:
    """Tell whether a sign stands between a word and the label; a hyphen alone may be part of a word."""
    bare = between.strip(EMPHASIS)
    return any(sign in bare for sign in signs) and bare != "-"


WORD_REMOVERS = (
    _word_before_removed,
    _word_behind_removed,
    _emphasised_word_before_removed,
    _emphasised_word_behind_removed,
    _word_removed,
)
"""Each returns a label without a word, or None where there is none."""
