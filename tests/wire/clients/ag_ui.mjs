// Runs the unmodified `HttpAgent`. Reads one JSON command per line, prints one JSON result per line:
// {"say": "…"} sends a message, {"resume": [{interruptId, status, payload}]} answers interrupts.
import {createInterface} from 'node:readline';

const [version, url, token, threadId] = process.argv.slice(2);
const {HttpAgent} = await import(version === '0' ? '@ag-ui/client-0' : '@ag-ui/client');
const agent = new HttpAgent({url, threadId, headers: {Authorization: `Bearer ${token}`}});

for await (const line of createInterface({input: process.stdin})) {
  const {say, resume} = JSON.parse(line);
  if (say) agent.addMessage({id: crypto.randomUUID(), role: 'user', content: say});
  const events = [];
  let finished = null, error = null;
  try {
    await agent.runAgent(
      resume ? {resume} : {},
      {
        onEvent: ({event}) => void events.push(event.type),
        onRunFinishedEvent: ({event}) => void (finished = event),
        onRunErrorEvent: ({event}) => void (error = event.message),
      },
    );
  } catch (problem) {
    error = String(problem.message ?? problem);
  }
  const last = agent.messages.filter(message => message.role === 'assistant').at(-1);
  console.log(JSON.stringify({
    events, error,
    outcome: finished?.outcome ?? null,
    threadId: finished?.threadId ?? null,
    text: last?.content ?? null,
    cards: agent.messages.filter(message => message.role === 'activity').map(message => message.content),
  }));
}
