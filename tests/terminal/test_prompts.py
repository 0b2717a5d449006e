"""Questions answered with real keys on a modelled screen."""

from pathlib import Path

import pytest

from choice.models import Answered, Cancelled, Form, Option, Question, TimedOut
from choice.validation import parse_request
from tests.terminal.modelled_terminal import ADA, CTRL_C, DOWN, ENTER, ESCAPE, F2, LEFT, UP, modelled_terminal
from tests.terminal.test_safe_text import HOSTILE

STORE = Question(
    text="Which store should keep the questions?",
    options=[
        Option(id="lite", label="SQLite", description="One file, no server"),
        Option(id="pg", label="PostgreSQL", description="Several processes share it", recommended=True),
    ],
    allow_free_text=False,
)
FORM = Form(title="Store", questions=(STORE,))
OPEN_FORM = Form(title="Store", questions=(STORE.model_copy(update={"allow_free_text": True}),))


@pytest.mark.requirement("PC4")
async def test_an_option_is_chosen_with_arrows_and_enter(tmp_path: Path) -> None:
    async with modelled_terminal(tmp_path) as ada:
        asked = await ada.ask(FORM)
        shown = await ada.sees("Esc cancels")
        ada.press(UP, ENTER)
        ended = await ada.ended(asked)

        assert "❯ 2. PostgreSQL  ★ Recommended" in shown
        assert "Several processes share it" in shown
        assert "left" in shown
        assert isinstance(ended.outcome, Answered)
        assert ended.outcome.answers[0].option_ids == ("lite",)
        assert (ended.outcome.answered_by, ended.outcome.surface) == ("ada", "terminal")
        assert ada.screen.lines == ["Store: SQLite"]


@pytest.mark.requirement("PC4")
@pytest.mark.parametrize("key", [ESCAPE, CTRL_C], ids=["escape", "ctrl_c"])
async def test_escape_twice_and_ctrl_c_cancel(tmp_path: Path, key: str) -> None:
    async with modelled_terminal(tmp_path) as ada:
        asked = await ada.ask(FORM)
        await ada.sees("Esc cancels")
        ada.press(key)
        if key == ESCAPE:
            await ada.sees("Esc again cancels the question")
            ada.press(key)
        ended = await ada.ended(asked)

        assert isinstance(ended.outcome, Cancelled)
        assert ada.screen.lines == ["Store: Declined"]


@pytest.mark.requirement("PC4")
async def test_one_escape_and_a_note_key_without_notes_only_say_something(tmp_path: Path) -> None:
    async with modelled_terminal(tmp_path) as ada:
        asked = await ada.ask(FORM)
        await ada.sees("Esc cancels")
        ada.press("n")
        await ada.sees("Notes are off. F2 turns them on.")
        ada.press(ESCAPE)
        await ada.sees("Esc again cancels the question")
        ada.press(UP, ENTER)
        ended = await ada.ended(asked)

        assert isinstance(ended.outcome, Answered)


@pytest.mark.requirement("PC4")
async def test_several_options_are_ticked_within_the_limits(tmp_path: Path) -> None:
    several = Question(text="Which?", options=list("ABCD"), selection_mode="multi", max_selections=2)
    async with modelled_terminal(tmp_path) as ada:
        asked = await ada.ask(Form(questions=(several,)))
        await ada.sees("○ 4. D")
        ada.press(" ", DOWN, " ", DOWN, " ")
        await ada.sees("At most 2 options can be chosen.")
        ada.press(ENTER)
        ended = await ada.ended(asked)

        assert isinstance(ended.outcome, Answered)
        assert ended.outcome.answers[0].option_ids == ("1", "2")


@pytest.mark.requirement("PC4")
@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ((1, 4), "Choose all that apply"),
        ((2, 2), "Choose 2 options"),
        ((2, 3), "Choose 2 to 3"),
        ((1, 3), "Choose up to 3 options"),
    ],
)
async def test_the_limits_are_shown_before_any_error(
    tmp_path: Path, limits: tuple[int, int], words: str
) -> None:
    least, most = limits
    several = Question(
        text="Which?",
        options=list("ABCD"),
        selection_mode="multi",
        min_selections=least,
        max_selections=most,
    )
    async with modelled_terminal(tmp_path) as ada:
        await ada.ask(Form(questions=(several,)))
        shown = await ada.sees("Space ticks")

        assert f" {words}. " in " ".join(shown.split())


async def test_a_question_without_options_does_not_ask_for_one(tmp_path: Path) -> None:
    text = Question(text="What is the name?", selection_mode="text_input")
    async with modelled_terminal(tmp_path) as ada:
        await ada.ask(Form(questions=(text,)))
        await ada.sees("Enter sends")
        ada.press(ENTER)
        shown = await ada.sees("Write an answer.")

        assert "option" not in shown


