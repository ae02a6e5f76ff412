// @ts-check
/** The messages of MCP Apps between a card and the host around it: JSON-RPC by postMessage. */
import { parsed, recordOf, recordsOf, textOf } from './dom.js';

/** @typedef {import('./dom.js').Data} Data */
/** What a host does for a card; what it does not offer is undefined.
 * @typedef {{ openLink: ((url: string) => void) | undefined, say: ((text: string) => void) | undefined }} Host */

const PROTOCOL_VERSION = '2026-01-26';

/** @type {Host} */
let host = { openLink: undefined, say: undefined };
/** The answer shown; the host may be known before it or after.
 * @type {Data | undefined} */
let answer;
let lastId = 0;

/** @param {Data} message */
function send(message) {
  // The host's origin is not told to a sandboxed page. What is sent is the host's own data, or what it was asked for.
  window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
}

/** @param {string} method @param {Data} params @returns {number} */
function request(method, params) {
  lastId += 1;
  send({ id: lastId, method, params });
  return lastId;
}

/** Introduces the card to its host, and shows every answer that the host passes on.
 * @param {string} name @param {(data: Data, host: Host) => Node} show */
export function connect(name, show) {
  const draw = () => {
    if (answer !== undefined) document.getElementById('card')?.replaceChildren(drawn(answer, show));
  };
  window.addEventListener('message', ({ source, data }) => {
    if (source !== window.parent) return;
    const { method, id, params, result } = recordOf(data);
    const given = recordOf(params);
    if (method === undefined && id === openingId && result !== undefined) {
      greet(recordOf(result));
      draw();
    } else if (method === 'ui/notifications/tool-result') {
      answer = given;
      draw();
    } else if (method === 'ui/notifications/tool-cancelled') {
      answer = { content: [], isCancelled: true };
      draw();
    } else if (method === 'ui/notifications/host-context-changed') applyContext(given);
    else if (id !== undefined && (method === 'ping' || method === 'ui/resource-teardown')) send({ id, result: {} });
    else if (id !== undefined && method !== undefined)
      send({ id, error: { code: -32601, message: 'This card has no such method.' } });
  });
  const openingId = request('ui/initialize', {
    appInfo: { name, version: '1.0.0' },
    appCapabilities: {},
    protocolVersion: PROTOCOL_VERSION,
  });
  new ResizeObserver(() => reportSize()).observe(document.documentElement);
}

/** @param {Data} opening what the host can do and how it looks */
function greet({ hostCapabilities, hostContext }) {
  const { openLinks, message } = recordOf(hostCapabilities);
  host = {
    openLink: openLinks === undefined ? undefined : (url) => void request('ui/open-link', { url }),
    say:
      message === undefined
        ? undefined
        : (text) => void request('ui/message', { role: 'user', content: [{ type: 'text', text }] }),
  };
  applyContext(recordOf(hostContext));
  send({ method: 'ui/notifications/initialized', params: {} });
  reportSize();
}

/** @param {Data} context */
function applyContext({ theme }) {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
}

function reportSize() {
  const { width, height } = document.documentElement.getBoundingClientRect();
  send({ method: 'ui/notifications/size-changed', params: { width: Math.ceil(width), height: Math.ceil(height) } });
}

/** A tool's answer is JSON in its last text. @param {Data} result @param {(data: Data, host: Host) => Node} show */
function drawn({ content, isError, isCancelled }, show) {
  const data = parsed(recordsOf(content).at(-1)?.['text']);
  if (isCancelled === true) return note('The call was cancelled.');
  if (isError === true) {
    const message = textOf(recordOf(data?.['error'])['message']);
    return note(message === undefined ? 'The call was refused.' : `The call was refused: ${message}`);
  }
  return data === undefined ? note('This answer is shown as text in the conversation.') : show(data, host);
}

/** A sentence in place of a card. @param {string} text */
export function note(text) {
  const paragraph = document.createElement('p');
  paragraph.setAttribute('role', 'status');
  paragraph.textContent = text;
  return paragraph;
}
