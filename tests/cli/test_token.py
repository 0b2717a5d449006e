"""The command `choicewire token`."""

import asyncio
import json
from pathlib import Path

import pytest

from choice.auth import Principal, open_verifier
from choice.settings import Settings
from tests.auth.tokens import RSA, pem
from tests.cli.choicewire import choicewire


async def verified(token: str, settings: Settings) -> Principal:
    async with open_verifier(settings) as verifier:
        return verifier.verify(f"Bearer {token}")


@pytest.mark.requirement("CH6")
def test_the_printed_token_is_accepted_by_the_server(tmp_path: Path) -> None:
    roles = ("--role", "agent", "--role", "viewer")
    done = choicewire("token", "--user", "ada", "--tenant", "acme", *roles, CHOICE_DATA_DIR=str(tmp_path))

    principal = asyncio.run(verified(done.stdout.decode().strip(), Settings("memory:", data_dir=tmp_path)))
    assert done.stderr == b""
    assert (principal.subject, principal.tenant, principal.roles) == (
        "ada",
        "acme",
        frozenset({"agent", "viewer"}),
    )


def test_the_secret_from_the_environment_is_used(tmp_path: Path) -> None:
    secret = "x" * 32
    changes = {"CHOICE_JWT_SECRET": secret, "CHOICE_JWT_ISSUER": "me", "CHOICE_DATA_DIR": str(tmp_path)}
    done = choicewire("token", "--user", "a", "--tenant", "t", "--ttl", "60", "--json", **changes)

    printed = json.loads(done.stdout)
    principal = asyncio.run(
        verified(printed["token"], Settings("memory:", jwt_secret=secret, jwt_issuer="me", data_dir=tmp_path))
    )
    assert printed["expires_in"] == 60
    assert principal.roles == {"member"}
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--role", 'a"b'), "is not a name of a role"),
        (("--ttl", "0"), "--ttl must be"),
        (("--ttl", "999999999"), "--ttl must be"),
        (("--user", " a"), "surrounding spaces"),
        (("--tenant", "x" * 300), "tenant"),
    ],
)
def test_an_invalid_token_is_not_issued(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    done = choicewire("token", "--user", "a", "--tenant", "t", *arguments, CHOICE_DATA_DIR=str(tmp_path))

    assert done.returncode == 2
    assert words in done.stderr.decode()
    assert done.stdout == b""


def test_no_token_is_issued_if_tokens_are_signed_elsewhere(tmp_path: Path) -> None:
    changes = {"CHOICE_JWT_PUBLIC_KEY": pem(RSA), "CHOICE_DATA_DIR": str(tmp_path)}
    done = choicewire("token", "--user", "a", "--tenant", "t", **changes)

    assert done.returncode == 2
    assert b"CHOICE_JWT_PUBLIC_KEY" in done.stderr
