"""What every adapter does with the desk: it asks under a key, so that asking again is asking once."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from choice.adapters.approvals import ToolUse, Verdict, approval_form, verdicts
from choice.answers import Outcome
from choice.desk.asking import Terms
from choice.desk.desk import Desk
from choice.dialects.protocol import ToolDialect
from choice.dialects.registry import tool_named
from choice.errors import ChoiceError, InvalidRequest, UnknownDialect
from choice.models import Form


class NotAnswered(ChoiceError):
    """Nobody answered, so whoever asked cannot go on. What is open can be asked again under its key."""

    def __init__(self, form: Form, outcome: Outcome) -> None:
        super().__init__(f"{form.questions[0].text!r} was not answered: {outcome.kind}.")
        self.form = form
        self.outcome = outcome


@dataclass(frozen=True, slots=True)
class People:
    """The desk, and the terms on which an agent asks there."""

    desk: Desk
    terms: Terms = field(default_factory=Terms)

    async def ask(self, form: Form, key: str, dialect: str | None = None) -> Outcome:
        """Ask a form; under the same key it is asked once, also after a restart."""
        return await self.desk.ask(form, **(self.terms | Terms(key=key, dialect=dialect)))

    async def may(self, uses: Sequence[ToolUse], key: str) -> list[Verdict]:
        """Ask whether tools may be used."""
        form = approval_form(uses)
        return verdicts(form, await self.ask(form, key))

    async def reply(self, dialect: ToolDialect, arguments: object, key: str) -> str:
        """Ask what a model asks by a tool; return the tool's result. What cannot be asked is said there.

        The terms that the call names itself come before those of the agent.
        """
        try:
            call = dialect.read_call(arguments)
        except InvalidRequest as error:
            return f"Nobody was asked: {error} Correct the call and try again."
        terms: Terms = {**self.terms, **call.terms, "key": key, "dialect": dialect.name}
        return dialect.reply(call.form, await self.desk.ask(call.form, **terms))


def asking_tool(name: str) -> ToolDialect | None:
    """Return the dialect of a tool by which models ask, or None if it is another tool."""
    try:
        return tool_named(name)
    except UnknownDialect:
        return None
