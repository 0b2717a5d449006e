"""The answer that lists signals, the worst first, with what to do about them."""

from collections.abc import Sequence

from choice.chat.embedded.wording import DOTS, advice, counted, figure, listed, md
from choice.chat.sources.findings import Findings, Signal

_SECTIONS = (
    ("### 🔴 High Priority", frozenset({"critical", "high"})),
    ("### 🟡 To Be Watched", frozenset({"medium"})),
    ("### 🟢 Low Priority", frozenset({"low"})),
)


def signal_list(findings: Findings) -> str:
    """Return the signals with their analysis, and what to do first."""
    signals = findings.signals
    parts = [f"## {_heading(findings)}", _summary(findings)]
    number = 1
    for heading, severities in _SECTIONS:
        of_section = [signal for signal in signals if signal.severity in severities]
        if of_section:
            parts.append(heading)
            parts += [_item(place, signal) for place, signal in enumerate(of_section, start=number)]
            number += len(of_section)
    return "\n\n".join([*parts, "---", "### Recommendations", _recommendations(signals)]) + "\n"


def _heading(findings: Findings) -> str:
    severities = [severity.title() for severity in findings.intent.severities]
    wanted = listed(severities, "and") if severities else ""
    span = f" - {findings.intent.span_words}" if findings.intent.span_words else ""
    return f"{wanted} Weak Signals{span}".strip()


def _summary(findings: Findings) -> str:
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


def _item(number: int, signal: Signal) -> str:
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


def _recommendations(signals: Sequence[Signal]) -> str:
    actions = [signal for signal in signals if signal.action]
    lines = [
        f"- **{when}:** {advice(signal.action or '')} (`{signal.id}`)"
        for when, signal in zip(("Immediate", "This Week"), actions, strict=False)
    ]
    widest = max(signals, key=lambda signal: signal.affected)
    watched = f"{md(widest.title)} (`{widest.id}`), which touches the most people ({widest.affected:,})"
    return "\n".join([*lines, f"- **Monitor:** {watched}"])
