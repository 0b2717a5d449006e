"""Tells whether a message names a period to leave it out: `not in March`, `except 2024`."""

from collections.abc import Sequence
from typing import Final, Literal

from choice.chat import intent_words as known

Role = Literal["wanted", "left_out", "no_limit"]

LEAVE_OUT: Final = frozenset({
    "except", "excepting", "exclude", "excluding", "without", "besides", "minus", "ignore", "ignoring",
    "omit", "omitting", "skip", "skipping", "outside", "hide", "hiding", "not",
})  # fmt: skip
"""Words that leave out what follows them."""
_DENIALS: Final = frozenset({
    "not", "never", "isn", "aren", "wasn", "weren", "don", "didn", "doesn", "isnt", "arent", "wasnt",
    "werent", "dont", "didnt", "doesnt", "without",
})  # fmt: skip
"""Words that may also deny what stands between them and the period."""
_ALL: Final = LEAVE_OUT | _DENIALS
_OF_TWO_WORDS: Final = frozenset({
    ("other", "than"), ("rather", "than"), ("apart", "from"), ("aside", "from"), ("instead", "of"),
    ("leave", "out"), ("leaving", "out"), ("filter", "out"), ("filtering", "out"),
})  # fmt: skip
_EVERYTHING: Final = frozenset({"all", "everything", "anything", "every", "any"})
"""Behind these a `but` leaves out."""
_ONLY: Final = frozenset({"only", "just", "merely", "solely", "limited"})
_FILLING: Final = frozenset({
    "in", "during", "on", "of", "for", "from", "within", "between", "the", "t", "that", "those", "ones",
    "these", "which", "it", "is", "are", "were", "was", "be", "did", "do", "have", "been", "happen",
    "happened", "occur", "occurred", "start", "started", "begin", "began", "begun", "opened", "created",
    "raised", "reported", "detected", "seen", "found", "filed", "logged", "show", "include", "list", "count",
    "want", "me", "us", "any", "anything", "things", "month", "year",
})  # fmt: skip
_TOPICS: Final = frozenset().union(*known.TOPICS.values()) | {"weak"}
_BEHIND: Final = frozenset({"excluded", "omitted", "aside", "excepted", "exempted"})
_MOST_BETWEEN: Final = 6


def role_of(words: Sequence[str], at: int, behind: int) -> Role:
    """Return why a period is named that begins at a word and ends before another."""
    first = behind + (words[behind : behind + 1] in (["is"], ["are"]))
    if words[first : first + 1] and (
        words[first] in _BEHIND or words[first : first + 2] in (["left", "out"], ["not", "included"])
    ):
        return "left_out"
    if words[at] in {"from", "of", "than"} and at > 0 and (words[at - 1], words[at]) in _OF_TWO_WORDS:
        return "left_out"
    return _before(words, at)


def _before(words: Sequence[str], at: int) -> Role:
    has_topic = False
    for place in range(at - 1, max(-1, at - 1 - _MOST_BETWEEN), -1):
        word, earlier = words[place], words[place - 1] if place else ""
        if (earlier, word) in _OF_TWO_WORDS or (
            word == "but" and _EVERYTHING.intersection(words[:place][-3:])
        ):
            return "left_out"
        if word in _ONLY and earlier in _ALL:
            return "no_limit"
        if word in _ALL:
            # `days without incidents in March` are days in March all the same.
            is_denied = word in _DENIALS and (has_topic or earlier == "why")
            return "wanted" if is_denied else "left_out"
        has_topic = has_topic or word in _TOPICS
        if word not in _FILLING and word not in _TOPICS:
            break
    return "wanted"
