"""Change the person's preferences in the terminal. The page edits the same file."""

from collections.abc import Mapping

from prompt_toolkit.application import Application
from prompt_toolkit.key_binding import KeyBindings
from pydantic import JsonValue
from questionary import Choice, select

from choice.i18n import words
from choice.preferences import Preferences, PreferencesFile
from choice.surfaces import PREFERRED, label_of
from choice.terminal.console import ESCAPE_SECONDS, STYLE, Console, bind_suspend

_DONE = "done"
_MOST_MINUTES = 60
_VALUES: Mapping[str, tuple[JsonValue, ...]] = {
    "transport": PREFERRED,
    "timeout_seconds": (60, 300, 900, 3600, 30 * 24 * 3600),
    "visible_options": ("all", "recommended"),
    "show_placeholder": (True, False),
    "allow_option_annotations": (True, False),
    "allow_global_annotation": (True, False),
    "single_submit_mode": (True, False),
}
"""Values of each preference. Selecting one moves it to its next value."""
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
    """Return the value after the current one; the first for an unlisted value."""
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
        return say("minutes", n=minutes) if minutes <= _MOST_MINUTES else say("no_limit")
    return say(label_of(str(value)) if name == "transport" else f"{_NAMES[name]}_{value}")
