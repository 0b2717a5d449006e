"""What a splitter finds in a model's text: prose, and forms in the place of the text that asked them."""

from typing import NamedTuple

from choice.answers import Outcome
from choice.dialects.registry import dialect_named
from choice.models import Form


class Text(NamedTuple):
    """Prose, to be shown as it is."""

    text: str


class FormFound(NamedTuple):
    """A form, shown instead of the text that asked it."""

    form: Form
    dialect: str
    """The name of the dialect, which also writes the reply."""
    source: str
    """The text that asked, character for character."""

    def reply(self, outcome: Outcome) -> str:
        """Return the reply to the model, as the dialect in which it asked expects it."""
        return dialect_named(self.dialect).reply(self.form, outcome)


Segment = Text | FormFound


def joined(segments: list[Segment]) -> list[Segment]:
    """Return the segments with neighbouring prose put together: they no longer show how the text was cut."""
    whole: list[Segment] = []
    prose: list[str] = []
    for segment in segments:
        if isinstance(segment, Text):
            prose.append(segment.text)
        else:
            if prose:
                whole.append(Text("".join(prose)))
                prose.clear()
            whole.append(segment)
    if prose:
        whole.append(Text("".join(prose)))
    return whole
