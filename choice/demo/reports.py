"""Picks the shape in which rows are told."""

import json
from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import chain

from choice.plain_text import plain_line
from choice.sources.protocol import (
    KINDS,
    Findings,
    Incident,
    Intent,
    Issue,
    Kind,
    Metric,
    Severity,
    Signal,
    row_json,
)

DOTS: dict[Severity, str] = {"critical": "🔴", "high": "🔴", "medium": "🟡", "low": "🟢"}
NAMES: dict[Kind, str] = {
    "signals": "Signals",
    "incidents": "Incidents",
    "issues": "Issues",
    "metrics": "Metrics",
}

_ESCAPED = str.maketrans({mark: f"\\{mark}" for mark in "\\`*[]<>|"})
_SHORTEST_FENCE = 3


def md(text: str) -> str:
    """Return a text as one line in which nothing acts as Markdown."""
    return plain_line(text).translate(_ESCAPED)


def advice(text: str) -> str:
    """Return a text as the item of a list, without the full stop at its end."""
    return md(text).rstrip(".")


def counted(number: int, one: str) -> str:
    """Return a number with its noun: `1 signal`, `3 signals`."""
    return f"{number:,} {one}" if number == 1 else f"{number:,} {one}s"


def listed(words: Sequence[str], last: str) -> str:
    """Return words as a sentence has them: `high, medium and low`, with `and` before the last."""
    *others, end = words
    return f"{', '.join(others)} {last} {end}" if others else end


def figure(value: float) -> str:
    """Return a number without needless digits."""
    return f"{value:,.1f}".removesuffix(".0")


