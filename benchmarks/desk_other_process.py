"""The other process: answers what it is told to, and says when it began.

A line `desk ID` answers an interaction, a line `raw NUMBER` does the least on PostgreSQL: a transaction with
one UPDATE … RETURNING, one INSERT and a NOTIFY. The reply is the moment at which it was submitted, by the
clock that all processes of a machine share.
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
                await desk.look(name, by=ANNA)  # Nobody answers what they have not seen.
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
