"""Who shares a server: agents of one user whose settings are the same, with the same version."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from choice.assembly.resident_place import ResidentPlace
from choice.settings import Settings

_PREFIXES = ("CHOICE_", "OPENAI_", "ANTHROPIC_", "SLACK_", "OTEL_")
_PATHS = ("CHOICE_DATA_DIR", "CHOICE_JWT_PUBLIC_KEY")


def resident_place(
    settings: Settings, variables: Mapping[str, str], here: Path, version: str
) -> ResidentPlace:
    """Return the place of the server for these settings.

    Agents share a server where their settings are the same; a folder that has a say in them has its own.
    """
    data_dir = settings.data_dir.absolute()
    kept = {name: value for name, value in variables.items() if name.startswith(_PREFIXES)}
    folder = here if _depends_on_folder(kept, here) else data_dir
    known = json.dumps([version, str(Path(__file__).parent), sorted(kept.items()), str(folder)])
    name = hashlib.sha256(known.encode()).hexdigest()[:16]
    return ResidentPlace(data_dir / f"resident-{name}.lock", folder, variables, version)


def _depends_on_folder(variables: Mapping[str, str], here: Path) -> bool:
    """Tell whether settings mean something else in another folder."""
    paths = [variables[name] for name in _PATHS if variables.get(name)]
    database = variables.get("CHOICE_DATABASE_URL", "")
    is_relative = database.startswith("sqlite:///") and not database.startswith("sqlite:////")
    return is_relative or (here / ".env").is_file() or any(not path.startswith("/") for path in paths)
