"""The documentation site builds without broken links."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bundles.site_hooks import broken_links

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        check=True,
    )
    return folder


@pytest.mark.requirement("OP8")
def test_no_link_of_the_site_is_broken(site: Path) -> None:
    assert len(list(site.rglob("*.html"))) > 40
    assert broken_links(site) == []


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<h1 id="top"></h1><a href="b.html"></a><a href="#top"></a><a href="#no"></a>'
    )

    assert broken_links(tmp_path) == ["a.html: b.html", "a.html: #no"]


@pytest.mark.requirement("OP8")
def test_every_page_is_also_markdown_and_listed_for_models(site: Path) -> None:
    pages = {page.relative_to(site).with_suffix(".md").as_posix() for page in site.rglob("*.html")} - {
        "404.md"
    }
    listed = (site / "llms.txt").read_text("utf-8")

    assert {page for page in pages if not (site / page).exists()} == set()
    assert {page for page in pages if f"]({page})" not in listed} == set()
    assert len((site / "llms-full.txt").read_text("utf-8")) > 100_000


@pytest.mark.requirement("OP8")
def test_there_is_a_curl_command_for_each_route_and_the_reference_has_docstrings(site: Path) -> None:
    commands, reference = (site / "http.md").read_text("utf-8"), (site / "reference.html").read_text("utf-8")

    assert "POST http://127.0.0.1:8400/api/interactions" in commands
    assert commands.count("curl -s") > 15
    assert "ask_sync" in reference
    assert "A timeout or a cancellation raises no exception" in reference
