"""Lends the terminal of this command to the shared server: keys go there, what it draws comes back."""

import json
import select
import signal
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from choice.terminal.lent_terminal import LentTerminal

_CTRL_C = b"\x03"
_PATIENCE_SECONDS = 5.0
"""So long whoever wants to leave waits for a server that says nothing."""
_TERMINATED = 143
_HUNG_UP = 129
_SIGNALS = (signal.SIGWINCH, signal.SIGCONT, signal.SIGTERM)


def told_while_lending(line: socket.socket, terminal: LentTerminal) -> Iterator[dict[str, Any]]:
    """Return what the server says, until it leaves; what it draws is shown meanwhile."""
    lending = _Lending(line, terminal)
    with _woken() as woken:
        try:
            yield from lending.told(woken)
        finally:
            terminal.break_off()


class _Lending:
    def __init__(self, line: socket.socket, terminal: LentTerminal) -> None:
        self._line, self._terminal = line, terminal
        self._heard = b""
        self._patience: float | None = None

    def told(self, woken: socket.socket) -> Iterator[dict[str, Any]]:
        while True:
            watched: list[socket.socket | LentTerminal] = [self._line, woken]
            watched += [self._terminal] if self._terminal.is_in_use else []
            ready, _, _ = select.select(watched, [], [], self._patience)
            if not ready:
                raise KeyboardInterrupt  # Somebody wants to leave, and nobody answers.
            if woken in ready:
                self._obey(woken.recv(64))
            if self._terminal in ready:
                self._pass_keys()
            if self._line in ready:
                said = self._said()
                if said is None:
                    return
                yield from filter(None, map(self._done, said))

    def _said(self) -> list[dict[str, Any]] | None:
        """Return what the server said; None where it is gone."""
        try:
            data = self._line.recv(65536)
        except OSError:
            return None
        if not data:
            return None
        self._patience = None
        *lines, self._heard = (self._heard + data).split(b"\n")
        return [json.loads(each) for each in lines]

    def _done(self, said: dict[str, Any]) -> dict[str, Any] | None:
        """Do what is ours to do; return everything else."""
        if "draw" in said:
            self._terminal.draw(said["draw"])
        elif "typed" in said:
            where, text = said["typed"]
            self._terminal.typed[where] = text
        elif "put_aside" in said:
            self._terminal.put_aside()
            self._say({"size": self._terminal.size})
        else:
            self._terminal.give_back()
            return said
        return None

    def _pass_keys(self) -> None:
        keys = self._terminal.keys()
        if not keys:
            raise SystemExit(_HUNG_UP)
        if _CTRL_C in keys:
            self._patience = _PATIENCE_SECONDS
        self._say({"keys": keys.decode("latin-1")})

    def _obey(self, signals: bytes) -> None:
        if signal.SIGTERM in signals:
            raise SystemExit(_TERMINATED)
        if signal.SIGCONT in signals and self._terminal.is_in_use:
            # The shell has had the terminal meanwhile.
            self._terminal.take()
        if signal.SIGCONT in signals or signal.SIGWINCH in signals:
            self._say({"size": self._terminal.size})

    def _say(self, message: Mapping[str, Any]) -> None:
        # If the server is gone, reading from it says so.
        with suppress(OSError):
            self._line.sendall(json.dumps(message).encode() + b"\n")


@contextmanager
def _woken() -> Iterator[socket.socket]:
    """Give a socket that says which signals came."""
    woken, wakes = socket.socketpair()
    wakes.settimeout(0)
    with woken, wakes:
        handlers = {number: signal.signal(number, _do_nothing) for number in _SIGNALS}
        before = signal.set_wakeup_fd(wakes.fileno())
        try:
            yield woken
        finally:
            signal.set_wakeup_fd(before)
            for number, handler in handlers.items():
                signal.signal(number, handler)


def _do_nothing(_number: int, _frame: object) -> None:
    """Let a signal do nothing but wake."""
