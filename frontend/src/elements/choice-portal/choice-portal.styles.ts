import {css} from "lit";

export const styles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
    background: var(--_paper);
    container-type: inline-size;
  }
  .pane-head {
    display: flex;
    flex: none;
    gap: 8px;
    align-items: center;
    min-height: 3rem;
    padding-inline: 32px 24px;
    border-block-end: 1px solid var(--_line);
  }
  .back {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    min-height: 2rem;
    margin-inline-end: 12px;
    color: var(--_ink-2);
    font-size: var(--_t-s);
    text-decoration: none;
  }
  .crumb {
    display: flex;
    flex: 1;
    gap: 6px;
    align-items: center;
    min-width: 0;
    color: var(--_ink-2);
    font-size: var(--_t-s);
    white-space: nowrap;
  }
  .crumb > * {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .crumb b {
    color: var(--_ink);
    font-weight: var(--_w-label);
  }
  .crumb .i {
    width: 12px;
    height: 12px;
    color: var(--_muted);
  }
  .left,
  .aside,
  .connection {
    display: flex;
    gap: 10px;
    align-items: center;
    font-size: var(--_t-s);
    font-weight: var(--_w-label);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .left choice-countdown {
    font: inherit;
  }
  .tbar {
    width: 56px;
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
  .connection {
    color: var(--_warn);
  }
  button.icon {
    width: 2rem;
    padding: 0;
    border: 0;
    background: none;
    color: var(--_ink-2);
  }
  .pane-body {
    position: relative;
    flex: 1;
    min-height: 0;
    overflow: hidden auto;
    padding: 24px 32px 72px;
  }
  .narrow {
    max-width: 43rem;
  }
  .wide {
    max-width: 76rem;
  }
  .quiet {
    color: var(--_muted);
    font-size: var(--_t-s);
  }
  .ending {
    margin-block-end: 16px;
    outline: none;
  }
  .ending h1 {
    margin-block-end: 8px;
    font-size: var(--_t-xl);
    line-height: 1.75rem;
    letter-spacing: -0.018em;
  }
  .ending p {
    font-weight: var(--_w-label);
  }
  .ending a {
    display: inline-flex;
    align-items: center;
    min-height: 2.75rem;
    margin-inline-end: 16px;
  }
  .unsent {
    margin-block: 8px;
    padding: 12px 16px;
    border-radius: var(--_r-m);
    background: var(--_soft);
  }
  .unsent p {
    margin-block-end: 8px;
    white-space: pre-wrap;
  }
  .trouble {
    margin-block-start: 16px;
    padding: 12px 16px;
    border-radius: var(--_r-m);
    background: var(--_bad-tint);
    color: var(--_bad);
  }
  .earlier {
    margin-block-start: 32px;
  }
  .earlier h3 {
    color: var(--_muted);
    font-size: var(--_t-s);
    font-weight: var(--_w-label);
    line-height: 1.25rem;
  }
  .earlier a {
    display: grid;
    grid-template-columns: 16px minmax(0, 1fr) minmax(0, 9rem) auto;
    column-gap: 12px;
    align-items: center;
    min-height: 2.25rem;
    border-block-end: 1px solid var(--_line);
    color: var(--_ink-2);
    font-size: var(--_t-s);
    text-decoration: none;
  }
  .earlier li:last-child a {
    border: 0;
  }
  .earlier a:hover {
    color: var(--_ink);
  }
  .earlier a > * {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .earlier b {
    color: var(--_ink);
    font-weight: var(--_w-label);
  }
  .answered {
    color: var(--_good);
  }
  .cancelled {
    color: var(--_bad);
  }
  .timed_out,
  .superseded {
    color: var(--_warn);
  }
  .pane-foot {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    min-height: 3.5rem;
    padding: 11px 32px 12px;
    border-block-start: 1px solid var(--_line);
    background: var(--_paper);
  }
  .line {
    display: flex;
    flex: 1 1 22rem;
    gap: 8px;
    align-items: center;
    min-height: 2rem;
    color: var(--_ink-2);
    font-size: var(--_t-s);
    line-height: 1.25rem;
  }
  .line .i {
    color: var(--_muted);
  }
  .line b {
    color: var(--_ink);
    font-weight: var(--_w-label);
  }
  .line choice-countdown {
    font: inherit;
    color: inherit;
  }
  .acts {
    display: flex;
    gap: 8px;
  }
  .later {
    position: relative;
  }
  .later-menu {
    position: absolute;
    z-index: 2;
    inset-block-end: calc(100% + 8px);
    inset-inline-end: 0;
    display: grid;
    width: max-content;
    min-width: 12rem;
    padding: 4px;
    border: 1px solid var(--_line);
    border-radius: var(--_r-m);
    background: var(--_paper);
    box-shadow: var(--_lift);
  }
  .later-menu button {
    justify-content: flex-start;
    min-height: 2.5rem;
    border: 0;
  }
  .decline {
    display: grid;
    flex: 1 1 100%;
    gap: 8px;
    padding-block: 8px;
  }
  .decline .tools {
    display: flex;
    gap: 8px;
  }
  .decline textarea {
    width: 100%;
    resize: vertical;
    field-sizing: content;
  }
  .toast {
    position: relative;
    z-index: 1;
    height: 0;
    margin-inline: 32px;
  }
  .toast choice-toast {
    position: absolute;
    inset: auto 0 16px;
    max-width: 32rem;
  }
  @container (max-width: 40rem) {
    .pane-head {
      min-height: 3.5rem;
      padding-inline: 8px 16px;
    }
    :host([embedded]) .pane-head {
      padding-inline-start: 16px;
    }
    .back {
      min-width: 2.75rem;
      min-height: 2.75rem;
      margin: 0;
      justify-content: center;
    }
    .back span {
      position: absolute;
      clip-path: inset(50%);
    }
    .pane-body {
      padding: 16px 16px 72px;
    }
    .pane-foot {
      padding: 8px 16px 16px;
    }
    .acts {
      display: grid;
      grid-template-columns: repeat(3, minmax(0, 1fr));
      width: 100%;
    }
    .acts > *,
    .later > button {
      width: 100%;
    }
    .later-menu {
      inset-inline: 0 auto;
    }
    .toast {
      margin-inline: 16px;
    }
    .earlier a {
      grid-template-columns: 16px minmax(0, 1fr) minmax(0, 7rem);
    }
    .earlier a > :last-child {
      display: none;
    }
    .wordless {
      display: none;
    }
  }
  /* Where a window is low, such as at a zoom of 400 %, all of it scrolls. */
  @media (max-height: 24rem) {
    :host {
      overflow: auto;
    }
    .pane-body {
      flex: none;
      overflow: visible;
    }
  }
  @media print {
    .pane-foot,
    .toast {
      display: none;
    }
    .pane-body {
      overflow: visible;
    }
  }
`;
