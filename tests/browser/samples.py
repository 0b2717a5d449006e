"""Sample forms for the browser tests."""

from tests.browser.stub_desk import Json, option, question

DATABASE = question(
    "Which database?",
    [
        option("pg", "PostgreSQL", recommended=True, description="Takes many writers, needs a server."),
        option("sq", "SQLite", description="One file, nothing to install."),
        option("la", "Decide later"),
    ],
    context="The cost of moving depends on it.",
    category="clarification",
)
CHECKS = {
    **question(
        "Which checks should run?",
        [option("u", "Unit"), option("b", "Browser"), option("l", "Load")],
        selection_mode="multi",
        max_selections=2,
    ),
    "id": "q2",
}
DEPLOY = {
    **question("Deploy today?", [option("y", "Yes", value="yes"), option("n", "No", value="no")]),
    "id": "q3",
}


def one(asked: Json) -> Json:
    return {"questions": [{**asked, "id": "q1"}]}


ONE = one(DATABASE)
THREE: Json = {"title": "Three things to settle", "questions": [DATABASE, CHECKS, DEPLOY]}
KOREAN = one(
    question(
        "어떤 데이터베이스를 사용할까요?",
        [
            option(
                "pg",
                "PostgreSQL",
                recommended=True,
                description="동시 쓰기에 강하지만 별도 서버가 필요합니다.",
            ),
            option("sq", "SQLite", description="설치가 필요 없고 단일 파일로 관리됩니다."),
            option("la", "나중에 결정"),
        ],
        context="마이그레이션 비용과 운영 방식이 이 결정에 따라 달라집니다.",
        category="clarification",
    )
)
ARABIC = one(
    question(
        "أي قاعدة بيانات نستخدم؟",
        [
            option("pg", "PostgreSQL", recommended=True, description="قوي مع الكتابة المتزامنة"),
            option("sq", "SQLite", description="ملف واحد"),
        ],
        selection_mode="multi",
        context="يعتمد القرار على تكلفة الترحيل.",
    )
)
STATISTICS = [
    {
        "question": "Which database?",
        "asked": 14,
        "answered": 12,
        "own_words": 2,
        "too_quick": 0,
        "cancelled": 1,
        "timed_out": 1,
        "superseded": 0,
        "chosen": {"PostgreSQL": 8, "SQLite": 2},
        "median_seconds": 14.2,
    },
    {
        "question": "Deploy today?",
        "asked": 5,
        "answered": 5,
        "own_words": 0,
        "too_quick": 0,
        "cancelled": 0,
        "timed_out": 0,
        "superseded": 0,
        "chosen": {"Yes": 4, "No": 1},
        "median_seconds": 135.0,
    },
]


def decision(seq: int, kind: str, **more: object) -> Json:
    return {
        "seq": seq,
        "at": f"2026-03-{(seq - 1) % 28 + 1:02}T09:30:00+00:00",
        "agent": "planner",
        "project": "atlas",
        "interaction_id": f"d{seq}",
        "kind": kind,
        "actor": None,
        "surface": None,
        "body": {},
        **more,
    }


LOG = [
    decision(
        1,
        "answered",
        actor="Kim",
        surface="slack",
        body={"answers": [{"question": "Which database?", "labels": ["SQLite"], "custom_text": None}]},
    ),
    decision(2, "timed_out", questions=["Which name?"]),
    decision(
        3,
        "answered",
        actor="you",
        surface="web",
        body={
            "answers": [{"question": "Which day?", "labels": [], "custom_text": "Not before Tuesday"}],
            "note": "The notes come on Monday.",
        },
    ),
]
