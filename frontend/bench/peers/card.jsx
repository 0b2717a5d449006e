import {createRoot} from "react-dom/client";
import {Card} from "./react-card.jsx";

globalThis.show = (place, question, send) =>
  createRoot(place).render(<Card question={question} send={send} />);
