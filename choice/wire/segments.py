"""One segment of a model's text as one line of JSON."""

import re
from typing import Literal

from pydantic import BaseModel, ConfigDict

from choice.models import Form

# JSON lets these stand as they are; but a terminal obeys them, and some readers take them for a line end.
_ACTING = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


class TextLine(BaseModel):
    """Prose, to be shown as it is."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: Literal["text"] = "text"
    text: str


class FormLine(BaseModel):
    """A form, and the text that asked it, which is not shown."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: Literal["form"] = "form"
    dialect: str
    form: Form
    source: str


def written(line: TextLine | FormLine) -> str:
    """Return a segment as one line of JSON, without the end of the line."""
    return _ACTING.sub(_escaped, line.model_dump_json())


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found.group()):04x}"
