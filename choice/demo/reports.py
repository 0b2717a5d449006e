"""Render findings as Markdown: signal lists, short summaries, JSON and empty results."""

import json
from collections.abc import Sequence
from datetime import date
from itertools import chain

from choice.demo.markdown import advice, code_block, counted, figure, listed, md
from choice.demo.table_reports import health_report, incident_report
from choice.sources.protocol import KINDS, Findings, Intent, Issue, Kind, Severity, Signal, row_json

_SEVERITY_ICONS: dict[Severity, str] = {"critical": "🔴", "high": "🔴", "medium": "🟡", "low": "🟢"}
_KIND_NAMES: dict[Kind, str] = {
    "signals": "Signals",
    "incidents": "Incidents",
    "issues": "Issues",
    "metrics": "Metrics",
}


SINGULAR: dict[Kind, str] = {kind: name[:-1].lower() for kind, name in _KIND_NAMES.items()}


def number_words(findings: Findings, kind: Kind, adjective: str = "") -> str:
    """Return the number of all matching rows with their noun: `200 critical signals`."""
    of = findings.total(kind).of
    noun = f"{adjective} {SINGULAR[kind]}".strip()
    listed_rows = findings.counts[kind]
    return f"more than {counted(listed_rows, noun)}" if of is None else counted(of, noun)


def cut_note(findings: Findings, kind: Kind) -> str:
    """Return the sentence that only some of the matching rows are listed, or an empty text."""
    rows, of = findings.counts[kind], findings.total(kind).of
    if of is not None and of <= rows:
        return ""
    return f" Only the {rows:,} most important ones are listed."


def notes(findings: Findings) -> list[str]:
    """Return what the reader must know about the search: parts of the message that could not be used."""
    lines = []
    if findings.intent.unread_span and not findings.intent.until:
        span = md(findings.intent.unread_span)
        lines.append(f"> I did not understand the time span “{span}”, so this covers all time.")
    if findings.missed:
        lines.append(
            f"> Nothing here is named “{md(' '.join(findings.missed))}”, so this is not limited to it."
        )
    return ["\n".join(lines)] if lines else []


def link(findings: Findings, kind: Kind) -> list[str]:
    """Return the link to the dashboard of a kind, if there is a dashboard."""
    url = findings.dashboard_url
    return [] if url is None else [f"[View {SINGULAR[kind].title()} Dashboard]({url}/{kind})"]


def data_answer(findings: Findings) -> str:
    """Choose the report for the intent and the kinds of rows, and render it."""
    return "\n\n".join([*notes(findings), _report(findings)])


def _report(findings: Findings) -> str:
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


_SECTIONS = (
    ("### 🔴 High Priority", frozenset({"critical", "high"})),
    ("### 🟡 Medium Priority", frozenset({"medium"})),
    ("### 🟢 Low Priority", frozenset({"low"})),
)


def signal_list(findings: Findings) -> str:
    """Render signals grouped by priority, with their analysis and recommendations."""
    signals = findings.signals
    parts = [f"## {_signal_heading(findings)}", _signal_summary(findings)]
    number = 1
    for heading, severities in _SECTIONS:
        in_section = [signal for signal in signals if signal.severity in severities]
        if in_section:
            parts.append(heading)
            parts += [_signal_item(place, signal) for place, signal in enumerate(in_section, start=number)]
            number += len(in_section)
    parts += ["---", "### Recommendations", _signal_recommendations(signals), *link(findings, "signals")]
    return "\n\n".join(parts) + "\n"


def _signal_heading(findings: Findings) -> str:
    severities = [severity.title() for severity in findings.intent.severities]
    prefix = listed(severities, "and") if severities else ""
    span = f" - {findings.intent.span_words}" if findings.intent.span_words else ""
    return f"{prefix} Weak Signals{span}".strip()


def _signal_summary(findings: Findings) -> str:
    if findings.intent.severities:
        found = number_words(findings, "signals", listed(findings.intent.severities, "or"))
        return f"I found **{found}** requiring attention:{cut_note(findings, 'signals')}"
    total = findings.total("signals")
    of_them = (
        f", **{total.by['severity'].get('critical', 0):,}** of them critical"
        if "severity" in total.by
        else ""
    )
    return f"I found **{number_words(findings, 'signals')}**{of_them}.{cut_note(findings, 'signals')}"


