"""Reports with tables: organizational health and incidents."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta

from choice.demo.markdown import advice, code_block, counted, days_between, duration, figure, md
from choice.sources.protocol import Findings, Incident, Metric

OVERALL = frozenset({"health", "health-score", "organizational-health", "organisational-health"})
"""Ids under which the metric for overall health may be stored."""

_CRITICAL_DROP, _WARNING_DROP = -10, -3
_CRITICAL_SCORE, _WARNING_SCORE = 50, 65
_POINTS = "points"
_WEEK = timedelta(days=7)


def health_report(findings: Findings) -> str:
    """Render the health score, the metrics with their trends, and a recommendation."""
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
        return f"Your current health score is **{figure(now)}/100** (→ unchanged from last week)"
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
    """Return the change of a metric since last week, in percent."""
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
        total = findings.total("signals")
        number = total.by.get("severity", {}).get("critical", len(critical))
        out_of = f"{findings.number_of('signals'):,}" if total.of is not None else "more"
        lines.append(f"- {counted(number, 'critical signal')} out of {out_of} ({ids})")
    if findings.asked_at is not None:
        week = findings.asked_at - _WEEK
        recent = [incident for incident in findings.incidents if incident.started_at >= week]
        unresolved = sum(incident.status != "resolved" for incident in recent)
        if recent:
            is_cut = findings.total("incidents").of != len(findings.incidents)
            least = "at least " if is_cut else ""
            started = f"{least}{counted(len(recent), 'incident')} started in the last 7 days"
            lines.append(f"- {started}, {unresolved} of them still unresolved")
    return lines


def _recommendation(findings: Findings, metrics: Sequence[Metric]) -> str:
    weakest = min(metrics, key=_change)
    if _change(weakest) >= 0:
        return "No metric fell this week. Check again next week."
    urgent = next((signal for signal in findings.signals if signal.action), None)
    then = f" Then act on `{urgent.id}`: {advice(urgent.action or '')}." if urgent else ""
    return f"Look at **{md(weakest.name)}** first: it fell the most ({_change(weakest)}%).{then}"


_MAX_DETAILED = 5
_STATUS = {"resolved": "✅ Resolved", "in_progress": "🟡 In Progress", "open": "🔴 Open"}


def incident_report(findings: Findings) -> str:
    """Render incidents with statistics and recommendations."""
    incidents = findings.incidents
    parts = [f"## {_heading(findings)}", _incident_summary(findings)]
    section = ""
    for number, incident in enumerate(incidents[:_MAX_DETAILED], start=1):
        heading = "### Critical Incidents" if incident.severity == "critical" else "### Other Incidents"
        if heading != section:
            parts.append(heading)
        section = heading
        parts.append(_item(number, incident, findings.asked_at))
    parts += ["---", "### Incident Statistics", _statistics(findings), "### Recommendations"]
    return "\n\n".join([*parts, _recommendations(incidents)]) + "\n"


def _heading(findings: Findings) -> str:
    if findings.intent.ids:
        return "Incident " + ", ".join([incident.id for incident in findings.incidents])
    span = f" - {findings.intent.span_words}" if findings.intent.span_words else ""
    return f"Top Incidents{span}"


def _incident_summary(findings: Findings) -> str:
    incidents, intent, total = findings.incidents, findings.intent, findings.total("incidents")
    is_cut = total.of is None or total.of > len(incidents)
    of = f"more than {len(incidents):,}" if total.of is None else f"{total.of:,}"
    found = f"{of} incident{'' if of == '1' else 's'}"
    unresolved = sum(number for status, number in total.by.get("status", {}).items() if status != "resolved")
    status = f"**{unresolved:,}** still unresolved" if unresolved else "all resolved"
    status = status if "status" in total.by else f"{status} of those listed"
    days = ""
    if intent.until or not is_cut:
        first = min(incident.started_at for incident in incidents)
        last = max(incident.started_at for incident in incidents)
        days = f" from {days_between(intent.since or first, intent.until or last)}"
    cut = f" Only the {len(incidents):,} most important ones are analyzed below." if is_cut else ""
    return f"I analyzed **{found}**{days}: {status}.{cut}"


def _item(number: int, incident: Incident, now: datetime | None) -> str:
    lines = [
        f"**{number}. {md(incident.title)}** (`{incident.id}`)",
        f"- **Severity:** `{incident.severity.upper()}`",
        f"- **Status:** {_STATUS[incident.status]}",
        f"- **Duration:** {_duration(incident, now)}",
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


def _duration(incident: Incident, now: datetime | None) -> str:
    if incident.resolved_at is not None:
        return duration(incident.resolved_at - incident.started_at)
    if incident.status == "resolved" or now is None:
        return "not recorded"
    return f"{duration(now - incident.started_at)} so far"


def _statistics(findings: Findings) -> str:
    by_category: dict[str, list[Incident]] = defaultdict(list)
    for incident in findings.incidents:
        by_category[incident.category].append(incident)
    numbers = findings.total("incidents").by.get("category", {})
    numbers = numbers or {name: len(group) for name, group in by_category.items()}
    largest_first = sorted(numbers.items(), key=lambda entry: (-entry[1], entry[0]))
    rows = [f"| {md(name)} | {number:,} | {_average(by_category[name])} |" for name, number in largest_first]
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
    unresolved = [incident for incident in incidents if incident.status != "resolved"]
    lines = [f"Resolve {md(incident.title)} (`{incident.id}`)" for incident in unresolved[:2]]
    caused = next((incident for incident in incidents if incident.root_cause and incident.resolved_at), None)
    if caused is not None and caused.root_cause:
        lines.append(f"Prevent a recurrence of `{caused.id}`: {advice(caused.root_cause)}")
    widest = max(incidents, key=lambda incident: incident.users_affected)
    lines.append(f"Inform the {widest.users_affected:,} users affected by `{widest.id}`")
    return "\n".join([f"{number}. {line}" for number, line in enumerate(lines, start=1)])