def duration(length: timedelta) -> str:
    """Return a length of time in its two greatest units."""
    minutes = max(int(length.total_seconds() // 60), 0)
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        return f"{days}d {hours}h"
    return f"{hours}h {rest:02}m" if hours else f"{rest}m"


def days_between(since: datetime, until: datetime) -> str:
    """Return a range of days as a heading has it: `Mar 5-11, 2026`."""
    first, last = f"{since:%b} {since.day}", f"{until:%b} {until.day}"
    if since.date() == until.date():
        return f"{last}, {until.year}"
    if since.year != until.year:
        return f"{first}, {since.year} - {last}, {until.year}"
    return (
        f"{first}-{until.day}, {until.year}"
        if since.month == until.month
        else f"{first} - {last}, {until.year}"
    )


def code_block(code: str, language: str | None) -> str:
    """Return code in a fence that is longer than any run of backticks in it."""
    longest = run = 0
    for letter in code:
        run = run + 1 if letter == "`" else 0
        longest = max(longest, run)
    fence = "`" * max(_SHORTEST_FENCE, longest + 1)
    name = "".join([letter for letter in language or "" if letter.isalnum() or letter in "+#-"])
    # A block of this name would ask the person something.
    return f"{fence}{'text' if name.casefold() == 'choices' else name}\n{code}\n{fence}"


OVERALL = frozenset({"health", "health-score", "organizational-health", "organisational-health"})
"""The ids under which the one figure for everything is looked for."""

_CRITICAL_DROP, _WARNING_DROP = -10, -3
_CRITICAL_SCORE, _WARNING_SCORE = 50, 65
_POINTS = "points"
_WEEK = timedelta(days=7)


def health_report(findings: Findings) -> str:
    """Return the score, the figures behind it, and what they mean."""
    single = [metric for metric in findings.metrics if metric.id not in OVERALL] or list(findings.metrics)
    concerns = _concerns(findings, single)
    better = [_trend(metric) for metric in single if _change(metric) > 0]
    parts = ["## Organizational Health Report", _summary(findings.metrics), "### Key Metrics", _table(single)]
    parts.append("### Insights")
    if better:
        parts.append("**Positive Trends:**\n" + "\n".join(better))
    if concerns:
        parts.append("**Areas of Concern:**\n" + "\n".join(concerns))
    return "\n\n".join([*parts, f"> **Recommendation:** {_recommendation(findings, single)}"]) + "\n"


def _summary(metrics: Sequence[Metric]) -> str:
    overall = next((metric for metric in metrics if metric.id in OVERALL), None)
    if overall is not None:
        now, before = overall.score, overall.previous
    else:
        scored = [metric for metric in metrics if metric.unit == _POINTS] or list(metrics)
        now = sum(metric.score for metric in scored) / len(scored)
        before = sum(metric.previous for metric in scored) / len(scored)
    moved = round(now - before, 1)
    if not moved:
        return f"Your current health score is **{figure(now)}/100** (→ as last week)"
    arrow = "↓" if moved < 0 else "↑"
    change = f"{arrow} {figure(abs(moved))} points from last week"
    return f"Your current health score is **{figure(now)}/100** ({change})"


def _table(metrics: Sequence[Metric]) -> str:
    rows = [
        f"| {md(metric.name)} | {_score(metric)} | {_arrow(metric)} | {_status(metric)} |"
        for metric in metrics
    ]
    return "\n".join(["| Metric | Score | Change | Status |", "|--------|-------|--------|--------|", *rows])


def _score(metric: Metric) -> str:
    return figure(metric.score) if metric.unit == _POINTS else f"{figure(metric.score)} {md(metric.unit)}"


def _arrow(metric: Metric) -> str:
    change = _change(metric)
    if not change:
        return "→ 0%"
    return f"↑ +{change}%" if change > 0 else f"↓ {change}%"


def _change(metric: Metric) -> int:
    """Return by how many per cent a figure moved in a week."""
    if not metric.previous:
        return 0 if metric.score == metric.previous else 100
    return round((metric.score - metric.previous) / abs(metric.previous) * 100)


def _status(metric: Metric) -> str:
    scored = metric.score if metric.unit == _POINTS else float("inf")
    if _change(metric) <= _CRITICAL_DROP or scored < _CRITICAL_SCORE:
        return "🔴 Critical"
    if _change(metric) <= _WARNING_DROP or scored < _WARNING_SCORE:
        return "🟡 Warning"
    return "🟢 Good"


def _trend(metric: Metric) -> str:
    note = f": {advice(metric.note)}" if metric.note else ""
    return f"- **{md(metric.name)}** went from {figure(metric.previous)} to {figure(metric.score)}{note}"


def _concerns(findings: Findings, metrics: Sequence[Metric]) -> list[str]:
    lines = [_trend(metric) for metric in metrics if _change(metric) < 0]
    critical = [signal for signal in findings.signals if signal.severity == "critical"]
    if critical:
        ids = ", ".join([f"`{signal.id}`" for signal in critical[:3]])
        lines.append(f"- {len(critical)} of {counted(len(findings.signals), 'signal')} critical ({ids})")
    if findings.asked_at is not None:
        week = findings.asked_at - _WEEK
        recent = [incident for incident in findings.incidents if incident.started_at >= week]
        unsolved = sum(incident.status != "resolved" for incident in recent)
        if recent:
            of_all = f"{len(recent)} of {counted(len(findings.incidents), 'incident')}"
            lines.append(f"- {of_all} began in the last 7 days, {unsolved} of these not resolved yet")
    return lines


def _recommendation(findings: Findings, metrics: Sequence[Metric]) -> str:
    weakest = min(metrics, key=_change)
    if _change(weakest) >= 0:
        return "Nothing fell this week; keep doing what you do, and look again in a week."
    urgent = next((signal for signal in findings.signals if signal.action), None)
    then = f" Then act on `{urgent.id}`: {advice(urgent.action or '')}." if urgent else ""
    return f"Look at **{md(weakest.name)}** first; it fell the most ({_change(weakest)}%).{then}"


MOST_IN_DETAIL = 5

_STATUS = {"resolved": "✅ Resolved", "in_progress": "🟡 In Progress", "open": "🔴 Open"}


def incident_report(findings: Findings) -> str:
    """Return the incidents of a time span."""
    incidents = findings.incidents
    parts = [f"## {_heading(findings)}", _incident_summary(findings)]
    section = ""
    for number, incident in enumerate(incidents[:MOST_IN_DETAIL], start=1):
        heading = "### Critical Incidents" if incident.severity == "critical" else "### Further Incidents"
        if heading != section:
            parts.append(heading)
        section = heading
        parts.append(_item(number, incident, findings.asked_at))
    parts += ["---", "### Incident Statistics", _statistics(incidents), "### Recommendations"]
    return "\n\n".join([*parts, _recommendations(incidents)]) + "\n"


def _heading(findings: Findings) -> str:
    if findings.intent.ids:
        return "Incident " + ", ".join([incident.id for incident in findings.incidents])
    span = f" - {findings.intent.span_words}" if findings.intent.span_words else ""
    return f"Top Incidents{span}"


def _incident_summary(findings: Findings) -> str:
    incidents = findings.incidents
    intent = findings.intent
    first = min(incident.started_at for incident in incidents)
    last = max(incident.started_at for incident in incidents)
    days = days_between(intent.since or first, intent.until or last)
    unsolved = sum(incident.status != "resolved" for incident in incidents)
    rest = f"**{unsolved}** not resolved yet" if unsolved else "all resolved"
    return f"I analyzed **{counted(len(incidents), 'incident')}** from {days}, {rest}."


def _item(number: int, incident: Incident, now: datetime | None) -> str:
    lines = [
        f"**{number}. {md(incident.title)}** (`{incident.id}`)",
        f"- **Severity:** `{incident.severity.upper()}`",
        f"- **Status:** {_STATUS[incident.status]}",
        f"- **Duration:** {_length(incident, now)}",
        f"- **Impact:** {incident.users_affected:,} users affected",
    ]
    if incident.root_cause:
        lines.append(f"- **Root Cause:** {md(incident.root_cause)}")
    parts = ["\n".join(lines)]
    if incident.code:
        parts.append(code_block(incident.code, incident.code_language))
    if incident.resolution:
        parts.append(f"**Resolution:** {md(incident.resolution)}")
    return "\n\n".join(parts)


def _length(incident: Incident, now: datetime | None) -> str:
    if incident.resolved_at is not None:
        return duration(incident.resolved_at - incident.started_at)
    if incident.status == "resolved" or now is None:
        return "not recorded"
    return f"{duration(now - incident.started_at)} so far"


def _statistics(incidents: Sequence[Incident]) -> str:
    by_category: dict[str, list[Incident]] = defaultdict(list)
    for incident in incidents:
        by_category[incident.category].append(incident)
    most_first = sorted(by_category.items(), key=lambda entry: (-len(entry[1]), entry[0]))
    rows = [f"| {md(name)} | {len(of_it)} | {_average(of_it)} |" for name, of_it in most_first]
    head = ["| Category | Count | Avg Resolution Time |", "|----------|-------|---------------------|"]
    return "\n".join([*head, *rows])


def _average(incidents: Sequence[Incident]) -> str:
    lengths = [
        incident.resolved_at - incident.started_at
        for incident in incidents
        if incident.resolved_at is not None
    ]
    return duration(sum(lengths, timedelta()) / len(lengths)) if lengths else "-"


def _recommendations(incidents: Sequence[Incident]) -> str:
    unsolved = [incident for incident in incidents if incident.status != "resolved"]
    lines = [
        f"Stay on {md(incident.title)} (`{incident.id}`) until it is resolved" for incident in unsolved[:2]
    ]
    caused = next((incident for incident in incidents if incident.root_cause and incident.resolved_at), None)
    if caused is not None and caused.root_cause:
        lines.append(f"Make sure that this cannot happen again: {advice(caused.root_cause)} (`{caused.id}`)")
    widest = max(incidents, key=lambda incident: incident.users_affected)
    lines.append(f"Tell the {widest.users_affected:,} users of `{widest.id}` what was done")
    return "\n".join([f"{number}. {line}" for number, line in enumerate(lines, start=1)])


def json_answer(findings: Findings) -> str:
    """Return all rows as JSON: one as an object, several as a list."""
    kinds = [kind for kind in KINDS if findings.counts[kind]]
    rows = [row_json(row) for row in chain.from_iterable(getattr(findings, kind) for kind in kinds)]
    if len(rows) == 1:
        heading = f"{NAMES[kinds[0]][:-1]} {rows[0]['id']}"
        said = "This is the row as it is stored."
    else:
        heading = " and ".join([NAMES[kind] for kind in kinds])
        said = f"These are **{counted(len(rows), 'row')}** as they are stored."
    written = json.dumps(rows[0] if len(rows) == 1 else rows, ensure_ascii=False, indent=2)
    return f"## {heading}\n\n{said}\n\n{code_block(written, 'json')}\n"


def nothing_found(findings: Findings) -> str:
    """Return that nothing fits what was asked for."""
    intent = findings.intent
    topics = [NAMES[kind] for kind in intent.topics]
    name = topics[0] if len(topics) == 1 else "Data"
    return (
        "\n\n".join(
            [
                f"## No {name} Found",
                f"There is nothing among the {name.lower()} that fits {_asked_for(intent)}.",
                "**Possible reasons:**\n" + "\n".join([f"- {reason}" for reason in _reasons(intent)]),
                "**Try this instead:**\n" + "\n".join([f"- {other}" for other in _others(intent, name)]),
            ]
        )
        + "\n"
    )


def _asked_for(intent: Intent) -> str:
    words = [f"`{each}`" for each in intent.ids]
    severities = [f"`{severity.upper()}`" for severity in intent.severities]
    words += [f"severity {listed(severities, 'or')}"] if severities else []
    words += [f"the time span “{intent.span_words}”"] if intent.span_words else []
    return " and ".join(words) or "your question"


def _reasons(intent: Intent) -> list[str]:
    reasons = []
    if intent.ids:
        reasons.append("The id may be misspelled, or the row was removed")
    if intent.span_words:
        reasons.append("It may have happened before or after this time")
    if intent.severities:
        reasons.append("It may be recorded with another severity")
    return [
        *reasons,
        "Your role may not be among those that can see it",
        "The data may not have been loaded yet",
    ]


def _others(intent: Intent, name: str) -> list[str]:
    what = "signals" if name == "Data" else name.lower()
    others = [f"Show me all {what}"]
    if intent.span_words or not intent.ids:
        others.append(f"Show me {what} of the last 30 days")
    return [*others, "What's our organizational health?"]


_SECTIONS = (
    ("### 🔴 High Priority", frozenset({"critical", "high"})),
    ("### 🟡 To Be Watched", frozenset({"medium"})),
    ("### 🟢 Low Priority", frozenset({"low"})),
)


def signal_list(findings: Findings) -> str:
    """Return the signals with their analysis, and what to do first."""
    signals = findings.signals
    parts = [f"## {_signal_heading(findings)}", _signal_summary(findings)]
    number = 1
    for heading, severities in _SECTIONS:
        of_section = [signal for signal in signals if signal.severity in severities]
        if of_section:
            parts.append(heading)
            parts += [_signal_item(place, signal) for place, signal in enumerate(of_section, start=number)]
            number += len(of_section)
    return "\n\n".join([*parts, "---", "### Recommendations", _signal_recommendations(signals)]) + "\n"


def _signal_heading(findings: Findings) -> str:
    severities = [severity.title() for severity in findings.intent.severities]
    wanted = listed(severities, "and") if severities else ""
    span = f" - {findings.intent.span_words}" if findings.intent.span_words else ""
    return f"{wanted} Weak Signals{span}".strip()


def _signal_summary(findings: Findings) -> str:
    signals = findings.signals
    if findings.intent.severities:
        kind = listed(findings.intent.severities, "or")
        found = counted(len(signals), f"{kind} signal")
        return f"I found **{found}**; the one with the most impact is {_worst(signals)}."
    critical = sum(signal.severity == "critical" for signal in signals)
    return f"I found **{counted(len(signals), 'signal')}**, **{critical}** of them critical."


def _worst(signals: Sequence[Signal]) -> str:
    worst = max(signals, key=lambda signal: signal.impact_score)
    return f"`{worst.id}`"


def _signal_item(number: int, signal: Signal) -> str:
    indent = " " * len(f"{number}. ")
    lines = [
        f"{number}. **{md(signal.title)}** - {md(signal.department)}",
        f"{indent}- **ID:** `{signal.id}`",
        f"{indent}- **Severity:** `{signal.severity.upper()}` {DOTS[signal.severity]}",
        f"{indent}- **Impact Score:** {figure(signal.impact_score)}/10",
        f"{indent}- **Detected:** {signal.detected_on.isoformat()}",
        f"{indent}- **Affected:** {signal.affected:,} people",
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
    watched = f"{md(widest.title)} (`{widest.id}`), which touches the most people ({widest.affected:,})"
    return "\n".join([*lines, f"- **Monitor:** {watched}"])


MOST_POINTS = 6


def simple_answer(findings: Findings) -> str:
    """Return what was found in a few lines."""
    if findings.issues and not (findings.signals or findings.incidents or findings.metrics):
        return _about_issues(findings)
    counts = [
        counted(number, NAMES[kind][:-1].lower()) for kind in KINDS if (number := findings.counts[kind])
    ]
    found = " and ".join([", ".join(counts[:-1]), counts[-1]] if len(counts) > 1 else counts)
    return (
        "\n\n".join(
            [f"I looked at **{found}**; this matters most now.", _points(findings), _closing(findings)]
        )
        + "\n"
    )


def _about_issues(findings: Findings) -> str:
    today = findings.asked_at.date() if findings.asked_at else None
    unfinished = [issue for issue in findings.issues if issue.status != "done"]
    late = [issue for issue in unfinished if _is_late(issue, today)]
    found = counted(len(findings.issues), "issue")
    first = f"I looked at **{found}**: **{len(unfinished)}** unfinished, **{len(late)}** overdue."
    points = [_issue_point(issue, today) for issue in sorted(unfinished, key=lambda issue: issue not in late)]
    shown = "\n".join(points[:MOST_POINTS] or ["- All of them are done"])
    more = len(points) - MOST_POINTS
    rest = (
        f"\n\n{counted(more, 'more issue')} can be listed by asking for a severity or a time span."
        if more > 0
        else ""
    )
    return f"{first}\n\n**Key Points:**\n{shown}{rest}\n"


def _points(findings: Findings) -> str:
    """Return the most important of each kind."""
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
        lines.append(
            f"- **{md(fallen.name)}** is at {figure(fallen.score)}, after {figure(fallen.previous)} last week"
        )
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
    kinds = [NAMES[kind].lower() for kind in KINDS if findings.counts[kind]]
    return f"For more, ask for one of them alone: {', '.join(kinds)}."


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
