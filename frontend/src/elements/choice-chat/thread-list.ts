/** The list of threads beside the conversation. */
import {html, nothing} from "lit";
import {chatWords as say} from "../../words/chat.ts";
import type {ChoiceChat} from "./choice-chat.ts";

export function threadList(chat: ChoiceChat) {
  const {threads, thread} = chat.session;
  const close = () => chat.toggleDrawer(false);
  return html`<nav class="threads ${chat.drawer ? "open" : ""}" part="threads" aria-label=${say("threads")} @keydown=${(event: KeyboardEvent) => event.key === "Escape" && chat.drawer && close()}>
      <button type="button" class="main" @click=${() => chat.show("")}>${say("new_thread")}</button>
      <ul>${threads.map((one) => {
        const title = one.title || say("untitled");
        return html`<li class=${one.id === thread?.id ? "current" : ""}>
          <button type="button" class="plain name" title=${title} aria-current=${one.id === thread?.id ? "true" : nothing} @click=${() => chat.show(one.id)}><bdi>${title}</bdi></button>
          <button type="button" class="plain remove" aria-label=${say("delete", {title})} @click=${() => {
            chat.removing = one.id;
            chat.focusOn(".sure button:last-child");
          }}>✕</button>
          ${chat.removing === one.id ? sure(chat, one.id) : nothing}
        </li>`;
      })}${chat.session.older ? html`<li><button type="button" class="plain name older" @click=${() => chat.showOlder()}>${say("older")}</button></li>` : nothing}</ul>
      
    </nav>
    ${chat.drawer ? html`<div class="shade" @click=${close}></div>` : nothing}`;
}

function sure(chat: ChoiceChat, id: string) {
  const keep = (event: Event) => {
    event.stopPropagation();
    (event.currentTarget as Element).closest("li")?.querySelector<HTMLElement>(".remove")?.focus();
    chat.removing = "";
  };
  return html`<div class="sure" role="group" aria-label=${say("delete_sure")} @keydown=${(event: KeyboardEvent) => event.key === "Escape" && keep(event)}><p>${say("delete_sure")}</p>
    <button type="button" class="danger" @click=${() => void chat.removeThread(id)}>${say("delete_yes")}</button>
    <button type="button" @click=${keep}>${say("keep")}</button></div>`;
}
