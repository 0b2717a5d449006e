"""What the person last chose about how they are asked: one JSON file, shared by page and terminal."""

import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, ValidationError

from choice.errors import ChoiceError
from choice.models import DEFAULT_TIMEOUT, MAX_TIMEOUT, MIN_TIMEOUT, Form, presentation_of
from choice.surfaces import Preferred

MAX_FILE = 64 * 1024


class InvalidPreference(ChoiceError):
    """A preference cannot be what somebody wants it to be."""

    def __init__(self, field: str, rule: str) -> None:
        super().__init__(f"{field}: {rule}")
        self.field = field
        self.rule = rule


def _as_tuple(values: object) -> object:
    return tuple(values) if isinstance(values, list) else values


class Preferences(BaseModel):
    """How a person wants to be asked. Names that are not known here are kept as they are in the file."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    transport: Preferred = "auto"
    timeout_seconds: int = Field(default=DEFAULT_TIMEOUT, ge=MIN_TIMEOUT, le=MAX_TIMEOUT)
    visible_options: Literal["all", "recommended"] = "all"
    show_placeholder: bool = True
    allow_option_annotations: bool = False
    allow_global_annotation: bool = False
    single_submit_mode: bool = True
    language: Literal["", "en", "ko", "zh", "ja"] = ""
    theme: Literal["system", "light", "dark"] = "system"
    notifications: bool = False
    surfaces: Annotated[tuple[str, ...], BeforeValidator(_as_tuple)] = ()
    """In which order surfaces are tried; none named means the usual order."""

    def for_form(self, form: Form) -> Self:
        """Return what holds for a form: what its asker wants, and where the asker says nothing, this."""
        return self.model_copy(update=presentation_of(form))


class PreferencesFile:
    """Reads and writes the file. A write changes what it names and nothing else, or nothing at all."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> Preferences:
        """Return the preferences; what the file says wrongly has its default."""
        kept = self._kept()
        while True:
            try:
                return Preferences.model_validate(kept)
            except ValidationError as error:
                wrong = {str(each["loc"][0]) for each in error.errors(include_url=False)}
                kept = {name: value for name, value in kept.items() if name not in wrong}

    def change(self, changed: Mapping[str, JsonValue]) -> Preferences:
        """Keep new preferences beside the others.

        Raises:
            InvalidPreference: One of them is unknown, or cannot be that; nothing was changed.
        """
        unknown = [name for name in changed if name not in Preferences.model_fields]
        if unknown:
            raise InvalidPreference(unknown[0][:40], "is no preference that is known here.")
        try:
            Preferences.model_validate(dict(changed))
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            raise InvalidPreference(str(first["loc"][0]), f"{first['msg'].lower()}.") from None
        self._write(self._kept() | dict(changed))
        return self.read()

    def _kept(self) -> dict[str, JsonValue]:
        """Return all that the file holds; one that cannot be read holds nothing."""
        try:
            if self._path.stat().st_size > MAX_FILE:
                return {}
            kept = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return kept if isinstance(kept, dict) else {}

    def _write(self, kept: Mapping[str, JsonValue]) -> None:
        """Put a whole new file in the place of the old one."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        beside = self._path.with_name(f".{self._path.name}.{secrets.token_hex(8)}")
        opened = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(opened, "w", encoding="utf-8") as file:
                json.dump(kept, file, ensure_ascii=False, indent=2)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self._path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
