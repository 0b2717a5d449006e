"""Run the command in a pseudo-terminal with an emulated screen."""

import os
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import ClassVar, Self

import pexpect
import pyte

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60


class PtyCommand:
    """One run of `choicewire` in a terminal of 80 columns and 24 rows."""

    program: ClassVar = (sys.executable, "-m", "choice")

    def __init__(self, folder: Path, *arguments: str, **changes: str) -> None:
        self.model = pyte.Screen(80, 24)
        self.raw = b""
        self._stream = pyte.ByteStream(self.model)
        variables = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "CHOICE_DATA_DIR": str(folder),
            "CHOICE_PORT": "9",
            "PYTHONPATH": str(ROOT),
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
        }
        self.process = pexpect.spawn(
            self.program[0],
            [*self.program[1:], *arguments],
            env=variables | changes,
            cwd=str(ROOT),
            dimensions=(24, 80),
            timeout=PATIENCE,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.close(force=True)

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.model.display if line.strip()]

    def press(self, keys: str) -> None:
        self.process.send(keys)

    def sees(self, wanted: str) -> list[str]:
        """Read until the screen shows something."""
        until = time.monotonic() + PATIENCE
        while not any(wanted in line for line in self.lines):
            assert time.monotonic() < until, self.lines
            self._read()
        return self.lines

    def sees_other(self, before: list[str]) -> list[str]:
        """Read until the screen shows something else."""
        until = time.monotonic() + PATIENCE
        while self.lines == before:
            assert time.monotonic() < until, self.lines
            self._read()
        return self.lines

    def sees_again(self, wanted: str) -> list[str]:
        """Read until the screen, wiped clean now, shows something."""
        self.model.reset()
        return self.sees(wanted)

    def ends(self) -> int:
        """Read to the end and return the exit code."""
        while self._read():
            pass
        self.process.wait()
        return int(self.process.exitstatus)

    def _read(self) -> bool:
        try:
            data = self.process.read_nonblocking(65536, timeout=PATIENCE)
        except pexpect.EOF:
            return False
        self.raw += data
        self._stream.feed(data)
        return True


class PtyShell(PtyCommand):
    """A shell in such a terminal."""

    program: ClassVar = ("bash", "--norc", "-i")
    prompt: ClassVar = "ready>"

    def __init__(self, folder: Path, *arguments: str, **changes: str) -> None:
        super().__init__(folder, *arguments, PS1=f"{self.prompt} ", **changes)

    def is_ready(self) -> None:
        """Read until the shell waits for a command; until then the modes of the terminal are not its own."""
        until = time.monotonic() + PATIENCE
        while self.lines[-1:] != [self.prompt]:
            assert time.monotonic() < until, self.lines
            self._read()
