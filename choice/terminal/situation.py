"""What a prompt shows around its question: whose it is, which of how many, and how long is left."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from choice.catalogues.catalogue import words
from choice.desk.interaction import Interaction
from choice.preferences import Preferences
from choice.terminal.typed_words import TypedWords

_MINUTE, _HOUR, _DAY = 60, 3600, 86400


@dataclass(slots=True)
class Situation:
    """An interaction as it is now; its deadline may change while the prompt stands."""

    interaction: Interaction
    now: Callable[[], datetime]
    preferences: Preferences
    language: str = "en"
    on_typing: Callable[[], None] = lambda: None
    """Called when somebody types own words: the countdown stands still meanwhile."""
    typed: TypedWords = field(default_factory=TypedWords)

    def time_left(self) -> str:
        """Return in words how long the person still has."""
        left = self.interaction.remaining(self.now()).total_seconds()
        say = words("time", self.language)
        return say("left", time=clock_face(left)) if left > 0 else say("over")


def clock_face(seconds: float) -> str:
    """Return a time as `4:59`, as `2:03:00` from an hour on, in days where it is long."""
    whole = int(seconds + 0.999)
    if whole >= 2 * _DAY:
        return f"{whole // _DAY} d"
    hours, rest = divmod(whole, _HOUR)
    minutes, left = divmod(rest, _MINUTE)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"
