"""State of a prompt, without I/O: the selection, drafts, preferences and the time left."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from choice.desk import Interaction
from choice.i18n import words
from choice.models import Answer, Option, Question
from choice.preferences import Preferences
from choice.terminal.text import format_seconds


class Drafts:
    """Unsent text of a person, keyed by the field it was typed in.

    A prompt that is closed and shown again starts with its draft.
    """

    def __init__(self, texts: dict[str, str] | None = None) -> None:
        self._texts = {} if texts is None else texts

    def get(self, name: str, default: str) -> str:
        """Return the draft of a field, or a default."""
        return self._texts.get(name, default)

    def save(self, name: str, text: str) -> None:
        """Replace the draft of a field."""
        self._texts[name] = text

    def discard(self, interaction_id: str) -> None:
        """Remove all drafts of an interaction that has ended."""
        for name in [name for name in self._texts if name.startswith(interaction_id)]:
            del self._texts[name]


@dataclass(slots=True)
class PromptContext:
    """An interaction as it is now. Its deadline may change while the prompt is open."""

    interaction: Interaction
    now: Callable[[], datetime]
    preferences: Preferences
    language: str = "en"
    on_typing: Callable[[], None] = lambda: None
    """Called on every change of a text field: the desk pauses the countdown while a person types."""
    drafts: Drafts = field(default_factory=Drafts)

    def time_left(self) -> str:
        """Return the remaining time for display."""
        left = self.interaction.remaining(self.now()).total_seconds()
        say = words("time", self.language)
        return say("left", time=format_seconds(left)) if left > 0 else say("over")


class PickerState:
    """State of one question: the pointer, chosen options, free text and notes.

    Enforces the limits of the question. Performs no I/O.
    """

    def __init__(
        self,
        question: Question,
        language: str = "en",
        *,
        only_recommended: bool = False,
        sends_at_once: bool = True,
    ) -> None:
        self.question, self.sends_at_once = question, sends_at_once
        self._say = words("card", language)
        self.options: tuple[Option, ...] = question.options
        """The visible options; `show_all` brings hidden ones back."""
        self.chosen = set(question.default_selection_ids)
        self.free_text: str | None = None
        self.notes: dict[str, str] = {}
        self.problem: str | None = None
        self.pointed = self._first_row()
        if only_recommended:
            self.show_recommended()

    @property
    def takes_several(self) -> bool:
        """Whether several options can be ticked before sending."""
        return self.question.selection_mode in {"multi", "hybrid"}

    @property
    def limits(self) -> str:
        """How many options may be ticked, as a sentence; empty for a single choice."""
        question = self.question
        least, most = question.min_selections, question.max_selections
        if not self.takes_several or most == 0:
            return ""
        if least == most:
            return self._say("choose_exactly", n=most)
        if most == len(question.options):
            return self._say("choose_any")
        if least > 1:
            return self._say("choose_between", least=least, n=most)
        return self._say("choose_up_to", n=most)

    @property
    def is_marked_first(self) -> bool:
        """Whether the first Enter marks the option and the second one sends it."""
        return not self.takes_several and not self.sends_at_once

    @property
    def rows(self) -> int:
        """Number of rows: the visible options, and one for free text if it is allowed."""
        return len(self.options) + self.question.allow_free_text

    @property
    def pointed_option(self) -> Option | None:
        """The option under the pointer, or None on the row for free text."""
        return self.options[self.pointed] if self.pointed < len(self.options) else None

    def move(self, rows: int) -> None:
        """Move the pointer down, or up for a negative number; it wraps around."""
        self.problem = None
        self.pointed = (self.pointed + rows) % self.rows

    def point_at(self, row: int) -> None:
        """Point at a row, if it exists."""
        self.problem = None
        if 0 <= row < self.rows:
            self.pointed = row

    def toggle(self) -> None:
        """Tick or untick the option under the pointer, up to the maximum."""
        option, self.problem = self.pointed_option, None
        if option is None:
            return
        if not self.takes_several:
            self.chosen = {option.id}
        elif option.id in self.chosen:
            self.chosen.remove(option.id)
        elif len(self.chosen) >= self.question.max_selections:
            self.problem = self._say("too_many", n=self.question.max_selections)
        else:
            self.chosen.add(option.id)

    def mark(self) -> bool:
        """Mark the option under the pointer; return False if it was marked already."""
        option = self.pointed_option
        if option is None or option.id in self.chosen:
            return False
        self.free_text = None
        self.toggle()
        return True

    def show_all(self) -> None:
        """Show the hidden options again."""
        option = self.pointed_option
        self.options = self.question.options
        self.pointed = self.rows - 1 if option is None else self.options.index(option)

    def show_recommended(self) -> None:
        """Hide options that are not recommended, unless no option is recommended."""
        option = self.pointed_option
        self.options = tuple([one for one in self.question.options if one.recommended]) or self.options
        if option is None:
            self.pointed = self.rows - 1
        else:
            self.pointed = self.options.index(option) if option in self.options else self._first_row()

    def ready(self) -> Answer | None:
        """Return the answer if it is within the limits; else set `problem` and return None."""
        self.problem = None
        option = self.pointed_option
        if option is not None and self.free_text is None and not self.takes_several and self.sends_at_once:
            self.chosen = {option.id}
        if self.free_text is not None and self.question.selection_mode != "hybrid":
            return self._answer(set())
        if len(self.chosen) < self.question.min_selections:
            self.problem = self._say("too_few", n=self.question.min_selections)
        elif not self.chosen and self.free_text is None and self.question.selection_mode == "hybrid":
            self.problem = self._say("empty")
        return self._answer(self.chosen) if self.problem is None else None

    def _answer(self, chosen: set[str]) -> Answer:
        ids = tuple([each for each in self.question.option_ids if each in chosen])
        return Answer(
            question_id=self.question.id,
            option_ids=ids,
            custom_text=self.free_text,
            option_notes=dict(self.notes),
        )

    def _first_row(self) -> int:
        """Return the first row: the default, else the recommended option, else the top."""
        for is_first in (
            lambda option: option.id in self.chosen,
            lambda option: option.recommended,
        ):
            found = [row for row, option in enumerate(self.options) if is_first(option)]
            if found:
                return found[0]
        return 0
