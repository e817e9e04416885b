/** What nobody has approved keeps no story of a trusted source away. */
import { beforeAll, expect, it } from 'vitest';
import { type Desk, desk, type Ledger, rss } from './testing/feeds.ts';
import { newForm, submitted } from './testing/forms.ts';

let d: Desk;
beforeAll(async () => {
  d = await desk();
});

const manage = (method: string, path: string, body?: unknown, status?: number) =>
  d.app.manage(method, `/sites/${d.site}${path}`, body, status);
const entry = (word: string) => ({
  ...{ id: word, title: `The ${word}`, link: `https://news.example/${word}` },
  body: `<p>A long text about the ${word}, its harbour and its ferries, which is known by its words in every other source.</p>`,
});
const feed = (word: string, fields: object) => d.add(`/${word}`, rss([entry(word)]), fields);
const states = async (id: number) => (await d.items(id)).map(({ state }: Ledger) => state);

/** A submission with the text of the feed's entry. */
async function submission(word: string) {
  await d.app.pool.query('update form_submission set network_hash = null');
  const { id, api } = await newForm(d.app, d.site, d.section);
  const text = entry(word).body.replace(/<[^>]+>/g, '');
  expect((await submitted(d.app, api, { title: `The ${word}`, text })).status).toBe(201);
  return { id, item: (await d.items(id))[0] as Ledger };
}

/** An article of a partner with the page of the feed's entry. */
async function offered(word: string) {
  const source = { kind: 'guest_api', name: 'Partner', section_id: d.section };
  const { id } = (await manage('POST', '/sources', { source })).source;
  const key = { name: 'P', scopes: ['guest:write'], site_ids: [d.site], source_id: id };
  const token = (await d.app.manage('POST', '/api-keys', { api_key: key })).api_key.key;
  const article = { external_id: '1', title: 'Junk', url: entry(word).link };
  expect((await d.app.request('POST', '/v1/guest/articles', { token, body: { article } })).status).toBe(200);
  return { id, item: (await d.items(id))[0] as Ledger };
}

it.each(['auto', 'hold'])('from a form or a partner keeps no item of a feed (%s) away', async (approval) => {
  const [form, partner] = [await submission(`eel-${approval}`), await offered(`eel-${approval}`)];
  expect([form.item.state, partner.item.state]).toEqual(['held', 'held']);
  const id = await feed(`eel-${approval}`, { approval });
  expect(await states(id)).toEqual([approval === 'auto' ? 'published' : 'held']);
  for (const one of [form, partner]) {
    const [item] = await d.items(one.id);
    expect([item.state, item.reason]).toEqual([
      'held',
      `Source ${id} brought the same later, and it was taken from there.`,
    ]);
  }
  // Whoever comes now is a duplicate of the feed's.
  expect((await submission(`eel-${approval}`)).item).toMatchObject({
    state: 'duplicate',
    uid: (await d.items(id))[0].uid,
  });
});

it('is approved by an editor, and then the item of a feed is a duplicate', async () => {
  const { item } = await submission('carp');
  await manage('PUT', `/source-items/${item.id}/approval`);
  expect((await d.items(await feed('carp', { approval: 'auto' })))[0]).toMatchObject({
    state: 'duplicate',
    uid: item.uid,
  });
});

it('is edited by an editor, and then the item of a feed is a duplicate, too', async () => {
  const { item } = await submission('tench');
  await manage('PATCH', `/articles/${item.uid}`, { article: { summary: 'An editor wrote this.' } });
  expect(await states(await feed('tench', { approval: 'auto' }))).toEqual(['duplicate']);
});

it('of a feed keeps an item away that is held too, and none that is published by itself', async () => {
  const [first, second, third] = [
    await feed('rudd', { approval: 'hold' }),
    await d.add('/rudd-2', rss([entry('rudd')]), { approval: 'hold' }),
    await d.add('/rudd-3', rss([entry('rudd')]), { approval: 'auto' }),
  ];
  expect([await states(first), await states(second), await states(third)]).toEqual([
    ['held'],
    ['duplicate'],
    ['published'],
  ]);
});
