// The same card in React 19: elements take objects as properties, and events by their own names.
import "/static/choice-question.js";

export function Ask({question, send}) {
  const taken = ({detail}) => detail.waitUntil(send(detail.answer));
  return <choice-question question={question} onchoice-answer={taken} />;
}
