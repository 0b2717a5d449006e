"""The client's own window as a place to answer: what the person does there reaches the desk."""

from dataclasses import dataclass

from mcp.server.session import ServerSession
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitRequest, ElicitRequestFormParams, ElicitResult, RequestId

from choice.desk.desk import Desk
from choice.desk.interaction import Interaction, InteractionClosed
from choice.errors import InvalidAnswer
from choice.mcp.caller import Caller
from choice.mcp.elicitation import message_of, schema_of, submission_of
from choice.mcp.windows import Windows

SURFACE = "mcp"
_TRIES = 3


@dataclass(frozen=True, slots=True)
class ClientWindow:
    """Asks one interaction in the window of the client that called."""

    desk: Desk
    interaction: Interaction
    caller: Caller
    windows: Windows

    def request(self, problem: str | None = None) -> ElicitRequest:
        """Return the question as the client takes it, which is given it now."""
        self.windows.shows(self.interaction.id)
        form = self.interaction.form
        schema = schema_of(form, knows_titles=self.caller.knows_titles)
        return ElicitRequest(
            params=ElicitRequestFormParams(message=message_of(form, problem), requested_schema=schema)
        )

    async def ask(self, session: ServerSession, request_id: RequestId | None) -> None:
        """Show the question and take the answer; a client without a window leaves it to the other ways."""
        problem: str | None = None
        for _ in range(_TRIES):
            params = self.request(problem).params
            assert isinstance(params, ElicitRequestFormParams)  # noqa: S101 - we made it one
            try:
                result = await session.elicit_form(params.message, params.requested_schema, request_id)
            except MCPError:
                return
            problem = await self.take(result)
            if problem is None:
                return

    async def take(self, result: ElicitResult) -> str | None:
        """Let the desk know what the person did; return what is wrong with it, if something is.

        What a client did by itself is no decision: then nothing happens.
        """
        asked, by = self.interaction, self.caller.person
        if self.windows.is_by_itself(asked.id, result):
            return None
        try:
            if result.action == "accept":
                submission = submission_of(asked.form, result.content or {})
                await self.desk.answer(asked, submission, by=by, surface=SURFACE, version=asked.version)
            else:
                await self.desk.cancel(asked.id, by=by, surface=SURFACE)
        except InvalidAnswer as error:
            return str(error)
        except InteractionClosed:
            return None  # Somebody was faster; that outcome stands.
        return None
