"""Writes questions in each dialect that a model may ask in."""

import json
from collections.abc import Sequence
from typing import Any

from choice.models import Category, Option, Question

Members = dict[str, Any]
Titled = tuple[str, Question]
"""A question, and what it is about in a word."""

RECOMMENDED = " (Recommended)"
"""Behind the label of an option, where a tool has no other place to recommend it."""


def as_text(questions: Sequence[Question], dialect: str) -> str:
    """Return questions as a model writes them into its text; only a form holds more than one."""
    match dialect:
        case "user_choice_group":
            return _json_block("json", _group(questions))
        case "user_choices":
            return _json_block("json", _choices_form(questions))
        case "user_choice":
            return _json_block("json", {"type": "user_choice", **_asked(questions[0])})
        case "choices_fence":
            return f"{questions[0].context}\n\n{_json_block('choices', _fence(questions[0]))}"
        case _:
            return _listed(questions[0], numbered=dialect == "numbered_list")


def as_call(asked: Sequence[Titled], tool: str, category: Category | None, number: int) -> str:
    """Return the arguments of the call that asks questions; only `AskUserQuestion` takes more than one."""
    title, question = asked[0]
    match tool:
        case "AskUserQuestion":
            return _json({"questions": [_headed(*each) for each in asked]})
        case "provide_choice":
            return _json(_provided(title, question))
        case "present_choices":
            options = [{"label": option.label, "value": option.value} for option in question.options]
            return _json({"question": question.text, "options": options, "context": question.context})
        case _:
            return _json(_presented(question, category, number))


def _headed(title: str, question: Question) -> Members:
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


def _provided(title: str, question: Question) -> Members:
    return {
        "title": title,
        "prompt": f"{question.context}\n\n{question.text}",
        "selection_mode": question.selection_mode,
        "options": [{**_option(option), "id": option.value} for option in question.options],
    }


def _presented(question: Question, category: Category | None, number: int) -> Members:
    members: Members = {
        "question": question.text,
        "rationale": question.context,
        "options": [_without(_option(option), "id") for option in question.options],
        "multi": question.max_selections > 1,
        "metadata": {"question_sequence": number},
    }
    return members if category is None else {**members, "category": category}


def _listed(question: Question, *, numbered: bool) -> str:
    several = " Select all that apply." if question.max_selections > 1 else ""
    marks = "1. ", "2. ", "3. ", "4. "
    letters = "(A) ", "(B) ", "(C) ", "(D) "
    options = [
        f"{mark}{option.label}{' (recommended)' if option.recommended else ''} — {option.description}"
        for mark, option in zip(marks if numbered else letters, question.options, strict=False)
    ]
    return "\n\n".join([f"{question.text}{several}", question.context or "", "\n".join(options)])


def _group(questions: Sequence[Question]) -> Members:
    return {
        "type": "user_choice_group",
        "question": "A few questions before I can propose something",
        "context": "They do not depend on each other, so answer them in any order.",
        "choices": [{"type": "user_choice", **_asked(question)} for question in questions],
    }


def _choices_form(questions: Sequence[Question]) -> Members:
    return {
        "type": "user_choices",
        "title": "A few questions before I can propose something",
        "description": "They do not depend on each other, so answer them in any order.",
        "questions": [
            {"id": f"q{number}", **_renamed(_asked(question))}
            for number, question in enumerate(questions, start=1)
        ],
    }


def _renamed(asked: Members) -> Members:
    return {"choices" if name == "options" else name: value for name, value in asked.items()}


def _asked(question: Question) -> Members:
    asked: Members = {
        "question": question.text,
        "context": question.context,
        "options": [_option(option) for option in question.options],
    }
    return asked | ({"multiSelect": True} if question.max_selections > 1 else {})


def _fence(question: Question) -> Members:
    options = [{"value": option.value, **_without(_option(option), "id")} for option in question.options]
    asked: Members = {"question": question.text, "options": options}
    return asked | ({"multiSelect": True} if question.max_selections > 1 else {})


def _option(option: Option) -> Members:
    written = {"id": option.id, "label": option.label, "description": option.description}
    return written | ({"recommended": True} if option.recommended else {})


def _without(members: Members, name: str) -> Members:
    return {key: value for key, value in members.items() if key != name}


def _json_block(language: str, members: Members) -> str:
    return f"```{language}\n{json.dumps(members, ensure_ascii=False, indent=2)}\n```"


def _json(members: Members) -> str:
    return json.dumps(members, ensure_ascii=False)
