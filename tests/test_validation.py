"""The rules of requests and forms; no test here needs a server."""

import json
import subprocess
import sys
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from choice import models
from choice.errors import InvalidRequest
from choice.models import ChoiceRequest, Option, Question, SelectionMode
from choice.validation import parse_form, parse_request, parse_request_or_form
from tests.payloads import BLUE, FLAGS, GREEN, RED, asking, form_asking, form_rejection, rejection

MODES: tuple[SelectionMode, ...] = get_args(SelectionMode)
# --- requests that are accepted ---


@pytest.mark.requirement("PC1")
def test_every_argument_of_provide_choice_is_understood() -> None:
    request = parse_request(
        asking(
            "hybrid",
            placeholder="Or mix your own",
            default_selection_ids=["blue", "red"],
            min_selections=1,
            max_selections=2,
            single_submit_mode=True,
            allow_option_annotations=True,
            allow_global_annotation=True,
            show_placeholder=False,
            timeout_seconds=60,
            use_defaults=True,
            transport="web",
            session_id="s-1",
        )
    )

    assert request == ChoiceRequest(
        title="Paint",
        question=Question(
            text="Which colour?",
            selection_mode="hybrid",
            options=(
                Option(id="red", label="Red", recommended=True),
                Option(id="green", label="Green", description="Calm"),
                Option(id="blue", label="Blue"),
            ),
            default_selection_ids=("red", "blue"),
            min_selections=1,
            max_selections=2,
            allow_free_text=True,
            placeholder="Or mix your own",
        ),
        single_submit_mode=True,
        allow_option_annotations=True,
        allow_global_annotation=True,
        show_placeholder=False,
        timeout_seconds=60,
        use_defaults=True,
        transport="web",
        session_id="s-1",
    )


@pytest.mark.requirement("PC1")
@pytest.mark.parametrize(
    ("mode", "limits", "own_words", "submits_at_once"),
    [
        ("single", (1, 1), False, True),
        ("multi", (1, 3), False, False),
        ("text_input", (0, 0), True, False),
        ("hybrid", (0, 3), True, False),
    ],
)
def test_defaults_depend_on_the_mode(
    mode: str, limits: tuple[int, int], own_words: object, submits_at_once: object
) -> None:
    request = parse_request(asking(mode))

    question = request.question
    assert (question.min_selections, question.max_selections) == limits
    assert question.allow_free_text is own_words
    assert request.single_submit_mode is submits_at_once
    assert (request.timeout_seconds, request.transport, request.use_defaults) == (300, "auto", False)
    assert request.show_placeholder


@pytest.mark.parametrize("as_text", [json.dumps, lambda payload: json.dumps(payload).encode()])
def test_a_request_may_be_json_text(as_text: object) -> None:
    assert callable(as_text)

    assert parse_request(as_text(asking())) == parse_request(asking())


@pytest.mark.parametrize("mode", MODES)
def test_empty_values_are_accepted_in_every_mode(mode: str) -> None:
    nothing = dict.fromkeys(("placeholder", "min_selections", "max_selections", "session_id", "transport"))
    off = dict.fromkeys(("show_placeholder", "allow_option_annotations", "use_defaults"), False)

    request = parse_request(asking(mode, **nothing, **off, default_selection_ids=[]))

    assert request == parse_request(asking(mode, show_placeholder=False))


@pytest.mark.requirement("PC1")
@pytest.mark.parametrize("attempt", [False, True, "never", None])
def test_an_attempt_to_disable_cancelling_is_ignored(attempt: object) -> None:
    assert parse_request(asking(allow_cancel=attempt)) == parse_request(asking())


def test_texts_are_stored_in_canonical_form() -> None:
    request = parse_request(
        asking(
            title=" Paint\r\n it\u202e ",
            prompt="One\r\nTwo\u200b",
            options=[{"id": "a", "label": "Dark\n red", "description": " soft\u00ad ", "recommended": True}],
        )
    )

    assert request.title == "Paint it<U+202E>"
    assert request.question.text == "One\nTwo<U+200B>"
    assert request.question.options[0].label == "Dark red"
    assert request.question.options[0].description == "soft<U+00AD>"


