"""Fields that an agent sends beside a question."""

import pytest

from choice.desk import Asker, Audience
from choice.desk.origin import Origin, split_origin
from choice.errors import InvalidRequest
from choice.models import RUN_URL, ChoiceRequest, Form, Question
from choice.validation import parse_request

RUN = "https://ci.example.org/runs/7"
FORM = Form(
    questions=(Question(text="Which?", options=["A", "B"]), Question(id="q2", text="Why?", options=["C"]))
)


def request() -> ChoiceRequest:
    options = [{"id": "a", "label": "A", "recommended": True}, {"id": "b", "label": "B"}]
    return parse_request(
        {"title": "Store", "prompt": "Which store?", "selection_mode": "single", "options": options}
    )


def test_the_fields_become_terms_and_keep_the_identity_of_the_asker() -> None:
    origin, rest = split_origin(
        {
            "project": "shop",
            "urgency": "high",
            "audience": {"users": ["ada"]},
            "title": "Store",
            "run_url": None,
        }
    )
    asker = Asker("claude", subject="bot", client="claude")
    terms = origin.terms(asker)

    assert rest == {"title": "Store"}
    assert terms["asked_by"] == Asker("claude", "shop", subject="bot", client="claude")
    assert (terms["urgency"], terms["audience"]) == ("high", Audience(users=("ada",)))
    assert Origin(project="shop").terms(Asker("claude", "app")) == {"asked_by": Asker("claude", "app")}


def test_the_link_to_the_run_is_stored_with_the_first_question() -> None:
    origin = Origin(run_url=RUN)
    linked = origin.asked(FORM)
    asked = origin.asked(request())

    assert isinstance(linked, Form)
    assert [question.metadata for question in linked.questions] == [{RUN_URL: RUN}, {}]
    assert isinstance(asked, ChoiceRequest)
    assert asked.question.metadata[RUN_URL] == RUN
    assert Origin().asked(FORM) is FORM
    assert Origin().linked(FORM) is FORM


def test_an_invalid_field_is_named() -> None:
    with pytest.raises(InvalidRequest) as caught:
        split_origin({"run_url": "javascript:alert(1)"})

    assert caught.value.field == "run_url"
