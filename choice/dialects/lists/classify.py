"""Score lists and closing questions with the fitted table of weights beside this module."""

# ruff: noqa: E501 - word lists, patterns and graded strengths are data

import math
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

BIAS = "bias"
_SURE = 50.0
_THRESHOLD = "threshold="


class Table(NamedTuple):
    """Weights by the name of the feature, and thresholds by what they decide."""

    weights: Mapping[str, float]
    thresholds: Mapping[str, float]

    def score(self, features: Mapping[str, float]) -> float:
        """Return the probability that the features are those of a question."""
        weights = self.weights
        total = weights[BIAS] + math.fsum(
            [weights.get(name, 0.0) * value for name, value in features.items()]
        )
        return 1 / (1 + math.exp(-min(max(total, -_SURE), _SURE)))


def parse(text: str) -> dict[str, Table]:
    """Return the tables of a text with sections `[name]` and lines `feature weight`, `threshold=NAME value`."""
    tables: dict[str, Table] = {}
    for section in text.split("[")[1:]:
        name, *lines = section.splitlines()
        values = {key: float(value) for key, value in (line.split() for line in lines if line.strip())}
        thresholds = {
            key.removeprefix(_THRESHOLD): value for key, value in values.items() if key.startswith(_THRESHOLD)
        }
        weights = {key: value for key, value in values.items() if not key.startswith(_THRESHOLD)}
        tables[name.rstrip("]")] = Table(weights, thresholds)
    return tables


@cache
def tables() -> dict[str, Table]:
    """Return the shipped tables."""
    return parse(files("choice.dialects.lists").joinpath("weights.txt").read_text(encoding="utf-8"))
