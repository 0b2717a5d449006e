"""Exceptions of choicewire. All of them derive from `ChoiceError`.

ChoiceError
├── InvalidRequest        a payload is invalid; the error has the field, the rule and an example
├── InvalidAnswer         an answer does not fit its question
│   ├── UnknownQuestion
│   ├── UnknownOption
│   └── WrongCount
├── MissingForm           an outcome has no form, so its options have no labels
├── UnreadableJson        a text is not valid JSON, or exceeds the bounds
├── UnknownDialect        no dialect has this name
├── UnknownInteraction    the interaction does not exist, or is not visible to the caller
├── InteractionClosed     the interaction has ended; the error has the outcome (in choice.desk.interaction)
├── NotAllowed            the caller may see the interaction but not perform this action
├── StaleVersion          the question changed since it was shown
├── StaleDraft            the draft changed since it was shown
├── KeyConflict           an idempotency key was used for different content
├── MissingExtra          an optional extra is not installed
├── InvalidSetting        a setting is invalid
├── BadToken              a token is missing or invalid
├── MissingPermission     the roles of the caller lack a permission
├── NotFound              the resource does not exist, or is not visible to the caller
├── RateLimited, TooManyOpen (TooManyStreams), QueueFull, LimiterUnavailable, ShuttingDown
├── BodyTooLarge, BodyTooSlow, WrongMediaType, InvalidField
└── StoreError            the store failed; the operation was not acknowledged
    ├── StoreMissing, StoreReplaced, StoreReadOnly, StoreFull, StoreDamaged
    ├── StoreBusy, StoreUnavailable
    ├── StoreClosed
    └── WrongSchema
"""

import copy
from collections.abc import Mapping, Sequence

_SHOWN_NAMES = 10
_SHOWN_CHARACTERS = 40


class ChoiceError(Exception):
    """Base of all exceptions of choicewire."""


class InvalidRequest(ChoiceError):
    """A field of a payload breaks a rule. `example` is a valid payload in the same selection mode."""

    def __init__(self, field: str, rule: str, example: Mapping[str, object]) -> None:
        super().__init__(f"{field}: {rule}")
        self.field = field
        self.rule = rule
        self.example = copy.deepcopy(dict(example))


class InvalidAnswer(ChoiceError):
    """An answer does not fit its question."""

    def __init__(self, field: str, rule: str) -> None:
        super().__init__(f"{field}: {rule}")
        self.field = field
        self.rule = rule


class UnknownQuestion(InvalidAnswer):
    """An answer names a question that its form does not have."""

    def __init__(self, question_id: str, known: Sequence[str]) -> None:
        super().__init__(
            "question_id",
            f"unknown question {_quoted(question_id)}. Questions of this form: {_listed(known)}.",
        )
        self.question_id = question_id
        self.known = tuple(known)


class UnknownOption(InvalidAnswer):
    """An answer names an option that its question does not have."""

    def __init__(self, question_id: str, option_id: str, known: Sequence[str]) -> None:
        super().__init__(
            "option_ids",
            f"question {_quoted(question_id)} has no option {_quoted(option_id)}."
            f" Its options: {_listed(known)}.",
        )
        self.question_id = question_id
        self.option_id = option_id
        self.known = tuple(known)


class WrongCount(InvalidAnswer):
    """An answer has fewer or more options than its question allows."""

    def __init__(self, question_id: str, chosen: int, least: int, most: int) -> None:
        required = f"exactly {least}" if least == most else f"{least} to {most}"
        options = "option" if least == most == 1 else "options"
        super().__init__(
            "option_ids", f"question {_quoted(question_id)} requires {required} {options}, not {chosen}."
        )
        self.question_id = question_id
        self.chosen = chosen
        self.least = least
        self.most = most


class MissingForm(ChoiceError):
    """The labels of the chosen options are unknown because the outcome has no form."""

    def __init__(self) -> None:
        super().__init__(
            "This outcome has no form, so the labels of its options are unknown. Use outcome.about(form)."
        )


class UnreadableJson(ChoiceError):
    """A text is not valid JSON, or exceeds the bounds."""

    def __init__(self, rule: str) -> None:
        super().__init__(f"The text {rule}")
        self.rule = rule


class UnknownDialect(ChoiceError):
    """No dialect has this name."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(f"Unknown dialect {_quoted(name)}. Known dialects: {_listed(known)}.")
        self.name = name
        self.known = tuple(known)


class UnknownInteraction(ChoiceError):
    """The interaction does not exist, or is not visible to the caller. The message does not say which."""

    def __init__(self, interaction_id: str) -> None:
        super().__init__(
            f"Interaction {_quoted(interaction_id)} does not exist, or you do not have access to it."
        )
        self.interaction_id = interaction_id


class NotAllowed(ChoiceError):
    """The caller may see an interaction but may not perform this action on it."""

    def __init__(self, who: str, what: str) -> None:
        super().__init__(f"{_quoted(who)} may not {what}. Another person has to do it.")
        self.who = who
        self.what = what


class StaleVersion(ChoiceError):
    """The question has changed since it was shown."""

    def __init__(self, interaction_id: str, shown: str, current: str) -> None:
        super().__init__(
            f"Interaction {_quoted(interaction_id)} is at version {_quoted(current)}, not"
            f" {_quoted(shown)}. Load the interaction again and answer the current version."
        )
        self.interaction_id = interaction_id
        self.shown = shown
        self.current = current


class StaleDraft(ChoiceError):
    """The draft has changed since it was shown."""

    def __init__(self, interaction_id: str, shown: int, current: int) -> None:
        super().__init__(
            f"The draft of interaction {_quoted(interaction_id)} is at revision {current}, not {shown}."
            " Load the current draft and apply your change to it."
        )
        self.interaction_id = interaction_id
        self.shown = shown
        self.current = current


class KeyConflict(ChoiceError):
    """An idempotency key is used again with different content."""

    def __init__(self, key: str, interaction_id: str) -> None:
        super().__init__(
            f"The idempotency key {_quoted(key)} belongs to interaction {_quoted(interaction_id)}, which has"
            " different content. Use a new key."
        )
        self.key = key
        self.interaction_id = interaction_id


class MissingExtra(ChoiceError):
    """A feature needs an optional extra that is not installed."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(f"{feature} needs additional packages: pip install 'choicewire[{extra}]'")
        self.feature = feature
        self.extra = extra


