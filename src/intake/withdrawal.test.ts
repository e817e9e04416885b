/** A receipt, a partner and a network withdraw what came from them, and nothing of others. */
import { beforeAll, expect, it } from 'vitest';
import { timer } from '../core/rights.ts';
import { kysely } from '../db/connect.ts';
import { replayErasures } from '../features/erasures/log.ts';
import { type Desk, desk, type Ledger, rss } from './testing/feeds.ts';
import { newForm, sent, submitted } from './testing/forms.ts';

let d: Desk;
beforeAll(async () => {
  d = await desk();
});

const manage = (method: string, path: string, body?: unknown, status?: number) =>
  d.app.manage(method, `/sites/${d.site}${path}`, body, status);
const form = (fields?: object) => newForm(d.app, d.site, d.section, fields);
const article = async (uid: string) => (await manage('GET', `/articles/${uid}`)).article;
/** Known by its words in every other source. */
const text = (word: string) =>
  `A long text about the ${word}, its harbour and its ferries, which is known by its words in every other source.`;
const entry = (word: string) => ({ id: word, title: `The ${word}`, body: `<p>${text(word)}</p>` });
/** Returns the address of the receipt. */
async function submission(api: string, word: string): Promise<string> {
  await d.app.pool.query('update form_submission set network_hash = null');
  const reply = await submitted(d.app, api, { title: `The ${word}`, text: text(word) });
  expect(reply.status, reply.text).toBe(201);
  return `/v1/forms/receipts/${reply.body.receipt.token}`;
}
const withdraw = async (receipt: string) => expect((await sent(d.app, 'DELETE', receipt)).status).toBe(202);
const states = async (id: number) => (await d.items(id)).map(({ state }: Ledger) => state);

it('of a duplicate leaves the article that it is the same as, also one that an editor has rewritten', async () => {
  const feed = await d.add('/original', rss([entry('herring')]), { approval: 'auto' });
  const copied = await form();
  const receipt = await submission(copied.api, 'herring');
  const [first] = await d.items(feed);
  expect((await d.items(copied.id))[0]).toMatchObject({ state: 'duplicate', uid: first.uid });
  await manage('PATCH', `/articles/${first.uid}`, {
    article: { summary: 'An editor wrote this.', state: 'published' },
  });
  await withdraw(receipt);
  await expect.poll(() => states(copied.id)).toEqual(['erased']);
  expect(await states(feed)).toEqual(['published']);
  expect(await article(first.uid)).toMatchObject({ state: 'published', summary: 'An editor wrote this.' });
});

it('leaves the articles of others after a restore, too', async () => {
  const feed = await d.add('/restored', rss([entry('sprat')]), { approval: 'auto' });
  const copied = await form();
  await submission(copied.api, 'sprat');
  const { rows } = await d.app.pool.query(
    "select site_id, source_id, encode(external_key, 'hex') as item from source_item where source_id = $1",
    [copied.id],
  );
  // As the backup has them: they were erased afterwards.
  const logged = (async function* () {
    yield* rows;
  })();
  expect(await replayErasures(kysely(d.app.pool), timer, logged)).toBe(1);
  await expect.poll(() => states(copied.id)).toEqual(['erased']);
  expect(await states(feed)).toEqual(['published']);
});

it('of the first one lets the same item of another source be taken by itself', async () => {
  const own = await form({ approval: 'auto' });
  const receipts = [await submission(own.api, 'salmon'), await submission(own.api, 'salmon')];
  const feed = await d.add('/second', rss([entry('salmon')]), { approval: 'auto' });
  const [, first] = [await d.items(feed), ...(await d.items(own.id))];
  expect(await states(own.id)).toEqual(['published', 'duplicate']);
  expect(await states(feed)).toEqual(['duplicate']);
  await withdraw(receipts[0] as string);
  await expect.poll(() => states(feed)).toEqual(['published']);
  const [taken] = await d.items(feed);
  expect([taken.uid === first.uid, taken.reason, (await article(taken.uid)).title]).toEqual([
    false,
    null,
    'The salmon',
  ]);
  await manage('GET', `/articles/${first.uid}`, undefined, 404);
  // The other submission stays with its sender, and says nothing of the first.
  expect((await d.items(own.id)).map(({ state, uid, reason }: Ledger) => [state, uid, reason])).toEqual([
    ['erased', null, expect.any(String)],
    ['duplicate', null, 'What it was the same as was withdrawn.'],
  ]);
  await withdraw(receipts[1] as string);
  await expect.poll(() => states(own.id)).toEqual(['erased', 'erased']);
  expect(await states(feed)).toEqual(['published']);
});

it('lets an item whose content is no longer stored be taken when its source offers it again', async () => {
  const own = await form({ approval: 'auto' });
  const receipt = await submission(own.api, 'turbot');
  const feed = await d.add('/forgotten', rss([entry('turbot')]), { approval: 'auto' });
  await d.app.pool.query('update source_item set raw = null, raw_until = null where source_id = $1', [feed]);
  await withdraw(receipt);
  await expect.poll(() => states(feed)).toEqual(['rejected']);
  await d.poll(feed);
  expect(await states(feed)).toEqual(['published']);
});

it('binds the form alone: a feed that offers the same text later is taken', async () => {
  const [own, other] = [await form(), await form()];
  await withdraw(await submission(own.api, 'dace'));
  await expect.poll(() => states(own.id)).toEqual(['erased']);
  const feed = await d.add('/later', rss([entry('dace')]), { approval: 'auto' });
  expect((await d.items(feed)).map(({ state, title }: Ledger) => [state, title])).toEqual([['published', 'The dace']]);
  await submission(own.api, 'dace');
  await submission(other.api, 'dace');
  expect([await states(own.id), await states(other.id)]).toEqual([['erased', 'erased'], ['duplicate']]);
});

it('by an editor binds every source', async () => {
  const own = await form();
  await submission(own.api, 'bream');
  const [{ id }] = await d.items(own.id);
  await manage('POST', '/erasures', { erasure: { item_id: id } }, 202);
  await expect.poll(() => states(own.id)).toEqual(['erased']);
  expect(await states(await d.add('/bream', rss([entry('bream')]), { approval: 'auto' }))).toEqual(['erased']);
});

it('of a partner lets the same article of another partner be taken, and none of the same', async () => {
  const partner = async () => {
    const source = { kind: 'guest_api', name: 'Partner', section_id: d.section, approval: 'auto' };
    const { id } = (await manage('POST', '/sources', { source })).source;
    const key = { name: 'P', scopes: ['guest:write'], site_ids: [d.site], source_id: id };
    const token = (await d.app.manage('POST', '/api-keys', { api_key: key })).api_key.key;
    const send = (method: string, path: string, body?: unknown) =>
      d.app.request(method, `/v1/guest/articles${path}`, { token, body });
    const offer = (external_id: string, word: string) =>
      send('POST', '', { article: { external_id, title: `The ${word}`, body: text(word) } });
    return { id, send, offer };
  };
  const [a, b] = [await partner(), await partner()];
  for (const [one, id] of [
    [a, '1'],
    [a, '2'],
    [b, '1'],
  ] as const)
    await one.offer(id, 'perch');
  expect([await states(a.id), await states(b.id)]).toEqual([['published', 'duplicate'], ['duplicate']]);
  expect((await a.send('DELETE', '/1')).status).toBe(204);
  await expect.poll(() => states(b.id)).toEqual(['published']);
  expect(await states(a.id)).toEqual(['gone', 'duplicate']);
});
