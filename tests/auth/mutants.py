"""Forged and damaged tokens with their class of fault. None of them may be accepted."""

import base64
import itertools
import json
import random
import string
from collections.abc import Iterator

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from jwt.algorithms import OKPAlgorithm, RSAAlgorithm

from tests.auth.tokens import ED25519, KEYS, NOW, RSA, SECRET, Private, claims, pem, signed, token

ALGORITHMS = ("HS256", "RS256", "EdDSA")
NAMES = ("none", "None", "NONE", "nOnE", "", " HS256", "hs256", "HS384", "HS512", "PS256", "ES256", "RS512")
ODD: tuple[object, ...] = (None, True, False, 0, -1, 1.5, 1e20, 2**63, "", " ", "1", [], ["x"], {}, {"x": 1})

Mutant = tuple[str, str, str]
"""The class of fault, the kind of key that the verifier has, and the token."""


def all_mutants() -> Iterator[Mutant]:
    yield from itertools.chain(
        wrong_algorithms(), public_keys_as_secrets(), key_names(), keys_in_headers(), headers(), odd_claims(),
        times(), chosen_at_random(), other_audiences(), repeated_names(), long_tokens(), shapes(), damaged(),
    )  # fmt: skip


def wrong_algorithms() -> Iterator[Mutant]:
    for kind in ALGORITHMS:
        good = token(kind)
        _header, payload, signature = good.split(".")
        for name in (*NAMES, None, [kind], {"alg": kind}, 0, ...):
            header = {"typ": "JWT"} if name is ... else {"typ": "JWT", "alg": name}
            if name != kind:
                forged = _part(header)
                yield from (("H01", kind, f"{forged}.{payload}.{end}") for end in ("", signature, "AA"))
                yield "H01", kind, signed(header, claims(), KEYS[kind], kind)
    for name in ("HS384", "HS512"):
        yield "H01", "HS256", signed({"typ": "JWT", "alg": name}, claims(), SECRET.encode(), name)
    for kind, other in itertools.permutations(ALGORITHMS, 2):
        yield "H01", kind, token(other)


def public_keys_as_secrets() -> Iterator[Mutant]:
    ssh, raw = serialization.PublicFormat.OpenSSH, serialization.PublicFormat.SubjectPublicKeyInfo
    rsa, okp = RSAAlgorithm.to_jwk(RSA.public_key()), OKPAlgorithm.to_jwk(ED25519.public_key())
    both: tuple[tuple[str, Private, str], ...] = (("RS256", RSA, rsa), ("EdDSA", ED25519, okp))
    for kind, key, jwk in both:
        public = key.public_key()
        shown = [
            pem(key).encode(),
            pem(key).strip().encode(),
            pem(key).replace("\n", "").encode(),
            public.public_bytes(serialization.Encoding.DER, raw),
            public.public_bytes(serialization.Encoding.OpenSSH, ssh),
            jwk.encode(),
            b"",
        ]
        for secret, name in itertools.product(shown, ("HS256", "HS384", "HS512")):
            for kid in (..., "r1", "e1", None):
                header = {"typ": "JWT", "alg": name} | ({} if kid is ... else {"kid": kid})
                yield "H02", kind, signed(header, claims(), secret, name)
                yield "H02", "JWKS", signed(header, claims(), secret, name)


def key_names() -> Iterator[Mutant]:
    paths = [
        "../../dev/null",
        "/dev/null",
        "file:///etc/passwd",
        "http://evil.example/k",
        "' OR 1=1 --",
        "x" * 6000,
    ]
    odd = ["", " ", "R1", "r1 ", "r1\x00", "r1/../r1", "e2", "%72%31", "r1\n", *paths]
    kids: list[object] = [..., *odd, *(value for value in ODD if value not in odd)]
    for kid in kids:
        for kind in ("RS256", "EdDSA"):
            yield "H03", "JWKS", token(kind, {"kid": kid})
    # The name of one key on a token signed with the other.
    yield "H03", "JWKS", token("RS256", {"kid": "e1"})
    yield "H03", "JWKS", token("EdDSA", {"kid": "r1"})
    odd_kinds: tuple[object, ...] = ([], {}, 1, True, "")
    yield from (("H03", kind, token(kind, {"kid": kid})) for kind in ALGORITHMS for kid in odd_kinds)


