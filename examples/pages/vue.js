// A card in Vue 3 without a template. In a template it is <choice-question :question.prop="question" @choice-answer="answered" />.
// In TypeScript, `import type {} from "…/static/vue.js"` declares the elements for templates.
import {createApp, h, ref} from "vue";

const option = (id, label, more = {}) => ({id, label, description: null, value: null, recommended: false, ...more});
const question = {
  id: "checks",
  text: "Which checks should run?",
  context: null,
  category: null,
  selection_mode: "multi",
  options: [option("unit", "Unit tests", {recommended: true}), option("load", "Load tests")],
  default_selection_ids: [],
  min_selections: 1,
  max_selections: 2,
  allow_free_text: false,
  placeholder: null,
  metadata: {},
};

/** Placeholder for a request to your server. */
const send = async (answer) => answer.option_ids.join(" and ");

const said = ref("");
const answered = ({detail}) =>
  detail.waitUntil(
    send(detail.answer).then((text) => {
      said.value = text;
    }),
  );

createApp(() => [
  h("choice-question", {question, "onChoice-answer": answered}),
  h("p", {role: "status"}, said.value && `The answer is: ${said.value}`),
]).mount("#app");
