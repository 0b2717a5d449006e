"""The body of every error of the HTTP API."""

from typing import NotRequired

from typing_extensions import TypedDict


class ErrorDetails(TypedDict):
    """What went wrong; `field` is there where one field of the request is at fault."""

    code: str
    message: str
    field: NotRequired[str]
    request_id: str


class ErrorBody(TypedDict):
    """An error; a 409 has the outcome that stands beside it."""

    error: ErrorDetails
