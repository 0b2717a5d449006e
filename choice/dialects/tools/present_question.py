"""The tool `present_question`: one question of an interview, with the reason why it is asked."""

from typing import Any, get_args

from pydantic import JsonValue

from choice.answers import Outcome
from choice.dialects.protocol import Call
from choice.dialects.replies import by_label
from choice.dialects.tools.arguments import Arguments, limits
from choice.models import MAX_DESCRIPTION, MAX_LABEL, Category, Form, Question

MIN_OPTIONS, MAX_OPTIONS = 2, 6
MAX_QUESTION = 1000
MAX_RATIONALE = 500
MAX_PHASE = 100

_CATEGORIES: dict[str, Category] = {category: category for category in get_args(Category)}
_EXAMPLE: dict[str, object] = {
    "question": "Who will use the report most?",
    "rationale": "The reader decides how much detail the first page shows.",
    "options": [
        {"label": "Sales team", "description": "Open deals first", "recommended": True},
        {"label": "Management", "description": "Totals first"},
    ],
}


class PresentQuestion:
    """Asks one question with two to six options and is answered with the label of the chosen one."""

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
        """The JSON Schema of the arguments."""
        return {
            "type": "object",
            "properties": {
                "question": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": MAX_QUESTION,
                    "description": "The question, understandable on its own.",
                },
                "rationale": {
                    "type": "string",
                    "maxLength": MAX_RATIONALE,
                    "description": "One sentence on why it is asked and what depends on it.",
                },
                "category": {"type": "string", "enum": list(_CATEGORIES)},
                "options": {
                    "type": "array",
                    "minItems": MIN_OPTIONS,
                    "maxItems": MAX_OPTIONS,
                    "items": {
                        "type": "object",
                        "properties": {
                            "label": {"type": "string", "minLength": 1, "maxLength": MAX_LABEL},
                            "description": {
                                "type": "string",
                                "maxLength": MAX_DESCRIPTION,
                                "description": "What choosing it means.",
                            },
                            "recommended": {"type": "boolean", "description": "True for at most one option."},
                        },
                        "required": ["label"],
                        "additionalProperties": False,
                    },
                },
                "multi": {"type": "boolean", "description": "Whether several options may be chosen."},
                "max_selections": {"type": "integer", "minimum": 1, "maximum": MAX_OPTIONS},
                "metadata": {
                    "type": "object",
                    "properties": {
                        "discovery_phase": {"type": "string", "maxLength": MAX_PHASE},
                        "question_sequence": {"type": "integer", "minimum": 0},
                    },
                    "additionalProperties": False,
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
        text = given.required_text("question", "question_text", "text", "prompt", limit=MAX_QUESTION)
        options = given.options(MIN_OPTIONS, MAX_OPTIONS)
        rationale = given.text("rationale", "context", "reason", limit=MAX_RATIONALE)
        least, most = limits(given, text, rationale, len(options))
        question = Question(
            text=text,
            context=rationale,
            category=_category(given),
            selection_mode="single" if most == 1 else "multi",
            options=options,
            min_selections=least,
            max_selections=most,
            metadata=_metadata(given),
        )
        return Form(questions=(question,))

    def read_call(self, arguments: object) -> Call:
        """Return the form that a call asks for; a call names no terms of its own.

        Raises:
            InvalidRequest: the arguments cannot become a form.
        """
        return Call(self.read(arguments))

    def reply(self, form: Form, outcome: Outcome) -> str:
        """Return the label of the chosen option, or the person's own words."""
        return by_label(form, outcome)


def _category(given: Arguments) -> Category | None:
    name = given.text("category", limit=MAX_PHASE)
    if name is None:
        return None
    category = _CATEGORIES.get(name.lower())
    if category is None:
        given.refuse("category", f"must be one of {', '.join(_CATEGORIES)}.")
    return category


def _metadata(given: Arguments) -> dict[str, JsonValue]:
    """Return where in the interview the question stands, as far as the model says."""
    if given.values.get("metadata") is None:
        return {}
    details = given.inside(given.values["metadata"], "metadata")
    place: dict[str, JsonValue] = {
        "discovery_phase": details.text("discovery_phase", limit=MAX_PHASE),
        "question_sequence": details.number("question_sequence", least=0),
    }
    return {name: value for name, value in place.items() if value is not None}


PRESENT_QUESTION = PresentQuestion()
