"""Matching of a typed reply, rule by rule."""

import time
from collections.abc import Callable

import pytest

import choice
from choice.errors import InvalidAnswer
from choice.models import Form, Option, Question
from choice.replies.match import LONGEST, exact_option, match_reply

pytestmark = pytest.mark.requirement("UP7")

DATABASES = Question(text="Which database?", options=["SQLite", "PostgreSQL", "MySQL"])
COLOURS = Question(
    text="Which colours?", options=["Red", "Green", "Blue", "Black", "White"], selection_mode="multi"
)


def said(reply: str, question: Question = DATABASES) -> tuple[str, tuple[str, ...], str]:
    found = match_reply(reply, question)
    return found.status, found.option_ids, found.rule


@pytest.mark.parametrize(
    ("reply", "rule"),
    [
        ("PostgreSQL", "label"),
        ("2", "number"),
        ("b", "letter"),
        ("ii", "letter"),
        ("the second one", "ordinal"),
        ("2nd", "ordinal"),
        ("option2", "ordinal"),
        ("the middle one", "middle"),
        ("postgres", "partial"),
        ("postgerSQL", "misspelt"),
        ("postgres, not mysql", "negation"),
        ("B: PostgreSQL", "letter"),
    ],
)
def test_the_result_names_the_rule(reply: str, rule: str) -> None:
    assert said(reply) == ("matched", ("2",), rule)


def test_the_public_function_returns_the_typed_text() -> None:
    found = choice.match_reply(" The SECOND one!\n", DATABASES)

    assert found == choice.ReplyMatch("matched", ("2",), "ordinal", " The SECOND one!\n")


def test_an_option_is_named_by_its_id_or_its_value() -> None:
    question = Question(
        text="Where?",
        options=[
            Option(id="eu-1", label="Frankfurt", value="de"),
            Option(id="us-1", label="Ohio", value="us"),
        ],
    )

    assert said("EU-1", question) == ("matched", ("eu-1",), "id")
    assert said("us", question) == ("matched", ("us-1",), "value")
    assert said("de please", question) == ("matched", ("eu-1",), "label")


def test_a_number_word_in_a_label_beats_the_position() -> None:
    question = Question(text="How?", options=["Worldwide", "One region", "Two regions"])

    assert said("two", question) == ("matched", ("3",), "partial")
    assert said("option two", question) == ("matched", ("2",), "ordinal")
    assert said("the second one", question) == ("matched", ("2",), "ordinal")


def test_a_number_with_a_counter_is_a_position_even_if_a_label_has_it() -> None:
    question = Question(text="どう公開しますか？", options=["段階的に公開", "一斉に公開"])

    assert said("一番がいいです", question) == ("matched", ("1",), "ordinal")
    assert said("一", question)[:2] == ("matched", ("1",))
    assert said("1", question)[:2] == ("matched", ("1",))


def test_a_digit_that_is_a_position_and_starts_a_label_is_ambiguous() -> None:
    question = Question(text="How long?", options=["2 weeks", "1 month", "3 days"])

    assert said("2", question) == ("ambiguous", ("1", "2"), "number")
    assert said("2 please", question)[:2] == ("ambiguous", ("1", "2"))
    assert said("3", question) == ("matched", ("3",), "number")


def test_a_label_that_is_a_number_beats_the_position() -> None:
    options = [Option(id="x", label="3"), Option(id="y", label="2"), Option(id="z", label="1")]

    assert said("3", Question(text="Which?", options=options)) == ("matched", ("x",), "label")


def test_labels_that_differ_only_in_case_or_signs_match_exactly() -> None:
    question = Question(text="Which?", options=["resume", "Resume", "C", "C++", "C#"])

    assert said("Resume", question)[:2] == ("matched", ("2",))
    assert said("RESUME", question)[:2] == ("ambiguous", ("1", "2"))
    assert said("c++", question)[:2] == ("matched", ("4",))
    assert said("let's use c#", question)[:2] == ("matched", ("5",))


def test_a_label_that_ends_in_a_question_mark_is_not_a_question() -> None:
    question = Question(text="What now?", options=["Why not?", "Stay here"])

    assert said("why not?", question)[:2] == ("matched", ("1",))
    assert said("stay here?", question) == ("not_an_answer", (), "question")


