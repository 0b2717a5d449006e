"""What a person has chosen so far at one question. Pure: keys come in as methods."""

from choice.answers import Answer
from choice.catalogues.catalogue import words
from choice.models import Option, Question


class Picking:
    """The pointer, the options chosen, own words and notes; it keeps the limits of the question."""

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
        """What is shown; those left out can be brought back with `show_all`."""
        self.chosen = set(question.default_selection_ids)
        self.own_words: str | None = None
        self.notes: dict[str, str] = {}
        self.problem: str | None = None
        self.pointed = self._first_row()
        if only_recommended:
            self.show_recommended()

    @property
    def takes_several(self) -> bool:
        """Whether options are ticked before they are sent."""
        return self.question.selection_mode in {"multi", "hybrid"}

    @property
    def limits(self) -> str:
        """How many options may be ticked, in words; empty where one is chosen."""
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
        """Whether the one option is marked by the first Enter and sent by the next."""
        return not self.takes_several and not self.sends_at_once

    @property
    def rows(self) -> int:
        """How many rows can be pointed at: the options, and own words where they are taken."""
        return len(self.options) + self.question.allow_free_text

    @property
    def pointed_option(self) -> Option | None:
        """The option that is pointed at; None on the row of own words."""
        return self.options[self.pointed] if self.pointed < len(self.options) else None

    def move(self, rows: int) -> None:
        """Point so many rows further down, or up; it goes round."""
        self.problem = None
        self.pointed = (self.pointed + rows) % self.rows

    def point_at(self, row: int) -> None:
        """Point at a row, if there is one."""
        self.problem = None
        if 0 <= row < self.rows:
            self.pointed = row

    def toggle(self) -> None:
        """Tick or untick what is pointed at; one more than allowed is not ticked."""
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
        """Mark the option that is pointed at; False if it was marked before."""
        option = self.pointed_option
        if option is None or option.id in self.chosen:
            return False
        self.own_words = None
        self.toggle()
        return True

    def show_all(self) -> None:
        """Bring back the options that were left out."""
        option = self.pointed_option
        self.options = self.question.options
        self.pointed = self.rows - 1 if option is None else self.options.index(option)

    def show_recommended(self) -> None:
        """Leave out what is not recommended, unless nothing is."""
        option = self.pointed_option
        self.options = tuple([one for one in self.question.options if one.recommended]) or self.options
        if option is None:
            self.pointed = self.rows - 1
        else:
            self.pointed = self.options.index(option) if option in self.options else self._first_row()

    def ready(self) -> Answer | None:
        """Return the answer if it keeps the limits; else say in `problem` what is missing."""
        self.problem = None
        option = self.pointed_option
        if option is not None and self.own_words is None and not self.takes_several and self.sends_at_once:
            self.chosen = {option.id}
        if self.own_words is not None and self.question.selection_mode != "hybrid":
            return self._answer(set())
        if len(self.chosen) < self.question.min_selections:
            self.problem = self._say("too_few", n=self.question.min_selections)
        elif not self.chosen and self.own_words is None and self.question.selection_mode == "hybrid":
            self.problem = self._say("empty")
        return self._answer(self.chosen) if self.problem is None else None

    def _answer(self, chosen: set[str]) -> Answer:
        ids = tuple([each for each in self.question.option_ids if each in chosen])
        return Answer(
            question_id=self.question.id,
            option_ids=ids,
            custom_text=self.own_words,
            option_notes=dict(self.notes),
        )

    def _first_row(self) -> int:
        """Return the row to start at: the default, else the recommended one, else the first."""
        for is_first in (
            lambda option: option.id in self.chosen,
            lambda option: option.recommended,
        ):
            found = [row for row, option in enumerate(self.options) if is_first(option)]
            if found:
                return found[0]
        return 0
