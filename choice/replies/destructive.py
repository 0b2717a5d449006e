"""Whether a question is about something that cannot be undone."""

from collections.abc import Iterable

from choice.replies.normalise import normal, tokens

_WORDS = frozenset(
    "delete deletes deleting deletion drop drops dropping overwrite overwrites overwriting force forced wipe wipes wiping erase erases"
    " erasing destroy destroys destroying destroyed purge purges purging truncate truncates truncating discard discards discarding irreversible"
    " irreversibly permanently remove removes removing terminate nuke"
    " loschen loscht geloscht loeschen verwerfen uberschreiben ueberschreiben erzwingen vernichten zerstoren entfernen unwiderruflich endgultig"
    " eliminar elimina eliminarlo borrar borra borrarlo sobrescribir sobreescribir forzar destruir destruye descartar irreversible vaciar purgar"
    " supprimer supprime supprimez effacer efface effacez ecraser ecrase ecraser forcer detruire detruit purger vider irreversiblement"
    " definitivement suppression eliminacion borrado loschung".split()
)
_EAST = (
    "삭제 지우 지울 덮어쓰 덮어써 강제 초기화 폐기 파기 영구 되돌릴 删除 刪除 清空 清除 覆盖 覆蓋 强制 強制 抹掉 销毁 銷毀 丢弃 丟棄 格式化 不可逆"
    " 永久 削除 消去 上書き 破棄 消し 消す 初期化 完全に消 取り消せません 元に戻せ"
).split()


def is_destructive(text: str, labels: Iterable[str]) -> bool:
    """Tell whether the text of a question or one of its labels speaks of deleting, overwriting or forcing."""
    said = normal("\n".join([text, *labels]))
    if not _WORDS.isdisjoint(tokens(said)):
        return True
    return not said.isascii() and any(word in said for word in _EAST)
