"""How strongly the sentences above and below a list ask for one of its items."""

import pytest

from choice.dialects.lists.features import OPTION, Surroundings, lead_strength, pick_strength
from choice.dialects.lists.finder import find
from choice.dialects.lists.markers import read_lines

pytestmark = pytest.mark.requirement("HE1")


@pytest.mark.parametrize(
    ("sentence", "strength"),
    [
        ("Which of these do you prefer?", 1.0),
        ("Does one of these suit you?", 0.7),
        ("Should I do these now?", 0.0),
        ("Any preference?", 0.0),
    ],
)
def test_a_sentence_below_asks_for_an_item_if_its_words_point_to_the_list(
    sentence: str, strength: float
) -> None:
    assert pick_strength(sentence, 0) == strength


def test_a_question_of_taste_asks_for_an_item_only_below_announced_options() -> None:
    assert pick_strength("Any preference?", OPTION) > pick_strength("Any preference?", 0) == 0


@pytest.mark.parametrize(
    ("lead", "strength"),
    [
        ("Please choose one option:", 1.0),
        ("Which one would you like:", 0.8),
        ("If you want, I can also:", 0.8),
        ("I changed these files:", 0.0),
    ],
)
def test_a_line_with_a_colon_asks_for_an_item_if_it_offers_a_choice(lead: str, strength: float) -> None:
    assert lead_strength(lead) == strength


def strength_behind(paragraphs: int) -> float:
    """Return how strongly a question asks about a list so many paragraphs above it."""
    between = "The server restarts.\n\n" * paragraphs
    lines = read_lines(f"Options:\n\n1. Docker\n2. systemd\n\n{between}Which option do you prefer?")
    (candidate,) = find(lines)
    return Surroundings(lines, candidate, [candidate], whole=True).below_strength


def test_a_question_asks_less_strongly_the_farther_it_stands_below_its_list() -> None:
    near, far, very_far = strength_behind(2), strength_behind(3), strength_behind(12)

    assert near > far > very_far > 0
