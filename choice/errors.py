"""The errors that callers may catch, one class for each thing that can go wrong.

ChoiceError
├── InvalidRequest        a payload that cannot become a question; names the field, the rule and an example
├── InvalidAnswer         an answer that does not fit its question
│   ├── UnknownQuestion
│   ├── UnknownOption
│   └── WrongCount
├── UnreadableJson        a text that is no JSON, or more of it than is accepted
└── UnknownDialect        a dialect name that nobody registered
"""

import copy
from collections.abc import Mapping, Sequence

_SHOWN_NAMES = 10
_SHOWN_CHARACTERS = 40


class ChoiceError(Exception):
    """Everything that choicewire raises on purpose."""


class InvalidRequest(ChoiceError):
    """A payload cannot become a question: one field breaks one rule.

    `example` is a whole payload that would be accepted, in the same selection mode.
    """

    def __init__(self, field: str, rule: str, example: Mapping[str, object]) -> None:
        super().__init__(f"{field}: {rule}")
        self.field = field
        self.rule = rule
        self.example = copy.deepcopy(dict(example))


class InvalidAnswer(ChoiceError):
    """An answer does not fit the question it is for."""

    def __init__(self, field: str, rule: str) -> None:
        super().__init__(f"{field}: {rule}")
        self.field = field
        self.rule = rule


class UnknownQuestion(InvalidAnswer):
    """An answer names a question its form does not have."""

    def __init__(self, question_id: str, known: Sequence[str]) -> None:
        super().__init__(
            "question_id", f"there is no question {_quoted(question_id)}; this form asks {_listed(known)}."
        )
        self.question_id = question_id
        self.known = tuple(known)


class UnknownOption(InvalidAnswer):
    """An answer names an option its question does not have."""

    def __init__(self, question_id: str, option_id: str, known: Sequence[str]) -> None:
        super().__init__(
            "option_ids",
            f"question {_quoted(question_id)} has no option {_quoted(option_id)}, only {_listed(known)}.",
        )
        self.question_id = question_id
        self.option_id = option_id
        self.known = tuple(known)


class WrongCount(InvalidAnswer):
    """An answer chooses fewer or more options than its question allows."""

    def __init__(self, question_id: str, chosen: int, least: int, most: int) -> None:
        wanted = f"exactly {least}" if least == most else f"{least} to {most}"
        super().__init__(
            "option_ids", f"question {_quoted(question_id)} takes {wanted} options, not {chosen}."
        )
        self.question_id = question_id
        self.chosen = chosen
        self.least = least
        self.most = most


class UnreadableJson(ChoiceError):
    """A text is not JSON, or goes beyond the bounds of what is read."""

    def __init__(self, rule: str) -> None:
        super().__init__(f"The text {rule}")
        self.rule = rule


class UnknownDialect(ChoiceError):
    """A dialect name that nobody registered."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(f"There is no dialect {_quoted(name)}; known are {_listed(known)}.")
        self.name = name
        self.known = tuple(known)


def _listed(names: Sequence[str]) -> str:
    """Return the names for a sentence, which stays short however many there are."""
    shown = ", ".join(_quoted(name) for name in names[:_SHOWN_NAMES]) or "nothing"
    return shown if len(names) <= _SHOWN_NAMES else f"{shown} and {len(names) - _SHOWN_NAMES} more"


def _quoted(name: str) -> str:
    """Return a name in quotes, its odd characters escaped, and never at length: it may be hostile."""
    return repr(name) if len(name) <= _SHOWN_CHARACTERS else f"{name[:_SHOWN_CHARACTERS]!r}…"
