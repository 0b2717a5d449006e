// A card in React 19, without a wrapper: elements accept objects as properties and fire custom events.
// In TypeScript, `import type {} from "…/static/react.js"` declares the elements, properties and events for JSX.
import {useState} from "react";
import {createRoot} from "react-dom/client";

const option = (id, label, more = {}) => ({id, label, description: null, value: null, recommended: false, ...more});
const question = {
  id: "release",
  text: "May version 2.4 go out today?",
  context: "All tests pass; the notes are not translated.",
  category: null,
  selection_mode: "single",
  options: [option("go", "Release now", {recommended: true}), option("wait", "Wait for the translation")],
  default_selection_ids: [],
  min_selections: 1,
  max_selections: 1,
  allow_free_text: true,
  placeholder: null,
  metadata: {},
};

/** Placeholder for a request to your server. */
const send = async (answer) => answer.custom_text ?? answer.option_ids.join();

function Ask() {
  const [said, setSaid] = useState("");
  const answered = ({detail}) => detail.waitUntil(send(detail.answer).then(setSaid));
  return (
    <>
      <choice-question question={question} onchoice-answer={answered} />
      <p role="status">{said && `The answer is: ${said}`}</p>
    </>
  );
}

createRoot(document.getElementById("app")).render(<Ask />);
