"""The segments of a model's text: prose, and forms with their source text."""

from typing import NamedTuple

from choice.dialects import dialect_named
from choice.models import Form, Outcome


class Text(NamedTuple):
    """Prose, to be shown as it is."""

    text: str


class FormFound(NamedTuple):
    """A form, shown instead of its source text."""

    form: Form
    dialect: str
    """Name of the dialect, which also renders the reply."""
    source: str
    """The source text, character for character."""

    def reply(self, outcome: Outcome) -> str:
        """Return the reply to the model, in the dialect of the question."""
        return dialect_named(self.dialect).reply(self.form, outcome)


Segment = Text | FormFound


def joined(segments: list[Segment]) -> list[Segment]:
    """Merge adjacent prose, so that the result does not depend on the chunks."""
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
