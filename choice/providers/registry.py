"""Registry of model providers: the built-in ones, and entry points of other distributions."""

from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint, entry_points

from choice.errors import InvalidSetting, MissingExtra
from choice.providers.protocol import ModelClient

GROUP = "choicewire.providers"
"""Entry point group. Each entry point names a `ProviderFactory`."""

ProviderFactory = Callable[[str, Mapping[str, str]], ModelClient]
"""Creates the client for a model name and the environment variables, including those of settings files.

Raises:
    InvalidSetting: A variable is missing or invalid.
"""

_SETTING = "CHOICE_MODEL"
_BUILT_IN = {
    entry.name: entry
    for entry in (
        EntryPoint("anthropic", "choice.providers.anthropic:from_environment", GROUP),
        EntryPoint("embedded", "choice.demo.model:from_environment", GROUP),
        EntryPoint("openai", "choice.providers.openai:from_environment", GROUP),
    )
}


def open_model(name: str, variables: Mapping[str, str]) -> ModelClient:
    """Return the client for a model such as `openai:gpt-6`.

    Raises:
        InvalidSetting: The provider is unknown or cannot be loaded, or a variable is missing or invalid.
        MissingExtra: The packages of a built-in provider are not installed.
    """
    provider, _, model = name.partition(":")
    if provider in _BUILT_IN:
        entry = _BUILT_IN[provider]
    else:
        found = entry_points(group=GROUP)
        if provider not in found.names:
            known = ", ".join(sorted({*_BUILT_IN, *found.names}))
            raise InvalidSetting(_SETTING, f"Unknown model provider {provider!r}. Known providers: {known}.")
        entry = found[provider]
    return _load(entry)(model, variables)


def _load(entry: EntryPoint) -> ProviderFactory:
    try:
        factory: ProviderFactory = entry.load()
    except (ImportError, AttributeError) as error:
        if entry.name in _BUILT_IN:
            feature = f"The model provider {entry.name}"
            raise MissingExtra(feature, extra=entry.name) from error
        rule = f"The model provider {entry.name!r} cannot be loaded: {error}."
        raise InvalidSetting(_SETTING, rule) from error
    return factory
