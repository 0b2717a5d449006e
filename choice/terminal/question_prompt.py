"""One question from the first key to the answer: choosing, own words, notes, settings."""

from dataclasses import dataclass, field
from typing import Literal

from choice.answers import MAX_NOTE, Answer
from choice.catalogues.catalogue import words
from choice.models import Question
from choice.preferences import Preferences, PreferencesFile
from choice.terminal.console import Console
from choice.terminal.option_list import OptionList, Step
from choice.terminal.own_words import OwnWords
from choice.terminal.picking import Picking
from choice.terminal.settings_prompt import change_settings
from choice.terminal.situation import Situation

Left = Literal["back", "cancel"]
"""How a person leaves a question without answering it."""


@dataclass(slots=True)
class QuestionPrompt:
    """Asks one question; what was chosen is kept when the person comes back to it."""

    question: Question
    situation: Situation
    console: Console
    preferences: PreferencesFile
    heading: str = ""
    can_go_back: bool = False
    remark: str | None = None
    """The person's note on the whole answer."""
    picking: Picking = field(init=False)

    def __post_init__(self) -> None:
        preferences = self.situation.preferences
        self.picking = Picking(
            self.question,
            self.situation.language,
            only_recommended=preferences.visible_options == "recommended",
            sends_at_once=preferences.single_submit_mode,
        )

    async def answer(self) -> Answer | Left:
        """Ask until there is an answer that keeps the rules."""
        if not self.question.options:
            return await self._text_answer()
        shown = OptionList(self.picking, self.situation, self.console, self.heading, self.can_go_back)
        # Who was typing when the server died goes on typing: keys that were meant for words choose nothing.
        goes_on = self.situation.typed.was_interrupted(self._place(self.question.text))
        while True:
            shown.remark = self.remark
            step: Step = "words" if goes_on else await shown.step()
            goes_on = False
            if step != "send":
                self.picking.problem = None
            if step in {"back", "cancel"}:
                return "back" if step == "back" else "cancel"
            answer = self.picking.ready() if await self._taken(step) else None
            if answer is not None:
                return answer

    async def _taken(self, step: Step) -> bool:
        """Do what the person wants; return whether the answer is to be sent now."""
        match step:
            case "send":
                return True
            case "words":
                return await self._write_own_words() and self.question.selection_mode != "hybrid"
            case "note":
                await self._write_note()
            case "remark":
                await self._write_remark()
            case "settings":
                self._obey(await self._settings())
            case "back" | "cancel":
                pass
        return False

    async def _text_answer(self) -> Answer | Left:
        said = await self._typed(self._asked(), self.picking.own_words, self.question.placeholder)
        if said is None:
            return "cancel"
        self.picking.own_words = said
        return Answer(question_id=self.question.id, option_ids=(), custom_text=said)

    def _asked(self) -> str:
        parts = (self.heading, self.question.context, self.question.text)
        return "\n".join([part for part in parts if part])

    async def _write_own_words(self) -> bool:
        said = await self._typed(
            self.question.text, self.picking.own_words, self.question.placeholder, has_way_back=True
        )
        if said is None:
            return False
        self.picking.own_words = said
        if self.question.selection_mode == "hybrid":
            self.picking.point_at(0)
        return True

    async def _typed(
        self, asked: str, before: str | None, placeholder: str | None, *, has_way_back: bool = False
    ) -> str | None:
        shows = self.situation.preferences.show_placeholder
        return await OwnWords(
            self.situation,
            self.console,
            asked,
            before=before or "",
            placeholder=placeholder if shows else None,
            has_way_back=has_way_back,
            where=self._place(asked),
        ).typed()

    async def _write_note(self) -> None:
        option = self.picking.pointed_option
        if option is None:
            return
        asked = words("card", self.situation.language)("note_on", option=option.label)
        said = await self._noted(asked, self.picking.notes.get(option.id))
        if said:
            self.picking.notes[option.id] = said
        elif said is not None:
            self.picking.notes.pop(option.id, None)

    async def _write_remark(self) -> None:
        said = await self._noted(words("card", self.situation.language)("note"), self.remark)
        if said is not None:
            self.remark = said or None

    async def _noted(self, asked: str, before: str | None) -> str | None:
        note = OwnWords(
            self.situation,
            self.console,
            asked,
            hint="keys_kept",
            before=before or "",
            limit=MAX_NOTE,
            may_be_empty=True,
            where=self._place(asked),
        )
        said = await note.typed()
        return said if said is None else said.strip()

    def _place(self, asked: str) -> str:
        """Return the name of what is typed for something that is asked at this question."""
        return f"{self.situation.interaction.id} {self.question.id} {asked}"

    def _obey(self, preferences: Preferences) -> None:
        """Go by settings that were just changed."""
        before, now = self.situation.preferences, preferences.for_form(self.situation.interaction.form)
        self.situation.preferences, self.picking.sends_at_once = now, now.single_submit_mode
        if now.visible_options == "recommended" != before.visible_options:
            self.picking.show_recommended()
        elif now.visible_options == "all":
            self.picking.show_all()

    async def _settings(self) -> Preferences:
        return await change_settings(self.preferences, self.console, self.situation.language)
