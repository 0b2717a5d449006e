"""The SQLite that the desk uses: the one that pysqlite3 brings where it is installed, else Python's own.

A process must open a file with one of them only: closing it in one gives up the locks of the other.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
else:
    try:
        from pysqlite3 import dbapi2 as sqlite3
    except ImportError:  # There is none for this platform; Python's own may be older.
        import sqlite3

__all__ = ["sqlite3"]
