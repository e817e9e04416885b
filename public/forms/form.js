/** Sends the form: a challenge is solved while the reader writes, then pictures go one by one, then the text. */
import './size.js';

const form = document.getElementById('form');
const base = `/v1/forms/${form.dataset.token}`;
const [problem, progress, done] = ['problem', 'progress', 'done'].map((id) => document.getElementById(id));
const files = document.getElementById('files');
const most = Number(files?.dataset.most ?? 0);
const LARGEST = 20 * 1024 * 1024;
const CHANGED = 'What you agree to has changed since you opened the form; read it again, then send it.';
/** A challenge lasts an hour. */
const RENEWED_MS = 50 * 60_000;

let solving = solve();
/** A file that was uploaded is not sent again when the text is. */
let uploaded = new Map();

async function solve() {
  if (!globalThis.crypto?.subtle) throw new Error('This form works only over https.');
  const { challenge } = await request('/challenge', { method: 'POST' });
  const [payload] = challenge.split('.');
  const asked = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  const worker = new Worker('/forms/solver.js', { type: 'module' });
  try {
    const number = await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = () => reject(new Error('Your browser could not prepare the form; load the page again.'));
      worker.postMessage(asked);
    });
    return { solution: `${challenge}.${number}`, shown: asked.shown, at: Date.now() };
  } finally {
    worker.terminate();
  }
}
// An error is shown when the form is sent.
solving.catch(() => undefined);

async function solution() {
  const solved = await solving.catch(() => null);
  if (solved && Date.now() - solved.at < RENEWED_MS) return solved.solution;
  renew();
  return (await solving).solution;
}

/** Pictures belong to the challenge that they were uploaded with. */
function renew() {
  solving = solve();
  solving.catch(() => undefined);
  uploaded = new Map();
}

async function request(path, options) {
  const response = await fetch(base + path, options).catch(() => {
    throw new Error('The service cannot be reached; try again.');
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw Object.assign(new Error(answer.error ?? 'It could not be sent; try again.'), {
    problems: answer.problems,
    status: response.status,
  });
}

files?.addEventListener('change', () => {
  const chosen = [...files.files];
  document
    .getElementById('chosen')
    .replaceChildren(...chosen.map((file) => Object.assign(document.createElement('li'), { textContent: file.name })));
  const tooBig = chosen.find(({ size }) => size > LARGEST);
  files.setCustomValidity(
    chosen.length > most ? `Choose at most ${most} pictures.` : tooBig ? `${tooBig.name} is larger than 20 MiB.` : '',
  );
});

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  problem.hidden = true;
  const invalid = [...form.elements].find((field) => field.willValidate && !field.checkValidity());
  if (invalid) return show(sentence(invalid), invalid);
  const button = form.querySelector('button');
  button.disabled = true;
  try {
    await send();
  } catch (error) {
    const path = error.problems?.[0]?.path ?? '';
    const named = form.elements[path.startsWith('/consents/') ? `consent-${path.slice(10)}` : path.slice(1)];
    if (error.status === 403) renew();
    // The editors have changed the form since it was opened: its words are shown anew, and the text stays.
    if (error.status === 409 && (await showConsents())) return show(CHANGED, form.querySelector('#consents input'));
    show(error.problems ? `${labelOf(named)}: ${error.problems[0].message}.` : error.message, named);
  } finally {
    button.disabled = false;
    progress.textContent = '';
  }
});

async function send() {
  progress.textContent = 'Preparing …';
  const solved = await solution();
  if ((await solving).shown !== form.dataset.shown) throw Object.assign(new Error(CHANGED), { status: 409 });
  const ids = [];
  for (const [at, file] of [...(files?.files ?? [])].entries()) {
    progress.textContent = `Sending picture ${at + 1} of ${files.files.length} …`;
    if (!uploaded.has(file)) uploaded.set(file, await upload(file, solved));
    ids.push(uploaded.get(file));
  }
  progress.textContent = 'Sending …';
  const value = (name) => form.elements[name].value;
  const consents = [...form.querySelectorAll('[name^=consent-]')].map((box) => box.checked);
  const { receipt } = await request('/submissions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ solution: solved, title: value('title'), text: value('text'), name: value('name'), email: value('email') },
      ...{ website: value('website'), consents, files: [...new Set(ids)] },
    }),
  });
  const link = document.getElementById('receipt');
  link.href = `/forms/receipts/${receipt.token}`;
  // Pages of others may embed the form, not the receipt.
  if (window.parent !== window) link.target = '_blank';
  document.querySelector('.form-intro')?.remove();
  form.hidden = true;
  done.hidden = false;
  done.focus();
}

/** Returns whether they have changed. */
async function showConsents() {
  const response = await fetch(location.pathname).catch(() => null);
  if (!response?.ok) return false;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const shown = page.getElementById('form')?.dataset.shown;
  if (shown === undefined || shown === form.dataset.shown) return false;
  form.dataset.shown = shown;
  document.getElementById('consents').replaceWith(document.importNode(page.getElementById('consents'), true));
  renew();
  return true;
}

async function upload(file, solved) {
  const body = new FormData();
  body.set('file', file);
  return (await request('/files', { method: 'POST', body, headers: { 'x-form-solution': solved } })).file.id;
}

function sentence(field) {
  if (field.validity.customError) return field.validationMessage;
  if (field.type === 'checkbox') return `Without this it cannot be sent: “${field.labels[0].textContent.trim()}”`;
  return field.validity.valueMissing ? 'Please write something.' : `${labelOf(field)}: please check what you wrote.`;
}

const labelOf = (field) => field?.labels?.[0]?.firstChild?.textContent?.trim() || 'The form';

function show(text, field) {
  problem.textContent = text;
  problem.hidden = false;
  field?.focus();
}
