"""Conversations with a model: turns, their messages, and the questions that the model asks in them."""

from choice.conversations.agents import Agent, AgentClient, AgentMessage, AgentTurn
from choice.conversations.cards import card_json, cards_of, question_of
from choice.conversations.data import NO_READER, Reader, reader_of, zone_named
from choice.conversations.frames import (
    Frames,
    FrameSink,
    NullListener,
    NullSink,
    TurnListener,
    TurnOutput,
    WritePacing,
)
from choice.conversations.liveness import ProcessLock, lock_folder
from choice.conversations.model_input import system_prompt
from choice.conversations.model_limits import LearnedLimits
from choice.conversations.models import (
    Conversation,
    ConversationBusy,
    Ending,
    Message,
    NewConversation,
    NewMessage,
    NothingToRetry,
    Owner,
    PastMessage,
    QuestionResponse,
    State,
    UnknownConversation,
    message_json,
)
from choice.conversations.questions import (
    CardAnswer,
    CardAnswers,
    Input,
    Regenerate,
    Retry,
    UserMessage,
    default_terms,
)
from choice.conversations.service import Turns
from choice.conversations.store import Conversations, Place, owner_of
from choice.conversations.turn import IDLE_SECONDS, PromptOf, Turn, TurnDependencies, no_dialect

__all__ = [
    "IDLE_SECONDS",
    "NO_READER",
    "Agent",
    "AgentClient",
    "AgentMessage",
    "AgentTurn",
    "CardAnswer",
    "CardAnswers",
    "Conversation",
    "ConversationBusy",
    "Conversations",
    "Ending",
    "FrameSink",
    "Frames",
    "Input",
    "LearnedLimits",
    "Message",
    "NewConversation",
    "NewMessage",
    "NothingToRetry",
    "NullListener",
    "NullSink",
    "Owner",
    "PastMessage",
    "Place",
    "ProcessLock",
    "PromptOf",
    "QuestionResponse",
    "Reader",
    "Regenerate",
    "Retry",
    "State",
    "Turn",
    "TurnDependencies",
    "TurnListener",
    "TurnOutput",
    "Turns",
    "UnknownConversation",
    "UserMessage",
    "WritePacing",
    "card_json",
    "cards_of",
    "default_terms",
    "lock_folder",
    "message_json",
    "no_dialect",
    "owner_of",
    "question_of",
    "reader_of",
    "system_prompt",
    "zone_named",
]
