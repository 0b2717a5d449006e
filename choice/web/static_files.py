"""The built files of the pages, read once."""

import hashlib
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

_TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
    "map": "application/json",
    "ts": "text/plain; charset=utf-8",
    "woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class StaticFile:
    """One file, as it is sent."""

    body: bytes
    content_type: str
    etag: str


def static_folder() -> Path:
    """Return the folder of the built files, for programs that serve the components themselves."""
    return Path(str(files("choice.web") / "static"))


def static_files() -> dict[str, StaticFile]:
    """Return the files by their names; none where the pages were not built."""
    folder = files("choice.web") / "static"
    return {name: _read(name, file) for name, file in _found(folder, "").items()}


def _found(folder: Traversable, before: str) -> dict[str, Traversable]:
    if not folder.is_dir():
        return {}
    found: dict[str, Traversable] = {}
    for each in folder.iterdir():
        name = before + each.name
        if each.is_dir():
            found |= _found(each, f"{name}/")
        elif each.name.rpartition(".")[2] in _TYPES:
            found[name] = each
    return found


def _read(name: str, file: Traversable) -> StaticFile:
    body = file.read_bytes()
    return StaticFile(body, _TYPES[name.rpartition(".")[2]], f'"{hashlib.sha256(body).hexdigest()[:32]}"')
