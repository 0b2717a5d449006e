"""The second process: answers on request and reports when it submitted the answer.

A line `desk ID` answers an interaction. A line `raw NUMBER` runs the minimal transaction on PostgreSQL: one
UPDATE … RETURNING, one INSERT and a NOTIFY. The response is the submission time by the monotonic clock.
"""

import asyncio
import sys
import time

import asyncpg

from benchmarks.desk_sample import ANNA, ANSWER
from choice.assembly.desk import open_desk

END = (
    "UPDATE raw_questions SET state = 'answered', outcome = $2 WHERE id = $1 AND state = 'open' RETURNING id"
)
RECORD = "INSERT INTO raw_log (question, body) VALUES ($1, $2)"
NOTIFY = "SELECT pg_notify('raw', $1)"


async def main(url: str) -> None:
    """Serve until the input ends."""
    raw = await asyncpg.connect(url) if url.startswith("postgresql") else None
    lines = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    async with open_desk(url) as desk:
        print("ready", flush=True)
        while line := (await lines.readline()).decode():
            kind, name = line.split()
            if kind == "desk":
                await desk.look(name, by=ANNA)  # As a surface does before an answer.
            submitted = time.perf_counter()
            if kind == "desk":
                await desk.answer(name, ANSWER, by=ANNA)
            else:
                await _answer_raw(raw, int(name))
            print(submitted, flush=True)
    if raw is not None:
        await raw.close()


async def _answer_raw(connection: asyncpg.Connection, number: int) -> None:
    async with connection.transaction():
        await connection.fetchrow(END, number, "o" * 170)
        await connection.execute(RECORD, number, "b" * 190)
        await connection.execute(NOTIFY, str(number))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
