"""`choicewire ask`: ask a person from a shell script and print the answer."""

import argparse
import asyncio
import json
import re
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from choice.assembly.desk import open_desk
from choice.assembly.environment import environment_settings, project_name
from choice.cli.arguments import UsageError, read_text
from choice.cli.output import EXIT_CODES, TERMINATED, cancelled_by_sigterm, for_output, showing_unsent
from choice.desk import Asker, InteractionClosed, Terms, outcome_snapshot
from choice.errors import InvalidRequest
from choice.models import Cancelled, Form, Outcome
from choice.resident.asking import show_and_wait
from choice.settings import Settings
from choice.validation import parse_form

_STDIN = "-"
_REASONS = {
    "cancelled": "it was cancelled.",
    "timed_out": "nobody answered in time.",
    "superseded": "it is no longer needed.",
}
_OPTION_OF_FIELD = {
    "title": "--title",
    "text": "--prompt",
    "options": "--option",
    "min_selections": "--min",
    "max_selections": "--max",
    "default_selection_ids": "--default",
    "allow_free_text": "--text",
    "timeout": "--timeout",
}
_RULES = {
    "single takes exactly one option. For more use multi.": "one option is chosen. For more add --multi.",
    "text_input has no options. For options and own words use hybrid.": "there is no --option to choose.",
    "question 'q1' needs default selections for use_defaults.": "is needed with --use-defaults.",
}
_ONE_OPTION = re.compile(r"options\[(\d+)\]\.?(\w*)")
_FIELD = re.compile("|".join(name for name in _OPTION_OF_FIELD if "_" in name))


class AskedForm(NamedTuple):
    """The form as JSON values, and the labels of options without an id, by their number."""

    form: dict[str, object]
    labels: dict[str, str]


def run(given: argparse.Namespace) -> int:
    """Ask, print the answer, and return the exit code of the outcome."""
    settings = environment_settings()
    if given.surface == "slack":
        _explain_slack(settings)
    asked = asked_form(given)
    drafts: dict[str, str] = {}
    try:
        with showing_unsent(drafts):
            result = asyncio.run(_ask(given, parse_form(asked.form), settings, drafts))
    except InvalidRequest as error:
        raise UsageError(explain_rule(error.field, error.rule)) from error
    return _print_outcome(result, asked.labels, as_json=given.json)


async def _ask(
    given: argparse.Namespace, form: Form, settings: Settings, drafts: dict[str, str]
) -> dict[str, Any]:
    """Ask and return the outcome as it is printed with `--json`."""
    terms: Terms = {
        "asked_by": Asker("choicewire ask", project=project_name(Path.cwd())),
        "surfaces": () if given.surface == "auto" else (given.surface,),
        "policy": "use_defaults" if given.use_defaults else "fail",
    }
    if given.timeout is not None:
        terms["timeout"] = given.timeout
    async with open_desk(given.database) as desk:
        interaction = await desk.open(form, **terms)
        with cancelled_by_sigterm() as terminated:
            try:
                outcome: Outcome = await show_and_wait(
                    desk,
                    interaction,
                    settings,
                    announce=lambda line: _announce(line, given.database),
                    surface=given.surface,
                    drafts=drafts,
                    has_page=given.database is None,
                )
            except asyncio.CancelledError:
                if terminated.is_set():
                    raise SystemExit(TERMINATED) from None
                # Ctrl-C without a prompt: the caller takes the question back.
                try:
                    ended = await desk.cancel(interaction.id, by=interaction.asked_by)
                    outcome = ended.outcome or Cancelled()
                except InteractionClosed as closed:
                    outcome = closed.outcome
        await desk.acknowledge(interaction.id, asked_by=interaction.asked_by)
    return {"id": interaction.id, "state": outcome.kind, "outcome": outcome_snapshot(outcome)}


def _announce(line: str, database: str | None) -> None:
    if database is not None:
        # Do not print the password of a server's URL.
        shown = database if database.startswith("sqlite:") else "URL"
        line = f"{line} --database {shlex.quote(shown)}"
    print(line, file=sys.stderr)


def _explain_slack(settings: Settings) -> None:
    """Say what shows a question in Slack, unless the settings have it."""
    if not settings.slack.is_on or settings.slack.channel is None:
        print(
            "Slack shows this once `choicewire serve` runs on the same desk with Slack's tokens and "
            "CHOICE_SLACK_CHANNEL.",
            file=sys.stderr,
        )


