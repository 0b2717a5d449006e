"""Finds the interaction that a person means by the first letters of its id."""

from choice.assembly.local import local_person
from choice.desk.decision_log import ENDINGS
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction
from choice.desk.store import WantedRecords
from choice.errors import ChoiceError, UnknownInteraction

_SHORTEST = 4
_WHOLE = 32


class NotUnderstood(ChoiceError):
    """What a person typed in a shell does not say what they mean."""


class NoTerminal(ChoiceError):
    """A prompt is wanted where there is no terminal to draw it on."""

    def __init__(self, interaction_id: str) -> None:
        super().__init__(
            f"There is no terminal here. Give a choice: choicewire answer {interaction_id} CHOICE"
        )


async def found(desk: Desk, wanted: str) -> Interaction:
    """Return the interaction.

    Raises:
        NotUnderstood: There is none that the person may answer, or more than one.
    """
    person = local_person()
    if len(wanted) >= _WHOLE:
        return await _whole(desk, wanted)
    if len(wanted) < _SHORTEST:
        message = f"Give at least {_SHORTEST} letters of the id."
        raise NotUnderstood(message)
    fitting = [one for one in await desk.list(person, most=1000) if one.id.startswith(wanted)]
    if len(fitting) > 1:
        message = f"Several open questions start with {wanted!r}. Whole ids: choicewire inbox --ids"
        raise NotUnderstood(message)
    return fitting[0] if fitting else await _whole(desk, await _ended(desk, wanted) or wanted)


async def _whole(desk: Desk, interaction_id: str) -> Interaction:
    try:
        return await desk.look(interaction_id, by=local_person())
    except UnknownInteraction as error:
        raise NotUnderstood(_unknown(interaction_id)) from error


async def _ended(desk: Desk, wanted: str) -> str | None:
    """Return the id of a question that was open until lately: who is late is told so."""
    lately = WantedRecords(tenant=local_person().tenant, kinds=ENDINGS, order="newest")
    fitting = {record.interaction_id for record in await desk.store.records(lately)}
    ended = [one for one in fitting if one.startswith(wanted)]
    return ended[0] if len(ended) == 1 else None


def _unknown(wanted: str) -> str:
    return f"There is no open question {wanted[:40]!r}. What is open: choicewire inbox"
