import {css} from "lit";

export const styles = css`
  :host {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
    grid-template-columns: minmax(0, 1fr);
    height: 100dvh;
    background: var(--_paper);
  }
  .bar {
    display: flex;
    align-items: stretch;
    min-height: 3.5rem;
    padding-inline: 24px;
    border-block-end: 1px solid var(--_line);
    background: var(--_paper);
  }
  .skip {
    position: absolute;
    z-index: 3;
    inset-block-start: 8px;
    inset-inline-start: 8px;
    padding: 8px 16px;
    border-radius: var(--_r-s);
    background: var(--_paper);
    box-shadow: var(--_lift);
  }
  .skip:not(:focus) {
    width: 1px;
    height: 1px;
    padding: 0;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .brand {
    display: flex;
    gap: 10px;
    align-items: center;
    font-size: var(--_t-l);
    font-weight: var(--_w-head);
    letter-spacing: -0.02em;
    text-decoration: none;
  }
  .mark {
    flex: none;
    width: 24px;
    height: 24px;
  }
  nav {
    display: flex;
    gap: 24px;
    margin-inline-start: 32px;
  }
  .tab {
    position: relative;
    display: flex;
    gap: 8px;
    align-items: center;
    color: var(--_ink-2);
    font-weight: var(--_w-label);
    text-decoration: none;
    white-space: nowrap;
  }
  .tab .i {
    display: none;
    width: 20px;
    height: 20px;
  }
  .tab:hover,
  .tab[aria-current] {
    color: var(--_ink);
  }
  .tab[aria-current]::after {
    content: "";
    position: absolute;
    inset: auto 0 -1px;
    height: 2px;
    border-radius: 2px 2px 0 0;
    background: var(--_ink);
  }
  .count {
    min-width: 1.5rem;
    padding: 0 6px;
    border-radius: 1rem;
    background: var(--_soft);
    color: var(--_ink-2);
    font-size: var(--_t-s);
    line-height: 1.25rem;
    font-variant-numeric: tabular-nums;
    text-align: center;
  }
  .tab[aria-current] .count {
    background: var(--_ink);
    color: var(--_paper);
  }
  .end {
    display: flex;
    gap: 16px;
    align-items: center;
    margin-inline-start: auto;
  }
  .live {
    display: flex;
    gap: 8px;
    align-items: center;
    padding: 2px 8px;
    border-radius: var(--_r-s);
    color: var(--_muted);
    font-size: var(--_t-s);
  }
  .live::before {
    content: "";
    flex: none;
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: var(--_control);
  }
  .live.open::before {
    background: var(--_good);
  }
  .live.lost {
    background: var(--_warn-tint);
    color: var(--_warn);
  }
  .live.lost::before {
    background: var(--_warn-fill);
  }
  button.person {
    gap: 4px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--_muted);
  }
  .person > span {
    display: grid;
    place-items: center;
    width: 32px;
    height: 32px;
    border: 1px solid var(--_line);
    border-radius: 50%;
    background: var(--_soft);
    color: var(--_ink-2);
    font-weight: var(--_w-head);
  }
  .menu {
    position: fixed;
    inset: 3.25rem 16px auto auto;
    width: 14rem;
    margin: 0;
    padding: 8px;
    border: 1px solid var(--_line);
    border-radius: var(--_r-m);
    background: var(--_paper);
    box-shadow: var(--_lift);
    color: var(--_ink);
  }
  .menu:dir(rtl) {
    inset: 3.25rem auto auto 16px;
  }
  .menu p {
    padding: 4px 12px 8px;
    color: var(--_muted);
    font-size: var(--_t-s);
  }
  .menu a,
  .menu button {
    display: flex;
    justify-content: flex-start;
    align-items: center;
    width: 100%;
    min-height: 2.5rem;
    padding: 0 12px;
    border: 0;
    border-radius: var(--_r-s);
    background: none;
    font-size: var(--_t-m);
    font-weight: 400;
    text-decoration: none;
  }
  .menu a:hover,
  .menu button:hover {
    background: var(--_soft);
  }
  .content {
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    min-height: 0;
  }
  ::slotted(main.page) {
    overflow: hidden auto;
    padding: 32px 32px 24px;
  }
  @media (max-width: 760px) {
    .bar {
      padding-inline: 16px 8px;
    }
    .end {
      gap: 4px;
    }
    .live.open,
    .live.connecting {
      gap: 0;
      font-size: 0;
    }
    .person > .i {
      display: none;
    }
    button.person {
      min-width: 2.75rem;
      min-height: 2.75rem;
    }
    nav {
      position: fixed;
      z-index: 2;
      inset: auto 0 0;
      display: grid;
      grid-template-columns: repeat(4, minmax(0, 1fr));
      gap: 0;
      height: 4rem;
      margin: 0;
      border-block-start: 1px solid var(--_line);
      background: var(--_paper);
    }
    .tab {
      flex-direction: column;
      gap: 4px;
      justify-content: center;
      color: var(--_muted);
      font-size: var(--_t-s);
      line-height: 1.25rem;
    }
    .tab .i {
      display: block;
    }
    .tab[aria-current]::after {
      inset: -1px calc(50% - 20px) auto;
      border-radius: 0 0 2px 2px;
    }
    .count {
      position: absolute;
      inset-block-start: 4px;
      inset-inline-start: calc(50% + 8px);
    }
    .content {
      padding-block-end: 4rem;
    }
    ::slotted(main.page) {
      padding: 16px 16px 24px;
    }
    /* One question has the whole screen of a phone. */
    :host([page="question"]) .bar,
    :host([page="question"]) nav {
      display: none;
    }
    :host([page="question"]) .content {
      padding: 0;
    }
  }
  @media (max-width: 420px) {
    .live.lost {
      max-width: 9rem;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
  }
  @media (forced-colors: active) {
    .live::before {
      forced-color-adjust: none;
    }
  }
  @media print {
    :host {
      display: block;
      height: auto;
    }
    .bar,
    nav {
      display: none;
    }
  }
`;
