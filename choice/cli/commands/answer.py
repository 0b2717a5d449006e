"""`choicewire answer` and `choicewire cancel`: decide one open question, with words or in a prompt."""

import argparse
import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from choice.assembly.desk import open_desk
from choice.assembly.environment import environment_settings
from choice.assembly.local import ask_in_this_terminal, local_person
from choice.cli.output import EXIT_CODES, TERMINATED, TOO_LATE, cancelled_by_sigterm, showing_unsent
from choice.desk import ENDINGS, Desk, Interaction, InteractionClosed, WantedRecords, snapshot
from choice.errors import ChoiceError, UnknownInteraction
from choice.models import Answer, Answered, Form, Question, Submission
from choice.replies.match import match_reply
from choice.replies.meaning import ReplyMatch

_SURFACE = "terminal"
_ENDED = "it has ended already; nothing was changed."
_SHORTEST_PREFIX = 4
_ID_LENGTH = 32
_MOST_SEARCHED = 1000


class NotUnderstood(ChoiceError):
    """The words of a person do not identify a question or an answer."""


class Decision(NamedTuple):
    """An interaction after the command, and why the command changed nothing, if it did not."""

    interaction: Interaction
    late: str | None = None


class WordsMatched(NamedTuple):
    """Answers, and for each question the rule by which words were taken for options."""

    answers: tuple[Answer, ...]
    rules: Mapping[str, str]


def run(given: argparse.Namespace) -> int:
    """Answer one question, and print how it ended."""
    drafts: dict[str, str] = {}
    with showing_unsent(drafts):
        return asyncio.run(_answer(given, drafts))


def cancel(given: argparse.Namespace) -> int:
    """Cancel one question, and print how it ended."""
    code = asyncio.run(_cancel(given))
    return TOO_LATE if code == TOO_LATE else 0


async def _answer(given: argparse.Namespace, drafts: dict[str, str]) -> int:
    async with open_desk(given.database) as desk:
        interaction = await find_by_prefix(desk, given.id)
        if interaction.outcome is not None:
            decision = Decision(interaction, _ENDED)
        elif given.choice or given.text is not None:
            decision = await _answer_with_words(desk, interaction, given)
        else:
            decision = Decision(await _answer_in_prompt(desk, interaction, drafts))
        return _print_decision(desk, decision, given)


async def _cancel(given: argparse.Namespace) -> int:
    async with open_desk(given.database) as desk:
        interaction, person = await find_by_prefix(desk, given.id), local_person()
        try:
            decision = Decision(
                await desk.cancel(interaction.id, by=person, note=given.note, surface=_SURFACE)
            )
        except InteractionClosed:
            decision = Decision(await desk.look(interaction.id, by=person), _ENDED)
        return _print_decision(desk, decision, given)


async def _answer_with_words(desk: Desk, interaction: Interaction, given: argparse.Namespace) -> Decision:
    matched = match_words(interaction.form, given.choice, given.text)
    try:
        return Decision(
            await desk.answer(
                interaction,
                Submission(answers=matched.answers, note=given.note),
                by=local_person(),
                surface=_SURFACE,
                version=interaction.version,
                matched=matched.rules,
            )
        )
    except InteractionClosed as closed:
        return Decision(await desk.look(interaction.id, by=local_person()), str(closed))


async def _answer_in_prompt(desk: Desk, interaction: Interaction, drafts: dict[str, str]) -> Interaction:
    """Show the question in this terminal until it ends."""
    with cancelled_by_sigterm() as terminated:
        try:
            await ask_in_this_terminal(desk, interaction, environment_settings(), drafts)
        except asyncio.CancelledError:
            if terminated.is_set():
                raise SystemExit(TERMINATED) from None
            raise
    return await desk.look(interaction.id, by=local_person())


def _print_decision(desk: Desk, decision: Decision, given: argparse.Namespace) -> int:
    """Print how a question ended, and return the exit code."""
    interaction, late = decision
    if late is not None:
        print(f"choicewire {given.command_name}: {late}", file=sys.stderr)
    if given.json:
        print(json.dumps(snapshot(interaction, desk.store.now()), ensure_ascii=False))
    else:
        print(ended_line(interaction))
    return TOO_LATE if late is not None else EXIT_CODES[interaction.state]


