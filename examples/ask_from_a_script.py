"""Ask a person from a script and act on the answer: `python ask_from_a_script.py [URL]`.

While it waits, answer from another process that opened the same URL, or let it time out after ten seconds.
"""

import asyncio
import sys

import choice

QUESTION = choice.Question(
    text="The tests are green. Release now?",
    context="Version 1.4.0 changes the file format; going back needs a restore.",
    options=["Release", "Wait until Monday"],
)


async def main(url: str) -> None:
    """Ask and print the outcome."""
    async with choice.open_desk(url) as desk:
        # The idempotency key makes a restart safe: it joins the question that is already open.
        outcome = await desk.ask(
            QUESTION, asked_by=choice.Asker("release-script"), key="release-1.4.0", timeout=10
        )
    match outcome:
        case choice.Answered():
            print("Answered:", outcome.choice or outcome.text)
        case choice.Cancelled():
            print("Cancelled.")
        case choice.TimedOut():
            print("Timed out, so nothing is released.")
        case choice.Superseded():
            print("The question is no longer needed.")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:] or ["sqlite:///desk.db"]))
