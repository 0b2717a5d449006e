// The card as one would write it in React: the same things on the screen, the same keys, no more. Measured, never shipped.
import {useState} from "react";

export function Card({question, send}) {
  const [chosen, setChosen] = useState([]);
  const [text, setText] = useState("");
  const [state, setState] = useState("open");
  const answer = async (ids, words) => {
    setState("sending");
    try {
      await send({question_id: question.id, option_ids: ids, custom_text: words || null});
      setChosen(ids);
      setState("sent");
    } catch {
      setState("failed");
    }
  };
  const labels = question.options.filter((one) => chosen.includes(one.id)).map((one) => one.label);
  if (state === "sent")
    return (
      <p className="done">
        ✓ {question.text} → {labels.join(", ") || `“${text}”`}
      </p>
    );
  return (
    <section className="card" aria-busy={state === "sending"}>
      <span className="badge">{question.category}</span>
      <h2>{question.text}</h2>
      <p>{question.context}</p>
      {question.options.map((one) => (
        <button key={one.id} type="button" className="option" onClick={() => answer([one.id], "")}>
          <b>{one.label}</b> {one.recommended && "★ Recommended"} <span>{one.description}</span>
        </button>
      ))}
      <textarea value={text} onChange={(event) => setText(event.target.value)} aria-label="Your answer" />
      <button type="button" disabled={!text.trim()} onClick={() => answer([], text.trim())}>
        Send
      </button>
      {state === "failed" && (
        <p role="alert">
          This could not be sent.{" "}
          <button type="button" onClick={() => answer(chosen, text)}>
            Try again
          </button>
        </p>
      )}
    </section>
  );
}