@pytest.mark.parametrize(
    ("reply", "ids"),
    [
        ("1, 3", ("1", "3")),
        ("red and blue", ("1", "3")),
        ("2-4", ("2", "3", "4")),
        ("b to d", ("2", "3", "4")),
        ("1 a 3", ("1", "2", "3")),
        ("the first two", ("1", "2")),
        ("last three", ("3", "4", "5")),
        ("everything", ("1", "2", "3", "4", "5")),
        ("everything but green", ("1", "3", "4", "5")),
        ("A y C", ("1", "3")),
        ("all but the first and the last", ("2", "3", "4")),
        ("green, not red", ("2",)),
        ("1번, 2번 빼고", ("3", "4", "5")),
    ],
)
def test_several_options_are_named_by_lists_ranges_and_exceptions(reply: str, ids: tuple[str, ...]) -> None:
    assert said(reply, COLOURS)[:2] == ("matched", ids)


@pytest.mark.parametrize(
    "reply", ["3-1", "4-9", "the first nine", "1 and 9", "red or blue", "middle and green or"]
)
def test_a_list_with_an_invalid_item_is_never_matched(reply: str) -> None:
    assert said(reply, COLOURS)[0] in {"ambiguous", "not_an_answer"}


def test_the_middle_of_an_even_number_of_options_is_ambiguous() -> None:
    question = Question(text="Which?", options=["p", "q", "r", "s"])

    assert said("the middle one", question)[:2] == ("ambiguous", ("2", "3"))


def test_more_or_fewer_options_than_allowed_are_ambiguous() -> None:
    question = Question(
        text="Two, please",
        options=["Red", "Green", "Blue"],
        selection_mode="multi",
        min_selections=2,
        max_selections=2,
    )

    assert said("red", question) == ("ambiguous", ("1",), "too_few")
    assert said("all", question) == ("ambiguous", ("1", "2", "3"), "too_many")
    assert said("red and blue", question)[:2] == ("matched", ("1", "3"))
    assert said("red and blue") == ("free_text", (), "own_words")
    assert said("1 and 2") == ("ambiguous", ("1", "2"), "too_many")
    assert exact_option("red", question) is None


def test_excluding_all_but_one_option_chooses_it() -> None:
    pair = Question(text="Which theme?", options=["Light", "Dark"])

    assert said("not the first", pair) == ("matched", ("2",), "negation")
    assert said("the first one not", pair) == ("matched", ("2",), "negation")
    assert said("not the first") == ("ambiguous", ("2", "3"), "negation")
    assert said("not sqlite and not postgres") == ("matched", ("3",), "negation")
    assert said("not postgres, postgres")[0] == "ambiguous"
    assert said("all but sqlite, postgres and mysql")[:2] == ("ambiguous", ())
    assert said("not, sqlite") == ("matched", ("1",), "label")


def test_both_means_two_options_if_there_are_two() -> None:
    pair = Question(text="Which?", options=["Light", "Dark"], selection_mode="multi")

    assert said("both", pair) == ("matched", ("1", "2"), "both")
    assert said("both", COLOURS) == ("ambiguous", ("1", "2", "3", "4", "5"), "both")
    assert said("not both", COLOURS)[0] == "ambiguous"
    assert said("both red and blue", COLOURS)[:2] == ("matched", ("1", "3"))


def test_none_is_an_answer_if_no_selection_is_required() -> None:
    free = Question(text="Extras?", options=["Tests", "Docs"], selection_mode="multi", min_selections=0)

    assert said("none of them", free) == ("matched", (), "none")
    assert said("none of them") == ("declined", (), "none")
    assert said("skip", free) == ("declined", (), "declined")
    assert said("skip, postgres")[0] == "ambiguous"


@pytest.mark.requirement("FB8")
@pytest.mark.parametrize(
    ("options", "positive", "negative"),
    [
        (
            [Option(id="a", label="Send it", value="yes"), Option(id="b", label="Keep it", value="no")],
            "a",
            "b",
        ),
        ([Option(id="a", label="Yes, send it"), Option(id="b", label="No, wait")], "a", "b"),
        ([Option(id="a", label="Continue"), Option(id="b", label="Cancel")], "a", "b"),
        ([Option(id="no", label="✗"), Option(id="yes", label="✓")], "yes", "no"),
    ],
)
def test_yes_and_no_match_options_that_mean_them(options: list[Option], positive: str, negative: str) -> None:
    question = Question(text="Shall I?", options=options)

    for reply in ("yes", "yep", "sure", "👍", "네", "はい", "好的", "ja", "sí", "oui", "y", "go ahead"):
        assert said(reply, question)[:2] == ("matched", (positive,)), reply
    for reply in (
        "no",
        "nope",
        "n",
        "👎",
        "아니요",
        "いいえ",
        "不",
        "nein",
        "non",
        "don't do it",
        "no thanks",
    ):
        assert said(reply, question)[:2] == ("matched", (negative,)), reply
    assert said("not sure", question)[0] == "not_an_answer"
    assert said("yeah no", question)[0] == "ambiguous"
    assert said("2", question)[1] == (question.option_ids[1],)


