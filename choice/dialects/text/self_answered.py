"""Questions that take a yes or a no, ask nobody, and are answered by the list below: "Is it safe?"."""

import re

from choice.dialects.text.item_shapes import are_sentences
from choice.dialects.text.yes_no_question import says_no

_SPEAKS_TO_READER = re.compile(
    r"\b(?:you|your|i|we|us|our|my|me|should|shall|sie|ihr\w{0,2}|du|dein\w{0,2}|ich|wir|uns"
    r"|soll\w{0,3})\b|¿|[^\x00-\u02ff]"
).search


def speaks_to_reader(question: str) -> bool:
    """Tell whether a question speaks to its reader; one in another language is trusted to."""
    return _SPEAKS_TO_READER(question.casefold()) is not None


def is_self_answered(question: str, labels: list[str]) -> bool:
    """Tell whether sentences answer a question that speaks to nobody: "Yes, in most cases.", and never no."""
    return are_sentences(labels) and not speaks_to_reader(question) and not says_no(labels)
