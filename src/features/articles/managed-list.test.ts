import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { withClient } from '../../../test/database.ts';

let app: TestApp;
let site: number;
let section: number;
beforeAll(async () => {
  app = await testApp();
  site = await app.site();
  section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } })).section.id;
});

const path = (at = site) => `/sites/${at}/articles`;
const list = (query: string, at = site) => app.manage('GET', `${path(at)}?${query}`);
const titles = async (query: string, at = site): Promise<string[]> =>
  (await list(query, at)).articles.map(({ title }: { title: string }) => title);
const create = async (fields: object, at = site) =>
  (await app.manage('POST', path(at), { article: { section_id: section, ...fields } })).article;
const refused = async (query: string) => {
  const { status, body } = await app.request('GET', `/v1/manage${path()}?${query}`, { token: ADMIN });
  return [status, body.parameter];
};

/** A separate site, for lists that other tests must not add to. */
async function place() {
  const at = await app.site();
  const { section: its } = await app.manage('POST', `/sites/${at}/sections`, { section: { name: 'News' } });
  return { at, make: (fields: object) => create({ section_id: its.id, ...fields }, at) };
}

/** Every uid of a list, page by page. */
async function walk(at: number, query: string, count = 3): Promise<string[]> {
  const uids: string[] = [];
  let page = await list(`${query}&count=${count}&fields=uid`, at);
  for (;;) {
    uids.push(...page.articles.map(({ uid }: { uid: string }) => uid));
    if (!page.more) return uids;
    page = await list(`${query}&count=${count}&fields=uid&cursor=${page.cursor}`, at);
    expect(page.meta.total_count).toBeNull();
  }
}

it('finds other forms of a word, in the language of the site', async () => {
  const { at, make } = await place();
  await app.manage('PATCH', `/sites/${at}`, { site: { locale: 'en_GB' } });
  for (const title of ['Herring market', 'Two herrings', 'Cod']) await make({ title });
  const found = async (q: string) => (await list(`q=${q}&sort=title&fields=title`, at)).articles.length;
  expect([await found('herrings'), await found('herring'), await found('herr'), await found('cods')]).toEqual([
    ...[2, 2, 2, 1],
  ]);
});

describe('the order of the list', () => {
  it.each(['updated', 'published', 'title', 'created'])(
    'by %s is the same by cursor, by page and in one answer',
    async (sort) => {
      const { at, make } = await place();
      for (let n = 0; n < 11; n++) {
        // Several with equal sort keys, so that ties are paged too.
        app.clock.now = new Date(Date.UTC(2026, 0, 1, 12, n % 4));
        const state = n % 3 === 0 ? { state: 'published' } : n % 3 === 1 ? { publish_at: '2030-01-01T00:00:00Z' } : {};
        await make({ title: `${'ÄBäb'[n % 4]} ${n % 2}`, ...state });
      }
      app.clock.now = null;
      const whole: { uid: string }[] = (await list(`sort=${sort}&count=100`, at)).articles;
      const uids = whole.map(({ uid }) => uid);
      expect(new Set(uids).size).toBe(11);
      expect(await walk(at, `sort=${sort}`)).toEqual(uids);
      const numbered = [];
      for (let page = 1; page <= 4; page++)
        numbered.push(...(await list(`sort=${sort}&count=3&page=${page}`, at)).articles);
      expect(numbered).toEqual(whole);
    },
  );

  it('has the newest first, titles in alphabetical order without regard to case, and articles that were never published last', async () => {
    const { at, make } = await place();
    app.clock.now = new Date('2026-02-01T00:00:00Z');
    const middle = await make({ title: 'beta', state: 'published', published_at: '2020-01-01T00:00:00Z' });
    app.clock.now = new Date('2026-02-02T00:00:00Z');
    await make({ title: 'Alpha', publish_at: '2030-01-01T00:00:00Z' });
    app.clock.now = new Date('2026-02-03T00:00:00Z');
    await make({ title: 'Gamma' });
    expect(await titles('', at)).toEqual(['Gamma', 'Alpha', 'beta']);
    expect(await titles('sort=published', at)).toEqual(['Alpha', 'beta', 'Gamma']);
    expect(await titles('sort=title', at)).toEqual(['Alpha', 'beta', 'Gamma']);
    app.clock.now = new Date('2026-02-04T00:00:00Z');
    await app.manage('PATCH', `${path(at)}/${middle.uid}`, { article: { summary: 'x' } });
    app.clock.now = null;
    expect(await titles('sort=updated', at)).toEqual(['beta', 'Gamma', 'Alpha']);
    expect(await titles('sort=created', at)).toEqual(['Gamma', 'Alpha', 'beta']);
  });

  it('continues by cursor in the trash too', async () => {
    const { at, make } = await place();
    for (let n = 0; n < 5; n++) await app.manage('DELETE', `${path(at)}/${(await make({ title: `t${n}` })).uid}`);
    const whole = await list('deleted=true&count=100', at);
    expect(await walk(at, 'deleted=true', 2)).toEqual(whole.articles.map(({ uid }: { uid: string }) => uid));
  });

  it('names the end: no cursor for an empty list, and more only where there is more', async () => {
    const { at, make } = await place();
    expect(await list('', at)).toMatchObject({ cursor: null, more: false, meta: { total_count: 0 } });
    await make({ title: 'One' });
    await make({ title: 'Two' });
    const page = await list('count=2', at);
    expect(page).toMatchObject({ more: false, meta: { total_count: 2, count: 2 } });
    await make({ title: 'Three' });
    // New articles come before the cursor.
    expect(await list(`cursor=${page.cursor}`, at)).toMatchObject({ articles: [], more: false, cursor: page.cursor });
  });
});