def keys_in_headers() -> Iterator[Mutant]:
    theirs = generate_private_key(65537, 2048)
    jwk = RSAAlgorithm.to_jwk(theirs.public_key(), as_dict=True)
    certificate = base64.b64encode(pem(theirs).encode()).decode()
    address = "https://evil.example/jwks.json"
    for extra in (
        {"jwk": jwk},
        {"jku": address},
        {"x5u": address},
        {"x5c": [certificate]},
        {"x5t": "AAAA"},
        {},
    ):
        for kid in (..., "r1", "e1", "theirs"):
            header = {"typ": "JWT", "alg": "RS256", **extra} | ({} if kid is ... else {"kid": kid})
            for kind in ("HS256", "RS256", "EdDSA", "JWKS"):
                yield "H04", kind, signed(header, claims(), theirs, "RS256")


def headers() -> Iterator[Mutant]:
    for kind in ALGORITHMS:
        for crit in ([], ["exp"], ["b64"], ["x"], ["alg", "typ"], *ODD):
            yield "H05", kind, token(kind, {"crit": crit, "x": 1})
        yield "H05", kind, token(kind, {"b64": False, "crit": ["b64"]})
        yield from (("H13", kind, token(kind, {name: "DEF"})) for name in ("zip", "enc", "b64"))
        for typ in (
            "id+jwt",
            "JWS",
            "JOSE",
            "JWE",
            "jwt ",
            "logout+jwt",
            "dpop+jwt",
            "application/json",
            *ODD,
        ):
            yield "H09", kind, token(kind, {"typ": typ})
        for name in ("nonce", "at_hash", "c_hash"):
            yield "H09", kind, token(kind, **{name: "n"})


def odd_claims() -> Iterator[Mutant]:
    times = {"exp", "iat", "nbf"}
    for kind, name in itertools.product(
        ALGORITHMS, ("exp", "iat", "sub", "aud", "iss", "tenant", "nbf", "roles")
    ):
        if name not in {"nbf", "roles", "iat"}:
            yield "H06", kind, token(kind, **{name: ...})
        for value in ODD:
            fine = (name == "roles" and (isinstance(value, str) or value in ([], ["x"]))) or (
                name in {"sub", "tenant"} and (value == "1" or type(value) is int)
            )
            early = name in times - {"exp"} and type(value) is int and value == 0
            if not fine and not early:
                yield "H06", kind, token(kind, **{name: value})
        for text in ("a\x00", "a\nb", "a" * 201, "\u202ea", " a", "a "):
            if name != "roles" or text.strip() == text:  # Spaces separate roles.
                yield "H06", kind, token(kind, **{name: text})
    for roles in (
        ["admin", "admin"],
        ["admin", 1],
        ["admin", "x" * 201],
        [f"r{n}" for n in range(201)],
        [None],
    ):
        yield "H06", "HS256", token("HS256", roles=roles)
    for kind, whole in itertools.product(ALGORITHMS, ("[]", "null", "1", '"x"', "", "{", "{}", "[" * 5000)):
        yield "H06", kind, signed({"typ": "JWT", "alg": kind}, whole, KEYS[kind], kind)
        yield "H06", kind, signed(whole, claims(), KEYS[kind], kind)


def times() -> Iterator[Mutant]:
    for kind in ALGORITHMS:
        for late in (30, 31, 60, 3600, 10**6, NOW):
            yield "H07", kind, token(kind, exp=NOW - late, iat=0)
            yield "H07", kind, token(kind, exp=float(NOW + late))
            yield "H07", kind, token(kind, exp=str(NOW + late))
        for early in (31, 32, 60, 3600, 10**6):
            yield "H07", kind, token(kind, iat=NOW + early, exp=NOW + 10**7)
            yield "H07", kind, token(kind, nbf=NOW + early)
        yield "H07", kind, token(kind, iat=NOW + 10, exp=NOW + 5)


def other_audiences() -> Iterator[Mutant]:
    near = (
        "choicewire ",
        " choicewire",
        "Choicewire",
        "choicewire/",
        "choicewire.evil",
        "choice",
        "*",
        "",
        "other",
    )
    lists: tuple[object, ...] = (["other"], ["choicewire", 1], ["choicewire", None], [], {"choicewire": 1})
    for kind, name in itertools.product(ALGORITHMS, ("aud", "iss")):
        yield from (("H08", kind, token(kind, **{name: value})) for value in (*near, *lists))
        yield "H08", kind, token(kind, iss=["choicewire"])


