"""Web pages: routes, sign-in and the WebSocket for live updates."""
