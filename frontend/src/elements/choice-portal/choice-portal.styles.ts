import {css} from "lit";

export const styles = css`
  .head {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
    margin-block-end: 16px;
  }
  .asker {
    flex: 1 1 12em;
    margin: 0;
    color: var(--_muted);
  }
  choice-countdown {
    font-weight: 600;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .ending {
    margin-block-end: 16px;
    padding: 14px 18px;
    border-radius: var(--_radius);
    background: var(--_tint);
  }
  .ending p {
    margin: 0 0 4px;
    font-weight: 600;
  }
  .ending a {
    display: inline-block;
    padding-block: 10px;
    color: var(--_accent);
  }
  .connection {
    color: var(--_warn);
  }
  .aside {
    color: var(--_muted);
    font-weight: 600;
  }
  .unsent .quiet {
    margin-block: 4px 8px;
    white-space: pre-wrap;
  }
  .quiet,
  .ending .quiet {
    color: var(--_muted);
    font-weight: 400;
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 20px;
    align-items: center;
    margin-block-start: 14px;
  }
  .cancel {
    flex: 1 1 100%;
    display: grid;
    gap: 10px;
    padding: 16px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .cancel p {
    margin: 0;
    font-weight: 600;
  }
  .danger {
    border-color: var(--_bad);
    color: var(--_bad);
  }
  .notify {
    display: inline-flex;
    gap: 10px;
    align-items: center;
    min-height: 44px;
    cursor: pointer;
  }
  .notify input {
    width: 20px;
    height: 20px;
    accent-color: var(--_accent);
  }
  .trouble {
    padding: 10px 14px;
    border-radius: 10px;
    background: var(--_bad-tint);
    color: var(--_bad);
  }
`;
