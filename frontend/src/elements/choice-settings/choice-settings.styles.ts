import {css} from "lit";

export const styles = css`
  .grid {
    display: grid;
    grid-template-columns: 11.5rem minmax(0, 45rem);
    gap: 64px;
    justify-content: center;
  }
  nav {
    position: sticky;
    inset-block-start: 56px;
    display: grid;
    align-content: start;
    align-self: start;
    padding-block-start: 56px;
  }
  nav a {
    display: flex;
    align-items: center;
    min-height: 2rem;
    padding: 0 16px;
    border-radius: var(--_r-s);
    color: var(--_ink-2);
    font-size: var(--_t-s);
    font-weight: var(--_w-label);
    text-decoration: none;
  }
  nav a:hover {
    background: var(--_tint);
    color: var(--_ink);
  }
  h1 {
    font-size: var(--_t-xl);
    line-height: 1.75rem;
    letter-spacing: -0.018em;
  }
  h2 {
    padding-block: 24px 8px;
    outline: none;
  }
  .message {
    min-height: 1.5rem;
    color: var(--_muted);
    font-size: var(--_t-s);
  }
  li {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 24px;
    align-items: center;
    min-height: 4rem;
    padding-block: 8px;
    border-block-start: 1px solid var(--_line);
  }
  li > :first-child {
    flex: 1 1 16rem;
    min-width: 0;
  }
  b {
    display: block;
    font-weight: var(--_w-label);
    line-height: 1.25rem;
  }
  small {
    display: block;
    color: var(--_muted);
    font-size: var(--_t-s);
    line-height: 1.25rem;
  }
  select {
    max-width: 16rem;
    min-height: 2rem;
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
  label {
    cursor: pointer;
  }
  .switch {
    display: grid;
    place-items: center;
    min-width: 2.75rem;
    min-height: 2.75rem;
  }
  .switch input {
    position: relative;
    width: 40px;
    height: 24px;
    margin: 0;
    border-radius: 12px;
    background: var(--_control);
    appearance: none;
    cursor: pointer;
  }
  .switch input::before {
    content: "";
    position: absolute;
    inset-block-start: 3px;
    inset-inline-start: 3px;
    width: 18px;
    height: 18px;
    border-radius: 50%;
    background: var(--_paper);
  }
  .switch input:checked {
    background: var(--_ink);
  }
  .switch input:checked::before {
    inset-inline-start: 19px;
  }
  @media (pointer: coarse) {
    select,
    .seg button,
    nav a {
      min-height: 2.75rem;
    }
  }
  @media (max-width: 760px) {
    .grid {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
    nav {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .switch input {
      border: 1px solid ButtonText;
      forced-color-adjust: none;
    }
    .seg [aria-pressed="true"] {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
  }
`;
