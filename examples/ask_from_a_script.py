"""Ask a person from a script and go on with the answer: `python ask_from_a_script.py [URL]`.

While it waits, answer from another process that has opened the same URL, or let the ten seconds pass.
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
    """Ask, and say how it ended."""
    async with choice.open_desk(url) as desk:
        # The key makes the script safe to start again: it joins the question that is already open.
        outcome = await desk.ask(
            QUESTION, asked_by=choice.Asker("release-script"), key="release-1.4.0", timeout=10
        )
    match outcome:
        case choice.Answered(answers=answers):
            chosen = [option.label for option in QUESTION.options if option.id in answers[0].option_ids]
            print("Answered:", *chosen, answers[0].custom_text or "")
        case choice.Cancelled():
            print("Cancelled.")
        case choice.TimedOut():
            print("Nobody answered in time, so nothing is released.")
        case choice.Superseded():
            print("The question does not matter any more.")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:] or ["sqlite:///desk.db"]))
