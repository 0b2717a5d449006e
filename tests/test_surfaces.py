"""Every list of surfaces is that of the registry."""

from typing import get_args

import pytest

from choice.cli.parser import build_parser
from choice.i18n import LANGUAGES, catalogue
from choice.mcp.tools import tools
from choice.preferences import Preferences
from choice.surfaces import AUTO, NAMES, PREFERRED, SURFACES, Preferred, SurfaceRow, Transport, label_of
from choice.telemetry import Metrics
from choice.terminal.picker import next_value

REQUESTED = {AUTO, *[row.name for row in SURFACES if row.can_request]}


def test_the_names_of_surfaces_are_unique() -> None:
    assert len(NAMES) == len(SURFACES)


def test_the_types_of_preferences_and_transports_are_the_columns_of_the_registry() -> None:
    assert set(get_args(Preferred)) == set(PREFERRED)
    assert set(get_args(Transport)) == REQUESTED


def test_the_schema_that_the_page_is_generated_from_lists_the_preferred_surfaces() -> None:
    transport = Preferences.model_json_schema()["properties"]["transport"]

    assert set(transport["enum"]) == set(PREFERRED)


def test_the_transport_of_provide_choice_lists_the_surfaces_that_agents_can_request() -> None:
    [tool] = [tool for tool in tools() if tool.name == "provide_choice"]

    assert set(tool.input_schema["properties"]["transport"]["enum"]) == REQUESTED


def test_the_surface_of_ask_is_one_of_the_preferred_surfaces() -> None:
    _parser, arguments = build_parser()
    [surface] = [each for each in arguments["ask"].actions if "--surface" in each.option_strings]

    assert surface.choices == PREFERRED


@pytest.mark.parametrize("row", SURFACES, ids=lambda row: row.name)
def test_metrics_count_the_answers_of_every_surface(row: SurfaceRow) -> None:
    metrics = Metrics()
    metrics.answered(row.name)

    assert f'choice_answers_total{{surface="{row.name}"}} 1.0' in metrics.page().decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_catalogue_has_a_label_for_every_preferred_surface_and_for_no_other(language: str) -> None:
    texts = catalogue(language)

    # The page lists the labels that begin so, without the explanation of the setting.
    named = {name for name in texts["settings"] if name.startswith(label_of(""))}
    assert named - {"surface_more"} == set(map(label_of, PREFERRED))
    assert set(texts["surface"]) == NAMES


def test_the_settings_of_the_terminal_go_through_the_preferred_surfaces() -> None:
    seen = [AUTO]
    while (following := next_value("transport", seen[-1])) != AUTO:
        seen.append(str(following))

    assert tuple(seen) == PREFERRED
