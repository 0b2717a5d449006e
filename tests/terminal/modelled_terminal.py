"""Terminal with an emulated screen: tests send key bytes and read what is displayed."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Unpack, cast

import pyte
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from choice.assembly.desk import open_desk
from choice.desk import Desk, Interaction, Person, Terms
from choice.models import Form
from choice.preferences import PreferencesFile
from choice.terminal.console import Console
from choice.terminal.surface import TerminalSurface

UP, DOWN, LEFT, ENTER, ESCAPE, CTRL_C, F2 = "\x1b[A", "\x1b[B", "\x1b[D", "\r", "\x1b", "\x03", "\x1bOQ"
ADA = Person("ada")


class Screen:
    """Output file with an emulated screen; `written` has every character that was written."""

    encoding = "utf-8"

    def __init__(self, columns: int, rows: int) -> None:
        self.size = Size(rows=rows, columns=columns)
        self.model = pyte.Screen(columns, rows)
        self.written = ""
        self.changed = asyncio.Event()
        self._stream = pyte.Stream(self.model)

    def write(self, text: str) -> int:
        self.written += text
        # The terminal driver turns a line feed into a new line.
        self._stream.feed(text.replace("\r\n", "\n").replace("\n", "\r\n"))
        self.changed.set()
        return len(text)

    def flush(self) -> None:
        """Do nothing; output is not buffered."""

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.model.display if line.strip()]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@dataclass
class ModelledTerminal:
    """A user's keyboard and screen, with the desk."""

    desk: Desk
    keys: PipeInput
    screen: Screen
    preferences: PreferencesFile
    surface: TerminalSurface
    asked: list[Interaction] = field(default_factory=list)

    async def ask(self, form: Form, **terms: Unpack[Terms]) -> Interaction:
        interaction = await self.desk.open(form, **terms)
        self.asked.append(interaction)
        return interaction

    def press(self, *keys: str) -> None:
        self.keys.send_text("".join(keys))

    async def sees(self, wanted: str | Callable[[str], bool]) -> str:
        """Wait until the screen shows a text, and return the whole screen."""
        is_there = wanted if callable(wanted) else lambda shown: wanted in shown
        try:
            async with asyncio.timeout(30):
                while not is_there(self.screen.text):
                    self.screen.changed.clear()
                    await self.screen.changed.wait()
        except TimeoutError:
            raise AssertionError(f"{wanted} is not on the screen:\n{self.screen.text}") from None
        return self.screen.text

    async def ended(self, interaction: Interaction) -> Interaction:
        """Wait until the interaction has ended and the terminal shows it."""
        async with asyncio.timeout(30):
            await self.desk.wait(interaction.id)
            await self.surface.quiet()
        return await self.desk.look(interaction.id, by=ADA)


@asynccontextmanager
async def modelled_terminal(
    folder: Path, *, columns: int = 80, rows: int = 24, language: str = "en"
) -> AsyncIterator[ModelledTerminal]:
    """Open a terminal that asks the open questions."""
    screen = Screen(columns, rows)
    with create_pipe_input() as keys:
        file = cast("Any", screen)
        console = Console(keys, Vt100_Output(file, lambda: screen.size, term="xterm", enable_cpr=False), file)
        preferences = PreferencesFile(folder / "preferences.json")
        async with open_desk("memory:") as desk:
            surface = TerminalSurface(desk, ADA, console, preferences, language=language)
            await desk.attach(surface)
            running = asyncio.get_running_loop().create_task(surface.run())
            try:
                yield ModelledTerminal(desk, keys, screen, preferences, surface)
            finally:
                running.cancel()
                await asyncio.wait([running])


Trip = Callable[[ModelledTerminal], Awaitable[None]]
