"""German words of questions."""

# ruff: noqa: E501 - word lists, patterns and graded strengths are data

from choice.dialects.lists.words import Role, Words

CODE, SPACED = "de", True
YES, NO = "Ja", "Nein"
COMMON = "der die das und ich du sie ist nicht soll sollen wir ein eine mit für auf oder möchtest welche wie"
MARKERS = "option | variante | möglichkeit | ansatz | lösung | alternative"
OPENINGS = "soll sollen sollte ich wir es das möchtest du möchten sie willst lieber oder also und"
NUMBERS = "ein / eine / einen | zwei | drei | vier | fünf | sechs"
WORDS: Words = {
    Role.WHICH: """
        welche | welcher | welches | welchen | welchem | wie möchtest | wie soll* | wie willst | wie wollen | was möchtest | was soll
        | was sollen | was willst | was bevorzugst | wohin soll | wo soll | wo sollen | wer soll | wie viele | wie oft | wann soll
        | für wen | womit | wofür""",
    Role.PREFER: """
        bevorzug* | möchte* | wählst | wähle | wählen | auswähl* | entscheid* | lieber | willst | wollen | brauch* | wünsch*""",
    Role.OFFER: """
        soll ich | sollen wir | sollte ich | möchtest du | möchten sie | willst du | wollen wir | wollen sie | kann ich | darf ich""",
    Role.YOU: "du | dir | dich | dein* | sie | ihnen | ihr | ihre* | euch",
    Role.OPTION: "option* | möglichkeit* | variante* | ansatz | ansätze | alternative* | wege | folgende* | auswahl | entscheidung*",
    Role.TELL: """
        sag mir | sagen sie | sag bescheid | bitte wähl* | bitte bestätig* | bitte sag | bitte gib | gib mir | ^wähle | lass mich wissen
        | teil* mir | antworte mit""",
    Role.OR: "oder | beziehungsweise",
    Role.ADVISE: "empfehl* | empfohlen | würde ich | ich würde | mein vorschlag | meine wahl | ich rate",
    Role.STEPS: "nächste schritte | schritt* | so geht | vorgehen | anleitung | um das",
    Role.SUMMARY: "zusammenfassung | änderungen | hinzugefügt | behoben | ergebnis* | vorteile | geändert | erledigt | übersicht",
    Role.BECAUSE: "weil | gründe | grund | denn | deshalb | ursachen | warum",
    Role.EXAMPLE: "zum beispiel | z.b | beispiel* | etwa",
    Role.PLAN: "ich werde | plan | ich habe vor | wir werden",
    Role.CONFIRM: "passt das | passt | ist das | fortfahren | loslegen | einverstanden | weitermachen | richtig so | in ordnung",
    Role.OTHER: "etwas anderes | beides | anderes | alle | keine* davon | weiß nicht | weder",
    Role.IF: "wenn du | falls du | wenn sie | falls sie | bei bedarf",
    Role.CAN: "ich kann | kann ich | ich könnte | ich werde | gern*",
    Role.REQUEST: "kannst du | können sie | könntest du | bitte prüf* | bitte teste | schick mir | bitte schick*",
    Role.WHAT: "^was | ^wie | ^welche* | ^wo | ^wann | ^wer | ^warum | ^wen | ^wem | ^woher | ^wohin | ^wozu",
    Role.YES_NO: """
        ^soll | ^sollen | ^sollte | ^möchtest | ^möchten | ^willst | ^kann | ^ist | ^sind | ^hast | ^haben | ^wollen | ^darf | ^passt
        | ^gibt | ^wird | ^werden | ^bist | ^brauchst""",
    Role.THESE: "dieser | diesen | davon | welche davon | eine der | die beiden | oben",
    Role.FIRST: "zuerst | zunächst | als nächstes | anfangen | beginnen | weiter",
    Role.GENERAL: "noch etwas | noch fragen | fragen | probleme",
    Role.ACT: "^ja | ^nein | ^nur | ^beide* | ^alles | ^keine*",
    Role.DONE: "^hinzugefügt | ^behoben | ^erstellt | ^geändert | ^der | ^die | ^das | ^es | ^zuerst | ^dann | ^danach | ^ich",
    Role.QUIZ: "quiz | umfrage | fragebogen | entwurf | vorlage | prüfung | häufige fragen | interviewfragen | faq",
    Role.MANY: """
        alle zutreffenden | alles zutreffende | mehrfachauswahl | mehrfachnennung* | mehrfachantwort* | mehrere antworten
        | mehrere möglich | eine oder mehrere | mehrere auswählen""",
    Role.ONLY_ONE: "nur ein* | genau ein* | einzelauswahl",
    Role.UP_TO: "bis zu | höchstens | maximal | max",
    Role.AT_LEAST: "mindestens | wenigstens | mind",
    Role.EXACTLY: "wähle | wählen | wählen sie | genau | nenne | nennen",
}
