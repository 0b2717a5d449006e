"""Words that appear in replies, one module per language.

Every module of this package is a language: it is found by its name, so a new language needs no other change.
"""

import pkgutil
from importlib import import_module
from typing import Protocol, cast

from choice.replies.meaning import Words

_FIRST = "english"
"""If several languages share a phrase, English wins; among the others, the alphabetical order decides."""


class Language(Protocol):
    """The words of one language, in the notation that the modules describe."""

    NUMBERS: str
    ORDINALS: str
    FROM_THE_END: str
    WORDS: Words
    RESERVATIONS: Words
    """Words after a choice that limit it, postpone it, make it conditional, or take it back."""
    DESTRUCTIVE: str
    """Words of questions and labels about deleting, overwriting and forcing, without accents."""


def languages() -> list[Language]:
    """Return all languages."""
    names = sorted(
        [each.name for each in pkgutil.iter_modules(__path__)], key=lambda name: (name != _FIRST, name)
    )
    return [cast("Language", import_module(f"{__name__}.{name}")) for name in names]
