"""Requests of commands to the shared local server. Light: shells call it for completion."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from choice.assembly.environment import environment_variables
from choice.errors import InvalidSetting
from choice.mcp.front import KnownAnswers
from choice.resident.place import resident_place
from choice.settings import read_settings


def request_if_running(hello: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the reply of the shared server; None if it does not run or cannot reply."""
    if os.name != "posix":
        return None
    try:
        variables = environment_variables()
        settings = read_settings(variables, Path.home())
    except InvalidSetting:
        return None  # The command reports it when it opens the desk itself.
    line = resident_place(settings, variables, Path.cwd(), KnownAnswers().version).connect(hello)
    if line is None:
        return None
    with line, line.makefile("rb") as lines:
        try:
            reply: dict[str, Any] | None = json.loads(lines.readline() or b"null")
        except OSError:
            return None  # It was stopped meanwhile.
    return reply
