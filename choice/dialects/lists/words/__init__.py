"""Words by which models ask, one module per language; a module placed here is found by itself.

`WORDS` maps a role to phrases separated by `|`. `^` before a phrase means that it begins a clause, `*` after
it that its last word may go on. With `SPACED = False` the phrases are searched inside words as well.
`CODE` is the language, `YES` and `NO` are its labels, `COMMON` has words that show the language, `MARKERS` stand
before a letter or number as in "Option A", `OPENINGS` are words before the first alternative
of "Should I use A or B?", and `NUMBERS` are the words for one to six.
"""

# ruff: noqa: E501 - word lists, patterns and graded strengths are data

from collections.abc import Mapping
from enum import Enum, auto


class Role(Enum):
    """What a phrase says about a sentence or an item."""

    WHICH = auto()
    """Asks to pick: "which one", "what would you like"."""
    PREFER = auto()
    """Choosing and wishing: "prefer", "choose", "like me to"."""
    OFFER = auto()
    """Offers an act: "should I", "do you want"."""
    YOU = auto()
    OPTION = auto()
    """Nouns for alternatives: "options", "ways"."""
    TELL = auto()
    """Asks for a reply without a question: "let me know", "please choose"."""
    OR = auto()
    ADVISE = auto()
    """Recommends: "I'd go with", "my pick"."""
    STEPS = auto()
    SUMMARY = auto()
    BECAUSE = auto()
    EXAMPLE = auto()
    PLAN = auto()
    """The speaker's own next acts: "I'll"."""
    CONFIRM = auto()
    """Asks for consent: "shall I proceed", "does this look right"."""
    OTHER = auto()
    """Answers beside the list: "something else", "both"."""
    IF = auto()
    """Leaves it to the reader: "if you want"."""
    CAN = auto()
    """What the speaker is able to do: "I can"."""
    REQUEST = auto()
    """Asks the reader to do something: "could you check"."""
    WHAT = auto()
    """Begins an open question: "what", "how"."""
    YES_NO = auto()
    """Begins a yes/no question: "is", "does", "shall"."""
    THESE = auto()
    """Points at the items: "of these", "any of them"."""
    FIRST = auto()
    """Asks what comes first: "start with", "next"."""
    GENERAL = auto()
    """Closing phrases: "anything else", "any questions"."""
    ACT = auto()
    """An item that begins with a verb in the imperative."""
    DONE = auto()
    """An item that reports finished work."""
    CONTENTS = auto()
    """Announces what one offered act would contain: "covering", "the changes would be"."""
    QUIZ = auto()
    """Text for others: quiz, survey, FAQ, draft."""
    MANY = auto()
    """Several options may be chosen."""
    ONLY_ONE = auto()
    UP_TO = auto()
    AT_LEAST = auto()
    EXACTLY = auto()


Words = Mapping[Role, str]