@pytest.mark.parametrize("text", ["👩‍👩‍👧", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "می‌خواهم", "שלום", "ภาษาไทย", "ノーコード", "क्‍ष"])
def test_real_scripts_and_emoji_are_kept(text: str) -> None:
    request = parse_request(asking(options=[{"id": "a", "label": text, "recommended": True}]))

    assert request.question.options[0].label == text


def test_texts_at_their_limits_are_accepted() -> None:
    option = {"id": "i" * 100, "label": "l" * 200, "description": "d" * 500, "recommended": True}
    many = [{"id": str(number), "label": f"Option {number}"} for number in range(99)]

    request = parse_request(asking("hybrid", title="t" * 200, prompt="p" * 8000, options=[option, *many]))

    assert len(request.question.options) == 100


@pytest.mark.parametrize("seconds", [1, 300, 30 * 24 * 3600])
def test_a_timeout_lasts_from_one_second_to_thirty_days(seconds: int) -> None:
    assert parse_request(asking(timeout_seconds=seconds)).timeout_seconds == seconds


# --- invalid requests ---

TOO_MANY = [{"id": str(number), "label": str(number)} for number in range(101)]
NO_SECONDS: list[object] = [0, -1, 2592001, True, 60.0, float("nan"), float("inf"), "60", 10**400]
NO_FLAGS: list[object] = [1, "yes", []]
REFUSED: list[tuple[dict[str, object], str, str]] = [
    # single fields
    ({"title": None}, "title", "required"),
    ({"title": " \t"}, "title", "required"),
    ({"title": 7}, "title", "must be text"),
    ({"title": "t" * 201}, "title", "at most 200 characters"),
    ({"title": "\u202e" * 200}, "title", "hidden"),
    ({"title": "a\x00"}, "title", "NUL"),
    ({"title": "a\ud800"}, "title", "surrogate"),
    ({"prompt": ""}, "prompt", "required"),
    ({"prompt": "p" * 8001}, "prompt", "at most 8000"),
    ({"selection_mode": None}, "selection_mode", "is required: one of single, multi, text_input, hybrid."),
    ({"selection_mode": "many"}, "selection_mode", "single, multi, text_input, hybrid"),
    ({"selection_mode": ["single"]}, "selection_mode", "must be one of"),
    ({"transport": "fax"}, "transport", "auto, terminal, web"),
    ({"session_id": " s"}, "session_id", "visible"),
    ({"session_id": "s" * 101}, "session_id", "at most 100"),
    *[({"timeout_seconds": odd}, "timeout_seconds", "whole number from 1 to 2592000") for odd in NO_SECONDS],
    *[({flag: odd}, flag, "true or false") for flag in FLAGS for odd in NO_FLAGS],
    # names
    ({"tilte": "Paint"}, "tilte", "did you mean title?"),
    ({"status": "open"}, "status", "known are title, prompt"),
    ({"o" * 9999: 1}, repr("o" * 40), "not a field"),
    ({"\ud800": 1}, r"'\ud800'", "not a field"),
    # options
    ({"options": None}, "options", "at least one option"),
    ({"options": []}, "options", "at least one option"),
    ({"options": "red"}, "options", "must be a list of at most 100"),
    ({"options": {"red": "Red"}}, "options", "must be a list of at most 100"),
    ({"options": TOO_MANY}, "options", "must be a list of at most 100"),
    ({"options": [RED, "Green"]}, "options[1]", "must be an object"),
    ({"options": [RED, {"label": "Green"}]}, "options[1].id", "required"),
    ({"options": [RED, {"id": "", "label": "Green"}]}, "options[1].id", "required"),
    ({"options": [RED, {"id": "a\nb", "label": "Green"}]}, "options[1].id", "one line"),
    ({"options": [RED, {"id": 2, "label": "Green"}]}, "options[1].id", "must be text"),
    ({"options": [RED, {"id": "green"}]}, "options[1].label", "required"),
    ({"options": [RED, {"id": "green", "label": "\u3000"}]}, "options[1].label", "required"),
    ({"options": [RED, {"id": "green", "label": "g" * 201}]}, "options[1].label", "at most 200"),
    ({"options": [RED, {**GREEN, "description": "d" * 501}]}, "options[1].description", "at most 500"),
    ({"options": [RED, {**GREEN, "recommended": 1}]}, "options[1].recommended", "true or false"),
    ({"options": [RED, {**GREEN, "value": "g"}]}, "options[1].value", "not a field"),
    ({"options": [RED, {**GREEN, "id": "red"}]}, "options[1].id", "must differ"),
    ({"options": [RED, {**GREEN, "label": " RED "}]}, "options[1].label", "must differ"),
    ({"options": [RED, {**GREEN, "label": "Ｒed"}]}, "options[1].label", "must differ"),
    ({"options": [RED, {**GREEN, "label": "Red\u200e"}]}, "options[1].label", "must differ"),
    ({"options": [GREEN, BLUE]}, "options", "recommended"),
    # limits and defaults
    ({"min_selections": 0}, "min_selections", "exactly one"),
    ({"max_selections": 2}, "max_selections", "exactly one"),
    ({"min_selections": -1}, "min_selections", "whole number"),
    ({"min_selections": True}, "min_selections", "whole number"),
    ({"default_selection_ids": ["pink"]}, "default_selection_ids", "ids of the options"),
    ({"default_selection_ids": ["red", "blue"]}, "default_selection_ids", "max_selections"),
    ({"default_selection_ids": "red"}, "default_selection_ids", "must be a list"),
    ({"default_selection_ids": [None]}, "default_selection_ids[0]", "must be text"),
    ({"use_defaults": True}, "use_defaults", "default_selection_ids"),
    # switches that do not fit
    ({"placeholder": "Type here"}, "placeholder", "own words"),
    ({"show_placeholder": True}, "show_placeholder", "own words"),
]
REFUSED_IN_MODE: list[tuple[str, dict[str, object], str, str]] = [
    ("multi", {"min_selections": 3, "max_selections": 2}, "min_selections", "more than max_selections"),
    ("multi", {"min_selections": 4}, "min_selections", "number of options"),
    ("multi", {"max_selections": 4}, "max_selections", "number of options"),
    ("multi", {"max_selections": 0}, "max_selections", "at least 1"),
    ("multi", {"default_selection_ids": ["red", "red"]}, "default_selection_ids", "only once"),
    (
        "multi",
        {"min_selections": 2, "default_selection_ids": ["red"]},
        "default_selection_ids",
        "min_selections",
    ),
    (
        "multi",
        {"max_selections": 1, "default_selection_ids": ["red", "blue"]},
        "default_selection_ids",
        "max_sel",
    ),
    ("multi", {"placeholder": "Type here"}, "placeholder", "own words"),
    ("hybrid", {"options": []}, "options", "at least one option"),
    ("hybrid", {"options": [GREEN]}, "options", "recommended"),
    ("hybrid", {"placeholder": "p" * 201}, "placeholder", "at most 200"),
    ("text_input", {"options": [RED]}, "options", "text_input has no options"),
    ("text_input", {"min_selections": 1}, "min_selections", "text_input has no options"),
    ("text_input", {"max_selections": 1}, "max_selections", "text_input has no options"),
    ("text_input", {"default_selection_ids": ["red"]}, "default_selection_ids", "text_input has no options"),
    (
        "text_input",
        {"allow_option_annotations": True},
        "allow_option_annotations",
        "text_input has no options",
    ),
    ("text_input", {"use_defaults": True}, "use_defaults", "default_selection_ids"),
    ("text_input", {"single_submit_mode": True}, "single_submit_mode", "no option"),
    ("multi", {"single_submit_mode": True, "min_selections": 2}, "single_submit_mode", "min_selections"),
    ("hybrid", {"single_submit_mode": True, "min_selections": 2}, "single_submit_mode", "min_selections"),
]


