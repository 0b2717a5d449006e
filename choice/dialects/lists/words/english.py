"""English words of questions."""

# ruff: noqa: E501 - word lists, patterns and graded strengths are data

from choice.dialects.lists.words import Role, Words

CODE, SPACED = "en", True
YES, NO = "Yes", "No"
COMMON = "the and you to of is should would want do shall can this it for with which me"
MARKERS = "option | approach | choice | alternative | path | plan | way | method | strategy | variant | scenario | route | solution | idea"
OPENINGS = "so and but also now ok okay should shall would do did does could can will are is was want prefer like rather need have you i we it this that there me us to be or either for use a have your preference question just quick"
NUMBERS = "one | two | three | four | five | six"
WORDS: Words = {
    Role.WHICH: """
        ^which | on which | for which | in which | to which | at which | from which | by which | which one | which ones | which of | which option | which approach | which would | which do
        | which should | which way | which direction | which path | which of these | which version | which is best
        | what would you | what do you want | what do you prefer | what should we | what should i | what do you think
        | how would you | how do you want | how should we | how should i | how do we | how will you | how do you
        | how will your | how do your | where should | where do you want | where would you | where will | who should
        | what's your preference | what is your preference | your preference | your choice | your call | what's your call
        | your pick | your priority | what's your | what are your | what is your | what kind of | what type of
        | what sounds | what works | when should | when do you | who will | who is | how many | how much
        | how often | how long should | how important | what level | what size | where to | what behavior | what behaviour
        | what scope | which area | which areas | which parts | which part | which features | how far""",
    Role.PREFER: """
        prefer* | preference | preferences | choose | choice | pick | select | decide | decision | decisions | your call
        | like me to | like us to | would you like | like best | want | priorit* | go with | rather | sounds best
        | sounds good | sounds right | fits best | thoughts""",
    Role.OFFER: """
        should i | should we | shall i | shall we | can i | could i | may i | would you like | do you want | want me to
        | like me to | would you prefer | do you prefer | are you looking | are you thinking | you want me | ok to
        | okay to | good to | want us to | should it | should this | should that | should the | ^should | ^shall | ^want | ^do you | ^would you""",
    Role.YOU: "you | your | you'd | you're | yours | you'll | you’d | you’re",
    Role.OPTION: """
        option* | approach* | choice | choices | alternative* | ways | paths | path | direction* | possibilit* | scenarios
        | one of | any of | either | of these | the following | decision | decisions | strategies | plans | solutions
        | variants | routes | methods""",
    Role.TELL: """
        let me know | tell me | please choose | please select | please pick | please confirm | please specify
        | please clarify | please tell | please let | please advise | please indicate | please provide | please share
        | please answer | please reply | please respond | reply with | respond with | answer with | just say | ^choose | ^select
        | ^pick | ^tick | ^reply | ^type | please choose one | your choice of""",
    Role.OR: "or | either | vs | versus",
    Role.ADVISE: """
        recommend* | suggest* | my take | my vote | my pick | my preference | my lean | i'd go | i’d go | i'd lean | i’d lean | i'd pick
        | i'd vote | i would go | i would pick | i lean | i'd start | i’d start | i favor | i'd do | i'd keep | my default | best option is
        | i'd choose | i would choose""",
    Role.STEPS: """
        next step* | step | steps | to test | to run | to verify | to fix | to use | to do this | to apply | to complete | to start
        | to reproduce | to make | to see | to get | to ensure | follow these | following steps | here's what | here's how
        | how to | this will | this means | todo | checklist | i need to | you need to""",
    Role.SUMMARY: """
        summary | summar* | change | changes | changed | fixed | added | updated | created | implemented | removed | completed | done
        | improved | modified | now has | now have | now supports | includes | provides | features | benefits | improvements
        | result | results | key | details | files | how it works | what i | what was | this happens | found | findings | issues
        | verified | tests | status | remaining | covered | notes""",
    Role.BECAUSE: "because | since | why | reason | reasons | rationale | advantages | ^it depends | two causes | main causes",
    Role.EXAMPLE: "for example | e.g | such as | example | examples | for instance | including | like these",
    Role.PLAN: """
        i'll | i’ll | i will | i am going to | i'm going to | let me | we'll | we will | plan | my plan | i propose | i plan""",
    Role.CONFIRM: """
        does this | does that | does it | is this | is that | is it | sound good | sounds good | look right | look good | make sense
        | ready to | proceed | go ahead | continue | move forward | correct | right | okay with | ok with | happy with | confirm
        | approve | any concerns | any changes | start implementing | begin""",
    Role.OTHER: """
        something else | other | something different | none of | neither | both | all of the above | all of these | all of them
        | all three | not sure | another | none | custom | a mix""",
    Role.IF: """
        if you want | if you'd like | if you’d like | if you like | if you would like | if you prefer | if you wish | if you need
        | when you're ready | whenever you | if useful | if helpful | if you're""",
    Role.CAN: "i can | i could | i'd be happy | we can | we could | i'm happy | happy to | glad to | i'll | i’ll | i will",
    Role.REQUEST: """
        can you | could you | will you | would you mind | please check | please try | please run | please test | please verify
        | please share | please send | please provide | please open | please look | please make | paste the | send me | share the
        | provide the | describe the | could you please | try running""",
    Role.WHAT: "^what | ^how | ^which | ^where | ^when | ^who | ^why | ^what's | ^whose",
    Role.YES_NO: """
        ^should | ^shall | ^do | ^does | ^did | ^is | ^are | ^can | ^could | ^would | ^will | ^has | ^have | ^was | ^were | ^want | ^may
        | ^any | ^ready | ^am | ^isn't | ^sound | ^sounds | ^ok | ^okay | ^doesn't | ^don't""",
    Role.THESE: """
        of these | of those | of the above | of the options | these | those | any of | one of | which one | which ones | of them
        | above | the two | the three | between""",
    Role.FIRST: "first | next | start | focus | priorit* | tackle | begin",
    Role.GENERAL: """
        anything else | something else | any questions | any other | any further | any issues | any problems | specific
        | help with | questions | issues | problems | feedback | assist""",
    Role.ACT: """
        ^add | ^use | ^keep | ^create | ^build | ^make | ^implement | ^fix | ^run | ^test | ^remove | ^update | ^start | ^continue
        | ^proceed | ^move | ^refactor | ^write | ^commit | ^push | ^merge | ^deploy | ^review | ^explain | ^show | ^help | ^go | ^leave
        | ^skip | ^try | ^switch | ^set | ^change | ^replace | ^convert | ^check | ^investigate | ^explore | ^focus | ^work | ^debug
        | ^revert | ^delete | ^apply | ^let | ^wait | ^stop | ^have | ^give | ^provide | ^generate | ^draft | ^document
        | ^design | ^adjust | ^modify | ^rename | ^extract | ^split | ^accept | ^discard | ^open | ^close | ^look | ^dig
        | ^clean | ^improve | ^enable | ^disable | ^store | ^allow | ^only | ^just | ^no | ^yes | ^both | ^all | ^do""",
    Role.DONE: """
        ^added | ^fixed | ^updated | ^created | ^removed | ^implemented | ^changed | ^moved | ^refactored | ^replaced | ^improved
        | ^modified | ^verified | ^tested | ^renamed | ^deleted | ^converted | ^introduced | ^ensured | ^enhanced | ^cleaned | ^wrote
        | ^ran | ^built | ^used | ^uses | ^shows | ^includes | ^supports | ^handles | ^provides | ^returns | ^checks
        | ^ensures | ^allows | ^displays | ^now | ^first | ^then | ^finally | ^i | ^we | ^the | ^it | ^they | ^this""",
    Role.CONTENTS: """
        covering | capturing | tracking | containing | documenting | showing | including | describing | summarizing | explaining
        | with both | that covers | that includes | with the following | would be | would require | would touch | would allow | would involve
        | would include | main changes | changes are | that means | this would | that would | it would | by adding | adding | to cover | i'd add
        | i would add | i'd also""",
    Role.QUIZ: """
        quiz | survey | faq | questionnaire | interview questions | draft | draft e-mail | draft email | poll | exam | template
        | frequently asked | trivia | flashcards | script | checklist for | retrospective | homework | icebreaker* | lesson
        | form questions | ask them | ask your | newsletter""",
    Role.MANY: """
        all that apply | select all | choose all | check all | pick all | tick all | choose any | select any | pick any | any of these
        | any of them | any of the following | select multiple | choose multiple | pick multiple | multi-select
        | multi select | multiple choices allowed | multiple selection | multiple answers | choose several | select several
        | pick several | which ones | one or more | more than one | as many as | any combination""",
    Role.ONLY_ONE: """
        only one | just one | exactly one | a single | not more than one | one only | single choice | single selection
        | single answer | single-select | no multiple""",
    Role.UP_TO: "up to | at most | no more than | not more than | maximum of | maximum | max | top | best | most",
    Role.AT_LEAST: "at least | minimum of | minimum | min | no fewer than | no less than | or more",
    Role.EXACTLY: "choose | select | pick | exactly | which | vote for | tick | check | name | between",
}
