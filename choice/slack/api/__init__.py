"""Calls to Slack's Web API, and verification of the requests that Slack sends."""
