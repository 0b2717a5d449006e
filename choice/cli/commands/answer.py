"""`choicewire answer` and `choicewire cancel`: answer or cancel one open question."""

import argparse
import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from choice.assembly.desk import open_desk
from choice.assembly.environment import environment_settings
from choice.assembly.local import ask_in_this_terminal, local_person
from choice.cli.output import EXIT_CODES, TERMINATED, TOO_LATE, cancelled_by_sigterm, print_unsent_on_exit
from choice.desk import ENDINGS, Desk, Interaction, InteractionClosed, WantedRecords, snapshot
from choice.errors import ChoiceError, UnknownInteraction
from choice.models import Answer, Answered, Form, Question, Submission
from choice.replies.match import match_reply, with_notes
from choice.replies.meaning import ReplyMatch

_SURFACE = "terminal"
_ENDED = "the question has already ended; nothing was changed."
_SHORTEST_PREFIX = 4
_ID_LENGTH = 32
_MAX_SEARCHED = 1000


class NoUniqueMatch(ChoiceError):
    """The arguments do not identify exactly one question or answer."""


class Decision(NamedTuple):
    """Result of a command: the interaction, and an error message if it had already ended."""

    interaction: Interaction
    late: str | None = None


class ParsedAnswers(NamedTuple):
    """Answers parsed from the arguments, and the matching rule of each typed reply, keyed by question id."""

    submission: Submission
    rules: Mapping[str, str]


def run(args: argparse.Namespace) -> int:
    """Answer one question, and print how it ended."""
    drafts: dict[str, str] = {}
    with print_unsent_on_exit(drafts):
        return asyncio.run(_answer(args, drafts))


def cancel(args: argparse.Namespace) -> int:
    """Cancel one question, and print how it ended."""
    code = asyncio.run(_cancel(args))
    return TOO_LATE if code == TOO_LATE else 0


async def _answer(args: argparse.Namespace, drafts: dict[str, str]) -> int:
    async with open_desk(args.database) as desk:
        interaction = await find_by_prefix(desk, args.id)
        if interaction.outcome is not None:
            decision = Decision(interaction, _ENDED)
        elif args.choice or args.text is not None:
            decision = await _answer_with_words(desk, interaction, args)
        else:
            decision = Decision(await _answer_in_prompt(desk, interaction, drafts))
        return _print_decision(desk, decision, args)


async def _cancel(args: argparse.Namespace) -> int:
    async with open_desk(args.database) as desk:
        interaction, person = await find_by_prefix(desk, args.id), local_person()
        try:
            decision = Decision(
                await desk.cancel(interaction.id, by=person, note=args.note, surface=_SURFACE)
            )
        except InteractionClosed:
            decision = Decision(await desk.look(interaction.id, by=person), _ENDED)
        return _print_decision(desk, decision, args)


async def _answer_with_words(desk: Desk, interaction: Interaction, args: argparse.Namespace) -> Decision:
    matched = match_words(interaction.form, args.choice, args.text)
    notes = [note for note in (matched.submission.note, args.note) if note]
    try:
        return Decision(
            await desk.answer(
                interaction,
                matched.submission.model_copy(update={"note": "\n".join(notes) or None}),
                by=local_person(),
                surface=_SURFACE,
                version=interaction.version,
                matched=matched.rules,
            )
        )
    except InteractionClosed as closed:
        return Decision(await desk.look(interaction.id, by=local_person()), str(closed))


async def _answer_in_prompt(desk: Desk, interaction: Interaction, drafts: dict[str, str]) -> Interaction:
    """Show the question in this terminal and wait until it ends."""
    with cancelled_by_sigterm() as terminated:
        try:
            await ask_in_this_terminal(desk, interaction, environment_settings(), drafts)
        except asyncio.CancelledError:
            if terminated.is_set():
                raise SystemExit(TERMINATED) from None
            raise
    return await desk.look(interaction.id, by=local_person())