class InvalidSetting(ChoiceError):
    """A setting is invalid."""

    def __init__(self, name: str, rule: str) -> None:
        super().__init__(f"{name}: {rule}")
        self.name = name
        self.rule = rule


class StoreError(ChoiceError):
    """The store failed. The operation was not acknowledged."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem}")
        self.place = place
        self.problem = problem


class StoreMissing(StoreError):
    """The database file no longer exists."""


class StoreReplaced(StoreError):
    """The database file was replaced with another one."""


class StoreReadOnly(StoreError):
    """The database cannot be written to."""


class StoreFull(StoreError):
    """The disk is full."""


class StoreBusy(StoreError):
    """The database stayed locked for longer than the timeout."""


class StoreDamaged(StoreError):
    """The database file is corrupt, or not a database."""


class StoreUnavailable(StoreError):
    """The database server cannot be reached."""


class StoreClosed(StoreError):
    """The store is closed."""


class WrongSchema(StoreError):
    """The database has the schema of another version of choicewire."""


def _listed(names: Sequence[str]) -> str:
    """Return the first names, separated by commas, and the number of names left out."""
    shown = ", ".join(_quoted(name) for name in names[:_SHOWN_NAMES]) or "none"
    return shown if len(names) <= _SHOWN_NAMES else f"{shown} and {len(names) - _SHOWN_NAMES} more"


def _quoted(name: str) -> str:
    """Return a name in quotes, escaped and truncated, because it may come from a client."""
    return repr(name) if len(name) <= _SHOWN_CHARACTERS else f"{name[:_SHOWN_CHARACTERS]!r}…"


class BadToken(ChoiceError):
    """A token is missing or invalid. `rule` says why, without quoting the token."""

    def __init__(self, rule: str, *, missing: bool = False) -> None:
        super().__init__(rule)
        self.rule = rule
        self.missing = missing


class MissingPermission(ChoiceError):
    """The roles of the caller lack a permission."""

    def __init__(self, permission: str) -> None:
        super().__init__(f"This needs the permission {permission!r}, which your roles do not have.")
        self.permission = permission


class NotFound(ChoiceError):
    """The resource does not exist, or is not visible to the caller."""

    def __init__(self) -> None:
        super().__init__("Not found.")


class RateLimited(ChoiceError):
    """A user has exceeded the rate limit."""

    def __init__(self, retry_after: int, headers: Mapping[str, str]) -> None:
        super().__init__(f"Too many requests. Try again in {retry_after} s.")
        self.retry_after = retry_after
        self.headers = dict(headers)


class TooManyOpen(ChoiceError):
    """A user holds too many streams, waiting requests, sockets or sessions open."""

    def __init__(self, what: str, most: int) -> None:
        super().__init__(f"You have {most} open {what}, which is the limit. Close one of them first.")
        self.what = what
        self.most = most


class TooManyStreams(TooManyOpen):
    """A user has too many open streams."""

    def __init__(self, most: int) -> None:
        super().__init__("streams", most)


class QueueFull(ChoiceError):
    """An agent has too many questions in the queue of a person."""

    def __init__(self, most: int) -> None:
        super().__init__(
            f"{most} of your questions already wait for this person, which is the limit. Ask again after some"
            " of them have been answered, or cancel those you no longer need."
        )
        self.most = most


class LimiterUnavailable(ChoiceError):
    """The rate limiter is unavailable, so requests to the model are rejected."""

    def __init__(self) -> None:
        super().__init__("The rate limiter is unavailable. Try again later.")


class ShuttingDown(ChoiceError):
    """The server is shutting down and accepts no new work."""

    def __init__(self) -> None:
        super().__init__("The server is shutting down. Try again in a moment.")


class BodyTooLarge(ChoiceError):
    """A request body is too large."""

    def __init__(self, most: int) -> None:
        super().__init__(f"The body must be at most {most} bytes.")
        self.most = most


class BodyTooSlow(ChoiceError):
    """A request body does not arrive in time."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"The body must arrive within {seconds:g} s.")
        self.seconds = seconds


class WrongMediaType(ChoiceError):
    """A request body has an unsupported media type."""

    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule


class InvalidField(ChoiceError):
    """A field of a body, a query or a path breaks a rule."""

    def __init__(self, field: str, rule: str) -> None:
        super().__init__(f"{field}: {rule}")
        self.field = field
        self.rule = rule
