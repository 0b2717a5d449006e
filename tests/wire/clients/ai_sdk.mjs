// Runs the unmodified `useChat` of the AI SDK in React. Reads one JSON command per line, prints the state
// after each: say, regenerate, stop (when the text contains it), tool ({id, output}), part (a message with
// one part), reload (a new page with the messages kept), resume.
import {createInterface} from 'node:readline';
import {JSDOM} from 'jsdom';

const dom = new JSDOM('<!doctype html><div id="root"></div>', {url: 'http://localhost'});
globalThis.window = dom.window;
globalThis.document = dom.window.document;
globalThis.IS_REACT_ACT_ENVIRONMENT = false;
const {createElement} = await import('react');
const {createRoot} = await import('react-dom/client');
const {useChat} = await import('@ai-sdk/react');
const {DefaultChatTransport, lastAssistantMessageIsCompleteWithToolCalls} = await import('ai');

const [api, token, id] = process.argv.slice(2);
let chat, changed = () => {};
function Page({messages}) {
  chat = useChat({
    id,
    messages,
    transport: new DefaultChatTransport({api, headers: {Authorization: `Bearer ${token}`}}),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls,
  });
  queueMicrotask(() => changed());
  return null;
}
const until = async is => {
  while (!is()) await new Promise(resolve => { changed = resolve; setTimeout(resolve, 20); });
};
const render = messages => {
  const root = createRoot(document.getElementById('root'));
  root.render(createElement(Page, {messages}));
  return root;
};
let root = render([]);
await until(() => chat);
const settled = () => ['ready', 'error'].includes(chat.status);
const text = () => (chat.messages.at(-1)?.parts ?? []).filter(part => part.type === 'text').map(part => part.text).join('');

for await (const line of createInterface({input: process.stdin})) {
  const command = JSON.parse(line);
  if (command.say) await chat.sendMessage({text: command.say});
  if (command.part) await chat.sendMessage({role: 'user', parts: [command.part]});
  if (command.regenerate) await chat.regenerate();
  if (command.stop) {
    const sending = chat.sendMessage({text: command.stop.say});
    await until(() => text().includes(command.stop.after));
    await chat.stop();
    await sending;
  }
  if (command.tool) {
    const before = chat.messages.at(-1).parts.length;
    await chat.addToolOutput({tool: 'question', toolCallId: command.tool.id, output: command.tool.output});
    if (!command.tool.more) await until(() => settled() && chat.messages.at(-1).parts.length > before);
  }
  if (command.reload) {
    const kept = JSON.parse(JSON.stringify(command.reload === 'empty' ? [] : chat.messages));
    root.unmount();
    chat = undefined;
    root = render(kept);
    await until(() => chat);
  }
  if (command.resume) await chat.resumeStream();
  await until(settled);
  await new Promise(resolve => setTimeout(resolve, 20));
  const last = chat.messages.at(-1);
  console.log(JSON.stringify({
    status: chat.status,
    error: chat.error?.message ?? null,
    roles: chat.messages.map(message => message.role),
    text: text(),
    tools: (last?.parts ?? []).filter(part => part.type === 'dynamic-tool')
      .map(part => ({id: part.toolCallId, name: part.toolName, state: part.state, input: part.input})),
    cards: (last?.parts ?? []).filter(part => part.type === 'data-question-card').map(part => part.data),
  }));
}
process.exit(0);
