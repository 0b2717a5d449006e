"""Which blocks are for which surface."""

from collections.abc import Mapping

_EVERYWHERE = {
    "actions", "card", "context", "divider", "header", "image", "input", "rich_text", "section", "video",
}  # fmt: skip
_NOT_MODAL = {"carousel", "container", "data_table", "data_visualization", "table"}
SURFACES: Mapping[str, frozenset[str]] = {
    "message": frozenset(
        {*_EVERYWHERE, *_NOT_MODAL, "context_actions", "file", "markdown", "plan", "task_card"}
    ),
    "modal": frozenset({*_EVERYWHERE, "alert"}),
    "home": frozenset({*_EVERYWHERE, *_NOT_MODAL}),
}
