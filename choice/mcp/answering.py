"""The client's own window as a place to answer: what the person does there reaches the desk."""

import asyncio
from dataclasses import dataclass

from mcp.server.session import ServerSession
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitRequest, ElicitRequestFormParams, ElicitResult, RequestId

from choice.desk.desk import Desk
from choice.desk.interaction import Interaction, InteractionClosed
from choice.errors import InvalidAnswer
from choice.mcp.caller import Caller
from choice.mcp.elicitation import message_of, schema_of, submission_of

SURFACE = "mcp"
BY_ITSELF_SECONDS = 0.3
"""A client that refuses sooner than a person could has no window: it does so by itself."""
_TRIES = 3


@dataclass(frozen=True, slots=True)
class ClientWindow:
    """Asks one interaction in the window of the client that called."""

    desk: Desk
    interaction: Interaction
    caller: Caller

    def request(self, problem: str | None = None) -> ElicitRequest:
        """Return the question as the client takes it."""
        form = self.interaction.form
        schema = schema_of(form, knows_titles=self.caller.knows_titles)
        return ElicitRequest(
            params=ElicitRequestFormParams(message=message_of(form, problem), requested_schema=schema)
        )

    async def ask(self, session: ServerSession, request_id: RequestId | None) -> None:
        """Show the question and take the answer; a client without a window leaves it to the other ways."""
        problem: str | None = None
        loop = asyncio.get_running_loop()
        for _ in range(_TRIES):
            params, started = self.request(problem).params, loop.time()
            assert isinstance(params, ElicitRequestFormParams)  # noqa: S101 - we made it one
            try:
                result = await session.elicit_form(params.message, params.requested_schema, request_id)
            except MCPError:
                return
            if result.action != "accept" and loop.time() - started < BY_ITSELF_SECONDS:
                return
            problem = await self.take(result)
            if problem is None:
                return

    async def take(self, result: ElicitResult) -> str | None:
        """Let the desk know what the person did; return what is wrong with it, if something is."""
        asked, by = self.interaction, self.caller.person
        try:
            if result.action == "accept":
                submission = submission_of(asked.form, result.content or {})
                await self.desk.answer(asked.id, submission, by=by, surface=SURFACE, version=asked.version)
            else:
                await self.desk.cancel(asked.id, by=by, surface=SURFACE)
        except InvalidAnswer as error:
            return str(error)
        except InteractionClosed:
            return None  # Somebody was faster; that outcome stands.
        return None
