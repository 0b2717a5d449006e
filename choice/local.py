"""The tenant and the user of a machine where nobody has signed in."""

import getpass

LOCAL_TENANT = "local"
"""The tenant of everything that is asked and answered on this machine without a token."""


def local_user() -> str:
    """Return the name of the user who runs this program."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "you"
