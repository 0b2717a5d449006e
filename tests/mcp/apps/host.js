// A client that shows one card in a sandboxed frame, with faults that real clients have.
import {AppBridge, PostMessageTransport} from "@modelcontextprotocol/ext-apps/app-bridge";

const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";
const never = () => new Promise(() => {});

/** Shows a card. `faults` may have: dropMessages, rejectMessages, withholdInput, loseCalls, loseReplies. */
window.showCard = async ({html, input, result, context, faults}) => {
  document.querySelector("iframe")?.remove();
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.style.cssText = "width: 600px; height: 500px; border: 0";
  document.body.append(frame);
  const info = {name: "test host", version: "1"};
  const bridge = new AppBridge(null, info, {serverTools: {}, openLinks: {}}, {hostContext: context ?? {}});
  const left = {...faults};
  bridge.oncalltool = async (params) => {
    if (left.loseCalls > 0) {
      left.loseCalls -= 1;
      return never();
    }
    const called = await window.callTool(params.name, params.arguments ?? {});
    if (params.name === "card_answer" && left.loseReplies > 0) {
      left.loseReplies -= 1;
      return never();
    }
    return called;
  };
  bridge.onmessage = async (params) => {
    if (faults.dropMessages) return never();
    if (faults.rejectMessages) return {isError: true};
    await window.tellModel(params.content[0].text);
    return {};
  };
  bridge.onopenlink = async (params) => {
    await window.opened(params.url);
    return {};
  };
  bridge.oninitialized = async () => {
    window.initialized = true;
    if (!faults.withholdInput) await bridge.sendToolInput({arguments: input});
    await bridge.sendToolResult(result);
  };
  window.bridge = bridge;
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = html.replace("<head>", `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
};
