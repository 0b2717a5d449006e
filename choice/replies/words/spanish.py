"""Spanish phrases of replies.

In `NUMBERS`, `ORDINALS` and `FROM_THE_END`, `|` separates positions and `/` separates synonyms. The first
entry of `FROM_THE_END` is the last position. In `WORDS` and `RESERVATIONS`, `|` separates phrases.
"""

from choice.replies.meaning import Meaning, Words

NUMBERS = "uno | dos | tres | cuatro | cinco | seis | siete | ocho | nueve | diez"
ORDINALS = """
    primero / primera / primer / primeros / primeras | segundo / segunda | tercero / tercera / tercer
    | cuarto / cuarta | quinto / quinta | sexto / sexta | séptimo / séptima | octavo / octava | noveno
    / novena | décimo / décima"""
FROM_THE_END = """
    último / última / últimos / últimas / el último de todos | penúltimo / penúltima | antepenúltimo
    / antepenúltima"""
WORDS: Words = {
    Meaning.FILLER: """
        elegiría | yo elegiría | escogería | iría con | yo iría con | iría por | yo iría por | por favor
        | porfa | porfavor | gracias | muchas gracias | el | la | lo | los | las | un | una | unos | unas
        | al | del | de | de la | de los | yo | me | mi | nos | mi respuesta | mi elección | mi opción
        | quiero | quisiera | querría | queremos | prefiero | preferimos | preferiría | elijo | elegimos
        | elige | escojo | escogemos | escoge | selecciono | selecciona | me quedo con | nos quedamos con
        | me gusta | me gusta más | me gustaría | voy con | vamos con | voy a elegir | voy por | vamos por
        | vamos a usar | usa | usar | usemos | usaría | uso | toma | tomo | pon | ponme | dame | con la
        | con el | con | que sea | que sean | sería | es | está bien | es mejor | es la mejor
        | creo que | creo | pienso que | diría | yo diría | diría que | pues | entonces | bueno pues
        | hola | para mí | para nosotros | solo | sólo | simplemente | la verdad | eh | este
        | esta vez | hagamos | haz | hacer | opto por | optamos por | seguramente | probablemente
        | también | en | le | respuesta | parece bien | me parece bien | me parece mejor | suena bien
        | implementemos | implementa | implementar | empecemos con | empieza con | probemos | prueba con
        | procede con | dale con | adelante con | ahora mismo | de inmediato | enseguida | quedémonos con
        | perfecto | seguimos con | lista | de la lista""",
    Meaning.WEAK: "mejor | ya | por ahora",
    Meaning.REQUEST: """
        podemos usar | podríamos usar | puedes usar | podrías usar | me das | podemos ir con | podría ser
        | puede ser""",
    Meaning.COUNTER: """
        opción | opciones | número | núm | la opción | la número | el número | alternativa | letra
        | la letra | opción número | respuesta número""",
    Meaning.MIDDLE: """
        de en medio | del medio | la del medio | el del medio | de enmedio | intermedia | intermedio
        | en el medio | medio | la de en medio""",
    Meaning.ALL: """
        todo | todos | todas | todas ellas | todos ellos | todas las opciones | todas las anteriores
        | todos los anteriores | cada una | los tres | las tres | todas juntas | todo eso""",
    Meaning.BOTH: "ambos | ambas | los dos | las dos | ambas opciones | ambas cosas",
    Meaning.NONE: """
        ninguno | ninguna | ningún | nada | ninguna de las dos | ninguno de los dos | ninguna de ellas
        | ninguna de las anteriores | ninguno de ellos | ni uno ni otro | ninguna opción | ninguna de esas""",
    Meaning.RECOMMENDED: """
        recomendada | recomendado | la recomendada | la opción recomendada | tu recomendación
        | su recomendación | la que recomiendas | por defecto | predeterminada""",
    Meaning.NOT: """
        no quiero | no la | no el | no uses | no usar | no me gusta | en lugar de | en vez de | sin | ni
        | nunca | cualquiera menos | cualquier cosa menos | cualquiera excepto | cualquiera salvo
        | no queremos | no es | antes que | lo que sea menos | no las | no los""",
    Meaning.EXCEPT: """
        excepto | menos | salvo | todas menos | todos menos | todo menos | todas excepto | todos excepto
        | todo excepto | pero no | a excepción de | quitando | exceptuando | todos salvo | todas salvo""",
    Meaning.AND: "y también | más | además de | y además",
    Meaning.OR: "o | o bien | o tal vez | o quizás",
    Meaning.TO: "hasta | a la",
    Meaning.BUT: "pero | sino",
    Meaning.REASON: "porque | ya que | puesto que | dado que | debido a",
    Meaning.YES: """
        sí | si | claro | claro que sí | por supuesto | vale | de acuerdo | dale | correcto | exacto
        | desde luego | sí por favor | adelante | hazlo | está bien sí | bueno | okey | así es
        | efectivamente | sip | venga | afirmativo | continúa | cómo no""",
    Meaning.NO: """
        no gracias eso no | claro que no | para nada | de ninguna manera | en absoluto | no lo hagas
        | mejor no | nop | jamás | no por favor | que no | ni hablar | negativo | no hace falta
        | por supuesto que no | de ningún modo""",
    Meaning.HEDGE: """
        un segundo | dame un segundo | tengo que consultarlo | debo consultarlo | lo consulto
        | tengo que preguntar | lo tengo que pensar | déjame consultarlo | quizás | quizá | tal vez
        | a lo mejor | no sé | no lo sé | no sabría | depende | eso depende | no estoy seguro
        | no estoy segura | no tengo idea | ni idea | déjame pensar | déjame ver | lo pienso | espera
        | un momento | es difícil | difícil decir | buena pregunta | después | más tarde | luego
        | todavía no | aún no | mmm | tengo una pregunta | tengo una duda | una pregunta
        | pregunta sobre | duda sobre | no entiendo | no lo entiendo | no me decido | no puedo decidir
        | posiblemente | mañana | no estoy muy seguro | lo estoy pensando | tengo que pensarlo
        | sin problema""",
    Meaning.VAGUE: "otra cosa | otra | otro | la otra | el otro | algo más",
    Meaning.DELEGATE: """
        lo que tú veas | decídelo tú | decídelo | como tú veas | tú sabrás | lo que digas | tú decides
        | decide tú | usted decide | decida usted | tú eliges | elige tú | tú mismo | como quieras
        | como prefieras | como tú quieras | lo que quieras | lo que prefieras | lo que tú digas
        | lo que recomiendes | lo que tú recomiendes | lo que usted recomiende | lo que creas mejor
        | lo que te parezca | lo que mejor te parezca | me da igual | da igual | me es igual | da lo mismo
        | me da lo mismo | cualquiera | cualquiera está bien | cualquiera de las dos | cualquiera de ellas
        | no importa | no me importa | sin preferencia | no tengo preferencia | lo dejo a tu criterio
        | a tu criterio | lo dejo en tus manos | te lo dejo a ti | lo que sea | el que sea | la que sea
        | la que quieras | el que quieras | elige por mí | decide por mí | sorpréndeme | confío en ti
        | la que tú quieras | la que prefieras | la que tú prefieras | como veas | lo que veas""",
    Meaning.DECLINE: """
        cancelar | cancela | cancélalo | saltar | salta | sáltatelo | omitir | omite | paso | déjalo
        | olvídalo | no gracias | no me interesa | no quiero ninguna | no quiero ninguno | no quiero nada
        | dejémoslo | prefiero no contestar | prefiero no responder | siguiente pregunta | nada gracias
        | no quiero responder | olvídate""",
    Meaning.ASKS: """
        qué | cuál | cuáles | cuánto | cuánta | cuántos | cómo | por qué | cuándo | dónde | quién
        | para qué | hay | explica | explícame | dime | ayuda | puedes explicar | podrías explicar | y si
        | qué tal""",
    Meaning.ASKS_ANYWHERE: """
        cuál es la diferencia | qué diferencia | la diferencia entre | diferencia entre | cuánto cuesta
        | qué significa | qué es | cuál es mejor | cuál recomiendas | qué recomiendas | más sobre
        | qué pasa si | más información sobre""",
}
RESERVATIONS: Words = {
    Meaning.CONDITION: """
        si | solo si | siempre que | a menos que | salvo que | mientras | cuando | una vez | en cuanto
        | hasta que | con tal de que | depende | en caso de""",
    Meaning.LATER: """
        más tarde | luego | después | mañana | esta noche | la semana que viene | el mes que viene
        | algún día | espera | esperar | ahora no | todavía no | aún no | otro día | enero | febrero
        | marzo | abril | mayo | junio | julio | agosto | septiembre | octubre | noviembre | diciembre""",
    Meaning.LIMIT: """
        solo | solamente | únicamente | excepto | menos | sin | mitad | parte | primero | antes | despacio
        | con cuidado""",
    Meaning.AGAINST: """
        demasiado | demasiado caro | malo | mala | peor | terrible | horrible | error | equivocado
        | caro | cara | lento | lenta | arriesgado | peligroso | odio | absurdo | en realidad | mejor
        | nunca | jamás | no | lamentablemente | perdón | perdona | duda | dudo | contra | imposible
        | es broma | quise decir""",
}
DESTRUCTIVE = """
    eliminar elimina eliminarlo eliminacion borrar borra borrarlo borrado sobrescribir sobreescribir forzar
    destruir destruye descartar vaciar purgar"""
