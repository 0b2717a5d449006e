"""The Slack surface: shows questions as Block Kit messages, and accepts clicks and replies as answers."""
