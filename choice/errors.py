"""The errors that callers may catch, one class for each thing that can go wrong.

ChoiceError
├── InvalidRequest        a payload that cannot become a question; names the field, the rule and an example
├── InvalidAnswer         an answer that does not fit its question
│   ├── UnknownQuestion
│   ├── UnknownOption
│   └── WrongCount
├── MissingForm           an outcome does not carry the form that it is about
├── UnreadableJson        a text that is no JSON, or more of it than is accepted
├── UnknownDialect        a dialect name that nobody registered
├── UnknownInteraction    no such interaction, or not for this caller
├── InteractionClosed     it has ended; carries the outcome (in choice.desk.interaction)
├── NotAllowed            the caller may see it but not do this
├── StaleVersion          the question changed since it was shown
├── StaleDraft            the draft changed since it was shown
├── KeyConflict           one key, two contents
├── MissingExtra          packages of an extra are not installed
├── InvalidSetting        a setting of this installation cannot be used
└── StoreError            the store cannot do its work now
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
        options = "option" if least == most == 1 else "options"
        super().__init__(
            "option_ids", f"question {_quoted(question_id)} takes {wanted} {options}, not {chosen}."
        )
        self.question_id = question_id
        self.chosen = chosen
        self.least = least
        self.most = most


class MissingForm(ChoiceError):
    """The labels of the chosen options were asked of an outcome that does not carry its form."""

    def __init__(self) -> None:
        super().__init__(
            "This outcome does not carry its form, so it cannot name the options: use outcome.about(form)."
        )


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


class UnknownInteraction(ChoiceError):
    """There is no such interaction, or the caller may not know of it: both look the same."""

    def __init__(self, interaction_id: str) -> None:
        super().__init__(
            f"There is no interaction {_quoted(interaction_id)}, or not for you; the inbox lists yours."
        )
        self.interaction_id = interaction_id


class NotAllowed(ChoiceError):
    """Somebody may see an interaction but not do this to it."""

    def __init__(self, who: str, what: str) -> None:
        super().__init__(f"{_quoted(who)} may not {what}; somebody else must.")
        self.who = who
        self.what = what


class StaleVersion(ChoiceError):
    """An answer was given to a question that has changed since it was shown."""

    def __init__(self, interaction_id: str, shown: str, current: str) -> None:
        super().__init__(
            f"Interaction {_quoted(interaction_id)} is at version {_quoted(current)} now, not at"
            f" {_quoted(shown)}. Load it again, and answer what is asked."
        )
        self.interaction_id = interaction_id
        self.shown = shown
        self.current = current


class StaleDraft(ChoiceError):
    """A draft was changed by somebody else since it was shown."""

    def __init__(self, interaction_id: str, shown: int, current: int) -> None:
        super().__init__(
            f"The draft of {_quoted(interaction_id)} is at step {current} by now, not at {shown}."
            " Load it again, and change that."
        )
        self.interaction_id = interaction_id
        self.shown = shown
        self.current = current


class KeyConflict(ChoiceError):
    """A key that made one thing already is used to make another."""

    def __init__(self, key: str, interaction_id: str) -> None:
        super().__init__(
            f"The key {_quoted(key)} belongs to interaction {_quoted(interaction_id)} with another content."
            " Use a new key for each content."
        )
        self.key = key
        self.interaction_id = interaction_id


class MissingExtra(ChoiceError):
    """A feature needs packages that are not installed."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(f"{feature} needs more packages: pip install 'choicewire[{extra}]'")
        self.feature = feature
        self.extra = extra


class InvalidSetting(ChoiceError):
    """A setting of this installation cannot be used."""

    def __init__(self, name: str, rule: str) -> None:
        super().__init__(f"{name}: {rule}")
        self.name = name
        self.rule = rule


class StoreError(ChoiceError):
    """The store cannot do its work now; nothing was acknowledged."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem}")
        self.place = place
        self.problem = problem


class StoreMissing(StoreError):
    """The database is not where it was."""


class StoreReplaced(StoreError):
    """Another file lies where the database was."""


class StoreReadOnly(StoreError):
    """The database cannot be written to."""


class StoreFull(StoreError):
    """There is no room left for the database."""


class StoreBusy(StoreError):
    """Somebody else holds the database, for longer than we wait."""


class StoreDamaged(StoreError):
    """The database is not a database, or not a whole one."""


class StoreUnavailable(StoreError):
    """The database server cannot be reached."""


class StoreClosed(StoreError):
    """The store was closed."""


class WrongSchema(StoreError):
    """The database was made by another version of this program."""


def _listed(names: Sequence[str]) -> str:
    """Return the names for a sentence, which stays short however many there are."""
    shown = ", ".join(_quoted(name) for name in names[:_SHOWN_NAMES]) or "nothing"
    return shown if len(names) <= _SHOWN_NAMES else f"{shown} and {len(names) - _SHOWN_NAMES} more"


def _quoted(name: str) -> str:
    """Return a name in quotes, its odd characters escaped, and never at length: it may be hostile."""
    return repr(name) if len(name) <= _SHOWN_CHARACTERS else f"{name[:_SHOWN_CHARACTERS]!r}…"


class BadToken(ChoiceError):
    """A token is missing or breaks the policy; `rule` says how and never repeats any of it."""

    def __init__(self, rule: str, *, missing: bool = False) -> None:
        super().__init__(rule)
        self.rule = rule
        self.missing = missing


class MissingPermission(ChoiceError):
    """The caller's roles do not give a permission."""

    def __init__(self, permission: str) -> None:
        super().__init__(f"This needs the permission {permission!r}, which your roles do not give.")
        self.permission = permission


class NotFound(ChoiceError):
    """There is no such thing, or the caller may not know of it."""

    def __init__(self) -> None:
        super().__init__("Not found.")


class RateLimited(ChoiceError):
    """A user has used up the requests of the window."""

    def __init__(self, retry_after: int, headers: Mapping[str, str]) -> None:
        super().__init__(f"Too many requests; try again in {retry_after} s.")
        self.retry_after = retry_after
        self.headers = dict(headers)


class TooManyStreams(ChoiceError):
    """A user has as many streams open as is allowed."""

    def __init__(self, most: int) -> None:
        super().__init__(f"You have {most} streams open already; end one of them first.")
        self.most = most


class LimiterUnavailable(ChoiceError):
    """It cannot be known how many requests there were, so none that costs anything is let through."""

    def __init__(self) -> None:
        super().__init__("The counter of requests cannot be reached; chat is closed until it can.")


class ShuttingDown(ChoiceError):
    """The server stops; nothing new is begun."""

    def __init__(self) -> None:
        super().__init__("The server is restarting; try again in a moment.")


class BodyTooLarge(ChoiceError):
    """A body is larger than is accepted."""

    def __init__(self, most: int) -> None:
        super().__init__(f"The body must be at most {most} bytes.")
        self.most = most


class BodyTooSlow(ChoiceError):
    """A body does not arrive in time."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"The body must arrive within {seconds:g} s.")
        self.seconds = seconds


class WrongMediaType(ChoiceError):
    """A body is of another kind than the one that is read."""

    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule


class InvalidField(ChoiceError):
    """One field of a body, of a query or of a path breaks one rule."""

    def __init__(self, field: str, rule: str) -> None:
        super().__init__(f"{field}: {rule}")
        self.field = field
        self.rule = rule
