"""Check the layout of the code: folder sizes, private names of dependencies, declared distributions.

Run by `make check` as `python -m tests.layout`. Import layers are checked by import-linter.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_FILES = 25
CHECKED = ("choice", "tests", "benchmarks", "examples")
OWN = {"choice", "tests", "benchmarks", "examples", "hatch_build"}
ALLOWED = {("os", "_exit"), ("sys", "_getframe"), ("sys", "_current_frames")}
"""Public functions of the standard library, in spite of their names."""


def wide_folders() -> Iterator[str]:
    """Yield the folders of the package with too many modules."""
    for folder in [ROOT / "choice", *(path for path in (ROOT / "choice").rglob("*") if path.is_dir())]:
        files = [file for file in folder.glob("*.py") if file.name != "__init__.py"]
        if len(files) > MOST_FILES:
            yield f"{folder.relative_to(ROOT)}: {len(files)} modules; at most {MOST_FILES}."


def private_names(file: Path) -> Iterator[str]:
    """Yield the private names of other packages that a file uses."""
    tree = ast.parse(file.read_text("utf-8"))
    place = file.relative_to(ROOT)
    foreign: set[str] = set()
    for node in ast.walk(tree):
        for module, name in _imported(node):
            if module.split(".")[0] in OWN:
                continue
            foreign.add(name.split(".")[0])
            if any(_is_private(part) for part in (*module.split("."), *name.split("."))):
                yield f"{place}:{getattr(node, 'lineno', 0)}: imports {module}.{name}, a private name."
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else None
            if owner in foreign and _is_private(node.attr) and (owner, node.attr) not in ALLOWED:
                yield f"{place}:{node.lineno}: uses {owner}.{node.attr}, a private name."
            elif node.attr in {"__dict__", "__pydantic_fields_set__", "__pydantic_private__"}:
                yield f"{place}:{node.lineno}: uses {node.attr}; use the public API of the object."


def undeclared() -> Iterator[str]:
    """Yield the distributions that the package imports and `pyproject.toml` does not name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [
        *project["dependencies"],
        *(one for extra in project["optional-dependencies"].values() for one in extra),
    ]
    declared = {_normal(re.split(r"[\[<>=!~; ]", one)[0]) for one in wanted}
    owners = packages_distributions()
    for file in (ROOT / "choice").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            for module, _name in _imported(node):
                top = module.split(".")[0]
                if top in OWN or top in sys.stdlib_module_names:
                    continue
                found = {_normal(owner) for owner in owners.get(top, [top])}
                if not found & declared:
                    names = ", ".join(sorted(found))
                    yield f"{file.relative_to(ROOT)}: imports {top} ({names}), which is not declared."


def _imported(node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.name, alias.asname or alias.name
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        for alias in node.names:
            yield node.module, alias.name


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def main() -> int:
    """Print every problem; return 1 if there is one."""
    problems = [*wide_folders(), *sorted(set(undeclared()))]
    for folder in CHECKED:
        for file in sorted((ROOT / folder).rglob("*.py")):
            problems += private_names(file)
    sys.stdout.write("".join(f"{problem}\n" for problem in problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
