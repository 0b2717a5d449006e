"""The words that people read, one catalogue for each language, shared by the pages and the Python surfaces.

`en.json` has sections of named texts; every other language has the same ones. A text has places: `{name}`,
and `{n|one|other}`, the first form for one and the second for any other number, `#` being the number.
"""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "ko", "zh", "ja")
_PLACE = re.compile(r"\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}")

Catalogue = Mapping[str, Mapping[str, str]]


@cache
def catalogue(language: str) -> Catalogue:
    """Return the texts of a language by section and name.

    Raises:
        KeyError: There is no such language; `closest` finds one that there is.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    read: Catalogue = json.loads((Path(__file__).parent / f"{language}.json").read_text("utf-8"))
    return read


def closest(tag: str) -> str:
    """Return the language we have that is closest to a tag such as `ko-KR`."""
    base = re.split(r"[-_.]", tag.lower(), maxsplit=1)[0]
    return base if base in LANGUAGES else "en"


def words(section: str, language: str) -> Callable[..., str]:
    """Return the function that says the texts of one section: `say("sent", answer="Tea")`."""
    texts = catalogue(language)[section]

    def say(name: str, **values: str | int) -> str:
        return fill(texts[name], values)

    return say


def fill(text: str, values: Mapping[str, str | int]) -> str:
    """Return a text with its places filled in; a place that has no value stays empty."""

    def value_of(place: re.Match[str]) -> str:
        value = values.get(place[1], "")
        if place[3] is None:
            return str(value)
        # English is the only one of our languages with two forms; the others write none.
        return (place[2] if str(value) == "1" else place[3]).replace("#", str(value))

    return _PLACE.sub(value_of, text)
