"""Run an agent of your own in place of a model: an async generator that yields text and asks questions."""

import asyncio
import inspect
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any, TypedDict

from choice.models import Form, Option, Outcome, Question, askable
from choice.providers import (
    AskedForm,
    AssistantTurn,
    ModelFailed,
    ModelRequest,
    RequestContext,
    TokenSink,
    ToolResult,
    UserTurn,
    failures,
)
from choice.sources.protocol import Findings
from choice.stream import Mode

MAX_SUSPENDED = 1000
"""Maximum number of agents that wait for an answer in this process. The oldest ones are cancelled."""
_KEEP_ALIVE_SECONDS = 1.0

logger = logging.getLogger(__name__)


class AgentMessage(TypedDict):
    """A message in the form that most model APIs use."""

    role: str
    """`user` or `assistant`."""
    content: str


class AgentTurn:
    """What an agent is given: the conversation, the person, and a way to ask."""

    def __init__(self, request: ModelRequest, context: RequestContext, ask: "_Asking") -> None:
        self.messages: list[AgentMessage] = messages_of(request)
        """The conversation so far, oldest first. The last message is the one to answer."""
        self.conversation_id: str = context.conversation_id
        self.person: str = context.user
        """The user who wrote the message."""
        self.tenant: str = context.tenant
        self.roles: frozenset[str] = context.roles
        self.mode: Mode = request.mode
        self.findings: Findings = request.findings
        """The rows that were found for the message."""
        self.answers: Mapping[str, Outcome] = context.outcomes
        """Outcomes of the questions asked in reply to this message, by key. Empty at first: it is filled when
        the agent is called again, because the process was restarted while a question was open."""
        self.cancelled = False
        """Whether the answer is no longer wanted: the person stopped it or wrote something else."""
        self._ask = ask

    async def ask(
        self,
        question: str | Question | Form,
        options: Sequence[str | Option] = (),
        *,
        key: str | None = None,
    ) -> Outcome:
        """Ask the person, and return the outcome when the question has ended.

        The answer that was streamed so far ends with the question; what the agent yields after this is the
        reply to the person's answer. Without options, the answer is free text. `key` names the question in
        `answers`; the default is its text. If `answers` has the key, its outcome is returned at once.

        If the person writes something else instead of answering, the agent is cancelled here, and called
        again with the new message.
        """
        asked = askable(question, options)
        form = asked if isinstance(asked, Form) else Form(questions=(asked,))
        key = form.questions[0].text if key is None else key
        if key in self.answers:
            return self.answers[key]
        return await self._ask(key, form)


Agent = Callable[[AgentTurn], AsyncIterator[str] | Awaitable[str | None]]
"""An async generator function that yields text, or a coroutine function that returns it."""
_Asking = Callable[[str, Form], Awaitable[Outcome]]


def messages_of(request: ModelRequest) -> list[AgentMessage]:
    """Return the turns of a request as messages. The answer to a question is a message of the user."""
    messages: list[AgentMessage] = []
    for turn in request.turns:
        match turn:
            case UserTurn(text=text) | ToolResult(text=text):
                messages.append({"role": "user", "content": text})
            case AssistantTurn(text=text) if text:
                messages.append({"role": "assistant", "content": text})
            case _:
                pass
    return messages


