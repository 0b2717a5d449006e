"""The demo interview in every dialect: forms, replies, state and tools."""

import pytest

from choice.demo.interview import HEADING
from choice.demo.questions import STEPS
from choice.dialects import PRESENT_CHOICES, dialect_named
from choice.dialects.replies import CANCELLED, TIMED_OUT
from choice.lint import advise
from choice.models import Answer, Answered, Cancelled, Form, Outcome, Superseded, TimedOut
from choice.providers import AssistantTurn, ToolResult, UserTurn
from choice.stream import Mode
from tests.demo.conversation import TOOLS, Conversation

REQUESTS = {
    "ask me with letters": "lettered_list",
    "ask me in plain text": "lettered_list",
    "numbered, please": "numbered_list",
    "Ask me with JSON": "user_choice",
    "ask with a choices fence": "choices_fence",
    "ask with a tool": "present_question",
    "ask with present_choices": "present_choices",
    "Ask me using provide_choice": "provide_choice",
    "Ask me with AskUserQuestion": "ask_user_question",
    "ask me with the tool ask_user_question, please": "ask_user_question",
    "as a form": "user_choice_group",
    "ask me with user_choices": "user_choices",
}
PLAIN = {"lettered_list", "numbered_list"}
FORMS = {"user_choice_group", "user_choices", "ask_user_question"}
JSON_RESULTS = ("provide_choice", "ask_user_question")


@pytest.mark.requirement("QC2", "SL3")
@pytest.mark.parametrize("mode", ["discovery", "clarification", "chat"])
@pytest.mark.parametrize(("request_text", "dialect"), REQUESTS.items())
def test_a_whole_interview_runs_in_the_requested_dialect(request_text: str, dialect: str, mode: Mode) -> None:
    talk = Conversation(mode).say(request_text)
    if mode == "chat" and dialect in PLAIN:
        assert talk.forms == []
        return

    while HEADING not in talk.last:
        talk.choose(1, 2)

    asked = [question for form in talk.forms for question in form.questions]
    assert set(talk.dialects) == {dialect}
    assert len(talk.forms) == (2 if dialect in FORMS else 5)
    assert len(asked) == len({question.text for question in asked}) == len(STEPS)
    for words in (
        "Faster delivery",
        "Slow or unstable tests",
        "Engineers",
        "end of the quarter",
        "Half a day",
    ):
        assert words in talk.last


@pytest.mark.requirement("QC2")
def test_by_default_a_question_has_letters_a_reason_and_a_recommendation() -> None:
    talk = Conversation().say("I would like to improve something")

    (question,) = talk.forms[0].questions
    assert talk.dialects == ["lettered_list"]
    assert [option.id for option in question.options] == ["A", "B", "C"]
    assert question.context
    assert [option.recommended for option in question.options].count(True) == 1
    assert question.category == "discovery"


@pytest.mark.requirement("QC4", "FB1")
def test_by_default_a_question_in_a_chat_is_a_choices_block() -> None:
    talk = Conversation("chat").say("Ask me what to build first")
    while HEADING not in talk.last:
        talk.choose(1)

    assert set(talk.dialects) == {"choices_fence"}
    assert len(talk.forms) == len(STEPS)


@pytest.mark.parametrize(
    "request_text",
    ["ask with a tool", "ask me with JSON", "as a form", *[f"ask with {name}" for name in JSON_RESULTS]],
)
def test_several_people_can_be_chosen_and_the_next_question_names_them(request_text: str) -> None:
    talk = Conversation().say(request_text)
    while not any("How much time" in question.text for question in talk.forms[-1].questions):
        talk.choose(0, 2)

    asked = [question for form in talk.forms for question in form.questions]
    assert [question.max_selections for question in asked].count(4) == 1
    assert "the team leads and customer support" in asked[-1].text


@pytest.mark.parametrize(
    ("place", "question"),
    [
        (0, "Where do incidents cost you the most today?"),
        (1, "Which step delays changes the most?"),
        (2, "Which burden should be taken off the team first?"),
    ],
)
def test_a_question_builds_on_the_answer_before_it(place: int, question: str) -> None:
    talk = Conversation().say("hello").choose(place)

    assert talk.forms[-1].questions[0].text == question


