"""The tool `present_question`: one question of an interview, with the reason for it."""

from typing import Any

from choice.dialects.protocol import Call
from choice.dialects.replies import by_label
from choice.dialects.tools.normalise import Arguments
from choice.models import Form, Outcome
from choice.validation import PresentQuestionCall, parse_tool_call

_RATIONALE = ("rationale", "context", "reason")
_EXAMPLE: dict[str, object] = {
    "question": "Who will use the report most?",
    "rationale": "The reader decides how much detail the first page shows.",
    "options": [
        {"label": "Sales team", "description": "Open deals first", "recommended": True},
        {"label": "Management", "description": "Totals first"},
    ],
}


class PresentQuestion:
    """Asks one question with two to six options; the reply is the label of the chosen one."""

    name = "present_question"
    tool_name = "present_question"
    replies_in_words = True
    description = (
        "Ask the person one question with options; the result is the label they chose, or their own words. "
        "Use it instead of writing the question as text. "
        "Own words are always possible, so offer no option for them."
    )

    @property
    def parameters(self) -> dict[str, Any]:
        """JSON Schema of the arguments."""
        return PresentQuestionCall.published_schema()

    def read(self, arguments: object) -> Form:
        """Return the form of a call.

        Raises:
            InvalidRequest: The arguments are invalid.
        """
        call = parse_tool_call(PresentQuestionCall, _normalised(arguments), _EXAMPLE)
        place = {} if call.metadata is None else call.metadata.model_dump(exclude_none=True)
        question = call.asked(context=call.rationale or None, category=call.category, metadata=place)
        return Form(questions=(question,))

    def read_call(self, arguments: object) -> Call:
        """Return the form of a call, which sets no terms.

        Raises:
            InvalidRequest: The arguments are invalid.
        """
        return Call(self.read(arguments))

    def reply(self, form: Form, outcome: Outcome) -> str:
        """Return the label of the chosen option, or the person's own words."""
        return by_label(form, outcome)


def _normalised(arguments: object) -> dict[str, object]:
    """Return the arguments in the published form."""
    given = Arguments(arguments, _EXAMPLE)
    text, rationale = given.text("question", "question_text", "text", "prompt"), given.text(*_RATIONALE)
    options = given.options(given.entries("options", "choices"))
    category, place = given.text("category"), given.value("metadata")
    if place is not None:
        inner = given.inside(place, "metadata")
        place = {
            "discovery_phase": inner.text("discovery_phase"),
            "question_sequence": inner.number("question_sequence"),
        }
    return {
        "question": text,
        "rationale": rationale,
        "category": category.lower() if isinstance(category, str) else category,
        "options": options,
        "metadata": place,
        **given.selection(text, rationale, options),
    }


PRESENT_QUESTION = PresentQuestion()
