"""One process of a race: `contender URL NAME [VARIANT]` answers on request and reports the result."""

import asyncio
import json
import sys
import time
from random import Random

from choice.desk import Desk, InteractionClosed, Person
from choice.errors import StoreBusy, StoreUnavailable
from choice.models import Answer, Answered, Cancelled, Outcome
from tests.faults.stores import desk_at
from tests.faults.variants import VARIANTS


async def contend(desk: Desk, interaction_id: str, name: str, option: str) -> list[object]:
    """Try to end an interaction; return the result, the winner, the start time and the time of the reply."""
    begun = time.monotonic()
    how, who = await _ended(desk, interaction_id, name, option)
    return [interaction_id, how, who, begun, time.monotonic()]


async def _ended(desk: Desk, interaction_id: str, name: str, option: str) -> tuple[str, str | None]:
    """Try to end an interaction; retry while the store is busy."""
    by, answer = Person(name), Answer(question_id="q1", option_ids=(option,))
    while True:
        try:
            if option == "3":
                ended = await desk.cancel(interaction_id, by=by, key=name)
            else:
                ended = await desk.answer(interaction_id, answer, by=by, answer_id=name)
        except InteractionClosed as closed:
            return "told", _who(closed.outcome)
        except (StoreBusy, StoreUnavailable):
            continue
        assert ended.outcome is not None
        return "won", _who(ended.outcome)


def _who(outcome: Outcome) -> str | None:
    assert isinstance(outcome, Answered | Cancelled)
    return outcome.answered_by


async def main(url: str, name: str, variant: str | None = None) -> None:
    if variant:
        VARIANTS[variant]()
    async with desk_at(url) as desk:
        _say([])
        while line := await asyncio.to_thread(sys.stdin.readline):
            order = json.loads(line)
            random = Random(order["seed"])
            # In the same order in every process, so that contenders for one question run at the same time.
            attempts = [
                (one, f"{name}-{number}") for one in order["ids"] for number in range(order["contenders"])
            ]
            contended = [contend(desk, one, who, random.choice("123")) for one, who in attempts]
            _say(await asyncio.gather(*contended))


def _say(what: object) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
