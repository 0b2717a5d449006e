"""The project of a question is named after the current folder."""

import os
import sys
from pathlib import Path

import pytest

from choice.assembly.environment import project_name


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names of folders are text")
@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"choicewire", "choicewire"),
        ("서비스".encode(), "서비스"),
        (b"caf\xe9", "caf\ufffd"),
        (b"red\x1b[31m", "red<U+001B>[31m"),
        ("evil\u202etxt".encode(), "evil<U+202E>txt"),
    ],
)
def test_the_name_of_a_folder_is_shown_in_canonical_form(tmp_path: Path, name: bytes, shown: str) -> None:
    folder = tmp_path / os.fsdecode(name)
    folder.mkdir()

    assert project_name(folder) == shown


def test_the_root_folder_is_not_a_project() -> None:
    assert project_name(Path("/")) is None
