"""What a word or phrase of a reply can mean."""

from collections.abc import Mapping
from enum import IntEnum, auto


class Meaning(IntEnum):
    """The part that a phrase plays in a reply."""

    FILLER = auto()
    """Politeness, articles, "I'd go with": says nothing about which option."""
    REQUEST = auto()
    """ "Can we go with": the question mark behind it asks for nothing."""
    COUNTER = auto()
    """ "Option", "number", "第": the number behind it is a position."""
    SUFFIX = auto()
    """ "번", "番目", "个": the number before it is a position."""
    NUMBER = auto()
    LETTER = auto()
    PLACE = auto()
    """An ordinal; negative ones count from the end."""
    MIDDLE = auto()
    ALL = auto()
    BOTH = auto()
    NONE = auto()
    RECOMMENDED = auto()
    NOT = auto()
    NOT_BEFORE = auto()
    """Denies what stands before it, as Korean and Japanese do."""
    EXCEPT = auto()
    EXCEPT_BEFORE = auto()
    AND = auto()
    OR = auto()
    TO = auto()
    BREAK = auto()
    """A comma and its like."""
    BUT = auto()
    REASON = auto()
    """ "Because": what follows explains the choice and does not change it."""
    YES = auto()
    NO = auto()
    HEDGE = auto()
    VAGUE = auto()
    """ "That one", "something else": names nothing that can be told from the words."""
    DELEGATE = auto()
    DECLINE = auto()
    ASKS = auto()
    """A word that opens a question."""
    ASKS_ANYWHERE = auto()
    """A phrase that makes a question wherever it stands."""
    ASKED = auto()
    """A question mark."""
    NAMED = auto()
    """An option by its whole label, id or value."""
    HINTED = auto()
    """Options by a word of their labels."""
    UNKNOWN = auto()


Words = Mapping[Meaning, str]
"""Phrases by what they mean, with bars between them."""
