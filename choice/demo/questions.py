"""Questions of the demo interview, and how each dialect renders them."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from choice.models import Category, Option, Question


class GivenAnswer(NamedTuple):
    """The answer to one question."""

    words: str
    """Chosen labels or free text, for display."""
    values: tuple[str, ...] = ()
    """Values of the chosen options; empty for free text."""


Answers = Mapping[str, GivenAnswer]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the interview. `build` creates its question from the answers listed in `needs`."""

    key: str
    title: str
    needs: tuple[str, ...]
    build: Callable[[Answers], Question]


def open_steps(answers: Answers) -> list[Step]:
    """Return the unanswered steps that can be asked: all answers they need are known."""
    return [
        step for step in STEPS if step.key not in answers and all(needed in answers for needed in step.needs)
    ]


def _question(
    text: str, why: str, *options: tuple[str, str, str], best: str, multi: bool = False
) -> Question:
    """Return a question. Options are (value, label, description); `best` is the recommended value."""
    return Question(
        text=text,
        context=why,
        selection_mode="multi" if multi else "single",
        max_selections=len(options) if multi else 1,
        options=tuple(
            Option(id=str(number), label=label, description=meaning, value=value, recommended=value == best)
            for number, (value, label, meaning) in enumerate(options, start=1)
        ),
    )


def _ask_goal(_answers: Answers) -> Question:
    return _question(
        "What should be better three months from now?",
        "Everything else follows from this one goal.",
        ("steadier", "Fewer and shorter incidents", "Reliability comes before new features"),
        ("faster", "Faster delivery", "Changes reach customers sooner"),
        ("calmer", "A calmer team", "Less overtime, and people who stay"),
        best="steadier",
    )


def _ask_obstacle(answers: Answers) -> Question:
    return _OBSTACLES.get(answers["goal"].values[:1], _OTHER_OBSTACLE)


def _ask_people(_answers: Answers) -> Question:
    return _question(
        "Who should be part of this from the start?",
        "People who join late tend to reopen decisions that were made without them.",
        ("leads", "Team leads", "They decide what is worked on"),
        ("engineers", "Engineers", "They know where the problems are"),
        ("support", "Customer support", "They are the first to hear what went wrong"),
        ("sponsor", "A sponsor in management", "Removes obstacles when priorities conflict"),
        best="leads",
        multi=True,
    )


def _ask_deadline(_answers: Answers) -> Question:
    return _question(
        "By when must a first result be visible?",
        "The deadline limits the size of the first step.",
        ("two_weeks", "In two weeks", "One small step, quickly"),
        ("quarter", "By the end of the quarter", "Time for one real change"),
        ("half_year", "Within half a year", "Time to change how teams work"),
        best="quarter",
    )


def _ask_effort(answers: Answers) -> Question:
    involved = [_GROUPS[value] for value in answers["people"].values if value in _GROUPS]
    who = " and ".join([", ".join(involved[:-1]), involved[-1]] if len(involved) > 1 else involved)
    return _question(
        f"How much time a week can {who or 'these people'} spend on this?",
        "A plan that nobody has time for is worse than a smaller one.",
        ("hour", "About an hour", "Enough to look at figures and decide"),
        ("half_day", "Half a day", "Enough to change one thing at a time"),
        ("day", "A full day or more", "Enough for a project of its own"),
        best="half_day",
    )


STEPS = (
    Step("goal", "Goal", (), _ask_goal),
    Step("obstacle", "Obstacle", ("goal",), _ask_obstacle),
    Step("people", "People", (), _ask_people),
    Step("deadline", "Deadline", (), _ask_deadline),
    Step("effort", "Effort", ("people",), _ask_effort),
)

_GROUPS = {
    "leads": "the team leads",
    "engineers": "the engineers",
    "support": "customer support",
    "sponsor": "the sponsor",
}
_OBSTACLES: dict[tuple[str, ...], Question] = {
    ("steadier",): _question(
        "Where do incidents cost you the most today?",
        "Noticing, repairing and preventing incidents need different work.",
        ("detection", "We notice them late", "Users tell us before our alerts do"),
        ("repair", "Repairs take long", "Finding the cause takes hours"),
        ("repeats", "The same ones come back", "Follow-up tasks are not done"),
        best="repeats",
    ),
    ("faster",): _question(
        "Which step delays changes the most?",
        "Speeding up any other step would change little.",
        ("review", "Waiting for reviews", "Finished changes wait for days"),
        ("testing", "Slow or unstable tests", "Tests are rerun until they pass"),
        ("scope", "Plans that change midway", "Work is started and then put aside"),
        best="review",
    ),
    ("calmer",): _question(
        "Which burden should be taken off the team first?",
        "Removing one burden completely helps sooner than easing all of them a little.",
        ("nights", "Night and weekend calls", "A few people take all of them"),
        ("meetings", "Too many meetings", "No time is left to think"),
        ("priorities", "Unclear priorities", "Everything is urgent"),
        best="nights",
    ),
}
_OTHER_OBSTACLE = _question(
    "What is the biggest obstacle to this goal?",
    "You described your own goal, so your answer decides where to look first.",
    ("people_missing", "Too few people", "The work is known, but nobody has time for it"),
    ("picture", "No shared understanding", "Everybody sees a different problem"),
    ("tools", "Tools that do not fit", "The work is slower than it should be"),
    best="picture",
)


