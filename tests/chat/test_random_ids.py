"""Ids that nobody can foresee, and that come only once."""

import os
import time
import uuid

import pytest

from choice.chat.random_ids import ordered_uuid, random_hex


def test_no_id_comes_twice() -> None:
    ids = [random_hex() for _ in range(1000)]

    assert len(set(ids)) == len(ids)
    assert {len(each) for each in ids} == {32}
    assert all(int(each, 16) >= 0 for each in ids)


def test_a_uuid_begins_with_the_moment_it_was_made() -> None:
    before = time.time_ns() // 1_000_000
    made = uuid.UUID(ordered_uuid())
    after = time.time_ns() // 1_000_000

    assert (made.version, made.variant) == (7, uuid.RFC_4122)
    assert before <= made.int >> 80 <= after


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_child_process_does_not_give_the_ids_of_its_parent() -> None:
    random_hex()
    here, there = os.pipe()
    child = os.fork()
    if not child:
        os.write(there, random_hex().encode())
        os._exit(0)
    os.waitpid(child, 0)

    assert os.read(here, 32).decode() != random_hex()
