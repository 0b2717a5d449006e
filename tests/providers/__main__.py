"""Run a scripted provider as a process: python -m tests.providers openai --tokens 200 --pace 0.02."""

import argparse

from tests.providers import anthropic_events, openai_events, server
from tests.providers.answers import Answer


def main() -> None:
    """Serve one answer to every request until stopped. The first line printed is the URL."""
    parser = argparse.ArgumentParser(prog="python -m tests.providers")
    parser.add_argument("protocol", choices=["openai", "anthropic"])
    parser.add_argument("--port", type=int, default=0, help="0 selects a free port")
    parser.add_argument("--tokens", type=int, default=200, help="tokens in an answer")
    parser.add_argument("--characters", type=int, default=5, help="characters in a token")
    parser.add_argument("--pace", type=float, default=0.0, help="seconds between two writes")
    parser.add_argument("--burst", type=int, default=1, help="events in one write")
    wanted = parser.parse_args()

    def answer() -> Answer:
        said = openai_events.text if wanted.protocol == "openai" else anthropic_events.text
        body = said(["x" * (wanted.characters - 1) + " "] * wanted.tokens).in_bursts_of(wanted.burst)
        return Answer(body.writes, pace=wanted.pace)

    server.run(answer, wanted.port, lambda url: print(url, flush=True))  # noqa: T201 - read by the parent process


if __name__ == "__main__":
    main()
