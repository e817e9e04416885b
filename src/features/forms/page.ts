/** The pages of a form: what readers fill in, and the receipt. Every value is escaped. */
import { escapeUTF8 as escaped } from 'entities';
import { PICTURE_TYPES } from '../../core/intake/submission.ts';
import { utc } from '../../core/time.ts';
import { type FormRow, type ReceiptRow, shownHash } from './queries.ts';

const STATES: Record<string, string> = {
  new: 'It has arrived. An editor has not decided yet.',
  held: 'It has arrived. An editor has not decided yet.',
  published: 'It is published.',
  erased: 'It was withdrawn, and everything that you sent is deleted.',
};

export function formPage(row: FormRow): string {
  const { name, site_name, settings } = row;
  const { form, form_token } = settings;
  const consents = form.consents.map(
    (
      { text, required },
      at,
    ) => `<label class="form-check"><input type="checkbox" name="consent-${at}"${required ? ' required' : ''}>
      <span>${escaped(text)}${required ? '' : ' <small>(optional)</small>'}</span></label>`,
  );
  const pictures =
    form.max_files === 0
      ? ''
      : `<div class="form-field">
      <label for="files">Pictures <small>(optional, up to ${form.max_files}, 20 MiB each)</small></label>
      <input id="files" name="files" type="file" accept="${PICTURE_TYPES.join()}" multiple data-most="${form.max_files}">
      <ul class="form-files" id="chosen"></ul>
    </div>`;
  return documentOf(
    name,
    `<main>
  <p class="form-site">${escaped(site_name)}</p>
  <h1>${escaped(name)}</h1>
  ${form.intro ? `<p class="form-intro">${escaped(form.intro)}</p>` : ''}
  <noscript><p class="form-alert">This form needs JavaScript, which keeps programs from sending advertisements.</p></noscript>
  <form id="form" data-token="${escaped(form_token)}" data-shown="${shownHash(row)}" novalidate>
    <div class="form-field">
      <label for="title">Headline <small>(optional)</small></label>
      <input id="title" name="title" maxlength="200" autocomplete="off">
    </div>
    <div class="form-field">
      <label for="text">Your text</label>
      <textarea id="text" name="text" rows="8" maxlength="20000" required></textarea>
    </div>
    ${pictures}
    <div class="form-pair">
      <div class="form-field">
        <label for="name">Your name <small>(optional, published)</small></label>
        <input id="name" name="name" maxlength="200" autocomplete="name">
      </div>
      <div class="form-field">
        <label for="email">E-mail <small>(optional, not published)</small></label>
        <input id="email" name="email" type="email" maxlength="254" autocomplete="email">
      </div>
    </div>
    <div class="form-trap" aria-hidden="true"><label>Website <input name="website" tabindex="-1" autocomplete="off"></label></div>
    <div id="consents">${consents.length > 0 ? `<fieldset><legend>Your consent</legend>${consents.join('')}</fieldset>` : ''}</div>
    <p class="form-alert" id="problem" role="alert" hidden></p>
    <div class="form-actions"><button type="submit">Send</button><span id="progress" role="status"></span></div>
  </form>
  <section id="done" hidden tabindex="-1">
    <h2>It has arrived</h2>
    <p>${escaped(form.thanks || 'Thank you.')}</p>
    <p>Keep this link: it shows what becomes of your text, and lets you withdraw it at any time.</p>
    <p><a id="receipt" href="/" rel="noopener">Your receipt</a></p>
  </section>
</main>`,
    'form.js',
  );
}

export function receiptPage({ site_name, title, state, created_at }: ReceiptRow): string {
  const isErased = state === 'erased';
  return documentOf(
    'Your submission',
    `<main>
  <p class="form-site">${escaped(site_name)}</p>
  <h1>Your submission</h1>
  <dl>
    ${isErased ? '' : `<dt>Headline</dt><dd>${escaped(title)}</dd>`}
    <dt>Sent</dt><dd><time datetime="${utc(created_at)}">${utc(created_at).slice(0, 16).replace('T', ' ')} UTC</time></dd>
    <dt>State</dt><dd id="state">${escaped(STATES[state] ?? 'The editors did not take it.')}</dd>
  </dl>
  ${
    isErased
      ? ''
      : `<section id="withdrawal">
    <h2>Withdraw it</h2>
    <p>Your text, your pictures, your name and your address are deleted, also if the text is published. This cannot be undone.
    This form does not take the same text again, unless it is as short as a greeting.</p>
    <p class="form-alert" id="problem" role="alert" hidden></p>
    <p><label class="form-check"><input type="checkbox" id="sure"> <span>I am sure</span></label></p>
    <button type="button" id="withdraw" disabled>Withdraw my submission</button>
  </section>`
  }
</main>`,
    'receipt.js',
  );
}

export function messagePage(title: string, message: string): string {
  return documentOf(title, `<main><h1>${escaped(title)}</h1><p>${escaped(message)}</p></main>`, 'size.js');
}

function documentOf(title: string, body: string, script: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/tokens.css">
<link rel="stylesheet" href="/forms/form.css">
<script type="module" src="/forms/${script}"></script>
</head>
<body>
${body}
</body>
</html>
`;
}
