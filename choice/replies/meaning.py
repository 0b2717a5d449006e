"""What a word or phrase of a reply can mean."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal


class Meaning:
    """The part that a phrase plays in a reply.

    Not an Enum: looking one of its members up takes several times as long, and replies are made of lookups.
    """

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    FILLER: ClassVar["Meaning"]
    """Politeness, articles, "I'd go with": says nothing about which option."""
    WEAK: ClassVar["Meaning"]
    """ "Now", "use", "best": a filler, unless a label has it and nothing else in the reply names one."""
    REQUEST: ClassVar["Meaning"]
    """ "Can we go with": the question mark behind it asks for nothing."""
    COUNTER: ClassVar["Meaning"]
    """ "Option", "number", "第": the number behind it is a position."""
    SUFFIX: ClassVar["Meaning"]
    """ "번", "番目", "个": the number before it is a position."""
    NUMBER: ClassVar["Meaning"]
    LETTER: ClassVar["Meaning"]
    PLACE: ClassVar["Meaning"]
    """An ordinal; negative ones count from the end."""
    MIDDLE: ClassVar["Meaning"]
    ALL: ClassVar["Meaning"]
    BOTH: ClassVar["Meaning"]
    NONE: ClassVar["Meaning"]
    RECOMMENDED: ClassVar["Meaning"]
    NOT: ClassVar["Meaning"]
    NOT_BEFORE: ClassVar["Meaning"]
    """Denies what stands before it, as Korean and Japanese do."""
    EXCEPT: ClassVar["Meaning"]
    EXCEPT_BEFORE: ClassVar["Meaning"]
    AND: ClassVar["Meaning"]
    OR: ClassVar["Meaning"]
    TO: ClassVar["Meaning"]
    BREAK: ClassVar["Meaning"]
    """A comma and its like."""
    BUT: ClassVar["Meaning"]
    REASON: ClassVar["Meaning"]
    """ "Because": what follows explains the choice and does not change it."""
    YES: ClassVar["Meaning"]
    NO: ClassVar["Meaning"]
    HEDGE: ClassVar["Meaning"]
    VAGUE: ClassVar["Meaning"]
    """ "That one", "something else": names nothing that can be told from the words."""
    DELEGATE: ClassVar["Meaning"]
    DECLINE: ClassVar["Meaning"]
    ASKS: ClassVar["Meaning"]
    """A word that opens a question."""
    ASKS_ANYWHERE: ClassVar["Meaning"]
    """A phrase that makes a question wherever it stands."""
    ASKED: ClassVar["Meaning"]
    """A question mark."""
    NAMED: ClassVar["Meaning"]
    """An option by its whole label, id or value."""
    HINTED: ClassVar["Meaning"]
    """Options by a word of their labels."""
    UNKNOWN: ClassVar["Meaning"]


for _name in Meaning.__annotations__:
    setattr(Meaning, _name, Meaning(_name))

Words = Mapping[Meaning, str]
"""Phrases by what they mean, with bars between them."""


Status = Literal["matched", "ambiguous", "free_text", "not_an_answer", "delegated", "declined"]


@dataclass(frozen=True, slots=True)
class ReplyMatch:
    """The verdict on a reply, with the reply as it was typed."""

    status: Status
    option_ids: tuple[str, ...]
    """The options chosen, in the order of the question; where it is `ambiguous`, those to ask about."""
    rule: str
    """What decided, in one word: `id`, `label`, `number`, `letter`, `ordinal`, `negation`, `question` …"""
    text: str
