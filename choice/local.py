"""Tenant and user when choicewire runs locally without authentication."""

import getpass

LOCAL_TENANT = "local"
"""The tenant of interactions that are asked and answered without a token."""


def local_user() -> str:
    """Return the name of the operating system user, or `you` if it is unknown."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "you"
