/** The types of `choice-question.js`, the card alone; they are those of `components.js`. */
export type * from "./components.js";
