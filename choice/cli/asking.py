"""Asks one form wherever the arguments of `ask` say, and waits for how it ends."""

import argparse
import asyncio
import shlex
import sys
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path

from choice.answers import Cancelled, Outcome
from choice.assembly.desk import open_desk
from choice.assembly.environment import environment_settings
from choice.assembly.local import page_of, preferences_file, serves_pages
from choice.assembly.project import project_name
from choice.assembly.terminal import asking_in, terminal_surface
from choice.cli.told_outcome import tell_outcome
from choice.desk.asking import Terms
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction, TimeoutPolicy
from choice.desk.people import Asker
from choice.desk.snapshot import outcome_snapshot
from choice.models import Form
from choice.terminal.console import Console, open_console
from choice.terminal.typed_words import TypedWords


class Asking:
    """One asking from a shell; a prompt begins with what was `typed` before, and keeps it there."""

    def __init__(
        self, given: argparse.Namespace, labels: Mapping[str, str], key: str, typed: dict[str, str]
    ) -> None:
        self._given, self._labels, self._key = given, labels, key
        self._typed = TypedWords(typed, typed.__setitem__)
        self._settings = environment_settings()
        # Where neither the command nor the person names a place, it is this terminal, if it is one.
        preferred = preferences_file(self._settings).read().transport
        self._wanted = preferred if given.surface == "auto" else given.surface

    async def run(self, form: Form) -> int:
        """Ask, print the answer, and return the exit code."""
        asker = Asker("choicewire ask", project=project_name(Path.cwd()))
        surface = self._given.surface
        surfaces = () if surface == "auto" else (surface,)
        policy: TimeoutPolicy = "use_defaults" if self._given.use_defaults else "fail"
        terms: Terms = {"asked_by": asker, "surfaces": surfaces, "policy": policy, "key": self._key}
        if self._given.timeout is not None:
            terms["timeout"] = self._given.timeout
        with open_console() as console:
            async with open_desk(self._given.database) as desk:
                interaction = await desk.open(form, **terms)
                outcome = await self._outcome(desk, interaction, console)
                await desk.acknowledge(interaction.id, asked_by=interaction.asked_by)
        told = {"id": interaction.id, "state": outcome.kind, "outcome": outcome_snapshot(outcome)}
        return tell_outcome(told, self._labels, as_json=self._given.json)

    async def _outcome(self, desk: Desk, interaction: Interaction, console: Console | None) -> Outcome:
        try:
            async with AsyncExitStack() as stack:
                if console is not None and self._wanted in {"auto", "terminal"}:
                    surface = terminal_surface(desk, console, self._settings, typed=self._typed)
                    await stack.enter_async_context(asking_in(surface, desk, interaction))
                else:
                    await self._say_where(interaction)
                return await desk.wait(interaction.id, asked_by=interaction.asked_by)
        except asyncio.CancelledError:
            # Ctrl-C where there is no prompt: whoever asks does not want to know any more.
            ended = await desk.cancel(interaction.id, by=interaction.asked_by)
            return ended.outcome or Cancelled()

    async def _say_where(self, interaction: Interaction) -> None:
        """Say how to answer, beside the answer's own way out."""
        command = f"choicewire answer {interaction.id}"
        if self._given.database is not None:
            # The server of the settings has another desk. A password is not shown.
            shown = self._given.database if self._given.database.startswith("sqlite:") else "URL"
            print(f"Answer with: {command} --database {shlex.quote(shown)}", file=sys.stderr)
        elif self._given.surface in {"auto", "web"} and await serves_pages(self._settings):
            print(f"Answer at {page_of(self._settings, interaction.id)} or with: {command}", file=sys.stderr)
        else:
            print(f"Answer with: {command}", file=sys.stderr)
