import {css} from "lit";

export const styles = css`
  :host {
    height: 100%;
    overflow: auto;
  }
  .first {
    display: grid;
    justify-items: center;
    padding: 48px 32px;
  }
  .mark {
    width: 48px;
    height: 48px;
  }
  h1 {
    margin-block-start: 16px;
    font-size: var(--_t-2xl);
    letter-spacing: -0.025em;
    line-height: 2.5rem;
    text-align: center;
  }
  .lead {
    max-width: 35rem;
    margin-block-start: 8px;
    color: var(--_ink-2);
    text-align: center;
    text-wrap: balance;
  }
  .tiles {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 20rem));
    gap: 24px;
    justify-content: center;
    width: 100%;
    margin-block-start: 32px;
  }
  .tile {
    display: flex;
    flex-direction: column;
    min-height: 23rem;
    padding: 24px;
    border: 1px solid var(--_line);
    border-radius: var(--_r-l);
  }
  .lead-tile {
    border-color: var(--_edge);
    box-shadow: var(--_lift);
  }
  .vig {
    display: block;
    width: calc(100% + 32px);
    height: 136px;
    margin: -16px -16px 0;
    border-radius: var(--_r-m);
    background: var(--_canvas);
  }
  .pa {
    fill: var(--_paper);
    stroke: var(--_edge);
  }
  .t1 {
    fill: var(--_ink-2);
  }
  .t2 {
    fill: var(--_edge);
  }
  .t3 {
    fill: var(--_control);
  }
  .ga {
    fill: var(--_good-tint);
  }
  .rd {
    fill: var(--_bad-tint);
  }
  .hv {
    fill: var(--_tint);
  }
  text {
    fill: var(--_muted);
    font: 500 0.8125rem var(--_mono);
  }
  h2 {
    margin-block-start: 16px;
  }
  .tile p {
    margin-block-start: 4px;
    color: var(--_ink-2);
  }
  .end {
    display: grid;
    gap: 8px;
    margin-block-start: auto;
    padding-block-start: 16px;
  }
  .end .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-height: 2.5rem;
    border: 1px solid var(--_edge);
    border-radius: var(--_r-s);
    font-weight: var(--_w-label);
    text-decoration: none;
  }
  @media (pointer: coarse) {
    .end .button {
      min-height: 2.75rem;
    }
  }
  .end .button:hover {
    background: var(--_soft);
  }
  .cmd code {
    padding: 8px 12px;
    border: 1px solid var(--_line);
    border-radius: var(--_r-s);
    background: var(--_canvas);
    font: 400 var(--_t-s) / 1.25rem var(--_mono);
    overflow-wrap: anywhere;
  }
  .trouble {
    color: var(--_bad) !important;
  }
`;
