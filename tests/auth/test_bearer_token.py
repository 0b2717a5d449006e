"""Verification and caching of bearer tokens."""

import pytest
from starlette.requests import HTTPConnection

from choice.auth import Principal
from choice.auth.keys import VerificationKey
from choice.auth.tokens import MAX_CACHED, TokenVerifier
from choice.errors import BadToken
from choice.server.middleware import authorization_of
from tests.auth.tokens import NOW, accepted, library_token, source, token, verifier


class CountingKeys:
    """Key source that counts lookups."""

    version = 0

    def __init__(self) -> None:
        self.asked = 0

    def find(self, key_id: str | None) -> VerificationKey | None:
        self.asked += 1
        return source("HS256").find(key_id)


class Clock:
    """Clock that is set by the test."""

    def __init__(self) -> None:
        self.now = float(NOW)

    def __call__(self) -> float:
        return self.now


def clocked(keys: CountingKeys, clock: Clock) -> TokenVerifier:
    return TokenVerifier(keys, audience="choicewire", issuer="choicewire", now=clock)


@pytest.mark.requirement("CH6")
@pytest.mark.parametrize("kind", ["HS256", "RS256", "EdDSA"])
def test_a_valid_token_identifies_the_principal(kind: str) -> None:
    principal = verifier(kind).verify(f"Bearer {token(kind, roles=['viewer', 'analyst'])}")

    assert principal == Principal("ada", "acme", frozenset({"viewer", "analyst"}), NOW + 600)


def test_a_token_signed_by_pyjwt_is_accepted() -> None:
    assert accepted(verifier(), library_token()) is not None


@pytest.mark.parametrize("typ", ["JWT", "jwt", "at+jwt", "application/at+jwt"])
def test_every_typ_of_an_access_token_is_accepted(typ: str) -> None:
    assert accepted(verifier(), token("HS256", {"typ": typ})) is not None


@pytest.mark.parametrize(("claims", "roles"), [({}, {"member"}), ({"roles": []}, set())])
def test_the_default_role_applies_only_without_a_roles_claim(
    claims: dict[str, object], roles: set[str]
) -> None:
    assert verifier().verify(f"Bearer {token(**claims)}").roles == roles


def test_urls_and_keys_in_the_token_header_are_ignored() -> None:
    header: dict[str, object] = {
        "jku": "https://evil.example",
        "x5u": "x",
        "jwk": {"kty": "oct"},
        "x5c": ["x"],
    }

    assert accepted(verifier(), token("HS256", header)) is not None


@pytest.mark.requirement("CH6")
@pytest.mark.parametrize(
    ("ago", "good"), [(-1, True), (0, True), (29, True), (29.999, True), (30, False), (31, False)]
)
def test_an_expired_token_is_accepted_for_thirty_seconds_of_leeway(ago: float, *, good: bool) -> None:
    by = verifier(now=NOW + ago)

    assert (accepted(by, token(exp=NOW)) is not None) is good


@pytest.mark.parametrize("claim", ["iat", "nbf"])
@pytest.mark.parametrize(("ahead", "good"), [(29, True), (30, True), (31, False)])
def test_a_token_is_valid_thirty_seconds_before_its_start(claim: str, ahead: int, *, good: bool) -> None:
    assert (accepted(verifier(), token(**{claim: NOW + ahead})) is not None) is good


@pytest.mark.parametrize(
    "value",
    [
        None,
        "",
        "Bearer",
        "Bearer ",
        "Basic YTpi",
        "bearer",
        "Token x",
        f"{token()}",
        "Bearer  x",
        "Bearer\tx",
    ],
)
def test_an_authorization_header_without_a_token_is_rejected(value: str | None) -> None:
    with pytest.raises(BadToken):
        verifier().verify(value)


def test_the_bearer_scheme_is_case_insensitive() -> None:
    assert verifier().verify(f"bEARER {token()}").subject == "ada"


def test_two_authorization_headers_are_rejected_even_if_both_are_valid() -> None:
    header = (b"authorization", f"Bearer {token()}".encode())

    with pytest.raises(BadToken):
        authorization_of(HTTPConnection({"type": "http", "headers": [header, header]}))


def test_a_token_in_a_cookie_or_the_query_is_ignored() -> None:
    scope = {
        "type": "http",
        "headers": [(b"cookie", f"token={token()}".encode())],
        "query_string": token().encode(),
    }

    assert authorization_of(HTTPConnection(scope)) is None


def test_an_error_contains_no_part_of_the_token() -> None:
    secret = "canary-in-a-claim"  # noqa: S105 - looked for below

    with pytest.raises(BadToken) as caught:
        verifier().verify(f"Bearer {token(aud=secret, sub=secret)}")

    assert secret not in str(caught.value)


def test_a_verified_token_is_cached_until_it_expires() -> None:
    keys, clock = CountingKeys(), Clock()
    by = clocked(keys, clock)
    value = token(exp=NOW + 100)
    by.verify(f"Bearer {value}")

    clock.now += 99
    by.verify(f"Bearer {value}")
    assert keys.asked == 1

    # Within the leeway the token is verified each time, and rejected after it.
    clock.now += 2
    by.verify(f"Bearer {value}")
    by.verify(f"Bearer {value}")
    assert keys.asked == 3
    clock.now = NOW + 130
    assert accepted(by, value) is None


def test_a_cached_token_is_verified_again_after_five_minutes() -> None:
    keys, clock = CountingKeys(), Clock()
    by = clocked(keys, clock)
    value = token(exp=NOW + 10**6)
    by.verify(f"Bearer {value}")

    clock.now += 300
    by.verify(f"Bearer {value}")

    assert keys.asked == 2


def test_a_rejected_token_is_not_cached() -> None:
    keys = CountingKeys()
    by = clocked(keys, Clock())

    assert accepted(by, token(tenant=...)) is None
    assert accepted(by, token(tenant=...)) is None
    assert keys.asked == 2


def test_the_token_cache_is_bounded() -> None:
    by = verifier()
    principal = Principal("ada", "acme", frozenset(), NOW + 600)

    for number in range(MAX_CACHED + 50):
        by._store(number.to_bytes(8), principal, NOW)  # noqa: SLF001 - a signature each would take a second

    assert len(by._cache) == MAX_CACHED  # noqa: SLF001 - the same