class AgentClient:
    """Model client that runs an agent. It implements `ModelClient`.

    An agent that asks a question is suspended until the question has ended, if this process lives that long.
    """

    def __init__(self, agent: Agent, name: str) -> None:
        self._agent = agent
        self._name = name
        self._suspended: OrderedDict[str, _Run] = OrderedDict()

    @property
    def name(self) -> str:
        """Display name of the agent."""
        return self._name

    async def reply(self, request: ModelRequest, sink: TokenSink) -> None:
        """Run the agent until it ends or asks a question. Cancelling cancels the agent.

        Raises:
            ModelFailed: The agent raised an exception.
        """
        context = request.context
        if context is None:
            message = "An agent needs the context of a conversation."
            raise TypeError(message)
        run = self._suspended.pop(context.conversation_id, None)
        if run is None or not run.resumes_with(context.outcomes):
            if run is not None:
                run.cancel()
            run = _Run(self._agent, request, context)
        try:
            is_waiting = await run.write_to(sink)
        except ModelFailed:
            raise
        except Exception as error:
            logger.exception("The agent failed")
            raise failures.agent_failed() from error
        finally:
            if not run.is_waiting:
                run.cancel()
        if is_waiting:
            self._suspended[context.conversation_id] = run
            if len(self._suspended) > MAX_SUSPENDED:
                self._suspended.popitem(last=False)[1].cancel()

    async def close(self) -> None:
        """Cancel the agents that wait for an answer."""
        for run in self._suspended.values():
            run.cancel()
        self._suspended.clear()


class _Run:
    """One call of an agent. It runs in a task of its own, which outlives the turn in which it asks."""

    def __init__(self, agent: Agent, request: ModelRequest, context: RequestContext) -> None:
        self._turn = AgentTurn(request, context, self._ask)
        self._waiting: dict[str, asyncio.Future[Outcome]] = {}
        self._answered: Mapping[str, Outcome] = {}
        self._new: list[AskedForm] = []
        self._has_new = asyncio.Event()
        self._sink: TokenSink | None = None
        self._task = asyncio.get_running_loop().create_task(self._run(agent))
        self._task.add_done_callback(_retrieve_exception)
        self.is_waiting = False
        """Whether the agent waits for the outcome of a question."""

    def resumes_with(self, outcomes: Mapping[str, Outcome]) -> bool:
        """Take outcomes; return whether they are those that the agent waits for."""
        self._answered = outcomes
        return bool(self._waiting) and self._waiting.keys() <= outcomes.keys()

    async def write_to(self, sink: TokenSink) -> bool:
        """Let the agent write until it ends or asks. Return whether it waits for an answer."""
        self._sink, self.is_waiting = sink, False
        for key in list(self._waiting):
            self._waiting.pop(key).set_result(self._answered[key])
        asking = asyncio.ensure_future(self._has_new.wait())
        try:
            while not (self._task.done() or asking.done()):
                await asyncio.wait(
                    {self._task, asking},
                    timeout=_KEEP_ALIVE_SECONDS,
                    return_when=asyncio.FIRST_COMPLETED,
                )
                sink.keep_alive()  # An agent may work for long without writing.
        finally:
            asking.cancel()
        if self._task.done():
            self._task.result()
            return False
        await asyncio.sleep(0)  # Other questions may be asked at the same time.
        for asked in self._new:
            sink.write(asked)
        self._new.clear()
        self._has_new.clear()
        self.is_waiting = True
        return True

    def cancel(self) -> None:
        """Cancel the agent."""
        self._turn.cancelled = True
        self._task.cancel()

    async def _run(self, agent: Agent) -> None:
        made = agent(self._turn)
        if inspect.isawaitable(made):
            text = await made
            if text is not None:
                await self._write(text)
            return
        async for piece in made:
            await self._write(piece)

    async def _write(self, piece: Any) -> None:  # noqa: ANN401 - written by code that is not ours
        if not isinstance(piece, str):
            message = f"An agent must yield text, not {type(piece).__name__}."
            raise TypeError(message)
        if piece and self._sink is not None and not self._sink.write(piece):
            await self._sink.drain()

    async def _ask(self, key: str, form: Form) -> Outcome:
        if key in self._waiting:
            message = f"The question {key!r} is open already. Give each question its own key."
            raise ValueError(message)
        future = asyncio.get_running_loop().create_future()
        self._waiting[key] = future
        self._new.append(AskedForm(key, form))
        self._has_new.set()
        outcome: Outcome = await future
        return outcome


def _retrieve_exception(task: asyncio.Task[None]) -> None:
    """Mark the exception of a task as retrieved, so that asyncio does not log it as well."""
    if not task.cancelled():
        task.exception()
