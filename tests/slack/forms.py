"""Forms and interactions for tests: fixed ones and Hypothesis strategies."""

from collections.abc import Iterable
from datetime import timedelta

from hypothesis import strategies as st

from choice.desk import Asker, Draft, Interaction
from choice.models import (
    Answer,
    Answered,
    Cancelled,
    Form,
    Option,
    Outcome,
    Question,
    SelectionMode,
    Superseded,
    TimedOut,
)
from choice.slack.render.text import Block, Rendered, words_for
from choice.testing.manual_clock import NOON

HANDLE = "Zx3_handle-of-22-chars"
ENGLISH = words_for("en-US")
STORES = (
    Option(id="pg", label="PostgreSQL", description="Several writers at once.", recommended=True),
    Option(id="lite", label="SQLite", description="One file, no server."),
)


def interaction_of(*questions: Question, title: str | None = None, context: str | None = None) -> Interaction:
    return asked(Form(title=title, context=context, questions=questions))


def asked(form: Form, agent: str = "builder") -> Interaction:
    return Interaction(
        id="0123456789abcdef0123456789abcdef",
        form=form,
        asked_at=NOON,
        deadline=NOON + timedelta(hours=24),
        asked_by=Asker(agent=agent),
    )


def store_question(number: int = 1, **more: object) -> Question:
    return Question.model_validate(
        {"id": f"q{number}", "text": f"Which store, {number}?", "options": STORES, **more}
    )


def labelled(count: int, label: str = "Option", mode: SelectionMode = "single") -> Question:
    options = [Option(id=f"o{at}", label=f"{label} {at}") for at in range(count)]
    return Question(text="Which one?", options=options, selection_mode=mode)


def elements(messages: Iterable[Rendered]) -> list[Block]:
    """Return every button, menu and field of some messages."""
    found: list[Block] = []
    for block in (block for message in messages for block in message.blocks):
        found += block.get("elements", []) if block["type"] == "actions" else []
        found += [block["element"]] if block["type"] == "input" else []
    return found


def buttons(messages: Iterable[Rendered]) -> dict[str, Block]:
    """Return the buttons by their names."""
    return {one["action_id"]: one for one in elements(messages) if one["type"] == "button"}


def block_texts(blocks: object) -> list[str]:
    """Return every text in blocks, however deep."""
    if isinstance(blocks, dict):
        own = [blocks["text"]] if isinstance(blocks.get("text"), str) else []
        return own + [text for value in blocks.values() for text in block_texts(value)]
    if isinstance(blocks, list | tuple):
        return [text for one in blocks for text in block_texts(one)]
    return []


def marked_texts(value: object) -> list[str]:
    """Return every text in blocks in which Slack sees marks; none of them may be made into links."""
    if isinstance(value, dict):
        own = [value["text"]] if value.get("type") == "mrkdwn" else []
        assert not own or value["verbatim"] is True
        return own + [text for one in value.values() for text in marked_texts(one)]
    if isinstance(value, list | tuple):
        return [text for one in value for text in marked_texts(one)]
    return []


def click(button: Block, block: Block) -> dict[str, object]:
    """Return what Slack sends about a click on a button."""
    return {**button, "block_id": block["block_id"], "action_ts": "1.0"}


def clicks(messages: Iterable[Rendered]) -> dict[str, dict[str, object]]:
    """Return for each button what Slack sends when it is clicked."""
    return {
        one["action_id"]: click(one, block)
        for message in messages
        for block in message.blocks
        if block["type"] == "actions"
        for one in block["elements"]
    }


TOKENS = (
    "<!channel>", "<!here>", "<!everyone>", "<!subteam^S1>", "<@U123ABC>", "<#C123ABC>",
    "<https://evil.example|ok>", "<!date^1^{date}|x>", "&lt;!channel&gt;", "&amp;", "&", "<", ">", "```", "`",
    "**", "*", "__", "_", "~~", "|", "\n", "\n| a | b |\n|---|---|\n", "[a](https://evil.example)",
    "![x](http://e.example)", "> ", "# ", "- ", "1. ", "\\", "<mailto:a@b.example>", "\u202e", "\u200b",
    "\x00", "\x01", "\x02", "한국어", "👩‍👩‍👧", "🇰🇷", "e\u0301", " ", "word",
)  # fmt: skip
hostile = st.lists(st.one_of(st.sampled_from(TOKENS), st.text(max_size=5)), max_size=30).map("".join)


def _text(most: int) -> st.SearchStrategy[str]:
    """Return texts from one character to as many as there may be."""
    seed = st.one_of(hostile, st.text(min_size=1, max_size=40)).filter(bool)
    long = st.builds(lambda text, times: (text * times)[:most], seed, st.sampled_from([1, 1, 1, 3, 20, 400]))
    return long.filter(bool)


@st.composite
def questions(draw: st.DrawFn, number: int) -> Question:
    mode: SelectionMode = draw(st.sampled_from(["single", "single", "multi", "hybrid", "text_input"]))
    count = 0 if mode == "text_input" else draw(st.sampled_from([1, 2, 3, 4, 5, 10, 11, 40, 100]))
    label, description = draw(_text(190)), draw(st.none() | _text(500))
    every = draw(st.sampled_from([1, 2, 3, 200]))
    options = [
        Option(id=str(at), label=f"{label}{at}", description=description, recommended=at % every == 1)
        for at in range(count)
    ]
    most = 1 if mode == "single" else count
    defaults = range(0, count, 7)[: draw(st.integers(0, most))]
    return Question(
        id=f"q{number}",
        text=draw(_text(8000)),
        context=draw(st.none() | _text(8000)),
        selection_mode=mode,
        options=options,
        default_selection_ids=[str(at) for at in defaults],
        allow_free_text=mode in {"text_input", "hybrid"} or draw(st.booleans()),
        placeholder=draw(st.none() | _text(200)),
    )


@st.composite
def forms(draw: st.DrawFn) -> Form:
    count = draw(st.sampled_from([1, 1, 2, 3, 6, 7, 13, 20]))
    asked_all = tuple([draw(questions(at)) for at in range(count)])
    return Form(
        title=draw(st.none() | _text(200)), context=draw(st.none() | _text(8000)), questions=asked_all
    )


@st.composite
def answers(draw: st.DrawFn, question: Question) -> Answer:
    ids = question.option_ids[draw(st.integers(0, 20)) :: draw(st.integers(1, 3))]
    text = draw(st.none() | _text(8000))
    return Answer(question_id=question.id, option_ids=ids[: question.max_selections], custom_text=text)


@st.composite
def drafts(draw: st.DrawFn, form: Form) -> Draft:
    answered = [question for question in form.questions if draw(st.booleans())]
    return Draft(tuple([draw(answers(question)) for question in answered]), step=len(answered))


@st.composite
def outcomes(draw: st.DrawFn, form: Form) -> Outcome:
    given = tuple([draw(answers(question)) for question in form.questions])
    note = draw(st.none() | _text(8000))
    surface = draw(st.sampled_from([None, "slack", "web", "terminal", "else<where>"]))
    ends: list[Outcome] = [
        Answered(answers=given, note=note, surface=surface),
        Cancelled(note=note),
        TimedOut(),
        TimedOut(answers=given, used_defaults=True, policy="use_defaults"),
        Superseded(note=note),
    ]
    return draw(st.sampled_from(ends))
