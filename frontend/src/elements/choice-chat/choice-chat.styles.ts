import {css} from "lit";

export const styles = css`
  :host {
    display: flex;
    height: 100%;
    min-height: 0;
    background: var(--_paper);
  }
  .threads {
    display: flex;
    flex: none;
    flex-direction: column;
    gap: 12px;
    width: 268px;
    padding: 14px;
    overflow-y: auto;
    scroll-padding-block-start: 72px;
    border-inline-end: 1px solid var(--_line);
    background: var(--_soft);
  }
  .threads > .main {
    position: sticky;
    z-index: 1;
    inset-block-start: 0;
    flex: none;
    box-shadow: 0 0 0 14px var(--_soft);
  }
  .threads ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .threads a {
    align-self: start;
    margin-block-start: auto;
    padding: 11px 12px;
    color: var(--_accent);
  }
  .threads li {
    display: flex;
    flex-wrap: wrap;
    border-radius: 10px;
  }
  .threads li.current {
    background: var(--_tint);
  }
  button.name {
    flex: 1;
    min-width: 0;
    padding-inline: 12px;
    overflow: hidden;
    color: var(--_ink);
    text-align: start;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  button.older {
    color: var(--_accent);
  }
  .current button.name {
    font-weight: 600;
  }
  button.remove {
    padding: 0;
    color: var(--_muted);
    font-size: 13px;
  }
  .sure {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    width: 100%;
    padding: 0 12px 12px;
  }
  .sure p {
    width: 100%;
    margin: 0;
  }
  .danger {
    border-color: var(--_bad);
    color: var(--_bad);
  }
  .main:not(button) {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-width: 0;
  }
  header {
    display: flex;
    gap: 12px;
    align-items: center;
    min-height: 60px;
    padding: 6px 20px;
    border-block-end: 1px solid var(--_line);
  }
  h1 {
    flex: 1;
    min-width: 0;
    margin: 0;
    overflow: hidden;
    font-size: 17px;
    text-overflow: ellipsis;
    unicode-bidi: plaintext;
    white-space: nowrap;
  }
  .model {
    padding: 2px 10px;
    border: 1px solid var(--_line);
    border-radius: 99px;
    color: var(--_muted);
    font-size: 13px;
    white-space: nowrap;
  }
  .menu {
    display: none;
    padding: 0;
    border: 0;
    font-size: 20px;
  }
  header a {
    padding: 11px 4px;
    color: var(--_accent);
  }
  .log {
    flex: 1;
    overflow-y: auto;
    overscroll-behavior: contain;
  }
  .log:focus-visible {
    outline-offset: -2px;
  }
  .content {
    display: flex;
    flex-direction: column;
    gap: 18px;
    max-width: 780px;
    margin-inline: auto;
    padding: 24px 20px;
  }
  .user {
    align-self: flex-end;
    max-width: 85%;
    padding: 10px 16px;
    border-radius: 18px;
    border-end-end-radius: 5px;
    background: var(--_tint);
    white-space: pre-wrap;
  }
  .user bdi {
    display: block;
  }
  .assistant {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 14px;
  }
  .wait {
    margin: 0;
    color: var(--_muted);
    animation: breathe 1.6s ease-in-out infinite;
  }
  /* What is there at once needs no word for it. */
  .late {
    animation: breathe 1.6s ease-in-out infinite, appear 1ms 0.3s backwards;
  }
  @keyframes appear {
    from {
      opacity: 0;
    }
  }
  @keyframes breathe {
    50% {
      opacity: 0.45;
    }
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    gap: 0 14px;
    align-items: center;
    margin-block-start: -8px;
    color: var(--_muted);
    font-size: 13px;
  }
  .source {
    margin-inline-start: 6px;
    padding: 2px 9px;
    border-radius: 99px;
    background: var(--_soft);
  }
  .foot button {
    padding-inline: 6px;
  }
  .trouble {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
    margin: 0;
    padding-block: 6px;
    padding-inline: 14px 6px;
    border-radius: 10px;
    background: var(--_bad-tint);
    color: var(--_bad);
  }
  .trouble.calm {
    background: var(--_soft);
    color: var(--_muted);
  }
  .trouble span {
    flex: 1 1 12em;
    padding-block: 5px;
  }
  .welcome {
    margin-block: 6vh 12px;
    text-align: center;
  }
  /* With the question below it, both are seen at once. */
  .welcome:not(:last-child) {
    margin-block: 0;
  }
  h2 {
    margin: 0;
    font-size: 26px;
    letter-spacing: -0.01em;
  }
  .welcome p {
    margin: 6px 0 22px;
    color: var(--_muted);
  }
  .examples {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 260px), 1fr));
    gap: 10px;
  }
  .examples button {
    min-height: 48px;
    padding: 10px 16px;
    border-color: var(--_line);
    border-radius: 12px;
    text-align: start;
  }
  .examples button:hover {
    border-color: var(--_accent);
    background: var(--_tint);
  }
  .composer {
    padding: 6px 20px max(4px, env(safe-area-inset-bottom));
  }
  .composer > .trouble {
    max-width: 740px;
    margin: 0 auto 6px;
  }
  .box {
    display: flex;
    gap: 8px;
    align-items: flex-end;
    max-width: 740px;
    margin-inline: auto;
    padding: 6px;
    border: 1px solid var(--_edge);
    border-radius: 16px;
    background: var(--_paper);
  }
  .box:has(textarea:focus-visible) {
    outline: 2px solid var(--_accent);
    outline-offset: 1px;
  }
  .box textarea {
    flex: 1;
    min-width: 0;
    max-height: 30vh;
    border: 0;
    outline: 0;
    background: none;
    resize: none;
    field-sizing: content;
  }
  .shortcut {
    min-height: 1.5em;
    margin: 4px 0 0;
    color: var(--_muted);
    font-size: 13px;
    text-align: center;
  }
  .shade {
    display: none;
  }
  @media (hover: none) {
    .shortcut {
      display: none;
    }
  }
  @media (max-width: 760px) {
    .menu {
      display: block;
    }
    .threads {
      position: fixed;
      inset-block: 0;
      inset-inline-start: 0;
      z-index: 2;
      width: min(300px, 85vw);
      visibility: hidden;
    }
    .threads.open {
      visibility: visible;
      box-shadow: 0 0 30px rgb(0 0 0 / 30%);
    }
    .shade {
      display: block;
      position: fixed;
      inset: 0;
      z-index: 1;
      background: rgb(0 0 0 / 40%);
    }
    header {
      gap: 6px;
      padding-inline: 8px;
    }
    header .model {
      display: none;
    }
    .content,
    .composer {
      padding-inline: 12px;
    }
    .composer {
      padding-block-end: max(12px, env(safe-area-inset-bottom));
    }
    .welcome {
      margin-block-start: 2vh;
    }
    select {
      max-width: 130px;
    }
  }
  /* The sentence above the buttons is part of the message. */
  choice-question[data-light]::part(question) {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;
