"""The answer about the organisation's health: a score, a table of figures, what is good and what is not."""

from collections.abc import Sequence
from datetime import timedelta

from choice.chat.embedded.wording import advice, counted, figure, md
from choice.chat.sources.findings import Findings, Metric

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
