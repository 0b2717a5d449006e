"""The settings in a terminal: the same file as the page's, one change at a time."""

from collections.abc import Mapping

from prompt_toolkit.application import Application
from prompt_toolkit.key_binding import KeyBindings
from pydantic import JsonValue
from questionary import Choice, select

from choice.catalogues.catalogue import words
from choice.preferences import Preferences, PreferencesFile
from choice.terminal.console import Console
from choice.terminal.look import STYLE
from choice.terminal.option_list import ESCAPE_SECONDS
from choice.terminal.running import ended, let_suspend

_DONE = "done"
_VALUES: Mapping[str, tuple[JsonValue, ...]] = {
    "transport": ("auto", "web", "terminal", "slack"),
    "timeout_seconds": (60, 300, 900, 3600, 30 * 24 * 3600),
    "visible_options": ("all", "recommended"),
    "show_placeholder": (True, False),
    "allow_option_annotations": (True, False),
    "allow_global_annotation": (True, False),
    "single_submit_mode": (True, False),
}
"""What each setting can be; choosing it goes on to the next value."""
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
    """Let the person change settings until they have done; return what holds now."""
    at: str | None = None
    while True:
        preferences = file.read()
        at = await _chosen(preferences, console, language, at)
        if at is None or at == _DONE:
            return preferences
        file.change({at: next_value(at, getattr(preferences, at))})


def next_value(name: str, now: JsonValue) -> JsonValue:
    """Return the value that follows the one a setting has; the first, if it has another."""
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
    _leave_with_escape(prompt.application, console)
    try:
        chosen: str | None = await ended(prompt.application, console)
    except KeyboardInterrupt:
        return None
    return chosen


def _leave_with_escape(application: Application[str | None], console: Console) -> None:
    """Let Escape do what Ctrl-C does: go back to the question."""
    keys = application.key_bindings
    if isinstance(keys, KeyBindings):
        keys.add("escape")(lambda event: event.app.exit(result=None))
        let_suspend(keys, console)
    application.ttimeoutlen = application.timeoutlen = ESCAPE_SECONDS


def _shown(name: str, value: JsonValue, language: str) -> str:
    say = words("settings", language)
    if isinstance(value, bool):
        return "[x]" if value else "[ ]"
    if name == "timeout_seconds" and isinstance(value, int):
        minutes = value // 60
        return say("minutes", n=minutes) if minutes <= 60 else say("no_limit")  # noqa: PLR2004 - an hour
    return say(f"{_NAMES[name]}_{value}")
