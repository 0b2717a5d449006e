"""Scripted replies of the stub's model."""

from typing import Any

Json = dict[str, Any]

HEALTH = """## Organizational Health Report

Your current health score is **72/100** (↓ 8 points from last week).

| Metric | Score | Change | Status |
|---|---:|:---:|---|
| Strategic Alignment | 78 | ↓ -5% | 🟡 Warning |
| Communication | 65 | ↓ -12% | 🔴 Critical |
| Team Morale | 71 | ↑ +3% | 🟢 Good |

### What stands out

1. **Communication Breakdown** - Engineering Team
   - **Severity:** `HIGH`

   > **Analysis:** 40% decrease in cross-team communication over 2 weeks.

2. **Delayed Decisions** - see the [handbook](https://handbook.example/decisions)

```sql
-- The index behind the report
CREATE INDEX idx_user_activity ON user_logs(user_id, created_at);
```
"""
OBJECTIVE: Json = {
    "question_id": "q_objective",
    "question_text": "What is the primary business objective?",
    "rationale": "Understanding your main goal ensures all features align with business priorities.",
    "category": "discovery",
    "options": [
        {
            "id": "opt_1",
            "label": "Increase revenue through new customer acquisition",
            "description": "Focus on growing customer base and market share",
            "is_default": False,
        },
        {
            "id": "opt_2",
            "label": "Improve operational efficiency and reduce costs",
            "description": "Streamline processes and eliminate waste",
            "is_default": True,
        },
        {
            "id": "opt_3",
            "label": "Enhance customer retention and lifetime value",
            "description": "Keep existing customers engaged and spending",
            "is_default": False,
        },
    ],
    "allow_free_text": True,
    "free_text_placeholder": "Or type your own answer...",
    "max_selections": 1,
    "metadata": {"discovery_phase": "business_objectives", "question_sequence": 1},
}
YES_NO: Json = {
    **OBJECTIVE,
    "question_id": "q_deploy",
    "question_text": "Deploy to production now?",
    "rationale": None,
    "category": "clarification",
    "options": [
        {"id": "1", "label": "Yes, deploy", "value": "yes"},
        {"id": "2", "label": "No, wait", "value": "no"},
    ],
}
MODES: Json = {
    **OBJECTIVE,
    "question_id": "q_mode",
    "question_text": "How shall we work?",
    "rationale": None,
    "category": "mode_selection",
    "options": [
        {"id": "discovery", "label": "Discovery", "description": "I ask, step by step, what you need"},
        {"id": "clarification", "label": "Clarification", "description": "I ask where something is unclear"},
        {"id": "chat", "label": "Chat", "description": "You ask, I answer", "is_default": True},
    ],
    "allow_free_text": False,
}


def reply(message: str, mode: str) -> tuple[str, list[Json]]:
    """Return the text and the cards that answer a message."""
    low = message.lower()
    if low == "/mode":
        return "", [MODES]
    if "health" in low:
        return HEALTH, []
    if "json" in low:
        return '```json\n{"id": "WS-001", "severity": "critical", "score": 0.93}\n```', []
    if "deploy" in low:
        return "The build is green.", [YES_NO]
    if mode == "discovery" or "objective" in low:
        return "Let us start with the goal.", [OBJECTIVE]
    return f"You said: {message}", []
