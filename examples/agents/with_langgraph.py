"""An agent on LangGraph. An interrupt of the graph is a question in the chat."""

from collections.abc import AsyncIterator
from typing import Any, TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.config import get_stream_writer
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt
from openai import AsyncOpenAI

from choice.conversations import AgentTurn

client = AsyncOpenAI()


class State(TypedDict, total=False):
    """State of the graph."""

    messages: list[Any]
    audience: str


def decide(state: State) -> State:
    """Interrupt the graph with a question."""
    question = {"question": "Who will read it?", "options": ["Engineers", "Customers"]}
    return {"messages": state["messages"], "audience": interrupt(question)}


async def write(state: State) -> State:
    """Stream the answer of the model."""
    system = {"role": "system", "content": f"You write for {state['audience']}."}
    messages: Any = [system, *state["messages"]]
    async for chunk in await client.chat.completions.create(model="gpt-6", messages=messages, stream=True):
        if chunk.choices and chunk.choices[0].delta.content:
            get_stream_writer()(chunk.choices[0].delta.content)
    return {}


graph = (
    StateGraph(State)
    .add_node(decide)
    .add_node(write)
    .add_edge(START, "decide")
    .add_edge("decide", "write")
    .add_edge("write", END)
    .compile(checkpointer=InMemorySaver())
)


async def agent(turn: AgentTurn) -> AsyncIterator[str]:
    """Run the graph; ask whenever it is interrupted."""
    config: Any = {"configurable": {"thread_id": f"{turn.conversation_id}-{len(turn.messages)}"}}
    given: Any = {"messages": turn.messages}
    while given is not None:
        stream = graph.astream(given, config, stream_mode=["custom", "updates"])
        given = None
        part: Any
        async for kind, part in stream:
            if kind == "custom":
                yield part
            elif "__interrupt__" in part:
                asked = part["__interrupt__"][0].value
                answer = await turn.ask(asked["question"], asked["options"])
                given = Command(resume=answer.choice or answer.text or "everybody")
