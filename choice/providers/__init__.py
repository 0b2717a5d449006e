"""Model providers: the `ModelClient` protocol, its values, and the built-in OpenAI and Anthropic clients.

The built-in clients are in `choice.providers.openai` and `choice.providers.anthropic`; each needs its extra.
"""

from choice.providers.failures import (
    AnswerCutOff,
    ContextTooLong,
    FailureCode,
    ModelFailed,
    ToolsRefused,
)
from choice.providers.protocol import (
    AskedForm,
    AssistantTurn,
    ModelClient,
    ModelLimits,
    ModelRequest,
    ModelTurn,
    Piece,
    RequestContext,
    TokenSink,
    ToolCall,
    ToolResult,
    UserTurn,
)
from choice.providers.registry import ProviderFactory, open_model

__all__ = [
    "AnswerCutOff",
    "AskedForm",
    "AssistantTurn",
    "ContextTooLong",
    "FailureCode",
    "ModelClient",
    "ModelFailed",
    "ModelLimits",
    "ModelRequest",
    "ModelTurn",
    "Piece",
    "ProviderFactory",
    "RequestContext",
    "TokenSink",
    "ToolCall",
    "ToolResult",
    "ToolsRefused",
    "UserTurn",
    "open_model",
]
