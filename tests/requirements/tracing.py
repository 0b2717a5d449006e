"""Which requirement is proved by which test, read from the test files themselves.

Reading the files, not the collected tests, gives the same answer when only a part of the suite is run.
"""

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Row:
    """One requirement, and how far it is built."""

    id: str
    text: str
    built: bool = False
    remaining: str = ""

    @property
    def open(self) -> bool:
        """Whether something is still to be done."""
        return not self.built or bool(self.remaining)


@dataclass(frozen=True)
class Mark:
    """One use of `pytest.mark.requirement`."""

    place: str
    ids: tuple[str, ...]


def rows(file: Path = TESTS / "requirements" / "rows.toml") -> dict[str, Row]:
    """Return every requirement by its id."""
    written = tomllib.loads(file.read_text("utf-8"))
    return {row_id: Row(row_id, **values) for row_id, values in written.items()}


def marks(folder: Path = TESTS) -> list[Mark]:
    """Return every requirement mark in the test files below a folder."""
    files = sorted(folder.rglob("test_*.py"))
    return [
        mark for file in files for mark in marks_in(file.read_text("utf-8"), str(file.relative_to(folder)))
    ]


def marks_in(source: str, name: str) -> Iterator[Mark]:
    """Yield the requirement marks of one test file.

    Raises:
        ValueError: A mark is given something other than plain strings, which cannot be read from here.
    """
    for node in ast.walk(ast.parse(source, name)):
        if isinstance(node, ast.Call) and _is_requirement_mark(node.func):
            place = f"{name}:{node.lineno}"
            yield Mark(place, tuple(_plain_string(argument, place) for argument in node.args))


def _is_requirement_mark(function: ast.expr) -> bool:
    match function:
        case ast.Attribute(attr="requirement", value=ast.Attribute(attr="mark") | ast.Name(id="mark")):
            return True
        case _:
            return False


def _plain_string(argument: ast.expr, place: str) -> str:
    match argument:
        case ast.Constant(value=str(row_id)):
            return row_id
        case _:
            raise ValueError(f"{place}: a requirement is named by a plain string")
