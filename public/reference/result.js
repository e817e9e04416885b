import { copyButton } from './clipboard.js';
import { disclosure, el } from './dom.js';
import { codeBlock, colourJson, indentJson } from './json-view.js';
import { statusName } from './status.js';

/** Characters of a body that are put on the page; a longer one is cut, and copied whole. */
const SHOWN_LIMIT = 2_000_000;

/**
 * @typedef {{ status: number, statusText: string, url: string, redirected: boolean, headers: [string, string][],
 *   text: string | null, bytes: number, milliseconds: number }} Answer `text` is null for a binary body
 */

/**
 * @param {import('./request.js').PreparedRequest} request
 * @param {AbortSignal} signal
 * @returns {Promise<Answer>}
 */
export async function send({ method, url, headers, body }, signal) {
  const start = performance.now();
  // no-store: show the server's current answer, not the browser's cached one.
  const response = await fetch(callFor(url, { method, headers, body, signal, cache: 'no-store' }));
  const bytes = await response.arrayBuffer();
  return {
    status: response.status,
    statusText: response.statusText,
    url: response.url,
    redirected: response.redirected,
    headers: [...response.headers],
    text: isText(response.headers.get('content-type')) ? new TextDecoder().decode(bytes) : null,
    bytes: bytes.byteLength,
    milliseconds: performance.now() - start,
  };
}

/** @param {string} url @param {RequestInit} init */
function callFor(url, init) {
  try {
    return new Request(url, init);
  } catch (error) {
    // fetch reports this like a network failure, but it is a header that the browser does not send.
    throw new Error(`The browser refuses to send this: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {string | null} type */
function isText(type) {
  return !type || /^text\/|json|xml|javascript/.test(type);
}

/** @param {Answer} answer @returns {string} */
export function answerSummary({ status, statusText, milliseconds, bytes }) {
  return `${status} ${statusText || statusName(status)}, ${duration(milliseconds)}, ${size(bytes)}`;
}

/** @param {Answer} answer @returns {HTMLElement} */
export function answerView(answer) {
  const { status, statusText, milliseconds, bytes, redirected, url, headers } = answer;
  const line = [
    el('strong', { class: `status ${statusClass(status)}` }, `${status} ${statusText || statusName(status)}`),
    el('span', {}, duration(milliseconds)),
    el('span', { title: 'Size of the body once decompressed' }, size(bytes)),
  ];
  return el(
    'div',
    { class: 'answer' },
    el('p', { class: 'answer-line' }, ...line),
    redirected && el('p', { class: 'answer-note' }, 'Redirected to ', el('code', {}, new URL(url).pathname)),
    disclosure({
      class: 'answer-headers',
      summary: [`Response headers (${headers.length})`],
      content: () => headerList(headers),
    }),
    answerBody(answer),
  );
}

/** @param {[string, string][]} headers */
function headerList(headers) {
  const rows = headers.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]);
  return el('dl', { class: 'headers' }, ...rows);
}

/** @param {Answer} answer */
function answerBody({ text, bytes }) {
  if (bytes === 0) return el('p', { class: 'answer-note' }, 'The response has no body.');
  if (text === null) return el('p', { class: 'answer-note' }, `A binary body of ${size(bytes)}, not shown.`);
  const indented = indentJson(text);
  const shown = (indented ?? text).slice(0, SHOWN_LIMIT);
  const cut = shown.length < (indented ?? text).length;
  const pre = codeBlock(shown, 'Response body');
  if (indented !== null && !cut) colourJson(pre, shown);
  return el(
    'div',
    { class: 'answer-body' },
    copyButton('Copy body', () => indented ?? text),
    pre,
    cut && el('p', { class: 'answer-note' }, 'The rest is left out here; “Copy body” takes all of it.'),
  );
}

/** @param {number | string} status */
export function statusClass(status) {
  return `status-${String(status).charAt(0)}xx`;
}

/** @param {number} milliseconds */
export function duration(milliseconds) {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** @param {number} bytes */
function size(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