def test_without_such_options_yes_is_no_answer_and_no_declines() -> None:
    assert said("yes") == ("not_an_answer", (), "yes_no")
    assert said("no") == ("declined", (), "no")
    assert said("don't") == ("declined", (), "no")
    assert said("yes, postgres")[:2] == ("matched", ("2",))
    assert said("no, postgres")[:2] == ("matched", ("2",))
    assert said("no postgres")[:2] == ("ambiguous", ("1", "3"))
    assert said("postgres no")[:2] == ("ambiguous", ("1", "3"))
    assert said("postgres, no way")[:2] == ("ambiguous", ("1", "3"))
    assert said("postgres, nope, mysql")[:2] == ("matched", ("3",))


def test_among_more_than_two_options_only_a_plain_yes_or_no_counts() -> None:
    plain = Question(text="Go on?", options=["Yes, all", "Yes, some", "No"])
    mixed = Question(text="Go on?", options=["Continue", "Skip", "Explain"])

    assert said("yep", plain)[:2] == ("ambiguous", ("1", "2"))
    assert said("nope", plain)[:2] == ("matched", ("3",))
    assert said("yep", mixed) == ("not_an_answer", (), "yes_no")


def test_a_label_without_words_is_neither_yes_nor_no() -> None:
    options = [Option(id="y", label="!"), Option(id="n", label="+"), Option(id="later", label="Later")]

    assert said("sure", Question(text="Go on?", options=options)) == ("not_an_answer", (), "yes_no")
    assert said("!", Question(text="Go on?", options=options))[:2] == ("matched", ("y",))


@pytest.mark.parametrize(
    "text",
    [
        "Delete it?",
        "Alte Daten löschen?",
        "¿Borrar todo?",
        "Supprimer ?",
        "삭제할까요?",
        "要删除吗？",
        "削除しますか？",
    ],
)
def test_destructive_options_match_exactly_or_are_ambiguous(text: str) -> None:
    question = Question(text=text, options=["Backups", "Everything old", "Nothing at all"])

    for reply in ("1", "a", "(A)", "backups", "BACKUPS!"):
        assert said(reply, question)[:2] == ("matched", ("1",)), reply
    for reply in ("the first", "backups please", "backup", "bakcups", "option 1", "第一个"):
        assert said(reply, question) == ("ambiguous", ("1",), "destructive"), reply
    assert said("you decide", question) == ("not_an_answer", (), "destructive")
    assert said("cancel", question)[0] == "declined"


def test_several_destructive_options_must_be_listed() -> None:
    question = Question(text="Delete which?", options=["Logs", "Dumps", "Media"], selection_mode="multi")

    assert said("1, 3", question)[:2] == ("matched", ("1", "3"))
    assert said("logs and media", question)[:2] == ("matched", ("1", "3"))
    assert said("all", question) == ("ambiguous", ("1", "2", "3"), "destructive")
    assert said("1-3", question) == ("ambiguous", ("1", "2", "3"), "destructive")


def test_metadata_overrides_what_counts_as_destructive() -> None:
    risky = Question(text="Restart?", options=["Now", "Tonight"], metadata={"destructive": True})
    safe = Question(text="Delete the draft?", options=["Now", "Tonight"], metadata={"destructive": False})

    assert said("the first", risky)[0] == "ambiguous"
    assert said("the first", safe)[0] == "matched"


def test_free_text_stays_free_text_if_the_question_allows_it() -> None:
    closed = Question(text="Which?", options=["SQLite", "PostgreSQL"], allow_free_text=False)

    assert said("postgres but with replicas") == ("free_text", (), "own_words")
    assert said("postgres but with replicas", closed) == ("ambiguous", ("2",), "own_words")
    assert said("a quantum ledger", closed) == ("not_an_answer", (), "own_words")
    assert said("word " * LONGEST) == ("free_text", (), "long")
    assert said("thursday at 3") == ("free_text", (), "own_words")
    assert said("SQLite would be a mistake") == ("free_text", (), "own_words")


