"""The process of the shared server: it lets go of whoever started it, says where it listens, and serves."""

import asyncio
import gc
import json
import logging
import os
import sys
from contextlib import suppress
from pathlib import Path


def run_resident(file: Path, folder: Path) -> None:
    """Serve in a folder until nobody needs it; the file says where it is found."""
    if os.fork():
        os._exit(0)
    os.setsid()
    os.chdir(folder)
    # What is imported stays: looking through it for garbage takes a tenth of the start.
    gc.disable()
    from choice.assembly.environment import environment_settings  # noqa: PLC0415 - after letting go
    from choice.assembly.quick_loop import run_quickly  # noqa: PLC0415 - the same
    from choice.assembly.resident import Resident  # noqa: PLC0415 - the same
    from choice.assembly.resident_place import ResidentPlace  # noqa: PLC0415 - the same
    from choice.assembly.resident_socket import listening, remove_listener  # noqa: PLC0415 - the same
    from choice.mcp.known_answers import KnownAnswers  # noqa: PLC0415 - the same

    gc.freeze()
    gc.enable()
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, force=True)
    settings = environment_settings()
    place = ResidentPlace(file, folder, {}, KnownAnswers().version)
    listener = listening(settings.data_dir)
    address: str = listener.getsockname()
    try:
        os.write(1, json.dumps({"socket": address, "pid": os.getpid()}).encode() + b"\n")
        os.dup2(2, 1)
        with suppress(asyncio.CancelledError):
            run_quickly(Resident(settings).run(listener, place))
    finally:
        remove_listener(address)
