"""Modules loaded by `import choice` and by using its names."""

import subprocess
import sys
from pathlib import Path

import pytest

import choice

ROOT = Path(__file__).resolve().parents[2]
THIRD_PARTY = {"annotated_types", "pydantic", "pydantic_core", "typing_extensions", "typing_inspection"}
"""pydantic and its dependencies."""


def loaded_by(code: str) -> set[str]:
    """Return the names of the modules that code loads in a fresh interpreter."""
    program = f"import sys; before = set(sys.modules)\n{code}\nprint(*sorted(set(sys.modules) - before))"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, cwd=ROOT, check=True
    )
    return set(done.stdout.split())


EVERY_NAME = "import choice\nfor name in choice.__all__: getattr(choice, name)"
# Waiting for people is asyncio's business.
ASYNCHRONOUS = {"Desk", "ask", "ask_sync", "open_desk"}
EVERY_NAME_BUT_THE_DESK = (
    f"import choice\nfor name in {{*choice.__all__}} - {ASYNCHRONOUS!r}: getattr(choice, name)"
)


@pytest.mark.requirement("PC10")
@pytest.mark.parametrize("code", ["import choice", EVERY_NAME])
def test_only_pydantic_and_the_standard_library_are_imported(code: str) -> None:
    loaded = {name.partition(".")[0] for name in loaded_by(code) if not name.startswith("_sysconfigdata_")}

    assert loaded - set(sys.stdlib_module_names) - {"choice"} <= THIRD_PARTY


def test_using_every_public_name_imports_no_slow_module() -> None:
    # What pydantic's models load themselves is not ours to avoid.
    ours = loaded_by(EVERY_NAME_BUT_THE_DESK) - loaded_by(
        "import pydantic\nfor name in pydantic.__all__: getattr(pydantic, name)"
    )

    assert ours.isdisjoint(
        {"asyncio", "argparse", "importlib.metadata", "importlib.resources", "logging", "subprocess"}
    )


def test_importing_the_package_imports_no_submodule() -> None:
    assert {name for name in loaded_by("import choice") if name.startswith("choice")} == {"choice"}


def test_every_public_name_exists_and_is_listed() -> None:
    for name in choice.__all__:
        assert getattr(choice, name) is not None
        assert name in dir(choice)


def test_a_star_import_imports_every_public_name() -> None:
    names: dict[str, object] = {}
    exec("from choice import *", names)  # noqa: S102 - there is no other way to say it

    assert set(choice.__all__) <= set(names)


def test_an_unknown_name_raises_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        choice.nonsense  # noqa: B018 - the look-up is the test
