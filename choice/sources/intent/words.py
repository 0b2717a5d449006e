"""Vocabulary of the intent parser, in English and Korean."""

from choice.sources.protocol import Kind, Severity, Status

TOPICS: dict[Kind, frozenset[str]] = {
    "signals": frozenset({"signal", "signals"}),
    "incidents": frozenset({"incident", "incidents", "outage", "outages", "downtime", "postmortem"}),
    "issues": frozenset({
        "issue", "issues", "ticket", "tickets", "task", "tasks", "backlog", "bug", "bugs", "overdue",
    }),
    "metrics": frozenset({
        "metric", "metrics", "kpi", "kpis", "score", "scores", "morale", "velocity", "alignment",
    }),
}  # fmt: skip
# Korean particles are attached to words, so these phrases are searched as substrings.
TOPIC_PHRASES: dict[Kind, tuple[str, ...]] = {
    "signals": ("신호", "시그널", "징후", "early warning"),
    "incidents": ("인시던트", "장애", "사고", "went down", "what broke"),
    "issues": ("이슈", "과제", "티켓", "할 일", "work items"),
    "metrics": ("지표", "점수", "메트릭", "사기", "figures"),
}
HEALTH = frozenset({"health", "healthy", "wellbeing"})
HEALTH_PHRASES = ("how are we doing", "how is the organization", "how is the organisation", "건강", "헬스")
OVERVIEW = frozenset({
    "overview", "summary", "summarize", "summarise", "focus", "priorities", "worry", "worried", "risks",
    "briefing", "attention", "happening", "happened", "news", "latest", "updates",
})  # fmt: skip
OVERVIEW_PHRASES = (
    "what's going on",
    "whats going on",
    "what is going on",
    "what's new",
    "whats new",
    "what is new",
    "status report",
    "status update",
    "요약",
    "현황",
    "상황",
    "우선순위",
    "무슨 일",
    "새로운 소식",
)
PROBLEMS = frozenset({
    "problem", "problems", "wrong", "trouble", "troubles", "risk", "risky", "concern", "concerns",
})  # fmt: skip
"""Words that ask for signals, incidents and issues alike."""
PROBLEM_PHRASES = ("문제", "위험", "리스크")
ADVICE_PHRASES = (
    "what should i do", "what should we do", "what do i do", "what to do", "what can we do",
    "where should i start", "where should we start", "where do we start", "next steps", "뭐 해야",
    "뭘 해야", "무엇을 해야", "어떻게 해야", "어떡해",
)  # fmt: skip
"""Phrases that ask what to do. A day in them, as in `what should I do today`, limits no rows."""

SEVERITIES: dict[str, tuple[Severity, ...]] = {
    "critical": ("critical",),
    "sev0": ("critical",),
    "sev1": ("critical",),
    "sev2": ("high",),
    "sev3": ("medium",),
    "sev4": ("low",),
    "sev5": ("low",),
    "severe": ("critical", "high"),
    "serious": ("critical", "high"),
    "urgent": ("critical", "high"),
    "noncritical": ("high", "medium", "low"),
    "nonurgent": ("medium", "low"),
}
SEVERITY_PHRASES: dict[str, tuple[Severity, ...]] = {
    "심각": ("critical",),
    "치명": ("critical",),
    "긴급": ("critical", "high"),
    "높은": ("high",),
    "높음": ("high",),
    "중간": ("medium",),
    "보통": ("medium",),
    "낮은": ("low",),
    "낮음": ("low",),
}
COMMON_SEVERITY_WORDS: dict[str, Severity] = {
    "high": "high",
    "major": "high",
    "medium": "medium",
    "moderate": "medium",
    "low": "low",
    "minor": "low",
}
NOUNS_WITH_SEVERITY = frozenset().union(*TOPICS.values()) | {
    "severity", "priority", "impact", "weak", "or", "and", "but", "open", "unresolved", "ones",
}  # fmt: skip
LEVELS: dict[str, tuple[Severity, ...]] = SEVERITIES | {
    word: (severity,) for word, severity in COMMON_SEVERITY_WORDS.items()
}
LIMIT_WORDS = frozenset({
    "not", "non", "isn", "aren", "wasn", "weren", "don", "isnt", "arent", "dont", "neither", "nothing",
    "except", "excepting", "exclude", "excluding", "excluded", "without", "besides", "minus", "ignore",
    "ignoring", "omit", "omitting", "omitted", "skip", "skipping", "hide", "hiding", "but", "than", "apart",
    "aside", "instead", "longer", "out", "less", "least", "most", "more", "minimum", "maximum", "min", "max",
    "above", "below", "under", "beyond", "higher", "lower", "worse", "greater", "milder", "up", "upward",
    "upwards", "down", "downward", "downwards",
})  # fmt: skip
LIMIT_PHRASES = (
    "이상", "이하", "초과", "미만", "않", "제외", "빼고", "뺀", "말고", "아닌", "이외", "외의", "외에",
    "심각도",
)  # fmt: skip
"""Words and phrases that exclude or compare severities."""

