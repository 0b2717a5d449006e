"""How an interaction ended, as one line that people and programs can read."""

import json

from choice.answers import Answer, Answered
from choice.desk.interaction import Interaction


def ended_line(interaction: Interaction) -> str:
    """Return `STATE ID [answers]`, the answers as JSON: the last line that `answer` and `cancel` print."""
    outcome = interaction.outcome
    answers = outcome.answers if isinstance(outcome, Answered) else ()
    told = json.dumps([_told(answer) for answer in answers], ensure_ascii=False)
    return f"{interaction.state} {interaction.id} {told}"


def _told(answer: Answer) -> dict[str, object]:
    """Return what there is of an answer."""
    return {name: value for name, value in answer.model_dump(mode="json").items() if value}