def _signal_item(number: int, signal: Signal) -> str:
    indent = " " * len(f"{number}. ")
    lines = [
        f"{number}. **{md(signal.title)}** - {md(signal.department)}",
        f"{indent}- **ID:** `{signal.id}`",
        f"{indent}- **Severity:** `{signal.severity.upper()}` {_SEVERITY_ICONS[signal.severity]}",
        f"{indent}- **Impact Score:** {figure(signal.impact_score)}/10",
        f"{indent}- **Detected:** {signal.detected_on.isoformat()}",
        f"{indent}- **Affected:** {signal.affected:,} team members",
    ]
    if signal.risk:
        lines.append(f"{indent}- **Risk:** {md(signal.risk)}")
    return "\n".join([*lines, "", f"{indent}> **Analysis:** {md(signal.analysis)}"])


def _signal_recommendations(signals: Sequence[Signal]) -> str:
    actions = [signal for signal in signals if signal.action]
    lines = [
        f"- **{when}:** {advice(signal.action or '')} (`{signal.id}`)"
        for when, signal in zip(("Immediate", "This Week"), actions, strict=False)
    ]
    widest = max(signals, key=lambda signal: signal.affected)
    monitored = f"{md(widest.title)} (`{widest.id}`), which affects the most people ({widest.affected:,})"
    return "\n".join([*lines, f"- **Monitor:** {monitored}"])


_MAX_POINTS = 6


def simple_answer(findings: Findings) -> str:
    """Render a short summary of the most important rows."""
    if findings.issues and not (findings.signals or findings.incidents or findings.metrics):
        return _about_issues(findings)
    counts = [number_words(findings, kind) for kind in KINDS if findings.counts[kind]]
    found = " and ".join([", ".join(counts[:-1]), counts[-1]] if len(counts) > 1 else counts)
    return (
        "\n\n".join(
            [
                f"I looked at **{found}**. These are the most important points.",
                _points(findings),
                _closing(findings),
            ]
        )
        + "\n"
    )


def overview_answer(findings: Findings, examples: Sequence[str]) -> str:
    """Render the most important rows, for a message in which nothing could be searched for."""
    shown = "\n".join([f"- {example}" for example in examples])
    text = "I found nothing to search for in your message, so here is what matters most at the moment."
    return (
        "\n\n".join([*notes(findings), text, _points(findings), f"You can ask, for example:\n\n{shown}"])
        + "\n"
    )


def _about_issues(findings: Findings) -> str:
    today = findings.asked_at.date() if findings.asked_at else None
    unfinished = [issue for issue in findings.issues if issue.status != "done"]
    late = [issue for issue in unfinished if _is_late(issue, today)]
    by_status = findings.total("issues").by.get("status", {})
    number = sum(number for status, number in by_status.items() if status != "done") or len(unfinished)
    is_cut = cut_note(findings, "issues")
    overdue = f"**{len(late)}** {'of those listed ' if is_cut else ''}overdue"
    first = (
        f"I looked at **{number_words(findings, 'issues')}**: **{number:,}** unfinished, {overdue}.{is_cut}"
    )
    points = [_issue_point(issue, today) for issue in sorted(unfinished, key=lambda issue: issue not in late)]
    shown = "\n".join(points[:_MAX_POINTS] or ["- All issues are done"])
    more = len(points) - _MAX_POINTS
    rest = (
        f"\n\n{counted(more, 'more issue')} not shown. Ask for a severity or a time span to narrow the list."
        if more > 0
        else ""
    )
    return f"{first}\n\n**Key Points:**\n{shown}{rest}\n"


