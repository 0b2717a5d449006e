"""The registry of providers: built in, or added by another distribution."""

import sys
from pathlib import Path

import pytest

from choice.errors import InvalidSetting, MissingExtra
from choice.providers import ModelClient, ModelRequest, UserTurn, open_model
from choice.testing import RecordingSink

pytestmark = pytest.mark.requirement("CH13")
DOCUMENTATION = Path(__file__).resolve().parents[2] / "docs" / "extending.md"


@pytest.fixture
def acme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the documented example, and a second provider that cannot be loaded."""
    module = DOCUMENTATION.read_text("utf-8").partition("```python\n")[2].partition("```")[0]
    (tmp_path / "acme_choicewire.py").write_text(module, "utf-8")
    information = tmp_path / "acme_provider-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: acme-provider\nVersion: 1.0\n", "utf-8"
    )
    (information / "entry_points.txt").write_text(
        "[choicewire.providers]\nacme = acme_choicewire:create\nbroken = acme_choicewire:nothing\n", "utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "acme_choicewire", raising=False)


@pytest.mark.parametrize(
    ("name", "variables"),
    [
        ("openai:gpt-6", {"OPENAI_API_KEY": "sk-1"}),
        ("openai:llama", {"OPENAI_BASE_URL": "http://127.0.0.1:1/v1"}),
        ("openai:llama", {"OPENAI_BASE_URL": "http://127.0.0.1:1/v1", "OPENAI_API_KEY": "sk-1"}),
        ("anthropic:claude", {"ANTHROPIC_API_KEY": "key"}),
        ("anthropic:claude", {"ANTHROPIC_API_KEY": "key", "ANTHROPIC_BASE_URL": "http://127.0.0.1:1"}),
    ],
)
async def test_openai_and_anthropic_are_built_in(name: str, variables: dict[str, str]) -> None:
    client: ModelClient = open_model(name, variables)

    assert client.name == name
    await client.close()


def test_the_embedded_model_is_built_in() -> None:
    assert open_model("embedded", {}).name == "demo model"


@pytest.mark.usefixtures("acme")
async def test_the_documented_provider_is_found_by_its_entry_point_and_answers() -> None:
    client, sink = open_model("acme:road:runner", {"ACME_KEY": "k"}), RecordingSink()
    await client.reply(ModelRequest("Be brief.", (UserTurn("beep beep"),)), sink)
    await client.close()

    assert client.name == "acme:road:runner"
    assert sink.pieces == ["BEEP ", "BEEP "]


@pytest.mark.usefixtures("acme")
def test_an_unknown_provider_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(
        InvalidSetting, match="Known providers: acme, anthropic, broken, embedded, openai"
    ) as caught:
        open_model("opnai:gpt-6", {})

    assert caught.value.name == "CHOICE_MODEL"
    assert "Unknown model provider 'opnai'" in str(caught.value)


@pytest.mark.usefixtures("acme")
def test_a_provider_that_cannot_be_loaded_is_an_error() -> None:
    with pytest.raises(InvalidSetting, match="'broken' cannot be loaded"):
        open_model("broken:x", {})


@pytest.mark.parametrize(
    ("name", "variables", "missing"),
    [
        ("openai:gpt-6", {}, "OPENAI_API_KEY"),
        ("openai:gpt-6", {"OPENAI_API_KEY": "a\nb"}, "OPENAI_API_KEY"),
        ("openai:x", {"OPENAI_API_KEY": "ключ", "OPENAI_BASE_URL": "http://h"}, "OPENAI_API_KEY"),
        ("anthropic:claude", {}, "ANTHROPIC_API_KEY"),
    ],
)
def test_an_invalid_key_is_an_error_that_names_its_variable(
    name: str, variables: dict[str, str], missing: str
) -> None:
    with pytest.raises(InvalidSetting) as caught:
        open_model(name, variables)

    assert caught.value.name == missing


def test_a_built_in_provider_without_its_packages_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "choice.providers.openai", raising=False)
    monkeypatch.setitem(sys.modules, "openai", None)

    with pytest.raises(MissingExtra, match="choicewire\\[openai\\]"):
        open_model("openai:gpt-6", {"OPENAI_API_KEY": "sk-1"})
