"""For tests: a scripted person and model, paper for models, a clock set by hand, and contracts to keep."""

from choice.testing.manual_clock import ManualClock
from choice.testing.scripted_model import RecordingSink, ScriptedModel, ScriptedReply
from choice.testing.scripted_person import ScriptedPerson

__all__ = ["ManualClock", "RecordingSink", "ScriptedModel", "ScriptedPerson", "ScriptedReply"]
