import {css} from "lit";

export const styles = css`
  .title {
    font-size: 20px;
    font-weight: 700;
    line-height: 1.3;
  }
  .context {
    margin: 4px 0 0;
    color: var(--_muted);
    white-space: pre-line;
  }
  .questions {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 14px;
    margin-block-start: 14px;
  }
  .questions:first-child {
    margin-block-start: 0;
  }
  .progress {
    display: flex;
    gap: 14px;
    align-items: center;
    margin-block-start: 12px;
    color: var(--_muted);
    font-size: 14px;
  }
  progress {
    flex: 1;
    height: 8px;
    overflow: hidden;
    border: 0;
    border-radius: 4px;
    background: var(--_line);
    accent-color: var(--_accent);
  }
  progress::-webkit-progress-bar {
    background: var(--_line);
  }
  progress::-webkit-progress-value {
    background: var(--_accent);
    transition: inline-size 0.2s;
  }
  progress::-moz-progress-bar {
    background: var(--_accent);
  }
  textarea {
    display: block;
    width: 100%;
    margin-block-start: 14px;
    field-sizing: content;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block-start: 16px;
  }
  .trouble {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
    margin: 14px 0 0;
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
`;
