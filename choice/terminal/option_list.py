"""The list of options with its keys: what the person does with it is returned as a step."""

from dataclasses import dataclass
from typing import Literal

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, HSplit, Layout, Window
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.utils import get_cwidth

from choice.catalogues.catalogue import words
from choice.terminal.console import Console
from choice.terminal.look import STYLE
from choice.terminal.option_rows import OptionRows
from choice.terminal.picking import Picking
from choice.terminal.running import ended, let_suspend
from choice.terminal.safe_text import safe_line, safe_text
from choice.terminal.situation import Situation
from choice.terminal.wrapping import fitted, wrapped

Step = Literal["send", "words", "note", "remark", "back", "settings", "cancel"]
"""What the person wants: send, write own words, a note on an option, a note on all, …"""

REFRESH_SECONDS = 0.5
ESCAPE_SECONDS = 0.1
_HEAD_LINES = 9
_FOOT_LINES = 12
"""What the keys do must be readable in the narrowest window."""
_LONG_LABEL = 24
"""What may stand beside a label: the pointer, a tick, a number, and that it is recommended."""


@dataclass(slots=True)
class OptionList:
    """One question on the screen, until the person takes a step."""

    picking: Picking
    situation: Situation
    console: Console
    heading: str = ""
    can_go_back: bool = False
    remark: str | None = None
    """The person's note on the whole answer, as far as it is written."""
    read_from: int = 0
    """How many lines of a long question were scrolled away."""

    async def step(self) -> Step:
        """Show the list and return what the person wants."""
        application: Application[Step] = Application(
            layout=Layout(self._parts()),
            key_bindings=self._keys(),
            style=STYLE,
            erase_when_done=True,
            refresh_interval=REFRESH_SECONDS,
            input=self.console.keys,
            output=self.console.screen,
        )
        application.ttimeoutlen = application.timeoutlen = ESCAPE_SECONDS
        return await ended(application, self.console)

    # --- What is seen ---

    def _parts(self) -> HSplit:
        head = Window(
            FormattedTextControl(self._head),
            wrap_lines=True,
            dont_extend_height=True,
            height=Dimension(max=_HEAD_LINES),
            get_vertical_scroll=lambda _window: self.read_from,
        )
        options = Window(
            FormattedTextControl(
                OptionRows(self.picking, self.situation, self.console).rows, focusable=True, show_cursor=False
            ),
            dont_extend_height=True,
            height=Dimension(min=2),
            always_hide_cursor=True,
        )
        below = Window(
            FormattedTextControl(self._below),
            wrap_lines=True,
            dont_extend_height=True,
            height=Dimension(max=4),
        )
        foot = Window(
            FormattedTextControl(self._foot),
            wrap_lines=True,
            dont_extend_height=True,
            height=Dimension(max=_FOOT_LINES),
        )
        return HSplit([head, options, below, foot])

    def _head(self) -> StyleAndTextTuples:
        shown: StyleAndTextTuples = []
        if self.heading:
            shown.append(("class:title", f"{safe_line(self.heading, self.console.encoding)}\n"))
        return [*shown, ("", self._asked())]

    def _asked(self) -> str:
        """Return the question and its context, in lines that fit."""
        question, encoding = self.picking.question, self.console.encoding
        parts = [safe_text(part, encoding) for part in (question.context, question.text) if part]
        return wrapped("\n".join(parts), self.console.width)

    def _below(self) -> StyleAndTextTuples:
        """Say what the option that is pointed at means."""
        option = self.picking.pointed_option
        if option is None:
            return []
        # A label that may have been cut is said in full.
        is_long = get_cwidth(option.label) > self.console.width - _LONG_LABEL
        parts = [option.label if is_long else None, option.description]
        said = [safe_line(part, self.console.encoding) for part in parts if part]
        return [("class:hint", wrapped("\n".join(said), self.console.width))]

    def _foot(self) -> StyleAndTextTuples:
        foot: StyleAndTextTuples = []
        if self.picking.problem:
            foot.append(("class:problem", f"{wrapped(self.picking.problem, self.console.width)}\n"))
        if self.remark:
            said = f"{words('card', self.situation.language)('note')}: {self.remark}"
            line = fitted(safe_line(said, self.console.encoding), self.console.width - 1)
            foot.append(("class:note", f"{line}\n"))
        dot = "·" if self.console.is_unicode else "|"
        time, hints = self.situation.time_left(), self._hints()
        lines = wrapped(f"{time} {dot} {hints}", self.console.width)
        return [*foot, ("class:time", time), ("class:hint", lines.removeprefix(time))]

    def _hints(self) -> str:
        say = words("terminal", self.situation.language)
        one = "keys_marked" if self.picking.is_marked_first else "keys_single"
        names = ["keys_multi" if self.picking.takes_several else one]
        preferences = self.situation.preferences
        names += ["keys_note"] if preferences.allow_option_annotations else []
        names += ["keys_remark"] if preferences.allow_global_annotation else []
        names += ["keys_more"] if len(self.picking.options) < len(self.picking.question.options) else []
        names += ["keys_back"] if self.can_go_back else []
        names += ["scroll"] if self._asked().count("\n") + 2 > _HEAD_LINES else []
        hints = ", ".join([say(name) for name in (*names, "keys_settings", "keys_cancel")])
        limits = self.picking.limits
        return safe_line(f"{limits}. {hints}" if limits else hints, self.console.encoding)

    # --- What keys do ---

    def _keys(self) -> KeyBindings:
        keys, picking, preferences = KeyBindings(), self.picking, self.situation.preferences
        for names, rows in ((("up", "k", "c-p"), -1), (("down", "j", "tab", "c-n"), 1)):
            for name in names:
                keys.add(name)(lambda _event, rows=rows: picking.move(rows))
        keys.add("home")(lambda _event: picking.point_at(0))
        keys.add("end")(lambda _event: picking.point_at(picking.rows - 1))
        for digit in range(1, 10):
            keys.add(str(digit))(lambda _event, digit=digit: self._digit(digit))
        keys.add(" ")(lambda _event: picking.toggle())
        keys.add("a")(lambda _event: picking.show_all())
        keys.add("pageup")(lambda _event: self._read_on(-3))
        keys.add("pagedown")(lambda _event: self._read_on(3))
        keys.add("enter")(self._enter)
        leaving: dict[str, Step] = {"escape": "cancel", "c-c": "cancel", "c-d": "cancel", "f2": "settings"}
        leaving |= {"left": "back"} if self.can_go_back else {}
        leaving |= {"n": "note"} if preferences.allow_option_annotations else {}
        leaving |= {"g": "remark"} if preferences.allow_global_annotation else {}
        for name, step in leaving.items():
            keys.add(name)(lambda event, step=step: event.app.exit(result=step))
        let_suspend(keys, self.console)
        return keys

    def _digit(self, digit: int) -> None:
        self.picking.point_at(digit - 1)
        if self.picking.takes_several and digit <= self.picking.rows:
            self.picking.toggle()

    def _read_on(self, lines: int) -> None:
        last = self._asked().count("\n")
        self.read_from = max(0, min(self.read_from + lines, last))

    def _enter(self, event: KeyPressEvent) -> None:
        if self.picking.pointed_option is None and (
            self.picking.own_words is None or not self.picking.takes_several
        ):
            event.app.exit(result="words")
        elif self.picking.is_marked_first and self.picking.mark():
            return
        elif self.picking.ready() is not None:
            event.app.exit(result="send")
