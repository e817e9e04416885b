/** Fills in a form as its page does. */
import { expect } from 'vitest';
import type { Reply, TestApp } from '../../../test/app.ts';
import { type Challenge, hashOf } from '../../core/intake/challenge.ts';

export const FORM = {
  ...{ intro: 'What did you see?', thanks: 'Thank you!', max_files: 2, origins: ['https://www.example.com'] },
  consents: [
    { text: 'You may publish it.', required: true },
    { text: 'You may write to me.', required: false },
  ],
  ...{ opens_at: null, closes_at: null },
};

export async function newForm(app: TestApp, site: number, section: number, fields: object = {}, form: object = {}) {
  const source = {
    kind: 'upload_form',
    name: 'Seen today',
    section_id: section,
    form: { ...FORM, ...form },
    ...fields,
  };
  const made = (await app.manage('POST', `/sites/${site}/sources`, { source })).source;
  return { id: made.id as number, path: made.form_path as string, api: `/v1${made.form_path}` };
}

export const sent = (app: TestApp, method: string, path: string, body?: unknown, headers = {}): Promise<Reply> =>
  app.request(method, path, { body, headers: { origin: app.url, ...headers } });

/** A solved challenge. `ageMs` is how long ago it was issued. */
export async function solution(app: TestApp, api: string, ageMs = 10_000): Promise<string> {
  const { now } = app.clock;
  app.clock.now = new Date((now ?? new Date()).getTime() - ageMs);
  const { status, body, text } = await sent(app, 'POST', `${api}/challenge`);
  app.clock.now = now;
  expect(status, text).toBe(201);
  const { salt, hash, max } = JSON.parse(
    Buffer.from(body.challenge.split('.')[0], 'base64url').toString(),
  ) as Challenge;
  for (let number = 0; number < max; number++) if (hashOf(salt, number) === hash) return `${body.challenge}.${number}`;
  throw new Error('The challenge has no solution.');
}

export async function submitted(app: TestApp, api: string, fields: Record<string, unknown> = {}): Promise<Reply> {
  const submission = {
    // Only if it is used: it moves the clock, which requests at once share.
    ...{
      solution: fields.solution ?? (await solution(app, api)),
      title: '',
      text: 'A seal in the marina.',
      name: 'Ida',
      email: '',
    },
    ...{ consents: [true, false], files: [], ...fields },
  };
  return sent(app, 'POST', `${api}/submissions`, submission);
}
