"""An agent on the OpenAI Agents SDK. Its tool `ask_person` asks in the chat."""

from collections.abc import AsyncIterator
from typing import Any

from agents import Agent, OpenAIChatCompletionsModel, RunContextWrapper, Runner, function_tool
from openai import AsyncOpenAI

from choice.conversations import AgentTurn

client = AsyncOpenAI()


@function_tool
async def ask_person(context: RunContextWrapper[AgentTurn], question: str, options: list[str]) -> str:
    """Ask the person to decide. Offer two to four options."""
    answer = await context.context.ask(question, options)
    return answer.choice or answer.text or "No answer."


writer = Agent[AgentTurn](
    name="Writer",
    instructions="Be brief. Ask when a decision belongs to the person.",
    model=OpenAIChatCompletionsModel("gpt-6", client),
    tools=[ask_person],
)


async def agent(turn: AgentTurn) -> AsyncIterator[str]:
    """Answer the last message."""
    messages: Any = turn.messages
    result = Runner.run_streamed(writer, messages, context=turn)
    async for event in result.stream_events():
        if event.type == "raw_response_event" and event.data.type == "response.output_text.delta":
            yield event.data.delta
