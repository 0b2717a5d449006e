"""Korean words of questions."""

# ruff: noqa: E501 - word lists, patterns and graded strengths are data

from choice.dialects.lists.words import Role, Words

CODE, SPACED = "ko", False
YES, NO = "네", "아니요"
COMMON = "은 는 을 를 이 가 할 하"
MARKERS = "옵션 | 방법 | 방안 | 선택지 | 안"
OPENINGS = ""
NUMBERS = "한 / 하나 | 두 / 둘 | 세 / 셋 | 네 / 넷 | 다섯 | 여섯"
WORDS: Words = {
    Role.WHICH: "어떤 | 어느 | 무엇을 | 어떻게 할 | 어떻게 진행 | 뭘 | 무엇부터 | 어디에 | 어디서 | 몇 | 누가 | 얼마나",
    Role.PREFER: "선택 | 원하 | 선호 | 골라 | 결정 | 고르 | 필요",
    Role.OFFER: "할까요 | 드릴까요 | 원하시 | 하시겠 | 갈까요 | 해드릴 | 볼까요",
    Role.YOU: "당신 | 시겠 | 세요 | 까요 | 시나요 | 십니까",
    Role.OPTION: "옵션 | 방법 | 방식 | 방안 | 선택지 | 다음 중 | 중 하나 | 가지",
    Role.TELL: "알려 주 | 알려주 | 말씀 | 선택해 | 답변 | 골라 주",
    Role.OR: "아니면 | 또는 | 혹은",
    Role.ADVISE: "추천 | 권장 | 제안 | 권해",
    Role.STEPS: "단계 | 다음과 같 | 순서 | 절차",
    Role.SUMMARY: "요약 | 변경 | 수정 | 추가 | 완료 | 결과 | 장점 | 포함",
    Role.BECAUSE: "때문 | 이유 | 원인 | 왜",
    Role.EXAMPLE: "예를 들 | 예시 | 예:",
    Role.PLAN: "하겠습니다 | 계획",
    Role.CONFIRM: "계속 | 진행할까요 | 시작할까요 | 괜찮 | 맞나요 | 진행해도",
    Role.OTHER: "다른 | 둘 다 | 모두 | 기타 | 잘 모르",
    Role.IF: "원하시면 | 원하면 | 필요하시면",
    Role.CAN: "해드릴 | 드릴 수 | 할 수 있",
    Role.REQUEST: "해 주세요 | 해주세요 | 해 주시 | 해주시 | 해주실 | 확인해",
    Role.WHAT: "무엇 | 어떻게 | 어디 | 언제 | 누구 | 왜 | 어떤",
    Role.YES_NO: "까요 | 나요 | 습니까 | 을래요",
    Role.THESE: "이 중 | 위 | 다음 중 | 중 어느 | 중에",
    Role.FIRST: "먼저 | 우선 | 다음 | 부터",
    Role.GENERAL: "다른 | 질문 | 문제",
    Role.ACT: "^네 | ^아니 | ^둘 다",
    Role.DONE: "했습니다 | 되었습니다 | 추가됨 | 완료",
    Role.QUIZ: "퀴즈 | 설문 | 초안 | 템플릿 | 시험 | 자주 묻는",
    Role.MANY: "모두 선택 | 모두 골라 | 모두 고르 | 해당하는 것을 모두 | 복수 선택 | 복수선택 | 복수 응답 | 복수응답 | 중복 선택 | 다중 선택 | 여러 개 | 하나 이상",
    Role.ONLY_ONE: "하나만 | 한 개만 | 한 가지만 | 단일 선택 | 1개만 | 복수 선택 불가",
    Role.UP_TO: "최대 | 까지 | 이하",
    Role.AT_LEAST: "최소 | 적어도 | 이상",
    Role.EXACTLY: "골라 | 선택 | 정확히",
}
