"""What stands right above a question: the list of another one tells how this one is meant.

Who asks goes on to ask ("And what about the duplicates?"), and who reports goes on to report ("What went
well?", "What will we do differently?").
"""

import re
from enum import Enum, auto


class Above(Enum):
    """What the line above a question is, empty ones aside."""

    BEGINNING = auto()
    """Nothing: the text begins here."""
    ASKED = auto()
    """The last option of a question that was asked."""
    TOLD = auto()
    """The last item of a list that only looked like options."""
    OTHER = auto()


# Names of their own, as for the kinds of line.
BEGINNING, ASKED, TOLD, OTHER = Above

_JOINED = re.compile(
    r"\W{0,4}(?:and|also|und|außerdem|y|e|además)\b|\W{0,4}(?:그리고|또한|还有|還有|另外|また|それと|あと|و)"
).match


def is_joined(question: str) -> bool:
    """Tell whether a question begins with a word that joins it to the one before: "And how …?"."""
    return _JOINED(question.casefold()) is not None
