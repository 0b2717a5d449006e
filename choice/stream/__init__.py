"""Separates prose from questions in a model's text while it arrives."""

from choice.stream.segments import FormFound, Segment, Text
from choice.stream.splitter import MODES, Detection, Mode, Splitter, detect, split

__all__ = ["MODES", "Detection", "FormFound", "Mode", "Segment", "Splitter", "Text", "detect", "split"]
