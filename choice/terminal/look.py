"""How prompts look: few colours, none of them needed, and marks that every terminal has."""

from dataclasses import dataclass

from prompt_toolkit.styles import Style

STYLE = Style.from_dict(
    {
        "title": "bold",
        "pointed": "bold",
        "recommended": "ansigreen",
        "note": "italic",
        "hint": "",
        "problem": "bold ansired",
        "time": "ansicyan",
    }
)


@dataclass(frozen=True, slots=True)
class Marks:
    """The characters in front of options."""

    pointer: str
    ticked: str
    unticked: str
    recommended: str


FANCY = Marks("❯", "◉", "○", "★")
PLAIN = Marks(">", "[x]", "[ ]", "*")
