"""Runs a prompt to its end, on the terminal of this process or on one that was lent."""

from typing import TypeVar

from prompt_toolkit.application import Application
from prompt_toolkit.application.run_in_terminal import in_terminal
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from choice.terminal.console import Console, Elsewhere

_Result = TypeVar("_Result")


async def ended(application: Application[_Result], console: Console) -> _Result:
    """Show a prompt and return how it ended."""
    if console.elsewhere is None:
        return await application.run_async()
    console.elsewhere.will_show(application)
    # Signals and errors of this process are not that prompt's.
    return await application.run_async(handle_sigint=False, set_exception_handler=False)


def let_suspend(keys: KeyBindings, console: Console) -> None:
    """Let Ctrl-Z stop the command with the terminal as it was; `fg` brings the prompt back."""

    def suspend(event: KeyPressEvent) -> None:
        if console.elsewhere is None:
            event.app.suspend_to_background()
        else:
            _ = event.app.create_background_task(_put_aside(console.elsewhere))

    keys.add("c-z")(suspend)


async def _put_aside(elsewhere: Elsewhere) -> None:
    async with in_terminal():
        await elsewhere.put_aside()
