"""The store of conversations under concurrent writes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import sqlalchemy as sa

from choice.assembly.desk import open_store
from choice.conversations import (
    Conversation,
    Conversations,
    NewConversation,
    NewMessage,
    Owner,
    UnknownConversation,
)
from choice.conversations.models import NO_DETAILS
from choice.desk.sql.store import SqlStore
from choice.settings import Settings
from choice.sources.protocol import Findings

ADA = Owner("acme", "ada")


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Conversations]:
    store, _wakeups = await open_store(url, Settings(url))
    assert isinstance(store, SqlStore)
    try:
        yield Conversations(store.database)
    finally:
        await store.close()


def message(name: str, role: str = "user") -> NewMessage:
    return NewMessage(name, "user" if role == "user" else "assistant", f"words of {name}", NO_DETAILS)


async def begun(by: Conversations, number: int, owner: Owner = ADA) -> Conversation:
    new = NewConversation(f"c{number}", "session", "chat")
    return (await by.start(new, owner, f"lease {number}", message(f"m{number}"))).conversation


async def test_concurrent_conversations_are_all_stored(database_url: str) -> None:
    async with opened(database_url) as by:
        made = await asyncio.gather(*[begun(by, number) for number in range(85)])
        ended = await asyncio.gather(
            *[
                by.finish_turn(
                    each, f"lease {number}", "waiting" if number % 2 else "idle", message(f"a{number}", "a")
                )
                for number, each in enumerate(made)
            ]
        )
        read = [await by.read(each.id, ADA) for each in made]

    assert all(ended)
    assert [[said.content for said in messages] for _, messages in read] == [
        [f"words of m{number}", f"words of a{number}"] for number in range(85)
    ]
    assert {each.state for each, _ in read[1::2]} == {"waiting"}
    assert {each.state for each, _ in read[::2]} == {"idle"}


async def test_a_failed_insert_does_not_affect_concurrent_ones(database_url: str) -> None:
    async with opened(database_url) as by:
        await begun(by, 3)
        results = await asyncio.gather(*[begun(by, number) for number in range(6)], return_exceptions=True)
        read = [await by.read(f"c{number}", ADA) for number in range(6)]

    assert [isinstance(each, Exception) for each in results] == [number == 3 for number in range(6)]
    assert [len(messages) for _, messages in read] == [1] * 6


async def test_a_message_is_stored_even_if_looking_up_data_fails(database_url: str) -> None:
    def broken(connection: sa.Connection) -> Findings:
        connection.execute(sa.text("SELECT nothing FROM nowhere"))
        return Findings()

    async with opened(database_url) as by:
        made = await asyncio.gather(
            *[
                by.start(NewConversation(f"c{n}", "session", "chat"), ADA, f"l{n}", message(f"m{n}"), look)
                for n, look in enumerate([broken, lambda _connection: Findings()])
            ]
        )
        read = [await by.read(f"c{number}", ADA) for number in range(2)]

    assert [each.findings for each in made] == [None, Findings()]
    assert [[said.id for said in messages] for _, messages in read] == [["m0"], ["m1"]]


async def test_a_turn_that_lost_its_lease_stores_no_message(database_url: str) -> None:
    async with opened(database_url) as by:
        first, second = await asyncio.gather(begun(by, 1), begun(by, 2))
        ended = await asyncio.gather(
            by.finish_turn(first, "lease 2", "idle", message("of another", "a")),
            by.finish_turn(first, "lease 1", "idle", message("its own", "a")),
            by.finish_turn(second, "lease 9", "idle", message("too late", "a")),
        )
        read = [await by.read(each.id, ADA) for each in (first, second)]

    assert list(ended) == [False, True, False]
    assert [[said.id for said in messages] for _, messages in read] == [["m1", "its own"], ["m2"]]


async def test_concurrent_conversations_of_several_tenants_stay_separate(
    database_url: str,
) -> None:
    async with opened(database_url) as by:
        made = await asyncio.gather(*[begun(by, n, Owner(f"tenant {n % 2}", "ada")) for n in range(4)])
        with pytest.raises(UnknownConversation):
            await by.read("c0", Owner("tenant 1", "ada"))

    assert [each.tenant for each in made] == ["tenant 0", "tenant 1", "tenant 0", "tenant 1"]
