"""File operations of a process in order, recorded by strace."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tests.faults.children import traced

_CALLS = "pwrite64,write,fdatasync,fsync,ftruncate,unlink,openat,rename"
_LINE = re.compile(r"^(\d+)\s+(\w+)\((.*)$")
_RESUMED = re.compile(r"^(\d+)\s+<\.\.\. (\w+) resumed>")
_FILE = re.compile(r"^\d+<([^>]*)>")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass(frozen=True, slots=True)
class Event:
    """One operation on a file or folder."""

    kind: Literal["write", "cut", "sync", "make", "remove"]
    path: str
    offset: int = 0
    data: bytes = b""


def recorded(work: Callable[[], object], folder: Path) -> list[Event]:
    """Run work in a child process and return its file operations in a folder."""
    trace = folder.with_suffix(".trace")
    options = ("-y", "-xx", "-s", "100000", "-e", f"trace={_CALLS}", "-e", "signal=none", "-o", str(trace))
    try:
        status = traced(work, *options)
        if status:
            raise RuntimeError(f"the workload ended with status {status}")
        with trace.open(encoding="ascii") as lines:
            return [event for event in _events(lines) if event.path.startswith(str(folder))]
    finally:
        trace.unlink(missing_ok=True)


def _events(lines: Iterator[str]) -> Iterator[Event]:
    """Parse a trace. A write counts from its start, as it may have happened; a sync only from its end."""
    waiting: dict[str, Event] = {}
    for line in lines:
        resumed = _RESUMED.match(line)
        if resumed is not None:
            event = waiting.pop(resumed[1], None)
        else:
            parts = _LINE.match(line)
            event = None if parts is None else _event(parts[2], parts[3])
            if event is not None and event.kind == "sync" and line.endswith("<unfinished ...>\n"):
                assert parts is not None
                waiting[parts[1]] = event
                continue
        if event is not None:
            yield event


def _event(call: str, arguments: str) -> Event | None:  # noqa: PLR0911 - one for each call
    opened = _FILE.match(arguments)
    path = "" if opened is None else _decoded(opened[1])
    texts = _TEXT.findall(arguments)
    match call:
        case "pwrite64":
            offset = arguments[arguments.rindex('"') :].split(", ")[2].partition(")")[0].split()[0]
            return Event("write", path, int(offset), _bytes(texts[0]))
        case "write":
            return Event("write", path, -1, _bytes(texts[0]))
        case "ftruncate":
            return Event("cut", path, int(re.split(r"[),\s]+", arguments.partition(", ")[2])[0]))
        case "fdatasync" | "fsync":
            return Event("sync", path)
        case "unlink":
            return Event("remove", _bytes(texts[0]).decode())
        case "openat" if "O_CREAT" in arguments and " = -1" not in arguments:
            return Event("make", _bytes(texts[0]).decode())
        case "rename":
            raise NotImplementedError("renaming a file is not simulated")
        case _:
            return None


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def _decoded(name: str) -> str:
    """Return a path from strace's -y output, which -xx escapes."""
    return _bytes(name).decode() if name.startswith("\\x") else name
