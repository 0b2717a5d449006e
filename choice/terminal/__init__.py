"""Questions in a terminal: asked where the person works, cleared away afterwards."""
