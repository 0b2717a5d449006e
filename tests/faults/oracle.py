"""Compare a database with the ack logs of its clients."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from choice.desk import Interaction
from choice.desk.log import ENDINGS, Broken, ChainStart, Record, verify
from choice.models import Answered, Cancelled, Outcome
from tests.faults.ack_log import Acks, Ending


@dataclass(frozen=True, slots=True)
class Seen:
    """Contents of a database."""

    interactions: Sequence[Interaction]
    records: Sequence[Record]
    start: ChainStart | None = None
    """Start of the hash chain; None if some records are missing, so that it cannot be verified."""
    damage: str = "ok"


def ending_of(outcome: Outcome) -> Ending:
    """Return an outcome in the format of the ack log."""
    match outcome:
        case Answered(answers=answers, answered_by=who):
            return Ending("answered", who, answers[0].option_ids[0])
        case Cancelled(answered_by=who):
            return Ending("cancelled", who)
        case _:
            return Ending(outcome.kind)


def complaints(acks: Acks, seen: Seen) -> list[str]:
    """Return every broken guarantee."""
    found = [] if seen.damage == "ok" else [f"the file is damaged: {seen.damage}"]
    if seen.start is not None:
        verdict = verify(seen.records, seen.start)
        found += [f"the chain is broken: {verdict}"] if isinstance(verdict, Broken) else []
    by_key = {interaction.key or interaction.id: interaction for interaction in seen.interactions}
    found += [f"{key}: the question was acknowledged and is lost" for key in acks.asked - set(by_key)]
    found += [
        f"{key}: the outcome was acknowledged, the question is lost" for key in set(acks.ended) - set(by_key)
    ]
    records: dict[str, list[Record]] = defaultdict(list)
    for record in seen.records:
        records[record.interaction_id].append(record)
    for key, interaction in by_key.items():
        found += [f"{key}: {problem}" for problem in _problems(key, interaction, acks)]
        found += [
            f"{key}: {problem}" for problem in _unrecorded(interaction, records.pop(interaction.id, []))
        ]
    return found + [f"records of {lost}, which is not there" for lost in records]


def _problems(key: str, interaction: Interaction, acks: Acks) -> list[str]:
    found = []
    if key not in acks.asking:
        found.append("it was never asked")
    if [question.text for question in interaction.form.questions] != [f"{key}?"]:
        found.append("it is not what was asked")
    ending = None if interaction.outcome is None else ending_of(interaction.outcome)
    acknowledged = acks.ended.get(key, set())
    if acknowledged and acknowledged != {ending}:
        found.append(f"clients were told {sorted(acknowledged)}, and the database says {ending}")
    if ending is not None and ending not in acks.ending[key]:
        found.append(f"no client submitted {ending}")
    return found


def _unrecorded(interaction: Interaction, records: Sequence[Record]) -> list[str]:
    begun = [record for record in records if record.kind in {"opened", "queued"}]
    ended = [record.kind for record in records if record.kind in ENDINGS]
    found = [] if len(begun) == 1 else [f"{len(begun)} records say that it was asked"]
    expected = [] if interaction.state == "open" else [interaction.state]
    return found if ended == expected else [*found, f"it is {interaction.state}, and the log says {ended}"]
