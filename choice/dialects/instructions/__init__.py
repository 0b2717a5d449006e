"""Prompt texts that tell a model how to ask, one per dialect.

Each contains one example, between the lines `<example>` and `</example>`: a message of the model for a text
dialect, the arguments of a call for a tool.
"""

from functools import cache
from importlib import resources

from choice.dialects.registry import tool_dialects
from choice.errors import UnknownDialect
from choice.payload import exact_text

_SUFFIX = ".md"
_OPENED, _CLOSED = "<example>\n", "</example>\n"


@cache
def names() -> tuple[str, ...]:
    """Return the names of the dialects that have instructions, in alphabetical order."""
    files = [entry.name for entry in resources.files(__name__).iterdir()]
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in files if name.endswith(_SUFFIX)))


def read(name: str) -> str:
    """Return the instructions of a dialect, by its name or the name of its tool.

    Raises:
        UnknownDialect: There are no instructions for this name.
    """
    wanted = exact_text(name) or ""
    return _text({dialect.tool_name: dialect.name for dialect in tool_dialects()}.get(wanted, wanted))


@cache
def _text(name: str) -> str:
    """Return the instructions of a dialect."""
    if name not in names():
        raise UnknownDialect(name, names())
    return resources.files(__name__).joinpath(name + _SUFFIX).read_text("utf-8")


def example(name: str) -> str:
    """Return the example in the instructions of a dialect.

    Raises:
        UnknownDialect: There are no instructions for this name.
    """
    return read(name).partition(_OPENED)[2].partition(_CLOSED)[0].strip()