ID_PREFIXES: dict[str, Kind] = {"WS": "signals", "INC": "incidents", "ISS": "issues"}
NO_ID_PREFIXES = frozenset(
    {"SEV", "PRIO", "UTF", "ISO", "GPT", "SHA", "TLS", "HTTP", "COVID", "RFC", "AES", "MP", "IPV"}
)
"""Upper-case prefixes that do not start the id of a row, as in `UTF-8`."""

EXCLUSION_WORDS = frozenset({
    "except", "excepting", "exclude", "excluding", "without", "besides", "minus", "ignore", "ignoring",
    "omit", "omitting", "skip", "skipping", "outside", "hide", "hiding", "not",
})  # fmt: skip
"""Words that exclude the period after them."""

STATUSES: dict[str, tuple[Status, ...]] = {
    "open": ("open", "in_progress"),
    "unresolved": ("open", "in_progress"),
    "unsolved": ("open", "in_progress"),
    "unfinished": ("open", "in_progress"),
    "outstanding": ("open", "in_progress"),
    "ongoing": ("open", "in_progress"),
    "pending": ("open", "in_progress"),
    "resolved": ("resolved", "done"),
    "solved": ("resolved", "done"),
    "closed": ("resolved", "done"),
    "fixed": ("resolved", "done"),
    "completed": ("resolved", "done"),
}
STATUS_PHRASES: dict[str, tuple[Status, ...]] = {
    "in progress": ("in_progress",),
    "still going": ("open", "in_progress"),
    "미해결": ("open", "in_progress"),
    "해결되지 않": ("open", "in_progress"),
    "해결 안": ("open", "in_progress"),
    "안 끝난": ("open", "in_progress"),
    "열린": ("open", "in_progress"),
    "열려": ("open", "in_progress"),
    "진행 중": ("in_progress",),
    "진행중": ("in_progress",),
    "해결된": ("resolved", "done"),
    "종료된": ("resolved", "done"),
    "완료된": ("resolved", "done"),
}
NOT_AFTER_OPEN = frozenset({"the", "a", "an", "up", "it", "me", "this", "that", "with"})
"""After these words, `open` is a verb."""
WITH_CLOSED = frozenset({"which", "only", "show", "list", "just", "all"})
"""Words that make `resolved` a filter. `How was it resolved?` is none."""

SMALL_TALK = frozenset({
    "hi", "hello", "hey", "there", "thanks", "thank", "you", "very", "much", "good", "morning",
    "afternoon", "evening", "bye", "goodbye", "cheers", "who", "are", "so", "everyone", "hallo", "danke",
    "guten", "tag", "hola", "gracias", "bonjour", "merci", "안녕", "안녕하세요", "감사합니다", "고마워",
    "고마워요", "고맙습니다", "こんにちは", "ありがとう", "ありがとうございます", "你好", "谢谢",
})  # fmt: skip
"""A message of only these words asks for nothing."""
LEADS = (
    "and ", "what about", "how about", "also ", "same for", "then ", "but ", "그럼", "그리고", "그러면",
    "und ", "et ", "それで", "では", "那",
)  # fmt: skip
"""A message that starts like this refers to the one before."""
REFERENCES = frozenset({
    "it", "its", "that", "this", "these", "those", "them", "they", "their", "one", "ones", "he", "she",
})  # fmt: skip
REFERENCE_PHRASES = (
    "the risk", "the problem", "the trouble", "the concern", "das problem", "das risk", "el risk",
    "el problem",
)  # fmt: skip
"""Phrases that refer to the problem of the message before, with words that are translated already."""
RESETS = (
    "all time", "any time", "anytime", "all dates", "whole history", "regardless of date", "전체 기간",
    "모든 기간",
)  # fmt: skip
"""Phrases that remove the time span."""
REMOVES_FILTERS = (
    "all of them", "show all", "show everything", "without filter", "any severity", "모두 보여",
    "전부 보여",
)  # fmt: skip
"""Phrases that remove the filters of the message before."""
FOCUSING = frozenset({
    "only", "just", "in", "from", "about", "of", "regarding", "concerning", "team",
    "department",
})  # fmt: skip
"""Words that stand before or after the name of something."""

