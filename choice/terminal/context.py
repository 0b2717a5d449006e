"""What a prompt needs beside its question: the interaction, the time left, preferences and drafts."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from choice.desk.interaction import Interaction
from choice.i18n import words
from choice.preferences import Preferences

_MINUTE, _HOUR, _DAY = 60, 3600, 86400


class Drafts:
    """Unsent text of a person, keyed by the field it was typed in.

    A prompt that is closed and shown again starts with its draft.
    """

    def __init__(self, texts: dict[str, str] | None = None) -> None:
        self._texts = {} if texts is None else texts

    def get(self, name: str, default: str) -> str:
        """Return the draft of a field, or a default."""
        return self._texts.get(name, default)

    def save(self, name: str, text: str) -> None:
        """Replace the draft of a field."""
        self._texts[name] = text

    def discard(self, interaction_id: str) -> None:
        """Remove all drafts of an interaction that has ended."""
        for name in [name for name in self._texts if name.startswith(interaction_id)]:
            del self._texts[name]


@dataclass(slots=True)
class PromptContext:
    """An interaction as it is now. Its deadline may change while the prompt is open."""

    interaction: Interaction
    now: Callable[[], datetime]
    preferences: Preferences
    language: str = "en"
    on_typing: Callable[[], None] = lambda: None
    """Called on every change of a text field: the desk pauses the countdown while a person types."""
    drafts: Drafts = field(default_factory=Drafts)

    def time_left(self) -> str:
        """Return the remaining time for display."""
        left = self.interaction.remaining(self.now()).total_seconds()
        say = words("time", self.language)
        return say("left", time=format_seconds(left)) if left > 0 else say("over")


def format_seconds(seconds: float) -> str:
    """Return a duration as `4:59`, as `2:03:00` from one hour on, and in days from two days on."""
    whole = int(seconds + 0.999)
    if whole >= 2 * _DAY:
        return f"{whole // _DAY} d"
    hours, rest = divmod(whole, _HOUR)
    minutes, left = divmod(rest, _MINUTE)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"
