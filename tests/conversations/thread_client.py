"""Test client for one thread."""

from dataclasses import dataclass
from typing import Any

import httpx

from tests.server.service import cards_in, named_events


@dataclass(frozen=True, slots=True)
class ThreadClient:
    """Sends messages and answers to one thread, as its owner."""

    client: httpx.AsyncClient
    path: str

    async def post(self, **body: object) -> httpx.Response:
        """Send a request to the thread."""
        return await self.client.post(f"{self.path}/chat", json=body)

    async def say(self, content: str) -> list[dict[str, Any]]:
        """Send a message; return the cards in the answer."""
        return cards_in(named_events((await self.post(content=content)).text))

    async def choose(self, card: dict[str, Any], *option_ids: str) -> httpx.Response:
        """Answer a card with options."""
        return await self.post(answer={"question_id": card["question_id"], "option_ids": list(option_ids)})

    async def cancel(self, card: dict[str, Any]) -> None:
        """Cancel a card outside its thread."""
        place = f"/api/interactions/{card['metadata']['interaction_id']}/cancel"
        assert (await self.client.post(place, json={})).status_code == 200

    async def stored(self) -> dict[str, Any]:
        """Return the stored thread."""
        thread: dict[str, Any] = (await self.client.get(self.path)).json()
        return thread


async def open_thread(client: httpx.AsyncClient, mode: str = "chat") -> ThreadClient:
    """Create a thread."""
    thread = (await client.post("/api/threads", json={"mode": mode})).json()
    return ThreadClient(client, f"/api/threads/{thread['id']}")


def fence(question: str) -> str:
    """Return a yes-or-no question in a choices fence."""
    options = '[{"label":"Yes","value":"yes"},{"label":"No","value":"no"}]'
    return f'```choices\n{{"question":"{question}","options":{options}}}\n```\n'
