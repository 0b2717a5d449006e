"""The tool `present_choices`: it tells the model to write a `choices` block, which then asks the person."""

import json
from typing import Any

from choice.answers import Outcome
from choice.dialects.lenient import options_of, unsent_value
from choice.dialects.protocol import Call
from choice.dialects.replies import by_value, value_or_label
from choice.dialects.tools.arguments import Arguments, limits
from choice.models import MAX_LABEL, MAX_PROMPT, MAX_VALUE, Form, Question

MIN_OPTIONS, MAX_OPTIONS = 2, 4

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
    """Asks one question with two to four options and is answered with the value of the chosen one."""

    name = "present_choices"
    tool_name = "present_choices"
    replies_in_words = True
    description = (
        "Offer the person two to four options as buttons; use it for yes or no too. "
        "The result says what to write next; the person's choice arrives as their next message."
    )

    @property
    def parameters(self) -> dict[str, Any]:
        """The JSON Schema of the arguments."""
        return {
            "type": "object",
            "properties": {
                "question": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": MAX_PROMPT,
                    "description": "The question, understandable on its own.",
                },
                "options": {
                    "type": "array",
                    "minItems": MIN_OPTIONS,
                    "maxItems": MAX_OPTIONS,
                    "items": {
                        "type": "object",
                        "properties": {
                            "label": {
                                "type": "string",
                                "minLength": 1,
                                "maxLength": MAX_LABEL,
                                "description": "What the button says.",
                            },
                            "value": {
                                "type": "string",
                                "minLength": 1,
                                "maxLength": MAX_VALUE,
                                "description": "What the person's message will say when they choose it.",
                            },
                        },
                        "required": ["label", "value"],
                        "additionalProperties": False,
                    },
                },
                "context": {
                    "type": "string",
                    "maxLength": MAX_PROMPT,
                    "description": "What the person should know before choosing.",
                },
            },
            "required": ["question", "options"],
            "additionalProperties": False,
        }

    def read(self, arguments: object) -> Form:
        """Return the form that a call asks for.

        Raises:
            InvalidRequest: the arguments cannot become a form.
        """
        given = Arguments(arguments, _EXAMPLE)
        members = given.option_members(MIN_OPTIONS, MAX_OPTIONS)
        unsent = unsent_value(members)
        if unsent is not None:
            given.refuse(
                f"options[{unsent}].value", "must be text, a number, true or false: it is sent back."
            )
        options = options_of(members, given.recommended())
        if len({value_or_label(option) for option in options}) < len(options):
            given.refuse("options", "must have different values: the value alone tells which one was chosen.")
        text = given.required_text("question", "text", "prompt", limit=MAX_PROMPT)
        context = given.text("context", "description", limit=MAX_PROMPT)
        least, most = limits(given, text, context, len(options))
        question = Question(
            text=text,
            context=context,
            selection_mode="single" if most == 1 else "multi",
            options=options,
            min_selections=least,
            max_selections=most,
        )
        return Form(questions=(question,))

    def read_call(self, arguments: object) -> Call:
        """Return the form that a call asks for, and how to ask it in text.

        Raises:
            InvalidRequest: the arguments cannot become a form.
        """
        return Call(self.read(arguments), instruction=self.instruction(arguments))

    def instruction(self, arguments: object) -> str:
        """Return the result of a call: what the model must write now so that the person is asked.

        Raises:
            InvalidRequest: the arguments cannot become a form.
        """
        question = self.read(arguments).questions[0]
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


def _border(text: str) -> str:
    """Return a line of dashes that is longer than any in a text."""
    dashes = [line.strip() for line in text.split("\n") if not line.strip().strip("-")]
    return "-" * max(len(_SHORTEST_BORDER), *[len(line) + 1 for line in dashes], 0)


def _closed(text: str) -> str:
    """Return a text in which a code block that is left open is closed: nothing asks inside one."""
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