describe('the list of unpublished changes', () => {
  it('has published articles that were changed since, until they are published again', async () => {
    const { at, make } = await place();
    const made = await make({ title: 'Fog', state: 'published' });
    await make({ title: 'As it is served', state: 'published' });
    const draft = await make({ title: 'Draft' });
    await app.manage('PATCH', `${path(at)}/${draft.uid}`, { article: { title: 'A draft' } });
    expect([made.version, made.published_version, draft.published_version]).toEqual([1, 1, null]);
    expect(await titles('unpublished_changes=true', at)).toEqual([]);
    await app.manage('PATCH', `${path(at)}/${made.uid}?autosave=true`, { article: { title: 'Fog until noon' } });
    const changed = await list('unpublished_changes=true&fields=title,version,published_version', at);
    expect(changed.articles).toEqual([{ title: 'Fog until noon', version: 2, published_version: 1 }]);
    expect(changed.meta.total_count).toBe(1);
    expect(await titles('unpublished_changes=false&sort=title', at)).toHaveLength(3);
    const { article } = await app.manage('PUT', `${path(at)}/${made.uid}/publication`);
    expect([article.version, article.published_version]).toEqual([2, 2]);
    const as_of = encodeURIComponent(changed.meta.as_of);
    expect(await list(`unpublished_changes=true&as_of=${as_of}`, at)).toMatchObject({
      articles: [],
      meta: { changed_count: 1 },
    });
    expect(await titles('unpublished_changes=true', at)).toEqual([]);
  });
});

describe('a list as of a snapshot', () => {
  it('does not change while others create, edit, publish and delete, and counts the omitted articles', async () => {
    const { at, make } = await place();
    const made: { uid: string }[] = [];
    for (const title of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) made.push(await make({ title }));
    const first = await list('sort=title&count=2', at);
    expect(first.meta.changed_count).toBe(0);
    const asOf = `sort=title&as_of=${encodeURIComponent(first.meta.as_of)}`;
    const [, , , d, e, f] = made.map(({ uid }) => `${path(at)}/${uid}`);
    await app.manage('PATCH', String(d), { article: { title: 'z' } });
    await app.manage('PUT', `${e}/publication`);
    await app.manage('DELETE', String(f));
    await make({ title: 'c2' });
    expect(await titles(asOf, at)).toEqual(['a', 'b', 'c', 'g', 'h']);
    const second = await list(`${asOf}&cursor=${first.cursor}&count=2`, at);
    expect(second.articles.map(({ title }: { title: string }) => title)).toEqual(['c', 'g']);
    expect(second.meta).toMatchObject({ changed_count: 4, as_of: first.meta.as_of });
    // A new list shows everything, with a count of 0.
    const again = await list('sort=title&count=100', at);
    expect(again.articles).toHaveLength(8);
    expect((await list(`as_of=${encodeURIComponent(again.meta.as_of)}`, at)).meta.changed_count).toBe(0);
  });

  it('counts articles that left the listed states, and none that other filters exclude', async () => {
    const { at, make } = await place();
    const draft = await make({ title: 'draft' });
    const video = await make({ title: 'video', type: 'video' });
    const { meta } = await list('state=draft&type=article', at);
    await app.manage('PUT', `${path(at)}/${draft.uid}/publication`);
    await app.manage('PATCH', `${path(at)}/${video.uid}`, { article: { title: 'edited' } });
    const later = await list(`state=draft&type=article&as_of=${encodeURIComponent(meta.as_of)}`, at);
    expect(later).toMatchObject({ articles: [], meta: { changed_count: 1 } });
  });

  it('leaves out a change that had begun before it and was committed after it', async () => {
    const { at, make } = await place();
    for (const title of ['a', 'b', 'c']) await make({ title });
    await withClient(app.database, async (client) => {
      await client.query('begin');
      await client.query(
        `update article set title = 'z', written = written || '{"title": "z"}' where site_id = $1 and title = 'b'`,
        [at],
      );
      const { meta } = await list('sort=title&count=1', at);
      await client.query('commit');
      const asOf = `sort=title&as_of=${encodeURIComponent(meta.as_of)}`;
      expect(await titles(asOf, at)).toEqual(['a', 'c']);
      expect((await list(asOf, at)).meta.changed_count).toBe(1);
    });
    expect(await titles('sort=title', at)).toEqual(['a', 'c', 'z']);
  });

  it('treats changes of a restored dump, with transaction ids of another server, as old', async () => {
    const { at, make } = await place();
    for (const title of ['a', 'b']) await make({ title });
    await app.pool.query("update article_change set changed_in = '9000000000000'::xid8 where site_id = $1", [at]);
    const { meta } = await list('', at);
    const later = await list(`sort=title&as_of=${encodeURIComponent(meta.as_of)}`, at);
    expect(later.articles).toHaveLength(2);
    expect(later.meta.changed_count).toBe(0);
  });
});

