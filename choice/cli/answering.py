"""Answers one interaction of the desk from the command line."""

import argparse
import json
import sys

from choice.answers import Submission
from choice.assembly.desk import open_desk
from choice.assembly.environment import environment_settings
from choice.assembly.local import local_person
from choice.assembly.terminal import asking_in, terminal_surface
from choice.cli.command import UsageError
from choice.cli.ended_line import TOO_LATE, ended_line
from choice.cli.found import found
from choice.cli.said_choice import said_choice
from choice.cli.told_outcome import EXIT_CODES
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction, InteractionClosed
from choice.desk.snapshot import snapshot
from choice.terminal.console import open_console

SURFACE = "terminal"


async def answer(given: argparse.Namespace) -> int:
    """Answer, print how the interaction ended, and return the exit code."""
    async with open_desk(given.database) as desk:
        interaction = await found(desk, given.id)
        is_late = interaction.outcome is not None
        if is_late:
            print("choicewire answer: it has ended already; nothing was changed.", file=sys.stderr)
        elif given.choice or given.text is not None:
            interaction, is_late = await _with_words(desk, interaction, given)
        else:
            interaction = await _in_prompt(desk, interaction)
        if given.json:
            print(json.dumps(snapshot(interaction, desk.store.now()), ensure_ascii=False))
        else:
            print(ended_line(interaction))
    return TOO_LATE if is_late else EXIT_CODES[interaction.state]


async def _with_words(
    desk: Desk, interaction: Interaction, given: argparse.Namespace
) -> tuple[Interaction, bool]:
    """Answer with what was given; return how the interaction ended, and whether another was faster."""
    said = said_choice(interaction.form, given.choice, given.text)
    submission = Submission(answers=said.answers, note=given.note)
    try:
        answered = await desk.answer(
            interaction.id,
            submission,
            by=local_person(),
            surface=SURFACE,
            version=interaction.version,
            matched=said.matched,
        )
    except InteractionClosed as closed:
        print(f"choicewire answer: {closed}", file=sys.stderr)
        return await desk.look(interaction.id, by=local_person()), True
    return answered, False


async def _in_prompt(desk: Desk, interaction: Interaction) -> Interaction:
    with open_console() as console:
        if console is None:
            message = f"There is no terminal here. Give a choice: choicewire answer {interaction.id} CHOICE"
            raise UsageError(message)
        surface = terminal_surface(desk, console, environment_settings())
        async with asking_in(surface, desk, interaction):
            await desk.wait(interaction.id, asked_by=interaction.asked_by)
    return await desk.look(interaction.id, by=local_person())
