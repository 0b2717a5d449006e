"""French phrases of replies.

In `NUMBERS`, `ORDINALS` and `FROM_THE_END`, `|` separates positions and `/` separates synonyms. The first
entry of `FROM_THE_END` is the last position. In `WORDS` and `RESERVATIONS`, `|` separates phrases.
"""

from choice.replies.meaning import Meaning, Words

NUMBERS = "numéro un | deux | trois | quatre | cinq | six | sept | huit | neuf | dix"
ORDINALS = """
    numéro un / le numéro un / premier / première / premiers / premières / 1er / 1ère / 1re | deuxième
    / second / seconde | troisième | quatrième | cinquième | sixième | septième | huitième | neuvième
    | dixième"""
FROM_THE_END = """
    dernier / dernière / derniers / dernières / tout dernier / toute dernière | avant-dernier
    / avant-dernière / avant dernier / avant dernière | antépénultième"""
WORDS: Words = {
    Meaning.FILLER: """
        s'il vous plaît | s'il te plaît | svp | stp | merci | merci beaucoup | merci d'avance | le | la
        | les | l' | d' | j' | c' | n' | qu' | une | des | du | de | au | aux | à la | ce | cette | je
        | nous | on | moi | ma | mon | me | pour moi | pour nous | je prends | je prendrai | je prendrais
        | je vais prendre | prends | prenons | prenez | je choisis | choisis | choisissons | je veux
        | je voudrais | nous voulons | veux | voudrais | je préfère | préfère | préférons | j'aimerais
        | aimerais | aime | aime bien | j'opte pour | opte pour | va pour | allons-y pour | allons y pour
        | allons pour | on prend | on va prendre | on part sur | partons sur | pars sur | je pars sur
        | je dirais | dirais | dire | disons | je pense | pense | je crois | crois | je pense que
        | ce sera | ce serait | sera | serait | c'est | est | c'est bien | me va | me convient | me plaît
        | est bien | est mieux | est le mieux | est parfait | utilise | utilisons | utiliser | avec
        | alors | donc | bonjour | salut | euh | ben | bah | plutôt | juste | seulement | simplement
        | pour | mon choix | ma réponse | réponse | parmi | dans la liste | de la liste
        | aussi | je vote pour | vote pour | reste sur | restons sur | mettez | mets | mettons
        | implémentons | implémente | commençons par | commence par | tout de suite | immédiatement
        | continuons avec | sans doute | probablement | en fait | y | faisons | faites | fais | parfait""",
    Meaning.WEAK: "pour l'instant",
    Meaning.REQUEST: """
        peut-on prendre | on peut prendre | pouvons-nous prendre | pourrait-on prendre
        | est-ce qu'on peut prendre | je peux avoir | puis-je avoir | pourrais-je avoir | peux-tu prendre
        | peut on prendre | pouvez-vous prendre""",
    Meaning.COUNTER: """
        l'option | le numéro | numéro | numéros | n° | le choix | choix | la lettre | lettre | proposition
        | la proposition | réponse numéro | option numéro""",
    Meaning.MIDDLE: """
        du milieu | celui du milieu | celle du milieu | au milieu | milieu | central | centrale""",
    Meaning.ALL: """
        tout | tous | toutes | tous les trois | toutes les trois | toutes les options | chacune | chacun
        | tout ça | toutes celles-ci | l'ensemble | tous les choix""",
    Meaning.BOTH: """
        les deux | tous les deux | toutes les deux | les deux options | l'un et l'autre""",
    Meaning.NONE: """
        aucun | aucune | aucun des deux | aucune des deux | ni l'un ni l'autre | ni l'une ni l'autre
        | rien | rien du tout | aucune de ces options | aucune option | aucun de ceux-là
        | aucune d'entre elles | aucun d'entre eux""",
    Meaning.RECOMMENDED: """
        recommandé | recommandée | l'option recommandée | celle recommandée | celui recommandé
        | ta recommandation | votre recommandation | par défaut | conseillée | conseillé""",
    Meaning.NOT: """
        pas | pas la | pas le | pas de | surtout pas | je ne veux pas | ne veux pas | je ne veux pas de
        | je veux pas | au lieu de | au lieu du | plutôt que | sans | jamais | n'importe lequel sauf
        | n'importe laquelle sauf | tout plutôt que | n'importe quoi sauf | pas du tout
        | n'importe lequel sauf le | ni""",
    Meaning.EXCEPT: """
        sauf | excepté | hormis | à part | tous sauf | toutes sauf | tout sauf | mais pas
        | à l'exception de | tout excepté | sauf le | tous sauf le | toutes sauf la""",
    Meaning.AND: "et | et aussi | ainsi que | plus | et puis",
    Meaning.OR: "ou | ou bien | soit | ou peut-être | ou alors",
    Meaning.TO: "jusqu'à | jusqu'au",
    Meaning.BUT: "mais | cependant",
    Meaning.REASON: """
        parce que | parce qu' | car | puisque | puisqu' | vu que | étant donné | en raison de""",
    Meaning.YES: """
        oui | ouais | ouaip | bien sûr | d'accord | ok oui | vas-y | allez-y | tout à fait | exactement
        | absolument | volontiers | entendu | c'est bon | ça marche | ça me va | certainement | oui merci
        | évidemment | carrément | c'est ça | d'acc | dac | bien entendu | fais-le | faites-le
        | avec plaisir | allons-y""",
    Meaning.NO: """
        non | nan | non non | pas question | hors de question | surtout pas | certainement pas
        | bien sûr que non | absolument pas | pas du tout | ne le fais pas | ne le faites pas
        | ne fais pas ça | vaut mieux pas | non pas ça | jamais de la vie""",
    Meaning.HEDGE: """
        une seconde | je dois demander | dois demander | j'en sais rien | je n'en sais rien
        | je vais demander | je demande | je dois vérifier | peut-être | peut être | je ne sais pas
        | je sais pas | sais pas | j'sais pas | chais pas | aucune idée | ça dépend | cela dépend
        | dépend | pas sûr | pas sûre | je ne suis pas sûr | je ne suis pas sûre | je suis pas sûr
        | pas certain | je réfléchis | laissez-moi réfléchir | laisse-moi réfléchir | faut voir | à voir
        | on verra | difficile à dire | bonne question | attends | attendez | un instant | un moment
        | plus tard | pas encore | j'hésite | hésite | j'hésite entre | j'ai une question
        | une question sur | question sur | je ne comprends pas | je comprends pas | comprends pas
        | éventuellement | pas de problème | demain | je dois réfléchir""",
    Meaning.VAGUE: "autre chose | un autre | une autre | autre | l'autre",
    Meaning.DELEGATE: """
        fais comme tu le sens | comme tu le sens | comme vous le sentez | à vous de juger | à toi de juger
        | fais comme tu veux | faites comme vous voulez | fais comme tu préfères | c'est toi qui choisis
        | c'est vous qui choisissez | comme ça t'arrange | comme ça vous arrange | à toi de voir
        | à vous de voir | à toi de choisir | à vous de choisir | à toi de décider | à vous de décider
        | comme tu veux | comme vous voulez | comme tu préfères | comme vous préférez | c'est toi qui vois
        | c'est vous qui voyez | tu décides | vous décidez | tu choisis | vous choisissez
        | choisis pour moi | choisissez pour moi | décide pour moi | décidez pour moi | choisis toi-même
        | décide toi-même | peu importe | peu m'importe | ça m'est égal | cela m'est égal | m'est égal
        | n'importe | n'importe lequel | n'importe laquelle | n'importe quoi | ce que tu veux
        | ce que vous voulez | ce que tu recommandes | ce que vous recommandez | celui que tu veux
        | celle que tu veux | je te laisse choisir | je vous laisse choisir | je te laisse décider
        | je vous laisse décider | je te fais confiance | je vous fais confiance | pas de préférence
        | aucune préférence | sans préférence | je m'en fiche | m'en fiche | au choix | au hasard
        | le meilleur selon toi | fais au mieux | faites au mieux | l'un ou l'autre | l'une ou l'autre
        | surprends-moi | je n'ai pas de préférence""",
    Meaning.DECLINE: """
        annuler | annule | annulez | passer | passe | je passe | passons | laisse tomber | laissez tomber
        | oublie | oubliez | non merci | tant pis | pas intéressé | pas intéressée | ça ne m'intéresse pas
        | je ne veux rien | je n'en veux aucun | je n'en veux aucune | je préfère ne pas répondre
        | question suivante | arrête | arrêtez | ignore ça""",
    Meaning.ASKS: """
        quel | quelle | quels | quelles | que | quoi | pourquoi | comment | combien | où | qui
        | est-ce que | est-ce qu' | c'est quoi | qu'est-ce que | qu'est-ce qui | qu'est-ce qu' | explique
        | expliquez | peux-tu | pouvez-vous | peux-tu expliquer | dis-moi | dites-moi | y a-t-il | aide
        | lequel | laquelle | et si""",
    Meaning.ASKS_ANYWHERE: """
        quelle est la différence | la différence entre | différence entre | combien coûte | que signifie
        | ça veut dire quoi | veut dire quoi | c'est quoi | laquelle est | lequel est
        | tu recommandes quoi | en savoir plus | que se passe-t-il si | ça coûte combien""",
}
RESERVATIONS: Words = {
    Meaning.CONDITION: """
        si | s'il | s'ils | sauf si | seulement si | à condition | à condition que | tant que | quand
        | lorsque | une fois | dès que | jusqu'à | pourvu que | ça dépend""",
    Meaning.LATER: """
        plus tard | demain | ce soir | la semaine prochaine | le mois prochain | un jour | attends
        | attendez | attendre | pas maintenant | pas encore | une autre fois | janvier | février | mars
        | avril | mai | juin | juillet | août | septembre | octobre | novembre | décembre""",
    Meaning.LIMIT: """
        seulement | juste | sauf | sans | moitié | une partie | d'abord | avant | après | lentement
        | doucement | moins | uniquement""",
    Meaning.AGAINST: """
        trop cher | trop lent | trop risqué | trop | mauvais | mauvaise | pire | terrible | affreux
        | erreur | faux | cher | chère | lent | risqué | dangereux | déteste | absurde | n'importe quoi
        | en fait | plutôt | jamais | non | malheureusement | pardon | désolé | désolée | doute | contre
        | impossible | je plaisante | je voulais dire""",
}
DESTRUCTIVE = """
    supprimer supprime supprimez suppression effacer efface effacez ecraser ecrase ecrasez forcer detruire
    detruit purger vider irreversiblement definitivement"""