JsonObject = dict[str, Any]
TitledQuestion = tuple[str, Question]
"""The title of a step, and its question."""

RECOMMENDED = " (Recommended)"
"""Label suffix of a recommended option, for tools without a field for recommendations."""


def question_text(questions: Sequence[Question], dialect: str) -> str:
    """Render questions as text. Dialects without forms render only the first question."""
    match dialect:
        case "user_choice_group":
            return _json_block("json", _user_choice_group(questions))
        case "user_choices":
            return _json_block("json", _user_choices(questions))
        case "user_choice":
            return _json_block("json", {"type": "user_choice", **_question_members(questions[0])})
        case "choices_fence":
            return f"{questions[0].context}\n\n{_json_block('choices', _choices_fence(questions[0]))}"
        case _:
            return _list_text(questions[0], numbered=dialect == "numbered_list")


def call_arguments(asked: Sequence[TitledQuestion], tool: str, category: Category | None, number: int) -> str:
    """Return the arguments of a tool call as JSON. Only `AskUserQuestion` takes several questions."""
    title, question = asked[0]
    match tool:
        case "AskUserQuestion":
            return _json({"questions": [_ask_user_question(*each) for each in asked]})
        case "provide_choice":
            return _json(_provide_choice(title, question))
        case "present_choices":
            options = [{"label": option.label, "value": option.value} for option in question.options]
            return _json({"question": question.text, "options": options, "context": question.context})
        case _:
            return _json(_present_question(question, category, number))


def _ask_user_question(title: str, question: Question) -> JsonObject:
    return {
        "question": question.text,
        "header": title,
        "multiSelect": question.max_selections > 1,
        "options": [
            {
                "label": f"{option.label}{RECOMMENDED if option.recommended else ''}",
                "description": option.description,
            }
            for option in question.options
        ],
    }


def _provide_choice(title: str, question: Question) -> JsonObject:
    return {
        "title": title,
        "prompt": f"{question.context}\n\n{question.text}",
        "selection_mode": question.selection_mode,
        "options": [{**_option(option), "id": option.value} for option in question.options],
    }


def _present_question(question: Question, category: Category | None, number: int) -> JsonObject:
    members: JsonObject = {
        "question": question.text,
        "rationale": question.context,
        "options": [_without(_option(option), "id") for option in question.options],
        "multi": question.max_selections > 1,
        "metadata": {"question_sequence": number},
    }
    return members if category is None else {**members, "category": category}


def _list_text(question: Question, *, numbered: bool) -> str:
    hint = " Select all that apply." if question.max_selections > 1 else ""
    marks = "1. ", "2. ", "3. ", "4. "
    letters = "(A) ", "(B) ", "(C) ", "(D) "
    options = [
        f"{mark}{option.label}{' (recommended)' if option.recommended else ''} — {option.description}"
        for mark, option in zip(marks if numbered else letters, question.options, strict=False)
    ]
    return "\n\n".join([f"{question.text}{hint}", question.context or "", "\n".join(options)])


def _user_choice_group(questions: Sequence[Question]) -> JsonObject:
    return {
        "type": "user_choice_group",
        "question": "A few questions before I can make a proposal",
        "context": "The questions are independent; answer them in any order.",
        "choices": [{"type": "user_choice", **_question_members(question)} for question in questions],
    }


def _user_choices(questions: Sequence[Question]) -> JsonObject:
    return {
        "type": "user_choices",
        "title": "A few questions before I can make a proposal",
        "description": "The questions are independent; answer them in any order.",
        "questions": [
            {"id": f"q{number}", **_renamed(_question_members(question))}
            for number, question in enumerate(questions, start=1)
        ],
    }


def _renamed(asked: JsonObject) -> JsonObject:
    return {"choices" if name == "options" else name: value for name, value in asked.items()}


def _question_members(question: Question) -> JsonObject:
    asked: JsonObject = {
        "question": question.text,
        "context": question.context,
        "options": [_option(option) for option in question.options],
    }
    return asked | ({"multiSelect": True} if question.max_selections > 1 else {})


def _choices_fence(question: Question) -> JsonObject:
    options = [{"value": option.value, **_without(_option(option), "id")} for option in question.options]
    asked: JsonObject = {"question": question.text, "options": options}
    return asked | ({"multiSelect": True} if question.max_selections > 1 else {})


def _option(option: Option) -> JsonObject:
    written = {"id": option.id, "label": option.label, "description": option.description}
    return written | ({"recommended": True} if option.recommended else {})


def _without(members: JsonObject, name: str) -> JsonObject:
    return {key: value for key, value in members.items() if key != name}


def _json_block(language: str, members: JsonObject) -> str:
    return f"```{language}\n{json.dumps(members, ensure_ascii=False, indent=2)}\n```"


def _json(members: JsonObject) -> str:
    return json.dumps(members, ensure_ascii=False)
