"""Shared servers that a test started do not outlive it."""

from tests.mcp.conftest import no_resident_stays

__all__ = ["no_resident_stays"]
