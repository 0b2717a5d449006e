"""Sign-in to the pages by the header of a proxy, with a signing key of the test's own."""

from pathlib import Path
from typing import Any

import httpx
import jwt
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

import choice
from choice.errors import InvalidSetting
from choice.settings import Settings, read_settings
from choice.testing.scripted_model import ScriptedModel
from tests.auth.tokens import RSA, pem
from tests.server.service import Running, running, settings_for

HEADER = "X-Forwarded-Access-Token"
OURS = {"X-Choice-Client": "web"}
FAR = 4_000_000_000


def proxied(folder: Path, **given: str) -> Settings:
    """Return settings as a team with oauth2-proxy has them."""
    read = read_settings(
        {
            "CHOICE_JWT_HEADER": HEADER,
            "CHOICE_JWT_PUBLIC_KEY": pem(RSA),
            "CHOICE_JWT_ISSUER": "https://sso.example.org",
            "CHOICE_JWT_AUDIENCE": "choicewire",
            "CHOICE_JWT_USER_CLAIM": "email",
            "CHOICE_JWT_ROLES_CLAIM": "groups",
            "CHOICE_JWT_ROLE_NAMES": "staff=member,ops=admin",
            "CHOICE_DEFAULT_TENANT": "acme",
            **given,
        },
        folder,
    )
    names = ("proxy", "sign_out_url", "jwt_public_key", "jwt_issuer", "jwt_audience", "claims")
    return settings_for(folder, jwt_secret=None, **{name: getattr(read, name) for name in names})


def token(email: str, **claims: object) -> str:
    own = {"iss": "https://sso.example.org", "aud": "choicewire", "iat": 1_700_000_000, "exp": FAR}
    return jwt.encode({**own, "email": email, "groups": ["staff"], **claims}, RSA, algorithm="RS256")


def person(run: Running, email: str, **claims: object) -> httpx.AsyncClient:
    headers = OURS | {"Origin": run.url, HEADER: token(email, **claims)}
    client = httpx.AsyncClient(base_url=run.url, headers=headers, timeout=20)
    run.clients.append(client)
    return client


async def open_ids(client: httpx.AsyncClient) -> list[str]:
    found = await client.get("/api/interactions", params={"state": "open"})
    assert found.status_code == 200
    return [one["id"] for one in found.json()["interactions"]]


@pytest.mark.requirement("OP6")
async def test_a_person_is_signed_in_by_the_proxy_and_sees_only_their_own_questions(tmp_path: Path) -> None:
    async with running(proxied(tmp_path), ScriptedModel([])) as run:
        anna, ben = person(run, "anna@example.org"), person(run, "ben@example.org")
        assert (await anna.get("/")).status_code == 200

        asked = await run.service.desk.open(
            choice.Question(text="Release now?", options=["Yes", "No"]),
            asked_by=choice.Asker("ci", tenant="acme"),
            audience=choice.Audience(users=("anna@example.org",)),
        )

        assert await open_ids(anna) == [asked.id]
        assert await open_ids(ben) == []
        seen = await ben.get(f"/api/interactions/{asked.id}")
        assert seen.status_code == 404


@pytest.mark.requirement("OP6")
async def test_the_live_socket_accepts_the_header(tmp_path: Path) -> None:
    async with running(proxied(tmp_path), ScriptedModel([])) as run:
        address = run.url.replace("http", "ws") + "/ws"
        socket = await connect(
            address,
            origin=run.url,  # type: ignore[arg-type]  # a plain text is one
            additional_headers={HEADER: token("anna@example.org")},
        )
        await socket.send('{"type":"hello"}')
        assert await socket.recv()
        await socket.close()


@pytest.mark.requirement("OP6")
async def test_a_header_that_does_not_come_from_the_proxy_is_refused(tmp_path: Path) -> None:
    settings = proxied(tmp_path, CHOICE_TRUSTED_PROXIES="10.0.0.0/8")
    async with running(settings, ScriptedModel([])) as run:
        anna = person(run, "anna@example.org")

        assert (await anna.get("/api/interactions")).status_code == 401
        with pytest.raises(InvalidStatus):
            await connect(
                run.url.replace("http", "ws") + "/ws",
                origin=run.url,  # type: ignore[arg-type]  # a plain text is one
                additional_headers={HEADER: token("anna@example.org")},
            )


@pytest.mark.requirement("OP6")
@pytest.mark.parametrize(
    "claims", [{"exp": 1_700_000_001}, {"aud": "other"}, {"iss": "https://evil.example.org"}, {"groups": 3}]
)
async def test_the_token_of_the_proxy_is_verified_like_any_other(
    claims: dict[str, Any], tmp_path: Path
) -> None:
    async with running(proxied(tmp_path), ScriptedModel([])) as run:
        assert (await person(run, "anna@example.org", **claims).get("/api/interactions")).status_code == 401


@pytest.mark.requirement("OP6")
async def test_a_group_becomes_a_role_and_an_id_token_is_accepted_from_the_proxy_only(tmp_path: Path) -> None:
    async with running(proxied(tmp_path), ScriptedModel([])) as run:
        member = person(run, "anna@example.org", nonce="n")
        admin = person(run, "olga@example.org", groups=["ops"])

        assert (await member.get("/api/log")).status_code == 403
        assert (await admin.get("/api/log")).status_code == 200
        bearer = {"Authorization": f"Bearer {token('anna@example.org', nonce='n')}"}
        async with httpx.AsyncClient(base_url=run.url, headers=bearer) as program:
            assert (await program.get("/api/interactions")).status_code == 401


@pytest.mark.requirement("OP6")
async def test_signing_out_leads_to_the_proxy(tmp_path: Path) -> None:
    settings = proxied(tmp_path, CHOICE_SIGN_OUT_URL="/oauth2/sign_out")
    async with running(settings, ScriptedModel([])) as run:
        ended = await person(run, "anna@example.org").post("/sign-out")

        assert ended.json() == {"signed_in": False, "location": "/oauth2/sign_out"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CHOICE_JWT_HEADER", "Authorization"),
        ("CHOICE_JWT_HEADER", "no header"),
        ("CHOICE_TRUSTED_PROXIES", "everywhere"),
        ("CHOICE_JWT_ROLE_NAMES", "ops"),
        ("CHOICE_SIGN_OUT_URL", "javascript:alert(1)"),
    ],
)
def test_invalid_proxy_settings_are_rejected(name: str, value: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match=name):
        read_settings({"CHOICE_JWT_HEADER": HEADER, name: value}, tmp_path)
