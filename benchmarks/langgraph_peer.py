"""A LangGraph graph with one node that interrupts, stored by the SQLite checkpointer."""

import itertools
import sqlite3
import time
from pathlib import Path
from typing import TypedDict

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt


class State(TypedDict):
    """State of the graph: the answer."""

    answer: str


def _ask(state: State) -> State:  # noqa: ARG001 - a node takes the state
    return {"answer": interrupt({"question": "Which database should the service use?"})}


class LangGraphPeer:
    """Asks and resumes as in its documentation: invoke until the interrupt, then resume."""

    def __init__(self, path: Path, journal_mode: str) -> None:
        self._connection = sqlite3.connect(path, check_same_thread=False)
        saver = SqliteSaver(self._connection)
        saver.setup()
        # Its set-up chose a write-ahead log, whatever the library; the desk keeps to what is safe.
        self._connection.execute(f"PRAGMA journal_mode={journal_mode}")
        self._connection.execute("PRAGMA synchronous=FULL")
        graph = StateGraph(State)
        graph.add_node("ask", _ask)
        graph.add_edge(START, "ask")
        graph.add_edge("ask", END)
        self._graph = graph.compile(checkpointer=saver)
        self._threads = itertools.count()

    def round_trips(self, count: int) -> float:
        """Return the mean time from asking to the answer, in seconds."""
        begun = time.perf_counter()
        for _ in range(count):
            config: RunnableConfig = {"configurable": {"thread_id": str(next(self._threads))}}
            asked = self._graph.invoke({"answer": ""}, config, durability="sync")
            assert "__interrupt__" in asked
            resumed = self._graph.invoke(Command(resume="SQLite"), config, durability="sync")
            assert resumed["answer"] == "SQLite"
        return (time.perf_counter() - begun) / count

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
