import {css} from "lit";

export const styles = css`
  h2 {
    margin: 0 0 12px;
    font-size: 20px;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block-end: 14px;
  }
  .tools input {
    flex: 1 1 14em;
    min-width: 0;
  }
  a.button {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    padding: 0 16px;
    border: 1px solid var(--_edge);
    border-radius: 10px;
    background: var(--_paper);
    color: inherit;
    text-decoration: none;
  }
  a.button:hover {
    border-color: var(--_accent);
  }
  ol {
    margin: 0 0 12px;
    padding: 0;
    list-style: none;
  }
  li {
    padding-block: 10px;
    border-block-end: 1px solid var(--_line);
  }
  p {
    margin: 0;
  }
  .quiet,
  .arrow {
    color: var(--_muted);
  }
  .quiet {
    font-size: 15px;
  }
  .answer {
    font-weight: 600;
  }
  .arrow {
    display: inline-block;
  }
  .arrow:dir(rtl) {
    transform: scaleX(-1);
  }
`;