def repeated_names() -> Iterator[Mutant]:
    for kind in ALGORITHMS:
        header, payload = json.dumps({"typ": "JWT", "alg": kind}), json.dumps(claims())
        for name, value in {**claims(), "x": 1}.items():
            twice = f', "{name}": {json.dumps(value)}, "{name}": {json.dumps(value)}}}'
            yield "H10", kind, signed(header, payload[:-1] + twice, KEYS[kind], kind)
            escaped = f', "\\u{ord(name[0]):04x}{name[1:]}": {json.dumps(value)}, "{name}": 1}}'
            yield "H10", kind, signed(header, payload[:-1] + escaped, KEYS[kind], kind)
        yield "H10", kind, signed(header, payload[:-1] + ', "x": {"a": 1, "a": 2}}', KEYS[kind], kind)
        for name in ("alg", "typ"):
            yield "H10", kind, signed(f'{header[:-1]}, "{name}": "{kind}"}}', payload, KEYS[kind], kind)


def long_tokens() -> Iterator[Mutant]:
    for kind, size in itertools.product(ALGORITHMS, (8 * 1024, 100_000, 2_000_000)):
        yield "H11", kind, token(kind, filler="x" * size)
        yield "H11", kind, token(kind, {"filler": "x" * size})


def shapes() -> Iterator[Mutant]:
    for kind in ALGORITHMS:
        good = token(kind)
        header, payload, signature = good.split(".")
        joined = [
            *(f"{good}.", f".{good}", f"{good}.x", f"{good}..", f"{good}.{good}", f"{good}.{signature}"),
            *(f"{header}.{payload}", f"{header}..{signature}", f"{header}.", header, "", "..", "...", "null"),
            json.dumps({"payload": payload, "signature": signature}),
        ]
        yield from (("H13", kind, one) for one in joined)
        for end in ("=", "==", "===", " ", "\n", "\t", "\x00", "%3D", ",", ";", "\u00a0", "\ufeff", "ä"):
            yield from (("H13", kind, one) for one in (good + end, end + good, good.replace(".", f"{end}.")))
        yield "H13", kind, good.replace(".", "\uff0e")


def chosen_at_random(times: int = 700) -> Iterator[Mutant]:
    """One fault each in a token that is right and rightly signed otherwise."""
    chance = random.Random(11)
    for _ in range(times):
        word = "".join(chance.choices(string.printable + "äß✓\u202e\x00", k=chance.randint(0, 40)))
        # Signing by RSA would take most of the time.
        kind = chance.choice(("HS256", "HS256", "EdDSA"))
        seconds = chance.randint(30, 10**9)
        twice = chance.choice(list(claims()))
        payload = json.dumps(claims(**{word: 1}))
        yield "H01", kind, signed({"typ": "JWT", "alg": word}, claims(), KEYS[kind], kind)
        yield "H03", "JWKS", token("EdDSA", {"kid": word})
        yield "H05", kind, token(kind, {"crit": [word], word: 1})
        yield "H06", kind, token(kind, **{chance.choice(["exp", "iat"]): word})
        yield "H07", kind, token(kind, exp=NOW - seconds, iat=0)
        yield (
            "H07",
            kind,
            token(kind, **{chance.choice(["iat", "nbf"]): NOW + 1 + seconds}, exp=NOW + 2 * 10**9),
        )
        yield "H08", kind, token(kind, aud=word)
        yield "H08", kind, token(kind, iss="choicewire" + (word or "x"))
        yield "H09", kind, token(kind, {"typ": word})
        yield (
            "H10",
            kind,
            signed({"typ": "JWT", "alg": kind}, f'{payload[:-1]}, "{twice}": "x"}}', KEYS[kind], kind),
        )
        yield "H11", kind, token(kind, filler="x" * (6000 + seconds % 9000))
        place = chance.randrange(50)
        yield "H13", kind, f"{token(kind)[:place]}{chance.choice('.= +/,%')}{token(kind)[place:]}"


def damaged() -> Iterator[Mutant]:
    """One character changed, taken out or put in, at every place."""
    letters = string.ascii_letters + string.digits + "-_."
    for kind in ALGORITHMS:
        good = token(kind)
        for place, found in enumerate(good):
            for step in (1, 2, 5, 11, 23, 37):
                other = letters[(letters.index(found) + step) % len(letters)]
                yield "bytes", kind, good[:place] + other + good[place + 1 :]
            yield "bytes", kind, good[:place] + good[place + 1 :]
            yield "bytes", kind, good[:place] + letters[place % 65] + good[place:]
            yield "bytes", kind, good[:place]


def _part(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()
