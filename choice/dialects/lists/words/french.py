"""French words of questions."""

# ruff: noqa: E501 - word lists, patterns and graded strengths are data

from choice.dialects.lists.words import Role, Words

CODE, SPACED = "fr", True
YES, NO = "Oui", "Non"
COMMON = "le la les des et est je tu vous une pour que dans sur veux pas avec ce qui du de on voulez"
MARKERS = "option | approche | choix | solution | méthode | piste"
OPENINGS = (
    "veux-tu voulez-vous souhaitez-vous préfères-tu préférez-vous tu préfères que je dois-je on et ou je"
)
NUMBERS = "un / une | deux | trois | quatre | cinq | six"
WORDS: Words = {
    Role.WHICH: """
        lequel | laquelle | lesquels | lesquelles | quel | quelle | quels | quelles | que préfér* | que souhait* | que voulez | que veux
        | comment souhait* | comment voulez | comment veux | comment préfér* | tu préfères | par quoi | par où | où faut | combien""",
    Role.PREFER: "préfér* | préfèr* | choisi* | choix | souhait* | voulez | veux | décid* | décision*",
    Role.OFFER: """
        voulez-vous | souhaitez-vous | veux-tu | dois-je | préférez-vous | tu veux que | tu veux | vous voulez | souhaites-tu
        | je lance | puis-je | faut-il | on part | je continue""",
    Role.YOU: "vous | toi | tu | te | votre | vos | ton | ta | tes | veux-tu | voulez-vous",
    Role.OPTION: "option* | approche* | choix | solution* | suivant* | alternative* | pistes | manières | façons | voies",
    Role.TELL: "dites-moi | dis-moi | faites-moi savoir | indiquez | précisez | merci de | fais-moi signe | réponds | répondez | choisis | choisissez",
    Role.OR: "ou | soit",
    Role.ADVISE: "recommand* | conseil* | suggér* | suggère | je pense | je propose | ma préférence | mon choix | je pencherais",
    Role.STEPS: "prochaines étapes | étapes | étape | pour tester | pour utiliser | pour vérifier",
    Role.SUMMARY: "résumé | modifications | ajouté* | corrigé* | terminé* | avantages | résultat* | permet | fichiers | état",
    Role.BECAUSE: "parce que | car | raisons | pourquoi | causes",
    Role.EXAMPLE: "par exemple | exemple*",
    Role.PLAN: "je vais | nous allons | plan | je propose de",
    Role.CONFIRM: "ça te va | cela vous | continue* | commencer | procéder | d'accord | je lance | valide* | vous convient | on y va | confirme*",
    Role.OTHER: "autre* | les deux | tous | toutes | aucun*",
    Role.IF: "si tu veux | si vous voulez | si vous souhaitez | si tu souhaites | si tu préfères | si vous préférez | si besoin",
    Role.CAN: "je peux | je pourrais | nous pouvons | on peut | je lance",
    Role.REQUEST: "peux-tu | pouvez-vous | pourrais-tu | pourriez-vous | vérifie* | essaye* | tu peux | envoie-moi | colle",
    Role.WHAT: "^que | ^comment | ^quel* | ^où | ^quand | ^qui | ^pourquoi | ^combien | ^qu'est",
    Role.YES_NO: """
        ^voulez* | ^souhait* | ^veux* | ^dois* | ^puis* | ^peux* | ^est-ce | ^est | ^avez* | ^es-tu | ^êtes* | ^faut*""",
    Role.THESE: "de ces | ces | parmi | un de | une de | l'une | l'un | entre",
    Role.FIRST: "d'abord | premier | première | commence* | priorité | suite",
    Role.GENERAL: "autre chose | d'autres questions | question* | problème*",
    Role.ACT: "^oui | ^non | ^seulement | ^les deux | ^tout | ^garder | ^utiliser | ^créer | ^ajouter | ^faire | ^continuer",
    Role.DONE: "^ajouté | ^créé | ^corrigé | ^supprimé | ^le | ^la | ^les | ^il",
    Role.QUIZ: "quiz | sondage | questionnaire | brouillon | modèle | examen | faq",
    Role.MANY: "choix multiple* | plusieurs réponses | une ou plusieurs | un ou plusieurs | toutes les réponses | lesquels | lesquelles | plusieurs choix",
    Role.ONLY_ONE: "un seul | une seule",
    Role.UP_TO: "jusqu'à | jusqu’à | au maximum | maximum",
    Role.AT_LEAST: "au moins | minimum",
    Role.EXACTLY: "choisissez | choisis | exactement | sélectionnez",
}
