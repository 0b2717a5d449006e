"""The seam to the model: what somebody says in Slack goes there, and what it writes comes back."""

from dataclasses import dataclass
from typing import Literal, Protocol

from choice.errors import ChoiceError
from choice.slack.threads import Thread


@dataclass(frozen=True, slots=True)
class Written:
    """A message of the model, as people see it."""

    message_id: str
    text: str


class TalkBusy(ChoiceError):
    """The model is still answering what was said before."""


class TalkRefused(ChoiceError):
    """The model is not asked: there was too much of it lately."""


class Reader(Protocol):
    """Reads along what the model writes in one turn."""

    def write(self, text: str) -> None:
        """Take the next piece."""
        ...

    def completed(self, message_id: str, state: Literal["idle", "waiting"]) -> None:
        """Learn that the answer is whole, and whether a question is open now."""
        ...

    def failed(self, code: str) -> None:
        """Learn that the answer ended early, and why."""
        ...


class Talks(Protocol):
    """Leads conversations with a model. Whoever reads along is asked of the one who reads (`Reading`)."""

    async def say(self, thread: Thread, words: str, message_id: str) -> None:
        """Tell the model what the owner of a thread said; return when it has answered.

        The same `message_id` again is said once.

        Raises:
            TalkBusy: It is still answering.
            TalkRefused: There is a limit.
        """
        ...

    async def written_after(self, thread: Thread, message_id: str | None) -> list[Written]:
        """Return what the model wrote after one of its messages, the oldest first."""
        ...
