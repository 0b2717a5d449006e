"""What a line is to the question above it: part of its introduction, an option, a detail of one."""

from enum import Enum, auto

from pydantic import JsonValue

from choice.dialects.text.choosing_paragraph import tells_to_choose
from choice.dialects.text.option_list import MAX_RATIONALE
from choice.dialects.text.option_marker import Marker, indent_of
from choice.dialects.text.option_text import without_emphasis
from choice.dialects.text.question_sentence import answers, invites_choice, is_question
from choice.stream.reader import Reader

_DEEPER = 2
_MAX_PHASE = 60
_COLONS = (":", "：")


class Role(Enum):
    """What a line is to the options before it."""

    OPTION = auto()
    DETAIL = auto()
    BEHIND = auto()
    BREAK = auto()


# Names of their own, as for the kinds of line.
OPTION, DETAIL, BEHIND, BREAK = Role


def role_of(marker: Marker | None, head: str, base: Marker, options: int) -> Role:
    """Return what a line is to so many options, of which the first has the marker `base`."""
    if marker is not None and marker.style == base.style and marker.indent < base.indent + _DEEPER:
        if marker.number == options + 1:
            return OPTION
        return BEHIND if marker.number == 1 and options > 1 else BREAK
    return DETAIL if indent_of(head)[0] >= base.indent + _DEEPER else BEHIND


class Introduction:
    """What stands between a question and its options."""

    __slots__ = ("_leads_in", "between", "doubtful", "instruction", "last")

    def __init__(self, instruction: str) -> None:
        self.instruction = instruction
        """The words behind the question, and the line that leads in to the options."""
        self.between: list[str] = []
        self.doubtful = False
        """The line before the options announces something, perhaps no options: letters settle it."""
        self.last = ""
        """The last line of it."""
        self._leads_in = False

    def takes(self, line: str, *, after_blank: bool) -> bool:
        """Tell whether a line may stand there, and remember what it says."""
        if not line[:1].isalnum() and not any(letter.isalnum() for letter in line):
            return _is_underline(line) and not after_blank and not self.between
        if (
            "{" in line
            or line.lstrip().startswith("[")
            or is_question(line)
            or answers(line)
            or self._leads_in
        ):
            return False
        self.last = line
        if without_emphasis(line.strip()).endswith(_COLONS):
            self._leads_in = True
            self.doubtful = not invites_choice(line)
            self.instruction += line
            return True
        if self.between and after_blank:
            self._leads_in = True
            self.instruction += line
            return tells_to_choose(line)
        self.between.append(line)
        return sum(map(len, self.between)) <= MAX_RATIONALE


def place_of(reader: Reader) -> dict[str, JsonValue]:
    """Return the place of the next question in the conversation: its number, and the heading above it."""
    place: dict[str, JsonValue] = {"question_sequence": reader.sequence + 1}
    if not reader.phase:
        return place
    words = "".join(letter if letter.isalnum() else " " for letter in reader.phase.casefold()).split()
    if words:
        place["discovery_phase"] = "_".join(words)[:_MAX_PHASE]
    return place


def _is_underline(line: str) -> bool:
    """Tell whether a line makes the one above it a heading."""
    return set(line.strip()) in ({"="}, {"-"})
