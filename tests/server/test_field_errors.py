"""Messages of validation errors."""

from pathlib import Path

import pytest

from choice.errors import InvalidField
from choice.server.body import parse
from choice.server.schemas.requests import ChatBody, ThreadBody, ThreadChange, ThreadMessage
from choice.testing.scripted_model import ScriptedModel
from tests.conversations.thread_client import fence, open_thread
from tests.server.service import running, settings_for

ANSWER = {"question_id": "q1"}


@pytest.mark.requirement("CH8")
@pytest.mark.parametrize(
    ("model", "payload", "field", "rule"),
    [
        (ChatBody, {"message": " \n"}, "message", "must not be blank."),
        (ChatBody, {"message": ""}, "message", "must not be empty."),
        (ThreadMessage, {"content": "\t"}, "content", "must not be blank."),
        (ThreadMessage, {"retry": False}, "retry", "must be true or left out."),
        (ThreadMessage, {"answer": ANSWER | {"option_ids": "A"}}, "answer.option_ids", "must be a list."),
        (
            ThreadMessage,
            {"answer": ANSWER | {"custom_text": " "}},
            "answer.custom_text",
            "must not be blank.",
        ),
        (ThreadMessage, {"answer": ANSWER}, "answer", "needs option_ids or custom_text."),
        (ThreadMessage, {}, "body", "needs exactly one of content, answer, retry."),
        (ThreadBody, {"title": "   "}, "title", "must not be blank."),
        (ThreadBody, {"mode": "x"}, "mode", "must be 'discovery', 'clarification' or 'chat'."),
        (ThreadChange, {"title": "   "}, "title", "must not be blank."),
        (ThreadChange, {"title": ""}, "title", "must not be empty."),
    ],
)
def test_an_invalid_field_has_a_clear_error_message(
    model: type[ChatBody | ThreadMessage | ThreadBody | ThreadChange],
    payload: dict[str, object],
    field: str,
    rule: str,
) -> None:
    with pytest.raises(InvalidField) as caught:
        parse(model, payload)

    assert (caught.value.field, caught.value.rule) == (field, rule)


@pytest.mark.requirement("CH8", "QC13")
async def test_two_options_for_a_single_choice_are_rejected_with_a_clear_message(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([fence("Go on?")])) as run:
        thread = await open_thread(run.client())
        (card,) = await thread.say("Go")
        reply = await thread.choose(card, "1", "2")

    error = reply.json()["error"]
    assert (reply.status_code, error["field"]) == (422, "option_ids")
    assert error["message"].endswith("requires exactly 1 option, not 2.")
