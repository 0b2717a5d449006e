"""Test helpers: a scripted person and model, a recording sink, a manual clock, and contract suites."""

from choice.testing.manual_clock import ManualClock
from choice.testing.scripted_model import RecordingSink, ScriptedModel, ScriptedReply
from choice.testing.scripted_person import ScriptedPerson

__all__ = ["ManualClock", "RecordingSink", "ScriptedModel", "ScriptedPerson", "ScriptedReply"]
