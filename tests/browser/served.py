"""The real server, started by our own command."""

import os
import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page


class Served:
    """A server of our own command, in a folder of its own."""

    def __init__(self, folder: Path, port: int) -> None:
        settings = {"CHOICE_DATA_DIR": str(folder), "CHOICE_PORT": str(port)}
        self.environment = os.environ | settings | {"PYTHONUNBUFFERED": "1"}
        self.url = f"http://127.0.0.1:{port}"
        self._child: subprocess.Popen[str] | None = None

    def start(self) -> str:
        """Start it and return the link it prints."""
        self._child = subprocess.Popen(
            [sys.executable, "-m", "choice", "serve"],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        printed = self._child.stdout
        assert printed is not None
        for line in printed:
            found = re.search(r"http://\S+/sign-in#\S+", line)
            if found:
                return found[0]
        raise AssertionError("The server ended before it printed its link.")

    def stop(self) -> None:
        """Stop it as a service manager would."""
        if self._child is not None:
            self._child.terminate()
            self._child.wait(20)
            assert self._child.stdout is not None
            self._child.stdout.close()
            self._child = None


def signed_in(page: Page, link: str) -> None:
    page.goto(link)
    page.wait_for_url("**/chat")
