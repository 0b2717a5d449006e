"""An answer in words, for people."""

from choice.answers import Answer
from choice.models import Question
from choice.plain_text import plain
from choice.slack.form_pages import shown_label
from choice.slack.message_text import size
from choice.slack.text_pieces import shortened
from choice.slack.words import Words


def answer_words(question: Question, answer: Answer | None, words: Words, limit: int) -> str:
    """Return what was chosen and said, of at most `limit`; not escaped.

    Labels that do not fit are told by their numbers, under which they stand in the message. Own words that do
    not fit are cut here, and only here.
    """
    chosen = () if answer is None else answer.option_ids
    positions = [at for at, option in enumerate(question.options) if option.id in chosen]
    labels = ", ".join([shown_label(question.options[at], at) for at in positions])
    said = plain((answer.custom_text if answer else None) or "").strip()
    if not said:
        return _fitting(labels, positions, words, limit) or words("none")
    if not positions:
        return _quoted(said, words, limit)
    told = _fitting(labels, positions, words, limit // 2)
    return f"{told}; {_quoted(said, words, limit - size(told) - 2)}"


def _fitting(labels: str, positions: list[int], words: Words, limit: int) -> str:
    if size(labels) <= limit:
        return labels
    return shortened(words("options", numbers=numbers(positions)), limit)


def _quoted(said: str, words: Words, limit: int) -> str:
    quoted = words("quoted", words=said)
    return quoted if size(quoted) <= limit else words("quoted", words=shortened(said, limit - 2))


def numbers(positions: list[int]) -> str:
    """Return positions as people count, what follows on each other as a range: 1–3, 7."""
    spans: list[list[int]] = []
    for position in positions:
        if spans and spans[-1][-1] == position - 1:
            spans[-1] = [spans[-1][0], position]
        else:
            spans.append([position])
    return ", ".join(["–".join([str(end + 1) for end in span]) for span in spans])
