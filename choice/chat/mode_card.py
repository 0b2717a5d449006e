"""The card that sets the mode of a thread."""

from choice.chat.cards import MODE_SELECTION
from choice.desk.interaction import Interaction
from choice.models import Form, Option, Question
from choice.stream.splitter import MODES, Mode

COMMAND = "/mode"


def mode_form(current: Mode) -> Form:
    """Return the question which mode a thread should have."""
    words: dict[Mode, tuple[str, str]] = {
        "discovery": ("Discovery", "The model interviews you and asks with options to choose from."),
        "clarification": ("Clarification", "The model asks back where something is not clear."),
        "chat": ("Chat", "The model answers; lists in its text stay text."),
    }
    options = [
        Option(id=mode, label=words[mode][0], description=words[mode][1], recommended=mode == current)
        for mode in MODES
    ]
    question = Question(
        text="How should we work in this thread?",
        context="You can change it at any time with /mode.",
        category="mode_selection",
        options=options,
    )
    return Form(questions=(question,))


def chosen_mode(interaction: Interaction) -> Mode | None:
    """Return the mode that the answer to such a card sets; own words set none."""
    outcome = interaction.outcome
    if interaction.dialect != MODE_SELECTION or outcome is None or outcome.kind != "answered":
        return None
    chosen = outcome.answers[0].option_ids
    return next((mode for mode in MODES if mode in chosen), None)
