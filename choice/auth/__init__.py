"""Authentication and authorization: tokens, keys, principals and roles."""

from choice.auth.keys import secret_in
from choice.auth.principal import ROLES, Permission, Principal, permissions_of, require
from choice.auth.tokens import MAX_LIFETIME, TokenVerifier, open_verifier, signed_token

__all__ = [
    "MAX_LIFETIME",
    "ROLES",
    "Permission",
    "Principal",
    "TokenVerifier",
    "open_verifier",
    "permissions_of",
    "require",
    "secret_in",
    "signed_token",
]