def test_a_question_without_options_accepts_any_text() -> None:
    question = Question(text="Why?", selection_mode="text_input")

    assert said("what do you mean?", question) == ("free_text", (), "own_words")
    assert said(" \u200b", question) == ("not_an_answer", (), "empty")


def test_a_reason_after_a_choice_does_not_change_it() -> None:
    assert said("postgres because we know it well")[:2] == ("matched", ("2",))
    assert said("because we know it well")[0] == "free_text"


def test_a_polite_request_for_an_option_is_an_answer() -> None:
    assert said("Could we use PostgreSQL?")[:2] == ("matched", ("2",))
    assert said("Should we use PostgreSQL?")[0] == "not_an_answer"
    assert said("which is faster")[0] == "not_an_answer"


def test_the_recommended_option_can_be_asked_for() -> None:
    small = Option(id="s", label="Small")
    question = Question(text="Which?", options=[small, Option(id="l", label="Large", recommended=True)])
    preset = Question(
        text="Which?", options=[small, Option(id="l", label="Large")], default_selection_ids=["s"]
    )

    assert said("the recommended one", question) == ("matched", ("l",), "recommended")
    assert said("the default", preset) == ("matched", ("s",), "recommended")
    assert said("the recommended one") == ("delegated", (), "delegated")


def test_a_position_beyond_the_options_is_no_answer_but_an_amount_is_free_text() -> None:
    amounts = Question(text="How many?", options=["1 copy", "2 copies", "10 copies"])

    assert said("7") == ("not_an_answer", (), "out_of_range")
    assert said("option 7") == ("not_an_answer", (), "out_of_range")
    assert said("x") == ("not_an_answer", (), "out_of_range")
    assert said("99999999") == ("not_an_answer", (), "out_of_range")
    assert said("7", amounts) == ("free_text", (), "own_words")
    assert said("10", amounts) == ("matched", ("3",), "number")
    assert said("10 copies please", amounts)[:2] == ("matched", ("3",))


def test_letters_and_roman_numerals_are_positions() -> None:
    nine = Question(text="Which?", options=[f"Thing{'x' * one}" for one in range(1, 10)])
    plans = Question(text="Which?", options=["Plan B", "Plan A", "A plan"])

    assert said("I", nine)[:2] == ("matched", ("9",))
    assert said("I")[:2] == ("matched", ("1",))
    assert said("v", nine)[:2] == ("matched", ("5",))
    assert said("iv", nine)[:2] == ("matched", ("4",))
    assert said("B", plans)[:2] == ("matched", ("1",))


def test_a_misspelt_word_matches_only_if_one_option_is_similar() -> None:
    question = Question(text="Where?", options=["Coast east", "Coast west", "Json export", "Administration"])

    assert said("josn", question)[:2] == ("matched", ("3",))
    assert said("jsin", question)[0] == "free_text"
    assert said("adminstratoin", question)[:2] == ("matched", ("4",))
    assert said("coast", question)[:2] == ("ambiguous", ("1", "2"))
    assert said("zebra", question)[0] == "free_text"
    assert said("administer", question)[0] == "free_text"


def test_words_that_all_options_share_are_ignored() -> None:
    question = Question(text="Which?", options=["Plan small", "Plan large"])

    assert said("plan", question)[:2] == ("ambiguous", ("1", "2"))
    assert said("plan large", question)[:2] == ("matched", ("2",))
    assert said("only", Question(text="Sure?", options=["Only option"]))[0] == "not_an_answer"
    assert said("blue", Question(text="Sure?", options=["Blue door"]))[:2] == ("matched", ("1",))


@pytest.mark.parametrize(
    "reply",
    ["", " ", "\x00", "\u200b\u202e", "...", "please", "that one", "\ud800", "🙂", "((", "#", "-", "option"],
)
def test_an_empty_reply_is_not_an_answer(reply: str) -> None:
    assert said(reply)[0] == "not_an_answer"


