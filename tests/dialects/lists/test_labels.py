"""Labels and descriptions out of an option's lines."""

import pytest

from choice.dialects.lists.labels import option_of, without_emphasis

pytestmark = pytest.mark.requirement("QC9", "QC11")


@pytest.mark.parametrize(
    ("line", "label", "description"),
    [
        ("Use SQLite", "Use SQLite", None),
        ("SQLite — one file", "SQLite", "one file"),
        ("SQLite – one file", "SQLite", "one file"),
        ("SQLite - one file", "SQLite", "one file"),
        ("SQLite -- one file", "SQLite", "one file"),
        ("SQLite: one file", "SQLite", "one file"),
        ("数据库：一个文件", "数据库", "一个文件"),
        ("**SQLite** - one file", "SQLite", "one file"),
        ("**SQLite:** one file", "SQLite", "one file"),
        ("**SQLite**: one **small** file", "SQLite", "one small file"),
        ("__SQLite__ — one file", "SQLite", "one file"),
        ("**SQLite**", "SQLite", None),
        ("**Use** SQLite now", "Use SQLite now", None),
        ("10 - 20 people", "10 - 20 people", None),
        ("Call f(a: b) now", "Call f(a: b) now", None),
        ("Run `a: b` now", "Run `a: b` now", None),
        ("Open http://x.y", "Open http://x.y", None),
        (": odd", ": odd", None),
        ("odd - ", "odd -", None),
        ("well-known tool", "well-known tool", None),
    ],
)
def test_a_separator_splits_label_and_description(line: str, label: str, description: str | None) -> None:
    option = option_of("A", [line])

    assert option is not None
    assert (option.label, option.description) == (label, description)


@pytest.mark.parametrize("label", ["SQLite", "**SQLite**", "x"])
@pytest.mark.parametrize(
    "separator",
    [
        " — ",
        " – ",
        " - ",
        "\u00a0— ",
        " —\u00a0",
        "\u3000—\u3000",
        "\t- ",
        "\u00a0- ",
        " -\t",
        "\u202f–\u2009",
    ],
)
def test_any_white_space_stands_around_a_separator(label: str, separator: str) -> None:
    option = option_of("A", [f"{label}{separator}y"])

    assert option is not None
    assert (option.label, option.description) == (label.strip("*"), "y")


@pytest.mark.parametrize(
    "line",
    [
        "$5,000 – $10,000",
        "10 GB - 20 GB",
        "5k – 10k users",
        "2 weeks - 1 month",
        "Mon - Fri",
        "9 AM - 5 PM",
        "10% - 20%",
        "1.000 € - 5.000 €",
        "100万円 - 200万円",
        "Q1 - Q2 2026",
        "v1.2 - v1.5",
        "Jan 5 - Feb 10",
        "5 March - 2 April",
        "2주 - 1개월",
        "월요일 - 금요일만",
        "A – Z",
        "S - L",
        "a – m",
        "n – z",
        "가 – 하",
        "**$5** – **$10**",
        '"Save - and quit"',
        "'Save - don't quit'",
    ],
)
def test_both_ends_of_a_range_and_all_of_a_quotation_are_the_label(line: str) -> None:
    option = option_of("A", [line])

    assert option is not None
    assert (option.label, option.description) == (line.replace("**", ""), None)


@pytest.mark.parametrize(
    ("line", "label", "description"),
    [
        ("$5 – $10 – most popular", "$5 – $10", "most popular"),
        ("Monday – Friday: office hours", "Monday – Friday", "office hours"),
        ("100万円 - 200万円：標準", "100万円 - 200万円", "標準"),
        ("10 users - $5 per month", "10 users", "$5 per month"),
        ("1 week - 10 users", "1 week", "10 users"),
        ("10 GB - Friday", "10 GB", "Friday"),
        ("Under 10 GB - small", "Under 10 GB", "small"),
        ("100 - $20", "100", "$20"),
        ("x - y", "x", "y"),
        ("大 - L", "大", "L"),
        ('27" - large', '27"', "large"),
        ("“Save – now” – at once", "“Save – now”", "at once"),
        ('say "a - b', 'say "a', "b"),
        ("Pro (1 - a) - fast", "Pro (1 - a)", "fast"),
        ("a) b - c", "a) b", "c"),
        ("a - : b", "a", ": b"),
    ],
)
def test_a_dash_between_unlike_things_separates(line: str, label: str, description: str) -> None:
    option = option_of("A", [line])

    assert option is not None
    assert (option.label, option.description) == (label, description)


