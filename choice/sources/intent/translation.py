"""Translate the words of questions about data from German, Spanish, French, Japanese and Chinese to English.

Only words that name a topic, a severity, a status or a time are translated. Words that also mean something
else in English are left out.
"""

import re
from typing import Final

_GERMAN: Final = {
    "signale": "signals", "signalen": "signals", "warnsignale": "signals", "vorfall": "incident",
    "vorfälle": "incidents", "vorfällen": "incidents", "störung": "incident", "störungen": "incidents",
    "ausfall": "outage", "ausfälle": "outages", "ausfällen": "outages", "probleme": "problems",
    "problemen": "problems", "aufgaben": "tasks", "aufgabe": "task", "kennzahlen": "metrics",
    "kennzahl": "metric", "metriken": "metrics", "stimmung": "morale", "gesundheit": "health",
    "gesund": "healthy", "überblick": "overview", "übersicht": "overview", "zusammenfassung": "summary",
    "neues": "news", "risiko": "risk", "risiken": "risks", "kritisch": "critical", "kritische": "critical",
    "kritischen": "critical", "kritischer": "critical", "kritischste": "critical", "dringend": "urgent",
    "dringende": "urgent", "dringenden": "urgent", "offen": "open", "offene": "open", "offenen": "open",
    "ungelöst": "unresolved", "ungelöste": "unresolved", "ungelösten": "unresolved", "gelöste": "resolved",
    "gelösten": "resolved", "behobene": "resolved", "behobenen": "resolved", "heute": "today",
    "gestern": "yesterday", "vorgestern": "day before yesterday", "seit": "since", "wochenende": "weekend",
    "montag": "monday", "dienstag": "tuesday", "mittwoch": "wednesday", "donnerstag": "thursday",
    "freitag": "friday", "samstag": "saturday", "sonntag": "sunday", "januar": "january",
    "februar": "february", "märz": "march", "juni": "june", "juli": "july", "oktober": "october",
    "dezember": "december", "tage": "days", "tagen": "days", "woche": "week", "wochen": "weeks",
    "monat": "month", "monate": "months", "monaten": "months", "monats": "month", "quartal": "quarter",
    "quartals": "quarter", "jahr": "year", "jahre": "years", "jahren": "years", "zwei": "two",
    "drei": "three", "vier": "four", "vergleiche": "compare", "vergleich": "compare", "nur": "only",
    "zweite": "second", "zweiten": "second", "erste": "first", "ersten": "first", "dritte": "third",
    "dritten": "third", "entwicklung": "engineering", "technik": "engineering", "vertrieb": "sales",
    "kommunikation": "communication", "datenbank": "database", "letzte": "last", "letzten": "last",
    "letzter": "last", "letztem": "last", "letztes": "last", "vorige": "last", "diese": "this",
    "dieser": "this", "diesen": "this", "diesem": "this", "dieses": "this",
}  # fmt: skip
_SPANISH: Final = {
    "señal": "signal", "señales": "signals", "incidente": "incident", "incidentes": "incidents",
    "incidencia": "incident", "incidencias": "incidents", "caída": "outage", "caídas": "outages",
    "problema": "problem", "problemas": "problems", "tarea": "task", "tareas": "tasks",
    "métrica": "metric", "métricas": "metrics", "indicadores": "metrics", "salud": "health",
    "resumen": "summary", "novedades": "news", "riesgo": "risk", "riesgos": "risks", "crítico": "critical",
    "crítica": "critical", "críticos": "critical", "críticas": "critical", "criticos": "critical",
    "criticas": "critical", "urgente": "urgent", "urgentes": "urgent", "abierto": "open",
    "abierta": "open", "abiertos": "open", "abiertas": "open", "pendiente": "pending",
    "pendientes": "pending", "resuelto": "resolved", "resuelta": "resolved", "resueltos": "resolved",
    "resueltas": "resolved", "hoy": "today", "ayer": "yesterday", "anteayer": "day before yesterday",
    "anoche": "last night", "desde": "since", "hasta": "until", "lunes": "monday", "martes": "tuesday",
    "miércoles": "wednesday", "jueves": "thursday", "viernes": "friday", "sábado": "saturday",
    "domingo": "sunday", "enero": "january", "febrero": "february", "marzo": "march", "abril": "april",
    "mayo": "may", "junio": "june", "julio": "july", "agosto": "august", "septiembre": "september",
    "octubre": "october", "noviembre": "november", "diciembre": "december", "días": "days",
    "semana": "week", "semanas": "weeks", "meses": "months", "año": "year", "años": "years",
    "trimestre": "quarter", "compara": "compare", "comparar": "compare", "solo": "only", "sólo": "only",
    "solamente": "only", "únicamente": "only", "segundo": "second", "segunda": "second",
    "primero": "first", "primera": "first", "tercero": "third", "tercera": "third",
    "ingeniería": "engineering", "ventas": "sales", "comunicación": "communication",
    "últimos": "last", "últimas": "last", "último": "last", "última": "last", "dos": "two", "tres": "three",
}  # fmt: skip
_FRENCH: Final = {
    "signaux": "signals", "panne": "outage", "pannes": "outages", "problème": "problem",
    "problèmes": "problems", "tâche": "task", "tâches": "tasks", "indicateurs": "metrics",
    "métriques": "metrics", "santé": "health", "résumé": "summary", "aperçu": "overview",
    "nouveautés": "news", "risque": "risk", "risques": "risks", "critiques": "critical",
    "urgente": "urgent", "ouvert": "open", "ouverts": "open", "ouverte": "open", "ouvertes": "open",
    "résolu": "resolved", "résolus": "resolved", "résolue": "resolved", "résolues": "resolved",
    "aujourd'hui": "today", "hier": "yesterday", "depuis": "since", "lundi": "monday", "mardi": "tuesday",
    "mercredi": "wednesday", "jeudi": "thursday", "vendredi": "friday", "samedi": "saturday",
    "dimanche": "sunday", "janvier": "january", "février": "february", "juin": "june",
    "juillet": "july", "août": "august", "septembre": "september", "octobre": "october",
    "novembre": "november", "décembre": "december", "jours": "days", "semaine": "week",
    "semaines": "weeks", "année": "year", "comparer": "compare", "seulement": "only",
    "uniquement": "only", "deuxième": "second", "premier": "first", "première": "first",
    "troisième": "third", "ingénierie": "engineering", "ventes": "sales", "mois": "month",
}  # fmt: skip
_WORDS: Final = _GERMAN | _SPANISH | _FRENCH