@pytest.mark.requirement("PC2")
@pytest.mark.parametrize(
    ("mode", "changes", "field", "rule"), [*[("single", *row) for row in REFUSED], *REFUSED_IN_MODE]
)
def test_an_error_has_the_field_the_rule_and_a_working_example(
    mode: str, changes: dict[str, object], field: str, rule: str
) -> None:
    error = rejection(asking(mode, **changes))

    assert error.field == field
    assert rule in error.rule
    assert error.example["selection_mode"] == mode


@pytest.mark.requirement("PC2")
@pytest.mark.parametrize("name", ["title", "prompt", "selection_mode"])
def test_required_fields_must_be_present(name: str) -> None:
    payload = asking()
    del payload[name]

    assert rejection(payload).field == name


def test_the_example_of_an_error_is_a_copy() -> None:
    changed = rejection(asking(title="")).example
    options = changed["options"]
    assert isinstance(options, list)
    options.clear()

    assert rejection(asking(title="")).example["options"]


@given(st.sampled_from(MODES), st.permutations([RED, GREEN, BLUE]), st.permutations(["red", "green", "blue"]))
@settings(max_examples=20)
def test_defaults_are_in_the_order_of_the_options(
    mode: str, options: list[dict[str, object]], ids: list[str]
) -> None:
    defaults = {"single": ids[:1], "text_input": []}.get(mode, ids)
    payload = asking(mode, default_selection_ids=defaults)
    payload |= {} if mode == "text_input" else {"options": options}

    chosen = parse_request(payload).question.default_selection_ids

    assert chosen == tuple(option["id"] for option in options if option["id"] in defaults)


