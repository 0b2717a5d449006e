"""Choice of the SQLite library."""

import runpy
import sqlite3 as pythons_own
import sys
from contextlib import closing

import pytest

from choice.desk.sqlite import file as sqlite_library

SAFE_WITH_A_WRITE_AHEAD_LOG = (3, 51, 3)


@pytest.mark.requirement("UP8")
def test_the_bundled_library_is_safe_with_a_write_ahead_log() -> None:
    pytest.importorskip("pysqlite3", reason="there is no pysqlite3 for this platform")

    assert sqlite_library.sqlite3.sqlite_version_info >= SAFE_WITH_A_WRITE_AHEAD_LOG


def test_the_sqlite_of_python_is_used_without_pysqlite3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysqlite3", None)

    without = runpy.run_path(sqlite_library.__file__)

    without["register_adapters"]()
    assert without["sqlite3"] is pythons_own


def test_null_and_bytes_are_stored_unchanged() -> None:
    sqlite_library.register_adapters()
    with closing(sqlite_library.sqlite3.connect(":memory:")) as connection:
        kept = connection.execute("SELECT ?, ?, typeof(?)", (None, b"\x00\xff", b"")).fetchone()

    assert kept == (None, b"\x00\xff", "blob")
