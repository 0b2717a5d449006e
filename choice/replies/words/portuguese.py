"""Portuguese phrases of replies.

In `NUMBERS`, `ORDINALS` and `FROM_THE_END`, `|` separates positions and `/` separates synonyms. The first
entry of `FROM_THE_END` is the last position. In `WORDS` and `RESERVATIONS`, `|` separates phrases.
"""

from choice.replies.meaning import Meaning, Words

NUMBERS = "um | dois / duas | três | quatro | cinco | seis | sete | oito | nove | dez"
ORDINALS = """
    primeiro / primeira / primeiros / primeiras | segundo / segunda | terceiro / terceira | quarto / quarta
    | quinto / quinta | sexto / sexta | sétimo / sétima | oitavo / oitava | nono / nona | décimo / décima"""
FROM_THE_END = "último / última / últimos / últimas | penúltimo / penúltima | antepenúltimo / antepenúltima"
WORDS: Words = {
    Meaning.FILLER: """
        por favor | obrigado | obrigada | muito obrigado | os | as | uma | do | da | dos | das | de | eu
        | nós | me | minha resposta | minha escolha | quero | queria | gostaria | gostaria de | queremos
        | prefiro | preferimos | preferia | preferiria | escolho | escolhemos | escolha | escolheria
        | fico com | ficamos com | fique com | fico pela | gosto | gosto mais | gosto de | vou com
        | vamos com | vamos de | vou de | vou escolher | vamos usar | vou usar | pode ser | usa | use
        | usar | usemos | usaria | vamos fazer | vamos | vamos implementar | implementemos | implemente
        | faz | faça | fazer | façamos | comece com | comecemos com | começar com | siga com
        | seguir com | siga | com | com a | com o | que seja | seria | é | está bem | está bom
        | está ótimo | é melhor | é a melhor | acho que | acho | penso que | creio que | eu diria
        | diria | então | bom | olá | oi | para mim | para nós | só | apenas | simplesmente | na verdade
        | dessa vez | desta vez | opto por | optamos por | provavelmente | também | em | no | na
        | resposta | parece bem | parece-me bem | parece bom | perfeito | da lista | agora mesmo
        | imediatamente | já""",
    Meaning.WEAK: "melhor | por agora | por enquanto",
    Meaning.REQUEST: """
        podemos usar | poderíamos usar | podes usar | pode usar | poderia usar | podemos ir com
        | poderia ser | pode fazer""",
    Meaning.COUNTER: """
        opção | opções | número | núm | a opção | o número | alternativa | letra | a letra | opção número
        | resposta número | item""",
    Meaning.MIDDLE: "do meio | a do meio | o do meio | no meio | meio",
    Meaning.ALL: """
        tudo | todos | todas | todas elas | todos eles | todas as opções | todas as anteriores | cada uma
        | os três | as três | todas juntas""",
    Meaning.BOTH: "ambos | ambas | os dois | as duas | ambas as opções | as duas coisas",
    Meaning.NONE: """
        nenhum | nenhuma | nenhuma das duas | nenhum dos dois | nenhuma delas | nenhum deles
        | nenhuma das anteriores | nenhuma opção | nada""",
    Meaning.RECOMMENDED: """
        recomendada | recomendado | a recomendada | o recomendado | a opção recomendada | sua recomendação
        | a tua recomendação | a que recomenda | por padrão | padrão | predefinido""",
    Meaning.NOT: """
        não quero | não a | não o | não use | não usar | não gosto | em vez de | em vez do | em vez da
        | ao invés de | sem | nem | nunca | qualquer um menos | qualquer uma menos | qualquer coisa menos
        | não queremos | não é""",
    Meaning.EXCEPT: """
        exceto | menos | salvo | todas menos | todos menos | tudo menos | todas exceto | todos exceto
        | tudo exceto | mas não | à exceção de | com exceção de | tirando""",
    Meaning.AND: "e também | mais | além de | e além disso",
    Meaning.OR: "ou | ou então | ou talvez",
    Meaning.TO: "até",
    Meaning.BUT: "mas | porém | contudo | só que",
    Meaning.REASON: "porque | já que | pois | por causa de | visto que",
    Meaning.YES: """
        sim | claro | claro que sim | com certeza | certo | certamente | isso | isso mesmo | exato
        | exatamente | de acordo | concordo | tá | tá bom | ok | beleza | pode | pode sim | sim por favor
        | confirmo | aprovado | aceito | prossiga | continue | avance | vá em frente | pode continuar""",
    Meaning.NO: """
        não | nao | não não | de jeito nenhum | de maneira nenhuma | negativo | claro que não | agora não
        | melhor não | não concordo | discordo | rejeito | rejeitado | não faça | não faça isso | pare""",
    Meaning.HEDGE: """
        talvez | não sei | não tenho certeza | não faço ideia | depende | isso depende | deixa eu pensar
        | deixe-me pensar | vou pensar | espera | espere | um momento | é difícil | boa pergunta | depois
        | mais tarde | ainda não | tenho uma pergunta | tenho uma dúvida | uma pergunta | não entendo
        | não entendi | não consigo decidir | possivelmente | amanhã | quem sabe""",
    Meaning.VAGUE: "outra coisa | outra | outro | a outra | o outro | algo mais",
    Meaning.DELEGATE: """
        você decide | você escolhe | tu decides | tu escolhes | decide você | escolha você | decida você
        | como quiser | como preferir | como quiseres | o que você achar melhor | o que achar melhor
        | o que preferir | o que você recomenda | o que recomendar | tanto faz | para mim tanto faz
        | qualquer | qualquer um | qualquer uma | qualquer uma serve | não importa | não me importo
        | sem preferência | fica a seu critério | a seu critério | deixo com você | deixo contigo
        | confio em você | surpreenda-me""",
    Meaning.DECLINE: """
        cancelar | cancela | cancele | pular | pula | pule | saltar | passo | deixa | deixa pra lá
        | esquece | esqueça | não obrigado | não obrigada | não me interessa | não quero nenhuma
        | não quero nenhum | não quero nada | prefiro não responder | próxima pergunta | ignora | ignore""",
    Meaning.ASKS: """
        qual | quais | quanto | quanta | quantos | como | por que | por quê | quando | onde | quem
        | para quê | o que | o quê | há | explique | explica | me explique | diga-me | ajuda
        | pode explicar""",
    Meaning.ASKS_ANYWHERE: """
        qual é a diferença | qual a diferença | que diferença | a diferença entre | diferença entre
        | quanto custa | o que significa | o que é | qual é melhor | qual você recomenda
        | o que você recomenda | mais sobre | e se | mais informações sobre""",
}
RESERVATIONS: Words = {
    Meaning.CONDITION: """
        se | só se | apenas se | desde que | contanto que | a menos que | a não ser que | quando
        | assim que | enquanto | até que | depende | caso""",
    Meaning.LATER: """
        mais tarde | depois | amanhã | hoje à noite | semana que vem | mês que vem | algum dia | espera
        | espere | esperar | agora não | ainda não | não agora | outro dia | janeiro | fevereiro | março
        | abril | maio | junho | julho | agosto | setembro | outubro | novembro | dezembro""",
    Meaning.LIMIT: """
        só | somente | apenas | exceto | menos | sem | metade | parte | primeiro | antes | devagar
        | com cuidado""",
    Meaning.AGAINST: """
        demais | caro demais | ruim | mau | pior | terrível | horrível | erro | errado | caro | cara
        | lento | lenta | arriscado | perigoso | odeio | absurdo | na verdade | melhor | nunca | jamais
        | não | infelizmente | desculpa | desculpe | dúvida | duvido | contra | impossível | brincadeira""",
}
DESTRUCTIVE = """
    apagar apaga apague excluir exclui exclua deletar delete eliminar remover remova sobrescrever forcar
    destruir descartar esvaziar irreversivel permanentemente definitivamente"""
