"""Patterns mean the same in every Python that is supported."""

import re
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "choice"
POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{[\d,]+\})\+|\(\?>")
RIGHT = {"payload/json_text.py"}
"""Here the group ends whatever it begins to match, as a comment there says."""


def test_no_group_is_possessive() -> None:
    # Before Python 3.11.5 such a group does not go back to where it was when it fails halfway.
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if POSSESSIVE_GROUP.search(path.read_text(encoding="utf-8"))
    }

    assert found == RIGHT
