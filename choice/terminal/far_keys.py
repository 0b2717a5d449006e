"""Keys of a terminal that another process holds: they come as the bytes that the terminal sends."""

import asyncio
import codecs
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import Context, copy_context

from prompt_toolkit.input import Input
from prompt_toolkit.input.typeahead import store_typeahead
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyPress
from typing_extensions import override


class FarKeys(Input):
    """Takes bytes whenever they come; what comes between two prompts is for the next."""

    def __init__(self, encoding: str) -> None:
        self._decoder = codecs.getincrementaldecoder(encoding)("surrogateescape")
        self._presses: list[KeyPress] = []
        self._parser = Vt100Parser(self._press)
        self._reader: tuple[Callable[[], None], Context] | None = None

    def feed(self, typed: bytes) -> None:
        """Take what was typed."""
        self._parser.feed(self._decoder.decode(typed))
        if self._reader is None:
            store_typeahead(self, self.read_keys())
        else:
            read, context = self._reader
            # A prompt finds itself by its context, not by that of whoever brings the keys.
            asyncio.get_running_loop().call_soon(read, context=context)

    @override
    def read_keys(self) -> list[KeyPress]:
        """Return the keys that were pressed since."""
        presses, self._presses = self._presses, []
        return presses

    @override
    def flush_keys(self) -> list[KeyPress]:
        """Return also what could have been the start of something longer."""
        self._parser.flush()
        return self.read_keys()

    @override
    def attach(self, input_ready_callback: Callable[[], None]) -> AbstractContextManager[None]:
        """Hand keys to a prompt."""
        return self._handing_to((input_ready_callback, copy_context()))

    @override
    def detach(self) -> AbstractContextManager[None]:
        """Hand keys to nobody for a while."""
        return self._handing_to(None)

    @contextmanager
    def _handing_to(self, reader: tuple[Callable[[], None], Context] | None) -> Iterator[None]:
        before, self._reader = self._reader, reader
        try:
            yield
        finally:
            self._reader = before

    def _press(self, press: KeyPress) -> None:
        self._presses.append(press)

    # --- What is done where the terminal is ---

    @property
    @override
    def closed(self) -> bool:
        """Whether no key can come any more: whoever holds the terminal says so in another way."""
        return False

    @override
    def raw_mode(self) -> AbstractContextManager[None]:
        """Leave the modes to whoever holds the terminal."""
        return nullcontext()

    @override
    def cooked_mode(self) -> AbstractContextManager[None]:
        """Leave the modes to whoever holds the terminal."""
        return nullcontext()

    @override
    def fileno(self) -> int:
        """Refuse: there is no file here."""
        raise NotImplementedError

    @override
    def typeahead_hash(self) -> str:
        """Return what tells this terminal from others."""
        return f"far-{id(self)}"
