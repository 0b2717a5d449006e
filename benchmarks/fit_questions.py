"""Fit the weights of the plain-text question detector, and print its cross-validated error.

    python -m benchmarks.fit_questions [MESSAGES.jsonl] [--write] [--folds N]

The labelled messages are other people's words and are not part of this repository: by default the file
`../shared/real/questions.jsonl` is read. Cases of `tests/corpus` are added to the training data, never to the
figures. Messages of one repository are always in the same fold. Thresholds are chosen inside the folds, by a
further cross-validation on their training messages, so that lists rarely become a card where there is none.
"""

# ruff: noqa: E501 - word lists, patterns and graded strengths are data

import argparse
import json
import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from choice.dialects.lists import classify, closing, ending
from choice.dialects.lists.classify import BIAS, Table
from choice.dialects.lists.features import Surroundings, features
from choice.models import Option, Question
from choice.stream import detect
from tests.corpus.cases import load
from tests.dialects.lists.layouts import LAYOUTS, discovery_questions

MESSAGES = Path(__file__).resolve().parents[2] / "shared" / "real" / "questions.jsonl"
WEIGHTS = Path(classify.__file__).with_name("weights.txt")
SILENT = ("none", "open", "yes_no", "either_or", "yes_no_over_list")
"""Kinds of messages that list nothing to pick."""
SHARE_OF_NONE, SHARE_OF_SILENT, SHARE_OF_YES_NO, SHARE_OF_EITHER = 0.0101, 0.025, 0.0134, 0.034
"""How many messages of the kind `none`, and of all that list nothing, may get a wrong card, when a threshold is chosen."""
CORPUS_WEIGHT, SILENT_CORPUS_WEIGHT = 0.3, 0.2
"""The corpus has far more texts that only look like questions than messages have."""
LAYOUT_WEIGHT = 0.15
PENALTY = {"list": 1.0, "yes_no": 0.2, "either_or": 0.3}
STAGES = ("card", "light", "yes_no", "either_or")
_FEWEST = 5
"""Features that occur less often are left out."""
_ROUNDS = 12
_WORDS = re.compile(r"[^\W_]+").findall
_MARK = re.compile(
    r"^\W*(?:\(?\w{1,3}[).\]:]|[0-9]\ufe0f?\u20e3|(?:option|opci[oó]n|opção|옵션|选项|方案|approach|вариант)\s*\w+\s*[:.)-]?)?\W*",
    re.IGNORECASE,
)
_YES = frozenset({"yes", "sí", "oui", "ja", "sim", "да", "네", "是", "はい", "نعم"})

Row = Mapping[str, Any]


class Sample(NamedTuple):
    """The features of one list or closing sentence, and whether it is a question."""

    table: str
    values: Mapping[str, float]
    is_true: bool
    weight: float

    @property
    def stage(self) -> str:
        """What the sample may become: a card, light buttons under a list, or under a sentence."""
        return self.table if self.table != "list" else "light" if "text.light" in self.values else "card"


def plain(text: str) -> str:
    """Return the words of a label."""
    return " ".join(_WORDS(_MARK.sub("", text.replace("_", "")).lower()))


def alike(found: str, wanted: str) -> bool:
    """Return whether a label is the beginning or the essence of the wanted one."""
    one, other = plain(found), plain(wanted)
    return bool(one and other) and (
        one.startswith(other[:24]) or other.startswith(one[:24]) or one in other or other in one
    )


def states(labels: Sequence[str], wanted: Sequence[str]) -> bool:
    """Return whether labels are those wanted."""
    return len(labels) == len(wanted) and all(map(alike, labels, wanted))


def asked_in(row: Row) -> list[tuple[str, list[str]]]:
    """Return the position and the labels of each question of a message that lists options."""
    listed = row["questions"] if row["kind"] == "listed" else []
    return [(q.get("position") or "", [o["label"] for o in q["options"]]) for q in listed if q.get("options")]