async def test_a_hybrid_question_accepts_free_text_with_options(tmp_path: Path) -> None:
    hybrid = Question(text="Which?", options=["A", "B"], selection_mode="hybrid")
    async with modelled_terminal(tmp_path) as ada:
        asked = await ada.ask(Form(questions=(hybrid,)))
        await ada.sees("Answer in your own words")
        ada.press(DOWN, " ", DOWN, ENTER)
        await ada.sees(lambda shown: "Enter sends" in shown and "○" not in shown)
        ada.press("and tea", ENTER)
        await ada.sees(lambda shown: "and tea" in shown and "◉ 2. B" in shown)
        ada.press(ENTER)
        ended = await ada.ended(asked)

        assert isinstance(ended.outcome, Answered)
        assert ended.outcome.answers[0].option_ids == ("2",)
        assert ended.outcome.answers[0].custom_text == "and tea"


async def test_a_text_question_takes_a_pasted_text_and_sends_it_with_enter_only(tmp_path: Path) -> None:
    text = Question(text="What is the name?", selection_mode="text_input", placeholder="A short name")
    async with modelled_terminal(tmp_path) as ada:
        asked = await ada.ask(Form(questions=(text,)))
        await ada.sees("A short name")
        ada.press("\x1b[200~two\nlines\x1b[201~")
        await ada.sees("lines")
        assert (await ada.desk.look(asked.id, by=ADA)).state == "open"
        ada.press(ENTER)
        ended = await ada.ended(asked)

        assert isinstance(ended.outcome, Answered)
        assert ended.outcome.answers[0].custom_text == "two\nlines"


async def test_the_questions_of_a_form_are_asked_in_order_and_can_be_revisited(tmp_path: Path) -> None:
    second = Question(id="q2", text="How many?", options=["One", "Two"], allow_free_text=False)
    async with modelled_terminal(tmp_path) as ada:
        asked = await ada.ask(Form(title="Store", questions=(STORE, second)))
        await ada.sees("Store 1 of 2")
        ada.press(ENTER)
        await ada.sees("Store 2 of 2")
        ada.press(LEFT)
        await ada.sees("Store 1 of 2")
        ada.press("1", ENTER)
        await ada.sees("Store 2 of 2")
        ada.press("2", ENTER)
        ended = await ada.ended(asked)

        assert isinstance(ended.outcome, Answered)
        assert [answer.option_ids for answer in ended.outcome.answers] == [("lite",), ("2",)]
        assert ada.screen.lines == ["Store: SQLite; Two"]


@pytest.mark.requirement("PC9")
async def test_notes_can_be_written_if_the_settings_allow_them(tmp_path: Path) -> None:
    async with modelled_terminal(tmp_path) as ada:
        ada.preferences.change({"allow_option_annotations": True, "allow_global_annotation": True})
        asked = await ada.ask(FORM)
        await ada.sees("n note")
        ada.press("n")
        await ada.sees("Note on “PostgreSQL”")
        ada.press("as in staging", ENTER)
        await ada.sees("(as in staging)")
        ada.press("g")
        await ada.sees("A note on your answer")
        ada.press("thanks", ENTER)
        await ada.sees("(as in staging)")
        ada.press(ENTER)
        ended = await ada.ended(asked)

        assert isinstance(ended.outcome, Answered)
        assert ended.outcome.answers[0].option_notes == {"pg": "as in staging"}
        assert ended.outcome.note == "thanks"


@pytest.mark.requirement("PC9")
async def test_settings_are_changed_in_the_file_that_the_page_uses(tmp_path: Path) -> None:
    (tmp_path / "preferences.json").write_text('{"theme": "dark", "from_the_future": 1}')
    async with modelled_terminal(tmp_path) as ada:
        asked = await ada.ask(FORM)
        await ada.sees("F2 settings")
        ada.press(F2)
        await ada.sees("Options shown: All")
        ada.press(DOWN, DOWN, ENTER)
        await ada.sees("Options shown: Recommended")
        ada.press(*[DOWN] * 5, ENTER)
        await ada.sees("Esc cancels")
        ada.press(ENTER)
        await ada.ended(asked)

        kept = ada.preferences.read()
        assert (kept.visible_options, kept.theme) == ("recommended", "dark")
        assert '"from_the_future": 1' in (tmp_path / "preferences.json").read_text()


@pytest.mark.requirement("PC9")
async def test_escape_leaves_the_settings_as_they_are(tmp_path: Path) -> None:
    async with modelled_terminal(tmp_path) as ada:
        asked = await ada.ask(FORM)
        await ada.sees("F2 settings")
        ada.press(F2)
        await ada.sees("Esc goes back")
        ada.press(ESCAPE)
        await ada.sees("Esc cancels")
        ada.press(ENTER)
        await ada.ended(asked)

        assert not (tmp_path / "preferences.json").exists()


