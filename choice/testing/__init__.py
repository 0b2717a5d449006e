"""For tests: a scripted person and model, paper for models, a clock set by hand, and contracts to keep."""

from choice.testing.manual_clock import ManualClock
from choice.testing.scripted_model import NotePad, ScriptedModel, ScriptedReply
from choice.testing.scripted_person import ScriptedPerson

__all__ = ["ManualClock", "NotePad", "ScriptedModel", "ScriptedPerson", "ScriptedReply"]
