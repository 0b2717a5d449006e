"""Arabic words of questions."""

# ruff: noqa: E501 - word lists, patterns and graded strengths are data

from choice.dialects.lists.words import Role, Words

CODE, SPACED = "ar", False
YES, NO = "نعم", "لا"
COMMON = "في من على هل ما"
MARKERS = "الخيار | خيار | طريقة"
OPENINGS = "هل تريد أن تفضل"
NUMBERS = "واحد / واحدة | اثنين / خيارين | ثلاثة / ثلاث | أربعة / أربع | خمسة / خمس | ستة"
WORDS: Words = {
    Role.WHICH: "أيّ | أي | أيهما | أيهم | ماذا تفضل | كيف تريد | كيف تفضل | أين تريد | كم عدد",
    Role.PREFER: "تفضل | تريد | اختر | اختيار | ترغب | تحتاج",
    Role.OFFER: "هل تريد | هل تود | هل ترغب | هل أ",
    Role.YOU: "أنت | انت | لك | تريد | تفضل",
    Role.OPTION: "خيار | الخيارات | طريقة | طرق | التالي | البدائل",
    Role.TELL: "أخبرني | يرجى | اختر | من فضلك",
    Role.OR: " أو | أم ",
    Role.ADVISE: "أنصح | أوصي | نوصي | مستحسن",
    Role.STEPS: "الخطوات | الخطوة",
    Role.SUMMARY: "ملخص | التغييرات | تم  | النتائج",
    Role.BECAUSE: "لأن | الأسباب | لماذا",
    Role.EXAMPLE: "مثال | مثلا",
    Role.PLAN: "سوف | خطة | سأقوم",
    Role.CONFIRM: "المتابعة | نبدأ | هل هذا | أبدأ",
    Role.OTHER: "آخر | كلاهما | غير ذلك | لا أعرف",
    Role.IF: "إذا أردت | إذا كنت",
    Role.CAN: "يمكنني | أستطيع",
    Role.REQUEST: "هل يمكنك | تحقق",
    Role.WHAT: "ما هو | ما هي | ماذا | كيف | أين | متى | لماذا | من هم",
    Role.YES_NO: "هل",
    Role.THESE: "من هذه | بين",
    Role.FIRST: "أولا | أولاً | نبدأ",
    Role.GENERAL: "شيء آخر | أسئلة | مشكلة",
    Role.ACT: "^نعم | ^لا",
    Role.DONE: "تمت إضافة | تم إصلاح",
    Role.QUIZ: "استبيان | اختبار | مسودة | نموذج",
    Role.MANY: "أكثر من خيار | اختيار متعدد | عدة خيارات | اختيار أكثر من | كل ما ينطبق | جميع ما ينطبق | أكثر من واحد",
    Role.ONLY_ONE: "واحد فقط | واحدًا فقط | واحدة فقط",
    Role.UP_TO: "حتى | بحد أقصى | كحد أقصى | على الأكثر",
    Role.AT_LEAST: "على الأقل | بحد أدنى",
    Role.EXACTLY: "اختر | حدد",
}