def ended_line(interaction: Interaction) -> str:
    """Return `STATE ID [answers]`, the answers as JSON without empty fields."""
    outcome = interaction.outcome
    answers = outcome.answers if isinstance(outcome, Answered) else ()
    filled = [
        {name: value for name, value in answer.model_dump(mode="json").items() if value} for answer in answers
    ]
    return f"{interaction.state} {interaction.id} {json.dumps(filled, ensure_ascii=False)}"


async def find_by_prefix(desk: Desk, prefix: str) -> Interaction:
    """Return the interaction whose id begins with a prefix.

    Raises:
        NotUnderstood: There is none that the person may answer, or more than one.
    """
    if len(prefix) >= _ID_LENGTH:
        return await _find(desk, prefix)
    if len(prefix) < _SHORTEST_PREFIX:
        message = f"Give at least {_SHORTEST_PREFIX} characters of the id."
        raise NotUnderstood(message)
    candidates = await desk.list(local_person(), most=_MOST_SEARCHED)
    found = [one for one in candidates if one.id.startswith(prefix)]
    if len(found) > 1:
        message = f"Several open questions start with {prefix!r}. Full ids: choicewire inbox --ids"
        raise NotUnderstood(message)
    return found[0] if found else await _find(desk, await _find_ended(desk, prefix) or prefix)


async def _find(desk: Desk, interaction_id: str) -> Interaction:
    try:
        return await desk.look(interaction_id, by=local_person())
    except UnknownInteraction as error:
        message = f"There is no open question {interaction_id[:40]!r}. List them: choicewire inbox"
        raise NotUnderstood(message) from error


async def _find_ended(desk: Desk, prefix: str) -> str | None:
    """Return the id of a question that ended recently, so that a late answer is reported as late."""
    recent = WantedRecords(tenant=local_person().tenant, kinds=ENDINGS, order="newest")
    ids = {record.interaction_id for record in await desk.store.records(recent)}
    found = [one for one in ids if one.startswith(prefix)]
    return found[0] if len(found) == 1 else None


def match_words(form: Form, choice: Sequence[str], own_words: str | None) -> WordsMatched:
    """Return the answers that the words after `choicewire answer ID` mean.

    Raises:
        NotUnderstood: The words mean no answer, or several.
    """
    answers: list[Answer] = []
    rules: dict[str, str] = {}
    for question, words in _words_by_question(form, choice):
        answer, rule = _match_question(question, words, own_words)
        answers.append(answer)
        if rule:
            rules[question.id] = rule
    return WordsMatched(tuple(answers), rules)


def _words_by_question(form: Form, choice: Sequence[str]) -> list[tuple[Question, list[str]]]:
    if len(form.questions) == 1:
        return [(form.questions[0], list(choice))]
    given: dict[str, list[str]] = {}
    for one in choice:
        question_id, equals, words = one.partition("=")
        if not equals or form.question(question_id) is None:
            names = ", ".join(question.id for question in form.questions)
            message = f"This form asks {names}: answer each with QUESTION=CHOICE."
            raise NotUnderstood(message)
        given.setdefault(question_id, []).append(words)
    missing = [question.id for question in form.questions if question.id not in given]
    if missing:
        message = f"There is no answer yet to {', '.join(missing)}."
        raise NotUnderstood(message)
    return [(question, given[question.id]) for question in form.questions]


def _match_question(question: Question, words: list[str], own_words: str | None) -> tuple[Answer, str | None]:
    if words and all(question.option(word) is not None for word in words):
        return Answer(question_id=question.id, option_ids=tuple(words), custom_text=own_words), None
    if not words:
        return Answer(question_id=question.id, option_ids=(), custom_text=own_words), None
    match = match_reply(" ".join(words), question)
    if match.status == "matched":
        answer = Answer(question_id=question.id, option_ids=match.option_ids, custom_text=own_words)
        return answer, match.rule
    if match.status == "free_text" and own_words is None:
        return Answer(question_id=question.id, option_ids=(), custom_text=match.text), None
    raise NotUnderstood(_explain_mismatch(question, match))


def _explain_mismatch(question: Question, match: ReplyMatch) -> str:
    meant = match.option_ids if match.status == "ambiguous" and match.option_ids else question.option_ids
    offered = ", ".join(meant[:10])
    reason = "could mean several options" if match.status == "ambiguous" else "is no answer to this question"
    return f"{match.text[:60]!r} {reason}. Choose from: {offered}"
