"""Prompt texts that teach a model to ask well, one for each dialect.

Each holds exactly one example, between a line `<example>` and a line `</example>`: for a dialect found in
text the message a model would write, for a tool the arguments of a call.
"""

from functools import cache
from importlib import resources

from choice.dialects.registry import tool_dialects
from choice.errors import UnknownDialect
from choice.payload.values import exact_text

_SUFFIX = ".md"
_OPENED, _CLOSED = "<example>\n", "</example>\n"


@cache
def names() -> tuple[str, ...]:
    """Return the names of the dialects that have instructions, in alphabetical order."""
    files = [entry.name for entry in resources.files(__name__).iterdir()]
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in files if name.endswith(_SUFFIX)))


def read(name: str) -> str:
    """Return the instructions of a dialect, by its name or by that of its tool.

    Raises:
        UnknownDialect: there are none for the name.
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
        UnknownDialect: there are none for the name.
    """
    return read(name).partition(_OPENED)[2].partition(_CLOSED)[0].strip()