def _points(findings: Findings) -> str:
    """Render the most important rows of each kind."""
    lines = [
        f"- **{md(signal.title)}** (`{signal.id}`, `{signal.severity.upper()}`): {md(signal.analysis)}"
        for signal in findings.signals[:2]
    ]
    lines += [
        f"- **{md(incident.title)}** (`{incident.id}`, {incident.status.replace('_', ' ')}): "
        f"{incident.users_affected:,} users affected"
        for incident in findings.incidents[:2]
    ]
    today = findings.asked_at.date() if findings.asked_at else None
    lines += [_issue_point(issue, today) for issue in findings.issues[:2]]
    fallen = min(findings.metrics, key=lambda metric: metric.score - metric.previous, default=None)
    if fallen is not None:
        scores = f"{figure(fallen.score)}, compared with {figure(fallen.previous)} last week"
        lines.append(f"- **{md(fallen.name)}** is at {scores}")
    return "**Key Points:**\n" + "\n".join(lines)


def _issue_point(issue: Issue, today: date | None) -> str:
    owner = f", {md(issue.assignee)}" if issue.assignee else ""
    due = f"; due {issue.due_on.isoformat()}" if issue.due_on else ""
    late = " (overdue)" if _is_late(issue, today) else ""
    who = f"`{issue.id}`, `{issue.severity.upper()}`, {md(issue.team)}{owner}"
    return f"- **{md(issue.title)}** ({who}){due}{late}"


def _is_late(issue: Issue, today: date | None) -> bool:
    return issue.status != "done" and issue.due_on is not None and today is not None and issue.due_on < today


def _closing(findings: Findings) -> str:
    kinds = [_KIND_NAMES[kind].lower() for kind in KINDS if findings.counts[kind]]
    return f"For details, ask about one topic: {listed(kinds, 'or')}."


def json_answer(findings: Findings) -> str:
    """Render the rows as JSON: a single row as an object, several rows as an array."""
    kinds = [kind for kind in KINDS if findings.counts[kind]]
    rows = [row_json(row) for row in chain.from_iterable(getattr(findings, kind) for kind in kinds)]
    if len(rows) == 1:
        heading = f"{_KIND_NAMES[kinds[0]][:-1]} {rows[0]['id']}"
        introduction = "This is the stored row."
    else:
        heading = " and ".join([_KIND_NAMES[kind] for kind in kinds])
        cut = "".join({cut_note(findings, kind) for kind in kinds})[:60]
        introduction = f"These are **{counted(len(rows), 'stored row')}**.{cut}"
    encoded = json.dumps(rows[0] if len(rows) == 1 else rows, ensure_ascii=False, indent=2)
    return f"## {heading}\n\n{introduction}\n\n{code_block(encoded, 'json')}\n"


def nothing_found(findings: Findings) -> str:
    """Render an empty result: the filter, possible reasons and other queries to try."""
    intent = findings.intent
    topics = [_KIND_NAMES[kind] for kind in intent.topics]
    name = topics[0] if len(topics) == 1 else "Data"
    return (
        "\n\n".join(
            [
                f"## No {name} Found",
                f"No {name.lower()} match {_filter(intent)}.",
                "**Possible reasons:**\n" + "\n".join([f"- {reason}" for reason in _reasons(intent)]),
                "**Try this instead:**\n" + "\n".join([f"- {other}" for other in _others(intent, name)]),
            ]
        )
        + "\n"
    )


def _filter(intent: Intent) -> str:
    words = [f"`{each}`" for each in intent.ids]
    severities = [f"`{severity.upper()}`" for severity in intent.severities]
    words += [f"severity {listed(severities, 'or')}"] if severities else []
    words += [f"the time span “{intent.span_words}”"] if intent.span_words else []
    return " and ".join(words) or "your question"


def _reasons(intent: Intent) -> list[str]:
    reasons = []
    if intent.ids:
        reasons.append("The id may be misspelled, or the row may have been removed")
    if intent.span_words:
        reasons.append("Matching rows may be outside this time span")
    if intent.severities:
        reasons.append("Matching rows may have another severity")
    return [
        *reasons,
        "Your role may not have access to matching rows",
        "The data may not have been loaded yet",
    ]


def _others(intent: Intent, name: str) -> list[str]:
    topic = "signals" if name == "Data" else name.lower()
    others = [f"Show me all {topic}"]
    if intent.span_words or not intent.ids:
        others.append(f"Show me {topic} from the last 30 days")
    return [*others, "What's our organizational health?"]
