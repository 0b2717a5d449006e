"""The terminal as a surface of the desk: one question at a time, taken away when it ends elsewhere."""

import asyncio
from collections.abc import Callable

from prompt_toolkit.application import create_app_session

from choice.answers import Outcome, Submission
from choice.catalogues.catalogue import words
from choice.desk.access import may_see
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction, InteractionClosed
from choice.desk.people import Person
from choice.errors import ChoiceError, StaleVersion
from choice.preferences import PreferencesFile
from choice.terminal.console import Console
from choice.terminal.form_prompt import FormPrompt
from choice.terminal.safe_text import safe_line
from choice.terminal.situation import Situation
from choice.terminal.summary import summary
from choice.terminal.typed_words import TypedWords

_TYPING_SECONDS = 4.0
"""So often the desk is told that somebody types."""
_PATIENCE_SECONDS = 5.0


class TerminalSurface:
    """Asks in a terminal what is open for a person."""

    name = "terminal"

    def __init__(  # noqa: PLR0913 - all that a prompt needs
        self,
        desk: Desk,
        person: Person,
        console: Console,
        preferences: PreferencesFile,
        *,
        language: str = "en",
        typed: TypedWords | None = None,
        prompt: Callable[[Situation, Console, PreferencesFile], FormPrompt] = FormPrompt,
    ) -> None:
        self._desk, self._person, self._console = desk, person, console
        self._preferences, self._language, self._prompt = preferences, language, prompt
        self._typed = typed or TypedWords()
        self._waiting: dict[str, Interaction] = {}
        self._some, self._idle = asyncio.Event(), asyncio.Event()
        self._idle.set()
        self._situation: Situation | None = None
        self._asking: asyncio.Task[Submission | None] | None = None
        self._last_typing = 0.0
        self._noting: set[asyncio.Task[None]] = set()

    async def show(self, interaction: Interaction) -> None:
        """Ask it when its turn comes; if it is being asked, go by what is true now."""
        if not may_see(interaction, self._person):
            return
        shown = self._situation
        if shown is not None and shown.interaction.id == interaction.id:
            changed = shown.interaction.version != interaction.version
            shown.interaction = interaction
            if not changed:
                return
            self._stop_asking()
        self._waiting[interaction.id] = interaction
        self._some.set()

    async def close(self, interaction: Interaction) -> None:
        """Take it away."""
        if interaction.outcome is not None:
            self._typed.forget(interaction.id)
        self._waiting.pop(interaction.id, None)
        shown = self._situation
        if shown is not None and shown.interaction.id == interaction.id:
            shown.interaction = interaction
            self._stop_asking()

    async def run(self) -> None:
        """Ask one after the other, until cancelled."""
        while True:
            await self._some.wait()
            self._some.clear()
            while self._waiting:
                await self.ask(self._waiting.pop(next(iter(self._waiting))))

    async def quiet(self) -> None:
        """Return when nothing is being asked any more, and what there is to say has been said."""
        async with asyncio.timeout(_PATIENCE_SECONDS):
            await self._idle.wait()

    async def ask(self, interaction: Interaction) -> None:
        """Ask one interaction, until the person has answered it or it ended elsewhere."""
        preferences = self._preferences.read().for_form(interaction.form)
        situation = Situation(
            interaction, self._desk.store.now, preferences, self._language, self._note_typing, self._typed
        )
        self._situation = situation
        self._idle.clear()
        asking = self._asking = asyncio.get_running_loop().create_task(self._submission(situation))
        try:
            await asyncio.wait([asking])
            self._asking = None  # From here on nothing takes it away: what the person did is sent.
            if not asking.cancelled():
                await self._send(situation.interaction, asking.result())
            elif situation.interaction.outcome is not None:
                self._say_elsewhere(situation.interaction, situation.interaction.outcome)
        finally:
            asking.cancel()
            self._asking = self._situation = None
            await asyncio.wait([asking])
            self._idle.set()

    async def _submission(self, situation: Situation) -> Submission | None:
        # Several terminals may be asked in from one process, each with prompts of its own.
        with create_app_session(self._console.keys, self._console.screen):
            return await self._prompt(situation, self._console, self._preferences).submission()

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
            return  # It was changed meanwhile, and is shown again.
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
        """Tell the desk that somebody types, not at every key."""
        loop = asyncio.get_running_loop()
        if self._situation is None or loop.time() - self._last_typing < _TYPING_SECONDS:
            return
        self._last_typing = loop.time()
        task = loop.create_task(self._tell_typing(self._situation.interaction.id))
        self._noting.add(task)
        task.add_done_callback(self._noting.discard)

    async def _tell_typing(self, interaction_id: str) -> None:
        try:
            await self._desk.typing(interaction_id, by=self._person)
        except ChoiceError:
            return  # It ended just now; the surface hears of it.
