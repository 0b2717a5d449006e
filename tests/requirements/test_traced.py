"""Every built requirement has a test, and every test names requirements that exist."""

import pytest

from tests.requirements.tracing import Mark, marks, marks_in, rows


def test_every_mark_names_a_row_that_exists() -> None:
    known = rows()

    unknown = [(mark.place, row_id) for mark in marks() for row_id in mark.ids if row_id not in known]

    assert unknown == []


def test_every_mark_names_at_least_one_row() -> None:
    assert [mark.place for mark in marks() if not mark.ids] == []


def test_every_built_row_has_a_test() -> None:
    proved = {row_id for mark in marks() for row_id in mark.ids}

    unproved = [row.id for row in rows().values() if row.built and row.id not in proved]
    assert not unproved, f"No test proves {', '.join(unproved)}."


def test_only_a_built_row_has_something_remaining() -> None:
    assert [row.id for row in rows().values() if row.remaining and not row.built] == []


def test_marks_are_found_on_functions_modules_and_parameters() -> None:
    source = """
pytestmark = pytest.mark.requirement("A1")
@mark.requirement("A2", "A3")
def test_one(): ...
@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.requirement("A4"))])
@pytest.mark.slow("A5")
def test_two(n): ...
"""

    found = [row_id for mark in marks_in(source, "test_x.py") for row_id in mark.ids]

    assert sorted(found) == ["A1", "A2", "A3", "A4"]


def test_a_mark_that_cannot_be_read_is_reported_with_its_place() -> None:
    with pytest.raises(ValueError, match=r"test_x\.py:2"):
        list(marks_in('"""A test file."""\npytestmark = pytest.mark.requirement(SOME_ROW)\n', "test_x.py"))


def test_a_mark_remembers_its_place() -> None:
    assert list(marks_in('pytest.mark.requirement("A1")', "test_x.py")) == [Mark("test_x.py:1", ("A1",))]
