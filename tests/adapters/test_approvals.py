"""Tool approvals: only an explicit approval allows a call, and its arguments are shown as text."""

import pytest

from choice.adapters.approvals import ToolCall, approval_form, approvals, arguments_text
from choice.models import MAX_PROMPT, Answer, Answered, Cancelled, Outcome, Superseded, TimedOut


def answered(option: str | None = None, words: str | None = None, note: str | None = None) -> Answered:
    return Answered(
        answers=(Answer(question_id="q1", option_ids=(option,) if option else (), custom_text=words),),
        note=note,
    )


def test_the_form_shows_the_tool_its_arguments_and_the_reason() -> None:
    form = approval_form([ToolCall("delete_rows", {"table": "orders"}, "Old rows fill the disk.")])

    (question,) = form.questions
    assert question.text == "May delete_rows run?"
    assert question.context == "Old rows fill the disk.\n\ntable: orders"
    assert [option.label for option in question.options] == ["Allow", "Do not allow"]
    assert question.allow_free_text
    assert not question.default_selection_ids


@pytest.mark.parametrize(
    ("outcome", "approved", "message"),
    [
        (answered("allow"), True, None),
        (answered("allow", note="only this once"), True, "only this once"),
        (answered("deny"), False, "The person does not allow this."),
        (answered("deny", note="too risky"), False, "too risky"),
        (answered(words="archive them instead"), False, "archive them instead"),
    ],
)
def test_the_answer_decides(outcome: Outcome, approved: bool, message: str | None) -> None:  # noqa: FBT001
    form = approval_form([ToolCall("delete_rows", {})])

    (approval,) = approvals(form, outcome)

    assert (approval.approved, approval.message) == (approved, message)


@pytest.mark.requirement("UP3")
@pytest.mark.parametrize("outcome", [Cancelled(), TimedOut(), Superseded()])
def test_without_an_answer_every_call_is_denied_with_a_reason(outcome: Outcome) -> None:
    form = approval_form([ToolCall("delete_rows", {}), ToolCall("send_mail", {})])

    found = approvals(form, outcome)

    assert [approval.approved for approval in found] == [False, False]
    assert all(approval.message and not approval.is_free_text for approval in found)


def test_any_arguments_can_be_shown() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    ringed: dict[str, object] = {}
    ringed["itself"] = ringed

    assert arguments_text('{"command": "make", "times": [1, 2]}') == "command: make\ntimes: [1, 2]"
    assert arguments_text([1, "two"]) == '[1, "two"]'
    assert arguments_text("not json \x1b[31m") == "not json <U+001B>[31m"
    assert arguments_text({"at": object}) == "at: \"<class 'object'>\""
    assert arguments_text(deep) == arguments_text(ringed) == "(arguments that cannot be shown)"
    assert len(arguments_text({"text": "x" * 100_000})) <= MAX_PROMPT // 2


def test_empty_and_overlong_tool_names_still_make_a_question() -> None:
    nameless, wordy = approval_form([ToolCall("", {}), ToolCall("run " * 100, {}, "why " * 5000)]).questions

    assert nameless.text == "May this tool run?"
    assert len(wordy.text) < 120
    assert wordy.context is not None
    assert len(wordy.context) <= MAX_PROMPT
