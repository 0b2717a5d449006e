/** What a React page may write, and what it may not. */
import type {Form, Question} from "../../dist/types/components.js";
import type {} from "../../dist/types/react.js";

export function Ask({question, form}: {question: Question; form: Form}) {
  return (
    <main>
      <choice-question
        question={question}
        recommendedFirst
        className="card"
        onchoice-answer={({detail}) => detail.waitUntil(Promise.resolve(detail.answer.option_ids))}
      />
      <choice-form
        form={form}
        onchoice-submit={({detail}) => detail.submission.answers}
        ref={(one) => one?.reset()}
      />
      <choice-inbox />
      {/* @ts-expect-error - a question is an object */}
      <choice-question question="Which?" />
    </main>
  );
}
