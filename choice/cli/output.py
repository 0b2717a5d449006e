"""Output shared by several commands: exit codes, escaping, progress bars and unsent drafts."""

import asyncio
import codecs
import locale
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from types import TracebackType
from typing import Self, TextIO, cast

from choice.assembly.environment import environment_settings
from choice.assembly.local import language_of, preferences_file
from choice.i18n import words
from choice.terminal.text import safe_text, tty_files

EXIT_CODES = {"answered": 0, "cancelled": 3, "superseded": 3, "timed_out": 4}
TOO_LATE = 4
"""Exit code if the question ended before the command could change it."""
TERMINATED = 128 + signal.SIGTERM
"""Exit code of a process that received SIGTERM, as shells report it."""
_BAR_WIDTH = 30


def for_output(text: str) -> str:
    """Escape control characters in untrusted text if standard output is a terminal."""
    return safe_text(text) if sys.stdout.isatty() else text


@contextmanager
def cancelled_by_sigterm() -> Iterator[asyncio.Event]:
    """Cancel the current task and set the event when the process receives SIGTERM.

    The task can then restore the terminal and close the desk.
    """
    terminated, task = asyncio.Event(), cast("asyncio.Task[object]", asyncio.current_task())
    loop = asyncio.get_running_loop()

    def terminate() -> None:
        terminated.set()
        task.cancel()

    # Signal handlers are not available on Windows and outside the main thread.
    with suppress(NotImplementedError, ValueError, RuntimeError):
        loop.add_signal_handler(signal.SIGTERM, terminate)
    try:
        yield terminated
    finally:
        with suppress(NotImplementedError, ValueError, RuntimeError):
            loop.remove_signal_handler(signal.SIGTERM)


@contextmanager
def print_unsent_on_exit(drafts: Mapping[str, str]) -> Iterator[None]:
    """Print the unsent text of the person if an exception or a signal ends the block.

    Each key of `drafts` starts with the id of the interaction.
    """
    try:
        yield
    except BaseException:
        unsent = [text for text in drafts.values() if text.strip()]
        if unsent:
            _print_unsent(next(iter(drafts)).partition(" ")[0], unsent)
        raise


def _print_unsent(interaction_id: str, unsent: Sequence[str]) -> None:
    encoding = locale.getencoding()
    # On an ASCII terminal, other languages would be printed as escape sequences.
    is_ascii = codecs.lookup(encoding).name == "ascii"
    say = words("terminal", "en" if is_ascii else language_of(preferences_file(environment_settings())))
    hint = say("unsent_next", command=f"choicewire answer {interaction_id}")
    with ExitStack() as stack, suppress(OSError):  # The terminal may be closed.
        files = tty_files(stack)
        file = sys.stderr if files is None else files.write
        file.write(safe_text("\n".join([say("unsent"), "", *unsent, "", hint, ""]), encoding))
        file.flush()


class ProgressBar:
    """A progress bar on standard error that is erased at the end. It is shown only in terminals."""

    def __init__(self, activity: str, total: int, stream: TextIO | None = None) -> None:
        self._activity = activity
        self._total = max(total, 1)
        self._stream = sys.stderr if stream is None else stream
        self._drawn = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._drawn:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def show(self, done: int) -> None:
        """Draw the bar for `done` of `total`, unless it looks the same as before."""
        if not self._stream.isatty():
            return
        part = min(done / self._total, 1.0)
        bar = "█" * round(part * _BAR_WIDTH)
        line = f"{self._activity} {bar:░<{_BAR_WIDTH}} {part:4.0%}"
        if line != self._drawn:
            self._drawn = line
            self._stream.write(f"\r{line}")
            self._stream.flush()
