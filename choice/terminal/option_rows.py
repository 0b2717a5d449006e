"""The options of a question as rows: pointer, tick, number, label, and what stands behind it."""

from dataclasses import dataclass

from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.utils import get_cwidth

from choice.catalogues.catalogue import words
from choice.models import Option
from choice.terminal.console import Console
from choice.terminal.look import FANCY, PLAIN
from choice.terminal.picking import Picking
from choice.terminal.safe_text import safe_line
from choice.terminal.situation import Situation
from choice.terminal.wrapping import fitted

_SHORTEST_LABEL = 12


@dataclass(frozen=True, slots=True)
class OptionRows:
    """Draws the options as they are now, each on one line."""

    picking: Picking
    situation: Situation
    console: Console

    def rows(self) -> StyleAndTextTuples:
        """Return what is shown."""
        rows: StyleAndTextTuples = []
        for place, option in enumerate(self.picking.options):
            rows += self._row(place, option)
        if self.picking.question.allow_free_text:
            rows += self._own_words_row()
        return rows[:-1]  # The last line needs no end.

    def _row(self, place: int, option: Option) -> StyleAndTextTuples:
        marks = FANCY if self.console.is_unicode else PLAIN
        row = self._pointer(place)
        if self.picking.takes_several or self.picking.is_marked_first:
            row.append(("", f"{marks.ticked if option.id in self.picking.chosen else marks.unticked} "))
        behind = self._behind(option)
        room = self.console.width - sum(get_cwidth(part[1]) for part in (*row, *behind)) - 1
        label = self._label(place, option, room)
        row.append(("class:pointed" if place == self.picking.pointed else "", label))
        return [*row, *behind, ("", "\n")]

    def _label(self, place: int, option: Option, room: int) -> str:
        """Return an option's number and label; what is behind them stays on the line."""
        label = safe_line(option.label, self.console.encoding)
        more = "…" if self.console.is_unicode else "..."
        return fitted(f"{place + 1}. {label}", max(room, _SHORTEST_LABEL), more)

    def _behind(self, option: Option) -> StyleAndTextTuples:
        behind: StyleAndTextTuples = []
        if option.recommended:
            mark = (FANCY if self.console.is_unicode else PLAIN).recommended
            said = words("card", self.situation.language)("recommended")
            behind.append(("class:recommended", f"  {mark} {said}"))
        if option.id in self.picking.notes:
            note = safe_line(self.picking.notes[option.id], self.console.encoding, limit=40)
            behind.append(("class:note", f"  ({note})"))
        return behind

    def _own_words_row(self) -> StyleAndTextTuples:
        typed = self.picking.own_words
        empty = words("card", self.situation.language)("own_words")
        line = safe_line(empty if typed is None else typed, self.console.encoding, limit=60)
        return [*self._pointer(len(self.picking.options)), ("class:hint", line), ("", "\n")]

    def _pointer(self, place: int) -> StyleAndTextTuples:
        if place != self.picking.pointed:
            return [("", "  ")]
        pointer = (FANCY if self.console.is_unicode else PLAIN).pointer
        return [("[SetCursorPosition]", ""), ("class:pointed", f"{pointer} ")]
