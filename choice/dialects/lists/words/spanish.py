"""Spanish words of questions."""

# ruff: noqa: E501 - word lists, patterns and graded strengths are data

from choice.dialects.lists.words import Role, Words

CODE, SPACED = "es", True
YES, NO = "Sí", "No"
COMMON = "el la los las de que y en un una con por para quieres es lo se del al como está qué cuál"
MARKERS = "opción | opcion | alternativa | enfoque | camino | variante"
OPENINGS = "quieres querés prefieres preferís que te gustaría debo debería y deseas se o es"
NUMBERS = "un / una / uno | dos | tres | cuatro | cinco | seis"
WORDS: Words = {
    Role.WHICH: """
        cuál | cuáles | cual prefieres | qué prefieres | qué preferís | qué quieres | qué querés | qué opción | qué enfoque
        | qué te parece | qué hacemos | qué camino | cómo quieres | cómo prefieres | cómo querés | cómo procedemos | cómo seguimos | qué tipo
        | qué hago | qué deseas | por cuál | por dónde | dónde debe* | cuánto* | quién debe*""",
    Role.PREFER: """
        prefier* | prefer* | elige* | elegi* | elijo | escog* | quieres | quiere | querés | te gustaría | desea* | decid* | decisión | decisiones
        | elección""",
    Role.OFFER: """
        quieres que | querés que | quieres | querés | te gustaría | deseas que | prefieres que | debo | debería | debemos | puedo
        | le gustaría | desea que | avanzo | arranco | procedo""",
    Role.YOU: "tú | te | tu | tus | usted | vos | ti | su | sus | quieres | prefieres | querés",
    Role.OPTION: "opción | opciones | alternativa* | enfoque* | camino* | siguientes | formas | maneras | vías | decisión | decisiones",
    Role.TELL: """
        dime | decime | avísame | avisame | indícame | indicame | elige | confírmame | confirma | confirmame | decidme | contame
        | cuéntame | escoge | selecciona | responde""",
    Role.OR: "o | ó | u",
    Role.ADVISE: "recomend* | recomiendo | sugier* | suger* | aconsej* | yo haría | yo iría | mi propuesta | mi voto",
    Role.STEPS: "próximos pasos | pasos | paso | para probar | para usar | para ejecutar | para verificar | cómo probar",
    Role.SUMMARY: """
        resumen | cambios | implementad* | agregad* | añadid* | corregid* | completad* | ventajas | beneficios | resultado* | incluye
        | estado | hecho | archivos""",
    Role.BECAUSE: "porque | razones | motivos | por qué | ya que | causas",
    Role.EXAMPLE: "por ejemplo | ejemplo | ejemplos",
    Role.PLAN: "voy a | vamos a | plan | haré | propongo",
    Role.CONFIRM: """
        te parece | está bien | procedo | proceda | continúo | continuar | proceder | sigo | empiezo | comenzar | avanzo | seguimos
        | arranco | confirmas | de acuerdo | correcto""",
    Role.OTHER: "otra cosa | otro | otra | ambos | ambas | todas | todo | ningun* | las dos | los dos | las tres",
    Role.IF: "si quieres | si querés | si prefieres | si deseas | si te parece | si quiere | si necesitas | cuando quieras",
    Role.CAN: "puedo | podría | podemos | preparo | lo hago",
    Role.REQUEST: """
        puedes | podés | podrías | por favor verifica | prueba | ejecuta | revisa | comprueba | pásame | pasame | compárteme
        | puedes compartir | envíame""",
    Role.WHAT: "^qué | ^cómo | ^cuál | ^cuáles | ^dónde | ^cuándo | ^quién | ^cuánto* | ^cuánta* | ^por qué | ^a qué",
    Role.YES_NO: """
        ^quieres | ^querés | ^debo | ^te | ^es | ^está | ^hay | ^tienes | ^deseas | ^prefieres | ^debería | ^confirmas | ^procedo
        | ^sigo | ^empiezo | ^avanzo | ^continúo | ^lo | ^vamos | ^hago | ^arranco | ^seguimos | ^le | ^preferís""",
    Role.THESE: "de estas | de estos | estas | estos | de ellas | una de | uno de | alguna | cuál de | entre",
    Role.FIRST: "primero | empezar | empiezo | siguiente | prioridad | arrancar | comenzar",
    Role.GENERAL: "algo más | alguna duda | alguna pregunta | otra cosa | problema*",
    Role.ACT: """
        ^sí | ^no | ^solo | ^usar | ^crear | ^hacer | ^dejar | ^mantener | ^implementar | ^agregar | ^añadir | ^corregir | ^continuar
        | ^revisar | ^probar | ^ambas | ^todo | ^cambiar | ^ejecutar | ^seguir""",
    Role.DONE: "^agregad* | ^añadid* | ^cread* | ^actualizad* | ^eliminad* | ^corregid* | ^el | ^la | ^los | ^se | ^primero | ^luego",
    Role.CONTENTS: "que incluya | los cambios serían | esto permitiría | incluyendo | implicaría | cubriendo",
    Role.QUIZ: "quiz | encuesta | cuestionario | borrador | plantilla | examen | preguntas frecuentes | entrevista",
    Role.MANY: """
        varias opciones | varias respuestas | selección múltiple | respuestas múltiples | respuesta múltiple | elegir varias | una o más
        | uno o más | más de una | más de uno | todas las que correspondan | todas las que | todos los que | cuáles | puedes elegir varias""",
    Role.ONLY_ONE: "solo un* | sólo un* | solamente un* | una sola | un solo",
    Role.UP_TO: "hasta | como máximo | máximo | máx | no más de | no elijas más de",
    Role.AT_LEAST: "al menos | por lo menos | como mínimo | mínimo",
    Role.EXACTLY: "elige | elija | elegir | escoge | escoja | selecciona | exactamente | seleccione",
}
