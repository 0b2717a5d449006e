"""Ask the questions of a form in the terminal, with free text, notes and settings."""

from dataclasses import dataclass, field
from typing import Literal

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from questionary import text

from choice.i18n import words
from choice.models import MAX_NOTE, MAX_OWN_WORDS, Answer, Answered, Form, Outcome, Question, Submission
from choice.preferences import Preferences, PreferencesFile
from choice.terminal.console import ESCAPE_SECONDS, REFRESH_SECONDS, STYLE, Console, bind_suspend
from choice.terminal.picker import OptionList, Step, change_settings
from choice.terminal.state import PickerState, PromptContext
from choice.terminal.text import columns_of, safe_line, safe_text, wrapped


@dataclass(frozen=True, slots=True)
class TextField:
    """One line of text. Every change is saved as a draft."""

    context: PromptContext
    console: Console
    asked: str
    """Text above the field."""
    hint: str = "keys_text"
    before: str = ""
    """Initial text, unless there is a draft."""
    placeholder: str | None = None
    limit: int = MAX_OWN_WORDS
    may_be_empty: bool = False
    has_way_back: bool = True
    """Whether Escape goes back to the question; else it cancels."""
    name: str = ""
    """Key of the draft."""

    async def typed(self) -> str | None:
        """Return the text; None if the person left the field."""
        prompt = text(
            f"{self._above()}\n {self._hints()}\n",
            qmark="",
            default=self.context.drafts.get(self.name, self.before),
            validate=self._problem,
            style=STYLE,
            key_bindings=self._keys(),
            # Not a toolbar: it sends a cursor position request, and the reply arrives as keys.
            rprompt=self._time,
            placeholder=safe_line(self.placeholder, self.console.encoding) if self.placeholder else None,
            refresh_interval=REFRESH_SECONDS,
            erase_when_done=True,
            input=self.console.keys,
            output=self.console.screen,
        )
        prompt.application.ttimeoutlen = prompt.application.timeoutlen = ESCAPE_SECONDS
        prompt.application.current_buffer.on_text_changed += self._note_typing
        typed: str | None = await prompt.application.run_async()
        return typed

    def _above(self) -> str:
        # The remaining time is at the right of the first line, if there is room.
        columns = max(self.console.width - columns_of(self.context.time_left()) - 4, 10)
        lines = wrapped(safe_text(self.asked, self.console.encoding), columns)
        # questionary puts a space before the message.
        return lines.replace("\n", "\n ")

    def _keys(self) -> KeyBindings:
        """Return the keys that leave the field. They take precedence over the field's own."""
        keys = KeyBindings()

        def leave(event: KeyPressEvent) -> None:
            event.app.exit(result=None)

        for name in ("escape", "c-c"):
            keys.add(name, eager=name == "c-c")(leave)
        bind_suspend(keys)
        return keys

    def _note_typing(self, buffer: Buffer) -> None:
        self.context.drafts.save(self.name, buffer.text)
        self.context.on_typing()

    def _problem(self, typed: str) -> bool | str:
        if len(typed) > self.limit:
            return words("terminal", self.context.language)("too_long", n=self.limit)
        if not typed.strip() and not self.may_be_empty:
            return words("card", self.context.language)("empty_text")
        return True

    def _hints(self) -> str:
        say = words("terminal", self.context.language)
        leaving = say("keys_leave" if self.has_way_back else "keys_cancel")
        return safe_line(f"{say(self.hint)}, {leaving}", self.console.encoding)

    def _time(self) -> StyleAndTextTuples:
        return [("class:time", self.context.time_left())]


Left = Literal["back", "cancel"]
"""How a person leaves a question without an answer."""


