"""The tool `present_choices`: tells the model to write a `choices` block, which asks the person."""

import json
from typing import Any

from choice.dialects.protocol import Call
from choice.dialects.replies import by_value, value_or_label
from choice.dialects.tools.normalise import Arguments
from choice.models import Form, Outcome
from choice.validation import PresentChoicesCall, parse_tool_call

_SHORTEST_BORDER = "---"
_FENCES = ("```", "~~~")
_EXAMPLE: dict[str, object] = {
    "question": "How should the new source be read?",
    "options": [
        {"label": "By its feed", "value": "feed"},
        {"label": "Page by page", "value": "pages"},
    ],
    "context": "The site has a feed, but it lists only the last ten articles.",
}


class PresentChoices:
    """Asks one question with two to four options; the reply is the value of the chosen one."""

    name = "present_choices"
    tool_name = "present_choices"
    replies_in_words = True
    description = (
        "Offer the person two to four options as buttons; use it for yes or no too. "
        "The result says what to write next; the person's choice arrives as their next message."
    )

    @property
    def parameters(self) -> dict[str, Any]:
        """JSON Schema of the arguments."""
        return PresentChoicesCall.published_schema()

    def read(self, arguments: object) -> Form:
        """Return the form of a call.

        Raises:
            InvalidRequest: The arguments are invalid.
        """
        call = parse_tool_call(PresentChoicesCall, _normalised(arguments), _EXAMPLE)
        return Form(questions=(call.asked(context=call.context or None),))

    def read_call(self, arguments: object) -> Call:
        """Return the form of a call, and the instruction to ask it in text.

        Raises:
            InvalidRequest: The arguments are invalid.
        """
        form = self.read(arguments)
        return Call(form, instruction=self.instruction(form))

    def instruction(self, form: Form) -> str:
        """Return the result of a call: what the model must write now so that the person is asked."""
        question = form.questions[0]
        block: dict[str, object] = {
            "question": question.text,
            "options": [
                {"label": option.label, "value": value_or_label(option)}
                | ({"description": option.description} if option.description else {})
                | ({"recommended": True} if option.recommended else {})
                for option in question.options
            ],
        }
        if question.selection_mode == "multi":
            block |= {"min_selections": question.min_selections, "max_selections": question.max_selections}
        written = f"```choices\n{json.dumps(block, ensure_ascii=False)}\n```"
        shown = f"{_closed(question.context)}\n\n{written}" if question.context else written
        border = _border(shown)
        return (
            f'Nobody has been asked yet. End your message with everything between the two lines "{border}", '
            f"character for character:\n{border}\n{shown}\n{border}\n"
            "Then stop and wait: the person's next message is their choice, and nothing that depends on it "
            "may be done before."
        )

    def reply(self, form: Form, outcome: Outcome) -> str:
        """Return the value of the chosen option, or the person's own words."""
        return by_value(form, outcome)


def _normalised(arguments: object) -> dict[str, object]:
    """Return the arguments in the published form."""
    given = Arguments(arguments, _EXAMPLE)
    text, context = given.text("question", "text", "prompt"), given.text("context", "description")
    options = given.options(given.entries("options", "choices"))
    return {
        "question": text,
        "context": context,
        "options": options,
        **given.selection(text, context, options),
    }


def _border(text: str) -> str:
    """Return a line of dashes that is longer than any line of dashes in the text."""
    dashes = [line.strip() for line in text.split("\n") if not line.strip().strip("-")]
    return "-" * max(len(_SHORTEST_BORDER), *[len(line) + 1 for line in dashes], 0)


def _closed(text: str) -> str:
    """Close a code block that a text leaves open: a `choices` block inside it would be ignored."""
    fence = ""
    for line in text.split("\n"):
        bare = line.strip()
        if fence:
            fence = fence if len(bare) < len(fence) or bare.strip(fence[0]) else ""
            continue
        for mark in _FENCES:
            info = bare.lstrip(mark[0])
            is_code_span = mark[0] == "`" and "`" in info
            if bare.startswith(mark) and not is_code_span:
                fence = bare[: len(bare) - len(info)]
    return f"{text}\n{fence}" if fence else text


PRESENT_CHOICES = PresentChoices()
