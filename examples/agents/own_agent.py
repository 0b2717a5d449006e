"""An agent that asks before it acts. Start it with `choicewire serve --agent own_agent:agent`."""

from collections.abc import AsyncIterator

from choice.conversations import AgentTurn


async def agent(turn: AgentTurn) -> AsyncIterator[str]:
    """Ask where the data should be stored."""
    yield "I can set up the store for you. "
    answer = await turn.ask("Which database?", ["SQLite", "PostgreSQL"])
    yield f"{answer.choice or answer.text or 'Nothing'} it is."