@dataclass(slots=True)
class QuestionPrompt:
    """Asks one question. The selection is kept when the person comes back to it."""

    question: Question
    context: PromptContext
    console: Console
    preferences: PreferencesFile
    heading: str = ""
    can_go_back: bool = False
    remark: str | None = None
    """The person's note on the whole answer."""
    picking: PickerState = field(init=False)

    def __post_init__(self) -> None:
        preferences = self.context.preferences
        self.picking = PickerState(
            self.question,
            self.context.language,
            only_recommended=preferences.visible_options == "recommended",
            sends_at_once=preferences.single_submit_mode,
        )

    async def answer(self) -> Answer | Left:
        """Ask until there is a valid answer, or the person goes back or cancels."""
        if not self.question.options:
            return await self._text_answer()
        shown = OptionList(self.picking, self.context, self.console, self.heading, self.can_go_back)
        while True:
            shown.remark = self.remark
            step = await shown.step()
            if step != "send":
                self.picking.problem = None
            if step in {"back", "cancel"}:
                return "back" if step == "back" else "cancel"
            answer = self.picking.ready() if await self._taken(step) else None
            if answer is not None:
                return answer

    async def _taken(self, step: Step) -> bool:
        """Perform a step; return whether the answer is to be sent now."""
        match step:
            case "send":
                return True
            case "words":
                return await self._write_free_text() and self.question.selection_mode != "hybrid"
            case "note":
                await self._write_note()
            case "remark":
                await self._write_remark()
            case "settings":
                self._apply(await self._settings())
            case "back" | "cancel":
                pass
        return False

    async def _text_answer(self) -> Answer | Left:
        typed = await self._typed(self._asked(), self.picking.free_text, self.question.placeholder)
        if typed is None:
            return "cancel"
        self.picking.free_text = typed
        return Answer(question_id=self.question.id, option_ids=(), custom_text=typed)

    def _asked(self) -> str:
        parts = (self.heading, self.question.context, self.question.text)
        return "\n".join([part for part in parts if part])

    async def _write_free_text(self) -> bool:
        typed = await self._typed(
            self.question.text, self.picking.free_text, self.question.placeholder, has_way_back=True
        )
        if typed is None:
            return False
        self.picking.free_text = typed
        if self.question.selection_mode == "hybrid":
            self.picking.point_at(0)
        return True

    async def _typed(
        self, asked: str, before: str | None, placeholder: str | None, *, has_way_back: bool = False
    ) -> str | None:
        shows = self.context.preferences.show_placeholder
        return await TextField(
            self.context,
            self.console,
            asked,
            before=before or "",
            placeholder=placeholder if shows else None,
            has_way_back=has_way_back,
            name=self._field(asked),
        ).typed()

    async def _write_note(self) -> None:
        option = self.picking.pointed_option
        if option is None:
            return
        asked = words("card", self.context.language)("note_on", option=option.label)
        typed = await self._noted(asked, self.picking.notes.get(option.id))
        if typed:
            self.picking.notes[option.id] = typed
        elif typed is not None:
            self.picking.notes.pop(option.id, None)

    async def _write_remark(self) -> None:
        typed = await self._noted(words("card", self.context.language)("note"), self.remark)
        if typed is not None:
            self.remark = typed or None

    async def _noted(self, asked: str, before: str | None) -> str | None:
        note = TextField(
            self.context,
            self.console,
            asked,
            hint="keys_kept",
            before=before or "",
            limit=MAX_NOTE,
            may_be_empty=True,
            name=self._field(asked),
        )
        typed = await note.typed()
        return typed if typed is None else typed.strip()

    def _field(self, asked: str) -> str:
        """Return the name of a text field of this question, under which its draft is saved."""
        return f"{self.context.interaction.id} {self.question.id} {asked}"

    def _apply(self, preferences: Preferences) -> None:
        """Apply changed preferences to this prompt."""
        before, now = self.context.preferences, preferences.for_form(self.context.interaction.form)
        self.context.preferences, self.picking.sends_at_once = now, now.single_submit_mode
        if now.visible_options == "recommended" != before.visible_options:
            self.picking.show_recommended()
        elif now.visible_options == "all":
            self.picking.show_all()

    async def _settings(self) -> Preferences:
        return await change_settings(self.preferences, self.console, self.context.language)


@dataclass(slots=True)
class FormPrompt:
    """Asks the questions of an interaction one after the other."""

    context: PromptContext
    console: Console
    preferences: PreferencesFile

    async def submission(self) -> Submission | None:
        """Return the person's answers; None if they cancel."""
        self.console.drop_typed_ahead()
        prompts = self._prompts()
        answers: dict[int, Answer] = {}
        at = 0
        while at < len(prompts):
            prompts[at].remark = prompts[at - 1].remark if at else prompts[0].remark
            match await prompts[at].answer():
                case Answer() as answer:
                    answers[at] = answer
                    at += 1
                case "back":
                    at -= 1
                case "cancel":
                    return None
        return Submission(
            answers=tuple([answers[place] for place in sorted(answers)]), note=prompts[-1].remark
        )

    def _prompts(self) -> list[QuestionPrompt]:
        form = self.context.interaction.form
        say = words("terminal", self.context.language)
        count = len(form.questions)
        prompts = []
        for place, question in enumerate(form.questions):
            position = say("position", at=place + 1, n=count) if count > 1 else ""
            heading = " ".join([part for part in (form.title, position) if part])
            prompt = QuestionPrompt(
                question, self.context, self.console, self.preferences, heading, can_go_back=place > 0
            )
            prompts.append(prompt)
        return prompts


def summary(form: Form, outcome: Outcome, language: str = "en") -> str:
    """Return one line that says how a form ended. It may contain control characters."""
    say = words("card", language)
    asked = form.title or form.questions[0].text
    if not isinstance(outcome, Answered):
        return f"{asked}: {say(outcome.kind)}"
    given = {answer.question_id: answer for answer in outcome.answers}
    parts = [answer_words(one, given[one.id], language) for one in form.questions if one.id in given]
    return f"{asked}: {'; '.join(parts)}"


def answer_words(question: Question, answer: Answer, language: str = "en") -> str:
    """Return the chosen labels and the free text of one answer."""
    labels = [option.label for option in question.options if option.id in answer.option_ids]
    chosen = [*labels, *([f"“{answer.custom_text}”"] if answer.custom_text else [])]
    return ", ".join(chosen) or words("card", language)("none_chosen")