# --- forms ---


def test_a_form_keeps_every_field_of_its_questions() -> None:
    payload = {
        "title": "Set-up",
        "context": "Before the first start.",
        "questions": [
            {
                "id": "store",
                "text": "Which store?",
                "context": "Data survives restarts in both.",
                "category": "discovery",
                "selection_mode": "multi",
                "options": [
                    {
                        "id": "a",
                        "label": "SQLite",
                        "description": "One file",
                        "value": "s\r",
                        "recommended": True,
                        "preview": "```diff\n- one\n+ two\n```",
                        "danger": True,
                    }
                ],
                "default_selection_ids": ["a"],
                "min_selections": 0,
                "max_selections": 1,
                "allow_free_text": True,
                "placeholder": "Another one",
                "metadata": {"deep": {"list": [1, 2.5, None, True, "x"]}},
            },
            {"text": "What name?", "selection_mode": "text_input"},
        ],
    }

    form = parse_form(json.dumps(payload))

    first, second = form.questions
    assert form.title == "Set-up"
    assert first.model_dump(mode="json") == payload["questions"][0]
    assert second == Question(id="q2", text="What name?", selection_mode="text_input")
    assert parse_form(form.model_dump(mode="json")) == form
    assert parse_form(form.model_dump_json()) == form


def test_an_option_of_a_form_may_be_its_label_alone() -> None:
    form = parse_form({"questions": [{"text": "Which?", "options": ["A", {"id": "b", "label": "B"}]}]})

    assert form.questions[0].options == (Option(id="1", label="A"), Option(id="b", label="B"))


def test_missing_ids_are_numbered() -> None:
    form = parse_form({"questions": [{"text": "Which?", "options": [{"label": "A"}, {"label": "B"}]}] * 2})

    assert [question.id for question in form.questions] == ["q1", "q2"]
    assert form.questions[1].option_ids == ("1", "2")


@pytest.mark.requirement("PC2")
@pytest.mark.parametrize(
    ("payload", "field", "rule"),
    [
        ([], "payload", "must be an object"),
        ("{", "payload", "valid JSON"),
        ({"questions": []}, "questions", "at least one question"),
        ({}, "questions", "at least one question"),
        ({"questions": [{}] * 21}, "questions", "at most 20"),
        ({"questions": [1]}, "questions[0]", "must be an object"),
        ({"question": []}, "question", "did you mean questions?"),
        ({"title": 1, "questions": []}, "title", "must be text"),
        (form_asking(text=" "), "questions[0].text", "required"),
        (form_asking(options=[RED, " "]), "questions[0].options[1].label", "required"),
        (form_asking(options=[RED, 7]), "questions[0].options[1]", "must be an object"),
        (form_asking(category="other"), "questions[0].category", "discovery, clarification, mode_selection"),
        (
            form_asking(options=[RED, {"label": "x", "value": "v" * 2001}]),
            "questions[0].options[1].value",
            "2000",
        ),
        (
            form_asking(options=[{"label": "A"}, {"id": "1", "label": "B"}]),
            "questions[0].options[1].id",
            "differ",
        ),
        (form_asking("hybrid", allow_free_text=False), "questions[0].allow_free_text", "must be true"),
        (form_asking("text_input", allow_free_text=False), "questions[0].allow_free_text", "must be true"),
        (
            form_asking("multi", min_selections=3, max_selections=2),
            "questions[0].min_selections",
            "max_selections",
        ),
        (form_asking(allow_free_text=False, placeholder="Type"), "questions[0].placeholder", "own words"),
        (form_asking(metadata=[]), "questions[0].metadata", "object of JSON values"),
        (form_asking(metadata={"a": float("nan")}), "questions[0].metadata", "at most 4096 bytes"),
        (
            {"questions": [{"id": "x", "text": "A", "selection_mode": "text_input"}] * 2},
            "questions[1].id",
            "differ",
        ),
    ],
)
def test_a_form_is_checked_as_strictly_as_a_request(payload: object, field: str, rule: str) -> None:
    error = form_rejection(payload)

    assert error.field == field
    assert rule in error.rule


