"""Contract of surfaces: checks that every implementation must pass.

for check in CHECKS:
    await check(surface)          # with a new surface each time
"""

from collections.abc import Awaitable, Callable

from choice.desk import DEFAULT_DURATION, Asker, Interaction, Surface
from choice.models import Cancelled, Form, Question
from choice.testing.manual_clock import NOON

INTERACTION = Interaction(
    id="0123456789abcdef0123456789abcdef",
    form=Form(questions=(Question(text="Which store?", options=["SQLite", "PostgreSQL"]),)),
    asked_by=Asker(),
    asked_at=NOON,
    deadline=NOON + DEFAULT_DURATION,
)

Check = Callable[[Surface], Awaitable[None]]


async def a_surface_has_a_name(surface: Surface) -> None:
    assert surface.name


async def showing_is_idempotent(surface: Surface) -> None:
    await surface.show(INTERACTION)
    await surface.show(INTERACTION)


async def an_interaction_that_was_never_shown_can_be_closed(surface: Surface) -> None:
    await surface.close(INTERACTION.ended(Cancelled(), NOON))


async def closing_is_idempotent(surface: Surface) -> None:
    await surface.show(INTERACTION)
    ended = INTERACTION.ended(Cancelled(), NOON)
    await surface.close(ended)
    await surface.close(ended)


CHECKS: tuple[Check, ...] = (
    a_surface_has_a_name,
    showing_is_idempotent,
    an_interaction_that_was_never_shown_can_be_closed,
    closing_is_idempotent,
)
