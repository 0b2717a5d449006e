import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.dialects.recommendation import without_recommendation

pytestmark = pytest.mark.requirement("QC11")


@pytest.mark.parametrize(
    "label",
    [
        "SQLite (recommended)",
        "SQLite (Recommended)",
        "(recommended) SQLite",
        "[Recommended] SQLite",
        "(recommended): SQLite",
        "SQLite (default)",
        "SQLite (par défaut)",
        "SQLite (por defecto)",
        "SQLite (sugerido)",
        "SQLite (Standard)",
        "SQLite (standardmäßig)",
        "SQLite（既定）",
        "SQLite (默认值)",
        "SQLite (Recommended!)",
        "SQLite (✨ Recommended)",
        "SQLite ✨ Recommended",
        "SQLite ✨ Recommended ✨",
        "✨ Recommended: SQLite",
        "✨ **Recommended:** SQLite",
        "**✨ Recommended:** SQLite",
        "SQLite（推荐）",
        "【おすすめ】SQLite",
        "SQLite ⭐",
        "SQLite ⭐️",
        "⭐️ SQLite",
        "★ SQLite",
        "SQLite (⭐ recommended)",
        "SQLite (recommended) ⭐",
        "SQLite (Recommended · 3/5)",
        "SQLite 추천",
        "SQLite - 추천",
        "추천: SQLite",
        "おすすめ SQLite",
        "SQLite **(recommended)**",
        "**(recommended)** SQLite",
        "Recommended: SQLite",
        "**Recommended:** SQLite",
        "Recommended - SQLite",
        "★ Recommended: SQLite",
        "My recommendation: SQLite",
        "SQLite (my recommendation)",
        "SQLite, recommended",
        "SQLite ← recommended",
        "SQLite <- recommended",
        "SQLite ✅ recommended",
        "SQLite — Recommended!",
        "SQLite ← 추천",
        "SQLite, 추천",
        "권장: SQLite",
        "推荐：SQLite",
        "SQLite ✅ 推荐",
        "SQLite，推荐",
        "おすすめ：SQLite",
        "SQLite、おすすめ",
        "SQLite ← 推奨",
        "Empfohlen: SQLite",
        "SQLite, empfohlen",
        "Recomendado: SQLite",
        "SQLite ✅ recomendado",
        "موصى به: SQLite",
        "SQLite（オススメ）",
        "オススメ：SQLite",
        "SQLite オススメ",
        "SQLite（お薦め）",
        "SQLite _recommended_",
        "SQLite *recommended*",
        "SQLite **Recommended!**",
        "SQLite _empfohlen_",
        "_Recommended_ SQLite",
        "**Recommended** SQLite",
        "⭐ Recommended SQLite",
        "⭐️ Recommended SQLite",
        "⭐ **Recommended** SQLite",
        "**⭐ Recommended** SQLite",
        "✨ Recommended SQLite",
        "👍 Recommended SQLite",
        "✅ recommended SQLite",
        "⭐ Empfohlen SQLite",
        "**⭐ Recommended:** SQLite",
        "✅ Recommended: SQLite",
        "SQLite، موصى به",
        "  SQLite (recommended)  ",
    ],
)
def test_a_mark_at_either_end_recommends_and_is_removed(label: str) -> None:
    assert without_recommendation(label) == ("SQLite", True)


@pytest.mark.parametrize(
    ("label", "rest"),
    [
        ("**SQLite (recommended)**", "**SQLite**"),
        ("**SQLite** (recommended)", "**SQLite**"),
        ("**(recommended) SQLite**", "**SQLite**"),
        ("**SQLite** (recommended)**", "**SQLite**"),
        ("👍 (recommended)", "👍"),
        ("**Recommended: SQLite**", "**SQLite**"),
        ("**SQLite, recommended**", "**SQLite**"),
        ("**SQLite** ← recommended", "**SQLite**"),
        ("**SQLite** _recommended_", "**SQLite**"),
        ("**⭐ Recommended SQLite**", "**SQLite**"),
        ("⭐ Recommended settings", "Recommended settings"),
        ("**SQLite *recommended***", "**SQLite**"),
        ("⭐ Recommended For Teams", "Recommended For Teams"),
        ("⭐ Recommended Plan", "Recommended Plan"),
        ("⭐ Recommendedly", "Recommendedly"),
    ],
)
def test_emphasis_around_what_is_left_stays_closed(label: str, rest: str) -> None:
    assert without_recommendation(label) == (rest, True)


@pytest.mark.parametrize(
    ("label", "rest"),
    [
        ("SQLite (recommended, no server)", "SQLite (no server)"),
        ("SQLite (Recommended — no server)", "SQLite (no server)"),
        ("[Recommended: no server] SQLite", "SQLite [no server]"),
    ],
)
def test_a_remark_after_the_mark_is_kept(label: str, rest: str) -> None:
    assert without_recommendation(label) == (rest, True)


@pytest.mark.parametrize(
    "label",
    [
        "",
        "SQLite",
        "(recommended)",
        "⭐",
        "⭐ ⭐",
        "★★★",
        "⭐⭐⭐ Great",
        "Hotel 5★",
        "✨ SQLite",
        "Port (default port 80)",
        "Port (default: 80)",
        "B (recommended for large teams)",
        "Use (recommended) settings",
        "(not recommended) SQLite",
        "Shipping (standard)",
        "상품추천",
        "recommended)",
        "Recommended",
        "Recommended settings",
        "SQLite recommended",
        "SQLite-recommended",
        "SQLite, not recommended",
        "Not recommended: SQLite",
        "SQLite - recommended for teams",
        "İ, recommended",
        "recommended: İ",
        "(recommended SQLite",
        "Recommended SQLite",
        "Use what is *recommended*",
        "SQLite **not** *recommended*",
        "SQLite *not recommended*",
        "SQLite _recommended",
        "is_recommended",
        "_recommended_",
        "**Recommended** settings",
        "**Recommended** Plan",
        "*Recommended SQLite*",
        "⭐⭐ Recommended SQLite",
        "👍 Recommended settings",
    ],
)
def test_text_that_only_resembles_a_mark_is_kept(label: str) -> None:
    assert without_recommendation(label) == (label, False)


PIECES = st.sampled_from(
    [
        "(",
        ")",
        "recommended",
        "(default)",
        "⭐",
        "추천",
        "*",
        "_",
        "✨",
        "A",
        " ",
        ",",
        ":",
        "a",
        "\ufe0f",
        "1",
    ]
)


@given(st.lists(PIECES, max_size=8).map("".join))
def test_all_marks_are_removed_but_never_the_whole_label(label: str) -> None:
    rest, found = without_recommendation(label)

    assert without_recommendation(rest) == (rest, False)
    assert found == (rest != label)
    assert rest or not label
