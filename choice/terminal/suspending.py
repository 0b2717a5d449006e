"""Ctrl-Z in a prompt: as everywhere in a shell."""

from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent


def let_suspend(keys: KeyBindings) -> None:
    """Let Ctrl-Z stop the program with the terminal as it was; `fg` brings the prompt back."""

    def suspend(event: KeyPressEvent) -> None:
        event.app.suspend_to_background()

    keys.add("c-z")(suspend)
