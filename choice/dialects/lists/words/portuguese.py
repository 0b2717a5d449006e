"""Portuguese words of questions."""

# ruff: noqa: E501 - word lists, patterns and graded strengths are data

from choice.dialects.lists.words import Role, Words

CODE, SPACED = "pt", True
YES, NO = "Sim", "Não"
COMMON = "o os as de que e em um uma com para você não é do da se ou no na quer posso devo qual"
MARKERS = "opção | opcao | alternativa | caminho | abordagem"
OPENINGS = "quer que você prefere devo e ou"
NUMBERS = "um / uma | dois / duas | três | quatro | cinco | seis"
WORDS: Words = {
    Role.WHICH: "qual | quais | o que você | o que prefere | o que quer | como você | como prefere | como quer | por onde | qual delas | onde deve* | quem deve* | quanto*",
    Role.PREFER: "prefer* | escolh* | quer | gostaria | deseja* | decid* | decisão | decisões",
    Role.OFFER: "quer que | gostaria que | deseja que | devo | posso | você quer | prefere que | quer | podemos",
    Role.YOU: "você | te | seu | sua | seus | suas | vocês",
    Role.OPTION: "opção | opções | caminho* | abordage* | alternativa* | seguintes | formas | maneiras",
    Role.TELL: "me diga | me avise | me informe | diga-me | escolha | me conte | confirme | responda",
    Role.OR: "ou",
    Role.ADVISE: "recomend* | sugiro | sugest* | aconselh* | eu faria | eu iria | minha escolha",
    Role.STEPS: "próximos passos | passos | passo | para testar | para usar",
    Role.SUMMARY: "resumo | mudanças | alterações | adicionad* | corrigid* | concluíd* | vantagens | resultado*",
    Role.BECAUSE: "porque | razões | motivos | por que | pois",
    Role.EXAMPLE: "por exemplo | exemplo*",
    Role.PLAN: "vou | vamos | plano",
    Role.CONFIRM: "está ok | está certo | está bom | prosseguir | continuar | começar | tudo bem | confirma",
    Role.OTHER: "outra* | outro* | ambos | ambas | todos | todas | nenhum*",
    Role.IF: "se quiser | se preferir | se você | se desejar | caso queira",
    Role.CAN: "posso | podemos | poderia",
    Role.REQUEST: "você pode | poderia | pode verificar | verifique | teste | envie | por favor",
    Role.WHAT: "^o que | ^como | ^qual | ^quais | ^onde | ^quando | ^quem | ^quant* | ^por que",
    Role.YES_NO: "^quer | ^deseja | ^devo | ^posso | ^gostaria | ^você | ^podemos | ^é | ^está | ^há | ^vamos | ^prefere",
    Role.THESE: "destas | destes | dessas | desses | delas | deles | uma das | um dos | estas | essas | entre",
    Role.FIRST: "primeiro | começar | prioridade | próximo | a seguir",
    Role.GENERAL: "mais alguma coisa | alguma dúvida | problema*",
    Role.ACT: "^sim | ^não | ^apenas | ^só | ^usar | ^criar | ^manter | ^adicionar | ^continuar | ^ambos",
    Role.DONE: "^adicionad* | ^criad* | ^corrigid* | ^removid* | ^o | ^a | ^os",
    Role.QUIZ: "quiz | pesquisa | questionário | rascunho | modelo | prova | perguntas frequentes",
    Role.MANY: "várias opções | múltipla escolha | uma ou mais | um ou mais | todas as que | quais | mais de uma | vários",
    Role.ONLY_ONE: "apenas um* | só um* | somente um*",
    Role.UP_TO: "até | no máximo | máximo",
    Role.AT_LEAST: "pelo menos | no mínimo | ao menos",
    Role.EXACTLY: "escolha | selecione | exatamente",
}
