"""Which methods a path takes, for those who come with another one."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from starlette.routing import BaseRoute, Match
from starlette.types import Scope

METHODS: Final = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")
"""All that are known here."""

MethodsAt = Callable[[Scope], Sequence[str]]
"""Says which methods the path of a request takes; none where nobody serves it."""


def other_method_words(allowed: Sequence[str]) -> str:
    """Return what is said to those who come with a method that a path does not take."""
    return f"This path takes {', '.join(allowed)}."


def allowed_methods(routes: Iterable[BaseRoute], scope: Scope) -> list[str]:
    """Return the methods that the path of a request takes, of all routes that serve it."""
    found: set[str] = set()
    for route in routes:
        if route.matches(scope)[0] is not Match.NONE:
            # A route that names none decides for itself.
            found.update(getattr(route, "methods", None) or METHODS)
    return sorted(found)
