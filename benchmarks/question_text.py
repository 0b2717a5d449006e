"""Generated text full of questions: lists, fences and JSON blocks with prose between them."""

import json
import random

from benchmarks.prose import sentence

SHORTEST_BLOCK = 200
LONGEST_BLOCK = 500

_QUESTIONS = (
    "Which database should keep the orders?", "How should people sign in?",
    "Where should the service run?", "What should happen to the old reports?",
    "Which export do your accountants need?", "How many regions do you plan for the first year?",
    "Which notifications should be on by default?", "Who should approve a refund above the limit?",
    "Which of these matters most for the first release?", "How would you like prices to be rounded?",
    "Which calendar should holidays come from?",
)  # fmt: skip
_LABELS = (
    "PostgreSQL on a managed service", "A single SQLite file", "Keep what we have", "Passkeys only",
    "Company sign-on with a fallback", "One region close to the users",
    "Two regions, one of them standing by", "A monthly PDF", "A CSV file every night",
    "Nothing until somebody asks", "The finance team", "Decide later with real figures",
    "The on-call engineer", "Round half to even",
)  # fmt: skip
_REASONS = (
    "cheap to run and well understood", "no server to look after", "needs a short training first",
    "the safest choice for the audit", "works offline as well", "most teams of your size start here",
    "can be changed later without a migration", "needs one more week", "fits the budget of this year",
)  # fmt: skip
_LETTERS = "ABCDEF"


def question_text(length: int, seed: int = 2) -> tuple[str, int]:
    """Return a text of at least this length, and its number of questions."""
    chance = random.Random(seed)
    parts: list[str] = []
    blocks = 0
    while sum(map(len, parts)) < length:
        parts.append(" ".join(sentence(chance) for _ in range(chance.randint(1, 2))))
        parts.append(_block(chance))
        blocks += 1
    return "\n\n".join(parts) + "\n", blocks


def choice_group(chance: random.Random, questions: int, options: int) -> dict[str, object]:
    """Return a `user_choice_group` with the given number of questions and options."""
    return {
        "type": "user_choice_group",
        "question": "A few decisions before the work begins",
        "context": sentence(chance),
        "choices": [
            {"id": f"decision_{number}", **_choice(chance, options), "context": sentence(chance)}
            for number in range(1, questions + 1)
        ],
    }


def _block(chance: random.Random) -> str:
    """Return a block of the right size: mostly lists, then fences, then JSON groups."""
    write = chance.choices((_lettered, _numbered, _fence, _json_fence, _group), weights=(4, 3, 2, 1, 1))[0]
    while True:
        block = write(chance)
        if SHORTEST_BLOCK <= len(block) <= LONGEST_BLOCK:
            return block


def _lettered(chance: random.Random) -> str:
    lines = [f"({letter}) {label}" for letter, label in zip(_LETTERS, _some_labels(chance), strict=False)]
    return "\n".join(
        [chance.choice(_QUESTIONS), "", f"It decides what is built first: {_reason(chance)}.", "", *lines]
    )


def _numbered(chance: random.Random) -> str:
    lines = [
        f"{number}. **{label}** — {_reason(chance)}"
        for number, label in enumerate(_some_labels(chance), start=1)
    ]
    return "\n".join([f"**{chance.choice(_QUESTIONS)}**", "", *lines])


def _fence(chance: random.Random) -> str:
    options = [
        {"label": label, "value": label.casefold().replace(" ", "_")} for label in _some_labels(chance)
    ]
    body = {"question": chance.choice(_QUESTIONS), "options": options}
    return f"```choices\n{json.dumps(body, indent=2)}\n```"


def _json_fence(chance: random.Random) -> str:
    body = {"type": "user_choice", **_choice(chance, chance.randint(2, 3))}
    return f"```json\n{json.dumps(body, indent=2)}\n```"


def _group(chance: random.Random) -> str:
    members = [
        {"question": chance.choice(_QUESTIONS), "choices": chance.sample(_LABELS, 3)} for _ in range(2)
    ]
    return json.dumps({"type": "user_choice_group", "question": "Two more decisions", "choices": members})


def _choice(chance: random.Random, options: int) -> dict[str, object]:
    choices = [
        {"id": letter.lower(), "label": label, "description": _reason(chance)}
        for letter, label in zip(_LETTERS, chance.sample(_LABELS, options), strict=False)
    ]
    return {"question": chance.choice(_QUESTIONS), "choices": choices, "recommendedChoiceId": "a"}


def _some_labels(chance: random.Random) -> list[str]:
    return chance.sample(_LABELS, chance.randint(3, 5))


def _reason(chance: random.Random) -> str:
    return chance.choice(_REASONS)
