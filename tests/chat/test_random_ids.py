"""Ids that nobody can foresee, and that come only once."""

import os
import uuid

import pytest

from choice.chat.random_ids import random_hex, random_uuid


def test_no_id_comes_twice() -> None:
    ids = [random_hex() for _ in range(1000)]

    assert len(set(ids)) == len(ids)
    assert {len(each) for each in ids} == {32}
    assert all(int(each, 16) >= 0 for each in ids)


def test_a_uuid_is_a_random_one() -> None:
    assert uuid.UUID(random_uuid()).version == 4


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
