"""Answer follow-up questions (who, why, how many, what to do, which one) from the rows of the last answer."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from choice.demo.markdown import advice, counted, duration, figure, listed, md
from choice.demo.reports import SINGULAR, data_answer, json_answer, link, notes, number_words
from choice.sources.intent import parse_message
from choice.sources.intent.translation import translated
from choice.sources.protocol import KINDS, Findings, Incident, Issue, Metric, Row, Signal, kind_of

_MAX_POINTS = 6
_NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)
_ORDINALS: tuple[tuple[re.Pattern[str], int], ...] = tuple([
    (re.compile(pattern), index)
    for pattern, index in (
        (r"\b(?:first|1st)\b|#1\b|number (?:1|one)\b|첫 ?번째|첫째|1번", 0),
        (r"\b(?:second|2nd)\b|#2\b|number (?:2|two)\b|두 ?번째|둘째|2번", 1),
        (r"\b(?:third|3rd)\b|#3\b|number (?:3|three)\b|세 ?번째|셋째|3번", 2),
        (r"\b(?:fourth|4th)\b|#4\b|number (?:4|four)\b|네 ?번째|4번", 3),
        (r"\blast one\b|마지막", -1),
    )
])  # fmt: skip
_COUNT = ("how many", "how much", "number of", "count", "몇 ", "몇개", "몇건", "개수")
_WHY = ("why", "root cause", "reason", "cause", "왜", "원인", "이유", "warum", "ursache", "por qué", "causa",
        "pourquoi", "なぜ", "原因", "理由", "为什么")  # fmt: skip
_WHO = (
    "who", "owner", "owns", "responsible", "assigned", "team", "누구", "누가", "담당", "wer ", "wem ", "wen ",
    "verantwortlich", "quién", "responsable", "equipo", "qui ", "誰", "担当", "谁", "负责",
)  # fmt: skip
_TO_DO = (
    "what should", "what to do", "what can", "what do i", "next step", "recommend", "action", "fix",
    "어떻게", "해야", "추천", "조치", "was tun", "was sollen", "qué hacer", "que faire", "どうすれば", "対策",
    "怎么办",
)  # fmt: skip


class _View(NamedTuple):
    """What a follow-up question asks for: its words, the introduction, and the point for each row."""

    words: tuple[str, ...]
    introduction: str
    without: str
    """The introduction if no row has a point."""


_VIEWS = {
    "why": _View(_WHY, "These are the causes on record.", "No cause is on record for these rows."),
    "who": _View(_WHO, "These are the teams and people on record.", "No owner is on record for these rows."),
    "to do": _View(
        _TO_DO, "These are the next steps on record.", "No next step is on record for these rows."
    ),
}


def follow_up_answer(findings: Findings, message: str) -> str:
    """Answer a message that names no topic, from the rows of the question before."""
    rows: list[Row] = [row for kind in KINDS for row in getattr(findings, kind)]
    text = translated(message.casefold())
    row = _chosen(text, rows)
    if row is not None:
        findings = _only(findings, row)
        return json_answer(findings) if findings.intent.wants_json else _about(findings, row)
    parsed = parse_message(message, findings.asked_at or _NO_TIME, findings.intent.topics).intent
    if not rows or findings.intent.wants_json or parsed.narrows:
        return data_answer(findings)
    if _has(text, _COUNT):
        return _numbers(findings)
    for name, view in _VIEWS.items():
        if _has(text, view.words):
            return _points(findings, name, view, rows)
    return data_answer(findings)


def _has(text: str, words: Sequence[str]) -> bool:
    return any(word in text for word in words)


def _chosen(text: str, rows: Sequence[Row]) -> Row | None:
    """Return the row that an ordinal such as `the second one` names."""
    index = next((index for pattern, index in _ORDINALS if pattern.search(text)), None)
    return None if index is None or not -len(rows) <= index < len(rows) else rows[index]


def _only(findings: Findings, row: Row) -> Findings:
    """Return the findings with a single row."""
    empty = findings._replace(signals=(), incidents=(), issues=(), metrics=(), totals={})
    match row:
        case Signal():
            return empty._replace(signals=(row,))
        case Incident():
            return empty._replace(incidents=(row,))
        case Issue():
            return empty._replace(issues=(row,))
        case Metric():
            return empty._replace(metrics=(row,))


def _about(findings: Findings, row: Row) -> str:
    points = [*_facts(findings, row), _cause(row), _owner(row), _step(row)]
    lines = [f"- {point}" for point in points if point]
    name = SINGULAR[kind_of(row)]
    title = md(row.name if isinstance(row, Metric) else row.title)
    text = [f"This is the {name} **{title}** (`{row.id}`).", "**Key Points:**\n" + "\n".join(lines)]
    return "\n\n".join([*notes(findings), *text, *link(findings, kind_of(row))]) + "\n"


def _facts(findings: Findings, row: Row) -> list[str]:
    match row:
        case Signal():
            impact = f"impact score **{figure(row.impact_score)}/10**, {row.affected:,} team members affected"
            return [
                f"Severity `{row.severity.upper()}`, {impact}",
                f"Detected on {row.detected_on.isoformat()}",
            ]
        case Incident():
            status = f"Severity `{row.severity.upper()}`, {row.status.replace('_', ' ')}"
            until = row.resolved_at or findings.asked_at
            lasted = f", {duration(until - row.started_at)}" if until else ""
            return [f"{status}{lasted}", f"**{row.users_affected:,}** users affected"]
        case Issue():
            due = f", due {row.due_on.isoformat()}" if row.due_on else ""
            return [f"Severity `{row.severity.upper()}`, {row.status.replace('_', ' ')}{due}"]
        case Metric():
            return [f"Score **{figure(row.score)}**, compared with {figure(row.previous)} last week"]


def _cause(row: Row) -> str | None:
    match row:
        case Signal():
            return f"Analysis: {md(row.analysis)}"
        case Incident():
            return f"Root cause: {md(row.root_cause)}" if row.root_cause else None
        case Issue():
            return md(row.summary) if row.summary else None
        case Metric():
            return md(row.note) if row.note else None


def _owner(row: Row) -> str | None:
    match row:
        case Signal():
            return f"Department: {md(row.department)}"
        case Incident():
            return f"Category: {md(row.category)} (incidents have no owner on record)"
        case Issue():
            return f"Team: {md(row.team)}" + (
                f", {md(row.assignee)}" if row.assignee else ", nobody is assigned"
            )
        case Metric():
            return None


def _step(row: Row) -> str | None:
    match row:
        case Signal():
            return f"Next step: {advice(row.action)}" if row.action else None
        case Incident():
            return f"Resolution: {md(row.resolution)}" if row.resolution else "Next step: resolve it"
        case Issue():
            return (
                None
                if row.status == "done"
                else "Next step: finish it" + (f" by {row.due_on.isoformat()}" if row.due_on else "")
            )
        case Metric():
            return None


_POINT_OF = {"why": _cause, "who": _owner, "to do": _step}


def _points(findings: Findings, name: str, view: _View, rows: Sequence[Row]) -> str:
    found = [(row, point) for row in rows if (point := _POINT_OF[name](row))]
    lines = [
        f"- **{md(row.name if isinstance(row, Metric) else row.title)}** (`{row.id}`): {point}"
        for row, point in found[:_MAX_POINTS]
    ]
    if not lines:
        return "\n\n".join([*notes(findings), view.without]) + "\n"
    more = len(found) - len(lines)
    rest = [f"{counted(more, 'more row')} not shown. Name one to see it."] if more > 0 else []
    points = "**Key Points:**\n" + "\n".join(lines)
    return "\n\n".join([*notes(findings), view.introduction, points, *rest]) + "\n"


def _numbers(findings: Findings) -> str:
    kinds = [kind for kind in KINDS if kind in findings.totals or findings.counts[kind]]
    totals = listed([f"**{number_words(findings, kind)}**" for kind in kinds], "and")
    lines = []
    for kind in kinds:
        for name, numbers in findings.total(kind).by.items():
            shares = ", ".join([f"{md(value)} {number:,}" for value, number in numbers.items()])
            lines.append(f"- **{SINGULAR[kind].title()}s by {name}:** {shares}")
    points = ["**Key Points:**\n" + "\n".join(lines)] if lines else []
    return "\n\n".join([*notes(findings), f"There are {totals}.", *points]) + "\n"
