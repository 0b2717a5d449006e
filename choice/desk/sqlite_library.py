"""The SQLite that the desk uses: the one that pysqlite3 brings where it is installed, else Python's own.

A process must open a file with one of them only: closing it in one gives up the locks of the other.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

    BRINGS_ITS_OWN = True
else:
    try:
        from pysqlite3 import dbapi2 as sqlite3

        BRINGS_ITS_OWN = True
    except ImportError:  # There is none for this platform; Python's own may be older.
        import sqlite3

        BRINGS_ITS_OWN = False

__all__ = ["sqlite3", "take_values_as_they_are"]


def take_values_as_they_are() -> None:
    """Let pysqlite3 take nothing and bytes at once: else it looks in vain for three ways to adapt each."""
    if BRINGS_ITS_OWN:
        known: dict[None, None] = {}
        sqlite3.register_adapter(type(None), known.get)
        sqlite3.register_adapter(bytes, bytes)
