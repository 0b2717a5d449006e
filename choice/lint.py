"""Lint rules for forms: advice on asking good questions. No form is rejected."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from choice.models import Form, Question

MOST_OPTIONS = 4
"""Recommended maximum number of options."""

_SENTENCE_END = re.compile(r"[.!?:;](?=\s)|[。！？：；]|\n")
# A number alone may be an answer ("How many?").
_EMPTY = re.compile(
    r"(?:option|choice|answer|item|variant|auswahl|antwort|opción|opcion|choix|옵션|선택지?|选项|選項|選択肢|خيار)"
    r"\s*[#(]?(?:[a-z]|\d{1,2}|one|two|three|four)?\)?\.?|\(?[a-z]\)?\.?"
)
_NEEDLESS = frozenset({
    "other", "others", "something else", "none", "none of the above", "custom", "own answer", "own words",
    "other (please specify)", "other (specify)", "type your own", "type your own answer",
    "기타", "직접 입력", "其他", "其它", "その他", "sonstiges", "andere",
    "etwas anderes", "otro", "otra", "autre",
})  # fmt: skip


class Advice(NamedTuple):
    """One suggestion for a question."""

    question_id: str
    rule: str
    words: str


def advise(form: Form) -> tuple[Advice, ...]:
    """Return suggestions for a form, in the order of its questions."""
    return tuple(
        Advice(question.id, rule, words)
        for question in form.questions
        for rule, words in (*_about_question(form, question), *_about_options(question))
    )


def _about_question(form: Form, question: Question) -> Iterator[tuple[str, str]]:
    if not (form.context or question.context or _explains_itself(question.text)):
        yield "no_context", "Say why you ask and what depends on the answer."
    if len(question.options) > MOST_OPTIONS:
        yield "too_many_options", f"Offer two to four options instead of {len(question.options)}."
    if len(question.options) == 1:
        yield "one_option", "Offer a second option: a single option leaves nothing to choose."


def _about_options(question: Question) -> Iterator[tuple[str, str]]:
    for option in question.options:
        label = option.label.strip().casefold()
        if _EMPTY.fullmatch(label):
            yield (
                "empty_label",
                f"Describe option {option.id!r} in its label instead of {option.label!r}.",
            )
        elif question.allow_free_text and label.rstrip(".…:?") in _NEEDLESS:
            yield "needless_option", f"Leave out {option.label!r}: people can always type their own answer."
    if len({option.label.strip().casefold() for option in question.options}) < len(question.options):
        yield "same_labels", "Give every option a different label."
    recommended = sum(option.recommended for option in question.options)
    if len(question.options) > 1 and not recommended:
        yield "none_recommended", "Recommend the option that you would choose."
    if recommended > max(question.max_selections, 1):
        yield "several_recommended", f"Recommend one option instead of {recommended}."


def _explains_itself(text: str) -> bool:
    """Return whether the text of a question has a second sentence that explains it."""
    return any(words.strip() for words in _SENTENCE_END.split(text.strip())[1:])
