"""Opening a desk from a database URL."""

import logging
import os
import sys
from pathlib import Path

import pytest

import choice
from choice.assembly.desk import open_desk, open_existing_store
from choice.assembly.environment import environment_settings
from choice.errors import InvalidSetting, MissingExtra, StoreMissing
from choice.settings import settings_file
from choice.testing import ManualClock


@pytest.mark.requirement("UP8", "UP9")
async def test_a_relative_file_is_created_and_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with choice.open_desk("sqlite:///x.db") as desk:
        await desk.open(choice.Question(text="Tea?", options=["Yes", "No"]))

    assert (tmp_path / "x.db").stat().st_mode & 0o077 == 0


@pytest.mark.requirement("UP8")
async def test_the_settings_name_the_desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHOICE_DATA_DIR", str(tmp_path / "data"))
    async with open_desk():
        pass

    assert (tmp_path / "data" / "desk.db").exists()


@pytest.mark.parametrize("url", ["mysql://x", "sqlite://", "x"])
async def test_an_invalid_url_is_rejected(url: str) -> None:
    with pytest.raises(InvalidSetting):
        async with open_desk(url):
            pass


async def test_mode_rw_does_not_create_a_file(tmp_path: Path) -> None:
    with pytest.raises(StoreMissing):
        async with open_desk(f"sqlite:///{tmp_path}/x.db?mode=rw"):
            pass
    with pytest.raises(StoreMissing):
        async with open_existing_store(f"sqlite:///{tmp_path}/x.db"):
            pass

    assert list(tmp_path.iterdir()) == []


@pytest.mark.requirement("UP8")
async def test_a_deleted_database_is_not_replaced_by_an_empty_one(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/x.db"
    async with open_desk(url) as desk:
        await desk.open(choice.Question(text="Tea?", options=["Yes", "No"]))
    (tmp_path / "x.db").unlink()

    with pytest.raises(StoreMissing, match="the database was removed"):
        async with open_desk(url):
            pass

    assert not (tmp_path / "x.db").exists()
    (tmp_path / "x.db-made").unlink()
    async with open_desk(url) as desk:
        assert await desk.list(choice.Person("anna")) == []


@pytest.mark.parametrize(("url", "package", "extra"), [("postgresql://x/y", "asyncpg", "postgres")])
async def test_the_error_for_a_missing_package_names_the_extra(
    url: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in list(sys.modules):
        if name.startswith(("choice.desk.sql", "choice.desk.postgres", "choice.desk.sql.schema")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)

    with pytest.raises(MissingExtra, match=rf"choicewire\[{extra}\]"):
        async with open_desk(url):
            pass


async def test_old_decisions_are_purged_when_the_desk_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHOICE_RETENTION_DAYS", "10")
    url, clock = f"sqlite:///{tmp_path}/x.db", ManualClock()
    async with open_desk(url, clock=clock) as desk:
        asked = await desk.open(choice.Question(text="Tea?", options=["Yes", "No"]))
        await desk.cancel(asked.id, by=choice.Person("anna"))
    clock.advance(11 * 86400)

    async with open_desk(url, clock=clock) as desk:
        assert await desk.list(choice.Person("anna"), state=None) == []


def test_unknown_settings_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    write_settings(tmp_path, monkeypatch, b"CHOICE_DATABSE_URL=x\nCHOICE_MAX_OPEN=7\n")
    caplog.set_level(logging.WARNING)

    settings = environment_settings()

    assert settings.most_open == 7
    assert "Ignoring unknown setting CHOICE_DATABSE_URL" in caplog.text


def test_a_settings_file_that_cannot_be_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_settings(tmp_path, monkeypatch, b"CHOICE_PORT=\xff\n")

    with pytest.raises(InvalidSetting) as caught:
        environment_settings()

    assert str(caught.value) == f"{file}: cannot be read: it is not UTF-8."


def write_settings(folder: Path, monkeypatch: pytest.MonkeyPatch, content: bytes) -> Path:
    """Write the settings file of a user whose configuration is in a folder."""
    for name in ("HOME", "XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.setenv(name, str(folder))
    file = settings_file(os.environ, Path.home())
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    return file
