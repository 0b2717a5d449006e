"""The names of buttons, blocks and views, and what the values of buttons hold.

Values of buttons are `handle`, `handle:question` or `handle:question:option`: a random handle and positions,
counted from 0. Positions mean nothing without the form they point into, so the id of the block around them
names the version of the form: `version:question:part`. `action_ids` reads them.
"""

import re
from dataclasses import dataclass

from choice.desk.interaction import Interaction

OWN_WORDS_VIEW = "custom_input_submit"
OWN_WORDS_SINGLE = "custom_input_single"
OWN_WORDS_MULTI = "custom_input_multi_"
CHOOSE_SINGLE = "user_choice_"
CHOOSE_MULTI = "multi_choice_"
CHANGE = "edit_choice_"
SUBMIT = "submit_form_"
RESET = "reset_form_"
ACCEPT_RECOMMENDED = "accept_recommended_"
OPEN_FROM_HOME = "home_open_"

CONFIRM = "confirm"
"""Ends the name of the button that confirms what is ticked."""
PICKED = "picked"
"""The name of every menu and list of boxes; Slack sends what they hold along with the click on a button."""
TYPED = "typed"
"""The name of the field in the modal."""

HANDLE = re.compile(r"[A-Za-z0-9_-]{16,64}", re.ASCII)
"""At least 96 bits where each character carries six: `secrets.token_urlsafe(16)` fits."""
VERSION_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Place:
    """Where in which form something is rendered: all that names and values are made of."""

    handle: str
    version: str
    is_form: bool
    """Whether there are several questions: then a click is a step of the draft."""

    def value(self, *positions: int) -> str:
        """Return the value of a button."""
        return ":".join([self.handle, *map(str, positions)])

    def block(self, question: int | str, part: str) -> str:
        """Return the id of a block; `question` is a position, or what else the block is about."""
        return f"{self.version}:{question}:{part}"

    def choose(self, question: int, option: int | str) -> str:
        """Return the name of the button that chooses an option, or confirms what is ticked."""
        return f"{CHOOSE_MULTI}{question}_{option}" if self.is_form else f"{CHOOSE_SINGLE}{option}"

    def own_words(self, question: int) -> str:
        """Return the name of the button that opens the modal."""
        return f"{OWN_WORDS_MULTI}{question}" if self.is_form else OWN_WORDS_SINGLE


def place_of(handle: str, interaction: Interaction) -> Place:
    """Return the place of an interaction under its handle.

    Raises:
        ValueError: The handle is not one: too short to be unguessable, or of other characters.
    """
    if not HANDLE.fullmatch(handle):
        message = "A handle has 16 to 64 letters, digits, - or _; make it with secrets.token_urlsafe(16)."
        raise ValueError(message)
    return Place(handle, interaction.version, len(interaction.form.questions) > 1)