describe('filters', () => {
  it('accept several states, a category, a creator and a time range', async () => {
    const { at, make } = await place();
    const { category } = await app.manage('POST', `/sites/${at}/article-categories`, { category: { name: 'Sea' } });
    await make({ title: 'draft', category_id: category.id });
    await make({ title: 'pending', state: 'pending' });
    await make({ title: 'published', state: 'published', published_at: '2020-05-01T10:00:00Z' });
    await make({ title: 'scheduled', publish_at: '2040-05-01T10:00:00Z' });
    expect(await titles('state=pending,draft&sort=title', at)).toEqual(['draft', 'pending']);
    expect(await titles('state=draft,pending,draft', at)).toEqual(['pending', 'draft']);
    expect((await list('state=draft,pending&count=1', at)).meta.total_count).toBe(2);
    expect(await walk(at, 'state=draft,pending,published', 1)).toHaveLength(3);
    expect(await titles(`category_id=${category.id}`, at)).toEqual(['draft']);
    expect(await titles('sort=published&from=2020-05-01&to=2020-05-02', at)).toEqual(['published']);
    // 13:00 in Helsinki.
    expect(await titles('sort=published&from=2020-05-01T13:00:00%2B03:00&to=2041-01-01', at)).toEqual([
      'scheduled',
      'published',
    ]);
    expect(await titles('from=2040-01-01', at)).toEqual([]);
    expect(await titles('created_by=admin%20token&sort=title&count=1', at)).toEqual(['draft']);
    expect(await titles('created_by=key:1', at)).toEqual([]);
  });

  it('name the creator of an article, even after others edited it', async () => {
    const { api_key } = await app.manage('POST', '/api-keys', { api_key: { name: 'Desk', scopes: ['manage:write'] } });
    const { body } = await app.request('POST', `/v1/manage${path()}`, {
      token: api_key.key,
      body: { article: { title: 'Mine', section_id: section } },
    });
    await app.manage('PATCH', `${path()}/${body.article.uid}`, { article: { title: 'Ours' } });
    const [found] = (await list(`created_by=key:${api_key.id}`)).articles;
    expect(found).toMatchObject({
      title: 'Ours',
      created_by: `key:${api_key.id}`,
      created_at: body.article.created_at,
    });
  });

  it('reject invalid values, and name them', async () => {
    expect(await refused('state=draft,deleted')).toEqual([400, 'state']);
    expect(await refused('state=')).toEqual([400, 'state']);
    expect(await refused('sort=colour')).toEqual([400, 'sort']);
    expect(await refused('from=yesterday')).toEqual([400, 'from']);
    expect(await refused('to=2026-13-01')).toEqual([400, 'to']);
    const { cursor } = await list('sort=title&count=1');
    expect(await refused(`cursor=${cursor}`)).toEqual([400, 'cursor']);
    const made = (...parts: unknown[]) => `cursor=${Buffer.from(JSON.stringify(parts)).toString('base64url')}`;
    const uid = randomUUID();
    for (const bad of [
      'cursor=x',
      'cursor=%2B',
      made(),
      made('updated', '2026-02-30T00:00:00Z', uid),
      made('updated', '2026-02-20', uid),
      made('updated', 7, uid),
      made('updated', '2026-02-20T00:00:00Z', 'x'),
      `q=x&${made('rank', 'NaN', uid)}`,
      `sort=title&${made('title', '\0', uid)}`,
      `sort=title&${made('title', '\ud800', uid)}`,
    ])
      expect([bad, ...(await refused(bad))]).toEqual([bad, 400, 'cursor']);
    for (const bad of ['x', '1', '2:1:', '0:1:', '1:5:9', '1:5:3,2', '1:5:4,'])
      expect([bad, ...(await refused(`as_of=${bad}`))]).toEqual([bad, 400, 'as_of']);
    for (const good of [
      made('updated', '-infinity', uid),
      made('updated', '2026-02-20T00:00:00.123456Z', uid),
      'as_of=1:5:2,3',
    ])
      expect([good, ...(await refused(good))]).toEqual([good, 200, undefined]);
  });
});

