"""Words are found wherever they stand, whatever letters they have."""

import pytest

from choice.dialects.text.word_search import Words, mentions, pattern_of

MIXED = Words("pick", "up to", "nenn", "at least", "select", "selected", "max", "hasta", "选", "wähl")


@pytest.mark.parametrize(
    "said",
    ["pick", "the topicks", "go up to 3", "nenn es", "at least one", "selected", "climax", "hasta 3", "请选"],
)
def test_a_text_that_has_one_of_the_words_mentions_it(said: str) -> None:
    assert mentions(said, MIXED)


@pytest.mark.parametrize("said", ["", "pic k", "up  to", "nen n", "at last", "selec", "ma x", "hast", "no"])
def test_a_text_without_any_of_the_words_mentions_none(said: str) -> None:
    assert not mentions(said, MIXED)


def test_words_without_a_rare_letter_are_found() -> None:
    assert mentions("one tea please", Words("tea", "rose"))
    assert not mentions("one cup please", Words("tea", "rose"))


def test_words_of_other_scripts_are_in_no_text_in_ascii() -> None:
    assert not mentions("which", Words("哪", "어떤"))


def test_the_pattern_of_words_has_each_of_them_to_its_end() -> None:
    assert pattern_of(["one", "on", "two"]) == "(?:on(?:e)?|two)"


def test_every_place_of_a_word_is_found() -> None:
    words = Words("more", "more than", "것")

    for _ in range(2):
        assert [found.span() for found in words.each("more more than 것")] == [(0, 4), (5, 14), (15, 16)]


def test_whole_words_are_not_found_inside_longer_ones() -> None:
    words = Words("pick", whole=("top", "min.", "plus d'"))

    assert all(mentions(said, words) for said in ("top 3", "the top", "min. 2", "plus d'un", "toothpicks"))
    assert not any(mentions(said, words) for said in ("stop", "topic", "desktop 3", "admin. 2"))


def test_whole_words_are_found_anywhere_in_texts_of_other_scripts() -> None:
    assert mentions("선택 topic", Words(whole=("top",)))
