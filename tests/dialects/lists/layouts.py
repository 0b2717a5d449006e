"""Discovery questions with options, in the layouts in which models write them: for tests, and for fitting."""

# ruff: noqa: E501 - word lists, patterns and graded strengths are data

from collections.abc import Callable, Iterator, Sequence

Layout = Callable[[str, Sequence[str]], str]

_SUBJECTS = (
    "the booking app",
    "your online shop",
    "the warehouse tool",
    "the new intranet",
    "the customer portal",
)
_OPTIONS = (
    ("Email and password", "Single sign-on", "A magic link"),
    ("A few dozen", "Several hundred", "More than ten thousand"),
    (
        "The sales team, several times a day",
        "Customers who visit once a month",
        "Managers who only read reports",
    ),
    ("Keep the current process and add a check", "Replace it step by step", "Start from scratch next year"),
    ("PostgreSQL", "SQLite", "A managed cloud database", "No preference"),
    ("On a phone", "On a laptop in the office"),
    ("Lower costs", "Faster delivery", "Fewer mistakes", "Happier staff"),
    ("Every hour", "Once a day", "Only when something changes"),
)
_TESTED = (
    "How do users sign in to {}?", "How many people will use {} every day?", "Who is the main audience of {}?",
    "What should {} do first?", "Where should the data of {} be stored?", "Which devices must {} support?",
    "What is the most important goal for {}?", "How often should {} be updated?", "Which database should {} use?",
    "What happens today when {} fails?", "How should {} handle payments?", "Who will maintain {} after launch?",
    "What kind of reports do you need from {}?", "When do you want to launch {}?", "How would you like to be told about errors in {}?",
    "Which languages should {} speak?", "What do you want people to notice first in {}?", "How strict must access to {} be?",
    "Which of these matters most to you in {}?", "How do you measure whether {} is a success?", "Who approves changes to {}?",
    "What budget do you have for {}?", "Which systems should {} be connected to?", "How should people search in {}?",
    "What do your customers expect from {}?", "Where do the first users of {} work?", "How will you import the old data into {}?",
    "Which part of {} should we build first?", "What would make you stop using {}?", "How long should {} keep personal data?",
    "How should {} behave without a network?", "Which design do you have in mind for {}?", "What is your role in {}?",
    "How do we authenticate the devices of {}?", "Which currency should {} show?", "Who should be able to delete records in {}?",
    "What tone should the texts in {} have?", "How large is the team behind {}?", "What is the biggest problem with {} today?",
    "Which deadline do you have in mind for {}?",
)  # fmt: skip
_PRACTISED = (
    "How do your colleagues open {}?", "How many visitors do you expect for {}?", "Who will read the pages of {}?",
    "What should happen after someone registers in {}?", "Where will {} be hosted?", "Which browsers should {} run in?",
    "What is your main goal for {}?", "How often do you publish {}?", "Which storage should we choose for {}?",
    "How should {} deal with late orders?", "Who decides about prices in {}?", "What type of alerts do you want from {}?",
    "When should {} go live?", "Which features of {} are essential for you?", "What is the timeline for {}?",
    "How do you back up {} at the moment?", "Who are the users of {}?", "Is {} for internal or for public use?",
    "What would you like to see on the first page of {}?", "How much history must {} keep?",
)  # fmt: skip


def _lines(marks: Sequence[str], options: Sequence[str]) -> str:
    return "\n".join(f"{mark} {option}" for mark, option in zip(marks, options, strict=False))


def _under(marks: Sequence[str]) -> Layout:
    return lambda question, options: f"Thanks, that helps.\n\n{question}\n\n{_lines(marks, options)}\n"


_NUMBERS = ("1.", "2.", "3.", "4.")
LAYOUTS: dict[str, Layout] = {
    "letters in brackets": _under(("(A)", "(B)", "(C)", "(D)")),
    "letters": _under(("A)", "B)", "C)", "D)")),
    "bold letters": _under(("**A.**", "**B.**", "**C.**", "**D.**")),
    "numbers": _under(_NUMBERS),
    "numbers with a bracket": _under(("1)", "2)", "3)", "4)")),
    "emoji digits": _under(("1\ufe0f\u20e3", "2\ufe0f\u20e3", "3\ufe0f\u20e3", "4\ufe0f\u20e3")),
    "Option 1": _under(("Option 1:", "Option 2:", "Option 3:", "Option 4:")),
    "bullets": _under(("-",) * 4),
    "bold question, rationale between": lambda question, options: (
        f"**{question}**\n\nThe answer decides what I plan first.\n\n{_lines(_NUMBERS, options)}\n"
    ),
    "an announcing line": lambda question, options: (
        f"{question}\n\nFor example:\n{_lines(_NUMBERS, options)}\n"
    ),
    "colon": lambda question, options: f"{question} Please choose one:\n\n{_lines(('-',) * 4, options)}\n",
    "question below": lambda question, options: (
        f"I see these options:\n\n{_lines(_NUMBERS, options)}\n\nWhich one do you prefer? {question}\n"
    ),
}


def discovery_questions(*, practice: bool = False) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield 200 questions with their options; with `practice`, others for fitting."""
    for number, question in enumerate(_PRACTISED if practice else _TESTED):
        for at, subject in enumerate(_SUBJECTS):
            yield question.format(subject), _OPTIONS[(number + at) % len(_OPTIONS)]
