"""The words that people read, one catalogue for each language, shared by the pages and the Python surfaces.

`en.json` has sections of named texts; every other language has the same ones. A text has places: `{name}`,
and `{n|one|other}`, the first form for one and the second for any other number, `#` being the number.
"""