def _print_outcome(result: Mapping[str, Any], labels: Mapping[str, str], *, as_json: bool) -> int:
    """Print the outcome and return its exit code. Options without an id print their label."""
    state = result["state"]
    if as_json:
        print(for_output(json.dumps(result, ensure_ascii=False)))
        return EXIT_CODES[state]
    for answer in result["outcome"]["answers"]:
        own_words = [] if answer["custom_text"] is None else [answer["custom_text"]]
        chosen = [labels.get(option_id, option_id) for option_id in answer["option_ids"]]
        print(for_output("\n".join([*chosen, *own_words])))
    if state in _REASONS:
        print(f"choicewire ask: {_REASONS[state]}", file=sys.stderr)
    return EXIT_CODES[state]


def asked_form(given: argparse.Namespace) -> AskedForm:
    """Return the form that the arguments describe. It is not validated yet.

    Raises:
        UsageError: There is no title, or neither options nor `--text`, or the options cannot be read.
    """
    if not given.title.strip():
        message = "--title: say in a few words what it is about."
        raise UsageError(message)
    options, labels = _options(given)
    if not options and not given.text:
        message = "Give options with --option ID=LABEL, or --text for own words."
        raise UsageError(message)
    ids = {option_id: option_id for option_id, _label in options}
    for option_id, label in labels.items():
        ids.setdefault(label, option_id)
    recommended = [_option_id(one, ids) for one in given.recommend]
    question: dict[str, object] = {
        "id": "q1",
        "text": given.prompt,
        "selection_mode": _mode(given, has_options=bool(options)),
        "options": [
            {"id": option_id, "label": label, "recommended": option_id in recommended}
            for option_id, label in options
        ],
        "allow_free_text": given.text,
        "default_selection_ids": [_option_id(one, ids) for one in given.default],
    }
    limits = {"min_selections": given.min, "max_selections": given.max}
    question |= {name: limit for name, limit in limits.items() if limit is not None}
    return AskedForm({"title": given.title, "questions": [question]}, labels)


def explain_rule(field: str, rule: str) -> str:
    """Return a validation error in terms of the command's options instead of the form's fields."""
    for ours, typed in _RULES.items():
        rule = rule.replace(ours, typed)
    rule = _FIELD.sub(lambda found: _OPTION_OF_FIELD[found[0]], rule)
    one = _ONE_OPTION.search(field)
    if one is not None:
        part = f", its {one[2]}" if one[2] else ""
        return f"--option, number {int(one[1]) + 1}{part}: {rule}"
    name = field.rpartition(".")[2]
    return f"{_OPTION_OF_FIELD.get(name, name)}: {rule}"


def _option_id(wanted: str, ids: Mapping[str, str]) -> str:
    if wanted not in ids:
        message = f"There is no option {wanted!r}. An --option has its id before the =."
        raise UsageError(message)
    return ids[wanted]


def _options(given: argparse.Namespace) -> tuple[list[tuple[str, str]], dict[str, str]]:
    """Return ids with labels. A line without `=` is a label; its number becomes the id."""
    options: list[tuple[str, str]] = []
    labels: dict[str, str] = {}
    for number, line in enumerate(_option_lines(given), start=1):
        name, equals, label = line.partition("=")
        option_id = name.strip() if equals else ""
        label = (label if equals else line).strip()
        if not option_id and not label:
            message = "--option: give ID=LABEL, or a label alone."
            raise UsageError(message)
        if not option_id:
            option_id = str(number)
            labels[option_id] = label
        options.append((option_id, label or option_id))
    return options, labels


def _mode(given: argparse.Namespace, *, has_options: bool) -> str:
    if not has_options:
        return "text_input"
    if not given.multi:
        return "single"
    return "hybrid" if given.text else "multi"


def _option_lines(given: argparse.Namespace) -> list[str]:
    if _STDIN not in given.option:
        return list(given.option)
    text = read_text(_STDIN, "Give each option with --option ID=LABEL.")
    read = [line.strip() for line in text.splitlines() if line.strip()]
    at = given.option.index(_STDIN)
    return [*given.option[:at], *read, *given.option[at + 1 :]]