@pytest.mark.parametrize(
    "reply",
    [
        "２",
        "②",
        "⑵",
        "Ｂ",
        "🅱️",
        "2️⃣",
        "\u202e2\u202c",
        "2\x00",
        "\u200bpostgresql",
        "“PostgreSQL”",
        "【B】",
        "ＰｏｓｔｇｒｅＳＱＬ",
        "2\u2028",
    ],
)
def test_width_hidden_characters_and_quotes_do_not_matter(reply: str) -> None:
    assert said(reply)[:2] == ("matched", ("2",))


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "1,",
        "not ",
        "?",
        "\x00",
        "\u200b",
        "\ud800",
        "\u202e2",
        "e\u0301",
        "\u0301\u0323",
        "\u0f72\u0f71",
        "\ufdfa",
        "네 ",
        "'",
        "!",
        " ",
        "\n",
    ],
)
def test_a_hostile_reply_of_a_hundred_thousand_characters_is_matched_quickly(unit: str) -> None:
    reply = unit * (100_000 // len(unit))
    begun = time.process_time()

    found = match_reply(reply, DATABASES)

    assert time.process_time() - begun < 1
    assert found.status in {"free_text", "not_an_answer"}
    assert found.text == reply
    assert match_reply(unit * 10 + "\n2" if unit.isspace() else "2", DATABASES).option_ids == ("2",)


def test_a_long_reply_to_a_hundred_long_labels_is_matched_quickly() -> None:
    labels = [
        " ".join(f"w{chr(97 + one % 26)}ordy{word}x{one}" for word in range(18))[:200] for one in range(100)
    ]
    question = Question(text="Which?", options=labels)
    begun = time.process_time()

    match_reply("wbordya wcordyb " * 25, question)

    assert time.process_time() - begun < 1


@pytest.mark.requirement("SL7")
def test_only_an_exact_option_counts_in_a_thread() -> None:
    question = Question(
        text="Which?", options=[Option(id="lite", label="SQLite"), Option(id="pg", label="PostgreSQL")]
    )

    for reply in ("pg", "PG", "postgresql", " PostgreSQL! ", "2", "2.", "(b)", "Ｂ", "#2", "*PostgreSQL*"):
        found = exact_option(reply, question)
        assert found is not None, reply
        assert (found.option_ids, found.status, found.text) == (("pg",), "matched", reply)
    for reply in ("postgres", "the second one", "PostgreSQL please", "2?", "3", "", "yes", "1 and 2", "hm"):
        assert exact_option(reply, question) is None, reply


@pytest.mark.requirement("FB8")
def test_a_plain_yes_or_no_counts_in_a_thread_if_an_option_means_it() -> None:
    question = Question(
        text="Publish it?", options=[Option(id="a", label="Yes, go"), Option(id="b", label="No")]
    )

    for reply, wanted in (("yes", "a"), ("Yep!", "a"), ("네", "a"), ("nope", "b"), ("いいえ", "b")):
        found = exact_option(reply, question)
        assert found is not None, reply
        assert found.option_ids == (wanted,)
    for reply in ("yes, but tell me more first", "no idea", "not sure", "maybe", "yes " * LONGEST):
        assert exact_option(reply, question) is None, reply


@pytest.mark.requirement("FB8")
def test_a_destructive_option_needs_more_than_a_yes_in_a_thread() -> None:
    options = [Option(id="a", label="Yes, delete them"), Option(id="b", label="No")]
    question = Question(text="Delete all backups?", options=options)

    assert exact_option("sure", question) is None
    assert exact_option("Yes, delete them", question) is not None


@pytest.mark.parametrize("reply", [None, 2, b"SQLite", ["SQLite"]])
def test_a_reply_that_is_not_a_string_is_rejected(reply: object) -> None:
    with pytest.raises(choice.ChoiceError, match="reply: must be a string"):
        match_reply(reply, DATABASES)  # type: ignore[arg-type]  # whatever a surface hands over


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (None, "not to NoneType."),
        ({"text": "Which?"}, "not to dict."),
        (Form(questions=(DATABASES,)), "not to Form; pass one of its questions."),
    ],
)
@pytest.mark.parametrize("match", [match_reply, exact_option])
def test_an_object_that_is_not_a_question_is_rejected_with_a_hint(
    match: Callable[[str, Question], object], given: Question, words: str
) -> None:
    with pytest.raises(TypeError) as caught:
        match("red", given)

    assert str(caught.value) == f"A reply is matched to a Question, {words}"


@pytest.mark.parametrize("match", [match_reply, exact_option])
def test_a_value_that_is_not_a_string_is_not_a_reply(match: Callable[[bytes, Question], object]) -> None:
    with pytest.raises(InvalidAnswer, match="decode bytes first"):
        match(b"red", DATABASES)
