"""The questions of the demo model's interview: what follows depends on what was answered before."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from choice.models import Option, Question


class Given(NamedTuple):
    """What a person answered to one question."""

    words: str
    """The labels they chose, or their own words, for people."""
    values: tuple[str, ...] = ()
    """The values of the chosen options; none for own words."""


Answers = Mapping[str, Given]


@dataclass(frozen=True, slots=True)
class Step:
    """One question of the interview: its title, what it needs to know first, and how it is then put."""

    key: str
    title: str
    needs: tuple[str, ...]
    put: Callable[[Answers], Question]


def open_steps(answers: Answers) -> list[Step]:
    """Return the steps that can be asked now: not answered yet, and all they need is known."""
    return [
        step for step in STEPS if step.key not in answers and all(needed in answers for needed in step.needs)
    ]


def _question(
    text: str, why: str, *options: tuple[str, str, str], best: str, several: bool = False
) -> Question:
    """Return a question; each option has a value, a label and what it means."""
    return Question(
        text=text,
        context=why,
        selection_mode="multi" if several else "single",
        max_selections=len(options) if several else 1,
        options=tuple(
            Option(id=str(number), label=label, description=meaning, value=value, recommended=value == best)
            for number, (value, label, meaning) in enumerate(options, start=1)
        ),
    )


def _goal(_answers: Answers) -> Question:
    return _question(
        "What should be better three months from now?",
        "Everything else follows from this one goal.",
        ("steadier", "Fewer and shorter incidents", "Reliability comes before new features"),
        ("faster", "Faster delivery", "Changes reach customers sooner"),
        ("calmer", "A calmer team", "Less overtime, and people who stay"),
        best="steadier",
    )


def _obstacle(answers: Answers) -> Question:
    return _OBSTACLES.get(answers["goal"].values[:1], _OTHER_OBSTACLE)


def _people(_answers: Answers) -> Question:
    return _question(
        "Who should be part of this from the start?",
        "People who join late tend to undo what was agreed without them.",
        ("leads", "Team leads", "They decide what is worked on"),
        ("engineers", "Engineers", "They know where it hurts"),
        ("support", "Customer support", "They hear first what went wrong"),
        ("sponsor", "A sponsor in management", "Clears the way when priorities collide"),
        best="leads",
        several=True,
    )


def _deadline(_answers: Answers) -> Question:
    return _question(
        "By when must a first result be visible?",
        "The time decides how large the first step may be.",
        ("two_weeks", "In two weeks", "One small step, quickly"),
        ("quarter", "By the end of the quarter", "Time for one real change"),
        ("half_year", "Within half a year", "Time to change how teams work"),
        best="quarter",
    )


def _effort(answers: Answers) -> Question:
    involved = [_GROUPS[value] for value in answers["people"].values if value in _GROUPS]
    who = " and ".join([", ".join(involved[:-1]), involved[-1]] if len(involved) > 1 else involved)
    return _question(
        f"How much time a week can {who or 'these people'} spend on it?",
        "A plan that nobody has time for is worse than a smaller one.",
        ("hour", "About an hour", "Enough to look at figures and decide"),
        ("half_day", "Half a day", "Enough to change one thing at a time"),
        ("day", "A full day or more", "Enough for a project of its own"),
        best="half_day",
    )


STEPS = (
    Step("goal", "Goal", (), _goal),
    Step("obstacle", "Obstacle", ("goal",), _obstacle),
    Step("people", "People", (), _people),
    Step("deadline", "Deadline", (), _deadline),
    Step("effort", "Effort", ("people",), _effort),
)

_GROUPS = {
    "leads": "the team leads",
    "engineers": "the engineers",
    "support": "customer support",
    "sponsor": "the sponsor",
}
_OBSTACLES: dict[tuple[str, ...], Question] = {
    ("steadier",): _question(
        "Where do incidents cost you most today?",
        "Noticing, repairing and preventing incidents need different work.",
        ("detection", "We notice them late", "Users tell us before our alerts do"),
        ("repair", "Repairs take long", "Finding the cause takes hours"),
        ("repeats", "The same ones come back", "What was learned is not acted on"),
        best="repeats",
    ),
    ("faster",): _question(
        "Which step holds changes up most?",
        "Speeding up any other step would change little.",
        ("review", "Waiting for reviews", "Changes are done and lie there"),
        ("testing", "Slow or unstable tests", "Runs are repeated until they pass"),
        ("scope", "Plans that change midway", "Work is begun and put aside"),
        best="review",
    ),
    ("calmer",): _question(
        "Which burden should be lifted off the team first?",
        "One burden less is felt sooner than a little of everything.",
        ("nights", "Night and weekend calls", "Few people carry all of them"),
        ("meetings", "Too many meetings", "No time is left to think"),
        ("priorities", "Unclear priorities", "Everything is urgent"),
        best="nights",
    ),
}
_OTHER_OBSTACLE = _question(
    "Which obstacle stands most in the way of this goal?",
    "You named a goal of your own, so this decides where to look first.",
    ("people_missing", "Too few people", "The work is known, nobody can do it"),
    ("picture", "No shared picture", "Everybody sees another problem"),
    ("tools", "Tools that do not fit", "The work is slower than it should be"),
    best="picture",
)
