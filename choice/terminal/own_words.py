"""A line for own words or a note, with the time that is left below it."""

from dataclasses import dataclass

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.utils import get_cwidth
from questionary import text

from choice.answers import MAX_OWN_WORDS
from choice.catalogues.catalogue import words
from choice.terminal.console import Console
from choice.terminal.look import STYLE
from choice.terminal.option_list import ESCAPE_SECONDS, REFRESH_SECONDS
from choice.terminal.running import ended, let_suspend
from choice.terminal.safe_text import safe_line, safe_text
from choice.terminal.situation import Situation
from choice.terminal.wrapping import wrapped


@dataclass(frozen=True, slots=True)
class OwnWords:
    """One text to be typed."""

    situation: Situation
    console: Console
    asked: str
    """What stands above the line."""
    hint: str = "keys_text"
    before: str = ""
    """What is in the line already, if nothing was typed there and left."""
    placeholder: str | None = None
    limit: int = MAX_OWN_WORDS
    may_be_empty: bool = False
    has_way_back: bool = True
    """Whether leaving goes back to the question; else it cancels."""
    where: str = ""
    """Under which name it is kept what is typed."""

    async def typed(self) -> str | None:
        """Return what the person typed; None if they want nothing of it."""
        prompt = text(
            f"{self._above()}\n {self._hints()}\n",
            qmark="",
            default=self.situation.typed.get(self.where, self.before),
            validate=self._problem,
            style=STYLE,
            key_bindings=self._keys(),
            # Not a toolbar: that one asks the terminal where its cursor is, and reads the reply as keys.
            rprompt=self._time,
            placeholder=safe_line(self.placeholder, self.console.encoding) if self.placeholder else None,
            refresh_interval=REFRESH_SECONDS,
            erase_when_done=True,
            input=self.console.keys,
            output=self.console.screen,
        )
        prompt.application.ttimeoutlen = prompt.application.timeoutlen = ESCAPE_SECONDS
        prompt.application.current_buffer.on_text_changed += self._note_typing
        said: str | None = await ended(prompt.application, self.console)
        return said

    def _above(self) -> str:
        # The time that is left stands at the right of the first line, and only where nothing else does.
        columns = max(self.console.width - get_cwidth(self.situation.time_left()) - 4, 10)
        lines = wrapped(safe_text(self.asked, self.console.encoding), columns)
        # The kit puts a space before what it asks.
        return lines.replace("\n", "\n ")

    def _keys(self) -> KeyBindings:
        """Return the keys that leave the line; they go before those of the line itself."""
        keys = KeyBindings()

        def leave(event: KeyPressEvent) -> None:
            event.app.exit(result=None)

        for name in ("escape", "c-c"):
            keys.add(name, eager=name == "c-c")(leave)
        let_suspend(keys, self.console)
        return keys

    def _note_typing(self, buffer: Buffer) -> None:
        self.situation.typed.keep(self.where, buffer.text)
        self.situation.on_typing()

    def _problem(self, typed: str) -> bool | str:
        if len(typed) > self.limit:
            return words("terminal", self.situation.language)("too_long", n=self.limit)
        if not typed.strip() and not self.may_be_empty:
            return words("card", self.situation.language)("empty_text")
        return True

    def _hints(self) -> str:
        say = words("terminal", self.situation.language)
        leaving = say("keys_leave" if self.has_way_back else "keys_cancel")
        return safe_line(f"{say(self.hint)}, {leaving}", self.console.encoding)

    def _time(self) -> StyleAndTextTuples:
        return [("class:time", self.situation.time_left())]
