"""The errors that callers may catch, one class for each thing that can go wrong.

    ChoiceError
    ├── InvalidRequest        a payload that cannot become a question; names the field, the rule and an example
    ├── InvalidAnswer         an answer that does not fit its question
    │   ├── UnknownQuestion
    │   ├── UnknownOption
    │   └── WrongCount
    └── UnknownDialect        a dialect name that nobody registered
"""

from collections.abc import Mapping, Sequence


class ChoiceError(Exception):
    """Everything that choicewire raises on purpose."""


class InvalidRequest(ChoiceError):
    """A payload cannot become a question: one field breaks one rule."""

    def __init__(self, field: str, rule: str, example: Mapping[str, object]) -> None:
        super().__init__(f"{field}: {rule}")
        self.field = field
        self.rule = rule
        self.example = dict(example)


class InvalidAnswer(ChoiceError):
    """An answer does not fit the question it is for."""

    def __init__(self, field: str, rule: str) -> None:
        super().__init__(f"{field}: {rule}")
        self.field = field
        self.rule = rule


class UnknownQuestion(InvalidAnswer):
    """An answer names a question its form does not have."""

    def __init__(self, question_id: str, known: Sequence[str]) -> None:
        super().__init__("question_id", f"there is no question {question_id!r}; this form asks {_listed(known)}.")
        self.question_id = question_id
        self.known = tuple(known)


class UnknownOption(InvalidAnswer):
    """An answer names an option its question does not have."""

    def __init__(self, question_id: str, option_id: str, known: Sequence[str]) -> None:
        super().__init__(
            "option_ids", f"question {question_id!r} has no option {option_id!r}; it offers {_listed(known)}."
        )
        self.question_id = question_id
        self.option_id = option_id
        self.known = tuple(known)


class WrongCount(InvalidAnswer):
    """An answer chooses fewer or more options than its question allows."""

    def __init__(self, question_id: str, chosen: int, least: int, most: int) -> None:
        wanted = f"exactly {least}" if least == most else f"{least} to {most}"
        super().__init__("option_ids", f"question {question_id!r} takes {wanted} options; {chosen} were chosen.")
        self.question_id = question_id
        self.chosen = chosen
        self.least = least
        self.most = most


class UnknownDialect(ChoiceError):
    """A dialect name that nobody registered."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(f"There is no dialect {name!r}; known are {_listed(known)}.")
        self.name = name
        self.known = tuple(known)


def _listed(names: Sequence[str]) -> str:
    """Return the names for a sentence, the first twenty of them."""
    shown = ", ".join(repr(name) for name in names[:20])
    return shown if len(names) <= 20 else f"{shown} and {len(names) - 20} more"  # noqa: PLR2004 - a sentence stays short
