"""mcp-feedback-enhanced, the best known comparable MCP server, in its own environment."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

_VERSION = "mcp-feedback-enhanced==2.8.5"
_FOLDER = Path.home() / ".cache" / "choicewire" / "mcp-feedback-enhanced-2.8.5"
_SECONDS = 600


def feedback_command() -> Sequence[str] | None:
    """Return the command that starts it, installing it first; None if that fails."""
    command = _FOLDER / "bin" / "mcp-feedback-enhanced"
    if not command.exists():
        python = _FOLDER / "bin" / "python"
        steps = (
            [sys.executable, "-m", "venv", str(_FOLDER)],
            [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", _VERSION],
        )
        for step in steps:
            try:
                subprocess.run(step, check=True, capture_output=True, timeout=_SECONDS)
            except (OSError, subprocess.SubprocessError):
                return None
    return (str(command),) if command.exists() else None
