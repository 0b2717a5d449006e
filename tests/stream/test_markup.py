"""Choices inside markup or commands are not asked; choices after it are."""

import pytest

from choice.stream import FormFound, Mode, detect
from tests.stream.pieces import check_sizes
from tests.stream.test_hold_back import held_after

pytestmark = pytest.mark.requirement("QC8")

CHOICE = '{"type": "user_choice", "question": "Which store?", "options": ["SQLite", "PostgreSQL"]}'
WRAPPED = (
    '{\n  "payload": {\n    "type": "user_choice", "question": "Q?",\n\n    "options": ["a", "b"]\n  }\n}'
)
LIST = "Which one?\n\n(A) The small one\n(B) The large one\n"
MODES = pytest.mark.parametrize("mode", ["discovery", "chat"])
SHOWN = [
    f"<pre>\n{CHOICE}\n</pre>\n",
    f"<pre>{CHOICE}</pre>\n",
    f"<PRE class='x'>\n\n{CHOICE}\n\n{CHOICE}\n</PRE>\n",
    f"  <pre><code>\n{WRAPPED}\n</code></pre>\n",
    f"<pre\n  class='x'>\n{CHOICE}\n</pre>\n",
    f"<pre>\n{LIST}\n</pre>\n",
    f"<pre>\n</p {CHOICE} </pr\n{CHOICE}\n</pre>\n",
    f"<code>{CHOICE}</code>\n",
    f"<code>\n{CHOICE}\n</code>\n",
    f'<code class="language-json">[\n{CHOICE},\n{CHOICE}]</code>\n',
    f"<!-- {CHOICE} -->\n",
    f"<!--\n{CHOICE}\n\n{LIST}-->\n",
    f"<!-- a - b -- c\n{CHOICE} -->\n",
    f"Send <code>{CHOICE}</code> to the server.\n",
    f"Send <code>{WRAPPED}</code> to the server.\n",
    f"Send <pre>this. It is {CHOICE}</pre> to the server.\n",
    f"It is hidden: <!-- as in the sample. {CHOICE} and {WRAPPED} --> so it goes.\n",
    f"- <code>POST {CHOICE}</code>\n",
    f"Run curl -d '{CHOICE}' http://localhost:8080/ask to try it.\n",
    f"curl -X POST --data '[{CHOICE}]' http://localhost:8080/ask\n",
    f"Then `curl` it: --json '{WRAPPED}'\n",
    f"'{CHOICE}'\n",
]
ASKED = [
    CHOICE,
    f"<pre>code</pre>\n{CHOICE}",
    f"<!-- nothing -->\n\n{CHOICE}",
    f"Use <code>ask</code> so: {CHOICE}",
    f"It <!-- as it were --> asks {CHOICE}",
    f"An open <code> ends with its line\n{CHOICE}",
    f"An open <!-- ends with its line\n\n{CHOICE}",
    f"<code>ask</code> is the name\n{CHOICE}",
    f"<code class='x'> is open\n{CHOICE}",
    f"<preface> a < b <codes> <!- {CHOICE}",
    f"<\n{CHOICE}",
    f"`<pre>`\n{CHOICE}",
    f"the users' {CHOICE}",
    f"it's '' so: {CHOICE}",
    f"'{{' and {CHOICE}",
    f"'{{x}}' and '[1]' and {CHOICE}",
]


@MODES
@pytest.mark.parametrize("text", SHOWN, ids=range(len(SHOWN)))
def test_a_choice_inside_markup_or_a_command_is_not_asked(text: str, mode: Mode) -> None:
    check_sizes(text, [*range(1, 12), 17, 40], mode)

    assert detect(text, mode).text == text


@MODES
@pytest.mark.parametrize("text", SHOWN, ids=range(len(SHOWN)))
def test_a_choice_after_markup_is_asked(text: str, mode: Mode) -> None:
    behind = f"{text}\nNow in earnest:\n\n{CHOICE}\n"
    check_sizes(behind, [*range(1, 12), 17, 40], mode)

    assert len(detect(behind, mode).forms) == 1


@MODES
@pytest.mark.parametrize("text", ASKED, ids=range(len(ASKED)))
def test_a_choice_next_to_markup_is_asked(text: str, mode: Mode) -> None:
    check_sizes(f"{text}\n", [*range(1, 12), 17, 40], mode)

    assert [segment.source for segment in detect(text, mode).segments if isinstance(segment, FormFound)] == [
        CHOICE
    ]


def test_a_question_may_have_code_in_markup() -> None:
    text = f"It is <code>a. b</code>. Should <code>max.size?</code> grow? <!-- or not? -->\n{LIST}"
    asked = "Should <code>max.size?</code> grow?\n\n(A) Yes\n(B) No\n"
    check_sizes(text + asked, [*range(1, 12), 17, 40], "discovery")

    # The first list is shown as text, with light buttons at the end.
    assert sorted(form.questions[0].text for form in detect(text + asked).forms) == sorted(
        [
            "Which one?",
            "Should <code>max.size?</code> grow?",
        ]
    )


@pytest.mark.parametrize("block", [f"<pre>\n{LIST}</pre>\n", f"<!--\n{LIST}-->\n"])
def test_options_inside_markup_do_not_belong_to_a_question_before_it(block: str) -> None:
    text = f"What do you think?\n\n{block}"
    check_sizes(text, [*range(1, 12), 17, 40], "discovery")

    assert detect(text).text == text


@MODES
def test_an_unclosed_markup_block_extends_to_the_end(mode: Mode) -> None:
    text = f"<pre>\n{LIST}\n{CHOICE}\n"
    check_sizes(text, [*range(1, 12), 17, 40], mode)

    assert detect(text, mode).text == text


def test_a_quotation_in_an_overlong_sentence_is_ignored() -> None:
    text = "word " * 260 + f"'{CHOICE}'\n"
    check_sizes(text, [1, 2, 3, 5, 7, 100, 1000, 1301], "discovery")

    assert len(detect(text).forms) == 1


@pytest.mark.requirement("UP6", "QC5")
@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("Say <", "<"),
        ("Say <c", "<c"),
        ("Say <code", "<code"),
        ("Say <code>", ""),
        ("Say <co ", ""),
        ("Say <b", ""),
        ("Say <!-", "<!-"),
        ("Say <code>x</co", "</co"),
        ("Say <!-- x -", "-"),
        ("Say <!-- x - ", ""),
        ("<pr", "<pr"),
        ("<pre>x", ""),
        ("<pre>x</p", "</p"),
        ("<pre>x</p>", ""),
        ("<code", "<code"),
        ("<code class='x'", "<code class='x'"),
        ("<code>", "<code>"),
        ("<code>x", ""),
        ("<code " + "x" * 201, ""),
        ("Say '", "'"),
        ("Say 'x", ""),
        ("Say it's", ""),
        ("Say '{", "'{"),
        ("Say '{x", ""),
    ],
)
def test_only_text_that_may_become_markup_is_held(text: str, held: str) -> None:
    assert held_after(text, "chat") == held
