import {css} from "lit";

export const styles = css`
  .card {
    padding: 18px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_paper);
    box-shadow: 0 1px 2px rgb(20 24 60 / 6%), 0 6px 20px rgb(20 24 60 / 5%);
  }
  .badge {
    display: inline-block;
    margin-block-end: 8px;
    padding: 1px 10px;
    border-radius: 99px;
    background: var(--_tint);
    color: var(--_accent);
    font-size: 13px;
    font-weight: 600;
  }
  .question {
    margin: 0;
    font-size: 18px;
    font-weight: 700;
    line-height: 1.35;
    white-space: pre-line;
  }
  .rationale,
  .hint {
    margin: 4px 0 0;
    color: var(--_muted);
    white-space: pre-line;
  }
  .hint {
    font-size: 14px;
  }
  .options {
    display: grid;
    gap: 8px;
    margin-block-start: 14px;
  }
  .options.pair {
    grid-template-columns: 1fr 1fr;
  }
  .option {
    display: flex;
    gap: 12px;
    align-items: flex-start;
    width: 100%;
    min-height: 48px;
    padding: 11px 14px;
    border: 1px solid var(--_line);
    border-radius: 11px;
    background: var(--_paper);
    text-align: start;
    cursor: pointer;
    transition: background-color 0.12s, border-color 0.12s;
  }
  .option:hover:not([aria-disabled="true"]) {
    border-color: var(--_accent);
    background: var(--_tint);
  }
  .option:has(:focus-visible) {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .option input {
    flex: none;
    width: 20px;
    height: 20px;
    margin: 2px 0 0;
    accent-color: var(--_accent);
    outline: none;
  }
  .option.chosen {
    border-color: var(--_accent);
    background: var(--_tint);
    box-shadow: inset 0 0 0 1px var(--_accent);
  }
  .words {
    flex: 1;
    min-width: 0;
  }
  .label {
    margin-inline-end: 8px;
    font-weight: 600;
  }
  .star {
    color: var(--_warn);
    font-size: 13px;
    font-weight: 600;
    white-space: nowrap;
  }
  .description {
    display: block;
    color: var(--_muted);
    font-size: 15px;
    white-space: pre-line;
  }
  kbd {
    flex: none;
    min-width: 22px;
    padding: 0 5px;
    border: 1px solid var(--_line);
    border-radius: 6px;
    color: var(--_muted);
    font: 600 12px/20px var(--_font);
    text-align: center;
  }
  @media (hover: none) {
    kbd,
    .keys {
      display: none;
    }
  }
  .pair .option {
    justify-content: center;
    text-align: center;
  }
  .pair .words {
    flex: 0 1 auto;
  }
  .own {
    display: flex;
    gap: 8px;
    align-items: flex-end;
    margin-block-start: 10px;
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
    margin-block-start: 8px;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block-start: 14px;
  }
  .trouble {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
    margin: 12px 0 0;
    padding-block: 6px;
    padding-inline: 14px 6px;
    border-radius: 10px;
    background: var(--_bad-tint);
    color: var(--_bad);
  }
  .trouble span {
    flex: 1 1 12em;
    padding-block: 5px;
  }
  .done {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 10px;
    align-items: center;
    padding-block: 6px;
    padding-inline: 16px 8px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_soft);
  }
  .done p {
    flex: 1 1 14em;
    margin: 0;
    padding-block: 8px;
  }
  .tick {
    color: var(--_good);
    font-weight: 700;
  }
  .ended .tick,
  .by {
    color: var(--_muted);
  }
  .done .answer {
    font-weight: 600;
  }
  .by {
    font-size: 14px;
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
    gap: 6px;
    margin: 4px 0 8px;
    padding-inline: 0 8px;
    list-style: none;
  }
  .done .option {
    cursor: default;
  }
  .card.light {
    padding: 0;
    border: 0;
    background: none;
    box-shadow: none;
  }
  .light .question {
    font-weight: normal;
    font-size: 0.9em;
  }
  .light .options {
    display: flex;
    flex-flow: row wrap;
    gap: 6px;
  }
  .light .option {
    width: auto;
    min-height: 0;
    padding: 4px 12px;
    font-size: 0.9em;
  }
  .light .description,
  .light kbd {
    display: none;
  }
  @media (forced-colors: active) {
    .option.chosen {
      outline: 2px solid Highlight;
    }
  }
`;
