"""Chinese words of questions, in simplified and traditional characters."""

# ruff: noqa: E501 - word lists, patterns and graded strengths are data

from choice.dialects.lists.words import Role, Words

CODE, SPACED = "zh", False
YES, NO = "是", "否"
COMMON = "的 是 了 我 你 吗 不 这"
MARKERS = "选项 | 選項 | 方案 | 方法 | 选择 | 途径 | 路径 | 方式"
OPENINGS = ""
NUMBERS = "一 | 两 / 二 / 兩 | 三 | 四 | 五 | 六"
WORDS: Words = {
    Role.WHICH: "哪个 | 哪個 | 哪一 | 哪种 | 哪種 | 哪些 | 哪里 | 哪 | 怎么处理 | 怎么做 | 怎么选 | 怎么走 | 如何处理 | 如何选 | 什么样 | 多少 | 谁来 | 您希望如何 | 你希望如何",
    Role.PREFER: "选择 | 選擇 | 选哪 | 挑 | 倾向 | 希望 | 想要 | 想怎么 | 偏好 | 喜欢 | 决定 | 更想 | 需要",
    Role.OFFER: "要不要 | 是否 | 需要我 | 想让我 | 要我 | 您想 | 你想 | 我可以",
    Role.YOU: "你 | 您",
    Role.OPTION: "方案 | 选项 | 選項 | 方式 | 以下 | 方法 | 途径 | 选择 | 几种 | 两种 | 思路",
    Role.TELL: "告诉我 | 请选择 | 請選擇 | 请告知 | 请确认 | 回复 | 请回答 | 请说明 | 请问 | 请选 | 选一个",
    Role.OR: "还是 | 或者 | 或 | 還是",
    Role.ADVISE: "推荐 | 建议 | 推薦 | 建議 | 我倾向",
    Role.STEPS: "步骤 | 下一步 | 如下 | 请按 | 流程",
    Role.SUMMARY: "总结 | 修改 | 已经 | 已完成 | 已添加 | 已修复 | 已更新 | 已实现 | 完成 | 优势 | 结果 | 包括 | 功能 | 变化",
    Role.BECAUSE: "因为 | 原因 | 理由 | 为什么",
    Role.EXAMPLE: "例如 | 比如 | 示例 | 例子",
    Role.PLAN: "我将 | 我会 | 让我 | 计划",
    Role.CONFIRM: "继续 | 开始 | 可以吗 | 行吗 | 对吗 | 好吗 | 是否继续 | 是否开始 | 是否同意",
    Role.OTHER: "其他 | 都 | 两者 | 别的 | 不确定 | 还没决定",
    Role.IF: "如果你 | 如果您 | 如果需要 | 需要的话 | 要是 | 如需",
    Role.CAN: "我可以 | 我能 | 我来 | 我先",
    Role.REQUEST: "能否 | 请检查 | 请尝试 | 请运行 | 请提供 | 请测试 | 请把 | 发给我",
    Role.WHAT: "什么 | 怎么 | 如何 | 为什么 | 多少 | 哪",
    Role.YES_NO: "是否 | 要不要 | 吗 | 需要我 | 对不对",
    Role.THESE: "这些 | 以上 | 其中 | 以下哪 | 上述",
    Role.FIRST: "先 | 首先 | 优先 | 下一步 | 接下来",
    Role.GENERAL: "其他问题 | 还有什么 | 问题",
    Role.ACT: "^是 | ^否 | ^只 | ^保留 | ^使用 | ^添加 | ^修改",
    Role.DONE: "已 | 添加了 | 修复了 | 更新了 | 创建了",
    Role.QUIZ: "测验 | 问卷 | 常见问题 | 草稿 | 模板 | 考试 | 面试题",
    Role.MANY: "可多选 | 可多選 | 多选 | 多選 | 选多个 | 选择多个 | 多项选择 | 所有适用 | 选择所有 | 哪些 | 多个 | 多项",
    Role.ONLY_ONE: "只能选一 | 只选一 | 单选 | 仅选一 | 不可多选 | 不能多选",
    Role.UP_TO: "最多选择 | 最多選擇 | 最多可选 | 最多选 | 最多 | 不能选超过 | 前",
    Role.AT_LEAST: "至少选择 | 至少选 | 至少 | 最少选 | 最少",
    Role.EXACTLY: "选出 | 选取 | 选择 | 请选 | 選 | 选 | 哪",
}
