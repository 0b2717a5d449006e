"""Request and response bodies, and the OpenAPI document."""