def test_free_text_is_accepted_as_an_answer() -> None:
    talk = Conversation().say("interview me with JSON").own_words("Happier | customers\nand `more` of them")
    asked = talk.forms[-1].questions[0].text
    while HEADING not in talk.last:
        talk.own_words("as we see fit")

    assert asked == "What is the biggest obstacle to this goal?"
    assert "Happier \\| customers and \\`more\\` of them" in talk.last


@pytest.mark.parametrize(
    "typed", ["b", "(B)", "2", "2.", "the second one", "FASTER DELIVERY", "faster", "option b"]
)
def test_a_typed_reply_is_understood(typed: str) -> None:
    talk = Conversation().say("hello").say(typed)

    assert talk.forms[-1].questions[0].text == "Which step delays changes the most?"


def test_delegating_the_decision_selects_the_recommended_option() -> None:
    talk = Conversation().say("hello").say("you decide")

    assert "Fewer and shorter incidents (as recommended)" in talk.last


def test_the_dialect_can_be_changed_at_any_time() -> None:
    talk = (
        Conversation()
        .say("hello")
        .choose(1)
        .say("ask with a choices fence")
        .choose(0)
        .say("ask me with numbers")
    )

    assert talk.dialects == [
        "lettered_list",
        "lettered_list",
        "choices_fence",
        "choices_fence",
        "numbered_list",
    ]
    assert talk.forms[1].questions[0].text == talk.forms[2].questions[0].text
    assert talk.forms[3].questions[0].text == talk.forms[4].questions[0].text


@pytest.mark.parametrize("sentence", [CANCELLED, TIMED_OUT])
def test_after_a_cancelled_or_timed_out_question_the_interview_waits_for_go_on(sentence: str) -> None:
    talk = Conversation().say("ask with a tool").reply(sentence)
    quiet = len(talk.forms)

    talk.say("go on")

    assert quiet == 1
    assert talk.forms[0] == talk.forms[1]


@pytest.mark.parametrize("dialect", JSON_RESULTS)
@pytest.mark.parametrize("outcome", [Cancelled(), TimedOut(), Superseded()], ids=lambda outcome: outcome.kind)
def test_a_json_result_without_an_answer_is_parsed(dialect: str, outcome: Outcome) -> None:
    talk = Conversation().say(f"ask with {dialect}")
    talk.reply(dialect_named(dialect).reply(talk.forms[-1], outcome))

    assert "no answer was recorded" in talk.last
    assert len(talk.forms) == 1


@pytest.mark.parametrize("dialect", JSON_RESULTS)
def test_free_text_in_a_json_result_is_parsed(dialect: str) -> None:
    talk = Conversation().say(f"ask with {dialect}").own_words("Happier customers,\nsoon")
    while HEADING not in talk.last:
        talk.own_words("as we see fit")

    assert "**Goal:** Happier customers, soon" in talk.last
    assert "**Obstacle:** as we see fit" in talk.last


@pytest.mark.parametrize("dialect", JSON_RESULTS)
def test_defaults_in_a_json_result_are_parsed(dialect: str) -> None:
    talk = Conversation().say(f"ask with {dialect}")
    form = talk.forms[-1]
    answers = tuple(Answer(question_id=each.id, option_ids=(each.options[1].id,)) for each in form.questions)
    talk.reply(dialect_named(dialect).reply(form, TimedOut(answers=answers, used_defaults=True)))

    assert "Noted: **Faster delivery" in talk.last


def test_options_with_free_text_are_parsed() -> None:
    talk = Conversation().say("ask with provide_choice")
    (question,) = talk.forms[-1].questions
    hybrid = Form(questions=(question.model_copy(update={"selection_mode": "hybrid"}),))
    both = Answer(question_id="q1", option_ids=("faster",), custom_text="and safer")
    talk.reply(dialect_named("provide_choice").reply(hybrid, Answered(answers=(both,))))

    assert "Noted: **Faster delivery, and safer**" in talk.last


