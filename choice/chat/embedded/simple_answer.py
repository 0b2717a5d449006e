"""The short answer: a sentence or two, and the key points as bullets."""

from datetime import date

from choice.chat.embedded.wording import NAMES, counted, figure, md
from choice.chat.sources.findings import KINDS, Findings, Issue

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
