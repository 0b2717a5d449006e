"""Japanese words of questions."""

# ruff: noqa: E501 - word lists, patterns and graded strengths are data

from choice.dialects.lists.words import Role, Words

CODE, SPACED = "ja", False
YES, NO = "はい", "いいえ"
COMMON = "の に は を が です ます した"
MARKERS = "オプション | 選択肢 | プラン | 案 | 方法"
OPENINGS = ""
NUMBERS = "一 / 一つ | 二 / 二つ | 三 / 三つ | 四 / 四つ | 五 / 五つ | 六 / 六つ"
WORDS: Words = {
    Role.WHICH: "どちら | どれ | どの | どのように | どう進め | どこ | 何を | どんな | いくつ | 誰が",
    Role.PREFER: "選ん | 選び | 選ぶ | 選択 | 希望 | お好み | ご希望 | 決め | 好み | 必要",
    Role.OFFER: "しましょうか | いかが | ましょうか | よいですか | いいですか | 進めますか | しますか",
    Role.YOU: "あなた | ください | ご希望 | ですか | ますか",
    Role.OPTION: "選択肢 | 方法 | 案 | 以下 | 次の | 方針 | いずれか | オプション | 候補",
    Role.TELL: "教えて | お知らせ | 選んで | ご指示 | お聞かせ | ご確認 | お選び",
    Role.OR: "それとも | または | もしくは | あるいは",
    Role.ADVISE: "おすすめ | 推奨 | お勧め | 提案",
    Role.STEPS: "手順 | 次のステップ | 以下の通り | 以下のように | 以下のとおり",
    Role.SUMMARY: "まとめ | 変更 | 追加 | 修正 | 完了 | 結果 | 概要 | 実装",
    Role.BECAUSE: "理由 | ため： | メリット | から： | 原因 | なぜ",
    Role.EXAMPLE: "例えば | たとえば | 例：",
    Role.PLAN: "します。 | 計画 | していきます",
    Role.CONFIRM: "進めて | 続け | よろしい | 開始 | 問題ない | 進めますか",
    Role.OTHER: "その他 | 両方 | 他の | 別の | すべて | わからない",
    Role.IF: "よければ | 必要であれば | ご希望でしたら | 必要なら",
    Role.CAN: "できます | 可能です",
    Role.REQUEST: "いただけますか | してください | 確認して | お願いできますか | 教えていただ",
    Role.WHAT: "何 | どう | どこ | いつ | 誰 | なぜ | いくら",
    Role.YES_NO: "ますか | ですか | ましょうか | でしょうか",
    Role.THESE: "これら | この中 | のうち | 以下の中 | どちらが",
    Role.FIRST: "まず | 最初 | 優先 | 次に | から始め",
    Role.GENERAL: "他に | 質問 | 問題",
    Role.ACT: "^はい | ^いいえ | ^両方",
    Role.DONE: "しました | 済み",
    Role.QUIZ: "クイズ | アンケート | 下書き | テンプレート | 試験 | よくある質問",
    Role.MANY: "複数選択 | 複数回答 | 複数可 | いくつでも | 複数お選び | 複数選 | すべて選 | 全て選 | 当てはまるもの | 複数",
    Role.ONLY_ONE: "一つだけ | 1つだけ | ひとつだけ | 一つのみ | 1つのみ | 単一選択",
    Role.UP_TO: "最大 | まで | 以内",
    Role.AT_LEAST: "少なくとも | 最低 | 以上",
    Role.EXACTLY: "選ぶ | お選び | ちょうど | を選",
}
