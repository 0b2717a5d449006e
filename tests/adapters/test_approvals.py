"""Asking whether a tool may run: only a yes is a yes, and what is shown can be read."""

import pytest

from choice.adapters.approvals import ToolUse, approval_form, shown, verdicts
from choice.answers import Answer, Answered, Cancelled, Outcome, Superseded, TimedOut
from choice.models import MAX_PROMPT


def answered(option: str | None = None, words: str | None = None, note: str | None = None) -> Answered:
    return Answered(
        answers=(Answer(question_id="q1", option_ids=(option,) if option else (), custom_text=words),),
        note=note,
    )


def test_the_form_says_what_would_run_and_why() -> None:
    form = approval_form([ToolUse("delete_rows", {"table": "orders"}, "Old rows fill the disk.")])

    (question,) = form.questions
    assert question.text == "May delete_rows run?"
    assert question.context == "Old rows fill the disk.\n\ntable: orders"
    assert [option.label for option in question.options] == ["Allow", "Do not allow"]
    assert question.allow_free_text
    assert not question.default_selection_ids


@pytest.mark.parametrize(
    ("outcome", "is_allowed", "words"),
    [
        (answered("allow"), True, None),
        (answered("allow", note="only this once"), True, "only this once"),
        (answered("deny"), False, "The person does not allow this."),
        (answered("deny", note="too risky"), False, "too risky"),
        (answered(words="archive them instead"), False, "archive them instead"),
    ],
)
def test_a_person_decides(outcome: Outcome, is_allowed: bool, words: str | None) -> None:  # noqa: FBT001
    form = approval_form([ToolUse("delete_rows", {})])

    (verdict,) = verdicts(form, outcome)

    assert (verdict.is_allowed, verdict.words) == (is_allowed, words)


@pytest.mark.requirement("UP3")
@pytest.mark.parametrize("outcome", [Cancelled(), TimedOut(), Superseded()])
def test_without_an_answer_nothing_is_allowed_and_the_model_is_told(outcome: Outcome) -> None:
    form = approval_form([ToolUse("delete_rows", {}), ToolUse("send_mail", {})])

    found = verdicts(form, outcome)

    assert [verdict.is_allowed for verdict in found] == [False, False]
    assert all(verdict.words and not verdict.is_in_own_words for verdict in found)


def test_whatever_the_arguments_are_they_can_be_shown() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    ringed: dict[str, object] = {}
    ringed["itself"] = ringed

    assert shown('{"command": "make", "times": [1, 2]}') == "command: make\ntimes: [1, 2]"
    assert shown([1, "two"]) == '[1, "two"]'
    assert shown("not json \x1b[31m") == "not json <U+001B>[31m"
    assert shown({"at": object}) == "at: \"<class 'object'>\""
    assert shown(deep) == shown(ringed) == "(arguments that cannot be shown)"
    assert len(shown({"text": "x" * 100_000})) <= MAX_PROMPT // 2


def test_names_that_say_nothing_or_too_much_still_make_a_question() -> None:
    nameless, wordy = approval_form([ToolUse("", {}), ToolUse("run " * 100, {}, "why " * 5000)]).questions

    assert nameless.text == "May this tool run?"
    assert len(wordy.text) < 120
    assert wordy.context is not None
    assert len(wordy.context) <= MAX_PROMPT
