"""Authentication and authorization: tokens, keys, principals, roles and actions."""

from choice.auth.keys import secret_in
from choice.auth.principal import (
    ACTIONS,
    ROLES,
    Action,
    Entry,
    Permission,
    UndeclaredAction,
    authorize,
    check_declared,
    may,
    permissions_of,
    principal_for,
)
from choice.auth.tokens import MAX_LIFETIME, TokenVerifier, open_verifier, signed_token
from choice.desk import Principal

__all__ = [
    "ACTIONS",
    "MAX_LIFETIME",
    "ROLES",
    "Action",
    "Entry",
    "Permission",
    "Principal",
    "TokenVerifier",
    "UndeclaredAction",
    "authorize",
    "check_declared",
    "may",
    "open_verifier",
    "permissions_of",
    "principal_for",
    "secret_in",
    "signed_token",
]
