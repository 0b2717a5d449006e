"""The list of options: its rows on the screen and its keys."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, HSplit, Layout, Window
from prompt_toolkit.layout.dimension import Dimension
from pydantic import JsonValue
from questionary import Choice, select

from choice.i18n import words
from choice.models import Option
from choice.preferences import Preferences, PreferencesFile
from choice.surfaces import PREFERRED, label_of
from choice.terminal.console import ESCAPE_SECONDS, REFRESH_SECONDS, STYLE, Console, bind_suspend
from choice.terminal.state import PickerState, PromptContext
from choice.terminal.text import columns_of, fitted, safe_line, safe_text, wrapped


@dataclass(frozen=True, slots=True)
class _Marks:
    """The characters in front of options."""

    pointer: str
    ticked: str
    unticked: str
    recommended: str


_FANCY = _Marks("❯", "◉", "○", "★")
_PLAIN = _Marks(">", "[x]", "[ ]", "*")


_SHORTEST_LABEL = 12


@dataclass(frozen=True, slots=True)
class OptionRows:
    """Renders the options, one line each."""

    picking: PickerState
    context: PromptContext
    console: Console

    def rows(self) -> StyleAndTextTuples:
        """Return the styled text of all rows."""
        rows: StyleAndTextTuples = []
        for place, option in enumerate(self.picking.options):
            rows += self._row(place, option)
        if self.picking.question.allow_free_text:
            rows += self._free_text_row()
        return rows[:-1]  # No line feed after the last row.

    def _row(self, place: int, option: Option) -> StyleAndTextTuples:
        marks = _FANCY if self.console.is_unicode else _PLAIN
        row = self._pointer(place)
        if self.picking.takes_several or self.picking.is_marked_first:
            row.append(("", f"{marks.ticked if option.id in self.picking.chosen else marks.unticked} "))
        behind = self._behind(option)
        room = self.console.width - sum(columns_of(part[1]) for part in (*row, *behind)) - 1
        label = self._label(place, option, room)
        row.append(("class:pointed" if place == self.picking.pointed else "", label))
        return [*row, *behind, ("", "\n")]

    def _label(self, place: int, option: Option, room: int) -> str:
        """Return an option's number and label, truncated so that the marks fit on the line."""
        label = safe_line(option.label, self.console.encoding)
        more = "…" if self.console.is_unicode else "..."
        return fitted(f"{place + 1}. {label}", max(room, _SHORTEST_LABEL), more)

    def _behind(self, option: Option) -> StyleAndTextTuples:
        behind: StyleAndTextTuples = []
        if option.recommended:
            mark = (_FANCY if self.console.is_unicode else _PLAIN).recommended
            text = words("card", self.context.language)("recommended")
            behind.append(("class:recommended", f"  {mark} {text}"))
        if option.id in self.picking.notes:
            note = safe_line(self.picking.notes[option.id], self.console.encoding, limit=40)
            behind.append(("class:note", f"  ({note})"))
        return behind

    def _free_text_row(self) -> StyleAndTextTuples:
        typed = self.picking.free_text
        empty = words("card", self.context.language)("own_words")
        line = safe_line(empty if typed is None else typed, self.console.encoding, limit=60)
        return [*self._pointer(len(self.picking.options)), ("class:hint", line), ("", "\n")]

    def _pointer(self, place: int) -> StyleAndTextTuples:
        if place != self.picking.pointed:
            return [("", "  ")]
        pointer = (_FANCY if self.console.is_unicode else _PLAIN).pointer
        return [("[SetCursorPosition]", ""), ("class:pointed", f"{pointer} ")]


Step = Literal["send", "words", "note", "remark", "back", "settings", "cancel"]
"""The next action: send, enter free text (`words`), a note on an option, a note on the answer, …"""

_HEAD_LINES = 9
_FOOT_LINES = 12
"""Maximum lines of key hints, enough for a narrow window."""
_LONG_LABEL = 24
"""Columns reserved for the pointer, tick, number and recommendation beside a label."""


