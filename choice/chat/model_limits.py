"""How long a model is waited for, and how often a call is tried before its answer begins."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ModelLimits:
    """The patience of a client."""

    connect_seconds: float = 5.0
    idle_seconds: float = 30.0
    """For the first byte, retries included, and then between any two reads."""
    retries: int = 2
    """How often the SDK tries again before the first byte; after it nobody does."""
