"""The splitter's laws, as checks that any text and any way of cutting it must pass."""

from collections.abc import Iterable

from choice.models import Form
from choice.stream.reader import HOLD_LIMIT
from choice.stream.segments import FormFound, Segment, Text, joined
from choice.stream.splitter import Mode, Splitter


def split_pieces(pieces: Iterable[str], mode: Mode) -> list[Segment]:
    """Return what the splitter makes of a text that arrives in pieces, neighbouring prose put together."""
    return joined(list(streamed(pieces, mode)))


def streamed(pieces: Iterable[str], mode: Mode) -> Iterable[Segment]:
    """Yield the segments as they come; check on the way that no more is held than allowed."""
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
    """Return the model's text again: prose and suppressed text in order."""
    return "".join(segment.text if isinstance(segment, Text) else segment.source for segment in segments)


def check_laws(text: str, pieces: list[str], mode: Mode) -> None:
    """Check concatenation, chunk invariance, bounded hold-back, and that forms are whole."""
    whole = split_pieces([text], mode)
    assert source_of(whole) == text
    assert split_pieces(pieces, mode) == whole
    for segment in whole:
        if isinstance(segment, FormFound):
            _check_form(segment.form)
            assert segment.source
        else:
            assert segment.text


def _check_form(form: Form) -> None:
    """Check that a form, which is built without checking it, keeps all rules: checked anew it is the same."""
    anew = Form.model_validate_json(form.model_dump_json())
    assert anew == form
    given = form.model_dump(exclude_unset=True)
    assert Form.model_validate(given).model_dump(exclude_unset=True) == given


def _length(segment: Segment) -> int:
    return len(segment.text if isinstance(segment, Text) else segment.source)
