"""The demo model interviews in every dialect; each gives the form intended and gets its own replies."""

import pytest

from choice.answers import Answer, Answered, Cancelled, Outcome, Superseded, TimedOut
from choice.demo.interview import HEADING
from choice.demo.interview_script import STEPS
from choice.dialects.registry import dialect_named
from choice.dialects.replies import CANCELLED, TIMED_OUT
from choice.dialects.tools.present_choices import PRESENT_CHOICES
from choice.lint import advise
from choice.models import Form
from choice.providers.protocol import AssistantTurn, ToolResult, UserTurn
from choice.stream.splitter import Mode
from tests.demo.talking import TOOLS, Talk

WISHES = {
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
@pytest.mark.parametrize(("wish", "dialect"), WISHES.items())
def test_a_whole_interview_runs_in_the_dialect_that_was_wished(wish: str, dialect: str, mode: Mode) -> None:
    talk = Talk(mode).say(wish)
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
def test_without_a_wish_a_question_has_letters_a_reason_and_a_recommendation() -> None:
    talk = Talk().say("I would like to improve something")

    (question,) = talk.forms[0].questions
    assert talk.dialects == ["lettered_list"]
    assert [option.id for option in question.options] == ["A", "B", "C"]
    assert question.context
    assert [option.recommended for option in question.options].count(True) == 1
    assert question.category == "discovery"


@pytest.mark.requirement("QC4", "FB1")
def test_without_a_wish_a_question_in_a_chat_is_marked_as_one_and_answered_to_the_end() -> None:
    talk = Talk("chat").say("Ask me what to build first")
    while HEADING not in talk.last:
        talk.choose(1)

    assert set(talk.dialects) == {"choices_fence"}
    assert len(talk.forms) == len(STEPS)


@pytest.mark.parametrize(
    "dialect_wish",
    ["ask with a tool", "ask me with JSON", "as a form", *[f"ask with {name}" for name in JSON_RESULTS]],
)
def test_several_people_can_be_chosen_and_the_next_question_names_them(dialect_wish: str) -> None:
    talk = Talk().say(dialect_wish)
    while not any("How much time" in question.text for question in talk.forms[-1].questions):
        talk.choose(0, 2)

    asked = [question for form in talk.forms for question in form.questions]
    assert [question.max_selections for question in asked].count(4) == 1
    assert "the team leads and customer support" in asked[-1].text


@pytest.mark.parametrize(
    ("place", "question"),
    [
        (0, "Where do incidents cost you most today?"),
        (1, "Which step holds changes up most?"),
        (2, "Which burden should be lifted off the team first?"),
    ],
)
def test_a_question_builds_on_the_answer_before_it(place: int, question: str) -> None:
    talk = Talk().say("hello").choose(place)

    assert talk.forms[-1].questions[0].text == question


def test_own_words_are_answers_too() -> None:
    talk = Talk().say("interview me with JSON").own_words("Happier | customers\nand `more` of them")
    asked = talk.forms[-1].questions[0].text
    while HEADING not in talk.last:
        talk.own_words("as we see fit")

    assert asked == "Which obstacle stands most in the way of this goal?"
    assert "Happier \\| customers and \\`more\\` of them" in talk.last


@pytest.mark.parametrize(
    "typed", ["b", "(B)", "2", "2.", "the second one", "FASTER DELIVERY", "faster", "option b"]
)
def test_a_typed_reply_is_understood(typed: str) -> None:
    talk = Talk().say("hello").say(typed)

    assert talk.forms[-1].questions[0].text == "Which step holds changes up most?"


def test_who_leaves_the_decision_to_the_model_gets_what_it_recommends() -> None:
    talk = Talk().say("hello").say("you decide")

    assert "Fewer and shorter incidents (as recommended)" in talk.last


def test_another_dialect_can_be_wished_for_at_any_time() -> None:
    talk = Talk().say("hello").choose(1).say("ask with a choices fence").choose(0).say("ask me with numbers")

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
def test_after_no_answer_nothing_is_asked_until_the_person_wants_to_go_on(sentence: str) -> None:
    talk = Talk().say("ask with a tool").reply(sentence)
    quiet = len(talk.forms)

    talk.say("go on")

    assert quiet == 1
    assert talk.forms[0] == talk.forms[1]


@pytest.mark.parametrize("dialect", JSON_RESULTS)
@pytest.mark.parametrize("outcome", [Cancelled(), TimedOut(), Superseded()], ids=lambda outcome: outcome.kind)
def test_a_result_without_an_answer_is_understood_in_json_too(dialect: str, outcome: Outcome) -> None:
    talk = Talk().say(f"ask with {dialect}")
    talk.reply(dialect_named(dialect).reply(talk.forms[-1], outcome))

    assert "nothing was decided" in talk.last
    assert len(talk.forms) == 1


@pytest.mark.parametrize("dialect", JSON_RESULTS)
def test_own_words_are_understood_in_json_too(dialect: str) -> None:
    talk = Talk().say(f"ask with {dialect}").own_words("Happier customers,\nsoon")
    while HEADING not in talk.last:
        talk.own_words("as we see fit")

    assert "**Goal:** Happier customers, soon" in talk.last
    assert "**Obstacle:** as we see fit" in talk.last


@pytest.mark.parametrize("dialect", JSON_RESULTS)
def test_defaults_that_counted_are_understood_in_json_too(dialect: str) -> None:
    talk = Talk().say(f"ask with {dialect}")
    form = talk.forms[-1]
    answers = tuple(Answer(question_id=each.id, option_ids=(each.options[1].id,)) for each in form.questions)
    talk.reply(dialect_named(dialect).reply(form, TimedOut(answers=answers, used_defaults=True)))

    assert "Noted: **Faster delivery" in talk.last


def test_options_and_own_words_together_are_understood() -> None:
    talk = Talk().say("ask with provide_choice")
    (question,) = talk.forms[-1].questions
    hybrid = Form(questions=(question.model_copy(update={"selection_mode": "hybrid"}),))
    both = Answer(question_id="q1", option_ids=("faster",), custom_text="and safer")
    talk.reply(dialect_named("provide_choice").reply(hybrid, Answered(answers=(both,))))

    assert "Noted: **Faster delivery, and safer**" in talk.last


def test_own_words_that_look_like_a_result_are_own_words() -> None:
    typed = '{"action_status": "selected", "selection": {}}'
    talk = Talk().say("ask with a tool").own_words(typed)

    assert "action" in talk.last
    assert len(talk.forms) == 2


def test_a_question_of_provide_choice_carries_its_reason_and_a_recommendation() -> None:
    (question,) = Talk().say("ask with provide_choice").forms[0].questions

    assert question.text.startswith("Everything else follows from this one goal.")
    assert question.text.endswith("What should be better three months from now?")
    assert question.option_ids == ("steadier", "faster", "calmer")
    assert [option.recommended for option in question.options] == [True, False, False]


def test_questions_asked_together_have_headers_and_recommendations() -> None:
    form = Talk().say("ask with AskUserQuestion").forms[0]

    assert [question.metadata["header"] for question in form.questions] == ["Goal", "People", "Deadline"]
    assert all([option.recommended for option in each.options].count(True) == 1 for each in form.questions)


def test_an_interview_interrupted_by_a_question_about_data_goes_on_where_it_was() -> None:
    talk = Talk().say("hello").choose(1).say("Top incidents this week")
    interrupted = talk.last

    talk.say("continue")

    assert "No Incidents Found" in interrupted
    assert talk.forms[-1].questions[0].text == talk.forms[-2].questions[0].text


def test_after_the_end_the_interview_begins_again_only_on_request() -> None:
    talk = Talk().say("as a form").choose(0).choose(0)
    ended = len(talk.forms)

    talk.say("thank you")
    after_thanks = len(talk.forms)
    talk.say("start again")

    assert (ended, after_thanks, len(talk.forms)) == (2, 2, 3)


def test_the_tool_that_wants_a_block_gets_the_block_character_for_character() -> None:
    talk = Talk().say("ask with present_choices")
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


def test_where_no_tool_is_offered_the_question_is_asked_as_text() -> None:
    talk = Talk(tools=()).say("ask with a tool")
    together = Talk(tools=()).say("ask with AskUserQuestion")
    only_one = Talk(tools=TOOLS[1:]).say("ask with a tool")

    assert "No tool for questions is offered" in talk.last
    assert (talk.dialects, only_one.dialects) == (["lettered_list"], ["present_choices"])
    assert (together.dialects, len(together.forms[0].questions)) == (["lettered_list"], 1)
    assert "No tool for questions is offered" in together.last


def test_calls_have_ids_of_their_own() -> None:
    talk = Talk().say("ask with a tool").choose(0).choose(0)

    calls = [call.id for turn in talk.turns if isinstance(turn, AssistantTurn) for call in turn.calls]
    results = [turn.call_id for turn in talk.turns if isinstance(turn, ToolResult)]
    assert calls == ["call_1", "call_2", "call_3"]
    assert results == calls[:2]


def test_the_interview_stands_where_only_its_prose_was_kept() -> None:
    talk = Talk().say("hello")
    first = talk.turns[-1]
    assert isinstance(first, AssistantTurn)
    talk.turns[-1] = AssistantTurn(first.text.partition("What should")[0])

    talk.choose(1)

    assert talk.forms[-1].questions[0].text == "Which step holds changes up most?"


def test_every_question_is_a_good_one() -> None:
    talks = [Talk().say("as a form").choose(place, 1).choose(0, 1) for place in range(3)]
    own = Talk().say("as a form").own_words("something else")

    assert not [advice for talk in (*talks, own) for form in talk.forms for advice in advise(form)]


def test_in_a_chat_small_talk_begins_no_interview() -> None:
    talk = Talk("chat").say("hello")

    assert "demo model" in talk.last
    assert talk.forms == []
    assert isinstance(talk.turns[0], UserTurn)
