"""The real server, started with `choicewire serve`."""

import getpass
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import httpx
from playwright.sync_api import Page

from choice.auth import Principal, signed_token
from choice.settings import read_settings


class Served:
    """A server process with its own folder."""

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

    def ask(self, **request: object) -> str:
        """Ask a question over HTTP and return the interaction's id."""
        asked = httpx.post(
            f"{self.url}/api/interactions", json={"request": request}, headers=self._token("planner", "agent")
        )
        assert asked.status_code == 201, asked.text
        return str(asked.json()["id"])

    def threads(self, titles: Iterable[str]) -> None:
        """Create threads for the person of the link."""
        with httpx.Client(base_url=self.url, headers=self._token(getpass.getuser(), "member")) as client:
            for title in titles:
                assert client.post("/api/threads", json={"title": title}).status_code == 201

    def link(self, user: str | None = None, tenant: str = "local") -> str:
        """Return another link, for another browser or person."""
        headers = self._token(user or getpass.getuser(), "member", "analyst", tenant=tenant)
        made = httpx.post(f"{self.url}/sign-in/link", headers=headers)
        return f"{self.url}/sign-in#{made.json()['code']}"

    def command(self, *arguments: str) -> str:
        """Run a command with this server's settings and return its output."""
        said = subprocess.run(
            [sys.executable, "-m", "choice", *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return said.stdout.strip() or said.stderr

    def _token(self, user: str, *roles: str, tenant: str = "local") -> dict[str, str]:
        settings = read_settings(self.environment, Path.home())
        principal = Principal(user, tenant, frozenset(roles))
        return {"Authorization": f"Bearer {signed_token(settings, principal, int(time.time()), 3600)}"}

    def stop(self) -> None:
        """Stop it like a service manager."""
        if self._child is not None:
            self._child.terminate()
            self._child.wait(20)
            assert self._child.stdout is not None
            self._child.stdout.close()
            self._child = None


def signed_in(page: Page, link: str) -> None:
    page.goto(link)
    page.wait_for_url("**/chat")
