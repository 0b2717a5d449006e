"""Wake-ups between processes through datagram sockets."""

import asyncio
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from choice.desk import DatagramWakeups, folder_for


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "desk.db").touch()
    # The path of a socket is short by law, and pytest's folders are not.
    with tempfile.TemporaryDirectory() as base:
        yield folder_for(tmp_path / "desk.db", Path(base))


async def test_a_notification_reaches_all_desks_but_the_sender(folder: Path) -> None:
    here, there = DatagramWakeups(folder), DatagramWakeups(folder)
    hints: list[str] = []
    arrived = asyncio.Event()
    await here.start(lambda: hints.append("here"))
    await there.start(arrived.set)

    for _ in range(100):
        here.notify()
    await asyncio.wait_for(arrived.wait(), 5)

    assert hints == []
    await here.close()
    assert len(list(folder.iterdir())) == 1
    await there.close()
    assert not folder.parent.exists()


async def test_a_folder_removed_by_another_process_is_created_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, wakeups = socket.socket.bind, DatagramWakeups(folder)

    def removed_first(own: socket.socket, address: str) -> None:
        monkeypatch.undo()
        folder.rmdir()
        made(own, address)

    monkeypatch.setattr(socket.socket, "bind", removed_first)
    await wakeups.start(lambda: None)

    assert len(list(folder.iterdir())) == 1
    await wakeups.close()


async def test_the_socket_of_a_dead_process_is_removed(folder: Path) -> None:
    here = DatagramWakeups(folder)
    await here.start(lambda: None)
    dead = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    dead.bind(str(folder / "dead.sock"))
    dead.close()

    here.notify()
    await asyncio.sleep(0)

    assert not (folder / "dead.sock").exists()
    await here.close()


async def test_a_full_socket_does_not_block_the_sender(folder: Path) -> None:
    here = DatagramWakeups(folder)
    await here.start(lambda: None)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as deaf:
        deaf.bind(str(folder / "deaf.sock"))
        for _ in range(5000):
            here.notify()
            await asyncio.sleep(0)

        assert (folder / "deaf.sock").exists()
    await here.close()


async def test_a_folder_writable_by_other_users_is_not_used(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder.parent.mkdir(mode=0o700)
    folder.parent.chmod(0o777)
    wakeups = DatagramWakeups(folder)

    await wakeups.start(lambda: None)
    wakeups.notify()
    await wakeups.close()

    assert "other users own this folder" in caplog.text
    assert not folder.exists()


async def test_a_folder_whose_path_is_too_long_for_sockets_is_not_used(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await DatagramWakeups(tmp_path / ("x" * 100) / "y").start(lambda: None)

    assert "too long" in caplog.text


async def test_a_pending_notification_is_sent_once_before_closing(folder: Path) -> None:
    here, there = DatagramWakeups(folder), DatagramWakeups(folder)
    hints: list[str] = []
    await here.start(lambda: None)
    await there.start(lambda: hints.append("there"))

    here.notify()
    await here.close()
    for _ in range(3):
        await asyncio.sleep(0)

    assert hints == ["there"]
    await there.close()
