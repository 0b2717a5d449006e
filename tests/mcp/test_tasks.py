"""Questions as tasks, for clients that take them."""

import asyncio
from typing import Any

import pytest
from mcp import Client
from mcp.client.extension import ClaimContext, ClientExtension, ResultClaim
from mcp_types import CallToolResult, Implementation, Request, RequestParams, Result

from choice.mcp.server import build_server
from choice.mcp.tasks import EXTENSION
from tests.mcp.agent import MODERN, QUESTION, House, content, house


class Task(Result):
    """The handle that a call returns."""

    result_type: str = "task"
    taskId: str  # noqa: N815 - as on the wire


def test_placeholder() -> None:
    assert EXTENSION
