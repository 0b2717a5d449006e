"""How Slack says no: for now, for good, or to us altogether."""

from choice.errors import ChoiceError

GONE = frozenset(
    {
        "account_inactive",
        "app_uninstalled",
        "invalid_auth",
        "not_authed",
        "org_login_required",
        "team_access_not_granted",
        "token_expired",
        "token_revoked",
        "two_factor_setup_required",
    }
)
"""Codes that mean that our token opens nothing any more."""
AWAY = frozenset(
    {
        "fatal_error",
        "internal_error",
        "ratelimited",
        "rate_limited",
        "request_timeout",
        "service_unavailable",
        "team_added_to_org",
        "timeout",
    }
)
"""Codes that mean that the same call may work later."""
BAD_BLOCKS = frozenset(
    {"block_mismatch", "invalid_arguments", "invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long"}
)
"""Codes that mean that the message would do without its blocks."""
UNWELCOME = frozenset(
    {
        "channel_is_limited_access",
        "channel_not_found",
        "ekm_access_denied",
        "is_archived",
        "is_inactive",
        "not_in_channel",
        "restricted_action",
        "restricted_action_read_only_channel",
        "restricted_action_thread_locked",
    }
)
"""Codes that mean that nothing can be said in a channel."""


class SlackRefused(ChoiceError):
    """Slack refused a call, and would refuse it again."""

    def __init__(self, method: str, code: str, pointers: tuple[str, ...] = ()) -> None:
        where = f" ({'; '.join(pointers)})" if pointers else ""
        super().__init__(f"{method}: {code}{where}")
        self.method = method
        self.code = code


class SlackAway(ChoiceError):
    """Slack cannot be reached, or wants to be asked later."""

    def __init__(self, method: str, code: str, retry_after: float | None = None) -> None:
        super().__init__(f"{method}: {code}")
        self.code = code
        self.retry_after = retry_after


class WorkspaceClosed(ChoiceError):
    """A workspace has shut us out: the app was removed, or the token was revoked."""

    def __init__(self, team: str, code: str) -> None:
        super().__init__(f"The workspace {team} does not let us in ({code}); install the app again.")
        self.team = team
        self.code = code
