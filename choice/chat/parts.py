"""What turns are made of."""

from collections.abc import Callable
from dataclasses import dataclass, field

from choice.chat.asking import TermsOf, usual_terms
from choice.chat.conversations import Conversations
from choice.chat.living_processes import LivingProcess
from choice.chat.metrics import Metrics
from choice.chat.model_client import ModelClient
from choice.chat.sources.findings import Findings
from choice.chat.sources.source import Source
from choice.chat.system_prompt import Prompt
from choice.chat.tracing import NO_TRACING, Tracing
from choice.clock import Clock
from choice.desk.desk import Desk
from choice.stream.splitter import Mode

IDLE_SECONDS = 30.0
"""How long a model may write nothing."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What turns are made of."""

    desk: Desk
    conversations: Conversations
    model: ModelClient
    source: Source
    clock: Clock
    system_prompt: Callable[[Mode, Findings], Prompt]
    idle_seconds: float = IDLE_SECONDS
    metrics: Metrics = field(default_factory=Metrics)
    tracing: Tracing = NO_TRACING
    process: LivingProcess = field(default_factory=LivingProcess)
    terms: TermsOf = usual_terms
    """Of whom and for how long a conversation asks."""
