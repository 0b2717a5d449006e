"""Ask the local user a question, in the terminal of this process or on a page."""

import asyncio
import json
import logging
import os
import socket
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from choice.assembly.desk import open_desk
from choice.assembly.environment import (
    environment_settings,
    environment_variables,
    has_display,
    open_in_browser,
    project_name,
)
from choice.assembly.local import ask_in_this_terminal, interaction_url, is_server_running, preferences_file
from choice.desk import Asker, Desk, Interaction, InteractionClosed, Terms
from choice.errors import MissingExtra
from choice.mcp.known_answers import KnownAnswers
from choice.models import Form, Option, Outcome, Question, askable
from choice.resident.place import NoResident, resident_place
from choice.settings import Settings
from choice.terminal.text import has_tty

logger = logging.getLogger(__name__)


async def ask(
    question: str | Question | Form,
    options: Sequence[str | Option] = (),
    *,
    timeout: float | None = None,  # noqa: ASYNC109 - the deadline of the question, not of this call
) -> Outcome:
    """Ask the local user a question and return the outcome.

    The question is shown in the terminal of this process. If the process has no terminal, it is shown on a
    page of a running server or of the shared local server. It can also be answered with `choicewire answer`.
    Without options, the answer is free text.

    A timeout or a cancellation raises no exception; the outcome is `TimedOut` or `Cancelled`. `timeout` is in
    seconds; the default is in the person's preferences.

    Raises:
        InvalidRequest: The question or the timeout is not valid.
        StoreError: The desk cannot be used.
        MissingExtra: The packages of the extra `desk` are not installed.
    """
    terms: Terms = {"asked_by": Asker("choice.ask", project=project_name(Path.cwd()))}
    if timeout is not None:
        terms["timeout"] = timeout
    settings = environment_settings()
    async with open_desk() as desk:
        interaction = await desk.open(askable(question, options), **terms)
        try:
            outcome = await show_and_wait(
                desk, interaction, settings, announce=_log_where, opens_browser=True
            )
        except asyncio.CancelledError:
            # The caller no longer waits for an answer.
            with suppress(InteractionClosed):
                await desk.cancel(interaction.id, by=interaction.asked_by)
            raise
        await desk.acknowledge(interaction.id, asked_by=interaction.asked_by)
        return outcome


def ask_sync(
    question: str | Question | Form, options: Sequence[str | Option] = (), *, timeout: float | None = None
) -> Outcome:
    """Ask the local user a question from synchronous code. See `ask`.

    Raises:
        RuntimeError: An event loop is running in this thread.
    """
    if _has_running_loop():
        message = "choice.ask_sync cannot run inside an event loop. Use `await choice.ask(...)`."
        raise RuntimeError(message)
    return asyncio.run(ask(question, options, timeout=timeout))


async def show_and_wait(  # noqa: PLR0913 - all of them are independent
    desk: Desk,
    interaction: Interaction,
    settings: Settings,
    *,
    announce: Callable[[str], None],
    surface: str = "auto",
    drafts: dict[str, str] | None = None,
    opens_browser: bool = False,
    has_page: bool = True,
) -> Outcome:
    """Show an interaction to the local user and return its outcome.

    Args:
        desk: The desk that the interaction is on.
        interaction: An open interaction.
        settings: The settings of this process.
        announce: Called with a line that says where to answer, if the question is not shown in the terminal.
        surface: `terminal`, `web`, `slack`, or `auto` for the person's preference.
        drafts: Collects the text that the person types, by field.
        opens_browser: Whether to open the page in a browser, if this machine has a screen.
        has_page: Whether the interactions of this desk can be shown on a page.

    Raises:
        MissingExtra: The terminal was requested, and the extra `terminal` is not installed.
    """
    chosen = preferences_file(settings).read().transport if surface == "auto" else surface
    if chosen in {"auto", "terminal"} and has_tty():
        try:
            return await ask_in_this_terminal(desk, interaction, settings, drafts)
        except MissingExtra:
            if chosen == "terminal":
                raise
    command = f"choicewire answer {interaction.id}"
    if not has_page or chosen not in {"auto", "web"}:
        announce(f"Answer with: {command}")
        return await desk.wait(interaction.id, asked_by=interaction.asked_by)
    async with _shown_page(interaction.id, settings, opens_browser=opens_browser) as page:
        announce(f"Answer with: {command}" if page is None else f"Answer at {page} or with: {command}")
        return await desk.wait(interaction.id, asked_by=interaction.asked_by)


@asynccontextmanager
async def _shown_page(
    interaction_id: str, settings: Settings, *, opens_browser: bool
) -> AsyncIterator[str | None]:
    """Yield the address of the interaction's page on a running server, else on the shared local server.

    Yields None if neither is available.
    """
    if await is_server_running(settings):
        address = interaction_url(settings, interaction_id)
        if opens_browser and has_display():
            open_in_browser(address)
        yield address
        return
    if os.name != "posix":
        yield None
        return
    connection = _PageConnection()
    hello = {"open_in_browser": interaction_id, "screen": opens_browser and has_display()}
    try:
        reply = await asyncio.to_thread(connection.request, hello, settings)
        if reply.get("open") is not None:
            open_in_browser(reply["open"])
        yield reply.get("page")
    finally:
        connection.close()


class _PageConnection:
    """A connection to the shared server. The server does not stop while the connection is open."""

    def __init__(self) -> None:
        self._line: socket.socket | None = None
        self._is_closed = False
        self._lock = threading.Lock()

    def request(self, hello: dict[str, Any], settings: Settings) -> dict[str, Any]:
        """Connect and return the server's reply, or {} without one. Blocks; run it in a thread."""
        line = _connect(hello, settings)
        if line is None:
            return {}
        with self._lock:
            self._line = line
            if self._is_closed:
                line.close()
                return {}
        with line.makefile("rb") as lines:
            try:
                reply: dict[str, Any] = json.loads(lines.readline() or b"{}")
            except OSError:
                return {}  # The server has stopped.
        return reply

    def close(self) -> None:
        """Close the connection, even if `request` is still opening it in another thread."""
        with self._lock:
            self._is_closed = True
            if self._line is not None:
                with suppress(OSError):  # The server may have closed it.
                    self._line.shutdown(socket.SHUT_RDWR)
                self._line.close()


def _connect(hello: dict[str, Any], settings: Settings) -> socket.socket | None:
    variables = environment_variables()
    place = resident_place(settings, variables, Path.cwd(), KnownAnswers().version)
    if variables.get("CHOICE_DATABASE_URL"):
        # A configured database usually has its own server. Use the shared one only if it is running.
        return place.connect(hello)
    try:
        return place.connect_or_start(hello)
    except NoResident as error:
        logger.info("%s", error)
        return None


def _log_where(line: str) -> None:
    # Python prints warnings even if logging is not configured. Without this line the call would seem to hang.
    logger.warning("%s", line)


def _has_running_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