_COUNTED_UNITS: Final = "tagen|wochen|monaten|días|semanas|meses|jours|semaines|mois"

# The order matters: a phrase before the words that it contains.
_PHRASES: Final = (
    (r"heute (?:morgen|früh)|esta mañana|ce matin", "this morning"),
    (r"(?:letzte|heute) nacht|la nuit dernière|cette nuit", "last night"),
    (r"la semana pasada|la semaine dernière|semana pasada", "last week"),
    (r"el mes pasado|le mois dernier|mes pasado", "last month"),
    (r"el trimestre pasado|el último trimestre|le trimestre dernier|letztes quartal", "last quarter"),
    (r"el año pasado|l'année dernière", "last year"),
    (r"el fin de semana pasado|le week-end dernier|letztes wochenende", "last weekend"),
    (r"fin de semana|le week-end", "weekend"),
    (r"\besta semana|\bcette semaine", "this week"),
    (r"\beste mes|\bce mois(?:-ci)?\b", "this month"),
    (r"\beste trimestre|\bce trimestre", "this quarter"),
    (r"\beste año|\bcette année", "this year"),
    (r"sin resolver|non résolu(?:e?s|e)?\b|nicht gelöste?n?|noch offene?n?", "unresolved"),
    (r"mit hoher priorität|de alta prioridad", "high priority"),
    (r"\bwie viele\b|\bwieviele\b|cuánt[oa]s|\bcombien\b", "how many"),
    (r"\bund was ist mit\b|\bwas ist mit\b|\bqué tal\b|^¿?\s*y (?=\w)|\bet pour\b", "what about "),
    (r"\bwas soll(?:te)?n? (?:ich|wir) tun\b|qué debo hacer|qué debemos hacer", "what should we do"),
    (r"\bwas ist (?:passiert|los)\b|qué (?:pasó|ha pasado|pasa)|que s'est-il passé", "what happened"),
    (rf"\b(?:vor|hace|il y a) (\d+|zwei|drei|vier|dos|tres|deux|trois) ({_COUNTED_UNITS})\b", r" \1 \2 ago "),
    (r"\bvon (.{3,20}?) bis (?:zum )?(.{3,20})", r"from \1 to \2"),
    (r"\bbis\b", "until"),
)  # fmt: skip
_NUMBERS: Final = {
    "deux": "two", "trois": "three", "二": "two", "两": "two", "三": "three", "2": "2", "3": "3",
}  # fmt: skip

