"""For tests of programs that ask: a scripted person, a clock set by hand, and contracts to keep."""

from choice.testing.manual_clock import ManualClock
from choice.testing.scripted_person import ScriptedPerson

__all__ = ["ManualClock", "ScriptedPerson"]
