import {css} from "lit";

export const styles = css`
  :host {
    container-type: inline-size;
  }
  [hidden] {
    display: none;
  }
  .title {
    font-size: var(--_t-l);
    font-weight: var(--_w-head);
  }
  :host([bare]) .title {
    font-size: var(--_t-xl);
    line-height: 1.75rem;
    letter-spacing: -0.018em;
  }
  .above {
    margin-block-end: 4px;
    color: var(--_muted);
    font-size: var(--_t-s);
    line-height: 1.25rem;
  }
  .above + .questions {
    margin: 0;
  }
  .context {
    margin-block-start: 4px;
    color: var(--_ink-2);
    white-space: pre-line;
  }
  .questions {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    margin-block-start: 16px;
  }
  .questions:first-child {
    margin-block-start: 0;
  }
  :host([bare]) .questions:not(:first-child) {
    gap: 32px;
  }
  .progress {
    display: flex;
    gap: 16px;
    align-items: center;
    margin-block-start: 12px;
    color: var(--_muted);
    font-size: var(--_t-s);
  }
  progress {
    flex: 1;
    height: 4px;
    overflow: hidden;
    border: 0;
    border-radius: 2px;
    background: var(--_line);
    accent-color: var(--_ink-2);
    appearance: none;
  }
  progress::-webkit-progress-bar {
    background: var(--_line);
  }
  progress::-webkit-progress-value {
    background: var(--_ink-2);
  }
  progress::-moz-progress-bar {
    background: var(--_ink-2);
  }
  textarea {
    display: block;
    width: 100%;
    margin-block-start: 16px;
    resize: vertical;
    field-sizing: content;
  }
  .actions,
  .steps {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block-start: 16px;
  }
  .steps {
    margin: 0;
  }
  .trouble {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
    margin-block-start: 16px;
    padding-block: 6px;
    padding-inline: 16px 6px;
    border-radius: var(--_r-m);
    background: var(--_bad-tint);
    color: var(--_bad);
  }
  .trouble span {
    flex: 1 1 12em;
    padding-block: 4px;
  }
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block-start: 16px;
  }
  .chip {
    gap: 6px;
    border-color: var(--_line);
    color: var(--_ink-2);
  }
  .chip[aria-current] {
    border-color: var(--_ink);
    box-shadow: inset 0 0 0 1px var(--_ink);
    color: var(--_ink);
  }
  .chip.done .i {
    color: var(--_good);
  }
  .chip.miss {
    border-color: var(--_warn-fill);
    background: var(--_warn-tint);
    color: var(--_warn);
  }
  .formgrid {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 32px;
    align-items: start;
    margin-block-start: 24px;
  }
  @container (min-width: 60rem) {
    .formgrid {
      grid-template-columns: minmax(0, 1fr) 25rem;
      gap: 48px;
    }
  }
  :host([bare]) .formgrid .questions {
    gap: 16px;
    margin: 0;
  }
  .count {
    margin-block-end: -12px;
    color: var(--_muted);
    font-size: var(--_t-s);
    line-height: 1.25rem;
  }
  .review {
    overflow: hidden;
    border: 1px solid var(--_line);
    border-radius: var(--_r-l);
  }
  .review-head {
    display: flex;
    justify-content: space-between;
    align-items: center;
    min-height: 3rem;
    padding-inline: 24px;
    border-block-end: 1px solid var(--_line);
    background: var(--_canvas);
    color: var(--_muted);
    font-size: var(--_t-s);
  }
  .review-head h3 {
    color: var(--_ink);
    font-size: var(--_t-m);
  }
  .review li {
    display: grid;
    grid-template-columns: 24px minmax(0, 1fr) auto;
    column-gap: 4px;
    align-items: center;
    min-height: 3rem;
    padding: 4px 12px 4px 24px;
    border-block-end: 1px solid var(--_line);
  }
  .review li:dir(rtl) {
    padding: 4px 24px 4px 12px;
  }
  .review li[aria-current] {
    background: var(--_soft);
  }
  .number,
  .review small {
    color: var(--_muted);
    font-size: var(--_t-s);
    line-height: 1.25rem;
  }
  .number {
    align-self: start;
  }
  .said,
  .value {
    display: block;
    min-width: 0;
    line-height: 1.25rem;
  }
  .review small {
    display: block;
  }
  .value {
    font-weight: var(--_w-label);
  }
  .review .open .value {
    color: var(--_muted);
    font-weight: 400;
  }
  .review .miss .value {
    color: var(--_warn);
  }
  .review-foot {
    padding: 16px 24px 24px;
  }
  .review-foot .main {
    flex: 1;
  }
  .still {
    color: var(--_ink-2);
    font-size: var(--_t-s);
  }
  button.link {
    display: inline;
    min-width: 0;
    min-height: 0;
    padding: 0;
    border: 0;
    background: none;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  @media (pointer: coarse) {
    button.link {
      display: inline-flex;
      min-width: 2.75rem;
      min-height: 2.75rem;
    }
  }
`;
