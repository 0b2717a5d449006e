"""What came of a call whose result is JSON, in the words in which other dialects say the same."""

from collections.abc import Mapping
from typing import Any

from choice.chat.embedded.asking import RECOMMENDED
from choice.dialects.lenient import decoded
from choice.dialects.replies import CANCELLED, DEFAULTS, NOTHING_CHOSEN, TIMED_OUT
from choice.plain_text import plain_line

Members = Mapping[str, Any]


def in_words(tool: str, text: str) -> str:
    """Return what the result of a tool says; one that is words already stays as it is."""
    match tool, decoded(text):
        case "provide_choice", {"action_status": status, "selection": {} as selection}:
            return _provided(status, selection)
        case "AskUserQuestion", {"answers": {} as answers} if answers:
            return _keyed(answers)
        case "AskUserQuestion", {"response": str(response)}:
            return response
        case _:
            return text


def _provided(status: object, selection: Members) -> str:
    """Return the result of `provide_choice`."""
    chosen = ", ".join(selection["selected_ids"])
    own = selection["custom_input"]
    if status == "cancelled":
        return CANCELLED
    if status == "timeout":
        return f"{DEFAULTS}\n{chosen}" if selection["timed_out_with_defaults"] else TIMED_OUT
    if not chosen:
        return own or NOTHING_CHOSEN
    return f"{chosen}\nOwn words: {own}" if own else chosen


def _keyed(answers: Members) -> str:
    """Return the result of `AskUserQuestion`: a line for each question, or the bare answer to one alone."""
    said = {
        question: plain_line(str(answer).replace(RECOMMENDED, "")) for question, answer in answers.items()
    }
    if len(said) == 1:
        return next(iter(said.values()))
    return "\n".join([f"{plain_line(question).rstrip(':：')}: {answer}" for question, answer in said.items()])
