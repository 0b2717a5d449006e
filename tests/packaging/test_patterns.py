"""Regular expressions behave the same in every supported Python version."""

import re
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "choice"
POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{[\d,]+\})\+|\(\?>")
RIGHT = {"payload/json_text.py"}
"""Here the group always matches completely, as a comment there explains."""


def test_no_group_is_possessive() -> None:
    # Before Python 3.11.5 such a group does not restore its position after a partial match.
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if POSSESSIVE_GROUP.search(path.read_text(encoding="utf-8"))
    }

    assert found == RIGHT
