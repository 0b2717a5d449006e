"""A surface that answers from a script, for tests of programs that ask people."""

from collections.abc import Callable, Mapping

from choice.desk import Desk, Interaction, InteractionClosed, Person
from choice.errors import ChoiceError
from choice.models import Answer, Question

Reply = str | tuple[str, ...]
Script = Mapping[str, Reply] | Callable[[Question], Reply]


class NotInTheScript(ChoiceError):
    """The script has no reply to a question."""

    def __init__(self, question: str) -> None:
        super().__init__(f"The scripted person has no reply to {question!r}.")
        self.question = question


class ScriptedPerson:
    """A surface that answers each form as soon as it is shown.

    The script maps the text of each question to the reply: a label or an id (several as a tuple), free text,
    or CANCEL. `seen` lists the interactions that were shown. `unanswered` lists the questions that are not in
    the script.
    """

    name = "scripted"
    CANCEL = "\0cancel"
    """A reply that cancels the interaction."""

    def __init__(self, desk: Desk, script: Script, person: Person | None = None) -> None:
        self._desk = desk
        self._script = script
        self._person = person or Person("scripted person")
        self.seen: list[Interaction] = []
        self.unanswered: list[str] = []

    async def show(self, interaction: Interaction) -> None:
        """Answer an interaction. Each version is answered only once."""
        if any(one.id == interaction.id and one.version == interaction.version for one in self.seen):
            return
        self.seen.append(interaction)
        try:
            replies = [(question, self._reply(question)) for question in interaction.form.questions]
        except NotInTheScript as error:
            self.unanswered.append(error.question)
            return
        try:
            if any(reply == self.CANCEL for _, reply in replies):
                await self._desk.cancel(interaction.id, by=self._person, surface=self.name)
            else:
                answers = [_answer(question, reply) for question, reply in replies]
                await self._desk.answer(
                    interaction, answers, by=self._person, surface=self.name, version=interaction.version
                )
        except InteractionClosed:
            return  # Another surface was first; its outcome stands.

    async def close(self, interaction: Interaction) -> None:
        """Do nothing."""

    def _reply(self, question: Question) -> Reply:
        if callable(self._script):
            return self._script(question)
        if question.text not in self._script:
            raise NotInTheScript(question.text)
        return self._script[question.text]


def _answer(question: Question, reply: Reply) -> Answer:
    """Convert a reply to an answer. Labels and ids select options; any other text is free text."""
    parts = (reply,) if isinstance(reply, str) else reply
    ids = {option.label: option.id for option in question.options} | {
        one.id: one.id for one in question.options
    }
    if all(one in ids for one in parts) and parts:
        return Answer(question_id=question.id, option_ids=tuple([ids[one] for one in parts]))
    return Answer(question_id=question.id, option_ids=(), custom_text=" ".join(parts))
