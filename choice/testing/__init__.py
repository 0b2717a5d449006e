"""For tests: a scripted person, a scripted model, a clock set by hand, and contracts to keep."""

from choice.testing.manual_clock import ManualClock
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from choice.testing.scripted_person import ScriptedPerson

__all__ = ["ManualClock", "ScriptedModel", "ScriptedPerson", "ScriptedReply"]