describe('words', () => {
  it('are found in titles and bodies of drafts, the best match first', async () => {
    const { at, make } = await place();
    await make({ title: 'Tuesday', body: '<p>The <b>herring</b> came back.</p>' });
    await make({ title: 'The herring is back' });
    await make({ title: 'Wednesday', summary: 'Of herrings', body: '<p>Nothing.</p>' });
    await make({ title: 'Cod', body: '<p class="herring">x</p>' });
    expect(await titles('q=herring', at)).toEqual(['The herring is back', 'Wednesday', 'Tuesday']);
    expect(await titles('q=HERR', at)).toHaveLength(3);
    expect(await titles('q=herring&sort=title', at)).toEqual(['The herring is back', 'Tuesday', 'Wednesday']);
    expect(await titles('q=back%20herring', at)).toEqual(['The herring is back', 'Tuesday']);
    expect(await titles('q=herring&state=published', at)).toEqual([]);
    expect((await list('q=herring&count=1', at)).meta.total_count).toBe(3);
    expect(await walk(at, 'q=herring', 1)).toHaveLength(3);
  });

  it('are compared without accents and punctuation', async () => {
    const { at, make } = await place();
    await make({ title: 'Crème brûlée', body: '<p>sea/land &amp; Äyräs–ranta</p>' });
    for (const q of ['creme', 'CRÈME BRU', 'land', 'ayras', 'ranta', 'brulee!'])
      expect([q, await titles(`q=${encodeURIComponent(q)}`, at)]).toEqual([q, ['Crème brûlée']]);
    for (const q of ['amp', '!!!', "'", 'a & b | !c', "x':*", '\\'])
      expect([q, await titles(`q=${encodeURIComponent(q)}`, at)]).toEqual([q, []]);
  });

  it('are updated by every save, and deleted with the article', async () => {
    const { at, make } = await place();
    const { uid } = await make({ title: 'Fog' });
    await app.manage('PATCH', `${path(at)}/${uid}`, { article: { title: 'Sun', body: '<p>noon</p>' } });
    expect(await titles('q=fog', at)).toEqual([]);
    expect(await titles('q=noon', at)).toEqual(['Sun']);
    await app.manage('PUT', `${path(at)}/${uid}/revisions/1/restoration`);
    expect(await titles('q=fog', at)).toEqual(['Fog']);
    await app.manage('DELETE', `${path(at)}/${uid}`);
    expect(await titles('q=fog', at)).toEqual([]);
    expect(await titles('q=fog&deleted=true', at)).toEqual(['Fog']);
  });

  it('of a very long body are indexed up to a limit', async () => {
    const { at, make } = await place();
    const body = `<p>beginning ${'<'.repeat(10)}${Array.from({ length: 60_000 }, (_, n) => `word${n}`).join(' ')} ending</p>`;
    await make({ title: 'Long', body });
    expect(await titles('q=beginning', at)).toEqual(['Long']);
    expect(await titles('q=ending', at)).toEqual([]);
  });
});

describe('thin rows', () => {
  it('have the values of whole ones, for any requested fields', async () => {
    const { at, make } = await place();
    const attachments = { video: { username: 'a' } };
    await make({ title: 'One', body: '<p>x</p>', summary: 's', tags: ['a'], attachments, state: 'published' });
    await make({ title: 'Two', cover_url: 'https://pictures.example/2.jpg' });
    const { articles: whole } = await list('', at);
    for (const name of Object.keys(whole[1])) {
      const { articles } = await list(`fields=uid,${name}`, at);
      const expected = whole.map((article: Record<string, unknown>) =>
        name in article ? { uid: article.uid, [name]: article[name] } : { uid: article.uid },
      );
      expect(articles).toEqual(expected);
    }
  });

  it('show the section of a deleted article although the section was deleted', async () => {
    const { at, make } = await place();
    const { uid, section_id } = await make({ title: 'Old' });
    await app.manage('DELETE', `${path(at)}/${uid}`);
    await app.manage('DELETE', `/sites/${at}/sections/${section_id}`);
    expect((await list('deleted=true&fields=section_id', at)).articles).toEqual([{ section_id }]);
  });
});
