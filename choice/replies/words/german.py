"""German phrases of replies.

In `NUMBERS`, `ORDINALS` and `FROM_THE_END`, `|` separates positions and `/` separates synonyms. The first
entry of `FROM_THE_END` is the last position. In `WORDS` and `RESERVATIONS`, `|` separates phrases.
"""

from choice.replies.meaning import Meaning, Words

NUMBERS = """
    eins | zwei / zwo | drei | vier | fünf / fuenf | sechs | sieben | acht | neun | zehn | elf | zwölf
    / zwoelf"""
ORDINALS = """
    erste / erster / erstes / ersten / erstens / erstere / ersteres / ersterer | zweite / zweiter
    / zweites / zweiten / zwote / zweitens | dritte / dritter / drittes / dritten / drittens | vierte
    / vierter / viertes / vierten | fünfte / fünfter / fünftes / fünften / fuenfte | sechste / sechster
    / sechstes / sechsten | siebte / siebter / siebtes / siebten / siebente | achte / achter / achtes
    / achten | neunte / neunter / neuntes / neunten | zehnte / zehnter / zehntes / zehnten"""
FROM_THE_END = """
    letzte / letzter / letztes / letzten / letztere / letzteres / unterste | vorletzte / vorletzter
    / vorletztes / vorletzten / zweitletzte | drittletzte / drittletzter / drittletztes / drittletzten"""
