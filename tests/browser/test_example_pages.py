"""The pages of examples/ in a browser: each asks and accepts an answer."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from tests.browser.conftest import FRONTEND, ROOT
from tests.browser.stub_server import STATIC
from tests.browser.thread_server import ThreadServer

PAGES = ROOT / "examples" / "pages"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the plain, React and Vue pages, bundled with the commands in their first lines."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(PAGES, folder, dirs_exist_ok=True)
    bundler = FRONTEND / "node_modules" / "esbuild" / "bin" / "esbuild"
    if not bundler.exists() or not (FRONTEND / "node_modules" / "react").exists():
        pytest.skip("npm ci was not run in frontend/")
    for line in (
        ["react.jsx", "--jsx=automatic", "--outfile=react.js"],
        ["vue.js", "--outfile=vue.bundle.js"],
    ):
        subprocess.run(
            [bundler, *line, "--bundle", "--format=esm"],
            cwd=folder,
            env={**os.environ, "NODE_PATH": str(FRONTEND / "node_modules")},
            check=True,
            capture_output=True,
        )
    app = Starlette(
        routes=[Mount("/static", StaticFiles(directory=STATIC)), Mount("/", StaticFiles(directory=folder))]
    )
    with ThreadServer(app) as server:
        yield server.url


@pytest.mark.requirement("UP10", "QC13")
def test_the_plain_page_retries_after_a_failure(page: Page, site: str) -> None:
    page.goto(f"{site}/plain.html")
    page.get_by_role("button", name="PostgreSQL").click()
    page.get_by_role("button", name="Try again").click()

    expect(page.get_by_text("→ PostgreSQL")).to_be_visible()


@pytest.mark.requirement("UP10")
def test_the_react_page_stores_the_answer_in_its_state(page: Page, site: str) -> None:
    page.goto(f"{site}/react.html")
    page.get_by_role("button", name="Wait for the translation").click()

    expect(page.get_by_text("The answer is: wait")).to_be_visible()
    expect(page.get_by_text("→ Wait for the translation")).to_be_visible()


@pytest.mark.requirement("UP10")
def test_the_vue_page_accepts_several_options(page: Page, site: str) -> None:
    page.goto(f"{site}/vue.html")
    page.get_by_text("Unit tests").click()
    page.get_by_text("Load tests").click()
    page.get_by_role("button", name="Send").click()

    expect(page.get_by_text("The answer is: unit and load")).to_be_visible()


@pytest.fixture
def fastapi_page(tmp_path: Path) -> Iterator[str]:
    listening = socket.create_server(("127.0.0.1", 0))
    child = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "uvicorn",
            "--app-dir",
            ROOT / "examples",
            "--fd",
            str(listening.fileno()),
            "fastapi_page:app",
        ],
        pass_fds=[listening.fileno()],
        env={**os.environ, "PYTHONPATH": str(ROOT), "CHOICE_DATA_DIR": str(tmp_path)},
        cwd=tmp_path,
        stderr=subprocess.DEVNULL,
    )
    # Connections wait in the socket until the program takes them.
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    child.terminate()
    child.wait(10)
    listening.close()


@pytest.mark.requirement("UP10")
def test_the_fastapi_page_stores_the_answers_on_a_desk(page: Page, fastapi_page: str) -> None:
    page.goto(fastapi_page)
    page.get_by_role("button", name="PostgreSQL").click()
    page.get_by_role("button", name="Friday").click()
    page.get_by_role("button", name="Send 2 answers").click()
    expect(page.get_by_text("→ Friday")).to_be_visible()
    page.reload()

    expect(page.get_by_text("→ PostgreSQL")).to_be_visible()