@pytest.mark.requirement("PC4")
async def test_typed_text_is_kept_when_going_back(tmp_path: Path) -> None:
    async with modelled_terminal(tmp_path) as ada:
        asked = await ada.ask(OPEN_FORM)
        await ada.sees("Esc cancels")
        ada.press(DOWN, ENTER)
        await ada.sees("Esc goes back and keeps it")
        ada.press("half a thought", ESCAPE)
        await ada.sees("Esc cancels")
        ada.press(ENTER)
        await ada.sees("half a thought")
        ada.press(", and the rest", ENTER)
        await ada.ended(asked)

        outcome = (await ada.desk.look(asked.id, by=ADA)).outcome
        assert isinstance(outcome, Answered)
        assert outcome.answers[0].custom_text == "half a thought, and the rest"


@pytest.mark.requirement("UP2")
async def test_the_prompt_closes_when_the_question_is_answered_elsewhere(tmp_path: Path) -> None:
    async with modelled_terminal(tmp_path) as ada:
        asked = await ada.ask(FORM)
        await ada.sees("Esc cancels")
        answer = Answered.model_validate({"answers": [{"question_id": "q1", "option_ids": ["pg"]}]}).answers
        await ada.desk.answer(asked.id, answer, by=ADA, surface="web")
        await ada.ended(asked)

        assert ada.screen.lines == ["Answered elsewhere: Store: PostgreSQL"]


@pytest.mark.requirement("UP3")
async def test_the_prompt_closes_at_the_deadline(tmp_path: Path) -> None:
    async with modelled_terminal(tmp_path) as ada:
        asked = await ada.ask(FORM, timeout=1)
        ended = await ada.ended(asked)

        assert isinstance(ended.outcome, TimedOut)
        assert ended.outcome.answers == ()
        await ada.sees(lambda shown: shown == "Store: Nobody answered in time")


async def test_the_countdown_follows_a_new_deadline(tmp_path: Path) -> None:
    async with modelled_terminal(tmp_path) as ada:
        asked = await ada.ask(FORM, timeout=60)
        await ada.sees(lambda shown: "0:5" in shown or "1:00" in shown)
        await ada.desk.extend(asked.id, 7200, by=ADA)

        await ada.sees("1:59:5")


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
async def test_control_characters_in_labels_are_escaped(tmp_path: Path, text: str) -> None:
    if "\ud800" in text:
        pytest.skip("no such text passes the border")
    hostile = Question(
        text=f"Q {text}", context=text, options=[Option(id="a", label=f"L {text}", description=text)]
    )
    async with modelled_terminal(tmp_path) as ada:
        asked = await ada.ask(Form(title=f"T {text}", questions=(hostile,)))
        await ada.sees("Esc cancels")
        ada.press(ENTER)
        await ada.ended(asked)

        sent = ada.screen.written
        assert not any(
            bad in sent for bad in ("\x1b]", "\x1bP", "\x9b", "\x9d", "\x07", "\x08", "\u202e", "\x1b[31m")
        )


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (20, 8), (200, 60)])
async def test_many_options_and_a_long_question_fit_any_terminal(
    tmp_path: Path, columns: int, rows: int
) -> None:
    long = Question(text="Why? " * 400, options=[f"Option {n} {'x' * 100}" for n in range(1, 101)])
    async with modelled_terminal(tmp_path, columns=columns, rows=rows) as ada:
        asked = await ada.ask(Form(questions=(long,)))
        await ada.sees("❯ 1.")
        ada.press(*[DOWN] * 41)
        await ada.sees("❯ 42.")
        ada.press(ENTER)
        ended = await ada.ended(asked)

        assert isinstance(ended.outcome, Answered)
        assert ended.outcome.answers[0].option_ids == ("42",)


@pytest.mark.parametrize(("language", "words"), [("ko", "취소"), ("zh", "取消"), ("ja", "取り消し")])
async def test_the_prompt_is_in_the_language_of_the_user(tmp_path: Path, language: str, words: str) -> None:
    async with modelled_terminal(tmp_path, language=language) as ada:
        await ada.ask(FORM)

        # Wide characters take two places on the screen; pyte leaves the second one empty.
        await ada.sees(lambda shown: words in shown.replace(" ", "") or words in shown)


