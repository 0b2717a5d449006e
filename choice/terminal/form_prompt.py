"""A whole form in a terminal: its questions one after the other, with a way back."""

from dataclasses import dataclass

from choice.answers import Answer, Submission
from choice.catalogues.catalogue import words
from choice.preferences import PreferencesFile
from choice.terminal.console import Console
from choice.terminal.question_prompt import QuestionPrompt
from choice.terminal.situation import Situation


@dataclass(slots=True)
class FormPrompt:
    """Asks every question of an interaction."""

    situation: Situation
    console: Console
    preferences: PreferencesFile

    async def submission(self) -> Submission | None:
        """Return what the person sends in; None if they cancel."""
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
        form = self.situation.interaction.form
        say = words("terminal", self.situation.language)
        count = len(form.questions)
        prompts = []
        for place, question in enumerate(form.questions):
            position = say("position", at=place + 1, n=count) if count > 1 else ""
            heading = " ".join([part for part in (form.title, position) if part])
            prompt = QuestionPrompt(
                question, self.situation, self.console, self.preferences, heading, can_go_back=place > 0
            )
            prompts.append(prompt)
        return prompts
