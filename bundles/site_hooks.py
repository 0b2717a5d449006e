"""Hooks of the documentation site: the changelog as a page, each page also as Markdown, and llms.txt."""

import re
from pathlib import Path
from urllib.parse import urlsplit

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from bundles.curl_page import curl_page

_IN_DOCS = re.compile(r"\]\(docs/")
_OUTSIDE = re.compile(r"\[([^]]+)\]\(\.\./([^)]+)\)")
_sources: dict[str, tuple[str, str]] = {}
"""Title and Markdown of each page, by the path of its Markdown file."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the changelog of the repository, and the curl commands, as pages."""
    _sources.clear()
    text = (Path(config.config_file_path).parent / "CHANGELOG.md").read_text("utf-8")
    files.append(File.generated(config, "changelog.md", content=_IN_DOCS.sub("](", text)))
    files.append(File.generated(config, "http.md", content=curl_page()))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Remember the Markdown of a page. Links to files of the repository become their paths."""
    if "/" not in page.file.src_uri:
        markdown = _OUTSIDE.sub(r"\1 (`\2`)", markdown)
    _sources[page.file.dest_uri.removesuffix("html") + "md"] = (str(page.title), markdown)
    return markdown


def on_post_build(config: MkDocsConfig) -> None:
    """Write the Markdown of each page beside its HTML, llms.txt with all pages, and llms-full.txt."""
    site = Path(config.site_dir)
    base = config.site_url or ""
    lines = [f"# {config.site_name}", "", f"> {config.site_description}", "", "## Pages", ""]
    whole: list[str] = []
    for path, (title, markdown) in sorted(_sources.items()):
        place = site / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(markdown, "utf-8")
        lines.append(f"- [{title}]({base}{path}): {_first_sentence(markdown)}")
        whole.append(f"<!-- {path} -->\n\n{markdown.strip()}\n")
    (site / "llms.txt").write_text("\n".join(lines) + "\n", "utf-8")
    (site / "llms-full.txt").write_text("\n\n".join(whole), "utf-8")


def _first_sentence(markdown: str) -> str:
    """Return the first sentence of the first paragraph."""
    for paragraph in markdown.split("\n\n"):
        text = " ".join(paragraph.split())
        if text and text[0] not in "#!<|`-":
            return re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", text.partition(". ")[0]).rstrip(".") + "."
    return ""


def broken_links(site: Path) -> list[str]:
    """Return the links and images in the built pages whose file or anchor does not exist."""
    broken: list[str] = []
    anchors: dict[Path, set[str]] = {}
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        for target in re.findall(r'(?:href|src)="([^"]+)"', text):
            parts = urlsplit(target)
            if parts.scheme or parts.netloc or target.startswith(("data:", "javascript:")):
                continue
            file = (page.parent / parts.path).resolve() if parts.path else page
            if parts.path.startswith("/"):
                file = site / parts.path.lstrip("/")
            if not file.exists():
                broken.append(f"{page.name}: {target}")
            elif parts.fragment and file.suffix == ".html":
                if file not in anchors:
                    anchors[file] = set(re.findall(r'(?:id|name)="([^"]+)"', file.read_text("utf-8")))
                if parts.fragment not in anchors[file]:
                    broken.append(f"{page.name}: {target}")
    return broken
