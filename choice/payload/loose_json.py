"""JSON text in the place of a list or an object, as models send it.

All such text of one call shares its bounds, which are checked before anything is built: many texts cost no
more than one.
"""

import json

from choice.errors import UnreadableJson
from choice.payload.json_text import MAX_BRACKETS, MAX_COMMAS, MAX_SIZE, counted_parts, decoder

TOO_LONG = f"is too long: all JSON text of one call may have {MAX_SIZE} characters."

# So much white space may stand before it.
_MARGIN = 1_000
# A line break inside a string is a slip.
_DECODER = decoder(strict=False)


class LooseJson:
    """Reads the JSON text of one call, within bounds for all of it."""

    def __init__(self) -> None:
        self._characters, self._brackets, self._commas = MAX_SIZE, MAX_BRACKETS, MAX_COMMAS

    def opened(self, value: object) -> object:
        """Return the list or object that a text of JSON holds; anything else as it is.

        Raises:
            UnreadableJson: The text goes beyond the bounds, or its meaning is unclear.
        """
        if not isinstance(value, str) or value[:_MARGIN].lstrip()[:1] not in {"[", "{"}:
            return value
        self._characters -= len(value)
        if self._characters < 0:
            raise UnreadableJson(TOO_LONG)
        brackets, commas = counted_parts(value, self._brackets, self._commas)
        self._brackets -= brackets
        self._commas -= commas
        try:
            opened: object = _DECODER.decode(value)
        except json.JSONDecodeError:
            return value
        return opened
