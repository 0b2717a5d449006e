/** The title of the tab and its icon: what the page shows, how many questions wait, and a call where one is urgent. */

let name = "choicewire";
let waiting = 0;
let call = "";
let drawn = -1;

const ICON = "/static/icon.svg";
const FORK =
  "<path d='M2 16h7c5.7 0 5-8 10.7-8M9 16c5.7 0 5 8 10.7 8' fill='none' stroke='%23fff' stroke-width='2.7' stroke-linecap='round'/><circle cx='24.3' cy='8' r='4' fill='none' stroke='%23fff' stroke-width='2.7'/><circle cx='24.3' cy='24' r='5.3' fill='%23fff'/>";

/** Names the tab after what the page shows. */
export function nameTab(text: string): void {
  name = text;
  draw();
}

/** Shows how many questions wait, in the title and on the icon. */
export function countTab(count: number): void {
  waiting = count;
  draw();
}

/** Puts a call before the title, such as the seconds left; an empty text takes it away. */
export function callTab(text: string): void {
  call = text;
  draw();
}

function draw(): void {
  const count = waiting > 0 ? `(${waiting}) ` : "";
  document.title = `${call ? `${call} · ` : count}${name} · choicewire`;
  if (waiting === drawn) return;
  drawn = waiting;
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (link) link.href = waiting > 0 ? badge(waiting) : ICON;
}

function badge(count: number): string {
  const text = count > 99 ? "99" : String(count);
  return `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='8' fill='%2314161f'/>${FORK}<rect x='12' y='14' width='20' height='18' rx='9' fill='%23d92d20'/><text x='22' y='28' text-anchor='middle' font-family='system-ui,sans-serif' font-weight='700' font-size='14' fill='%23fff'>${text}</text></svg>`;
}
