/** The rights of authors, and every known attempt to get those of an editor or owner. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { addPerson, type Browser, PASSWORD, signedIn, waitingFor } from '../../../test/people.ts';
import { picture, uploaded } from '../media/testing/files.ts';

let app: TestApp;
let site: number;
let section: number;
let author: Browser;
let editor: Browser;
beforeAll(async () => {
  app = await testApp();
  site = await app.site();
  section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'S' } })).section.id;
  author = await signedIn(app, [{ site_id: site, role: 'author' }]);
  editor = await signedIn(app, [{ site_id: site, role: 'editor' }]);
});

const articles = () => `/sites/${site}/articles`;
const create = async (by: Browser, fields: object = {}) =>
  (await by.manage('POST', articles(), { article: { title: 'Fog', section_id: section, ...fields } })).article;
const change = (by: Browser, uid: string, article: object, status = 200) =>
  by.manage('PATCH', `${articles()}/${uid}`, { article }, status);

describe('an author', () => {
  it('writes, submits, revises, deletes and restores own articles', async () => {
    const { uid } = await create(author);
    await change(author, uid, { body: '<p>And then some.</p>', state: 'pending' });
    const { revisions } = await author.manage('GET', `${articles()}/${uid}/revisions`);
    expect(revisions.map((row: { created_by: string }) => row.created_by)).toEqual(
      Array(2).fill(`person:${author.id}`),
    );
    await author.manage('PUT', `${articles()}/${uid}/revisions/1/restoration`);
    await change(author, uid, { state: 'draft' });
    await author.manage('DELETE', `${articles()}/${uid}`);
    expect((await author.manage('GET', `${articles()}?deleted=true`)).articles).toHaveLength(1);
    await author.manage('PUT', `${articles()}/${uid}/restoration`);
  });

  it('sends articles of the newsroom alone, as editors do', async () => {
    for (const by of [author, editor])
      await by.manage('POST', articles(), { article: { title: 'Fog', section_id: section, source: 'feed' } }, 403);
    const { uid } = await create(author, { source: 'newsroom' });
    await change(author, uid, { source: 'feed' }, 403);
    await change(author, uid, { source: 'newsroom', title: 'Rain' });
    const moved = { title: 'Fog', section_id: section, source: 'feed' };
    expect((await app.manage('POST', articles(), { article: moved })).article.source).toBe('feed');
  });

  it('can send back an article that was read, with a changed text', async () => {
    const { uid } = await create(author);
    const { article } = await author.manage('GET', `${articles()}/${uid}`);
    expect((await change(author, uid, { ...article, title: 'Fog until noon' })).article.title).toBe('Fog until noon');
  });

  it('cannot see articles of others by any route', async () => {
    const { uid } = await create(editor);
    expect(
      (await author.manage('GET', `${articles()}?count=100`)).articles.map((one: { uid: string }) => one.uid),
    ).not.toContain(uid);
    const ways: [string, string, unknown?][] = [
      ['GET', ''],
      ['PATCH', '', { article: { title: 'Mine' } }],
      ['DELETE', ''],
      ['PUT', '/restoration', {}],
      ['GET', '/revisions'],
      ['GET', '/revisions/1'],
      ['PUT', '/revisions/1/restoration', {}],
    ];
    for (const [method, path, body] of ways) await author.manage(method, `${articles()}/${uid}${path}`, body, 404);
    const published = (await editor.manage('PUT', `${articles()}/${uid}/publication`)).article;
    for (const [method, path, body] of ways)
      await author.manage(method, `${articles()}/${published.id}${path}`, body, 404);
    expect((await editor.manage('GET', `${articles()}/${uid}`)).article.title).toBe('Fog');
  });

  it('cannot read addresses of articles of others in pins or in the uses of media', async () => {
    const media_item = await uploaded(app, site, await picture('png', 8, 8));
    const fields = { cover_url: media_item.path };
    const [mine, theirs] = [await create(author, fields), await create(editor, fields)];
    for (const { uid } of [mine, theirs]) await editor.manage('PUT', `${articles()}/${uid}/publication`);
    const pins = [mine, theirs].map(({ uid }, index) => ({ uid, index }));
    await editor.manage('PUT', `/sites/${site}/pins`, { pins });
    const listed = pins.map((pin) => ({ ...pin, state: 'published', is_served: true }));
    expect((await author.manage('GET', `/sites/${site}/pins`)).pins).toEqual(listed.slice(0, 1));
    expect((await editor.manage('GET', `/sites/${site}/pins`)).pins).toEqual(listed);
    const uses = (by: Browser) => by.manage('GET', `/sites/${site}/media/${media_item.id}/uses`);
    const [seen, all] = [await uses(author), await uses(editor)];
    expect(JSON.stringify(all)).toContain(theirs.uid);
    expect(JSON.stringify(seen)).not.toContain(theirs.uid);
    expect(seen.uses).toContainEqual({ owner: 'article', owner_id: mine.uid, article_uid: mine.uid, title: 'Fog' });
    expect([seen.uses.length, seen.meta.total_count]).toEqual([all.uses.length / 2, all.meta.total_count / 2]);
    await editor.manage('PUT', `/sites/${site}/pins`, { pins: [] });
  });

  it.each([
    ['published', { state: 'published' }],
    ['scheduled', { state: 'scheduled', publish_at: '2100-01-01T00:00:00Z' }],
    ['scheduled by its date', { publish_at: '2100-01-01T00:00:00Z' }],
    ['dated ahead', { published_at: '2100-01-01T00:00:00Z' }],
    ['dated back', { published_at: '2020-01-01T00:00:00Z' }],
    ['pinned', { pinned_index: 0 }],
    ['pinned in the site', { site_pinned_index: 0 }],
    ['numbered', { id: 77 }],
  ])('has nothing %s', async (_name, fields) => {
    const body = { article: { title: 'Fog', section_id: section, ...fields } };
    await author.manage('POST', articles(), body, 403);
    const { uid } = await create(author);
    if (!('id' in fields)) await change(author, uid, fields, 403);
    const { article } = await editor.manage('GET', `${articles()}/${uid}`);
    expect(article).toMatchObject({ state: 'draft', published_at: null, publish_at: null, pinned_index: null });
  });

  it('changes nothing of an own article that an editor has published or scheduled', async () => {
    const published = await create(author);
    await editor.manage('PUT', `${articles()}/${published.uid}/publication`);
    const scheduled = await create(author);
    await editor.manage('PUT', `${articles()}/${scheduled.uid}/publication`, { publish_at: '2100-01-01T00:00:00Z' });
    for (const { uid } of [published, scheduled]) {
      await change(author, uid, { title: 'Other' }, 403);
      await change(author, uid, { state: 'draft' }, 403);
      await author.manage('DELETE', `${articles()}/${uid}`, undefined, 403);
      await author.manage('PUT', `${articles()}/${uid}/revisions/1/restoration`, {}, 403);
      expect((await author.manage('GET', `${articles()}/${uid}`)).article.title).toBe('Fog');
    }
    await editor.manage('DELETE', `${articles()}/${published.uid}/publication`);
    await change(author, published.uid, { title: 'Other' });
  });

  it('is stopped where an editor schedules the article between the check of the request and its write', async () => {
    const statement = (uid: string) =>
      `update article set state = 'scheduled', publish_at = now() + interval '1 day' where uid = '${uid}'`;
    const ways: [string, string, unknown?][] = [
      ['PATCH', '', { article: { title: 'Other' } }],
      ['DELETE', ''],
    ];
    for (const [method, path, body] of ways) {
      const { uid } = await create(author);
      const reply = await waitingFor(app, statement(uid), ['transactionid'], () =>
        author.request(method, `/v1/manage${articles()}/${uid}${path}`, body),
      );
      expect([method, reply.status]).toEqual([method, 403]);
      expect((await author.manage('GET', `${articles()}/${uid}`)).article).toMatchObject({
        title: 'Fog',
        deleted_at: null,
      });
    }
  });

  it('is stopped before the body is read', async () => {
    const { uid } = await create(editor);
    const reply = await author.request('PATCH', `/v1/manage${articles()}/${uid}`, undefined, {
      rawBody: 'not JSON at all',
      headers: { 'content-type': 'application/json' },
    });
    expect([reply.status, reply.headers.get('connection')]).toEqual([404, 'close']);
  });

  it('cannot become the creator of an article of others', async () => {
    const { uid } = await create(editor);
    await change(author, uid, { created_by: `person:${author.id}` }, 404);
    const own = await create(author);
    const changed = await change(author, own.uid, { created_by: 'admin token' });
    expect(changed.article.created_by).toBe(`person:${author.id}`);
  });
});

describe('from author to owner', () => {
  it('roles, invitations, keys, resets and sites give no further rights', async () => {
    const victim = await addPerson(app, [{ site_id: null, role: 'owner' }]);
    const everywhere = [{ site_id: null, role: 'owner' }];
    const ways: [string, string, unknown?][] = [
      ['PATCH', `/people/${author.id}`, { person: { roles: everywhere } }],
      ['GET', `/people/${author.id}`],
      ['GET', '/people'],
      ['POST', '/invitations', { invitation: { email: author.email, roles: everywhere } }],
      ['POST', '/api-keys', { api_key: { name: 'x', scopes: ['admin'], site_ids: [site] } }],
      ['POST', `/people/${victim.id}/password-reset`, {}],
      ['DELETE', `/people/${victim.id}`],
      ['POST', '/sites', { site: { name: 'Mine', url: 'https://mine.example' } }],
      ['PATCH', `/sites/${site}`, { site: { api_key_required: true } }],
      ['POST', `/sites/${site}/webhooks`, { webhook: { url: 'https://x.example/hook' } }],
    ];
    for (const [method, path, body] of ways) await author.manage(method, path, body, 403);
    await author.manage('PATCH', '/me', { person: { roles: everywhere, id: victim.id, email: victim.email } });
    await author.manage('PATCH', '/me', { person: { is_demo: false } }, 422);
    expect((await author.manage('GET', '/me')).person).toMatchObject({ id: author.id, email: author.email });
    const { rows } = await app.pool.query('select site_id, role from person_role where person_id = $1', [author.id]);
    expect(rows).toEqual([{ site_id: site, role: 'author' }]);
  });

  it('neither do they for an editor, and an owner of one site gets no rights on another', async () => {
    const other = await app.site();
    const owner = await signedIn(app, [{ site_id: site, role: 'owner' }]);
    await editor.manage(
      'POST',
      '/api-keys',
      { api_key: { name: 'x', scopes: ['manage:read'], site_ids: [site] } },
      403,
    );
    await editor.manage('PATCH', `/sites/${site}`, { site: { name: 'X' } }, 403);
    const { api_key } = await owner.manage('POST', '/api-keys', {
      api_key: { name: 'x', scopes: ['admin'], site_ids: [site] },
    });
    for (const site_ids of [[], [other], [site, other]]) {
      const body = { api_key: { name: 'x', scopes: ['content:read'], site_ids } };
      await owner.manage('POST', '/api-keys', body, 403);
      expect((await app.request('POST', '/v1/manage/api-keys', { token: api_key.key, body })).status).toBe(403);
    }
    await owner.manage('POST', '/sites', { site: { name: 'Mine', url: 'https://mine.example' } }, 403);
    await owner.manage('GET', `/sites/${other}`, undefined, 404);
    await owner.manage('PATCH', `/people/${owner.id}`, { person: { roles: [{ site_id: other, role: 'owner' }] } }, 403);
    await owner.manage('PATCH', `/people/${owner.id}`, { person: { roles: [{ site_id: null, role: 'owner' }] } }, 403);
  });

  it('an old session does not outlive the role, and a role on one site gives nothing on another', async () => {
    const other = await app.site();
    const mixed = await signedIn(app, [
      { site_id: site, role: 'owner' },
      { site_id: other, role: 'author' },
    ]);
    await mixed.manage('PATCH', `/sites/${other}`, { site: { name: 'X' } }, 403);
    await mixed.manage('POST', `/sites/${other}/sections`, { section: { name: 'X' } }, 403);
    await mixed.manage('POST', '/campaigns', { campaign: { name: 'C', service_site_id: other } }, 422);
    await app.manage('PATCH', `/people/${mixed.id}`, { person: { roles: [] } });
    expect((await mixed.request('GET', '/v1/manage/me')).status).toBe(401);
    await mixed.manage('POST', '/sessions', { session: { email: mixed.email, password: PASSWORD } });
    await mixed.manage('GET', `/sites/${site}`, undefined, 403);
  });
});
