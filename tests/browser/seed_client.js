// A chat client as its specification for front ends describes it: one request per message with the whole
// history, server-sent events split at blank lines, `metadata`, `token`, `done` and `error`.
window.chat = {session: undefined, history: []};
window.send = async (url, token, message) => {
  const reply = await fetch(`${url}/chatbot/chat-stream`, {
    method: 'POST',
    credentials: 'include',
    headers: {'Authorization': `Bearer ${token}`, 'Content-Type': 'application/json'},
    body: JSON.stringify({message, sessionId: window.chat.session, conversationHistory: window.chat.history}),
  });
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
  const reader = reply.body.getReader(), decoder = new TextDecoder();
  let buffer = '', text = '', done = false;
  for (;;) {
    const {value, done: ended} = await reader.read();
    if (ended) break;
    buffer += decoder.decode(value, {stream: true});
    const frames = buffer.split('\n\n');
    buffer = frames.pop();
    for (const frame of frames) {
      if (!frame.startsWith('data: ')) continue;
      const event = JSON.parse(frame.slice(6));
      if (event.type === 'metadata') window.chat.session = event.sessionId;
      else if (event.type === 'token') text += event.content;
      else if (event.type === 'done') done = true;
      else if (event.type === 'error') throw new Error(event.message);
    }
  }
  const now = new Date().toISOString();
  window.chat.history.push({id: crypto.randomUUID(), role: 'user', content: message, timestamp: now});
  window.chat.history.push({role: 'assistant', content: text, timestamp: Date.now(), sources: {}});
  return {text, done};
};
