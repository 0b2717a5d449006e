import {css} from "lit";

export const styles = css`
  :host {
    min-height: 0;
    height: 100%;
  }
  .inbox {
    display: grid;
    grid-template: minmax(0, 1fr) / 11.5rem clamp(22rem, 36.667vw, 33rem) minmax(0, 1fr);
    height: 100%;
    background: var(--_paper);
  }
  .cut {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .quiet {
    color: var(--_muted);
    font-size: var(--_t-s);
  }
  .filters {
    display: flex;
    flex-direction: column;
    overflow: hidden auto;
    padding: 8px 8px 16px;
    border-inline-end: 1px solid var(--_line);
    background: var(--_canvas);
  }
  .filters h2 {
    padding: 16px 16px 4px;
    color: var(--_muted);
    font-size: var(--_t-s);
    font-weight: var(--_w-label);
    line-height: 1.25rem;
  }
  button.filter {
    flex: none;
    justify-content: flex-start;
    width: 100%;
    padding: 0 16px;
    border: 0;
    background: none;
    color: var(--_ink-2);
  }
  .filter > :last-child {
    margin-inline-start: auto;
    color: var(--_muted);
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }
  .filter:hover,
  .filter[aria-current] {
    background: var(--_tint);
    color: var(--_ink);
  }
  .foot {
    display: flex;
    gap: 8px;
    align-items: center;
    min-height: 2.75rem;
    margin-block-start: auto;
    padding: 0 16px;
    color: var(--_muted);
    font-size: var(--_t-s);
    text-decoration: none;
  }
  .list {
    position: relative;
    display: flex;
    flex-direction: column;
    min-height: 0;
    border-inline-end: 1px solid var(--_line);
    container-type: inline-size;
  }
  .list-head {
    display: flex;
    flex: none;
    gap: 8px;
    align-items: center;
    min-height: 3rem;
    padding-inline: 24px 16px;
    border-block-end: 1px solid var(--_line);
  }
  h1 {
    flex: 0 1 auto;
    min-width: 0;
    overflow: hidden;
    font-size: var(--_t-m);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  button.fresh {
    border-color: var(--_ink);
    white-space: nowrap;
  }
  .search {
    display: flex;
    flex: 0 1 11.5rem;
    gap: 8px;
    align-items: center;
    min-width: 5rem;
    height: 2rem;
    margin-inline-start: auto;
    padding: 0 4px 0 10px;
    border: 1px solid var(--_control);
    border-radius: var(--_r-s);
    color: var(--_muted);
  }
  .search:focus-within {
    outline: 2px solid var(--_accent);
    outline-offset: 1px;
  }
  .search input {
    flex: 1;
    min-width: 0;
    min-height: 0;
    height: 100%;
    padding: 0;
    border: 0;
    outline: none;
    background: none;
    color: var(--_ink);
    font-size: var(--_t-s);
    appearance: none;
  }
  .rows {
    flex: 1;
    min-height: 0;
    overflow: hidden auto;
    overflow-anchor: none;
  }
  .rows::before,
  .rows::after {
    content: "";
    display: block;
    height: var(--before, 0);
  }
  .rows::after {
    height: var(--after, 0);
  }
  .row {
    position: relative;
    display: flex;
    gap: 8px;
    align-items: center;
    height: 3.5rem;
    padding-inline: 24px 16px;
    transition: background-color 80ms;
  }
  .row + .row::before {
    content: "";
    position: absolute;
    inset-block: 0 auto;
    inset-inline: 88px 16px;
    height: 1px;
    background: var(--_line);
  }
  .row-time {
    display: grid;
    flex: none;
    row-gap: 8px;
    align-content: start;
    width: 3.5rem;
    height: 2.5rem;
    color: var(--_ink-2);
    font-size: var(--_t-s);
    font-weight: var(--_w-label);
    font-variant-numeric: tabular-nums;
    line-height: 1.25rem;
    white-space: nowrap;
  }
  .tbar {
    width: 40px;
    height: 3px;
    border-radius: 2px;
    background: var(--_line);
  }
  .tbar:dir(rtl) {
    transform: scaleX(-1);
  }
  .tbar rect {
    fill: var(--_control);
  }
  .amber {
    color: var(--_warn);
  }
  .amber rect {
    fill: var(--_warn-fill);
  }
  .red {
    color: var(--_bad);
  }
  .red rect {
    fill: var(--_bad);
  }
  .row-main {
    display: block;
    flex: 1;
    align-self: stretch;
    align-content: center;
    min-width: 0;
    text-decoration: none;
  }
  .row-main:focus-visible {
    outline: none;
  }
  .row:has(.row-main:focus-visible) {
    outline: 2px solid var(--_accent);
    outline-offset: -2px;
  }
  .row-meta {
    display: flex;
    gap: 16px;
    justify-content: space-between;
    color: var(--_muted);
    font-size: var(--_t-s);
    line-height: 1.25rem;
  }
  .row-title {
    display: block;
    font-weight: var(--_w-label);
    line-height: 1.25rem;
  }
  .tag {
    display: inline-flex;
    flex: 0 1 auto;
    gap: 4px;
    align-items: center;
    white-space: nowrap;
  }
  .tag b {
    color: var(--_ink);
    font-weight: var(--_w-label);
  }
  .urgent .tag {
    color: var(--_bad);
    font-weight: var(--_w-label);
  }
  .sending .row-title,
  .ended .row-title {
    color: var(--_muted);
    font-weight: 400;
  }
  .row:hover,
  .row[aria-current] {
    background: var(--_soft);
  }
  .row[aria-current]::after {
    content: "";
    position: absolute;
    inset-block: 0;
    inset-inline: 0 auto;
    width: 3px;
    background: var(--_accent);
  }
  .row-acts {
    display: none;
    flex: none;
    gap: 4px;
    max-width: 60%;
  }
  @media (hover: hover) {
    .row:hover .row-acts {
      display: flex;
    }
  }
  .row:focus-within .row-acts {
    display: flex;
  }
  .row-acts button {
    max-width: 8.5rem;
    padding: 0 8px;
  }
  .keys {
    display: flex;
    flex: none;
    gap: 16px;
    align-items: center;
    height: 2.5rem;
    padding-inline: 24px 16px;
    overflow: hidden;
    border-block-start: 1px solid var(--_line);
    color: var(--_muted);
    font-size: var(--_t-s);
    white-space: nowrap;
  }
  .keys span {
    display: inline-flex;
    gap: 6px;
    align-items: center;
  }
  .keys kbd {
    min-width: 1.25rem;
    height: 1.25rem;
    padding: 0 5px;
  }
  .keys button {
    margin-inline-start: auto;
    padding: 0;
  }
  .toast {
    position: relative;
    z-index: 1;
    flex: none;
    height: 0;
    margin-inline: 24px 16px;
  }
  .toast choice-toast {
    position: absolute;
    inset: auto 0 16px;
  }
  .pane {
    display: flex;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
  }
  .pane choice-portal {
    flex: 1;
    min-height: 0;
  }
  .empty {
    flex: 1;
    padding: 24px;
  }
  .none {
    flex: 1;
    min-height: 0;
    overflow: auto;
    padding: 48px 24px;
    text-align: center;
  }
  .all-keys {
    padding: 24px;
    border: 1px solid var(--_line);
    border-radius: var(--_r-l);
    background: var(--_paper);
    box-shadow: var(--_lift);
    color: var(--_ink);
  }
  .all-keys dl {
    display: grid;
    gap: 8px;
    margin-block: 16px;
  }
  .all-keys div {
    display: grid;
    grid-template-columns: 6rem 1fr;
    gap: 16px;
    align-items: center;
  }
  .all-keys dt {
    display: flex;
    gap: 4px;
    align-items: center;
  }
  .all-keys::backdrop {
    background: rgb(13 15 20 / 40%);
  }
  @container (max-width: 32rem) {
    .row-acts > :nth-child(n + 3) {
      display: none;
    }
  }
  @container (max-width: 26rem) {
    .wordless {
      display: none;
    }
    .keys span:nth-child(n + 3) {
      display: none;
    }
  }
  @media (max-width: 1100px) {
    .inbox {
      grid-template: auto minmax(0, 1fr) / 22rem minmax(0, 1fr);
    }
    .filters {
      grid-column: 1 / -1;
      flex-direction: row;
      gap: 8px;
      overflow: auto hidden;
      padding: 8px 16px;
      border-inline-end: 0;
      border-block-end: 1px solid var(--_line);
      background: var(--_paper);
    }
    .filters h2,
    .foot {
      display: none;
    }
    button.filter {
      width: auto;
      min-height: 2.5rem;
      padding: 0 12px;
      border: 1px solid var(--_line);
    }
    button.filter[aria-current] {
      border-color: var(--_ink);
      background: var(--_paper);
      box-shadow: inset 0 0 0 1px var(--_ink);
    }
    .filter .i {
      display: none;
    }
  }
  @media (max-width: 760px) {
    .inbox {
      grid-template-columns: minmax(0, 1fr);
    }
    .list {
      border: 0;
    }
    .pane {
      display: none;
    }
    .list-head,
    .row {
      padding-inline: 16px;
    }
    .row {
      height: 4rem;
    }
    .row[aria-current]:not(:focus-within) {
      background: none;
    }
    .row[aria-current]::after {
      display: none;
    }
    .toast {
      margin-inline: 16px;
    }
  }
  @media (pointer: coarse) {
    .search {
      height: 2.875rem;
    }
    button.filter {
      min-height: 2.75rem;
    }
    .keys {
      display: none;
    }
    .row-acts {
      display: none !important;
    }
  }
  @media (forced-colors: active) {
    .tbar {
      forced-color-adjust: none;
    }
    .row[aria-current] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
  @media print {
    .filters,
    .keys,
    .toast,
    .search {
      display: none;
    }
    .inbox {
      display: block;
    }
  }
`;
