"""Several server processes that accept connections on the same sockets."""

import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from types import FrameType

_SHORTEST_SECONDS = 5.0
"""A process that ends sooner than this after its start is not restarted."""

logger = logging.getLogger(__name__)


class Processes:
    """Starts processes, restarts one that ends, and ends all on SIGTERM or SIGINT."""

    def __init__(self, run: Callable[[], int]) -> None:
        self._run = run
        self._started: dict[int, float] = {}
        self._is_stopping = False

    def serve(self, count: int) -> int:
        """Run until a signal, or until a process cannot start; return the exit status."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        for _ in range(count):
            self._start()
        status = 0
        while self._started:
            child, ended = os.wait()
            seconds = time.monotonic() - self._started.pop(child)
            code = os.waitstatus_to_exitcode(ended)
            if self._is_stopping:
                continue
            if seconds < _SHORTEST_SECONDS and code:
                status = status or abs(code)
                self._stop(signal.SIGTERM, None)
                continue
            logger.warning("Server process %d ended with status %d. Starting another one.", child, code)
            self._start()
        return status

    def _start(self) -> None:
        child = os.fork()
        if child:
            self._started[child] = time.monotonic()
            return
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        status = 1
        try:
            status = self._run()
        except KeyboardInterrupt:
            status = 0
        except Exception as error:  # noqa: BLE001 - the child ends here
            print(f"choicewire serve: {error}", file=sys.stderr, flush=True)  # noqa: T201 - as the command does
        finally:
            sys.stdout.flush()
            os._exit(status)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._is_stopping = True
        for child in self._started:
            os.kill(child, signal.SIGTERM)
