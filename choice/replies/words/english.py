"""English phrases of replies.

In `NUMBERS`, `ORDINALS` and `FROM_THE_END`, `|` separates positions and `/` separates synonyms. The first
entry of `FROM_THE_END` is the last position. In `WORDS` and `RESERVATIONS`, `|` separates phrases.
"""

from choice.replies.meaning import Meaning, Words

NUMBERS = "one | two | three | four | five | six | seven | eight | nine | ten | eleven | twelve"
ORDINALS = """
    first | second | third | fourth | fifth | sixth | seventh | eighth | ninth | tenth | eleventh
    | twelfth"""
FROM_THE_END = """
    last / final / bottom / bottommost / last one / very last | second to last / second last
    / next to last / penultimate / one before last / one before the last / second from last
    / second to the last | third to last / third from last / third last"""
WORDS: Words = {
    Meaning.FILLER: """
        gonna | gonna say | sounds right | sounds right to me | seems | seems like | looks like
        | sounds like | behind | please | pls | plz | thanks | thank you | thx | ty | cheers | thanks a lot
        | many thanks | in advance | the | an | this | that | it | its | it's | is | that's | i | i'd | i'll
        | i'm | id | ill | im | i am | we | we'd | we'll | my | mine | my answer | my choice | my pick
        | my vote | our | answer | answer is | go with | go for | going with | going for | gonna go with
        | let's | lets | let us | let's go | using | pick | picking | taking | choose | choosing | chose
        | select | selecting | selected | prefer | like | love | want | need | would | would like | will
        | should | do | be | have | having | give | give me | gimme | vote | vote for | opt | opt for
        | i think | i guess | i believe | i feel | i suppose | i'd say | say | probably | obviously
        | clearly | for sure | just | only | so | then | for now | for me | to me | for us | um | uh | er
        | oh | ah | hey | hi | hello | well | actually | honestly | really | simply | maybe just | sorry
        | of | for | at | in | on | as | too | also | there | from | list | the list | of the list
        | from the list | of them | of these | of those | ones | is fine | is good | is best | is better
        | is great | looks great | looks best | sounds great | seems best | seems good | seems fine
        | seems right | is ok | is okay | works | will do | would be great | would be good | would be best
        | would be nice | it is | good | great | fine | perfect | nice | cool | kindly | go ahead with
        | go ahead and use | stick with | stick to | settle on | settle for | lean towards | leaning towards
        | leaning toward | i'm for | alright then | we can | you can | can you please use | one please
        | one thanks | by | lol | haha | guys | friend | mate | sir | instead | proceed with | continue with
        | start with | i choose you | mind if we use | i'd rather have | i'd rather | rather
        | i would rather | is enough | should be enough | will be enough | would be enough | you mentioned
        | you listed | you named | sounds nice | looks nice | is nice
        | straight away | straightaway | right away | immediately | asap | let's do
        | let's start with | let's stick with | proceed to | go ahead and | go ahead and do | these | those
        | to answer your question | is the right approach | is the right choice | is the right one
        | is the way to go | is the best approach | is the best option | is the best choice | is a good idea
        | seems like a good idea | sounds like a good idea | seems like the best option | seems reasonable
        | makes the most sense | it to do | is fine by me | is fine with me | works for me | is perfect
        | that's all | that is all | all in all | at last | first of all | first off""",
    Meaning.WEAK: """
        safest | safer | easiest | easier | simplest | simpler | cheapest | cheaper | fastest | faster
        | better | me | us | go | use | take | try | get | now | here | best""",
    Meaning.REQUEST: """
        can we go with | can we use | can we do | can we take | can we pick | can we have
        | could we go with | could we use | could we do | could we take | can i have | can i get
        | could i have | could i get | may i have | can you use | could you use | can you pick
        | could you pick | can you go with | could you go with | would you use | could you take
        | can you take | shall we go with | can i pick | can i choose | can i take | can you do
        | could you do""",
    Meaning.COUNTER: """
        option | options | opt | number | numbers | nr | num | choice | choices | item | items | letter
        | answer number | option number | variant | alternative | line | position | row | entry | pos
        | version""",
    Meaning.SUFFIX: "st | nd | rd | th",
    Meaning.MIDDLE: """
        middle | the middle | middle one | in the middle | one in the middle | center | centre""",
    Meaning.ALL: """
        all | everything | all of them | all of these | all of those | all of the above | every one
        | every one of them | everyone of them | each | each of them | the lot | the whole lot
        | all the options | all options | every option | every | all three | all four | all five | all six
        | them all | each one | all of it""",
    Meaning.BOTH: """
        both | both of them | both of these | the two of them | both options | the pair""",
    Meaning.NONE: """
        none | none of them | none of these | none of those | none of the above | neither
        | neither of them | neither one | neither of these | neither of the two | nothing | no one of them
        | not any | not any of them | not one of them | nothing of that | no option | none of your options
        | zero of them""",
    Meaning.RECOMMENDED: """
        recommended | the recommended one | recommended one | recommended option | your recommendation
        | the recommendation | your recommended | the one you recommend | the one you recommended
        | what is recommended | your suggestion | default | the default | the defaults | your pick
        | the suggested one | suggested | the suggestion""",
    Meaning.NOT: """
        not | don't | dont | do not | don't want | do not want | don't use | do not use | don't pick
        | don't like | not the | never | nor | neither of | without | avoid | anything but
        | anything except | anything other than | any but | anything besides | instead of | rather than
        | over | no to | not going with | i don't want | i do not want | won't | skip number | rule out
        | definitely not | certainly not | absolutely not | not keen on | against | hate | i hate
        | dislike | wouldn't | would not | any except | any other than | whatever but | other than""",
    Meaning.EXCEPT: """
        except | except for | excluding | besides | apart from | aside from | all but | everything but
        | everything except | all except | all except for | but not | minus | all besides | every one but
        | every one except | all bar | all save | everything besides | all apart from
        | everything other than | leave out | everything apart from""",
    Meaning.AND: """
        and | plus | as well as | along with | together with | and also | and then""",
    Meaning.OR: """
        or | or maybe | either | or else | and/or | or possibly | or perhaps | versus | vs""",
    Meaning.TO: "to | through | thru | until | up to",
    Meaning.BUT: "but | however | with",
    Meaning.REASON: """
        because | cause | cuz | bc | since | as it | because of | due to | the reason | for the reason""",
    Meaning.YES: """
        yes | y | yep | yup | yeah | yea | ya | sure | ok | okay | k | kk | okey | absolutely | go ahead
        | do it | please do | affirmative | correct | right | exactly | agreed | agree | i agree | true
        | aye | sure thing | of course | definitely | certainly | by all means | yes please | sounds good
        | looks good | works for me | that works | fine by me | fine with me | make it so | ship it | lgtm
        | confirmed | confirm | approved | approve | accept | accepted | proceed | continue | go for it
        | alright | all right | let's do it | let's do this | yes sir | totally | indeed | i do
        | i confirm | makes sense | you bet | why not do it | good to go | yess | yesss""",
    Meaning.NO: """
        noo | nooo | hold off | let's hold off | no | n | nope | nop | nah | naw | negative | don't do it
        | do not do it | don't do that | do not | don't | please don't | disagree | i disagree | false
        | incorrect | wrong | no way | not ok | not okay | not really | rather not | i'd rather not
        | better not | absolutely not | definitely not | of course not | certainly not | no no | reject
        | rejected | deny | denied | refuse | not now | not today | stop it | hell no | not at all
        | no sir | not a chance | no don't | don't you dare | i don't agree | not good""",
    Meaning.HEDGE: """
        maybe | perhaps | possibly | hmm | hm | hmmm | mmm | erm | not sure | i'm not sure | unsure
        | not certain | it depends | depends | that depends | dunno | i dunno | don't know | i don't know
        | idk | no idea | i have no idea | not yet | later | let me think | let me check | let me see
        | thinking | still thinking | wait | hold on | one sec | one moment | give me a second
        | give me a minute | just a moment | i'm torn | torn between | hard to say | hard to tell
        | tough one | good question | can't decide | cannot decide | i can't decide | undecided
        | i need to think | i'll think about it | need more info | need more information | need more time
        | need to check | i have a question | i have questions | have a question | have questions
        | i have two questions | questions about | a question about | question about | question first
        | no problem | no worries | np | might be | could be | i might | might | may be
        | either way works but | i'm confused | confused | i don't understand | don't understand | huh
        | come again | ask me later | i'll get back to you | get back to you | remind me later
        | not decided | haven't decided | ask again | let me ask | need to ask | have to ask | i'll ask
        | need to discuss | will check | i'll check | leaning | sort of | kind of | kinda | in a minute
        | tomorrow | both have merit""",
    Meaning.VAGUE: """
        some of them | some | a few | one of them | one of those | one of these | something else
        | another one | a different one | different one | other | others | this one | that one
        | the other one | the other | right one | correct one | good one | great one | nice one | fine one
        | perfect one | cool one | only one | all good | all fine | all set | all done""",
    Meaning.DELEGATE: """
        whatever's easiest | whatever's easiest for you | whatever is easiest for you | you know better
        | you know better than me | you know better than i do | your judgement | your judgment
        | you decide | you choose | you pick | you select | your call | your choice | your decision
        | up to you | it's up to you | its up to you | whatever | whichever | whatever you think
        | whatever you think is best | whatever you recommend | whatever you prefer | whatever you like
        | whatever you want | whatever works | whatever is best | whatever's best | whichever you prefer
        | whichever you think is best | whichever is best | whichever you recommend | whichever works
        | what do you recommend do that | i don't care | don't care | idc | doesn't matter
        | does not matter | it doesn't matter | no preference | i have no preference | either
        | either one | either is fine | either works | either way | either of them | either one works
        | either one is fine | any | any of them | any one | anyone | anything | any is fine | any works
        | anything works | anything is fine | any of those | any of these | any option | any one is fine
        | surprise me | dealer's choice | you tell me | i trust you | i trust your judgement
        | i trust your judgment | use your judgement | use your judgment | use your best judgment
        | use your best judgement | as you like | as you wish | as you see fit | as you prefer
        | best one for me | do what you think | do what you think is best
        | do whatever you think is best | do whatever | do what you want | pick one | pick one for me
        | just pick one | choose for me | pick for me | decide for me | choose one for me
        | select one for me | choose one | you can choose | you can decide | you can pick
        | let you decide | i'll let you decide | i'll leave it to you | leave it to you
        | leave it up to you | i leave it to you | your move | you know best | you're the expert
        | all the same to me | same to me | i'm easy | i'm fine with either | fine with either
        | happy with either | fine with any | i'm fine with any | random | at random | pick at random
        | flip a coin | you do you | not fussed | don't mind | i don't mind | i do not mind
        | go with what you think | the best one | whichever is easier | whatever is easiest
        | whatever's easier | whatever is easier | what you recommend
        | do the option that you think is best | the option that you think is best
        | the option you think is best | the one you think is best | the one that you think is best
        | do what you think is right | whatever option you think is best | whatever you suggest
        | what you think is best | what you suggest | you should decide""",
    Meaning.DECLINE: """
        leave it as is | leave it as it is | cancel | cancel it | cancel that | cancel this | skip
        | skip it | skip this | skip this one | skip that | pass | i pass | i'll pass | never mind
        | nevermind | nvm | forget it | forget about it | no thanks | no thank you | no thx | no ty | stop
        | abort | quit | exit | i don't want any | don't want any | i don't want any of them
        | don't want any of them | i don't want any of these | not interested | i'm not interested
        | leave it | drop it | i decline | decline | declined | i refuse | ignore | ignore this
        | ignore it | ignore that | let's not | dismiss | no answer | i'd rather not say | rather not say
        | prefer not to say | i won't answer | won't answer | i quit | not answering | i'd prefer not to
        | prefer not to | next question | move on | let's move on | let's skip | let's skip it
        | let's skip this | don't bother | scrap it | call it off""",
    Meaning.ASKS: """
        what | what's | whats | which | why | how | who | when | where | whose | can you | could you
        | would you | do you | does | did | is there | are there | are | is it | is that | what is
        | what are | how much | how many | how long | which one | which ones | should i | should we
        | can i | will it | will this | does it | do i | do we | would it | could it | is | was | has
        | have you | have we | explain | tell me | tell me more | describe | show me | help | wdyt
        | what about | how about | compare | isn't | aren't | doesn't | didn't | won't it | would that
        | define | clarify""",
    Meaning.ASKS_ANYWHERE: """
        what's the difference | the difference between | difference between | more about | more info on
        | more details on | what does | what do you | what is the | which is | which one is
        | can you explain | could you explain | please explain | explain the | do you recommend
        | would you recommend | what happens if | what would you | what if | tell me about | how does
        | how do | elaborate on""",
}
RESERVATIONS: Words = {
    Meaning.CONDITION: """
        if | unless | only if | but only if | provided | provided that | providing | as long as
        | so long as | assuming | in case | depending | depends | when | whenever | once | until | till
        | given that | pending | subject to | ask me before | ask me first | check with me first
        | on condition""",
    Meaning.LATER: """
        think about | think it over | later | tomorrow | tonight | next week | next month | next year
        | some day | someday | eventually | another time | another day | at some point | wait | postpone
        | hold | delay | not now | not yet | earlier | in a while | for another day | january | february
        | april | june | july | august | september | october | november | december""",
    Meaning.LIMIT: """
        only | just | except | without | half | some | part | partly | partially | first | before | after
        | slowly | careful | carefully | sort of | up to | apart | instead | less | fewer | most""",
    Meaning.AGAINST: """
        and a half | too expensive | too slow | too risky | too much | too many | too big | too small
        | too late | too early | too hard | too complex | too complicated | too long | too | bad | worse
        | worst | terrible | awful | horrible | mistake | wrong | expensive | pricey | slow | risky
        | dangerous | overkill | hate | dislike | disagree | doubt | doubtful | doubts | worried
        | concern | concerns | problematic | useless | pointless | nonsense | rubbish | crap
        | ridiculous | no go | meant | mean | actually | rather | oops | sorry | correction
        | changed my mind | on second thought | never mind | hell | joking | kidding | just kidding
        | lol | can't | cannot | couldn't | shouldn't | wouldn't | isn't | wasn't | won't | doesn't
        | didn't | hardly | barely | scratch that | reconsider | fails | failed | broken | avoid
        | neither | nobody | impossible | refuse | out of the question | against | unfortunately
        | scares | forget | yesterday | years ago | last time | last year | said | says | told | used to
        | seriously | yeah right | as if | my foot""",
    Meaning.FILLER: """
        too . | too , | too ! | too ) | just do it | just do that | just go | just go ahead | just start
        | wonder if | see if | check if | check whether | know if | even if | ask if | tell me if
        | too please | i mean it | instead of | just in case | rather than | i'm sure | no problem
        | wait until | after that | without | not only | let me know | let me know when | used to be
        | as if it""",
}
DESTRUCTIVE = """
    delete deletes deleting deletion drop drops dropping overwrite overwrites overwriting force forced wipe
    wipes wiping erase erases erasing destroy destroys destroying purge purges purging truncate truncates
    truncating discard discards discarding irreversible irreversibly permanently remove removes removing
    terminate nuke"""
