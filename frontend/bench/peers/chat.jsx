// A chat as one would write it with React and react-markdown: messages, a composer, cards. Measured, never shipped.
import {useState} from "react";
import {createRoot} from "react-dom/client";
import Markdown from "react-markdown";
import gfm from "remark-gfm";
import {Card} from "./react-card.jsx";

function Chat({send}) {
  const [messages, setMessages] = useState([]);
  const [text, setText] = useState("");
  const say = async (event) => {
    event.preventDefault();
    const asked = [...messages, {id: messages.length, role: "user", text}];
    setText("");
    for await (const answer of send(text))
      setMessages([...asked, {id: asked.length, role: "assistant", ...answer}]);
  };
  return (
    <main>
      {messages.map((one) => (
        <div key={one.id} className={one.role}>
          <Markdown remarkPlugins={[gfm]}>{one.text}</Markdown>
          {one.cards?.map((card) => (
            <Card key={card.id} question={card} send={send} />
          ))}
        </div>
      ))}
      <form onSubmit={say}>
        <textarea value={text} onChange={(event) => setText(event.target.value)} />
        <button type="submit">Send</button>
      </form>
    </main>
  );
}

globalThis.show = (place, send) => createRoot(place).render(<Chat send={send} />);
