"""A text field for own words or a note, with the remaining time beside it."""

from dataclasses import dataclass

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from questionary import text

from choice.answers import MAX_OWN_WORDS
from choice.i18n import words
from choice.terminal.console import ESCAPE_SECONDS, REFRESH_SECONDS, STYLE, Console, bind_suspend
from choice.terminal.context import PromptContext
from choice.terminal.text import columns_of, safe_line, safe_text, wrapped


@dataclass(frozen=True, slots=True)
class TextField:
    """One line of text. Every change is saved as a draft."""

    context: PromptContext
    console: Console
    asked: str
    """Text above the field."""
    hint: str = "keys_text"
    before: str = ""
    """Initial text, unless there is a draft."""
    placeholder: str | None = None
    limit: int = MAX_OWN_WORDS
    may_be_empty: bool = False
    has_way_back: bool = True
    """Whether Escape goes back to the question; else it cancels."""
    name: str = ""
    """Key of the draft."""

    async def typed(self) -> str | None:
        """Return the text; None if the person left the field."""
        prompt = text(
            f"{self._above()}\n {self._hints()}\n",
            qmark="",
            default=self.context.drafts.get(self.name, self.before),
            validate=self._problem,
            style=STYLE,
            key_bindings=self._keys(),
            # Not a toolbar: it sends a cursor position request, and the reply arrives as keys.
            rprompt=self._time,
            placeholder=safe_line(self.placeholder, self.console.encoding) if self.placeholder else None,
            refresh_interval=REFRESH_SECONDS,
            erase_when_done=True,
            input=self.console.keys,
            output=self.console.screen,
        )
        prompt.application.ttimeoutlen = prompt.application.timeoutlen = ESCAPE_SECONDS
        prompt.application.current_buffer.on_text_changed += self._note_typing
        said: str | None = await prompt.application.run_async()
        return said

    def _above(self) -> str:
        # The remaining time is at the right of the first line, if there is room.
        columns = max(self.console.width - columns_of(self.context.time_left()) - 4, 10)
        lines = wrapped(safe_text(self.asked, self.console.encoding), columns)
        # questionary puts a space before the message.
        return lines.replace("\n", "\n ")

    def _keys(self) -> KeyBindings:
        """Return the keys that leave the field. They take precedence over the field's own."""
        keys = KeyBindings()

        def leave(event: KeyPressEvent) -> None:
            event.app.exit(result=None)

        for name in ("escape", "c-c"):
            keys.add(name, eager=name == "c-c")(leave)
        bind_suspend(keys)
        return keys

    def _note_typing(self, buffer: Buffer) -> None:
        self.context.drafts.save(self.name, buffer.text)
        self.context.on_typing()

    def _problem(self, typed: str) -> bool | str:
        if len(typed) > self.limit:
            return words("terminal", self.context.language)("too_long", n=self.limit)
        if not typed.strip() and not self.may_be_empty:
            return words("card", self.context.language)("empty_text")
        return True

    def _hints(self) -> str:
        say = words("terminal", self.context.language)
        leaving = say("keys_leave" if self.has_way_back else "keys_cancel")
        return safe_line(f"{say(self.hint)}, {leaving}", self.console.encoding)

    def _time(self) -> StyleAndTextTuples:
        return [("class:time", self.context.time_left())]
