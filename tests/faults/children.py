"""Child processes that are killed: forks of a process that has loaded everything, for speed."""

import ctypes
import gc
import os
import shutil
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

KILLED = 128 + signal.SIGKILL
_PR_SET_PTRACER, _ANYBODY = 0x59616D61, ctypes.c_ulong(-1)


def strace() -> str | None:
    """Return the path of strace, which injects faults into system calls, or None."""
    return shutil.which("strace")


def outcome_of(work: Callable[[], object]) -> int:
    """Run work in a child process and return its exit status, as a shell reports it if killed."""
    return _status(forked(work))


def traced(work: Callable[[], object], *options: str) -> int:
    """Run work in a child process under strace and return its exit status."""
    ready, go = os.pipe()

    def wait_then_work() -> None:
        os.close(go)
        os.read(ready, 1)
        work()

    child = forked(wait_then_work)
    os.close(ready)
    command = [strace() or "strace", "-f", "-p", str(child), *options]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as tracer:
        assert tracer.stderr is not None
        said = tracer.stderr.readline()
        with suppress(BrokenPipeError):  # It may have been killed while it waited for this.
            os.write(go, b"!")
        os.close(go)
        if b"attached" not in said:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            raise RuntimeError(f"strace cannot trace: {said.decode()}{tracer.stderr.read().decode()}")
        status = _status(child)
        tracer.stderr.read()
    return status


def scratch() -> Path:
    """Return a folder in memory if there is one: these faults need no disk, and it is faster."""
    shared = Path("/dev/shm")  # noqa: S108 - a folder with a random name is made below it
    return shared if shared.is_dir() and os.access(shared, os.W_OK) else Path()


def forked(work: Callable[[], object]) -> int:
    """Fork a process that runs work and exits; return its id."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        gc.disable()  # It would touch, and so copy, every page that parent and child share.
        _let_anybody_trace()
        work()
        status = 0
    except BaseException:  # noqa: BLE001 - the process ends here, and its parent sees how
        traceback.print_exc()
    finally:
        os._exit(status)


def _let_anybody_trace() -> None:
    """Allow strace to attach; by default only a parent may."""
    try:
        ctypes.CDLL(None).prctl(_PR_SET_PTRACER, _ANYBODY, 0, 0, 0)
    except (OSError, AttributeError):
        return


def _status(child: int) -> int:
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code if code >= 0 else 128 - code
