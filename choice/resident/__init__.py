"""The local server that all agents of a user share, and its clients."""
