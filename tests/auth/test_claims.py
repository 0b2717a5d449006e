"""Tokens of other issuers: mapped claims, audiences, and errors that name the true reason."""

import asyncio
import json
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1
from cryptography.hazmat.primitives.asymmetric.ec import generate_private_key as new_ec_key
from jwt.algorithms import ECAlgorithm

from choice.auth import Principal, TokenVerifier, signed_token
from choice.auth.keys import RemoteKeys, StaticKey, key_set, secret_key
from choice.errors import BadToken
from choice.settings import ClaimNames, Settings
from tests.auth.tokens import NOW, SECRET, accepted, published, token

pytestmark = pytest.mark.requirement("DI4")


def verifier(audience: str = "choicewire", issuer: str = "choicewire", **names: Any) -> TokenVerifier:  # noqa: ANN401
    key = StaticKey(secret_key(SECRET))
    return TokenVerifier(key, audience=audience, issuer=issuer, now=lambda: NOW, claims=ClaimNames(**names))


def foreign(**claims: object) -> str:
    return jwt.encode({"exp": NOW + 600, **claims}, SECRET, algorithm="HS256")


def reason(by: TokenVerifier, value: str) -> str:
    with pytest.raises(BadToken) as caught:
        by.verify(f"Bearer {value}")
    return str(caught.value)


def test_a_token_with_numeric_ids_and_without_issuer_and_audience_is_mapped() -> None:
    by = verifier("*", "*", tenant="tenantId", roles="role")
    value = foreign(sub=5, email="ada@example.org", tenantId=1, role="admin", permissions=["signals:read"])

    assert accepted(by, value) == Principal("5", "1", frozenset({"admin"}), NOW + 600)


def test_a_token_of_auth0_with_a_list_of_audiences_is_mapped() -> None:
    by = verifier("https://api.example.org", "https://x.eu.auth0.com/", tenant="org_id", roles="scope")
    value = foreign(
        iss="https://x.eu.auth0.com/",
        sub="auth0|65f",
        aud=["https://api.example.org", "https://x.eu.auth0.com/userinfo"],
        iat=NOW,
        scope="openid profile",
        org_id="org_9",
        azp="client",
    )

    assert accepted(by, value) == Principal(
        "auth0|65f", "org_9", frozenset({"openid", "profile", "member"}), NOW + 600
    )


def test_nested_roles_of_keycloak_are_read_by_a_dotted_path() -> None:
    by = verifier("chat, account", "https://id.example.org/realms/main", roles="realm_access.roles")
    value = foreign(
        iss="https://id.example.org/realms/main",
        aud="account",
        sub="f1",
        tenant="acme",
        typ="Bearer",
        nonce="n",
        realm_access={"roles": ["offline_access", "analyst"]},
    )

    assert accepted(by, value) == Principal("f1", "acme", frozenset({"offline_access", "analyst"}), NOW + 600)


def test_a_claim_whose_name_contains_dots_is_found_by_its_whole_name() -> None:
    by = verifier(roles="https://example.org/roles")
    value = token(**{"https://example.org/roles": ["viewer"]})

    assert by.verify(f"Bearer {value}").roles == {"viewer"}


def test_the_default_tenant_applies_to_tokens_without_a_tenant() -> None:
    by = verifier("authenticated", "*", default_tenant="main")

    without, null, named = (
        by.verify(f"Bearer {foreign(sub='u', aud='authenticated', **more)}").tenant
        for more in ({}, {"tenant": None}, {"tenant": "other"})
    )

    assert (without, null, named) == ("main", "main", "other")


@pytest.mark.parametrize(
    ("claims", "said"),
    [
        ({"aud": ...}, "must have the claim aud, with the value choicewire (CHOICE_JWT_AUDIENCE)"),
        ({"aud": "other"}, "is for another audience. Its aud must be choicewire"),
        ({"aud": [1]}, "aud must be a string or a list of strings"),
        ({"iss": ...}, "must have the claim iss, with the value choicewire (CHOICE_JWT_ISSUER)"),
        ({"iss": "other"}, "is from another issuer. Its iss must be choicewire"),
        ({"sub": ...}, "must have the claim sub"),
        ({"sub": 1.5}, "must have the claim sub, a string"),
        ({"tenant": ...}, "must have the claim tenant"),
        ({"exp": NOW - 60, "iat": NOW - 90}, "has expired"),
    ],
)
def test_an_error_names_the_claim_that_is_wrong(claims: dict[str, object], said: str) -> None:
    assert said in reason(verifier(), token(**claims))


def test_an_error_names_the_algorithm_that_is_accepted() -> None:
    value = jwt.encode({"exp": NOW + 600}, SECRET * 2, algorithm="HS512")

    assert reason(verifier(), value) == "The token must be signed with the algorithm HS256."
    assert "signature is not valid" in reason(verifier(), token()[:-4] + "AAAA")


def test_a_development_token_has_the_mapped_claims() -> None:
    names = ClaimNames("user.id", "org", "realm_access.roles")
    settings = Settings("memory:", jwt_secret=SECRET, jwt_audience="a, b", jwt_issuer="*", claims=names)

    value = signed_token(settings, Principal("ada", "acme", frozenset({"member"})), NOW, 600)
    claims = jwt.decode(value, options={"verify_signature": False})

    assert claims["user"] == {"id": "ada"}
    assert claims["org"] == "acme"
    assert claims["realm_access"] == {"roles": ["member"]}
    assert claims["aud"] == "a"


def test_a_token_signed_with_a_p256_key_of_a_key_set_is_accepted() -> None:
    key = new_ec_key(SECP256R1())
    jwk = {**ECAlgorithm.to_jwk(key.public_key(), as_dict=True), "kid": "s1", "alg": "ES256", "use": "sig"}
    claims = {"iss": "i", "aud": "a", "sub": "u", "tenant": "t", "exp": NOW + 600}
    value = jwt.encode(claims, key, algorithm="ES256", headers={"kid": "s1"})
    keys = key_set(json.dumps({"keys": [jwk]}).encode())

    assert keys["s1"].algorithm == "ES256"
    by = TokenVerifier(StaticKey(keys["s1"]), audience="a", issuer="i", now=lambda: NOW)
    assert accepted(by, value) == Principal("u", "t", frozenset({"member"}), NOW + 600)


async def test_a_token_with_a_new_key_is_accepted_soon_after_the_issuer_rotates_its_keys() -> None:
    whole = json.loads(published())
    before = json.dumps({"keys": [key for key in whole["keys"] if key["kid"] == "e1"]}).encode()
    answers = [before, published()]
    fetched = asyncio.Event()
    loop = asyncio.get_running_loop()

    def fetch(_url: str) -> bytes:
        if len(answers) == 1:
            loop.call_soon_threadsafe(fetched.set)
        return answers.pop(0)

    keys = RemoteKeys("https://issuer.example/jwks.json", fetch)
    by = TokenVerifier(keys, audience="choicewire", issuer="choicewire", now=lambda: NOW)
    await keys.load()
    refreshing = asyncio.create_task(keys.refresh_periodically(interval=3600, retry=0.001))
    value = token("RS256", {"kid": "r1"})

    assert "try again in a minute" in reason(by, value)
    await fetched.wait()
    while keys.version < 2:  # noqa: ASYNC110 - the keys change shortly after they are fetched
        await asyncio.sleep(0)
    refreshing.cancel()

    assert accepted(by, value) is not None