def samples_of(row: Row, weight: float = 1.0) -> list[Sample]:
    """Return the samples of a message: what the splitter scores when it reads it."""
    seen: list[tuple[Surroundings, Mapping[str, float]]] = []

    def record(place: Surroundings) -> float:
        seen.append((place, features(place)))
        return 0.0

    ends: list[closing.Closing] = []

    def note(found: closing.Closing) -> tuple[Option, ...]:
        ends.append(found)
        return ()

    scoring, closings = ending.score, vars(ending)["options_for"]
    vars(ending).update(score=record, options_for=note)
    try:
        detect(row["text"])
    finally:
        vars(ending).update(score=scoring, options_for=closings)
    wanted = asked_in(row)
    found: list[Sample] = []
    for place, values in seen:
        fitting = [position for position, labels in wanted if states(place.candidate.labels, labels)]
        # A question below its list is asked there: whether the lead would do as well is not known.
        counts = place.whole or not fitting or "after" in fitting
        found.append(Sample("list", values, bool(fitting), weight * counts))
    if row["kind"] != "listed" and not row["repository"].startswith("corpus"):
        for end in ends:
            values = closing.features(end)
            found.append(Sample("yes_no", values, row["kind"] in {"yes_no", "yes_no_over_list"}, weight))
            found.append(Sample("either_or", values, row["kind"] == "either_or", weight))
    return found


def corpus_rows() -> list[Row]:
    """Return the cases of the repository's own corpus as labelled messages."""
    rows: list[Row] = []
    for case in load():
        forms = [segment for segment in case.segments if segment["type"] == "form"]
        if case.mode == "chat" or any(
            form["dialect"] not in {"lettered_list", "numbered_list", "closing_question"} for form in forms
        ):
            continue
        questions = [
            question
            for form in forms
            if form["dialect"] != "closing_question"
            for question in form["form"]["questions"]
        ]
        rows.append(
            {
                "id": case.name,
                "repository": f"corpus {case.file}",
                "text": case.text,
                "kind": "listed" if questions else "none",
                "questions": [
                    {"position": "before" if question.get("weight") == "quick" else "after", **question}
                    for question in questions
                ],
            }
        )
    for number, (question, options) in enumerate(discovery_questions(practice=True)):
        for name, layout in LAYOUTS.items():
            layout_asked = {
                "position": "before" if "below" in name else "after",
                "options": [{"label": option} for option in options],
            }
            rows.append(
                {
                    "id": f"{number} {name}",
                    "repository": "corpus",
                    "text": layout(question, options),
                    "kind": "listed",
                    "questions": [layout_asked],
                }
            )
    return rows


