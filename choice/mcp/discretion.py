"""What an agent is told where something goes wrong inside: that, and nothing of the inside."""

import logging
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR
from pydantic import ValidationError

from choice.errors import ChoiceError

_FAULT = "Something went wrong here; the log of the server says what."

logger = logging.getLogger(__name__)


async def discreet(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Pass a request on. The kit would send the words of any error, a database's with its statement too.

    Raises:
        MCPError: What the agent is told.
    """
    try:
        return await call_next(ctx)
    except (MCPError, ValidationError):
        raise  # The kit says itself which parameters are wrong.
    except ChoiceError as error:
        raise MCPError(code=INTERNAL_ERROR, message=str(error)) from error
    except Exception as error:
        logger.exception("A request of an agent failed")
        raise MCPError(code=INTERNAL_ERROR, message=_FAULT) from error
