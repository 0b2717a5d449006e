"""How whoever asks wants a form to be shown. What they do not say is left to the person's own settings."""

from collections.abc import Mapping

from choice.models import PRESENTATION, SWITCHES, Form


def presentation_of(form: Form) -> dict[str, bool]:
    """Return the switches that whoever asked has set; the first question speaks for the form."""
    said = form.questions[0].metadata.get(PRESENTATION)
    given = said if isinstance(said, Mapping) else {}
    return {name: value for name in SWITCHES if isinstance(value := given.get(name), bool)}
