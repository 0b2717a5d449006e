"""The fields that every question has, each read by itself, before they are compared with one another."""

import re
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from choice import models
from choice.models import Option, Question, SelectionMode, default_limits
from choice.payload.fields import Fields

_UNSEEN = re.compile("[\u061c\u200c-\u200f\ufe00-\ufe0f]")  # direction marks, joiners, variation selectors


@dataclass(frozen=True)
class Draft:
    """A question's fields as they were read; whether they fit together is another matter."""

    mode: SelectionMode
    options: tuple[Option, ...]
    defaults: tuple[str, ...]
    least: int
    most: int
    placeholder: str | None
    own_words: bool
    flags: frozenset[str] = frozenset()
    """The switches that are on."""

    @property
    def text_only(self) -> bool:
        """Whether there are own words alone."""
        return self.mode == "text_input"

    @property
    def recommends(self) -> bool:
        """Whether any option is recommended."""
        return any(option.recommended for option in self.options)

    @property
    def option_ids(self) -> list[str]:
        """The ids of the options, in their order."""
        return [option.id for option in self.options]

    def question(self, **rest: Any) -> Question:  # noqa: ANN401 - checked fields on their way to the model
        """Return the question; `rest` are the fields that only a request or only a form has."""
        return Question(
            selection_mode=self.mode,
            options=self.options,
            default_selection_ids=tuple([each for each in self.option_ids if each in self.defaults]),
            min_selections=self.least,
            max_selections=self.most,
            allow_free_text=self.own_words,
            placeholder=self.placeholder,
            **rest,
        )


def read_draft(
    fields: Fields,
    mode: SelectionMode,
    options: tuple[Option, ...],
    own_words: bool,  # noqa: FBT001 - a field of the question
    flags: frozenset[str] = frozenset(),
) -> Draft:
    """Return the fields that requests and forms have in common; limits not given follow from the mode."""
    least = fields.whole("min_selections", 0, models.MAX_OPTIONS)
    most = fields.whole("max_selections", 0, models.MAX_OPTIONS)
    usual_least, usual_most = default_limits(mode, len(options))
    return Draft(
        mode=mode,
        options=options,
        defaults=fields.texts("default_selection_ids", models.MAX_OPTIONS, models.MAX_ID) or (),
        least=usual_least if least is None else least,
        most=usual_most if most is None else most,
        placeholder=fields.line("placeholder", models.MAX_PLACEHOLDER),
        own_words=own_words,
        flags=flags,
    )


def read_options(
    fields: Fields, known: Collection[str], spare_ids: Iterable[str | None]
) -> tuple[Option, ...]:
    """Return the options; one without an id gets the spare one of its place."""
    options: dict[str, Option] = {}
    labels: set[str] = set()
    for one, spare_id in zip(fields.objects("options", models.MAX_OPTIONS, known), spare_ids, strict=False):
        option = Option(
            id=one.required("id", one.identifier("id", models.MAX_ID) or spare_id),
            label=one.required("label", one.line("label", models.MAX_LABEL)),
            description=one.text("description", models.MAX_DESCRIPTION),
            value=one.words("value", models.MAX_VALUE),
            recommended=one.flag("recommended") or False,
        )
        look = look_of(option.label)
        if option.id in options:
            one.refuse("id", "must differ from the ids of the other options.")
        if look in labels:
            one.refuse("label", "must differ from the other labels by more than case, width or hidden marks.")
        options[option.id] = option
        labels.add(look)
    return tuple(options.values())


def look_of(label: str) -> str:
    """Return what labels have in common that a reader takes for the same."""
    if label.isascii():
        return label.casefold().strip()
    return _UNSEEN.sub("", unicodedata.normalize("NFKC", label)).casefold().strip()
