"""What a person does from a shell to a question that is open: answer it, or end it without an answer."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from choice.answers import Submission
from choice.assembly.ended_line import ended_line
from choice.assembly.found import found
from choice.assembly.local import local_person
from choice.assembly.said_choice import said_choice
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction, InteractionClosed
from choice.desk.snapshot import snapshot

SURFACE = "terminal"
_ENDED = "it has ended already; nothing was changed."

Prompt = Callable[[Interaction], Awaitable[Interaction]]
"""Asks a person with the keys, and returns how it ended."""


async def answered(desk: Desk, wanted: Mapping[str, Any], prompt: Prompt) -> dict[str, Any]:
    """Answer with the words that are given, else in a prompt; return how it ended.

    Raises:
        NotUnderstood: The words mean no question, or no answer.
    """
    interaction = await found(desk, wanted["id"])
    if interaction.outcome is not None:
        return _told(desk, interaction, late=_ENDED)
    if wanted["choice"] or wanted["text"] is not None:
        return await _with_words(desk, interaction, wanted)
    return _told(desk, await prompt(interaction))


async def cancelled(desk: Desk, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """End a question without an answer; return how it ended.

    Raises:
        NotUnderstood: The words mean no question.
    """
    interaction = await found(desk, wanted["id"])
    try:
        ended = await desk.cancel(interaction.id, by=local_person(), note=wanted["note"], surface=SURFACE)
    except InteractionClosed:
        return _told(desk, await desk.look(interaction.id, by=local_person()), late=_ENDED)
    return _told(desk, ended)


async def _with_words(desk: Desk, interaction: Interaction, wanted: Mapping[str, Any]) -> dict[str, Any]:
    said = said_choice(interaction.form, wanted["choice"], wanted["text"])
    submission = Submission(answers=said.answers, note=wanted["note"])
    try:
        ended = await desk.answer(
            interaction,
            submission,
            by=local_person(),
            surface=SURFACE,
            version=interaction.version,
            matched=said.matched,
        )
    except InteractionClosed as closed:
        return _told(desk, await desk.look(interaction.id, by=local_person()), late=str(closed))
    return _told(desk, ended)


def _told(desk: Desk, interaction: Interaction, late: str | None = None) -> dict[str, Any]:
    """Return how it ended, and why nothing was changed where somebody was faster."""
    shown = snapshot(interaction, desk.store.now())
    return {"state": interaction.state, "interaction": shown, "line": ended_line(interaction), "late": late}
