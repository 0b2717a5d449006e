/** Colours and measures that all elements share. A page changes them with the custom properties `--choice-*`. */
import {css} from "lit";

export const tokens = css`
  :host {
    --_ink: var(--choice-ink, light-dark(#1b1d27, #eceef6));
    --_muted: var(--choice-muted, light-dark(#565c70, #abb2c6));
    --_line: var(--choice-line, light-dark(#dcdfea, #353a4a));
    --_edge: var(--choice-edge, light-dark(#828aa3, #7d859c));
    --_paper: var(--choice-paper, light-dark(#ffffff, #1b1e27));
    --_soft: var(--choice-soft, light-dark(#f5f6fb, #232733));
    --_accent: var(--choice-accent, light-dark(#3d4fd1, #a5b3ff));
    --_on-accent: var(--choice-on-accent, light-dark(#ffffff, #11152c));
    --_tint: var(--choice-tint, light-dark(#eef0ff, #262c45));
    --_good: var(--choice-good, light-dark(#146c3c, #7fdba6));
    --_bad: var(--choice-bad, light-dark(#b1231b, #ffb3aa));
    --_bad-tint: var(--choice-bad-tint, light-dark(#fdeeec, #3a2022));
    --_warn: var(--choice-warn, light-dark(#8f5200, #ffc069));
    --_radius: var(--choice-radius, 14px);
    --_font: var(--choice-font, system-ui, "Segoe UI", "Noto Sans", "Noto Sans CJK KR", sans-serif);
    display: block;
    color: var(--_ink);
    font: 16px/1.5 var(--_font);
    word-break: keep-all;
    overflow-wrap: anywhere;
  }
  :host([hidden]) {
    display: none;
  }
  * {
    box-sizing: border-box;
  }
  button,
  textarea,
  select,
  input {
    font: inherit;
    color: inherit;
  }
  button {
    min-height: 44px;
    min-width: 44px;
    padding: 0 16px;
    border: 1px solid var(--_edge);
    border-radius: 10px;
    background: var(--_paper);
    unicode-bidi: plaintext;
    cursor: pointer;
  }
  button:hover {
    border-color: var(--_accent);
  }
  button.main {
    border-color: transparent;
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
  }
  button.plain {
    border-color: transparent;
    background: none;
    color: var(--_accent);
  }
  button[disabled],
  [aria-disabled="true"] {
    cursor: default;
    opacity: 0.65;
  }
  textarea,
  select,
  input:not([type="radio"], [type="checkbox"]) {
    min-height: 44px;
    padding: 10px 12px;
    border: 1px solid var(--_edge);
    border-radius: 10px;
    background: var(--_paper);
  }
  ::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    ::before,
    ::after {
      animation: none !important;
      transition: none !important;
    }
  }
`;
