"""The folder in which something is asked names its project, whatever its own name is made of."""

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
def test_the_name_of_a_folder_is_text_that_hides_nothing(tmp_path: Path, name: bytes, shown: str) -> None:
    folder = tmp_path / os.fsdecode(name)
    folder.mkdir()

    assert project_name(folder) == shown


def test_the_root_is_no_project() -> None:
    assert project_name(Path("/")) is None