@dataclass(slots=True)
class OptionList:
    """Shows the options of one question until the person chooses a next step."""

    picking: PickerState
    context: PromptContext
    console: Console
    heading: str = ""
    can_go_back: bool = False
    remark: str | None = None
    """The person's note on the whole answer so far."""
    read_from: int = 0
    """Number of lines by which a long question is scrolled."""

    async def step(self) -> Step:
        """Show the list and return the person's next step."""
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
        return await application.run_async()

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
                OptionRows(self.picking, self.context, self.console).rows, focusable=True, show_cursor=False
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
        """Return the question and its context, wrapped."""
        question, encoding = self.picking.question, self.console.encoding
        parts = [safe_text(part, encoding) for part in (question.context, question.text) if part]
        return wrapped("\n".join(parts), self.console.width)

    def _below(self) -> StyleAndTextTuples:
        """Return the description of the option under the pointer."""
        option = self.picking.pointed_option
        if option is None:
            return []
        # Repeat the full label if its row may be truncated.
        is_long = columns_of(option.label) > self.console.width - _LONG_LABEL
        parts = [option.label if is_long else None, option.description]
        lines = [safe_line(part, self.console.encoding) for part in parts if part]
        return [("class:hint", wrapped("\n".join(lines), self.console.width))]

    def _foot(self) -> StyleAndTextTuples:
        foot: StyleAndTextTuples = []
        if self.picking.problem:
            foot.append(("class:problem", f"{wrapped(self.picking.problem, self.console.width)}\n"))
        if self.remark:
            note = f"{words('card', self.context.language)('note')}: {self.remark}"
            line = fitted(safe_line(note, self.console.encoding), self.console.width - 1)
            foot.append(("class:note", f"{line}\n"))
        dot = "·" if self.console.is_unicode else "|"
        time, hints = self.context.time_left(), self._hints()
        lines = wrapped(f"{time} {dot} {hints}", self.console.width)
        return [*foot, ("class:time", time), ("class:hint", lines.removeprefix(time))]

    def _hints(self) -> str:
        say = words("terminal", self.context.language)
        one = "keys_marked" if self.picking.is_marked_first else "keys_single"
        names = ["keys_multi" if self.picking.takes_several else one]
        preferences = self.context.preferences
        names += ["keys_note"] if preferences.allow_option_annotations else []
        names += ["keys_remark"] if preferences.allow_global_annotation else []
        names += ["keys_more"] if len(self.picking.options) < len(self.picking.question.options) else []
        names += ["keys_back"] if self.can_go_back else []
        names += ["scroll"] if self._asked().count("\n") + 2 > _HEAD_LINES else []
        hints = ", ".join([say(name) for name in (*names, "keys_settings", "keys_cancel")])
        limits = self.picking.limits
        return safe_line(f"{limits}. {hints}" if limits else hints, self.console.encoding)

    def _keys(self) -> KeyBindings:
        keys, picking, preferences = KeyBindings(), self.picking, self.context.preferences
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
        leaving: dict[str, Step] = {"c-c": "cancel", "c-d": "cancel", "f2": "settings"}
        leaving |= {"left": "back"} if self.can_go_back else {}
        leaving |= {"n": "note"} if preferences.allow_option_annotations else {}
        leaving |= {"g": "remark"} if preferences.allow_global_annotation else {}
        keys.add("escape")(self._escape)
        for name in {"n", "g"} - leaving.keys():
            keys.add(name)(lambda _event: self._say("notes_off"))
        for name, step in leaving.items():
            keys.add(name)(lambda event, step=step: event.app.exit(result=step))
        bind_suspend(keys)
        return keys

    def _escape(self, event: KeyPressEvent) -> None:
        """Cancel at the second press: a cancelled question cannot be answered any more."""
        if self.picking.problem == words("terminal", self.context.language)("cancel_again"):
            event.app.exit(result="cancel")
        else:
            self._say("cancel_again")

    def _say(self, name: str) -> None:
        self.picking.problem = words("terminal", self.context.language)(name)

    def _digit(self, digit: int) -> None:
        self.picking.point_at(digit - 1)
        if self.picking.takes_several and digit <= self.picking.rows:
            self.picking.toggle()

    def _read_on(self, lines: int) -> None:
        last = self._asked().count("\n")
        self.read_from = max(0, min(self.read_from + lines, last))

    def _enter(self, event: KeyPressEvent) -> None:
        if self.picking.pointed_option is None and (
            self.picking.free_text is None or not self.picking.takes_several
        ):
            event.app.exit(result="words")
        elif self.picking.is_marked_first and self.picking.mark():
            return
        elif self.picking.ready() is not None:
            event.app.exit(result="send")


