import { pageElement } from './dom.js';

/**
 * @typedef {import('./openapi.js').Operation} Operation
 * @typedef {import('./openapi.js').SecurityScheme} SecurityScheme
 * @typedef {{ label: string, schemes: SecurityScheme[] }} Choice one way a call may identify itself
 * @typedef {{ headers: [string, string][], query: [string, string][] }} Proof
 */

const STORAGE_KEY = 'masthead.reference.key';

/** Fires `change` when the key at the top of the page is edited. */
export const keyChanges = new EventTarget();

/** @returns {HTMLInputElement} */
const keyInput = () => /** @type {HTMLInputElement} */ (pageElement('page-key'));

export const currentKey = () => keyInput().value.trim();
export const focusKey = () => keyInput().focus();

/** Session storage only: the key is gone with the tab and never reaches another one. */
export function bindKeyField() {
  const input = keyInput();
  const show = pageElement('page-key-show');
  input.value = storedKey();
  input.addEventListener('input', keyEdited);
  show.addEventListener('click', () => {
    const visible = input.type === 'password';
    input.type = visible ? 'text' : 'password';
    show.textContent = visible ? 'Hide' : 'Show';
    show.setAttribute('aria-pressed', String(visible));
  });
  pageElement('page-key-forget').addEventListener('click', () => {
    input.value = '';
    keyEdited();
    input.focus();
  });
  pageElement('page-credential').addEventListener('submit', (event) => event.preventDefault());
  keyEdited();
}

function keyEdited() {
  const key = currentKey();
  pageElement('page-key-forget').hidden = key === '';
  try {
    if (key) sessionStorage.setItem(STORAGE_KEY, key);
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is blocked: the key lives in the field only.
  }
  keyChanges.dispatchEvent(new Event('change'));
}

function storedKey() {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? '';
  } catch {
    return '';
  }
}

/** @param {Operation} operation @returns {Choice[]} in the order of the document */
export function choicesOf(operation) {
  return operation.security.map((schemes) => ({
    label: schemes.length === 0 ? 'No key' : schemes.map(schemeLabel).join(' and '),
    schemes,
  }));
}

/** @param {SecurityScheme} scheme */
function schemeLabel(scheme) {
  if (scheme.type === 'apiKey' && scheme.in === 'cookie') return 'Session cookie';
  if (scheme.type === 'apiKey' && scheme.in === 'query') return `${scheme.name} in the query`;
  const [[name, value] = ['', '']] = proofOf(scheme, '…').headers;
  return `${name}: ${value}`;
}

/** @param {Choice | undefined} choice @param {string} key @returns {Proof} */
export function proof(choice, key) {
  const proofs = key ? (choice?.schemes ?? []).map((scheme) => proofOf(scheme, key)) : [];
  return { headers: proofs.flatMap((each) => each.headers), query: proofs.flatMap((each) => each.query) };
}

/** @param {SecurityScheme} scheme @param {string} key @returns {Proof} */
function proofOf(scheme, key) {
  // The browser adds the session cookie.
  if (scheme.type === 'apiKey' && scheme.in === 'cookie') return { headers: [], query: [] };
  if (scheme.type === 'apiKey' && scheme.in === 'query') return { headers: [], query: [[scheme.name, key]] };
  if (scheme.type === 'apiKey') return { headers: [[scheme.name, `${keyWord(scheme)}${key}`]], query: [] };
  const word = String(scheme.scheme ?? 'Bearer');
  return { headers: [['Authorization', `${word.toLowerCase() === 'bearer' ? 'Bearer' : word} ${key}`]], query: [] };
}

/**
 * OpenAPI cannot express that an apiKey header has a word before the key (`SERVICE-API-KEY <key>`, where the word is the
 * operator's), so it is read from `x-prefix` or out of the description.
 * @param {SecurityScheme} scheme
 */
function keyWord(scheme) {
  const word = scheme['x-prefix'] ?? /\b([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-API-KEY)\b/.exec(scheme.description ?? '')?.[1];
  return word ? `${String(word).trim()} ` : '';
}
