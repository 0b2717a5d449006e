"""The answer about incidents: the worst in detail, all of them in figures."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta

from choice.chat.embedded.wording import advice, code_block, counted, days_between, duration, md
from choice.chat.sources.findings import Findings, Incident

MOST_IN_DETAIL = 5

_STATUS = {"resolved": "✅ Resolved", "in_progress": "🟡 In Progress", "open": "🔴 Open"}


def incident_report(findings: Findings) -> str:
    """Return the incidents of a time span."""
    incidents = findings.incidents
    parts = [f"## {_heading(findings)}", _summary(findings)]
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


def _summary(findings: Findings) -> str:
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
