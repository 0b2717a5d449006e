"""Preferences are kept in one file and changed atomically."""

import json
import stat
from pathlib import Path

import pytest

from choice.preferences import MAX_FILE, InvalidPreference, Preferences, PreferencesFile


@pytest.mark.requirement("PC9")
def test_saving_some_preferences_keeps_the_others_and_unknown_names(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "preferences.json"
    file = PreferencesFile(path)
    file.change({"theme": "dark"})
    path.write_text(json.dumps(json.loads(path.read_text()) | {"from_the_future": [1]}))

    kept = file.change({"timeout_seconds": 60})

    assert (kept.theme, kept.timeout_seconds) == ("dark", 60)
    assert json.loads(path.read_text())["from_the_future"] == [1]
    assert PreferencesFile(path).read() == kept
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["preferences.json"]


@pytest.mark.requirement("PC9")
@pytest.mark.parametrize(
    ("changed", "field"),
    [({"theme": "pink"}, "theme"), ({"timeout_seconds": 0}, "timeout_seconds"), ({"volume": 11}, "volume")],
)
def test_an_invalid_preference_is_rejected_and_changes_nothing(
    tmp_path: Path, changed: dict[str, str | int], field: str
) -> None:
    file = PreferencesFile(tmp_path / "preferences.json")
    before = file.change({"language": "ko"})

    with pytest.raises(InvalidPreference) as caught:
        file.change({"notifications": True, **changed})

    assert caught.value.field == field
    assert file.read() == before


@pytest.mark.parametrize("text", ["", "[]", "{", '{"theme": 7}', "x" * (MAX_FILE + 1), "[" * 60_000])
def test_a_file_that_cannot_be_read_gives_the_defaults(tmp_path: Path, text: str) -> None:
    path = tmp_path / "preferences.json"
    path.write_text(text)

    assert PreferencesFile(path).read() == Preferences()


def test_an_invalid_value_is_replaced_by_its_default_alone(tmp_path: Path) -> None:
    path = tmp_path / "preferences.json"
    path.write_text('{"theme": "dark", "timeout_seconds": "soon"}')

    kept = PreferencesFile(path).read()

    assert (kept.theme, kept.timeout_seconds) == ("dark", Preferences().timeout_seconds)


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "preferences.json"
    file = PreferencesFile(path)
    file.change({"theme": "dark"})

    with pytest.raises(TypeError):
        file._write({"theme": object()})  # type: ignore[dict-item]  # noqa: SLF001 - a disk cannot be made to fail here

    assert file.read().theme == "dark"
    assert [each.name for each in tmp_path.iterdir()] == ["preferences.json"]
