"""The service behind nginx with the documented configuration."""

import asyncio
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from tests.providers.openai_events import text
from tests.providers.server import provider
from tests.server.children import two
from tests.server.nginx_server import HOST, nginx
from tests.server.service import data_events

HELD = replace(text(("Half ",)), writes=text(("Half ",)).writes[:2], ending="hold")


@pytest.mark.requirement("CH4", "CH15")
async def test_the_documented_nginx_configuration_does_not_buffer_streams(tmp_path: Path) -> None:
    async with provider(HELD) as model:
        variables = {
            "CHOICE_MODEL": "openai:test",
            "OPENAI_BASE_URL": f"{model.url}/v1",
            "OPENAI_API_KEY": "key",
            "CHOICE_ALLOWED_HOSTS": HOST,
        }
        async with (
            two(tmp_path, **variables) as (first, second),
            nginx(tmp_path, [first.url, second.url]) as url,
            asyncio.timeout(60),
        ):
            authorization = first.client().headers["authorization"]
            headers = {"Host": HOST, "Authorization": authorization}
            async with httpx.AsyncClient(base_url=url, headers=headers, timeout=30) as client:
                health = [(await client.get("/healthz")).status_code for _ in range(4)]
                inside = [(await client.get(path)).status_code for path in ("/metrics", "/readyz")]
                seen = ""
                async with client.stream("POST", "/chatbot/chat-stream", json={"message": "Hi"}) as reply:
                    async for piece in reply.aiter_text():
                        seen += piece
                        if "Half" in seen:
                            break  # The model is still silent: nothing was held back.
                await model.requests[-1].left.wait()

    assert health == [200] * 4
    assert inside == [403, 403]
    assert [event["type"] for event in data_events(seen)] == ["metadata", "token"]
