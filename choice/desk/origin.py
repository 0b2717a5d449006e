"""Fields that an agent sends beside a question: its project, its run, the urgency and the audience."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from choice.desk.asking import Terms
from choice.desk.interaction import Urgency
from choice.desk.people import Asker, Audience
from choice.errors import InvalidRequest
from choice.models import MAX_ID, RUN_URL, ChoiceRequest, Form
from choice.plain_text import plain_line

MAX_NAMES = 50
MAX_URL = 2000

_Line = Annotated[str, Field(min_length=1, max_length=MAX_ID), AfterValidator(plain_line)]
_Names = Annotated[tuple[_Line, ...], Field(max_length=MAX_NAMES, strict=False)]


class AudienceBody(BaseModel):
    """Who may answer: these users and everyone with one of these roles. Empty means anyone in the tenant."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    users: _Names = ()
    roles: _Names = ()


class Origin(BaseModel):
    """Where a question comes from, how urgent it is and who may answer. All fields are optional."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    project: _Line | None = Field(default=None, description="The project that the question is about.")
    run_url: Annotated[str, Field(max_length=MAX_URL, pattern=r"^https?://\S+$")] | None = Field(
        default=None, description="A link to the run, job or pull request that asks."
    )
    urgency: Urgency = Field(default="normal", description="high is listed first and may notify the person.")
    audience: AudienceBody | None = Field(default=None, description="Who may answer; anyone if left out.")

    def terms(self, asker: Asker) -> Terms:
        """Return the terms for opening the question. The project of the asker takes precedence."""
        terms: Terms = {"asked_by": replace(asker, project=asker.project or self.project)}
        if self.urgency != "normal":
            terms["urgency"] = self.urgency
        if self.audience is not None:
            terms["audience"] = Audience(self.audience.users, self.audience.roles)
        return terms

    def asked(self, asked: Form | ChoiceRequest) -> Form | ChoiceRequest:
        """Return the form or request with the link to the run in the metadata of its first question."""
        if self.run_url is None:
            return asked
        if isinstance(asked, Form):
            return self.linked(asked)
        metadata = asked.question.metadata | {RUN_URL: self.run_url}
        return asked.model_copy(update={"question": asked.question.model_copy(update={"metadata": metadata})})

    def linked(self, form: Form) -> Form:
        """Return the form with the link to the run in the metadata of its first question."""
        if self.run_url is None:
            return form
        first, *others = form.questions
        first = first.model_copy(update={"metadata": first.metadata | {RUN_URL: self.run_url}})
        return form.model_copy(update={"questions": (first, *others)})


def split_origin(arguments: Mapping[str, Any]) -> tuple[Origin, dict[str, Any]]:
    """Return the origin in the arguments of a tool call, and the remaining arguments.

    Raises:
        InvalidRequest: A field of the origin is invalid.
    """
    given = {name: arguments[name] for name in Origin.model_fields if arguments.get(name) is not None}
    try:
        origin = Origin.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join([str(part) for part in first["loc"]])
        raise InvalidRequest(field, f"{first['msg']}.", {"project": "app", "urgency": "high"}) from error
    return origin, {name: value for name, value in arguments.items() if name not in Origin.model_fields}
