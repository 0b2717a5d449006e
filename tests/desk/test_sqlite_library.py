"""Which SQLite the desk uses."""

import runpy
import sqlite3 as pythons_own
import sys
from contextlib import closing

import pytest

from choice.desk.sqlite import file as sqlite_library

SAFE_WITH_A_WRITE_AHEAD_LOG = (3, 51, 3)


@pytest.mark.requirement("UP8")
def test_the_library_that_comes_with_the_desk_is_new_enough_for_a_write_ahead_log() -> None:
    pytest.importorskip("pysqlite3", reason="there is no pysqlite3 for this platform")

    assert sqlite_library.sqlite3.sqlite_version_info >= SAFE_WITH_A_WRITE_AHEAD_LOG


def test_without_it_pythons_own_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysqlite3", None)

    without = runpy.run_path(sqlite_library.__file__)

    without["register_adapters"]()
    assert without["sqlite3"] is pythons_own


def test_nothing_and_bytes_are_kept_as_they_are() -> None:
    sqlite_library.register_adapters()
    with closing(sqlite_library.sqlite3.connect(":memory:")) as connection:
        kept = connection.execute("SELECT ?, ?, typeof(?)", (None, b"\x00\xff", b"")).fetchone()

    assert kept == (None, b"\x00\xff", "blob")
