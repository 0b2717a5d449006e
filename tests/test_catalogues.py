"""The catalogues of all languages have the same texts and placeholders."""

import re

import pytest

from choice.i18n import LANGUAGES, catalogue, closest, fill, words

OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_texts_of_english(language: str) -> None:
    names = {section: list(texts) for section, texts in catalogue("en").items()}

    assert {section: list(texts) for section, texts in catalogue(language).items()} == names


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_placeholders_of_the_english_text(language: str) -> None:
    def places(text: str) -> set[str]:
        return set(re.findall(r"\{(\w+)", text))

    wrong = [
        (section, name)
        for section, texts in catalogue("en").items()
        for name, text in texts.items()
        if places(text) != places(catalogue(language)[section][name])
    ]

    assert wrong == []


def test_an_unknown_language_raises_key_error() -> None:
    with pytest.raises(KeyError):
        catalogue("tlh")


@pytest.mark.parametrize(
    ("tag", "language"), [("ko-KR", "ko"), ("zh_TW.UTF-8", "zh"), ("JA", "ja"), ("fr", "en"), ("", "en")]
)
def test_the_closest_language_is_found(tag: str, language: str) -> None:
    assert closest(tag) == language


def test_texts_are_filled_and_counted() -> None:
    say = words("card", "en")

    assert say("sent", answer="Tea") == "Sent: Tea"
    assert say("too_few", n=1) == "Choose at least 1 option."
    assert say("too_few", n=2) == "Choose at least 2 options."
    assert fill("{a}{b}", {"a": "{b}"}) == "{b}"
