"""No forged or damaged token is accepted, whatever kind of key the verifier has."""

from collections import Counter

import pytest

from tests.auth.mutants import all_mutants
from tests.auth.tokens import accepted, token, verifier

KINDS = ("HS256", "RS256", "EdDSA", "JWKS")


@pytest.mark.requirement("CH6")
def test_none_of_ten_thousand_mutated_tokens_is_accepted() -> None:
    verifiers = {kind: verifier(kind) for kind in KINDS}
    # The same verifiers accept, and remember, the tokens that the mutants are made from.
    for kind in KINDS[:3]:
        assert accepted(verifiers[kind], token(kind)) is not None
    assert accepted(verifiers["JWKS"], token("RS256", {"kid": "r1"})) is not None
    assert accepted(verifiers["JWKS"], token("EdDSA", {"kid": "e1"})) is not None
    tried: Counter[str] = Counter()
    let_in: list[tuple[str, str, str]] = []

    for fault, kind, mutant in all_mutants():
        tried[fault] += 1
        if accepted(verifiers[kind], mutant) is not None:
            let_in.append((fault, kind, mutant[:400]))

    assert let_in == []
    assert tried.total() >= 10_000
    named = ("H01", "H02", "H03", "H04", "H05", "H06", "H07", "H08", "H09", "H10", "H11", "H13")
    assert [fault for fault in named if tried[fault] < 18] == []
