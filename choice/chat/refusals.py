"""What the chat service refuses before any work is done, one class for each reason.

ChoiceError
├── BadToken              nobody we know: no token, or one that breaks the policy
├── MissingPermission     somebody we know, who may not do this
├── NotFound              there is no such thing, or not for this caller: both look the same
├── RateLimited           too many requests in the window
├── TooManyStreams        too many streams at once
├── LimiterUnavailable    nobody can say how many requests there were
├── ShuttingDown          the server stops
├── BodyTooLarge, BodyTooSlow, WrongMediaType
└── InvalidField          one field of a body breaks one rule
"""

from collections.abc import Mapping

from choice.errors import ChoiceError


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
