"""A client written from the specification alone, against a real server with demo data."""

import json
import re
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.children import child

METADATA = re.compile(
    rb'data: {"type":"metadata","sessionId":"([0-9a-f-]{36})",'
    rb'"sources":{"signals":(\d+),"incidents":(\d+),"issues":(\d+),"metrics":(\d+)}}\n\n'
)
TOKEN = re.compile(rb'data: {"type":"token","content":"(?:[^"\\\x00-\x1f\x7f-\xff]|\\.)*"}\n\n')
CARD = re.compile(rb'data: {"type":"question_card","data":{[^\n\x80-\xff]*}}\n\n')
DONE = b'data: {"type":"done"}\n\n'


@dataclass
class Client:
    """Client that implements the specification for front ends."""

    session: str | None = None
    sources: dict[str, int] = field(default_factory=dict)
    answer: str = ""
    is_done: bool = False
    error: str | None = None

    def read(self, body: str) -> None:
        for line in body.split("\n"):
            if line.startswith("data: "):
                self._take(json.loads(line[6:]))

    def _take(self, event: dict[str, Any]) -> None:
        match event["type"]:
            case "metadata":
                self.session, self.sources = event["sessionId"], event["sources"]
            case "token":
                self.answer += event["content"]
            case "done":
                self.is_done = True
            case "error":
                self.error = event["message"]
            case _:
                pass


async def asked(client: httpx.AsyncClient, message: str, **more: str) -> tuple[Client, bytes]:
    """Ask as the specification says; return what the client made of it, and the bytes."""
    async with client.stream("POST", "/chatbot/chat-stream", json={"message": message} | more) as reply:
        body = b"".join([piece async for piece in reply.aiter_raw()])
    assert reply.status_code == 200
    assert reply.headers["content-type"].startswith("text/event-stream")
    assert reply.headers["cache-control"] == "no-cache"
    reader = Client()
    reader.read(body.decode("ascii"))
    return reader, body


def frames_of(body: bytes) -> list[bytes]:
    """Return the frames, each of which must be just as the specification writes it."""
    assert body.endswith(b"\n\n")
    frames = [frame + b"\n\n" for frame in body.split(b"\n\n")[:-1]]
    found = METADATA.fullmatch(frames[0])
    assert found is not None, frames[0]
    assert str(uuid.UUID(found[1].decode())) == found[1].decode()
    assert frames[-1] == DONE
    for frame in frames[1:-1]:
        assert TOKEN.fullmatch(frame) or CARD.fullmatch(frame), frame
    for frame in frames:
        written = frame.removeprefix(b"data: ").removesuffix(b"\n\n")
        assert json.dumps(json.loads(written), separators=(",", ":")).encode() == written
    return frames


@pytest.mark.requirement("CH1", "CH2", "CH3", "CH4", "CH5", "CH14")
async def test_a_client_written_from_the_specification_parses_the_four_test_queries(tmp_path: Path) -> None:
    async with child(tmp_path / "server") as server:
        client = server.client()
        signals, signals_body = await asked(client, "Show me critical weak signals")
        health, health_body = await asked(client, "What's our organizational health?")
        incidents, incidents_body = await asked(client, "Top incidents this week")
        one, one_body = await asked(client, "Show me signal WS-001 in JSON")
        asking, asking_body = await asked(client, "Help me find out what to build", mode="discovery")
        again, _body = await asked(client, "Top incidents this week", sessionId=str(signals.session))

    for body in (signals_body, health_body, incidents_body, one_body):
        assert not [frame for frame in frames_of(body) if CARD.fullmatch(frame)]
    assert re.search(r"^## .*Signals", signals.answer, re.MULTILINE)
    assert re.search(r"^1\. \*\*.+\*\* - ", signals.answer, re.MULTILINE)
    assert "- **Severity:** `" in signals.answer
    assert signals.sources["signals"] > 0
    assert re.search(r"\*\*\d+/100\*\*", health.answer)
    assert re.search(r"^\| Metric \| Score \| Change \| Status \|\n\|[-|]+\|$", health.answer, re.MULTILINE)
    assert health.sources["metrics"] > 0
    assert re.search(r"^\*\*1\. .+\*\*", incidents.answer, re.MULTILINE)
    assert incidents.sources["incidents"] > 0
    block = re.search(r"^```json\n(.*?)^```$", one.answer, re.MULTILINE | re.DOTALL)
    assert block is not None
    assert json.loads(block[1])["id"] == "WS-001"
    # A question comes as a card, which this client does not know and does not miss.
    assert [frame for frame in frames_of(asking_body) if CARD.fullmatch(frame)]
    assert asking.is_done
    assert asking.error is None
    assert again.session == signals.session
    assert all(reader.is_done for reader in (signals, health, incidents, one, again))