def test_free_text_that_looks_like_a_result_stays_free_text() -> None:
    typed = '{"action_status": "selected", "selection": {}}'
    talk = Conversation().say("ask with a tool").own_words(typed)

    assert "action" in talk.last
    assert len(talk.forms) == 2


def test_a_question_of_provide_choice_carries_its_reason_and_a_recommendation() -> None:
    (question,) = Conversation().say("ask with provide_choice").forms[0].questions

    assert question.text.startswith("Everything else follows from this one goal.")
    assert question.text.endswith("What should be better three months from now?")
    assert question.option_ids == ("steadier", "faster", "calmer")
    assert [option.recommended for option in question.options] == [True, False, False]


def test_questions_of_one_call_have_headers_and_recommendations() -> None:
    form = Conversation().say("ask with AskUserQuestion").forms[0]

    assert [question.metadata["header"] for question in form.questions] == ["Goal", "People", "Deadline"]
    assert all([option.recommended for option in each.options].count(True) == 1 for each in form.questions)


def test_an_interview_continues_after_a_query_for_data() -> None:
    talk = Conversation().say("hello").choose(1).say("Top incidents this week")
    interrupted = talk.last

    talk.say("continue")

    assert "No Incidents Found" in interrupted
    assert talk.forms[-1].questions[0].text == talk.forms[-2].questions[0].text


def test_a_finished_interview_restarts_only_on_request() -> None:
    talk = Conversation().say("as a form").choose(0).choose(0)
    ended = len(talk.forms)

    talk.say("thank you")
    after_thanks = len(talk.forms)
    talk.say("start again")

    assert (ended, after_thanks, len(talk.forms)) == (2, 2, 3)


def test_the_block_that_a_tool_asks_for_is_written_verbatim() -> None:
    talk = Conversation().say("ask with present_choices")
    asked = talk.turns[-1]
    assert isinstance(asked, AssistantTurn)
    instruction = PRESENT_CHOICES.read_call(asked.calls[0].arguments).instruction or ""

    talk.reply(instruction)
    block = talk.last
    talk.choose(1)

    assert block.strip() in instruction
    assert talk.dialects[:2] == ["present_choices", "choices_fence"]
    assert talk.replies[-1] == "faster"
    assert "Faster delivery" in talk.last


def test_without_an_offered_tool_the_question_is_asked_as_text() -> None:
    talk = Conversation(tools=()).say("ask with a tool")
    together = Conversation(tools=()).say("ask with AskUserQuestion")
    only_one = Conversation(tools=TOOLS[1:]).say("ask with a tool")

    assert "I have no tool for asking questions" in talk.last
    assert (talk.dialects, only_one.dialects) == (["lettered_list"], ["present_choices"])
    assert (together.dialects, len(together.forms[0].questions)) == (["lettered_list"], 1)
    assert "I have no tool for asking questions" in together.last


def test_tool_calls_have_unique_ids() -> None:
    talk = Conversation().say("ask with a tool").choose(0).choose(0)

    calls = [call.id for turn in talk.turns if isinstance(turn, AssistantTurn) for call in turn.calls]
    results = [turn.call_id for turn in talk.turns if isinstance(turn, ToolResult)]
    assert calls == ["call_1", "call_2", "call_3"]
    assert results == calls[:2]


def test_the_heading_identifies_the_question_if_its_text_was_removed() -> None:
    talk = Conversation().say("hello")
    first = talk.turns[-1]
    assert isinstance(first, AssistantTurn)
    talk.turns[-1] = AssistantTurn(first.text.partition("What should")[0])

    talk.choose(1)

    assert talk.forms[-1].questions[0].text == "Which step delays changes the most?"


def test_no_question_gets_a_lint_warning() -> None:
    talks = [Conversation().say("as a form").choose(place, 1).choose(0, 1) for place in range(3)]
    own = Conversation().say("as a form").own_words("something else")

    assert not [advice for talk in (*talks, own) for form in talk.forms for advice in advise(form)]


def test_small_talk_in_a_chat_does_not_start_an_interview() -> None:
    talk = Conversation("chat").say("hello")

    assert "demo model" in talk.last
    assert talk.forms == []
    assert isinstance(talk.turns[0], UserTurn)
