"""The words and signs by which a model recommends an option inside its label."""

RECOMMENDED = (
    "recommended", "recommend", "suggested", "preferred",
    "추천", "권장", "推荐", "推薦", "建议", "おすすめ", "オススメ", "お勧め", "お薦め", "推奨",
    "empfohlen", "recomendado", "recomendada", "recommandé", "recommandée", "موصى به", "مستحسن",
    "my recommendation", "my suggestion", "my pick", "recommendation", "recommended option",
    "recommended choice",
    "empfehlung", "meine empfehlung", "recomendación", "mi recomendación",
    "추천 옵션", "推荐选项", "التوصية", "sugerido", "sugerida", "vorgeschlagen",
)  # fmt: skip
DEFAULT = (
    "default", "기본값", "默认", "默认值", "預設", "デフォルト", "既定", "既定値", "predeterminado",
    "predeterminada",
    "por defecto", "voreinstellung", "standardmässig", "par défaut", "الافتراضي", "افتراضي",
)  # fmt: skip
GERMAN_DEFAULT = "Standard"
"""With a capital letter: "Shipping (standard)" is what an option is called."""
_UNSIGNED = ("suggested", "preferred", "sugerido", "sugerida", "vorgeschlagen")
"""Words that recommend in brackets only."""
BARE_WORDS = ("추천", "推荐", "推薦", "おすすめ", "オススメ", "お勧め", "お薦め")
"""Words that a space is enough to tell from the label."""
# The longest first: a shorter one may be the end of it.
SIGNED_WORDS = tuple(sorted((word for word in RECOMMENDED if word not in _UNSIGNED), key=len, reverse=True))
"""Words that a sign must tell from the label."""
STARS = ("⭐", "★", "🌟")
SPARKS = "✨"
"""They stand beside a word that recommends, and alone are an ornament."""
THUMBS = "✅✔☑👍👈"
SPACE = " \t\u00a0\u3000"
EMPHASIS = "*_"
VARIATION = "\ufe0f"
ORNAMENTS = SPACE + EMPHASIS + VARIATION + "".join(STARS) + SPARKS
BEFORE_WORD = SPACE + "-–—:·"
BEHIND_WORD = SPACE + "-–—:：·"
SIGNS_BEHIND = ":：-–—→|"
SIGNS_BEFORE = ":：-–—,，、،;·|←→<" + THUMBS + "".join(STARS) + SPARKS
ENDS = ".!。！" + ORNAMENTS
GENERAL = frozenset({
    "settings", "setup", "plan", "option", "choice", "configuration", "config", "approach", "defaults", "way",
    "version", "package", "for", "by", "if", "when",
})  # fmt: skip
"""Before these a recommending word says what they are."""
JOINING = frozenset({
    "is", "are", "was", "be", "as", "not", "the", "most", "highly", "strongly", "than", "nicht", "ist", "no",
    "es",
})  # fmt: skip
"""Behind these a recommending word goes on with the sentence."""
