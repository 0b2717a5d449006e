"""Client for Slack's Web API, endpoints for requests from Slack, and OAuth installation."""
