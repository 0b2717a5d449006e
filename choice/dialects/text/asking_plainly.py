"""Questions that plainly ask for a decision: "Which one should we use?", "What would you like?"."""

import re

_ASKS = re.compile(
    r"(?:what|how|where) (?:can|could|may) (?:i|we) (?:best |most )?(?:help|assist|support"
    r"|do for) ?(?:you\b)?"
    r"|(?:which|what|how|where|when) (?:[\w'’/-]{1,30},? ){0,12}?"
    r"(?:should (?!you\b|an?\b|every\b|each\b|any\b|i (?:do if|use|choose|call|consider|worry|see)\b)"
    r"|would you |shall "
    r"|do you (?:want|prefer|plan|intend)\b)"
).match
"""A word is followed by one space, so there is one way to go on from each."""


def asks_plainly(question: str) -> bool:
    """Tell whether a question asks for a decision or a wish, in words that no writer asks itself with."""
    return _ASKS(question.casefold()) is not None
