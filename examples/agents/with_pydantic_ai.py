"""An agent on Pydantic AI. Its tool `ask_person` asks in the chat."""

from collections.abc import AsyncIterator

from pydantic_ai import Agent, RunContext
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, UserPromptPart

from choice.conversations import AgentMessage, AgentTurn

writer = Agent(deps_type=AgentTurn, instructions="Be brief. Ask when a decision belongs to the person.")


@writer.tool
async def ask_person(context: RunContext[AgentTurn], question: str, options: list[str]) -> str:
    """Ask the person to decide. Offer two to four options."""
    answer = await context.deps.ask(question, options)
    return answer.choice or answer.text or "No answer."


async def agent(turn: AgentTurn) -> AsyncIterator[str]:
    """Answer the last message."""
    *past, last = turn.messages
    history = [_message(each) for each in past]
    async with writer.run_stream(
        last["content"], model="openai-chat:gpt-6", deps=turn, message_history=history
    ) as result:
        async for text in result.stream_text(delta=True):
            yield text


def _message(message: AgentMessage) -> ModelMessage:
    if message["role"] == "user":
        return ModelRequest(parts=[UserPromptPart(message["content"])])
    return ModelResponse(parts=[TextPart(message["content"])])
