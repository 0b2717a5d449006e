/** Design tokens and ground styles of every element. A page changes them with the custom properties `--choice-*`. */
import {css} from "lit";

export const tokens = css`
  :host {
    --_ink: var(--choice-ink, light-dark(#14161f, #eceef4));
    --_ink-2: var(--choice-ink-2, light-dark(#4a4f5e, #b6bcc9));
    --_muted: var(--choice-muted, light-dark(#636978, #9198a8));
    --_canvas: var(--choice-canvas, light-dark(#f8f8f9, #0d0f14));
    --_paper: var(--choice-paper, light-dark(#ffffff, #13161d));
    --_soft: var(--choice-soft, light-dark(#f2f3f5, #1b1f28));
    --_tint: var(--choice-tint, light-dark(#ebedf0, #232833));
    --_line: var(--choice-line, light-dark(#e5e7ec, #262b36));
    --_edge: var(--choice-edge, light-dark(#cfd3dc, #3b4251));
    --_control: var(--choice-control, light-dark(#7d8392, #747d90));
    --_accent: var(--choice-accent, light-dark(#1f57e7, #7ea4ff));
    --_on-accent: var(--choice-on-accent, light-dark(#ffffff, #0b1230));
    --_bad: var(--choice-bad, light-dark(#bf2424, #ff8f89));
    --_bad-edge: var(--choice-bad-edge, light-dark(#cf6868, #a05350));
    --_bad-tint: var(--choice-bad-tint, light-dark(#fdefef, #2e1a1d));
    --_good: var(--choice-good, light-dark(#18744a, #62cf95));
    --_good-tint: var(--choice-good-tint, light-dark(#e7f5ed, #14291f));
    --_warn: var(--choice-warn, light-dark(#8a5300, #f0b858));
    --_warn-tint: var(--choice-warn-tint, light-dark(#fdf3e0, #2d2414));
    --_warn-fill: var(--choice-warn-fill, light-dark(#b87000, #f0b858));
    --_t-s: var(--choice-text-s, 0.8125rem);
    --_t-m: var(--choice-text-m, 0.9375rem);
    --_t-l: var(--choice-text-l, 1.0625rem);
    --_t-xl: var(--choice-text-xl, 1.3125rem);
    --_t-2xl: var(--choice-text-2xl, 1.75rem);
    --_w-label: 500;
    --_w-head: 600;
    --_r-s: var(--choice-radius-s, 6px);
    --_r-m: var(--choice-radius-m, 10px);
    --_r-l: var(--choice-radius-l, var(--choice-radius, 16px));
    --_radius: var(--_r-l);
    --_lift: 0 1px 2px light-dark(#14161f0a, #0006), 0 8px 24px light-dark(#14161f14, #0008);
    --_fold: 160ms cubic-bezier(0.2, 0, 0, 1);
    --_font: var(
      --choice-font,
      Inter,
      "Noto Sans KR",
      "Noto Sans CJK KR",
      system-ui,
      -apple-system,
      "Segoe UI",
      Roboto,
      "Noto Sans",
      sans-serif
    );
    --_mono: var(
      --choice-mono,
      "JetBrains Mono",
      ui-monospace,
      "SF Mono",
      SFMono-Regular,
      Menlo,
      Consolas,
      monospace
    );
    display: block;
    color: var(--_ink);
    font: 400 var(--_t-m) / 1.5rem var(--_font);
    word-break: keep-all;
    overflow-wrap: anywhere;
    -webkit-font-smoothing: antialiased;
  }
  :host([hidden]) {
    display: none;
  }
  * {
    box-sizing: border-box;
  }
  h1,
  h2,
  h3,
  h4,
  p,
  ul,
  ol,
  dl,
  dd,
  figure,
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
  }
  h1,
  h2,
  h3,
  h4 {
    font-size: var(--_t-l);
    line-height: 1.5rem;
    font-weight: var(--_w-head);
  }
  ul,
  ol {
    list-style: none;
  }
  button,
  textarea,
  select,
  input {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }
  button {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    justify-content: center;
    min-height: 2rem;
    min-width: 2rem;
    padding: 0 12px;
    border: 1px solid var(--_edge);
    border-radius: var(--_r-s);
    background: var(--_paper);
    font-size: var(--_t-s);
    font-weight: var(--_w-label);
    unicode-bidi: plaintext;
    cursor: pointer;
  }
  button:hover {
    background: var(--_soft);
  }
  button.main {
    border-color: transparent;
    background: var(--_accent);
    color: var(--_on-accent);
  }
  button.plain {
    border-color: transparent;
    background: none;
    color: var(--_ink-2);
  }
  button.danger {
    border-color: var(--_bad-edge);
    color: var(--_bad);
  }
  button.sure {
    border-color: var(--_bad);
    background: var(--_bad);
    color: var(--_paper);
  }
  button.big {
    min-height: 2.5rem;
    padding: 0 16px;
    font-size: var(--_t-m);
  }
  button[disabled],
  button[aria-disabled="true"] {
    border-color: var(--_line);
    background: var(--_soft);
    color: var(--_muted);
    cursor: default;
  }
  @media (pointer: coarse) {
    button,
    button.big {
      min-width: 2.75rem;
      min-height: 2.75rem;
    }
  }
  textarea,
  select,
  input:not([type="radio"], [type="checkbox"]) {
    min-height: 2.5rem;
    padding: 7px 12px;
    border: 1px solid var(--_control);
    border-radius: var(--_r-s);
    background: var(--_paper);
  }
  @media (pointer: coarse) {
    textarea,
    select,
    input:not([type="radio"], [type="checkbox"]) {
      min-height: 2.75rem;
    }
  }
  ::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  a {
    color: inherit;
    text-decoration-color: var(--_control);
    text-decoration-thickness: 1px;
    text-underline-offset: 3px;
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  kbd {
    display: inline-grid;
    flex: none;
    place-items: center;
    min-width: 1.5rem;
    height: 1.5rem;
    padding: 0 6px;
    border: 1px solid var(--_line);
    border-radius: var(--_r-s);
    background: var(--_soft);
    color: var(--_ink-2);
    font: 500 var(--_t-s) / 1 var(--_font);
    font-variant-numeric: tabular-nums;
  }
  @media (pointer: coarse) {
    kbd,
    .keys {
      display: none !important;
    }
  }
  .i {
    flex: none;
    width: 16px;
    height: 16px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .i.full {
    fill: currentColor;
    stroke: none;
  }
  .i.flip:dir(rtl) {
    transform: scaleX(-1);
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
