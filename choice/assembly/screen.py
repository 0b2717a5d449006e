"""The screen of whoever started this program, if there is one to show a page on."""

import os
import sys


def has_screen() -> bool:
    """Tell whether a browser could be seen by the person: not over SSH, not in a container."""
    if os.environ.get("SSH_CONNECTION") or os.environ.get("CI"):
        return False
    has_display = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return sys.platform in {"darwin", "win32"} or has_display


def show_page(address: str) -> None:
    """Open a page in the person's browser."""
    import webbrowser  # noqa: PLC0415 - costly, and seldom needed

    webbrowser.open(address)
