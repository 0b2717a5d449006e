"""An agent on any OpenAI-compatible server. The model asks the person with a tool."""

import json
import os
from collections.abc import AsyncIterator
from typing import Any

from openai import AsyncOpenAI

from choice.conversations import AgentTurn

client = AsyncOpenAI(base_url=os.environ["OPENAI_BASE_URL"], api_key=os.environ.get("OPENAI_API_KEY", "none"))
ASK: Any = {
    "type": "function",
    "function": {
        "name": "ask_person",
        "description": "Ask the person to decide. Offer two to four options.",
        "parameters": {
            "type": "object",
            "properties": {
                "question": {"type": "string"},
                "options": {"type": "array", "items": {"type": "string"}},
            },
            "required": ["question", "options"],
        },
    },
}


async def agent(turn: AgentTurn) -> AsyncIterator[str]:
    """Answer the last message, and ask whenever the model wants to."""
    messages: list[Any] = [{"role": "system", "content": "Be brief."}, *turn.messages]
    model = os.environ.get("MODEL", "gpt-6")
    while True:
        async with client.chat.completions.stream(model=model, messages=messages, tools=[ASK]) as stream:
            async for event in stream:
                if event.type == "content.delta":
                    yield event.delta
            message = (await stream.get_final_completion()).choices[0].message
        if not message.tool_calls:
            return
        messages.append(message.model_dump(include={"role", "content", "tool_calls"}))
        for call in message.tool_calls:
            asked = json.loads(call.function.arguments)
            answer = await turn.ask(asked["question"], asked["options"])
            text = answer.choice or answer.text or "No answer."
            messages.append({"role": "tool", "tool_call_id": call.id, "content": text})