WORDS: Words = {
    Meaning.FILLER: """
        nehm | nehme mal | geh mit | ich gehe mit | bitte | bitteschön | danke | danke schön
        | vielen dank | die | der | das | den | dem | des | ein | eine | einen | einem | einer | ich
        | wir | mir | uns | mich | mein | meine | nehme | nehmen | nehme ich | nehmen wir | nimm | nehmt
        | würde | würde ich | würde sagen | ich würde sagen | möchte | möchten | will | wollen | hätte
        | hätte gern | gern | gerne | lieber | am liebsten | wähle | wählen | wähl | ich bin für
        | bin für | wäre | wäre gut | wäre super | wäre mir | ist | ist gut | ist besser | ist am besten
        | passt mir | mach | machen | machen wir | mache | lass uns | lasst uns | lass | benutze
        | benutzen | verwende | verwenden | nutze | nutzen | für | mit der | mit dem | mit | mal | dann
        | also | so | eher | einfach | nur | doch | halt | eben | wohl | ich denke | denke ich
        | ich glaube | glaube ich | ich finde | finde ich | ich meine | sage ich | meine wahl
        | meine antwort | antwort | von | von denen | davon | aus | hallo | hi | äh | ähm | na | ja dann
        | auf jeden fall | auf | auch | dafür | es | klingt gut | klingt super | gefällt mir
        | gefällt mir am besten | entscheide mich | ich entscheide mich für | entscheide mich für
        | fang mit | fangen wir mit | setz um | setzen wir | sofort | gleich | direkt | umsetzen
        | ist der richtige weg | wahrscheinlich | haben | nach | am | um | im | zum""",
    Meaning.WEAK: "jetzt | erstmal | fürs erste",
    Meaning.REQUEST: """
        können wir | könnten wir | kann ich | könnte ich | können sie | könntest du | kannst du
        | nehmen wir dann""",
    Meaning.COUNTER: """
        nummer | nr. | variante | möglichkeit | auswahl | punkt | vorschlag | antwort nummer
        | option nummer | buchstabe | die nummer""",
    Meaning.MIDDLE: """
        mittlere | mittlerer | mittleres | mittleren | in der mitte | die mittlere | mitte""",
    Meaning.ALL: """
        alle | alles | alle drei | alle vier | sämtliche | allesamt | alle davon | alle optionen | jede
        | jedes | alle zusammen""",
    Meaning.BOTH: "beide | beides | alle beide | alle zwei | beiden",
    Meaning.NONE: """
        keine | keins | keines | keiner | keine davon | keins davon | keine von beiden | keins von beiden
        | nichts | nichts davon | weder noch | keine der optionen | keine von denen | keine von allen""",
    Meaning.RECOMMENDED: """
        empfohlene | empfohlene option | die empfohlene | deine empfehlung | ihre empfehlung
        | die empfehlung | standard | empfehlung""",
    Meaning.NOT: """
        nicht | kein | keinen | nicht die | nicht den | nicht das | ohne | statt | anstatt | anstelle von
        | bloß nicht | auf keinen fall | alles andere als | alles nur nicht | nur nicht | weder | noch
        | lieber nicht | nicht unbedingt""",
    Meaning.EXCEPT: """
        außer | ausser | bis auf | alle außer | alle ausser | alles außer | alles ausser | abgesehen von
        | alle bis auf | aber nicht | alles bis auf | ausgenommen""",
    Meaning.AND: "und | sowie | und auch | plus | und dann",
    Meaning.OR: "oder | entweder | beziehungsweise | bzw | oder vielleicht",
    Meaning.TO: "bis",
    Meaning.BUT: "aber | sondern | jedoch | allerdings",
    Meaning.REASON: "weil | da es | denn | wegen | da das | da sie",
    Meaning.YES: """
        alles klar | passt alles
        | ja | jo | jap | jawohl | jep | klar | na klar | sicher | natürlich | gerne ja | genau
        | einverstanden | in ordnung | passt | passt so | stimmt | ja bitte | ja gerne | okay | ja klar
        | selbstverständlich | mach das | tu es | ja genau | unbedingt | aber ja | machen wir so
        | ja mach das | auf jeden fall | weiter""",
    Meaning.NO: """
        nein | nö | nee | ne | nein danke | auf keinen fall | lieber nicht | bloß nicht | besser nicht
        | nicht machen | keinesfalls | niemals | nie | mach das nicht | tu es nicht | noe
        | nein bitte nicht | bitte nicht | stopp""",
    Meaning.HEDGE: """
        muss ich nachdenken | da muss ich nachdenken | ich muss nachdenken | keinen plan | kein plan
        | muss nachdenken | ich frage nach | ich frag mal nach | vielleicht | eventuell | evtl
        | weiß nicht | ich weiß nicht | weiß ich nicht | ich weiß es nicht | weiss nicht | ich weiss nicht
        | keine ahnung | kommt drauf an | kommt darauf an | das kommt drauf an | es kommt darauf an
        | nicht sicher | bin nicht sicher | ich bin nicht sicher | bin mir nicht sicher
        | ich bin mir nicht sicher | mal sehen | mal schauen | schwer zu sagen | gute frage | moment
        | einen moment | warte | warte mal | muss überlegen | ich muss überlegen | ich überlege noch
        | überlege noch | später | noch nicht | möglicherweise | unsicher | ich habe eine frage
        | habe eine frage | eine frage zu | frage zu | ich verstehe nicht | verstehe ich nicht
        | das verstehe ich nicht | unentschlossen | kann mich nicht entscheiden
        | ich kann mich nicht entscheiden | kein problem | muss ich erst klären | muss ich klären
        | muss ich erst fragen | muss ich fragen | ich muss nachfragen | morgen""",
    Meaning.VAGUE: """
        etwas anderes | was anderes | andere | anderes | eine andere | ein anderes""",
    Meaning.DELEGATE: """
        wie du denkst | mach wie du denkst | mach wie du willst | wurscht | ist mir wurscht | wurst
        | ist mir wurst | schnuppe | ist mir schnuppe | egal | ist egal | mir egal | ist mir egal
        | das ist mir egal | das ist egal | ganz egal | völlig egal | entscheide du | entscheiden sie
        | du entscheidest | sie entscheiden | entscheid du | such du aus | such dir was aus
        | such dir eine aus | wähl du | wähle du | wählen sie | deine entscheidung | ihre entscheidung
        | deine wahl | wie du willst | wie du meinst | wie sie meinen | wie du magst | wie sie möchten
        | was du empfiehlst | was sie empfehlen | was du willst | was immer du willst | was auch immer
        | überlasse ich dir | das überlasse ich dir | ich überlasse es dir | ich überlasse es ihnen
        | überlasse ich ihnen | das überlasse ich ihnen | irgendeine | irgendeins | irgendeiner
        | irgendwas | keine präferenz | spielt keine rolle | das spielt keine rolle | mir gleich
        | ist mir gleich | hauptsache es funktioniert | nimm das beste | nimm was du willst
        | du darfst entscheiden | entscheide selbst | beide gut""",
    Meaning.DECLINE: """
        abbrechen | abbruch | überspringen | überspring das | vergiss es | lass es | lass gut sein
        | schon gut | kein interesse | kein bedarf | weiter zur nächsten | stornieren
        | ich möchte nicht antworten | dazu sage ich nichts | brauche ich nicht | brauchen wir nicht
        | lassen wir das""",
    Meaning.ASKS: """
        was | welche | welcher | welches | warum | wieso | weshalb | wie | wer | wann | wo | wozu
        | kannst du erklären | gibt es | was ist | was sind | was kostet | wie viel | wieviel | wie lange
        | worin | erkläre | erklär | erklär mir | sag mir | zeig mir | hilfe | hat | sind
        | brauchen wir wirklich""",
    Meaning.ASKS_ANYWHERE: """
        was ist der unterschied | der unterschied zwischen | unterschied zwischen | was kostet
        | was bedeutet | was heißt | was ist besser | was würdest du | was empfiehlst du | mehr über
        | wie funktioniert""",
}
RESERVATIONS: Words = {
    Meaning.CONDITION: """
        wenn | falls | sofern | nur wenn | solange | es sei denn | vorausgesetzt | sobald | bis
        | außer wenn | im fall | kommt darauf an | kommt drauf an""",
    Meaning.LATER: """
        später | morgen | heute abend | nächste woche | nächsten monat | irgendwann | ein andermal | warte
        | warten | verschieben | noch nicht | nicht jetzt | januar | februar | märz | april | mai | juni
        | juli | august | september | oktober | november | dezember""",
    Meaning.LIMIT: """
        nur | bloß | außer | ohne | halb | teilweise | zuerst | erst | erstmal | vorher | nachher
        | langsam | vorsichtig | höchstens | weniger""",
    Meaning.AGAINST: """
        zu teuer | zu langsam | zu riskant | zu viel | zu groß | zu spät | zu früh | zu | schlecht
        | schlechter | furchtbar | schrecklich | fehler | falsch | teuer | langsam | riskant
        | gefährlich | hasse | unsinn | quatsch | eigentlich | lieber | doch lieber | nein | niemals
        | nie | leider | entschuldigung | korrektur | zweifel | bezweifle | dagegen | unmöglich | scherz
        | meinte | halte nichts""",
}
DESTRUCTIVE = """
    loschen loscht geloscht loeschen loschung verwerfen uberschreiben ueberschreiben erzwingen vernichten
    zerstoren zerstoeren entfernen unwiderruflich endgultig"""