_JAPANESE: Final = {
    "弱いシグナル": "weak signals", "シグナル": "signals", "兆候": "signals", "予兆": "signals",
    "インシデント": "incidents", "障害": "incidents", "事故": "incidents", "課題": "issues",
    "タスク": "tasks", "チケット": "tickets", "問題": "problems", "指標": "metrics", "メトリクス": "metrics",
    "スコア": "score", "健全性": "health", "健康": "health", "概要": "overview", "要約": "summary",
    "まとめ": "summary", "状況": "overview", "何が起き": "what happened", "リスク": "risk",
    "重大": "critical", "致命的": "critical", "クリティカル": "critical", "深刻": "critical",
    "緊急": "urgent", "未解決": "unresolved", "未対応": "unresolved", "解決済み": "resolved",
    "今朝": "this morning", "昨夜": "last night", "昨晩": "last night", "今日": "today", "本日": "today",
    "昨日": "yesterday", "今週": "this week", "先週": "last week", "今月": "this month",
    "先月": "last month", "今四半期": "this quarter", "前四半期": "last quarter",
    "先四半期": "last quarter", "昨年": "last year", "去年": "last year", "今年": "this year",
    "週末": "weekend", "比較": "compare", "比べ": "compare", "だけ": "only", "のみ": "only",
    "二番目": "second", "2番目": "second", "二つ目": "second", "2つ目": "second", "最初": "first",
    "一番目": "first", "1番目": "first", "三番目": "third", "3番目": "third", "何件": "how many",
    "いくつ": "how many", "エンジニアリング": "engineering", "開発": "engineering", "営業": "sales",
    "コミュニケーション": "communication", "データベース": "database", "どうすべき": "what should we do",
    "何をすべき": "what should we do",
}  # fmt: skip
_CHINESE: Final = {
    "弱信号": "weak signals", "信号": "signals", "征兆": "signals", "预警": "signals", "事件": "incidents",
    "故障": "incidents", "宕机": "outage", "问题": "problems", "任务": "tasks", "工单": "tickets",
    "待办": "tasks", "指标": "metrics", "健康": "health", "概况": "overview", "概述": "overview",
    "总结": "summary", "情况": "overview", "状况": "overview", "风险": "risk", "严重": "critical",
    "关键": "critical", "致命": "critical", "紧急": "urgent", "未解决": "unresolved", "已解决": "resolved",
    "今天早上": "this morning", "今早": "this morning", "昨晚": "last night", "今天": "today",
    "昨天": "yesterday", "本周": "this week", "这周": "this week", "这个星期": "this week",
    "上周": "last week", "上个星期": "last week", "本月": "this month", "这个月": "this month",
    "上个月": "last month", "上月": "last month", "本季度": "this quarter", "上季度": "last quarter",
    "上个季度": "last quarter", "周末": "weekend", "比较": "compare", "对比": "compare", "只看": "only",
    "仅": "only", "第二": "second", "第一": "first", "第三": "third", "多少": "how many",
    "几个": "how many", "工程": "engineering", "研发": "engineering", "沟通": "communication",
    "数据库": "database", "该怎么办": "what should we do", "应该做什么": "what should we do",
}  # fmt: skip
_AGO = re.compile(r"(\d{1,3}|[二两三])\s?(日|週間|か月|ヶ月|天|周|个月)前")
_LAST = re.compile(r"(?:過去|直近|最近|过去)の?\s?(\d{1,3}|[二两三])\s?(日|週間|か月|ヶ月|天|周|个月)間?")
_UNITS: Final = {
    "日": "days", "天": "days", "週間": "weeks", "周": "weeks", "か月": "months", "ヶ月": "months",
    "个月": "months",
}  # fmt: skip
_HAN_DATE = re.compile(r"(?:(\d{4})年)?(1[0-2]|0?[1-9])月(3[01]|[12]\d|0?[1-9])[日号]")
_MONTH_NAMES = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
)  # fmt: skip

_LATIN_WORD = re.compile(r"(?:aujourd'hui|[^\W\d_]+)")
_HAN_OR_KANA = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_EAST_ASIAN = re.compile("|".join(sorted({*_JAPANESE, *_CHINESE}, key=len, reverse=True)))
_COMPILED = [(re.compile(rf"(?<![^\W\d_])(?:{pattern})"), replacement) for pattern, replacement in _PHRASES]
_ALL_EAST_ASIAN: Final = _CHINESE | _JAPANESE
_TRANSLATED_PHRASES = re.compile("|".join([f"(?:{pattern})" for pattern, _ in _PHRASES]))


def translated(text: str) -> str:
    """Return a lower-case text in which the words of other languages are replaced by English words."""
    if not text.isascii() and _HAN_OR_KANA.search(text):
        text = _from_east_asian(text)
    if _TRANSLATED_PHRASES.search(text):
        for pattern, replacement in _COMPILED:
            text = pattern.sub(replacement, text)
    return _LATIN_WORD.sub(_english, text)


def _english(word: re.Match[str]) -> str:
    return _WORDS.get(word[0]) or _NUMBERS.get(word[0], word[0])


def _from_east_asian(text: str) -> str:
    text = _AGO.sub(lambda found: f" {_NUMBERS.get(found[1], found[1])} {_UNITS[found[2]]} ago ", text)
    text = _LAST.sub(lambda found: f" last {_NUMBERS.get(found[1], found[1])} {_UNITS[found[2]]} ", text)
    text = _HAN_DATE.sub(_date, text)
    return _EAST_ASIAN.sub(lambda found: f" {_ALL_EAST_ASIAN[found[0]]} ", text)


def _date(found: re.Match[str]) -> str:
    year = f" {found[1]}" if found[1] else ""
    return f" {_MONTH_NAMES[int(found[2]) - 1]} {found[3]}{year} "
