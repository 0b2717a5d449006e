"""`choicewire chat`: a conversation in this terminal."""

import argparse
import asyncio
import dataclasses
import sys
import threading
from collections.abc import AsyncIterator, Callable, Sequence

from choice.assembly.environment import environment_settings
from choice.assembly.server import Serving, has_demo_data
from choice.auth import Principal
from choice.clock import uuid7
from choice.conversations import NewConversation, UserMessage
from choice.local import LOCAL_TENANT, local_user
from choice.plain_text import plain
from choice.settings import Settings, SlackSettings
from choice.stream import Mode
from choice.wire import Event, Failed

_PROMPT = "\n> "


def run(args: argparse.Namespace) -> int:
    """Chat until the end of the input."""
    settings = environment_settings()
    # The running server, if there is one, serves Slack.
    settings = dataclasses.replace(settings, agent=args.agent or settings.agent, slack=SlackSettings())
    try:
        asyncio.run(_chat(settings, args.mode))
    except KeyboardInterrupt:
        print()
    return 0


async def _chat(settings: Settings, mode: Mode) -> None:
    serving = Serving(settings, with_demo_data=has_demo_data(settings))
    principal = Principal(local_user(), LOCAL_TENANT, frozenset({"member"}))
    new = NewConversation(uuid7(), "thread", mode)
    async with serving.open_service() as service:
        async for line in _lines():
            turn = await service.turns.begin(principal, new.id, UserMessage(line), new=new, questions="text")
            await turn.run(TerminalVocabulary(), TerminalSink())
            print(flush=True)


async def _lines() -> AsyncIterator[str]:
    """Yield the lines that the user types. A daemon thread reads them, so that Ctrl-C ends the program."""
    loop = asyncio.get_running_loop()
    typed: asyncio.Queue[str | None] = asyncio.Queue()
    wanted = threading.Semaphore(0)

    def read() -> None:
        while wanted.acquire():
            try:
                line: str | None = input(_PROMPT if sys.stdin.isatty() else "")
            except EOFError:
                line = None
            loop.call_soon_threadsafe(typed.put_nowait, line)
            if line is None:
                return

    threading.Thread(target=read, daemon=True).start()
    while True:
        wanted.release()
        line = await typed.get()
        if line is None:
            return
        if line.strip():
            yield line


class TerminalVocabulary:
    """Vocabulary that passes text through. The end of a failed answer is its error."""

    headers: tuple[tuple[str, str], ...] = ()

    def text(self, text: str) -> str:
        """Return the text, without control characters."""
        return plain(text)

    def texts(self, pieces: Sequence[str]) -> str:
        """Return the text of several pieces."""
        return plain("".join(pieces))

    def event(self, event: Event) -> str:
        """Return the message of an error, and nothing for other events."""
        return f"\n{event.message}" if isinstance(event, Failed) else ""


class TerminalSink:
    """Writes text to standard output as soon as it is there."""

    is_full = False

    def __init__(self) -> None:
        self._more: Callable[[], str] | None = None

    def push(self, frames: str) -> None:
        """Write text."""
        self._draw()
        self._write(frames)

    def finish(self, frames: str) -> None:
        """Write the last text."""
        self.push(frames)

    def expect(self, more: Callable[[], str]) -> None:
        """Write the available text in the next iteration of the event loop."""
        self._more = more
        asyncio.get_running_loop().call_soon(self._draw)

    async def drain(self) -> None:
        """Return at once."""

    def _draw(self) -> None:
        more, self._more = self._more, None
        if more is not None:
            self._write(more())

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()
