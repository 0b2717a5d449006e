"""The list of options with its keys: what the person does with it is returned as a step."""

from dataclasses import dataclass
from typing import Literal

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, HSplit, Layout, Window
from prompt_toolkit.layout.dimension import Dimension
from questionary import Question as Prompt

from choice.catalogues.catalogue import words
from choice.models import Option
from choice.terminal.console import Console
from choice.terminal.look import FANCY, PLAIN, STYLE
from choice.terminal.picking import Picking
from choice.terminal.safe_text import safe_line, safe_text
from choice.terminal.situation import Situation

Step = Literal["send", "words", "note", "remark", "back", "settings", "cancel"]
"""What the person wants: send, write own words, a note on an option, a note on all, …"""

REFRESH_SECONDS = 0.5
ESCAPE_SECONDS = 0.1
_HEAD_LINES = 9


@dataclass(slots=True)
class OptionList:
    """One question on the screen, until the person takes a step."""

    picking: Picking
    situation: Situation
    console: Console
    heading: str = ""
    can_go_back: bool = False
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
        step: Step = await Prompt(application).unsafe_ask_async()
        return step

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
            FormattedTextControl(self._rows, focusable=True, show_cursor=False),
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
            height=Dimension(max=3),
        )
        return HSplit([head, options, below, foot])

    def _head(self) -> StyleAndTextTuples:
        question = self.picking.question
        shown: StyleAndTextTuples = []
        if self.heading:
            shown.append(("class:title", f"{safe_line(self.heading, self.console.encoding)}\n"))
        if question.context:
            shown.append(("", f"{safe_text(question.context, self.console.encoding)}\n"))
        return [*shown, ("", safe_text(question.text, self.console.encoding))]

    def _rows(self) -> StyleAndTextTuples:
        rows: StyleAndTextTuples = []
        for place, option in enumerate(self.picking.options):
            rows += self._row(place, option)
        if self.picking.question.allow_free_text:
            rows += self._own_words_row()
        return rows[:-1]  # The last line needs no end.

    def _row(self, place: int, option: Option) -> StyleAndTextTuples:
        marks = FANCY if self.console.is_unicode else PLAIN
        row = self._pointer(place)
        if self.picking.takes_several or self.picking.is_marked_first:
            row.append(("", f"{marks.ticked if option.id in self.picking.chosen else marks.unticked} "))
        label = safe_line(option.label, self.console.encoding)
        row.append(("class:pointed" if place == self.picking.pointed else "", f"{place + 1}. {label}"))
        if option.recommended:
            said = words("card", self.situation.language)("recommended")
            row.append(("class:recommended", f"  {marks.recommended} {said}"))
        if option.id in self.picking.notes:
            note = safe_line(self.picking.notes[option.id], self.console.encoding, limit=40)
            row.append(("class:note", f"  ({note})"))
        return [*row, ("", "\n")]

    def _own_words_row(self) -> StyleAndTextTuples:
        typed = self.picking.own_words
        empty = words("card", self.situation.language)("own_words")
        line = empty if typed is None else safe_line(typed, self.console.encoding, limit=60)
        return [*self._pointer(len(self.picking.options)), ("class:hint", line), ("", "\n")]

    def _pointer(self, place: int) -> StyleAndTextTuples:
        if place != self.picking.pointed:
            return [("", "  ")]
        pointer = (FANCY if self.console.is_unicode else PLAIN).pointer
        return [("[SetCursorPosition]", ""), ("class:pointed", f"{pointer} ")]

    def _below(self) -> StyleAndTextTuples:
        """Say what the option that is pointed at means."""
        option = self.picking.pointed_option
        if option is None or not option.description:
            return []
        return [("class:hint", f"  {safe_line(option.description, self.console.encoding)}")]

    def _foot(self) -> StyleAndTextTuples:
        foot: StyleAndTextTuples = []
        if self.picking.problem:
            foot.append(("class:problem", f"{self.picking.problem}\n"))
        foot.append(("class:time", self.situation.time_left()))
        return [
            *foot,
            ("class:hint", f" · {self._hints()}" if self.console.is_unicode else f" | {self._hints()}"),
        ]

    def _hints(self) -> str:
        say = words("terminal", self.situation.language)
        one = "keys_marked" if self.picking.is_marked_first else "keys_single"
        names = ["keys_multi" if self.picking.takes_several else one]
        preferences = self.situation.preferences
        names += ["keys_note"] if preferences.allow_option_annotations else []
        names += ["keys_remark"] if preferences.allow_global_annotation else []
        names += ["keys_more"] if len(self.picking.options) < len(self.picking.question.options) else []
        names += ["keys_back"] if self.can_go_back else []
        hints = ", ".join([say(name) for name in (*names, "keys_settings", "keys_cancel")])
        return safe_line(hints, self.console.encoding)

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
        return keys

    def _digit(self, digit: int) -> None:
        self.picking.point_at(digit - 1)
        if self.picking.takes_several and digit <= self.picking.rows:
            self.picking.toggle()

    def _read_on(self, lines: int) -> None:
        text = f"{self.picking.question.context or ''}{self.picking.question.text}"
        last = text.count("\n") + len(text) // self.console.width
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
