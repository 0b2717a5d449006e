"""Matching typed replies, against 20 000 per second and against botbuilder's choice recognizers."""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks.measuring import Cost, Ratio, ratio_of_costs
from benchmarks.reporting import Result, Skipped, at_least
from choice.replies.match import match_reply
from tests.replies.cases import Case, cases

TARGET_SECONDS = 1 / 20_000
_PEER = Path(__file__).parent / "botbuilder_peer.py"
_VENV = Path(__file__).parents[1] / ".venv-botbuilder" / "bin" / "python"
_NAME = "botbuilder-dialogs' choice recognizers / match_reply, CPU seconds a reply"
_MISSING = (
    "botbuilder-dialogs needs an environment of its own: python3 -m venv .venv-botbuilder &&"
    " .venv-botbuilder/bin/pip install botbuilder-dialogs==4.17.1 aiohttp"
)
_PASSES = 2


def results() -> Iterator[Result | Skipped]:
    """Measure the speed, and the accuracy on the corpus."""
    corpus = list(cases())
    cost = _cost_of(corpus)
    speed = ratio_of_costs(lambda: TARGET_SECONDS, cost, rounds=7, pairs=5)
    yield Result("replies per second over the corpus / 20 000", speed, at_least(1))
    right = sum(_is_right(case) for case in corpus)
    yield _share(f"match_reply: share right ({right} of {len(corpus)} replies)", right / len(corpus), 0.98)
    python = os.environ.get("BOTBUILDER_PYTHON", str(_VENV))
    if shutil.which(python) is None:
        yield Skipped(_NAME, _MISSING)
        return
    with _peer(python, corpus) as (recognised, peer_cost):
        theirs = sum(_peer_is_right(case, found) for case, found in zip(corpus, recognised, strict=True))
        name = f"botbuilder-dialogs: share right ({theirs} of {len(corpus)} replies)"
        yield _share(name, theirs / len(corpus), None)
        yield Result(_NAME, ratio_of_costs(peer_cost, cost, rounds=7, pairs=3), at_least(5))


def _share(name: str, share: float, least: float | None) -> Result:
    """Return a share as a result without a spread."""
    return Result(name, Ratio(share, 0.0), None if least is None else at_least(least))


def _cost_of(corpus: Sequence[Case]) -> Cost:
    asked = [(case.reply, case.question) for case in corpus]

    def cost() -> float:
        begun = time.process_time()
        for _ in range(_PASSES):
            for reply, question in asked:
                match_reply(reply, question)
        return (time.process_time() - begun) / _PASSES / len(asked)

    return cost


def _is_right(case: Case) -> bool:
    found = match_reply(case.reply, case.question)
    return (found.status, found.option_ids) == (case.status, case.option_ids)


def _peer_is_right(case: Case, places: list[int]) -> bool:
    """Judge a recognizer without statuses: an empty result is right for an unclear reply."""
    found = tuple(case.question.option_ids[place] for place in places)
    if case.status == "matched":
        return found == case.option_ids
    return found in {(), case.option_ids} if case.status == "ambiguous" else found == ()


@contextmanager
def _peer(python: str, corpus: Sequence[Case]) -> Iterator[tuple[list[list[int]], Cost]]:
    """Start the recognizers; yield their results and a function that measures them."""
    asked = [
        {
            "language": case.language,
            "reply": case.reply,
            "options": [(option.id, option.label) for option in case.question.options],
        }
        for case in corpus
    ]
    with subprocess.Popen(
        [python, str(_PEER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        requests, responses = process.stdin, process.stdout

        def line(said: str) -> str:
            requests.write(said + "\n")
            requests.flush()
            return responses.readline()

        recognised: list[list[int]] = json.loads(line(json.dumps(asked)))
        yield recognised, lambda: float(line("again"))
