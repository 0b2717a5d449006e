import {css} from "lit";

export const styles = css`
  section + section {
    margin-block-start: 36px;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: baseline;
  }
  h2 {
    margin: 0 0 12px;
    font-size: 20px;
  }
  .count,
  .quiet {
    color: var(--_muted);
    font-size: 15px;
  }
  .aside {
    color: var(--_muted);
    font-size: 15px;
  }
  .unsent {
    margin-block-end: 14px;
    padding: 12px 16px;
    border-radius: var(--_radius);
    background: var(--_tint);
  }
  .unsent p {
    margin: 0 0 8px;
    white-space: pre-wrap;
  }
  .connection {
    color: var(--_warn);
    font-size: 15px;
  }
  .filters {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block-end: 14px;
  }
  .filters input {
    flex: 1 1 14em;
    min-width: 0;
  }
  .items {
    display: grid;
    gap: 12px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .item {
    padding: 16px 18px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_paper);
    box-shadow: 0 1px 2px rgb(20 24 60 / 6%);
  }
  .asked {
    display: -webkit-box;
    margin: 2px 0 0;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .item.high {
    border-inline-start: 4px solid var(--_bad);
  }
  .top {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    justify-content: space-between;
  }
  .what {
    flex: 1 1 16em;
  }
  h3 {
    margin: 0;
    font-size: 17px;
    line-height: 1.35;
  }
  .what p {
    margin: 2px 0 0;
  }
  .urgent {
    color: var(--_bad);
    font-size: 13px;
    font-weight: 700;
  }
  choice-countdown {
    font-weight: 600;
  }
  .item choice-form {
    margin-block-start: 14px;
  }
  /* The headline above says it. */
  .item choice-form::part(title) {
    display: none;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block-start: 12px;
  }
  a.button {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    padding-inline: 12px;
    color: var(--_accent);
  }
  .none {
    padding: 36px 16px;
    border: 1px dashed var(--_line);
    border-radius: var(--_radius);
    text-align: center;
  }
  .none span {
    color: var(--_good);
    font-size: 32px;
  }
  .none p {
    margin: 4px 0;
    font-weight: 600;
  }
  .none .quiet {
    font-weight: 400;
  }
`;