@pytest.mark.parametrize(
    ("line", "label", "description"),
    [
        ("SQLite (recommended)", "SQLite", None),
        ("SQLite ⭐", "SQLite", None),
        ("⭐ SQLite", "SQLite", None),
        ("SQLite (default) — one file", "SQLite", "one file"),
        ("SQLite — one file (Recommended)", "SQLite", "one file"),
        ("**SQLite (recommended)** — one file", "SQLite", "one file"),
        ("**SQLite** (recommended): one file", "SQLite", "one file"),
        ("SQLite — recommended", "SQLite", None),
        ("SQLite 추천", "SQLite", None),
        ("Recommended: SQLite", "SQLite", None),
        ("Recommended: SQLite - one file", "SQLite", "one file"),
        ("**Recommended**: SQLite - one file", "SQLite", "one file"),
        ("**SQLite** ← recommended", "SQLite", None),
        ("SQLite, recommended - one file", "SQLite", "one file"),
        ("SQLite（推荐）", "SQLite", None),
        ("【おすすめ】SQLite", "SQLite", None),
    ],
)
def test_a_recommendation_is_read_and_removed(line: str, label: str, description: str | None) -> None:
    option = option_of("A", [line])

    assert option is not None
    assert option.recommended
    assert (option.label, option.description) == (label, description)


@pytest.mark.parametrize(
    ("line", "recommended"),
    [("SQLite ✅ best fit", True), ("SQLite ⚡ fast start", False), ("✅ best fit", False)],
)
def test_a_tag_behind_a_symbol_recommends_if_it_praises(line: str, recommended: bool) -> None:  # noqa: FBT001 - expected
    option = option_of("A", [line])

    assert option is not None
    assert (option.label, option.recommended) == (line if line[0] == "✅" else "SQLite", recommended)


def test_indented_lines_describe_the_option() -> None:
    option = option_of("A", ["SQLite", "Simple, one file.", "- no server"])

    assert option is not None
    assert option.description == "Simple, one file.\n- no server"


def test_a_line_that_only_recommends_is_no_description() -> None:
    option = option_of("A", ["SQLite", "Recommended"])

    assert option is not None
    assert (option.label, option.description, option.recommended) == ("SQLite", None, True)


@pytest.mark.parametrize(
    ("lines", "label"),
    [
        (["Increase revenue through", "new customers"], "Increase revenue through new customers"),
        (["Red,", "green or", "blue"], "Red, green or blue"),
        (["SQLite", "and more"], "SQLite and more"),
        (["Keep it and", "try and"], "Keep it and try and"),
        (["Umsatz steigern durch", "neue Kunden"], "Umsatz steigern durch neue Kunden"),
        (
            ["Keep the job in the queue and try", "again every five minutes until it", "succeeds"],
            "Keep the job in the queue and try again every five minutes until it succeeds",
        ),
    ],
)
def test_a_wrapped_label_is_put_together(lines: list[str], label: str) -> None:
    option = option_of("A", lines)

    assert option is not None
    assert (option.label, option.description) == (label, None)


@pytest.mark.parametrize(
    ("lines", "label", "description"),
    [
        (["SQLite", "one file"], "SQLite", "one file"),
        (["SQLite", "one file", "no server"], "SQLite", "one file\nno server"),
        (["**SQLite**", "one file"], "SQLite", "one file"),
        (["**Keep the job in the queue**", "and try again"], "Keep the job in the queue", "and try again"),
        (["Keep it in the queue.", "and try again"], "Keep it in the queue.", "and try again"),
        (["Use the cluster that exists", "cheap", "slow"], "Use the cluster that exists", "cheap\nslow"),
        (
            ["Use the cluster that exists", "in Rome", "", "cheap"],
            "Use the cluster that exists in Rome",
            "cheap",
        ),
        (["Keep it and", "try again", "no server"], "Keep it and try again", "no server"),
        (["SQLite -", "one file"], "SQLite", "one file"),
        (["SQLite - one file", "no server"], "SQLite", "one file\nno server"),
        (["SQLite - one file that needs", "no server"], "SQLite", "one file that needs no server"),
        (["SQLite", "", "one file"], "SQLite", "one file"),
    ],
)
def test_lines_below_a_whole_label_describe_it(lines: list[str], label: str, description: str) -> None:
    option = option_of("A", lines)

    assert option is not None
    assert (option.label, option.description) == (label, description)


def test_a_long_label_is_cut_and_kept_whole_as_description() -> None:
    option = option_of("A", ["word " * 60])

    assert option is not None
    assert len(option.label) <= 200
    assert option.label.endswith("…")
    assert option.description == ("word " * 60).strip()


@pytest.mark.parametrize("lines", [["x" * 501], ["x" * 2001], ["x", "y" * 501], ["****"]])
def test_what_could_not_be_shown_whole_is_no_option(lines: list[str]) -> None:
    assert option_of("A", lines) is None


@pytest.mark.parametrize(
    ("text", "bare"), [("**a** b", "a b"), ("*a*", "a"), ("_a_", "a"), ("a*b", "a*b"), ("**", "")]
)
def test_emphasis_marks_go(text: str, bare: str) -> None:
    assert without_emphasis(text) == bare
