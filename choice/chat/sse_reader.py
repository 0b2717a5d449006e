"""Takes server-sent events apart, however the bytes are cut."""

_LONGEST_EVENT = 1024 * 1024
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class EventTooLong(ValueError):
    """One event is longer than anything that a model sends."""


class SseReader:
    """Reads the data of server-sent events; their names, ids and comments are passed over.

    Lines end in CR, LF or CRLF. The data stays bytes: a character cut in two is whole again once decoded.
    """

    def __init__(self, longest_event: int = _LONGEST_EVENT) -> None:
        self._longest_event = longest_event
        self._line: list[bytes] = []
        self._data: list[bytes] = []
        self._length = 0
        self._at_start = True
        self._after_cr = False

    def feed(self, chunk: bytes) -> list[bytes]:
        """Take the next bytes; return the data of each event that has ended by now.

        Raises:
            EventTooLong: A line, or the lines of one event together, are over the limit.
        """
        if self._after_cr and chunk:
            # The "\r" has ended its line already; this is the rest of the same line end.
            chunk = chunk.removeprefix(b"\n")
            self._after_cr = False
        if not chunk:
            return []
        lines = chunk.splitlines()
        self._after_cr = chunk.endswith(b"\r")
        rest = b"" if self._after_cr or chunk.endswith(b"\n") else lines.pop()
        if lines:
            if self._line:
                lines[0] = b"".join((*self._line, lines[0]))
                self._line.clear()
            events = self._ended(lines)
        else:
            events = []
        if rest:
            self._line.append(rest)
            self._grow(len(rest))
        return events

    def flush(self) -> list[bytes]:
        """Say that the bytes have ended; return the data of an event that lacks its last line end."""
        lines = [b"".join(self._line), b""]
        self._line.clear()
        return self._ended(lines)

    def _ended(self, lines: list[bytes]) -> list[bytes]:
        if self._at_start:
            lines[0] = lines[0].removeprefix(_BYTE_ORDER_MARK)
            self._at_start = False
        events: list[bytes] = []
        data = self._data
        for line in lines:
            if not line:
                if data:
                    events.append(data[0] if len(data) == 1 else b"\n".join(data))
                    data.clear()
                self._length = 0
            elif line.startswith(b"data: "):
                data.append(line[6:])
                self._grow(len(line))
            elif line.startswith(b"data:"):
                data.append(line[5:])
                self._grow(len(line))
            elif line == b"data":
                data.append(b"")
        return events

    def _grow(self, by: int) -> None:
        self._length += by
        if self._length > self._longest_event:
            raise EventTooLong