def _print_decision(desk: Desk, decision: Decision, args: argparse.Namespace) -> int:
    """Print how a question ended, and return the exit code."""
    interaction, late = decision
    if late is not None:
        print(f"choicewire {args.command_name}: {late}", file=sys.stderr)
    if args.json:
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
    """Return the interaction with this id or this prefix of an id.

    Raises:
        NoUniqueMatch: No interaction visible to the person has this prefix, or several open ones do.
    """
    if len(prefix) >= _ID_LENGTH:
        return await _find(desk, prefix)
    if len(prefix) < _SHORTEST_PREFIX:
        message = f"Enter at least {_SHORTEST_PREFIX} characters of the id."
        raise NoUniqueMatch(message)
    candidates = await desk.list(local_person(), most=_MAX_SEARCHED)
    found = [one for one in candidates if one.id.startswith(prefix)]
    if len(found) > 1:
        message = f"Several open questions match {prefix!r}. Show full ids: choicewire inbox --ids"
        raise NoUniqueMatch(message)
    return found[0] if found else await _find(desk, await _find_ended(desk, prefix) or prefix)


async def _find(desk: Desk, interaction_id: str) -> Interaction:
    try:
        return await desk.look(interaction_id, by=local_person())
    except UnknownInteraction as error:
        message = (
            f"No open question has the id {interaction_id[:40]!r}. List open questions: choicewire inbox"
        )
        raise NoUniqueMatch(message) from error


async def _find_ended(desk: Desk, prefix: str) -> str | None:
    """Return the id of a recently ended question, so that a late answer is reported as too late."""
    recent = WantedRecords(tenant=local_person().tenant, kinds=ENDINGS, order="newest")
    ids = {record.interaction_id for record in await desk.store.records(recent)}
    found = [one for one in ids if one.startswith(prefix)]
    return found[0] if len(found) == 1 else None


def match_words(form: Form, choice: Sequence[str], free_text: str | None) -> ParsedAnswers:
    """Return the answers for the arguments after `choicewire answer ID`.

    Raises:
        NoUniqueMatch: The arguments match no answer, or are ambiguous.
    """
    answers: list[Answer] = []
    rules: dict[str, str] = {}
    notes: dict[str, str] = {}
    for question, words in _words_by_question(form, choice):
        answer, match = _match_question(question, words, free_text)
        answers.append(answer)
        if match is not None:
            rules[question.id] = match.rule
            notes |= {question.id: match.note} if match.note else {}
    return ParsedAnswers(with_notes(answers, notes), rules)


def _words_by_question(form: Form, choice: Sequence[str]) -> list[tuple[Question, list[str]]]:
    if len(form.questions) == 1:
        return [(form.questions[0], list(choice))]
    replies: dict[str, list[str]] = {}
    for one in choice:
        question_id, equals, words = one.partition("=")
        if not equals or form.question(question_id) is None:
            names = ", ".join(question.id for question in form.questions)
            message = f"This form has several questions ({names}). Answer each with QUESTION=CHOICE."
            raise NoUniqueMatch(message)
        replies.setdefault(question_id, []).append(words)
    missing = [question.id for question in form.questions if question.id not in replies]
    if missing:
        message = f"Missing answers: {', '.join(missing)}."
        raise NoUniqueMatch(message)
    return [(question, replies[question.id]) for question in form.questions]


def _match_question(
    question: Question, words: list[str], free_text: str | None
) -> tuple[Answer, ReplyMatch | None]:
    if words and all(question.option(word) is not None for word in words):
        return Answer(question_id=question.id, option_ids=tuple(words), custom_text=free_text), None
    if not words:
        return Answer(question_id=question.id, option_ids=(), custom_text=free_text), None
    match = match_reply(" ".join(words), question)
    if match.status == "matched":
        answer = Answer(question_id=question.id, option_ids=match.option_ids, custom_text=free_text)
        return answer, match
    if match.status == "free_text" and match.rule not in _LEFT_OPEN and free_text is None:
        return Answer(question_id=question.id, option_ids=(), custom_text=match.text), None
    raise NoUniqueMatch(_explain_mismatch(question, match))


_LEFT_OPEN = {"question": "asks something", "condition": "depends on a condition"}
"""Rules of replies that do not answer yet, and the reason to show."""


def _explain_mismatch(question: Question, match: ReplyMatch) -> str:
    if match.rule in _LEFT_OPEN and question.allow_free_text:
        return (
            f"{match.text[:60]!r} {_LEFT_OPEN[match.rule]}, so the choice stays open. "
            "To send it to the agent as your answer, use --text."
        )
    candidates = match.option_ids if match.status == "ambiguous" and match.option_ids else question.option_ids
    offered = ", ".join(candidates[:10])
    reason = "could mean several options" if match.status == "ambiguous" else "does not answer this question"
    return f"{match.text[:60]!r} {reason}. Choose from: {offered}"
