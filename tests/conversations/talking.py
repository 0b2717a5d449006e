"""A person in one thread, who says things, answers cards and looks at what is kept."""

from dataclasses import dataclass
from typing import Any

import httpx

from tests.server.service import cards_in, named_events


@dataclass(frozen=True, slots=True)
class Talk:
    """One thread, and the client of its owner."""

    client: httpx.AsyncClient
    path: str

    async def post(self, **body: object) -> httpx.Response:
        """Send something to the thread."""
        return await self.client.post(f"{self.path}/chat", json=body)

    async def say(self, content: str) -> list[dict[str, Any]]:
        """Type something, and return the cards that come back."""
        return cards_in(named_events((await self.post(content=content)).text))

    async def choose(self, card: dict[str, Any], *option_ids: str) -> httpx.Response:
        """Answer a card by options."""
        return await self.post(answer={"question_id": card["question_id"], "option_ids": list(option_ids)})

    async def cancel(self, card: dict[str, Any]) -> None:
        """Cancel a card where its thread does not see it."""
        place = f"/api/interactions/{card['metadata']['interaction_id']}/cancel"
        assert (await self.client.post(place, json={})).status_code == 200

    async def kept(self) -> dict[str, Any]:
        """Return the thread as it is kept."""
        thread: dict[str, Any] = (await self.client.get(self.path)).json()
        return thread


async def talk(client: httpx.AsyncClient, mode: str = "chat") -> Talk:
    """Start a thread."""
    thread = (await client.post("/api/threads", json={"mode": mode})).json()
    return Talk(client, f"/api/threads/{thread['id']}")


def fence(question: str) -> str:
    """Return a question as a model writes it in a fence, to be answered by yes or no."""
    options = '[{"label":"Yes","value":"yes"},{"label":"No","value":"no"}]'
    return f'```choices\n{{"question":"{question}","options":{options}}}\n```\n'
