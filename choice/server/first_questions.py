"""The questions of the demo agent: a migration with its diff, a multiple choice, and one with a deadline."""

from typing import NamedTuple

from choice.desk.interaction import TimeoutPolicy
from choice.models import Option, Question

AGENT = "demo"
PROJECT = "demo"


class FirstQuestion(NamedTuple):
    """A question of the demo agent, its time limit in seconds, and what happens at the deadline."""

    question: Question
    timeout: int
    policy: TimeoutPolicy = "fail"


_MIGRATION = """Apply migration 0042? The table `user_logs` has **41 million rows**. A plain index locks \
writes for about six minutes; built concurrently it takes twenty minutes and locks nothing.

```diff
--- a/migrations/0042_user_activity.sql
+++ b/migrations/0042_user_activity.sql
@@ -11,3 +11,5 @@
 -- the activity report reads by user and day
-CREATE INDEX idx_user_activity
+SET lock_timeout = '2s';
+CREATE INDEX CONCURRENTLY IF NOT EXISTS idx_user_activity
   ON user_logs (user_id, created_at)
+  WHERE created_at > '2026-01-01';
```
"""

FIRST_QUESTIONS = (
    FirstQuestion(
        Question(
            text=_MIGRATION,
            options=(
                Option(
                    id="apply",
                    label="Apply now",
                    description="Runs `0042` at once, about 20 minutes",
                    recommended=True,
                ),
                Option(id="stage", label="Stage first", description="Runs on staging, then asks you again"),
                Option(
                    id="back",
                    label="Roll back",
                    description="Undoes 0038 to 0040 and drops `billing`",
                    danger=True,
                ),
            ),
        ),
        timeout=900,
    ),
    FirstQuestion(
        Question(
            text="Which findings should block the merge? The review of pull request 318 found six.",
            selection_mode="multi",
            options=(
                Option(
                    id="sql", label="SQL built from user input", description="`search.py`", recommended=True
                ),
                Option(id="n1", label="One query per row", description="`orders.py`, 200 rows a page"),
                Option(id="index", label="Missing index on `orders.user_id`"),
                Option(id="test", label="No test for refunds"),
                Option(id="name", label="Unclear name: `do_it`"),
                Option(id="typo", label="Typo in a comment"),
            ),
            default_selection_ids=("sql",),
        ),
        timeout=1800,
    ),
    FirstQuestion(
        Question(
            text="Release 2.4.1 to all customers? Without an answer, ten per cent get it first.",
            options=(
                Option(id="ten", label="Ten per cent first", recommended=True),
                Option(id="all", label="All at once"),
                Option(id="hold", label="Hold it back"),
            ),
            default_selection_ids=("ten",),
        ),
        timeout=120,
        policy="use_defaults",
    ),
)