def fit(samples: Sequence[Sample], penalty: float) -> dict[str, float]:
    """Return the weights of a logistic regression with a quadratic penalty, by Newton's method."""
    counts = Counter(name for sample in samples for name in sample.values)
    names = [BIAS, *sorted(name for name, count in counts.items() if count >= _FEWEST)]
    at = {name: number for number, name in enumerate(names)}
    rows = [
        (
            [(0, 1.0), *((at[name], value) for name, value in sample.values.items() if name in at)],
            float(sample.is_true),
            sample.weight,
        )
        for sample in samples
        if sample.weight
    ]
    size = len(names)
    weights = [0.0] * size
    for _ in range(_ROUNDS):
        slope = [0.01 * weights[0], *(value / penalty for value in weights[1:])]
        curve = [[0.0] * size for _ in range(size)]
        for number in range(size):
            curve[number][number] = 0.01 if number == 0 else 1 / penalty
        for values, truth, weight in rows:
            total = sum(weights[number] * value for number, value in values)
            chance = 1 / (1 + math.exp(-min(max(total, -40), 40)))
            error, spread = weight * (chance - truth), weight * chance * (1 - chance)
            for number, value in values:
                slope[number] += error * value
                line, part = curve[number], spread * value
                for other, its in values:
                    line[other] += part * its
        step = _solved(curve, slope)
        weights = [weight - change for weight, change in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-3:
            break
    return dict(zip(names, weights, strict=True))


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve symmetric linear equations by elimination."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for pivot in range(size):
        line = rows[pivot]
        for below in rows[pivot + 1 :]:
            factor = below[pivot] / line[pivot]
            if factor:
                below[pivot:] = [
                    value - factor * other for value, other in zip(below[pivot:], line[pivot:], strict=True)
                ]
    found = [0.0] * size
    for at in range(size - 1, -1, -1):
        found[at] = (
            rows[at][size] - sum(rows[at][other] * found[other] for other in range(at + 1, size))
        ) / rows[at][at]
    return found


Fitting = Callable[[Sequence[Sample], float], dict[str, float]]


class Data:
    """The messages with their samples, and those of the corpus."""

    def __init__(self, rows: Sequence[Row], fitting: Fitting = fit) -> None:
        self.rows, self.fitting = rows, fitting
        self.samples = {row["id"]: samples_of(row) for row in rows}
        self.corpus = [sample for row in corpus_rows() for sample in samples_of(row, _corpus_weight(row))]

    def weights(self, rows: Iterable[Row]) -> dict[str, dict[str, float]]:
        """Return the weights of each table, fitted on messages and on the corpus."""
        samples = [sample for row in rows for sample in self.samples[row["id"]]] + self.corpus
        return {
            name: self.fitting([s for s in samples if s.table == name], penalty)
            for name, penalty in PENALTY.items()
        }

    def tables(self, rows: Sequence[Row], folds: int, seed: int) -> dict[str, Table]:
        """Return tables fitted on messages, with thresholds chosen by cross-validation over the same messages."""
        highest: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for training, held_out in folded(rows, folds, seed):
            weights = self.weights(training)
            for row in held_out:
                for name in STAGES:
                    table = Table(weights["list" if name in {"card", "light"} else name], {})
                    scores = [table.score(s.values) for s in self.samples[row["id"]] if s.stage == name]
                    highest[name][row["kind"]].append(max(scores, default=0.0))
        weights = self.weights(rows)
        others = [value for kind in SILENT if kind != "either_or" for value in highest["either_or"][kind]]
        return {
            "list": Table(
                weights["list"], {name: _listed_limit(highest[name]) for name in ("card", "light")}
            ),
            "yes_no": Table(weights["yes_no"], {"quick": _limit(highest["yes_no"]["none"], SHARE_OF_YES_NO)}),
            "either_or": Table(weights["either_or"], {"quick": _limit(others, SHARE_OF_EITHER)}),
        }


def _listed_limit(highest: Mapping[str, Sequence[float]]) -> float:
    silent = [value for kind in SILENT for value in highest[kind]]
    return max(_limit(highest["none"], SHARE_OF_NONE), _limit(silent, SHARE_OF_SILENT))


def _corpus_weight(row: Row) -> float:
    if row["repository"] == "corpus":
        return LAYOUT_WEIGHT
    return CORPUS_WEIGHT if row["kind"] == "listed" else SILENT_CORPUS_WEIGHT


def _limit(scores: Sequence[float], share: float) -> float:
    """Return the threshold that this share of scores exceeds."""
    ordered = sorted(scores, reverse=True)
    return ordered[int(share * len(ordered))] + 1e-6


def folded(rows: Sequence[Row], folds: int, seed: int) -> Iterable[tuple[list[Row], list[Row]]]:
    """Yield training messages and held-out ones: whole repositories, of about equal size."""
    sizes = Counter(row["repository"] for row in rows)
    names = sorted(sizes)
    random.Random(seed).shuffle(names)
    loads, fold_of = [0] * folds, {}
    for name in sorted(names, key=lambda name: -sizes[name]):
        fold = loads.index(min(loads))
        fold_of[name] = fold
        loads[fold] += sizes[name]
    for fold in range(folds):
        yield (
            [r for r in rows if fold_of[r["repository"]] != fold],
            [r for r in rows if fold_of[r["repository"]] == fold],
        )


def is_yes_no(question: Question) -> bool:
    """Return whether a question has the options Yes and No."""
    return len(question.options) == 2 and (_WORDS(question.options[0].label.lower()) or [""])[0] in _YES


def judged(row: Row) -> Mapping[str, bool]:
    """Return what is right and what is wrong about what the splitter finds in a message."""
    found = [q for form in detect(row["text"]).forms for q in form.questions if q.options]
    light = [q for q in found if q.weight == "quick"]
    kind = row["kind"]
    listed = [q for q in found if not is_yes_no(q) and not (q.weight == "quick" and kind == "either_or")]
    if kind == "listed":
        labels = [[o.label for o in q.options] for q in found]
        wanted = [each for _, each in asked_in(row)]
        cards = [[o.label for o in q.options] for q in found if q.weight == "normal"]
        right = all(any(states(each, one) for each in labels) for one in wanted)
        return {"listed": right and all(any(states(each, one) for one in wanted) for each in cards)}
    verdict = {f"list card on {kind}": bool(listed), "list card on all that list nothing": bool(listed)}
    if kind == "yes_no":
        verdict["yes_no"] = any(map(is_yes_no, light)) and not listed
    elif kind == "either_or":
        named = row["questions"][0].get("options") if row["questions"] else None
        counts = [len(q.options) for q in light if not is_yes_no(q)]
        verdict["either_or"] = not listed and any(
            count == len(named) if named else 2 <= count <= 4 for count in counts
        )
    else:
        verdict[f"any card on {kind}"] = bool(found)
    return verdict


def evaluate(rows: Iterable[Row], tables: Mapping[str, Table], score: dict[str, list[int]]) -> None:
    """Add what the splitter finds with these tables to a score."""
    shipped = classify.tables()
    kept = dict(shipped)
    shipped.update(tables)
    try:
        for row in rows:
            for name, value in judged(row).items():
                score[name][0] += value
                score[name][1] += 1
    finally:
        shipped.update(kept)


def shifted(tables: Mapping[str, Table], threshold: float) -> dict[str, Table]:
    """Return tables with another threshold for lists."""
    return {**tables, "list": tables["list"]._replace(thresholds={"card": threshold, "light": threshold})}


def show(title: str, score: Mapping[str, Sequence[int]]) -> None:
    """Print the figures of a score."""
    print(title)
    for name in sorted(score):
        right, count = score[name]
        print(f"  {name:36} {right:4} of {count:4}  {100 * right / count:5.1f} %")


def cross_validate(data: Data, folds: int, seed: int = 0) -> None:
    """Print the error on held-out repositories, at the thresholds chosen inside the folds and at fixed ones."""
    scores: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    for training, held_out in folded(data.rows, folds, seed):
        tables = data.tables(training, folds // 2, seed + 1)
        evaluate(held_out, tables, scores["chosen"])
        for threshold in (0.8, 0.7, 0.6, 0.5, 0.4, 0.3):
            evaluate(held_out, shifted(tables, threshold), scores[f"{threshold}"])
    show(
        f"cross-validation over repositories, {folds} folds, thresholds chosen inside them",
        scores.pop("chosen"),
    )
    names = ("listed", "list card on none", "list card on all that list nothing", "any card on none")
    print("recall against wrong cards, by the threshold of lists:")
    for limit, score in scores.items():
        print(
            f"  {limit:5}",
            "  ".join(f"{name} {100 * score[name][0] / score[name][1]:.1f} %" for name in names),
        )


def written(tables: Mapping[str, Table]) -> str:
    """Return tables in the format of the file of weights: the heaviest features first."""
    lines: list[str] = []
    for name, table in tables.items():
        lines += [f"[{name}]", f"{BIAS} {table.weights[BIAS]:.2f}"]
        ranked = sorted(table.weights.items(), key=lambda pair: -abs(pair[1]))
        lines += [
            f"{feature} {weight:.2f}" for feature, weight in ranked if feature != BIAS and abs(weight) >= 0.01
        ]
        lines += [f"threshold={key} {value:.3f}" for key, value in table.thresholds.items()]
    return "\n".join(lines) + "\n"


def main(fitting: Fitting = fit) -> None:
    """Cross-validate; with `--write`, fit on all messages and write the weights."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("messages", nargs="?", type=Path, default=MESSAGES)
    parser.add_argument("--write", action="store_true", help="fit on all messages and write weights.txt")
    parser.add_argument("--skip", action="store_true", help="do not cross-validate")
    parser.add_argument("--folds", type=int, default=10)
    given = parser.parse_args()
    rows = [
        json.loads(line) for line in given.messages.read_text(encoding="utf-8").split("\n") if line.strip()
    ]
    data = Data(rows, fitting)
    if not given.skip:
        cross_validate(data, given.folds)
    if given.write:
        tables = data.tables(rows, given.folds, 0)
        WEIGHTS.write_text(written(tables), encoding="utf-8")
        score: dict[str, list[int]] = defaultdict(partial(list, (0, 0)))
        evaluate(rows, tables, score)
        show("in sample", score)


if __name__ == "__main__":
    main()