_DONE = "done"
_MAX_MINUTES = 60
_VALUES: Mapping[str, tuple[JsonValue, ...]] = {
    "transport": PREFERRED,
    "timeout_seconds": (60, 300, 900, 3600, 30 * 24 * 3600),
    "visible_options": ("all", "recommended"),
    "show_placeholder": (True, False),
    "allow_option_annotations": (True, False),
    "allow_global_annotation": (True, False),
    "single_submit_mode": (True, False),
}
"""Values of each preference. Selecting a preference changes it to the next value."""
_NAMES = {
    "transport": "surface",
    "timeout_seconds": "timeout",
    "visible_options": "options",
    "show_placeholder": "placeholder",
    "allow_option_annotations": "option_notes",
    "allow_global_annotation": "global_note",
    "single_submit_mode": "single_submit",
}


async def change_settings(file: PreferencesFile, console: Console, language: str) -> Preferences:
    """Let the person change preferences until they leave; return the result."""
    at: str | None = None
    while True:
        preferences = file.read()
        at = await _chosen(preferences, console, language, at)
        if at is None or at == _DONE:
            return preferences
        file.change({at: next_value(at, getattr(preferences, at))})


def next_value(name: str, now: JsonValue) -> JsonValue:
    """Return the value after the current one, or the first if the current value is not listed."""
    values = _VALUES[name]
    return values[(values.index(now) + 1) % len(values)] if now in values else values[0]


async def _chosen(preferences: Preferences, console: Console, language: str, at: str | None) -> str | None:
    say = words("settings", language)
    lines = [
        Choice(f"{say(_NAMES[name])}: {_shown(name, getattr(preferences, name), language)}", name)
        for name in _VALUES
    ]
    prompt = select(
        say("title"),
        [*lines, Choice("OK", _DONE)],
        default=at,
        qmark="",
        pointer=">",
        style=STYLE,
        instruction=words("terminal", language)("keys_settle"),
        erase_when_done=True,
        input=console.keys,
        output=console.screen,
    )
    _leave_with_escape(prompt.application)
    try:
        chosen: str | None = await prompt.application.run_async()
    except KeyboardInterrupt:
        return None
    return chosen


def _leave_with_escape(application: Application[str | None]) -> None:
    """Bind Escape to return to the question, as Ctrl-C does."""
    keys = application.key_bindings
    if isinstance(keys, KeyBindings):
        keys.add("escape")(lambda event: event.app.exit(result=None))
        bind_suspend(keys)
    application.ttimeoutlen = application.timeoutlen = ESCAPE_SECONDS


def _shown(name: str, value: JsonValue, language: str) -> str:
    say = words("settings", language)
    if isinstance(value, bool):
        return "[x]" if value else "[ ]"
    if name == "timeout_seconds" and isinstance(value, int):
        minutes = value // 60
        return say("minutes", n=minutes) if minutes <= _MAX_MINUTES else say("no_limit")
    return say(label_of(str(value)) if name == "transport" else f"{_NAMES[name]}_{value}")
