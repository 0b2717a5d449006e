// Asks one question and logs the answer. The first attempt fails, to show the error state.
const option = (id, label, more = {}) => ({id, label, description: null, value: null, recommended: false, ...more});
let attempts = 0;

const card = document.querySelector("choice-question");
card.question = {
  id: "database",
  text: "Which database?",
  context: "The cost of moving depends on it.",
  category: "clarification",
  selection_mode: "single",
  options: [option("pg", "PostgreSQL", {recommended: true, description: "Takes many writers"}), option("sq", "SQLite", {description: "One file"})],
  default_selection_ids: [],
  min_selections: 1,
  max_selections: 1,
  allow_free_text: true,
  placeholder: null,
  metadata: {},
};
card.addEventListener("choice-answer", ({detail}) => {
  detail.waitUntil(attempts++ ? Promise.resolve() : Promise.reject(new Error("The first attempt always fails.")));
  console.log(detail.answer);
});
