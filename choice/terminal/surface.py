"""The terminal surface of the desk. It shows one interaction at a time."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from prompt_toolkit.application import create_app_session

from choice.desk import Desk, Interaction, InteractionClosed, Person, may_see
from choice.errors import ChoiceError, StaleVersion
from choice.i18n import words
from choice.models import Outcome, Submission
from choice.preferences import PreferencesFile
from choice.terminal.console import Console, open_console
from choice.terminal.prompt import FormPrompt, summary
from choice.terminal.state import Drafts, PromptContext
from choice.terminal.text import safe_line

_TYPING_SECONDS = 4.0
"""Minimum interval between two typing notifications to the desk."""
_QUIET_TIMEOUT = 5.0


class TerminalSurface:
    """Prompts a person for each open interaction, one after the other."""

    name = "terminal"

    def __init__(  # noqa: PLR0913 - a prompt depends on all of them
        self,
        desk: Desk,
        person: Person,
        console: Console,
        preferences: PreferencesFile,
        *,
        language: str = "en",
        drafts: Drafts | None = None,
        prompt: Callable[[PromptContext, Console, PreferencesFile], FormPrompt] = FormPrompt,
    ) -> None:
        self._desk, self._person, self._console = desk, person, console
        self._preferences, self._language, self._prompt = preferences, language, prompt
        self._drafts = drafts or Drafts()
        self._waiting: dict[str, Interaction] = {}
        self._some, self._idle = asyncio.Event(), asyncio.Event()
        self._idle.set()
        self._context: PromptContext | None = None
        self._asking: asyncio.Task[Submission | None] | None = None
        self._last_typing = 0.0
        self._noting: set[asyncio.Task[None]] = set()

    async def show(self, interaction: Interaction) -> None:
        """Queue an interaction. If its prompt is open and the form has changed, restart the prompt."""
        if not may_see(interaction, self._person):
            return
        shown = self._context
        if shown is not None and shown.interaction.id == interaction.id:
            changed = shown.interaction.version != interaction.version
            shown.interaction = interaction
            if not changed:
                return
            self._stop_asking()
        self._waiting[interaction.id] = interaction
        self._some.set()

    async def close(self, interaction: Interaction) -> None:
        """Close the prompt of an interaction, or remove it from the queue."""
        if interaction.outcome is not None:
            self._drafts.discard(interaction.id)
        self._waiting.pop(interaction.id, None)
        shown = self._context
        if shown is not None and shown.interaction.id == interaction.id:
            shown.interaction = interaction
            self._stop_asking()

    async def run(self) -> None:
        """Prompt for queued interactions, one after the other, until cancelled."""
        while True:
            await self._some.wait()
            self._some.clear()
            while self._waiting:
                await self.ask(self._waiting.pop(next(iter(self._waiting))))

    async def quiet(self) -> None:
        """Wait until no prompt is open and the last summary is written.

        Raises:
            TimeoutError: A prompt is still open after five seconds.
        """
        async with asyncio.timeout(_QUIET_TIMEOUT):
            await self._idle.wait()

    async def ask(self, interaction: Interaction) -> None:
        """Prompt for one interaction until the person answers or cancels, or it ends on another surface."""
        preferences = self._preferences.read().for_form(interaction.form)
        context = PromptContext(
            interaction, self._desk.store.now, preferences, self._language, self._note_typing, self._drafts
        )
        self._context = context
        self._idle.clear()
        asking = self._asking = asyncio.get_running_loop().create_task(self._submission(context))
        try:
            await asyncio.wait([asking])
            self._asking = None  # The prompt can no longer be cancelled, because the answer is being sent.
            if not asking.cancelled():
                await self._send(context.interaction, asking.result())
            elif context.interaction.outcome is not None:
                self._say_elsewhere(context.interaction, context.interaction.outcome)
        finally:
            asking.cancel()
            self._asking = self._context = None
            await asyncio.wait([asking])
            self._idle.set()

    async def _submission(self, context: PromptContext) -> Submission | None:
        # A separate session, because one process can have several terminals open.
        with create_app_session(self._console.keys, self._console.screen):
            return await self._prompt(context, self._console, self._preferences).submission()

    async def _send(self, interaction: Interaction, submission: Submission | None) -> None:
        by, version = self._person, interaction.version
        try:
            if submission is None:
                ended = await self._desk.cancel(interaction.id, by=by, surface=self.name)
            else:
                ended = await self._desk.answer(
                    interaction, submission, by=by, surface=self.name, version=version
                )
        except InteractionClosed as closed:
            self._say_elsewhere(interaction, closed.outcome)
        except StaleVersion:
            return  # The form changed meanwhile; the desk shows it again.
        else:
            if ended.outcome is not None:
                self._say(summary(ended.form, ended.outcome, self._language))

    def _say_elsewhere(self, interaction: Interaction, outcome: Outcome) -> None:
        line = summary(interaction.form, outcome, self._language)
        is_answer = outcome.kind == "answered"
        self._say(words("terminal", self._language)("elsewhere", answer=line) if is_answer else line)

    def _say(self, line: str) -> None:
        self._console.say(safe_line(line, self._console.encoding, limit=self._console.width - 1))

    def _stop_asking(self) -> None:
        if self._asking is not None:
            self._asking.cancel()

    def _note_typing(self) -> None:
        """Tell the desk that the person is typing, at most every few seconds."""
        loop = asyncio.get_running_loop()
        if self._context is None or loop.time() - self._last_typing < _TYPING_SECONDS:
            return
        self._last_typing = loop.time()
        task = loop.create_task(self._tell_typing(self._context.interaction.id))
        self._noting.add(task)
        task.add_done_callback(self._noting.discard)

    async def _tell_typing(self, interaction_id: str) -> None:
        try:
            await self._desk.typing(interaction_id, by=self._person)
        except ChoiceError:
            return  # The interaction has just ended, and `close` will be called.


@contextmanager
def open_terminal(
    desk: Desk,
    person: Person,
    preferences: PreferencesFile,
    language: str,
    drafts: dict[str, str] | None = None,
) -> Iterator[TerminalSurface | None]:
    """Open the terminal of this process. Yields None without a terminal that can move its cursor."""
    with open_console() as console:
        if console is None:
            yield None
            return
        # An ASCII terminal would show the letters of other languages as escapes.
        shown = language if console.shows_more_than_ascii else "en"
        yield TerminalSurface(desk, person, console, preferences, language=shown, drafts=Drafts(drafts))
