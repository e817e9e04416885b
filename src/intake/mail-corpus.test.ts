/** Nasty messages through the reader: each has the expected item, and none stops the next. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { mailItem, senderOf } from '../core/intake/mail.ts';
import { contentId, htmlBody, textBody } from '../core/intake/mail-text.ts';
import { finished } from '../core/steps.ts';
import { createMailReader, MailProblem } from '../features/mail/reader.ts';
import { CORPUS, type Expected } from './testing/mail-corpus.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
// A busy machine must not make a message unreadable.
const reader = createMailReader({}, 120_000);

async function itemOf(raw: string | Buffer) {
  const bytes = Buffer.from(raw);
  const mail = await reader.read(new Uint8Array(bytes));
  const pictures = new Map(mail.files.map(({ id }, at) => [contentId(id), `/files/${at + 1}`]));
  const body = mail.html.trim() === '' ? textBody(mail.text) : finished(htmlBody(mail.html, pictures));
  const hash = createHash('sha256').update(bytes).digest();
  return { mail, item: mailItem(mail, { body, cover: null }, hash, { now: NOW, isProven: false }) };
}

const matching = (wanted: string | RegExp) => (wanted instanceof RegExp ? expect.stringMatching(wanted) : wanted);

describe(`the corpus of ${CORPUS.length} messages`, () => {
  it('has at least 60', () => expect(CORPUS.length).toBeGreaterThanOrEqual(60));

  it.each(CORPUS)('reads %s', async (_, raw, { isUnread, title, body, reason, from, files, id }: Expected) => {
    if (isUnread) return expect(itemOf(raw)).rejects.toThrow(MailProblem);
    const { mail, item } = await itemOf(raw);
    if (title) expect(item.content.title).toEqual(matching(title));
    if (body) expect(item.content.body.trim()).toEqual(matching(body));
    if (reason) expect(item.reason).toMatch(reason);
    else expect(item.reason).toBe(null);
    if (from) expect(Object.values(senderOf(mail))).toEqual(from);
    if (files !== undefined) expect(mail.files).toHaveLength(files);
    if (id) expect(item.externalId).toMatch(id);
    expect(item.publishedAt === null || item.publishedAt <= NOW).toBe(true);
    expect(item.content.title.length).toBeLessThanOrEqual(500);
  });
});

it('a message that takes too long ends its thread alone', async () => {
  const hasty = createMailReader({}, 1);
  await expect(hasty.read(new Uint8Array(Buffer.from('x'.repeat(1_000_000))))).rejects.toThrow(MailProblem);
  const { item } = await itemOf(CORPUS[0]?.[1] ?? '');
  expect(item.reason).toBe(null);
});
