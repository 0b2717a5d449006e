import {css} from "lit";

export const styles = css`
  :host {
    container-type: inline-size;
  }
  .wide {
    max-width: 76rem;
    margin-inline: auto;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
  }
  h1 {
    font-size: var(--_t-xl);
    line-height: 1.75rem;
    letter-spacing: -0.018em;
  }
  .quiet {
    color: var(--_muted);
    font-size: var(--_t-s);
    line-height: 1.25rem;
  }
  .tools select {
    min-height: 2rem;
    max-width: 14rem;
    margin-inline-start: auto;
    padding: 0 10px;
    border-color: var(--_edge);
    font-size: var(--_t-s);
  }
  .seg {
    display: inline-flex;
    overflow: hidden;
    border: 1px solid var(--_edge);
    border-radius: var(--_r-s);
  }
  .seg button {
    min-height: 1.875rem;
    border: 0;
    border-radius: 0;
    color: var(--_ink-2);
  }
  .seg button + button {
    border-inline-start: 1px solid var(--_edge);
  }
  .seg [aria-pressed="true"] {
    background: var(--_ink);
    color: var(--_paper);
  }
  .seg button:focus-visible {
    outline-offset: -2px;
  }
  @media (pointer: coarse) {
    .tools select,
    .seg button {
      min-height: 2.75rem;
    }
  }
  .four {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
    gap: 1px;
    overflow: hidden;
    margin-block-start: 24px;
    border: 1px solid var(--_line);
    border-radius: var(--_r-l);
    background: var(--_line);
  }
  .four > div {
    padding: 16px 24px;
    background: var(--_paper);
  }
  h2.name {
    margin: 0;
    color: var(--_ink-2);
    font-size: var(--_t-s);
    font-weight: 400;
    line-height: 1.25rem;
  }
  .big {
    font-size: var(--_t-2xl);
    font-weight: var(--_w-head);
    font-variant-numeric: tabular-nums;
    letter-spacing: -0.025em;
    line-height: 2.5rem;
  }
  .four .quiet {
    min-height: 1.25rem;
  }
  .spark {
    display: block;
    width: 100%;
    height: 48px;
    margin-block-start: 8px;
  }
  .spark:dir(rtl),
  .mix:dir(rtl) {
    transform: scaleX(-1);
  }
  .spark rect {
    fill: var(--_edge);
  }
  .spark .last {
    fill: var(--_ink-2);
  }
  polygon {
    fill: var(--_soft);
  }
  polyline {
    fill: none;
    stroke: var(--_ink-2);
    stroke-width: 1.5;
    stroke-linejoin: round;
    vector-effect: non-scaling-stroke;
  }
  h2 {
    margin-block: 32px 8px;
  }
  .split {
    display: flex;
    flex-wrap: wrap;
    gap: 0 24px;
    justify-content: space-between;
    align-items: baseline;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    color: var(--_ink-2);
    font-size: var(--_t-s);
  }
  .legend span {
    display: inline-flex;
    gap: 6px;
    align-items: center;
  }
  .legend i {
    width: 8px;
    height: 8px;
    border-radius: 2px;
  }
  .m0 {
    fill: var(--_ink-2);
    background: var(--_ink-2);
  }
  .m1 {
    fill: var(--_control);
    background: var(--_control);
  }
  .m2 {
    fill: var(--_edge);
    background: var(--_edge);
  }
  .m3 {
    fill: var(--_warn-fill);
    background: var(--_warn-fill);
  }
  .mix {
    display: block;
    width: 100%;
    min-width: 8rem;
    height: 8px;
  }
  .table {
    position: relative;
    overflow-x: auto;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--_t-s);
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    height: 2.5rem;
    padding: 4px 16px 4px 0;
    border-block-end: 1px solid var(--_line);
    color: var(--_ink-2);
    font-weight: 400;
    text-align: start;
  }
  thead th {
    border-color: var(--_edge);
    color: var(--_muted);
    font-weight: var(--_w-label);
    white-space: nowrap;
  }
  tbody th {
    color: var(--_ink);
    font-weight: var(--_w-label);
  }
  .n {
    text-align: end;
  }
  .mixed {
    width: 34%;
  }
  .more {
    margin-block-start: 16px;
  }
  @media (forced-colors: active) {
    .mix,
    .spark,
    .legend i {
      forced-color-adjust: none;
    }
  }
`;
