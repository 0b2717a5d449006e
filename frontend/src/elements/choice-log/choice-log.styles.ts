import {css} from "lit";

export const styles = css`
  :host {
    container-type: inline-size;
  }
  .wide {
    max-width: 76rem;
    margin-inline: auto;
  }
  h1 {
    flex: 1 1 auto;
    font-size: var(--_t-xl);
    line-height: 1.75rem;
    letter-spacing: -0.018em;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
  .tools input {
    flex: 0 1 14rem;
    min-width: 0;
  }
  .tools input,
  .tools select {
    min-height: 2rem;
    max-width: 12rem;
    padding: 0 10px;
    border-color: var(--_edge);
    font-size: var(--_t-s);
  }
  a.button {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    min-height: 2rem;
    padding: 0 12px;
    border: 1px solid var(--_edge);
    border-radius: var(--_r-s);
    font-size: var(--_t-s);
    font-weight: var(--_w-label);
    text-decoration: none;
  }
  a.button:hover {
    background: var(--_soft);
  }
  @media (pointer: coarse) {
    .tools input,
    .tools select,
    a.button {
      min-height: 2.75rem;
    }
  }
  .day {
    display: flex;
    gap: 8px;
    justify-content: space-between;
    margin-block-start: 24px;
    padding-block-end: 8px;
    border-block-end: 1px solid var(--_edge);
    color: var(--_muted);
    font-size: var(--_t-s);
    font-weight: 400;
    line-height: 1.25rem;
  }
  .day b {
    color: var(--_ink);
    font-weight: var(--_w-head);
  }
  li a {
    display: grid;
    grid-template-columns: 3rem 1rem minmax(6rem, 11rem) minmax(0, 1.2fr) minmax(0, 1fr) minmax(0, 8.5rem) 3.5rem;
    column-gap: 16px;
    align-items: center;
    min-height: 2.5rem;
    border-block-end: 1px solid var(--_line);
    color: var(--_ink-2);
    font-size: var(--_t-s);
    font-variant-numeric: tabular-nums;
    text-decoration: none;
  }
  li a:hover {
    background: var(--_soft);
  }
  li a > * {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  li a > :nth-child(2) {
    display: flex;
  }
  .asked {
    color: var(--_ink);
  }
  li b {
    color: var(--_ink);
    font-weight: var(--_w-label);
  }
  .note {
    color: var(--_muted);
    font-weight: 400;
  }
  .took {
    text-align: end;
  }
  .answered {
    color: var(--_good);
  }
  .cancelled {
    color: var(--_bad);
  }
  .timed_out,
  .superseded {
    color: var(--_warn);
  }
  .quiet {
    margin-block: 24px 8px;
    color: var(--_muted);
  }
  ol + button {
    margin-block-start: 16px;
  }
  @container (max-width: 60rem) {
    li a {
      grid-template: "i q a" auto "i w t" auto / 1rem minmax(0, 1fr) auto;
      min-height: 3.5rem;
      padding-block: 8px;
    }
    li a > .at {
      grid-area: t;
    }
    li a > :nth-child(2) {
      grid-area: i;
      align-self: start;
    }
    .asked {
      grid-area: q;
    }
    li b {
      grid-area: a;
      max-width: 45cqi;
    }
    .asker {
      grid-area: w;
      color: var(--_muted);
    }
    .by,
    .took {
      display: none;
    }
  }
  @media print {
    .tools > :not(h1) {
      display: none;
    }
  }
`;
