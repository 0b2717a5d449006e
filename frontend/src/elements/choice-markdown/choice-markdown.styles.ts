import {css} from "lit";

export const styles = css`
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
  li {
    margin-block: 4px;
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
    font-size: 16px;
    line-height: 1.3;
  }
  .d1 {
    font-size: 22px;
  }
  .d2 {
    font-size: 19px;
  }
  .d3 {
    font-size: 17px;
  }
  a {
    color: var(--_accent);
    text-underline-offset: 2px;
  }
  .host {
    color: var(--_muted);
    font-size: 0.85em;
  }
  blockquote {
    padding: 2px 14px;
    border-inline-start: 3px solid var(--_accent);
    color: var(--_muted);
  }
  hr {
    border: 0;
    border-block-start: 1px solid var(--_line);
    margin-block: 18px;
  }
  code {
    /* A name is not broken at its hyphens while the line has room for it. */
    display: inline-block;
    max-width: 100%;
    padding-inline: 5px;
    border-radius: 5px;
    background: var(--_soft);
    font: 0.9em/1.5 ui-monospace, "SF Mono", Menlo, "Noto Sans Mono", monospace;
  }
  .code {
    overflow: hidden;
    border: 1px solid var(--_line);
    border-radius: 10px;
    background: var(--_soft);
  }
  .bar {
    display: flex;
    justify-content: space-between;
    align-items: center;
    padding-inline: 14px 4px;
    border-block-end: 1px solid var(--_line);
    color: var(--_muted);
    font-size: 13px;
  }
  .copy {
    border: 0;
    background: none;
    color: var(--_accent);
  }
  pre {
    margin: 0;
    padding: 12px 14px;
    overflow-x: auto;
    direction: ltr;
    text-align: left;
  }
  pre code {
    display: inline;
    padding: 0;
    background: none;
    white-space: pre;
    word-break: normal;
    overflow-wrap: normal;
  }
  .table {
    overflow-x: auto;
    border: 1px solid var(--_line);
    border-radius: 10px;
    width: fit-content;
    max-width: 100%;
  }
  table {
    border-collapse: collapse;
  }
  th,
  td {
    padding: 8px 14px;
    text-align: start;
    border-block-end: 1px solid var(--_line);
    word-break: normal;
    overflow-wrap: normal;
  }
  th {
    background: var(--_soft);
  }
  tr:last-child td {
    border-block-end: 0;
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
    color: var(--_muted);
  }
  .t-keyword,
  .t-boolean,
  .t-tag,
  .t-atrule {
    color: light-dark(#8a1c7c, #f0a6ea);
  }
  .t-string,
  .t-attr-value,
  .t-inserted {
    color: light-dark(#146c3c, #8fdcae);
  }
  .t-number,
  .t-property,
  .t-attr-name {
    color: light-dark(#8f4700, #ffc37a);
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
