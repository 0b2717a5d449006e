"""The App Home: what waits for its reader, then what was decided lately."""

from collections.abc import Sequence
from dataclasses import dataclass

from choice.desk.interaction import Interaction
from choice.slack.rendered import Block
from choice.slack.words import Words


@dataclass(frozen=True, slots=True)
class HomeRow:
    """One interaction in the inbox; `link` is the permalink of its message, where there is one."""

    handle: str
    interaction: Interaction
    link: str | None = None
    user_id: str | None = None
    """The Slack user who decided."""


def home_view(waiting: Sequence[HomeRow], decided: Sequence[HomeRow], words: Words) -> Block:
    """Return the view for `views.publish`; what does not fit is counted, the oldest decisions first."""
    raise NotImplementedError
