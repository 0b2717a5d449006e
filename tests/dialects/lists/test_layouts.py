"""Discovery questions are found in every layout in which models write them."""

import pytest

from choice.stream import detect
from tests.dialects.lists.layouts import LAYOUTS, discovery_questions

EXAMPLE = "What is the main goal of the new shop?"
OPTIONS = ("Reach new customers", "Lower the cost of an order", "Replace the old system")


@pytest.mark.requirement("HE1")
def test_two_hundred_discovery_questions_are_found_in_twelve_layouts() -> None:
    found = dict.fromkeys(LAYOUTS, 0)
    count = 0
    for question, options in discovery_questions():
        count += 1
        for name, layout in LAYOUTS.items():
            asked = [each for form in detect(layout(question, options)).forms for each in form.questions]
            weight = "quick" if name == "question below" else "normal"
            seen = [(tuple(option.label for option in each.options), each.weight) for each in asked]
            found[name] += seen == [(options, weight)]

    assert count == 200
    share = sum(found.values()) / (count * len(LAYOUTS))
    assert share >= 0.98, f"{share:.1%} of all layouts are found: {found}"
    low = {name: f"{value / count:.1%}" for name, value in found.items() if value < 0.89 * count}
    assert not low, f"Less than 89 % are found in these layouts: {low} ({share:.1%} of all)"


@pytest.mark.requirement("HE1", "QC2", "QC3")
@pytest.mark.parametrize("name", LAYOUTS)
def test_the_example_of_the_specification_is_found_in_every_layout(name: str) -> None:
    (form,) = detect(LAYOUTS[name](EXAMPLE, OPTIONS)).forms

    assert tuple(option.label for option in form.questions[0].options) == OPTIONS
