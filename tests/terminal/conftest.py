"""Stop shared servers after each test."""

from tests.mcp.conftest import no_resident_stays

__all__ = ["no_resident_stays"]
