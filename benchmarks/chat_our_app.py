"""Our side of the chat benchmarks: the complete service with a fake model."""

import asyncio
import logging
import sys
from dataclasses import replace
from pathlib import Path

from benchmarks.chat_tokens import tokens
from choice.assembly.server import Serving
from choice.providers import ModelRequest, TokenSink
from choice.server.http_server import Server, server_config
from choice.settings import Settings

SECRET = "a secret for benchmarks, of more than thirty-two characters"  # noqa: S105 - nothing to protect


class FakeModel:
    """Model that writes a fixed number of tokens."""

    name = "fake model"

    def __init__(self, count: int, pace: float) -> None:
        self._count, self._pace = count, pace

    async def reply(self, request: ModelRequest, sink: TokenSink) -> None:  # noqa: ARG002
        """Write one token at a time, as the peer's model does."""
        for token in tokens(self._count):
            if self._pace:
                await asyncio.sleep(self._pace)
            if not sink.write(token):
                await sink.drain()

    async def close(self) -> None:
        """Do nothing."""


def settings_in(folder: Path) -> Settings:
    """Return the settings of the measured service."""
    return Settings(
        database_url=f"sqlite:///{folder / 'chat.db'}",
        data_dir=folder,
        jwt_secret=SECRET,
        requests_per_minute=1_000_000,
        most_streams=10_000,
    )


def main() -> None:
    """Serve. Arguments: port, tokens, pause, folder and, instead of the fake model, the URL of a provider."""
    port, count, pace, folder = sys.argv[1:5]
    logging.disable(logging.INFO)
    settings = replace(settings_in(Path(folder)), port=int(port))
    if len(sys.argv) > 5:
        provided = replace(settings, model="openai:test", variables={"OPENAI_BASE_URL": sys.argv[5]})
        serving = Serving(provided, with_demo_data=True)
    else:
        serving = Serving(settings, model=FakeModel(int(count), float(pace)), with_demo_data=True)
    Server(server_config(serving.app(), "127.0.0.1", int(port)), serving.drain).run()


if __name__ == "__main__":
    main()
