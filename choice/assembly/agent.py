"""Load the agent or the model that the settings name."""

import sys
from importlib import import_module
from pathlib import Path

from choice.conversations import AgentClient
from choice.errors import InvalidSetting
from choice.providers import ModelClient, open_model
from choice.settings import Settings

_AGENT = "CHOICE_AGENT"


def configured_model(settings: Settings) -> ModelClient:
    """Return the client for the agent in the settings or, if there is none, for the model.

    Raises:
        InvalidSetting: The agent cannot be imported, or the model cannot be used.
    """
    if settings.agent is None:
        return open_model(settings.model, settings.variables)
    return load_agent(settings.agent)


def load_agent(path: str) -> AgentClient:
    """Return the client for an agent such as `package.module:name`. The working directory is searched first.

    Raises:
        InvalidSetting: It cannot be imported or is not callable.
    """
    module, _, name = path.partition(":")
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        agent = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise InvalidSetting(_AGENT, f"cannot be imported: {error}.") from error
    if not callable(agent):
        raise InvalidSetting(_AGENT, f"{path} is not an async generator function.")
    return AgentClient(agent, f"agent:{name}")
