"""Preferences of the person: one JSON file, shared by the web page and the terminal."""

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
    """A preference is unknown or has an invalid value."""

    def __init__(self, field: str, rule: str) -> None:
        super().__init__(f"{field}: {rule}")
        self.field = field
        self.rule = rule


def _as_tuple(values: object) -> object:
    return tuple(values) if isinstance(values, list) else values


class Preferences(BaseModel):
    """Preferences for showing and answering questions. Unknown names in the file are preserved."""

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
    notifications: bool = True
    """Whether the pages notify before the time of a question runs out."""
    notify_new: Literal["each", "urgent", "none"] = "urgent"
    """New questions for which the pages show a notification."""
    undo_seconds: int = Field(default=3, ge=0, le=10)
    """How long a page waits before it sends an answer, so that it can be undone."""
    next_question: bool = True
    """Whether the inbox opens the next question after an answer."""
    number_keys: bool = True
    """Whether the keys 1 to 9 answer in the inbox. If not, they only move the focus."""
    surfaces: Annotated[tuple[str, ...], BeforeValidator(_as_tuple)] = ()
    """Order in which surfaces are tried. If empty, the default order applies."""

    def for_form(self, form: Form) -> Self:
        """Return the preferences for a form. Switches that the asker has set take precedence."""
        return self.model_copy(update=presentation_of(form))


def parse_preferences(kept: Mapping[str, JsonValue]) -> Preferences:
    """Return stored preferences. Invalid values are replaced with their defaults."""
    while True:
        try:
            return Preferences.model_validate(kept)
        except ValidationError as error:
            wrong = {str(each["loc"][0]) for each in error.errors(include_url=False)}
            kept = {name: value for name, value in kept.items() if name not in wrong}


def check_changes(changed: Mapping[str, JsonValue]) -> None:
    """Check changes of preferences.

    Raises:
        InvalidPreference: A preference is unknown or invalid.
    """
    unknown = [name for name in changed if name not in Preferences.model_fields]
    if unknown:
        known = ", ".join(Preferences.model_fields)
        raise InvalidPreference(unknown[0][:40], f"is not a preference. Known preferences: {known}.")
    try:
        Preferences.model_validate(dict(changed))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise InvalidPreference(str(first["loc"][0]), f"{first['msg'].lower()}.") from None


class PreferencesFile:
    """Reads and writes the preferences file. Writes are atomic and change only the given preferences."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> Preferences:
        """Return the preferences. Invalid values are replaced with their defaults."""
        return parse_preferences(self._load())

    def change(self, changed: Mapping[str, JsonValue]) -> Preferences:
        """Save the given preferences and keep the others.

        Raises:
            InvalidPreference: A preference is unknown or invalid. Nothing was saved.
        """
        check_changes(changed)
        self._write(self._load() | dict(changed))
        return self.read()

    def _load(self) -> dict[str, JsonValue]:
        """Return the content of the file, or an empty dictionary if it cannot be read."""
        try:
            if self._path.stat().st_size > MAX_FILE:
                return {}
            kept = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return kept if isinstance(kept, dict) else {}

    def _write(self, kept: Mapping[str, JsonValue]) -> None:
        """Replace the file atomically."""
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