CYCLE: dict[str, object] = {}
CYCLE["self"] = CYCLE
LIST_CYCLE: list[object] = []
LIST_CYCLE.append(LIST_CYCLE)


@pytest.mark.parametrize(
    "metadata",
    [
        dict.fromkeys(map(str, range(32))),
        {"1": {"2": {"3": {"4": 4}}}},
        {"a": "x" * (4096 - len('{"a": ""}'))},
        {"a": [1, 2.5, None, True, "é", "\\u0000"], "b": {"c": [2**53 - 1]}},
    ],
    ids=["names", "levels", "bytes", "values"],
)
def test_metadata_within_its_bounds_is_kept(metadata: dict[str, object]) -> None:
    assert parse_form(form_asking(metadata=metadata)).questions[0].metadata == metadata


@pytest.mark.parametrize(
    "metadata",
    [
        [],
        "text",
        {1: 2},
        dict.fromkeys(map(str, range(33))),
        {"a": dict.fromkeys(map(str, range(32)))},
        {"1": {"2": {"3": {"4": {"5": 5}}}}},
        {"1": [[[[]]]]},
        {"a": "x" * 4096},
        {"a": "é" * 2048},
        {"x" * 5000: 1},
        {"a": [0] * 100_000},
        {"a": float("-inf")},
        {"a": 2**53},
        {"a": 10**5000},
        {"a": "\x00"},
        {"\x00": "a"},
        {"a": "\ud800"},
        {"\ud800": 1},
        {"a": {1, 2}},
        {"a": b"bytes"},
        CYCLE,
        {"a": LIST_CYCLE},
    ],
    ids=lambda value: type(value).__name__,
)
def test_metadata_beyond_its_bounds_is_rejected(metadata: object) -> None:
    error = form_rejection(form_asking(metadata=metadata))

    assert error.field == "questions[0].metadata"
    assert "4096 bytes, 32 names, 4 levels" in error.rule


@pytest.mark.parametrize("mode", MODES)
def test_the_example_for_a_form_asks_in_the_same_mode(mode: str) -> None:
    error = form_rejection(form_asking(mode, text=""))

    assert parse_form(error.example).questions[0].selection_mode == mode


def test_a_payload_with_questions_is_a_form_and_any_other_a_request() -> None:
    assert parse_request_or_form(form_asking()) == parse_form(form_asking())
    assert parse_request_or_form(json.dumps(asking())) == parse_request(asking())
    with pytest.raises(InvalidRequest, match="must be an object"):
        parse_request_or_form(None)
    with pytest.raises(InvalidRequest, match="valid JSON"):
        parse_request_or_form("{")


# --- where the rules live ---


@pytest.mark.requirement("PC11")
@pytest.mark.parametrize("payload", [asking(), asking(title=""), None])
def test_the_deprecated_parse_request_warns_and_still_works(payload: object) -> None:
    def outcome(parse: object) -> object:
        assert callable(parse)
        try:
            return parse(payload)
        except InvalidRequest as error:
            return (error.field, error.rule, error.example)

    with pytest.warns(DeprecationWarning, match=r"choice\.validation"):
        old = outcome(models.parse_request)

    assert old == outcome(parse_request)


SERVERS_AND_PROMPTS = {
    "asyncio",
    "starlette",
    "fastapi",
    "uvicorn",
    "mcp",
    "questionary",
    "sqlalchemy",
    "slack_bolt",
}


@pytest.mark.requirement("PC10")
def test_validation_imports_no_server_and_no_terminal() -> None:
    program = "import sys, choice.validation, choice.response; print(*sys.modules)"

    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout

    packages = {name.partition(".")[0] for name in loaded.split()}
    assert packages.isdisjoint(SERVERS_AND_PROMPTS)