@pytest.mark.requirement("PC9")
async def test_without_single_submit_the_first_enter_chooses_and_the_next_sends(tmp_path: Path) -> None:
    async with modelled_terminal(tmp_path) as ada:
        ada.preferences.change({"single_submit_mode": False})
        asked = await ada.ask(FORM)
        await ada.sees("○ 2. PostgreSQL")
        ada.press(ENTER)
        await ada.sees("◉ 2. PostgreSQL")
        ada.press(UP, ENTER)
        await ada.sees("◉ 1. SQLite")
        still_open = await ada.desk.look(asked.id, by=ADA)
        ada.press(ENTER)
        ended = await ada.ended(asked)

        assert still_open.outcome is None
        assert isinstance(ended.outcome, Answered)
        assert ended.outcome.answers[0].option_ids == ("lite",)


@pytest.mark.requirement("PC9")
async def test_the_terms_of_the_asker_for_notes_override_the_settings(tmp_path: Path) -> None:
    quiet = parse_request(
        {
            "title": "Store",
            "prompt": "Which?",
            "selection_mode": "single",
            "options": [{"id": "a", "label": "A", "recommended": True}],
            "allow_option_annotations": False,
            "allow_global_annotation": True,
        }
    )
    async with modelled_terminal(tmp_path) as ada:
        ada.preferences.change({"allow_option_annotations": True, "allow_global_annotation": False})
        asked = await ada.ask(quiet.form)
        shown = await ada.sees("g note on all")
        ada.press("g")
        await ada.sees("A note on your answer")
        ada.press("all good", ENTER)
        await ada.sees("A note on your answer: all good")
        ada.press(ENTER)
        ended = await ada.ended(asked)

        assert "n note" not in shown.replace("g note", "")
        assert isinstance(ended.outcome, Answered)
        assert ended.outcome.note == "all good"


LONG = "Everything passes, and the migration takes about four minutes in which nothing can be written. Now?"


async def test_lines_wrap_at_words_and_a_long_label_leaves_room_for_the_recommendation(
    tmp_path: Path,
) -> None:
    label = "Canary on five percent of the machines first, then look at the dashboards"
    options = [Option(id="a", label="Now"), Option(id="b", label=label, recommended=True)]
    async with modelled_terminal(tmp_path) as ada:
        await ada.ask(Form(questions=(Question(text=LONG, options=options),)))
        shown = await ada.sees("Esc cancels")

        assert "four minutes in which nothing\ncan be written. Now?" in shown
        assert "…  ★ Recommended" in shown
        assert f"\n{label}" in shown


async def test_a_text_field_keeps_its_text_when_left_and_the_countdown_runs(tmp_path: Path) -> None:
    async with modelled_terminal(tmp_path) as ada:
        asked = await ada.ask(Form(questions=(Question(text=LONG, options=["A", "B"]),)))
        await ada.sees("Answer in your own words")
        ada.press(UP, ENTER)
        shown = await ada.sees(lambda shown: "Enter sends" in shown and "1. A" not in shown)
        ada.press("after lunch")
        await ada.sees("after lunch")
        ada.press(ESCAPE)
        await ada.sees("1. A")
        ada.press(ENTER)
        await ada.sees("after lunch")
        ada.press(", please", ENTER)
        ended = await ada.ended(asked)

        assert "left" in shown
        assert isinstance(ended.outcome, Answered)
        assert ended.outcome.answers[0].custom_text == "after lunch, please"


@pytest.mark.requirement("PC9")
async def test_a_changed_setting_applies_at_once_and_escape_closes_the_settings(tmp_path: Path) -> None:
    async with modelled_terminal(tmp_path) as ada:
        asked = await ada.ask(FORM)
        await ada.sees("1. SQLite")
        ada.press(F2)
        await ada.sees("Options shown: All")
        ada.press(DOWN, DOWN, ENTER)
        await ada.sees("Options shown: Recommended")
        ada.press(ESCAPE)
        shown = await ada.sees("a all")
        ada.press("a")
        await ada.sees("1. SQLite")
        ada.press(CTRL_C)
        ended = await ada.ended(asked)

        assert "SQLite" not in shown
        assert isinstance(ended.outcome, Cancelled)


async def test_a_long_question_says_how_to_read_on(tmp_path: Path) -> None:
    async with modelled_terminal(tmp_path) as ada:
        await ada.ask(Form(questions=(Question(text=" ".join([LONG] * 9), options=["A", "B"]),)))

        assert "PgUp/PgDn reads on" in await ada.sees("Esc cancels")


@pytest.mark.requirement("PC4")
@pytest.mark.parametrize("columns", [40, 24, 20])
async def test_every_key_is_named_in_a_narrow_window(tmp_path: Path, columns: int) -> None:
    async with modelled_terminal(tmp_path, columns=columns, rows=20) as ada:
        ada.preferences.change({"allow_option_annotations": True, "allow_global_annotation": True})
        await ada.ask(FORM)
        shown = await ada.sees(lambda text: "cancels" in text)

        said = " ".join(shown.split())
        assert "↑↓ move, Enter sends, n note, g note on all, F2 settings, Esc cancels" in said
