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
from choice.cli.output import EXIT_CODES, TERMINATED, cancelled_by_sigterm, for_output, print_unsent_on_exit
from choice.desk import Asker, InteractionClosed, Terms, outcome_snapshot
from choice.errors import InvalidRequest
from choice.models import Cancelled, Form, Outcome
from choice.resident.asking import show_and_wait
from choice.settings import Settings
from choice.validation import parse_form

_STDIN = "-"
_REASONS = {
    "cancelled": "the question was cancelled.",
    "timed_out": "the question timed out.",
    "superseded": "the question is no longer needed.",
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
_ONE_OPTION = re.compile(r"options\[(\d+)\]\.?(\w*)")
_FIELD = re.compile("|".join(name for name in _OPTION_OF_FIELD if "_" in name))


class AskedForm(NamedTuple):
    """The form as JSON values, and the labels of options without an id, keyed by the generated id."""

    form: dict[str, object]
    labels: dict[str, str]


def run(args: argparse.Namespace) -> int:
    """Ask the question, print the answer, and return the exit code for the outcome."""
    settings = environment_settings()
    if args.surface == "slack":
        _explain_slack(settings)
    asked = asked_form(args)
    drafts: dict[str, str] = {}
    try:
        with print_unsent_on_exit(drafts):
            result = asyncio.run(_ask(args, parse_form(asked.form), settings, drafts))
    except InvalidRequest as error:
        raise UsageError(explain_rule(error.field, error.rule)) from error
    return _print_outcome(result, asked.labels, as_json=args.json)


async def _ask(
    args: argparse.Namespace, form: Form, settings: Settings, drafts: dict[str, str]
) -> dict[str, Any]:
    """Ask the question and return the outcome in the format of `--json`."""
    terms: Terms = {
        "asked_by": Asker("choicewire ask", project=project_name(Path.cwd())),
        "surfaces": () if args.surface == "auto" else (args.surface,),
        "policy": "use_defaults" if args.use_defaults else "fail",
    }
    if args.timeout is not None:
        terms["timeout"] = args.timeout
    async with open_desk(args.database) as desk:
        interaction = await desk.open(form, **terms)
        with cancelled_by_sigterm() as terminated:
            try:
                outcome: Outcome = await show_and_wait(
                    desk,
                    interaction,
                    settings,
                    announce=lambda line: _announce(line, args.database),
                    surface=args.surface,
                    drafts=drafts,
                    has_page=args.database is None,
                )
            except asyncio.CancelledError:
                if terminated.is_set():
                    raise SystemExit(TERMINATED) from None
                # Ctrl-C without a prompt cancels the question.
                try:
                    ended = await desk.cancel(interaction.id, by=interaction.asked_by)
                    outcome = ended.outcome or Cancelled()
                except InteractionClosed as closed:
                    outcome = closed.outcome
        await desk.acknowledge(interaction.id, asked_by=interaction.asked_by)
    return {"id": interaction.id, "state": outcome.kind, "outcome": outcome_snapshot(outcome)}


def _announce(line: str, database: str | None) -> None:
    if database is not None:
        # The URL of a database server may contain a password, so it is not printed.
        shown = database if database.startswith("sqlite:") else "URL"
        line = f"{line} --database {shlex.quote(shown)}"
    print(line, file=sys.stderr)


def _explain_slack(settings: Settings) -> None:
    """Explain how to set up Slack, unless it is configured here."""
    if not settings.slack.is_on or settings.slack.channel is None:
        print(
            "To show this question in Slack, run `choicewire serve` on the same database with its tokens and "
            "CHOICE_SLACK_CHANNEL set.",
            file=sys.stderr,
        )


def _print_outcome(result: Mapping[str, Any], labels: Mapping[str, str], *, as_json: bool) -> int:
    """Print the outcome and return its exit code. For options without an id, the label is printed."""
    state = result["state"]
    if as_json:
        print(for_output(json.dumps(result, ensure_ascii=False)))
        return EXIT_CODES[state]
    for answer in result["outcome"]["answers"]:
        free_text = [] if answer["custom_text"] is None else [answer["custom_text"]]
        chosen = [labels.get(option_id, option_id) for option_id in answer["option_ids"]]
        print(for_output("\n".join([*chosen, *free_text])))
    if state in _REASONS:
        print(f"choicewire ask: {_REASONS[state]}", file=sys.stderr)
    return EXIT_CODES[state]


def asked_form(args: argparse.Namespace) -> AskedForm:
    """Return the form that the arguments describe, not yet validated.

    Raises:
        UsageError: The title is empty, the options are invalid, or the arguments contradict each other.
    """
    if not args.title.strip():
        message = "--title must not be empty. Describe the subject in a few words."
        raise UsageError(message)
    options, labels = _options(args)
    _check_combination(args, has_options=bool(options))
    ids = {option_id: option_id for option_id, _label in options}
    for option_id, label in labels.items():
        ids.setdefault(label, option_id)
    recommended = [_option_id(one, ids) for one in args.recommend]
    question: dict[str, object] = {
        "id": "q1",
        "text": args.prompt,
        "selection_mode": _mode(args, has_options=bool(options)),
        "options": [
            {"id": option_id, "label": label, "recommended": option_id in recommended}
            for option_id, label in options
        ],
        "allow_free_text": args.text,
        "default_selection_ids": [_option_id(one, ids) for one in args.default],
    }
    limits = {"min_selections": args.min, "max_selections": args.max}
    question |= {name: limit for name, limit in limits.items() if limit is not None}
    return AskedForm({"title": args.title, "questions": [question]}, labels)


def _check_combination(args: argparse.Namespace, *, has_options: bool) -> None:
    """Check rules that involve several arguments, so that errors name arguments, not form fields.

    Raises:
        UsageError: An argument needs another one that is missing.
    """
    limits = {"--min": args.min, "--max": args.max}
    message = None
    if not has_options:
        if not args.text:
            message = "Add options with --option ID=LABEL, or accept free text with --text."
        given = [name for name, limit in limits.items() if limit]
        if given:
            message = f"{given[0]} requires at least one --option."
    elif not args.multi:
        above = [name for name, limit in limits.items() if limit not in {None, 1}]
        if above:
            message = f"{above[0]} must be 1 or left out: only one option can be chosen without --multi."
    if args.use_defaults and not args.default:
        message = "--use-defaults requires --default."
    if message is not None:
        raise UsageError(message)


def explain_rule(field: str, rule: str) -> str:
    """Return a validation error that names the options of the command instead of the fields of the form."""
    rule = _FIELD.sub(lambda found: _OPTION_OF_FIELD[found[0]], rule)
    one = _ONE_OPTION.search(field)
    if one is not None:
        part = f", {one[2]}" if one[2] else ""
        return f"--option number {int(one[1]) + 1}{part}: {rule}"
    name = field.rpartition(".")[2]
    return f"{_OPTION_OF_FIELD.get(name, name)}: {rule}"


def _option_id(name: str, ids: Mapping[str, str]) -> str:
    if name not in ids:
        message = f"Unknown option {name!r}. The id of an option is the part of --option before the =."
        raise UsageError(message)
    return ids[name]


def _options(args: argparse.Namespace) -> tuple[list[tuple[str, str]], dict[str, str]]:
    """Return the ids and labels of all options, and the labels of options without an id.

    A line without `=` is a label. Its line number becomes the id of the option.
    """
    options: list[tuple[str, str]] = []
    labels: dict[str, str] = {}
    for number, line in enumerate(_option_lines(args), start=1):
        name, equals, label = line.partition("=")
        option_id = name.strip() if equals else ""
        label = (label if equals else line).strip()
        if not option_id and not label:
            message = "--option must be ID=LABEL or only a label."
            raise UsageError(message)
        if not option_id:
            option_id = str(number)
            labels[option_id] = label
        options.append((option_id, label or option_id))
    return options, labels


def _mode(args: argparse.Namespace, *, has_options: bool) -> str:
    if not has_options:
        return "text_input"
    if not args.multi:
        return "single"
    return "hybrid" if args.text else "multi"


def _option_lines(args: argparse.Namespace) -> list[str]:
    if _STDIN not in args.option:
        return list(args.option)
    text = read_text(_STDIN, "Pass each option with --option ID=LABEL.")
    read = [line.strip() for line in text.splitlines() if line.strip()]
    at = args.option.index(_STDIN)
    return [*args.option[:at], *read, *args.option[at + 1 :]]
