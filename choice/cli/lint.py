"""`choicewire lint`: advice on the questions in a text or a request."""

import argparse
import json

from choice.cli.command import Command, UsageError
from choice.cli.input_text import add_file, opened, pieces


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_file(
        parser, "a model's text, or a request or form as JSON; without it, or for -, standard input is read"
    )


def _run(given: argparse.Namespace) -> int:
    from choice.cli.linted_forms import forms_in  # noqa: PLC0415 - only when the command runs
    from choice.errors import InvalidRequest, UnreadableJson  # noqa: PLC0415 - the same
    from choice.question_lint import advise  # noqa: PLC0415 - the same

    with opened(given.file) as stream:
        text = "".join(pieces(stream, given.file))
    try:
        forms = forms_in(text)
    except InvalidRequest as error:
        message = f"this request would be refused. {error}"
        raise UsageError(message) from error
    except UnreadableJson as error:
        message = f"this begins as JSON and cannot be read. {error}"
        raise UsageError(message) from error
    found = [(number, advice) for number, form in enumerate(forms, start=1) for advice in advise(form)]
    if given.json:
        print(
            json.dumps([{"form": number, **advice._asdict()} for number, advice in found], ensure_ascii=False)
        )
    elif not forms:
        print("No question found.")
    elif not found:
        print(f"Nothing to improve in {len(forms)} form{'s' * (len(forms) > 1)}.")
    else:
        for number, (question_id, rule, words) in found:
            print(f"form {number}, {question_id}: {rule}: {words}")
    return 0


COMMAND = Command(
    name="lint",
    summary="say how a question could be easier to answer",
    description=(
        "Reads a model's text, or a request or form as JSON, and gives advice on each\n"
        "question: too many options, no context, labels that say nothing, none or\n"
        "several recommended. Advice is no error: the command ends with 0."
    ),
    example="examples:\n  choicewire lint answer.txt\n  choicewire lint --json request.json",
    add_arguments=_add_arguments,
    run=_run,
)
