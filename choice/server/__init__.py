"""HTTP server: routes for conversations and interactions, middleware, rate limits and OpenAPI."""