NO_NAMES = frozenset({
    "a", "able", "about", "above", "according", "action", "actions", "affect", "affected", "affects",
    "after", "again", "against", "all", "along", "already", "also", "am", "an", "and", "another",
    "answer", "any", "anyone", "anything", "are", "around", "as", "ask", "asked", "at", "available",
    "away", "back", "bad", "be", "because", "been", "before", "being", "below", "best", "better",
    "between", "biggest", "both", "brief", "briefly", "but", "by", "call", "came", "can", "cannot",
    "case", "cause", "caused", "causes", "change", "changed", "changes", "check", "clear", "come",
    "comes", "company", "compare", "compared", "comparison", "could", "count", "counts", "current",
    "currently", "data", "date", "dates", "day", "days", "deal", "deep", "deeper", "describe", "detail",
    "detailed", "details", "did", "difference", "different", "do", "does", "doing", "done", "down",
    "due", "during", "each", "earlier", "early", "either", "elaborate", "else", "end", "ended", "ever",
    "every", "everything", "everyone", "example", "exactly", "explain", "explanation", "explore", "fact",
    "far", "fast", "few", "figure", "figures", "final", "find", "fine", "first", "fix", "follow",
    "following", "for", "found", "from", "full", "further", "general", "get", "give", "given", "go",
    "goes", "going", "good", "got", "great", "group", "had", "happen", "happening", "happens",
    "happened", "has", "have", "having", "he", "help", "helped", "her", "here", "high", "highest", "him",
    "his", "how", "however", "idea", "if", "impact", "important", "in", "include", "including", "info",
    "information", "instead", "into", "is", "it", "item", "items", "its", "itself", "job", "just",
    "keep", "kind", "know", "known", "last", "late", "later", "latest", "least", "less", "let", "level",
    "like", "likely", "list", "little", "live", "load", "long", "longer", "look", "looked", "looking",
    "looks", "lot", "low", "lowest", "made", "main", "major", "make", "makes", "many", "matter",
    "matters", "may", "maybe", "me", "mean", "means", "measure", "might", "mine", "minor", "month",
    "months", "more", "most", "move", "much", "must", "my", "name", "named", "names", "near", "need",
    "needs", "never", "new", "newest", "next", "nice", "no", "none", "nor", "not", "note", "nothing",
    "now", "number", "numbers", "of", "off", "often", "old", "oldest", "on", "once", "one", "ones",
    "only", "open", "or", "order", "org", "organisation", "organisational", "organization",
    "organizational", "other", "others", "our", "out", "over", "own", "owned", "owner", "owners", "owns",
    "part", "past", "people", "per", "percent", "perhaps", "person", "place", "plan", "please", "point",
    "points", "possible", "previous", "priority", "problem", "problems", "probably", "put", "question",
    "quick", "quickly", "quite", "rank", "rather", "raw", "read", "really", "reason", "reasons",
    "recent", "recently", "recommend", "recommendation", "recommendations", "recommended", "related",
    "reply", "report", "reports", "respond", "responsible", "rest", "result", "results", "right", "root",
    "row", "rows", "run", "said", "same", "say", "says", "second", "see", "seem", "seems", "seen",
    "send", "serious", "set", "several", "severe", "severity", "shall", "she", "short", "should", "show",
    "shown", "shows", "similar", "simple", "simply", "since", "single", "slow", "small", "so", "soft",
    "some", "somebody", "someone", "something", "soon", "sort", "sorted", "start", "started", "state",
    "stated", "status", "step", "steps", "still", "stop", "such", "suggest", "suggested", "suggestion",
    "summarise", "summarize", "summary", "sure", "table", "take", "taken", "talk", "tell", "term",
    "terms", "than", "thank", "thanks", "that", "the", "their", "them", "then", "there", "these", "they",
    "thing", "things", "think", "third", "this", "those", "though", "three", "through", "thus", "time",
    "times", "title", "to", "today", "together", "told", "too", "took", "top", "total", "toward",
    "translate", "trend", "trends", "true", "try", "turn", "two", "type", "under", "understand", "until",
    "up", "update", "updated", "upon", "us", "use", "used", "user", "users", "using", "usual", "value",
    "version", "very", "via", "view", "want", "wants", "was", "way", "we", "weak", "week", "weeks",
    "well", "went", "were", "what", "whats", "when", "where", "whether", "which", "while", "who",
    "whole", "whom", "whose", "why", "will", "with", "within", "without", "word", "words", "work",
    "working", "works", "worse", "worst", "would", "write", "year", "years", "yes", "yet", "you", "your",
    "yourself", "worth", "json", "english", "german", "korean", "japanese", "chinese", "spanish",
    "french", "drop", "dropped", "dropping", "drops", "fall", "fell", "falling", "rise", "rose",
    "rising", "grew", "grow", "team", "teams", "department", "departments", "category", "categories",
    "assignee", "assigned", "overdue", "broken", "broke", "failing", "failed", "fail", "fails", "story",
    "okay", "thoughts", "opinion", "morning", "evening", "night", "afternoon", "weekend", "ago", "half",
    "quarter", "quarters", "hour", "hours", "minute", "minutes", "ist", "sind", "war", "waren", "wird",
    "werden", "der", "die", "das", "den", "vom", "dem", "des", "ein", "eine", "einen", "einem", "einer",
    "wer", "wem", "wen", "wann", "warum", "wieso", "weshalb", "wie", "wo", "welche", "welcher",
    "welches", "welchen", "und", "oder", "aber", "auch", "noch", "nicht", "nur", "mir", "mich", "uns",
    "ich", "wir", "sie", "ihr", "ihm", "ihn", "mit", "von", "zu", "zum", "zur", "bei", "aus", "auf",
    "mal", "bitte", "zeig", "zeige", "gib", "sag", "erkläre", "erklär", "gehört", "gehören", "gab",
    "gibt", "es", "im", "als", "dann", "davon", "daran", "dazu", "mehr", "alle", "alles", "diese",
    "dieser", "passiert", "los", "machen", "tun", "soll", "sollte", "sollen", "sollten", "haben", "hat",
    "hatten", "ursache", "grund", "schuld", "verantwortlich", "lage", "firma", "geht", "steht", "stand",
    "que", "qué", "quien", "quién", "cual", "cuál", "cuales", "cuáles", "cuando", "cuándo", "donde",
    "dónde", "por", "para", "con", "sin", "las", "una", "uno", "unos", "unas", "del", "son", "fue",
    "fueron", "era", "está", "están", "hay", "hubo", "más", "menos", "todo", "todos", "toda", "todas",
    "esto", "eso", "esta", "este", "ese", "esa", "ellos", "ellas", "nos", "les", "dime", "dame",
    "muestra", "muéstrame", "muestrame", "explica", "causa", "responsable", "como", "cómo", "cuanto",
    "detalles", "equipo", "empresa", "hacer", "debo", "debemos", "tiene", "tienen", "pasó", "pasado",
    "quel", "quelle", "quels", "quelles", "qui", "quoi", "dont", "est", "sont", "était", "une", "sur",
    "dans", "par", "pour", "avec", "sans", "montre", "donne", "explique", "pourquoi", "comment", "plus",
    "moins", "tout", "tous", "toutes", "équipe", "entreprise", "faire", "détails",
})  # fmt: skip
"""Words that name nothing to search for, in English, German, Spanish and French."""
KOREAN_NO_NAMES = (
    "누구", "누가", "뭐", "무엇", "언제", "어디", "왜", "어떻게", "어때", "어떤", "보여", "알려", "설명",
    "자세", "비교", "해줘", "주세요", "해주", "우리", "회사", "조직", "팀", "첫", "두", "세", "번째",
    "것", "거", "그", "이", "저", "더", "다시", "원인", "담당", "책임", "이유", "해결", "있", "없",
    "얼마", "몇", "전체", "모두", "전부", "가장", "최근", "관련", "대해", "대한", "무슨", "하나", "영향",
    "추천", "다음", "단계", "요약", "정리", "말해", "줘", "좀", "만", "중",
)  # fmt: skip
"""Beginnings of Korean words that name nothing to search for."""
KOREAN_NAMES = {
    "엔지니어링": "engineering",
    "개발": "engineering",
    "영업": "sales",
    "커뮤니케이션": "communication",
    "소통": "communication",
    "데이터베이스": "database",
    "제품": "product",
    "온콜": "on-call",
}
