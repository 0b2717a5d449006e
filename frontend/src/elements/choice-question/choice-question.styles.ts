import {css} from "lit";

export const styles = css`
  :host {
    container-type: inline-size;
  }
  .card {
    overflow: hidden;
    border: 1px solid var(--_edge);
    border-radius: var(--_r-l);
    background: var(--_paper);
  }
  .head {
    padding: 16px 24px 0;
  }
  .badge,
  .hint {
    color: var(--_muted);
    font-size: var(--_t-s);
    line-height: 1.25rem;
  }
  .question {
    font-size: var(--_t-l);
    font-weight: var(--_w-head);
    letter-spacing: -0.012em;
    text-wrap: pretty;
  }
  .rationale,
  .body {
    margin-block-start: 8px;
    white-space: pre-line;
  }
  .rationale {
    color: var(--_ink-2);
  }
  .hint {
    margin-block-start: 8px;
  }
  .missing {
    margin-block-start: 8px;
    color: var(--_warn);
    font-size: var(--_t-s);
    font-weight: var(--_w-label);
  }
  .fold.short {
    max-height: 18rem;
    overflow: hidden;
    mask-image: linear-gradient(#000 80%, transparent);
  }
  .more {
    margin-inline-start: -12px;
  }
  .options {
    margin-block-start: 12px;
    border-block-start: 1px solid var(--_line);
  }
  .option {
    display: flex;
    gap: 12px;
    align-items: center;
    justify-content: flex-start;
    width: 100%;
    min-height: 3.5rem;
    padding: 7px 24px;
    border: 0;
    border-block-end: 1px solid var(--_line);
    border-radius: 0;
    background: var(--_paper);
    font-size: var(--_t-m);
    font-weight: 400;
    text-align: start;
    cursor: pointer;
    transition: background-color 80ms;
  }
  .option:hover:not([aria-disabled="true"], .asked) {
    background: var(--_soft);
  }
  .option:focus-visible,
  .option:has(:focus-visible):not(.asked) {
    outline: 2px solid var(--_accent);
    outline-offset: -2px;
  }
  .option[aria-disabled="true"] {
    background: var(--_canvas);
    color: var(--_muted);
  }
  .option input {
    flex: none;
    display: grid;
    place-items: center;
    width: 20px;
    height: 20px;
    margin: 0 2px;
    border: 1.5px solid var(--_control);
    border-radius: 5px;
    background: var(--_paper);
    appearance: none;
    outline: none;
  }
  .option input[type="radio"] {
    border-radius: 50%;
  }
  .option input:checked {
    border-color: var(--_ink);
    background: var(--_ink);
  }
  .option input:checked::before {
    content: "";
    width: 12px;
    height: 12px;
    background: var(--_paper);
    clip-path: polygon(8% 52%, 20% 40%, 40% 60%, 80% 16%, 92% 28%, 40% 84%);
  }
  .words {
    flex: 1;
    min-width: 0;
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    column-gap: 12px;
  }
  .label {
    font-weight: var(--_w-label);
    line-height: 1.25rem;
  }
  .side {
    display: inline-flex;
    gap: 6px;
    align-items: center;
    color: var(--_muted);
    font-size: var(--_t-s);
    line-height: 1.25rem;
    white-space: nowrap;
  }
  .side .i {
    width: 14px;
    height: 14px;
    color: var(--_ink);
  }
  .description {
    grid-column: 1 / -1;
    color: var(--_ink-2);
    font-size: var(--_t-s);
    line-height: 1.25rem;
    white-space: pre-line;
  }
  code {
    padding: 1px 3px;
    border-radius: 4px;
    background: var(--_soft);
    font: 400 var(--_t-s) / 1.25rem var(--_mono);
  }
  .best > kbd {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .danger .label {
    color: var(--_bad);
  }
  .option.danger > kbd {
    border-color: var(--_bad-edge);
    background: var(--_bad-tint);
    color: var(--_bad);
  }
  .asked {
    align-items: flex-start;
    cursor: default;
  }
  .twice {
    grid-column: 1 / -1;
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block: 8px 4px;
  }
  .option.chosen {
    background: var(--_soft);
  }
  .pair {
    display: grid;
    grid-template-columns: 1fr 1fr;
  }
  .own {
    display: flex;
    gap: 12px;
    align-items: center;
    min-height: 3rem;
    padding: 4px 24px;
    color: var(--_ink-2);
  }
  .own > .i {
    width: 1.5rem;
    color: var(--_muted);
  }
  .own:focus-within {
    outline: 2px solid var(--_accent);
    outline-offset: -2px;
  }
  .own button,
  .own.filled kbd,
  .own:focus-within kbd {
    display: none;
  }
  .own.filled button,
  .own:focus-within button {
    display: inline-flex;
  }
  textarea.own-words {
    min-height: 2.25rem;
    padding: 6px 0;
    border: 0;
    background: none;
    outline: none;
    resize: none;
  }
  @media (pointer: coarse) {
    textarea.own-words {
      min-height: 2.75rem;
    }
  }
  textarea {
    display: block;
    flex: 1;
    width: 100%;
    min-width: 0;
    max-height: 40vh;
    resize: vertical;
    field-sizing: content;
  }
  .note {
    margin-block: 8px;
  }
  .card > div:last-child > div:first-child > .note,
  .options .note {
    width: calc(100% - 48px);
    margin-inline: 24px;
  }
  .many,
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    padding: 12px 24px;
  }
  .many {
    padding-block-end: 0;
  }
  .many .hint,
  .actions .hint {
    margin: 0;
  }
  .many input {
    flex: 1 1 12em;
    min-width: 0;
  }
  .many ~ .options + .own + .actions,
  .many ~ .options + .actions {
    position: sticky;
    inset-block-end: 0;
    border-block-start: 1px solid var(--_line);
    background: var(--_paper);
  }
  .trouble {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
    margin: 12px 24px;
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
  .preview {
    overflow: hidden;
    margin: 16px 24px;
    border: 1px solid var(--_line);
    border-radius: var(--_r-l);
  }
  .preview-head {
    display: flex;
    gap: 12px;
    align-items: center;
    min-height: 3rem;
    padding-inline: 16px 8px;
    border-block-end: 1px solid var(--_line);
    background: var(--_canvas);
    font-size: var(--_t-s);
  }
  .preview-head b {
    flex: 1;
    min-width: 0;
    font-weight: var(--_w-label);
  }
  .switch {
    display: flex;
    gap: 4px;
  }
  .switch button {
    padding: 0;
  }
  .switch [aria-pressed="true"] {
    border-color: var(--_ink);
    background: var(--_ink);
    color: var(--_paper);
  }
  .preview-body {
    max-height: 70vh;
    overflow: auto;
    padding: 8px 16px 16px;
  }
  @container (min-width: 52rem) {
    .beside {
      display: grid;
      grid-template-columns: minmax(20rem, 28rem) minmax(0, 1fr);
      align-items: start;
    }
    .beside > .preview {
      margin: 12px 24px 24px 8px;
    }
  }
  .quick {
    border: 0;
    background: none;
  }
  .quick .head {
    padding: 0;
  }
  .quick .question {
    font-size: var(--_t-m);
    font-weight: 400;
  }
  .quick .options {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block-start: 8px;
    border: 0;
  }
  .quick .option {
    width: auto;
    min-height: 2rem;
    padding: 0 12px;
    border: 1px solid var(--_edge);
    border-radius: var(--_r-s);
    font-size: var(--_t-s);
    font-weight: var(--_w-label);
  }
  @media (pointer: coarse) {
    .quick .option {
      min-height: 2.75rem;
    }
  }
  .quick kbd,
  .quick .side,
  .quick .description {
    display: none;
  }
  .quick .own {
    padding-inline: 0;
  }
  /* Without a frame, on a page that is about this question: every option is a box of its own. */
  :host([bare]) .card {
    overflow: visible;
    border: 0;
    border-radius: 0;
    background: none;
  }
  :host([bare]) .head {
    padding: 0;
  }
  :host([bare]) .badge {
    display: none;
  }
  :host([bare]) .question {
    font-size: var(--_t-xl);
    line-height: 1.75rem;
    letter-spacing: -0.018em;
    text-wrap: balance;
  }
  :host([bare]) .options {
    display: grid;
    gap: 8px;
    margin-block-start: 24px;
    border: 0;
  }
  :host([bare]) .option {
    padding-inline: 15px 16px;
    border: 1px solid var(--_edge);
    border-radius: var(--_r-m);
  }
  :host([bare]) .option.danger {
    border-color: var(--_bad-edge);
  }
  :host([bare]) .option.chosen {
    border-color: var(--_ink-2);
    background: var(--_paper);
  }
  :host([bare]) .own {
    margin-block-start: 8px;
    padding-inline: 15px 16px;
    border: 1px dashed var(--_edge);
    border-radius: var(--_r-m);
  }
  :host([bare]) .own.filled,
  :host([bare]) .own.only,
  :host([bare]) .own:focus-within {
    border: 1px solid var(--_control);
  }
  :host([bare]) .many,
  :host([bare]) .actions {
    padding-inline: 0;
  }
  :host([bare]) .many {
    margin-block: 16px -8px;
  }
  :host([bare]) .trouble,
  :host([bare]) .preview {
    margin-inline: 0;
  }
  :host([bare]) .beside > .preview {
    margin-block-start: 24px;
  }
  @container (min-width: 52rem) {
    :host([bare]) .beside {
      gap: 32px;
    }
  }
  .done {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 12px;
    align-items: center;
    min-height: 2.5rem;
    padding: 4px 11px 4px 24px;
    border: 1px solid var(--_line);
    border-radius: var(--_r-m);
    background: var(--_canvas);
    color: var(--_ink-2);
    font-size: var(--_t-s);
    line-height: 1.25rem;
  }
  .done:dir(rtl) {
    padding: 4px 24px 4px 11px;
  }
  .done p {
    flex: 1 1 14em;
    padding-block: 4px;
  }
  .tick {
    color: var(--_good);
  }
  .ended .tick,
  .by {
    color: var(--_muted);
  }
  .done .answer {
    color: var(--_ink);
    font-weight: var(--_w-label);
  }
  .arrow {
    display: inline-block;
    color: var(--_muted);
  }
  .arrow:dir(rtl) {
    transform: scaleX(-1);
  }
  .done ul {
    flex-basis: 100%;
    display: grid;
    gap: 8px;
    margin: 4px 12px 8px 0;
  }
  .done .option {
    border: 1px solid var(--_line);
    border-radius: var(--_r-s);
    cursor: default;
  }
  @media (forced-colors: active) {
    .option.chosen {
      outline: 2px solid Highlight;
    }
    .option input:checked::before {
      forced-color-adjust: none;
      background: Highlight;
    }
  }
`;
