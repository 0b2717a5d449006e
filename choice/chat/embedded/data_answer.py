"""Picks the shape in which rows are told."""

from choice.chat.embedded.health_report import health_report
from choice.chat.embedded.incident_report import incident_report
from choice.chat.embedded.json_answer import json_answer
from choice.chat.embedded.nothing_found import nothing_found
from choice.chat.embedded.signal_list import signal_list
from choice.chat.embedded.simple_answer import simple_answer
from choice.chat.sources.findings import KINDS, Findings


def data_answer(findings: Findings) -> str:
    """Return the answer in the shape that fits what was asked and what was found."""
    kinds = [kind for kind in KINDS if findings.counts[kind]]
    intent = findings.intent
    if not kinds:
        return nothing_found(findings)
    if intent.wants_json:
        return json_answer(findings)
    if findings.metrics and (intent.wants_health or kinds == ["metrics"]):
        return health_report(findings)
    if kinds == ["signals"]:
        return signal_list(findings)
    if kinds == ["incidents"]:
        return incident_report(findings)
    return simple_answer(findings)
