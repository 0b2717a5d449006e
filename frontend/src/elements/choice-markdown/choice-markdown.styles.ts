import {css} from "lit";

export const styles = css`
  :host {
    --_code-key: light-dark(#8a2a8a, #d69be0);
    --_code-text: light-dark(#18744a, #7fd4a6);
    --_code-number: light-dark(#8a5300, #eabf74);
    --_code-note: light-dark(#636978, #9198a8);
  }
  [part="body"] > :first-child > :first-child {
    margin-block-start: 0;
  }
  [part="body"] > :last-child > :last-child {
    margin-block-end: 0;
  }
  p,
  ul,
  ol,
  blockquote,
  .table,
  .code {
    margin: 0 0 12px;
  }
  ul {
    list-style: disc;
  }
  ol {
    list-style: decimal;
  }
  li {
    margin-block: 4px;
  }
  li::marker {
    color: var(--_muted);
  }
  li.task {
    list-style: none;
    margin-inline-start: -1.3em;
  }
  li > p:last-child,
  li > ul,
  li > ol,
  blockquote > :last-child {
    margin-block-end: 4px;
  }
  li > blockquote {
    margin-block: 8px;
  }
  ul,
  ol {
    padding-inline-start: 1.6em;
  }
  h2,
  h3,
  h4,
  h5,
  h6 {
    margin: 20px 0 8px;
    font-size: var(--_t-m);
    font-weight: var(--_w-head);
    line-height: 1.5rem;
  }
  .d1 {
    font-size: var(--_t-xl);
    line-height: 1.75rem;
  }
  .d2,
  .d3 {
    font-size: var(--_t-l);
  }
  .host {
    color: var(--_muted);
    font-size: var(--_t-s);
  }
  blockquote {
    padding: 2px 16px;
    border-inline-start: 3px solid var(--_edge);
    color: var(--_ink-2);
  }
  hr {
    border: 0;
    border-block-start: 1px solid var(--_line);
    margin-block: 16px;
  }
  img {
    display: block;
    max-width: 100%;
    height: auto;
    border: 1px solid var(--_line);
    border-radius: var(--_r-m);
  }
  code {
    padding: 1px 3px;
    border-radius: 4px;
    background: var(--_soft);
    font: 400 0.875em / 1.25rem var(--_mono);
    -webkit-box-decoration-break: clone;
    box-decoration-break: clone;
  }
  .code {
    overflow: hidden;
    border: 1px solid var(--_line);
    border-radius: var(--_r-m);
  }
  .bar {
    display: flex;
    gap: 8px;
    align-items: center;
    min-height: 2.5rem;
    padding-inline: 16px 4px;
    border-block-end: 1px solid var(--_line);
    background: var(--_canvas);
    color: var(--_ink-2);
    font-size: var(--_t-s);
  }
  .file {
    min-width: 0;
    overflow: hidden;
    font-family: var(--_mono);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .plus {
    color: var(--_good);
  }
  .minus {
    color: var(--_bad);
  }
  .copy {
    margin-inline-start: auto;
    border: 0;
    background: none;
    color: var(--_ink-2);
  }
  pre {
    margin: 0;
    padding: 8px 16px;
    overflow-x: auto;
    direction: ltr;
    font: 400 var(--_t-s) / 1.25rem var(--_mono);
    text-align: left;
    tab-size: 2;
    font-variant-ligatures: none;
  }
  pre:focus-visible {
    outline-offset: -2px;
  }
  pre code {
    padding: 0;
    background: none;
    font: inherit;
    white-space: pre;
    word-break: normal;
    overflow-wrap: normal;
  }
  .diff pre {
    padding-inline: 0;
  }
  .diff pre > code {
    display: block;
    width: max-content;
    min-width: 100%;
  }
  .ln {
    display: grid;
    grid-template-columns: 40px 24px auto;
    padding-inline-end: 16px;
  }
  .ln > i {
    padding-inline-end: 8px;
    color: var(--_muted);
    font-style: normal;
    text-align: end;
  }
  .ln > i::before {
    content: attr(data-n);
  }
  .ln > u {
    color: var(--_muted);
    text-align: center;
    text-decoration: none;
  }
  .ln.a {
    background: var(--_good-tint);
  }
  .ln.a > u {
    color: var(--_good);
  }
  .ln.d {
    background: var(--_bad-tint);
  }
  .ln.d > u {
    color: var(--_bad);
  }
  .ln.h {
    color: var(--_muted);
  }
  .table {
    overflow-x: auto;
    width: fit-content;
    max-width: 100%;
  }
  table {
    border-collapse: collapse;
    font-size: var(--_t-s);
  }
  th,
  td {
    padding: 8px 16px;
    border-block-end: 1px solid var(--_line);
    text-align: start;
    word-break: normal;
    overflow-wrap: normal;
  }
  th:first-child,
  td:first-child {
    padding-inline-start: 0;
  }
  th {
    border-color: var(--_edge);
    color: var(--_muted);
    font-weight: var(--_w-label);
  }
  .right {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  .center {
    text-align: center;
  }
  .t-comment,
  .t-prolog {
    color: var(--_code-note);
  }
  .t-keyword,
  .t-boolean,
  .t-tag,
  .t-atrule {
    color: var(--_code-key);
  }
  .t-string,
  .t-attr-value,
  .t-inserted {
    color: var(--_code-text);
  }
  .t-number,
  .t-property,
  .t-attr-name {
    color: var(--_code-number);
  }
  .t-function,
  .t-class-name,
  .t-builtin {
    color: light-dark(#2a48c4, #a5b8ff);
  }
  .t-deleted {
    color: var(--_bad);
  }
`;
