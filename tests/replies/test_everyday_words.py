"""Everyday replies: fillers, words of the question, votes, and labels with negations."""

import pytest

from choice.models import Question
from choice.replies.match import match_reply

pytestmark = pytest.mark.requirement("UP7")

DATABASES = Question(text="Which database?", options=["SQLite", "PostgreSQL", "MySQL"])
COLOURS = Question(
    text="Which colours?", options=["Red", "Green", "Blue", "Black", "White"], selection_mode="multi"
)
DEPLOY = Question(text="When do we deploy?", options=["Deploy now", "Deploy later"])
MERGE = Question(text="Shall I merge the pull request?", options=["Yes", "No"])
PLAN = Question(text="Which plan do you want?", options=["Basic", "Pro", "Enterprise"])


@pytest.mark.parametrize(
    ("reply", "question", "chosen"),
    [
        ("now please", DEPLOY, ("1",)),
        ("Postgres for now", DATABASES, ("2",)),
        ("now or later", DEPLOY, ()),
        ("later or now", DEPLOY, ()),
        ("go", Question(text="Where?", options=["Go left", "Go right"]), ()),
        ("mas tarde", Question(text="¿Cuándo?", options=["Ahora", "Más tarde, hoy"]), ("2",)),
        ("6-20", Question(text="How many?", options=["1-5 people", "6-20 people", "More than 20"]), ("2",)),
        ("do it", Question(text="How?", options=["Wait", "Do it later"]), ()),
        ("skip it", Question(text="What now?", options=["Fix it", "Open an issue and skip it"]), ("2",)),
        ("skip it", Question(text="What now?", options=["Fix it", "Don't skip it"]), ()),
        ("show me", Question(text="Fix them?", options=["Fix them", "Show me first"]), ("2",)),
        ("show me the difference", Question(text="Fix?", options=["Fix them", "Show me first"]), ()),
        ("the cheapest one", PLAN, ()),
        ("the best one", Question(text="How?", options=["Fast", "Best quality"]), ()),
        ("the better one", Question(text="How?", options=["Fast", "Better quality"]), ("2",)),
        ("mas tarde", Question(text="¿Qué?", options=["Uno más tarde", "Dos más tarde"]), ()),
    ],
)
def test_a_filler_word_names_the_option_whose_label_has_it(
    reply: str, question: Question, chosen: tuple[str, ...]
) -> None:
    found = match_reply(reply, question)

    assert (found.option_ids if found.status == "matched" else ()) == chosen


@pytest.mark.parametrize(
    ("reply", "question", "expected"),
    [
        ("the pro plan", PLAN, ("matched", ("2",))),
        ("plan pro", PLAN, ("matched", ("2",))),
        ("no, the pro plan", PLAN, ("matched", ("2",))),
        ("the pro plan costs too much", PLAN, ("free_text", ())),
        ("plan", PLAN, ("free_text", ())),
        ("yes, merge the pull request", MERGE, ("matched", ("1",))),
        ("merge, yes", MERGE, ("matched", ("1",))),
        ("don't merge it", MERGE, ("matched", ("2",))),
        ("no, merge it", MERGE, ("free_text", ())),
        ("merge it", MERGE, ("free_text", ())),
        (
            "both languages",
            Question(text="In which language?", options=["Thai", "Both"]),
            ("matched", ("2",)),
        ),
        ("yes, squash it", MERGE, ("free_text", ())),
        ("yes, keep it", Question(text="Rebase or keep it?", options=["Yes", "No"]), ("free_text", ())),
    ],
)
def test_words_of_the_question_next_to_an_answer_are_ignored(
    reply: str, question: Question, expected: tuple[str, tuple[str, ...]]
) -> None:
    found = match_reply(reply, question)

    assert (found.status, found.option_ids) == expected


@pytest.mark.parametrize(
    ("labels", "reply", "expected"),
    [
        (["Continue", "Don't notify users"], "notify users", ("free_text", ())),
        (["Continue", "Don't notify users"], "don't notify", ("matched", ("2",))),
        (["Continue", "Don't notify users"], "please do not notify users", ("matched", ("2",))),
        (["Continue", "No, notify users"], "notify", ("matched", ("2",))),
        (["Now", "Not this week"], "this week", ("free_text", ())),
        (["Full build", "Build without cache"], "cache", ("free_text", ())),
        (["Full build", "Build without cache"], "without cache", ("matched", ("2",))),
        (["Keep it", "Do not keep it"], "keep", ("ambiguous", ("1", "2"))),
        (["Keep it", "Do not keep it"], "don't keep it", ("matched", ("2",))),
        (["No changes", "Rewrite"], "changes", ("free_text", ())),
        (["No changes", "Rewrite"], "no changes please", ("matched", ("1",))),
        (["Umbauen", "Nicht testen"], "testen", ("free_text", ())),
        (["等待", "不部署"], "部署", ("free_text", ())),
        (["等待", "不部署"], "不部署吧", ("matched", ("2",))),
        (["PostgreSQL（不推荐）", "SQLite"], "postgres", ("matched", ("1",))),
        (["待つ", "デプロイしない"], "デプロイ", ("free_text", ())),
        (["기다리기", "배포하지 않기"], "배포", ("free_text", ())),
        (["기다리기", "배포하지 않기"], "배포하지 않기로 할게요", ("matched", ("2",))),
    ],
)
def test_a_word_negated_in_a_label_does_not_name_that_option(
    labels: list[str], reply: str, expected: tuple[str, tuple[str, ...]]
) -> None:
    found = match_reply(reply, Question(text="What next?", options=labels))

    assert (found.status, found.option_ids) == expected


@pytest.mark.parametrize(
    ("reply", "question", "chosen"),
    [
        ("+1", MERGE, ("1",)),
        ("-1", MERGE, ("2",)),
        ("-1", PLAN, ()),
        ("-1", Question(text="Where?", options=["+1", "0", "-1"]), ("3",)),
        ("- 1", PLAN, ("1",)),
        ("all good", COLOURS, ()),
        ("that's all", COLOURS, ()),
        ("red and blue, that's all", COLOURS, ("1", "3")),
        ("the right one", PLAN, ()),
        ("alles klar", COLOURS, ()),
        ("un segundo", PLAN, ()),
        ("une seconde", PLAN, ()),
        ("하나만요", PLAN, ()),
        ("大丈夫です", Question(text="続けますか？", options=["はい", "いいえ"]), ()),
        ("Proで大丈夫です", PLAN, ("2",)),
        ("the good one", PLAN, ()),
        ("first of all, pro", PLAN, ("2",)),
    ],
)
def test_votes_and_idioms_are_not_positions(reply: str, question: Question, chosen: tuple[str, ...]) -> None:
    found = match_reply(reply, question)

    assert (found.option_ids if found.status == "matched" else ()) == chosen
