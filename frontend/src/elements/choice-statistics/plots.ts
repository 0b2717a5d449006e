/** Small plots as SVG: bars or a line over days, and a bar of shares. */
import {html, svg} from "lit";

const WIDTH = 240;
const HEIGHT = 48;

/** Draws a bar for each value, the last one darker. */
export function bars(values: readonly number[]) {
  const most = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length);
  return plot(
    values.map((value, at) => {
      const height = (HEIGHT * value) / most;
      return svg`<rect class=${at === values.length - 1 ? "last" : ""} x=${at * step} y=${HEIGHT - height} width=${Math.max(1, step - 2)} height=${height} rx="1"></rect>`;
    }),
  );
}

/** Draws a line through the values; days without one are passed over. */
export function line(values: readonly (number | null)[]) {
  const known = values.map((value, at) => ({value, at})).filter(({value}) => value !== null) as {
    value: number;
    at: number;
  }[];
  const most = Math.max(1, ...known.map(({value}) => value));
  const x = (at: number) => (values.length > 1 ? (at * WIDTH) / (values.length - 1) : WIDTH / 2);
  const points = known.map(
    ({value, at}) => `${x(at).toFixed(1)},${(HEIGHT - 2 - ((HEIGHT - 4) * value) / most).toFixed(1)}`,
  );
  const first = known[0];
  const last = known.at(-1);
  if (!first || !last) return plot([]);
  return plot([
    svg`<polygon points="${x(first.at)},${HEIGHT} ${points.join(" ")} ${x(last.at)},${HEIGHT}"></polygon>`,
    svg`<polyline points=${points.join(" ")}></polyline>`,
  ]);
}

function plot(content: readonly unknown[]) {
  return html`<svg class="spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${content}</svg>`;
}

/** Draws shares of a whole beside each other. */
export function mix(parts: readonly number[]) {
  const all = Math.max(
    1,
    parts.reduce((sum, part) => sum + part, 0),
  );
  let start = 0;
  return html`<svg class="mix" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${parts.map(
    (part, at) => {
      const x = start;
      const width = (100 * part) / all;
      start += width;
      return svg`<rect class="m${at}" x=${x} width=${Math.max(0, width - 0.4)} height="8"></rect>`;
    },
  )}</svg>`;
}
