"""Vocabulary of the intent parser, in English and Korean."""

from choice.sources.protocol import Kind, Severity

TOPICS: dict[Kind, frozenset[str]] = {
    "signals": frozenset({"signal", "signals"}),
    "incidents": frozenset({"incident", "incidents", "outage", "outages", "downtime", "postmortem"}),
    "issues": frozenset({
        "issue", "issues", "ticket", "tickets", "task", "tasks", "backlog", "bug", "bugs", "overdue",
    }),
    "metrics": frozenset({
        "metric", "metrics", "kpi", "kpis", "score", "scores", "morale", "velocity", "alignment",
    }),
}  # fmt: skip
# Korean particles are attached to words, so these phrases are searched as substrings.
TOPIC_PHRASES: dict[Kind, tuple[str, ...]] = {
    "signals": ("신호", "시그널", "징후", "early warning"),
    "incidents": ("인시던트", "장애", "사고", "went down", "what broke"),
    "issues": ("이슈", "과제", "티켓", "할 일", "work items"),
    "metrics": ("지표", "점수", "메트릭", "사기", "figures"),
}
HEALTH = frozenset({"health", "healthy", "wellbeing"})
HEALTH_PHRASES = ("how are we doing", "how is the organization", "how is the organisation", "건강", "헬스")
OVERVIEW = frozenset({
    "overview", "summary", "summarize", "summarise", "focus", "priorities", "worry", "worried", "risks",
    "briefing", "attention", "happening", "happened",
})  # fmt: skip
OVERVIEW_PHRASES = (
    "what's going on",
    "whats going on",
    "what is going on",
    "요약",
    "현황",
    "우선순위",
    "무슨 일",
)

SEVERITIES: dict[str, tuple[Severity, ...]] = {
    "critical": ("critical",),
    "sev1": ("critical",),
    "severe": ("critical", "high"),
    "serious": ("critical", "high"),
    "urgent": ("critical", "high"),
    "noncritical": ("high", "medium", "low"),
    "nonurgent": ("medium", "low"),
}
SEVERITY_PHRASES: dict[str, tuple[Severity, ...]] = {
    "심각": ("critical",),
    "치명": ("critical",),
    "긴급": ("critical", "high"),
    "높은": ("high",),
    "높음": ("high",),
    "중간": ("medium",),
    "보통": ("medium",),
    "낮은": ("low",),
    "낮음": ("low",),
}
COMMON_SEVERITY_WORDS: dict[str, Severity] = {
    "high": "high",
    "major": "high",
    "medium": "medium",
    "moderate": "medium",
    "low": "low",
    "minor": "low",
}
NOUNS_WITH_SEVERITY = frozenset().union(*TOPICS.values()) | {
    "severity", "priority", "impact", "weak", "or", "and", "but", "open", "unresolved",
}  # fmt: skip
LEVELS: dict[str, tuple[Severity, ...]] = SEVERITIES | {
    word: (severity,) for word, severity in COMMON_SEVERITY_WORDS.items()
}
LIMIT_WORDS = frozenset({
    "not", "non", "isn", "aren", "wasn", "weren", "don", "isnt", "arent", "dont", "neither", "nothing",
    "except", "excepting", "exclude", "excluding", "excluded", "without", "besides", "minus", "ignore",
    "ignoring", "omit", "omitting", "omitted", "skip", "skipping", "hide", "hiding", "but", "than", "apart",
    "aside", "instead", "longer", "out", "less", "least", "most", "more", "minimum", "maximum", "min", "max",
    "above", "below", "under", "beyond", "higher", "lower", "worse", "greater", "milder", "up", "upward",
    "upwards", "down", "downward", "downwards",
})  # fmt: skip
LIMIT_PHRASES = (
    "이상", "이하", "초과", "미만", "않", "제외", "빼고", "뺀", "말고", "아닌", "이외", "외의", "외에",
    "심각도",
)  # fmt: skip
"""Words and phrases that exclude or compare severities."""

ID_PREFIXES: dict[str, Kind] = {"WS": "signals", "INC": "incidents", "ISS": "issues"}
NO_ID_PREFIXES = frozenset({"UTF", "ISO", "GPT", "SHA", "TLS", "HTTP", "COVID", "RFC", "AES", "MP", "IPV"})
"""Upper-case prefixes that do not start the id of a row, as in `UTF-8`."""

EXCLUSION_WORDS = frozenset({
    "except", "excepting", "exclude", "excluding", "without", "besides", "minus", "ignore", "ignoring",
    "omit", "omitting", "skip", "skipping", "outside", "hide", "hiding", "not",
})  # fmt: skip
"""Words that exclude the period after them."""
