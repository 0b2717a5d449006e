"""Turns the questions a language model asks into forms, and a person's answers into replies.

Each name is loaded when it is first used. Importing the package is therefore fast, and a command that only
prints its help does not load pydantic.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from choice.assembly.desk import open_desk
    from choice.desk import Asker, Audience, Desk, Interaction, InteractionClosed, Person
    from choice.errors import ChoiceError, InvalidRequest
    from choice.models import (
        Answer,
        Answered,
        Cancelled,
        ChoiceRequest,
        Form,
        Option,
        Question,
        Superseded,
        TimedOut,
    )
    from choice.replies.match import match_reply
    from choice.replies.meaning import ReplyMatch
    from choice.resident.asking import ask, ask_sync
    from choice.stream import Detection, FormFound, Segment, Splitter, Text, detect, split
    from choice.validation import parse_request

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Answered",
    "Asker",
    "Audience",
    "Cancelled",
    "ChoiceError",
    "ChoiceRequest",
    "Desk",
    "Detection",
    "Form",
    "FormFound",
    "Interaction",
    "InteractionClosed",
    "InvalidRequest",
    "Option",
    "Person",
    "Question",
    "ReplyMatch",
    "Segment",
    "Splitter",
    "Superseded",
    "Text",
    "TimedOut",
    "__version__",
    "ask",
    "ask_sync",
    "detect",
    "match_reply",
    "open_desk",
    "parse_request",
    "split",
]

_OWNERS = {
    "choice.assembly.desk": ("open_desk",),
    "choice.desk.desk": ("Desk",),
    "choice.desk.interaction": ("Interaction", "InteractionClosed"),
    "choice.desk.people": ("Asker", "Audience", "Person"),
    "choice.errors": ("ChoiceError", "InvalidRequest"),
    "choice.models": (
        "Answer",
        "Answered",
        "Cancelled",
        "ChoiceRequest",
        "Form",
        "Option",
        "Question",
        "Superseded",
        "TimedOut",
    ),
    "choice.replies.meaning": ("ReplyMatch",),
    "choice.replies.match": ("match_reply",),
    "choice.resident.asking": ("ask", "ask_sync"),
    "choice.stream.segments": ("FormFound", "Segment", "Text"),
    "choice.stream.splitter": ("Detection", "Splitter", "detect", "split"),
    "choice.validation": ("parse_request",),
}


def __getattr__(name: str) -> object:
    """Load a public name from the module that owns it."""
    owner = next((module for module, names in _OWNERS.items() if name in names), None)
    if owner is None:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    # __import__ instead of importlib: importing importlib takes longer than the rest of this module.
    value = getattr(__import__(owner, fromlist=(name,)), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
