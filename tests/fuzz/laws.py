"""The splitter's guarantees, as checks for any text and any chunking."""

from collections.abc import Iterable

from choice.models import Form
from choice.stream import Mode, Splitter
from choice.stream.reader import HOLD_LIMIT
from choice.stream.segments import FormFound, Segment, Text, joined


def split_pieces(pieces: Iterable[str], mode: Mode) -> list[Segment]:
    """Return the segments of a chunked text, with neighbouring texts joined."""
    return joined(list(streamed(pieces, mode)))


def streamed(pieces: Iterable[str], mode: Mode) -> Iterable[Segment]:
    """Yield the segments; check that no more text is buffered than allowed."""
    splitter = Splitter(mode)
    fed = seen = 0
    for piece in pieces:
        fed += len(piece)
        for segment in splitter.feed(piece):
            seen += _length(segment)
            yield segment
        assert fed - seen <= HOLD_LIMIT + 1, f"{fed - seen} characters are held"
    yield from splitter.flush()


def source_of(segments: Iterable[Segment]) -> str:
    """Return the model's text: texts and sources in order."""
    return "".join(segment.text if isinstance(segment, Text) else segment.source for segment in segments)


def check_laws(text: str, pieces: list[str], mode: Mode) -> None:
    """Check concatenation, chunk invariance, bounded buffering, and that forms are valid."""
    whole = split_pieces([text], mode)
    assert source_of(whole) == text
    assert split_pieces(pieces, mode) == whole
    for segment in whole:
        if isinstance(segment, FormFound):
            _check_form(segment.form)
            # Light buttons stand under a sentence that stays text.
            assert segment.source or all(question.weight == "quick" for question in segment.form.questions)
        else:
            assert segment.text


def _check_form(form: Form) -> None:
    """Check that a form validates and stays the same."""
    anew = Form.model_validate_json(form.model_dump_json())
    assert anew == form
    given = form.model_dump(exclude_unset=True)
    assert Form.model_validate(given).model_dump(exclude_unset=True) == given


def _length(segment: Segment) -> int:
    return len(segment.text if isinstance(segment, Text) else segment.source)
