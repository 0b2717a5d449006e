"""What the demo model says when its interview is over."""

from choice.chat.embedded.interview_script import STEPS, Answers
from choice.chat.embedded.wording import md

HEADING = "## What I Understood"

_FIRST_STEPS = {
    "detection": "Write down for the last ten incidents who noticed them first, and close each gap",
    "repair": "Pick the three slowest repairs of the last month and write the runbook that was missing",
    "repeats": "Give every incident of the last month one follow-up with a name and a date",
    "review": "Agree that the first hour of the day belongs to reviews",
    "testing": "Take the ten least stable tests out of the gate and repair them one by one",
    "scope": "Freeze the plan for two weeks and collect new wishes in one list",
    "nights": "Double the number of people on call, and silence alerts that nobody acts on",
    "meetings": "Cancel every standing meeting for two weeks and bring back those that are missed",
    "priorities": "Let one person rank all open work, and stop what is below the line",
    "people_missing": "List what would not be done if nothing changed, and show it to management",
    "picture": "Bring everybody together for one hour, with figures, and agree on one problem",
    "tools": "Watch two people do the work and note where the tools make them wait",
}
_FIRST_STEP = "Turn the obstacle into one figure that can be measured every week"
_FIRST_LOOK = {"two_weeks": "in one week", "quarter": "in four weeks", "half_year": "in two months"}


def interview_summary(answers: Answers) -> str:
    """Return what was learned, and what to do with it."""
    lines = [f"- **{step.title}:** {md(answers[step.key].words)}" for step in STEPS if step.key in answers]
    obstacle = next(iter(answers["obstacle"].values), "")
    look = _FIRST_LOOK.get(next(iter(answers["deadline"].values), ""), "in four weeks")
    steps = (
        f"{_FIRST_STEPS.get(obstacle, _FIRST_STEP)}.",
        f"Invite those who take part ({md(answers['people'].words)}) and show them this summary.",
        f"Look at the result together {look}, and decide what comes next.",
    )
    return (
        "\n\n".join(
            [
                HEADING,
                "Thank you, that is all I need. This is what I take with me:",
                "\n".join(lines),
                f"> **Recommendation:** Begin small. {steps[0]}",
                "### Next Steps",
                "\n".join([f"{number}. {step}" for number, step in enumerate(steps, start=1)]),
                "Say **start again** for another interview.",
            ]
        )
        + "\n"
    )
