"""Meanings of phrases in a reply, and the result of matching a reply."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal


class Meaning:
    """The role of a phrase in a reply.

    This is not an Enum, because member lookup in an Enum is several times slower and matching does many.
    """

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    FILLER: ClassVar["Meaning"]
    """Polite words, articles and phrases such as "I'd go with". A filler does not select an option."""
    WEAK: ClassVar["Meaning"]
    """ "Now", "use", "best": a filler, unless a label contains it and nothing else names an option."""
    REQUEST: ClassVar["Meaning"]
    """ "Can we go with": a question mark after it does not make the reply a question."""
    COUNTER: ClassVar["Meaning"]
    """ "Option", "number", "第": the number after it is a position."""
    SUFFIX: ClassVar["Meaning"]
    """ "번", "番目", "个": the number before it is a position."""
    NUMBER: ClassVar["Meaning"]
    LETTER: ClassVar["Meaning"]
    PLACE: ClassVar["Meaning"]
    """An ordinal. Negative numbers count from the end."""
    MIDDLE: ClassVar["Meaning"]
    ALL: ClassVar["Meaning"]
    BOTH: ClassVar["Meaning"]
    NONE: ClassVar["Meaning"]
    RECOMMENDED: ClassVar["Meaning"]
    NOT: ClassVar["Meaning"]
    NOT_BEFORE: ClassVar["Meaning"]
    """Negates the options before it, as in Korean and Japanese."""
    EXCEPT: ClassVar["Meaning"]
    EXCEPT_BEFORE: ClassVar["Meaning"]
    AND: ClassVar["Meaning"]
    OR: ClassVar["Meaning"]
    TO: ClassVar["Meaning"]
    BREAK: ClassVar["Meaning"]
    """A comma or similar punctuation."""
    BUT: ClassVar["Meaning"]
    REASON: ClassVar["Meaning"]
    """ "Because": the words after it explain the selection and do not change it."""
    CONDITION: ClassVar["Meaning"]
    """ "If", "unless": after a choice, it makes the choice depend on something."""
    LATER: ClassVar["Meaning"]
    """ "Not now", "tomorrow": after a choice, it postpones the choice."""
    LIMIT: ClassVar["Meaning"]
    """ "Only", "half": after a yes, it limits the yes; after an option it is a note."""
    AGAINST: ClassVar["Meaning"]
    """ "Too expensive", "actually": after an option, it speaks against the option or takes it back."""
    YES: ClassVar["Meaning"]
    NO: ClassVar["Meaning"]
    HEDGE: ClassVar["Meaning"]
    VAGUE: ClassVar["Meaning"]
    """ "That one", "something else": does not identify an option."""
    DELEGATE: ClassVar["Meaning"]
    DECLINE: ClassVar["Meaning"]
    ASKS: ClassVar["Meaning"]
    """A word that starts a question."""
    ASKS_ANYWHERE: ClassVar["Meaning"]
    """A phrase that makes the reply a question at any position."""
    ASKED: ClassVar["Meaning"]
    """A question mark."""
    NAMED: ClassVar["Meaning"]
    """An option, named by its whole label, id or value."""
    HINTED: ClassVar["Meaning"]
    """Options, named by a word of their labels."""
    UNKNOWN: ClassVar["Meaning"]


for _name in Meaning.__annotations__:
    setattr(Meaning, _name, Meaning(_name))

Words = Mapping[Meaning, str]
"""Phrases by meaning. In each string, `|` separates phrases."""


Status = Literal["matched", "ambiguous", "free_text", "not_an_answer", "delegated", "declined"]


@dataclass(frozen=True, slots=True)
class ReplyMatch:
    """The result of matching a reply. `text` is the unchanged reply."""

    status: Status
    option_ids: tuple[str, ...]
    """The selected options, in the order of the question; if `ambiguous`, the candidates."""
    rule: str
    """The rule that decided: `id`, `label`, `number`, `ordinal`, `choice_with_note`, `question` …"""
    text: str
    note: str | None = None
    """What else a reply with a choice says, as typed: "keep the old name" in "2, keep the old name"."""
