"""Phrases of replies, one module per language, and the words of destructive actions."""

LATIN = """
    delete deletes deleting deletion drop drops dropping overwrite overwrites overwriting force forced wipe
    wipes wiping erase erases erasing destroy destroys destroying purge purges purging truncate truncates
    truncating discard discards discarding irreversible irreversibly permanently remove removes removing
    terminate nuke
    loschen loscht geloscht loeschen loschung verwerfen uberschreiben ueberschreiben erzwingen vernichten
    zerstoren zerstoeren entfernen unwiderruflich endgultig
    eliminar elimina eliminarlo eliminacion borrar borra borrarlo borrado sobrescribir sobreescribir forzar
    destruir destruye descartar vaciar purgar
    supprimer supprime supprimez suppression effacer efface effacez ecraser ecrase ecrasez forcer detruire
    detruit purger vider irreversiblement definitivement"""
EAST_ASIAN = """
    삭제 지우 지울 덮어쓰 덮어써 강제 초기화 폐기 파기 영구 되돌릴
    删除 刪除 清空 清除 覆盖 覆蓋 强制 強制 抹掉 销毁 銷毀 丢弃 丟棄 格式化 不可逆 永久
    削除 消去 上書き 破棄 消し 消す 初期化 取り消せません 元に戻せ"""
