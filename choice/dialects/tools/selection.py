"""How many options a call lets a person choose, where its flags, modes and limits agree."""

from collections.abc import Mapping

from choice.dialects.selection_flags import LEAST, MODES, MOST, SEVERAL, UNSURE, several_named
from choice.dialects.text.selection_hint import selection_limits
from choice.dialects.tools.arguments import Arguments


def limits(given: Arguments, text: str, context: str | None, options: int) -> tuple[int, int]:
    """Return how many options must and may be chosen: as the arguments say, else as the words do.

    Raises:
        InvalidRequest: the arguments contradict themselves.
    """
    several = _several(given)
    least, most = given.number(*LEAST, least=0), given.number(*MOST, least=1)
    if several is least is most is None:
        return selection_limits(text, context or "", options)
    for name, limit in ((MOST[0], most), (LEAST[0], least)):
        if several is False and (limit or 0) > 1:
            given.refuse(name, "must be 1 or left out: the call says that only one option may be chosen.")
    if most is None:
        most = options if several or (least or 0) > 1 else 1
    if (least or 0) > min(most, options):
        given.refuse(LEAST[0], "must be no more than max_selections and the number of options.")
    most = min(most, options)
    return min(1, most) if least is None or most == 1 else least, most


def several_flag(given: Arguments) -> tuple[str, bool] | None:
    """Return the flag that says whether several options may be chosen, by its name; None without one.

    Raises:
        InvalidRequest: two flags contradict each other, or one is neither true nor false.
    """
    flags = {name: given.flag(name) for name in SEVERAL if given.values.get(name) is not None}
    return _unanimous(given, flags)


def _several(given: Arguments) -> bool | None:
    """Return whether several options may be chosen, as flags and modes say."""
    flag = several_flag(given)
    said = {} if flag is None else dict([flag])
    for name in MODES:
        mode = given.values.get(name)
        several = several_named(mode)
        if several is not None:
            said[name] = several
        elif mode is not None and name != UNSURE:
            given.refuse(name, "must be single or multi. Own words are possible in both.")
    agreed = _unanimous(given, said)
    return None if agreed is None else agreed[1]


def _unanimous(given: Arguments, said: Mapping[str, bool]) -> tuple[str, bool] | None:
    """Return the first of some fields and what it says, where all say the same."""
    first = next(iter(said.items()), None)
    for name, several in said.items():
        if first is not None and several is not first[1]:
            given.refuse(name, f"must not contradict {first[0]}: may one option be chosen, or several?")
    return first
