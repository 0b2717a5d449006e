"""Every body that the service gives back or takes, for those who publish its schema."""

from typing import Final

from choice.chat.bodies import (
    AskBody,
    CancelBody,
    ChatBody,
    DeadlineBody,
    DraftBody,
    SnoozeBody,
    ThreadBody,
    ThreadChange,
    ThreadMessage,
)
from choice.chat.desk_reply_bodies import (
    Health,
    Interactions,
    LogLine,
    Readiness,
    StatisticsBody,
    Unready,
)
from choice.chat.error_body import ErrorBody
from choice.chat.reply_bodies import KeptConversation, Thread, Threads, WholeAnswer
from choice.desk.interaction_body import InteractionBody

SENT: Final = (
    *(Thread, Threads, WholeAnswer, KeptConversation),
    *(InteractionBody, Interactions, StatisticsBody, LogLine),
    *(Health, Readiness, Unready, ErrorBody),
)
TAKEN: Final = (
    *(ChatBody, ThreadBody, ThreadChange, ThreadMessage),
    *(AskBody, CancelBody, DeadlineBody, DraftBody, SnoozeBody),
)
