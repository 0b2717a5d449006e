"""The built-in conversation of `choicewire demo`: planning a small program for a reading circle."""

from typing import NamedTuple


class Turn(NamedTuple):
    """A message of the person, None for the answer to the last question, and the model's text."""

    person: str | None
    model: str


_STORE = """\
That is a nice size for a first version: one page, one list, a handful of
readers. Before I write the tables I need to know where they live.

Where should the circle's books be kept?

Everything else follows from this, and moving later costs about a day.

(A) In one SQLite file (recommended) — nothing to install, copied in a second
(B) In PostgreSQL — several programs at once, one more server to look after
(C) In a spreadsheet — everybody can edit it, nothing checks it
"""

_IMPORT = """\
Good. The table is short:

```sql
CREATE TABLE book (
    title TEXT NOT NULL,
    state TEXT CHECK (state IN ('wanted', 'reading', 'read'))
);
```

And this is how the page would ask its readers. It is a code sample, so it
stays text, although it looks like a question:

```python
QUESTION = {
    "type": "user_choice",
    "question": "What are we reading next?",
    "options": [{"id": "1", "label": "Dune"}, {"id": "2", "label": "Emma"}],
}
```

Your old list has 214 titles, 9 of them twice.

```choices
{
  "question": "What should happen to the 9 doubles?",
  "options": [
    {"label": "Merge them", "value": "merge", "recommended": true},
    {"label": "Keep both", "value": "keep"}
  ]
}
```
"""

_KOREAN = """\
합쳤습니다. 이제 205권이 남았고, 빠진 책은 없습니다.

모임 전에 알림을 언제 보낼까요?

책을 다 읽을 시간이 있어야 하지만, 너무 이르면 잊어버립니다.

1. 사흘 전 (추천) — 주말에 읽을 수 있음
2. 하루 전 — 짧지만 잊지 않음
3. 보내지 않음 — 달력만 사용
"""

_FORM = """\
Reminders go out three days before. Two small things are left, and both can be
answered together:

```json
{
  "type": "user_choice_group",
  "question": "The last two decisions",
  "context": "Both can be changed later in the settings.",
  "choices": [
    {
      "type": "user_choice",
      "question": "Who may add books?",
      "options": [
        {"id": "1", "label": "Everybody", "description": "The list grows by itself", "recommended": true},
        {"id": "2", "label": "The host", "description": "The list stays short"}
      ]
    },
    {
      "type": "user_choice",
      "question": "How many books may one reader propose?",
      "options": [
        {"id": "1", "label": "One", "description": "Everybody gets a turn"},
        {"id": "2", "label": "Three", "description": "More to choose from", "recommended": true}
      ]
    }
  ]
}
```
"""

_DONE = """\
Then this is the plan:

1. Create the table and import the 205 books.
2. Send the reminder three days before each meeting.
3. Let everybody propose up to three books.

That list was a summary and not a question, so it stayed text as well.
"""

CONVERSATION = (
    Turn("Our reading circle needs a small program for its books. Can you build it?", _STORE),
    Turn(None, _IMPORT),
    Turn(None, _KOREAN),
    Turn(None, _FORM),
    Turn(None, _DONE),
)
