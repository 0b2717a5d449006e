"""Authentication and authorization: bearer tokens, keys, roles."""
