/** Media that forms, e-mail, guests and networks brought, before something that is served uses them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, mediaTools, type TestApp, testApp } from '../../../test/app.ts';
import { type Browser, signedIn } from '../../../test/people.ts';
import { sized } from '../../../test/random.ts';
import { s3Server } from '../../../test/s3/server.ts';
import { bytesAt, picture, sentForm, thumbOf, uploaded } from './testing/files.ts';

let made = 0;

/** `npm run test:slow` has both. */
const STORAGES = sized(1, 2) === 1 ? (['disk'] as const) : (['disk', 's3'] as const);

describe.each(STORAGES)('private media on %s', (storedIn) => {
  let app: TestApp;
  let site: number;
  let section: number;
  let bytes: Buffer;
  beforeAll(async () => {
    const s3 = storedIn === 's3' ? (await s3Server()).options : null;
    app = await testApp({ media: mediaTools({ s3, storedIn }) });
    site = await app.site();
    section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } })).section.id;
  });

  const submitted = async (origin = 'form') => {
    bytes = await picture('png', 100 + ++made, 60);
    const item = await uploaded(app, site, bytes, { name: `sent-${made}.png` });
    await app.pool.query('update media set origin = $1 where id = $2', [origin, item.id]);
    return item as { id: number; path: string; url: string };
  };
  const draft = async (fields: object, name = 'article') =>
    (await app.manage('POST', `/sites/${site}/articles`, { article: { title: name, section_id: section, ...fields } }))
      .article;
  const previewOf = async (uid: string) =>
    (await app.manage('POST', `/sites/${site}/articles/${uid}/preview`)).preview as { token: string; id: number };
  const cookieOf = ({ cookie }: Browser) => ({ cookie });

  /** The statuses and the caching of a file by every address that it has. */
  const doors = async (path: string, headers: Record<string, string> = {}, query = '') => {
    const replies = [
      await bytesAt(app, path + query, headers),
      await bytesAt(app, path + query, { ...headers, range: 'bytes=1-3' }),
      await bytesAt(app, thumbOf(path, '48x0') + query, headers),
      await bytesAt(app, path.replace(/\.png$/, '~10x20.png') + query, headers),
      await app.request('HEAD', path + query, { headers }),
      await app.request('HEAD', thumbOf(path, '48x0') + query, { headers }),
    ];
    return [replies.map(({ status }) => status), [...new Set(replies.map((one) => one.headers.get('cache-control')))]];
  };
  const NONE = [[404, 404, 404, 404, 404, 404], ['no-store']];
  const PRIVATE = [[200, 206, 200, 200, 200, 200], ['private, no-store']];
  const OPEN = [[200, 206, 200, 200, 200, 200], ['public, max-age=31536000, immutable, s-maxage=86400']];

  it('are for members of the site who may see the library, and for no one else', async () => {
    const { path } = await submitted();
    expect(await doors(path)).toEqual(NONE);
    for (const role of ['owner', 'editor', 'author'] as const) {
      const member = await signedIn(app, [{ site_id: site, role }]);
      expect(await doors(path, cookieOf(member)), role).toEqual(PRIVATE);
      // The second request finds the thumbnail in memory.
      expect(await doors(path), role).toEqual(NONE);
      await member.manage('DELETE', '/sessions/current');
      expect(await doors(path, cookieOf(member)), role).toEqual(NONE);
    }
    const others = await app.site();
    const strangers = [
      await signedIn(app, [{ site_id: others, role: 'owner' }]),
      await signedIn(app, [{ site_id: site, role: 'analyst' }]),
      await signedIn(app, []),
    ];
    for (const stranger of strangers) expect(await doors(path, cookieOf(stranger))).toEqual(NONE);
    expect(await doors(path, { cookie: 'masthead-12345678=x', authorization: 'Bearer wrong' })).toEqual(NONE);
  });

  it('are sent to a session without headers that let other pages read them', async () => {
    const { path } = await submitted('email');
    const editor = await signedIn(app, [{ site_id: site, role: 'editor' }]);
    const headers = { ...cookieOf(editor), origin: 'https://elsewhere.example' };
    for (const address of [path, thumbOf(path, '48x48')]) {
      const reply = await bytesAt(app, address, headers);
      expect(reply.headers.get('access-control-allow-origin'), address).toBe(null);
      expect(reply.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      const etag = reply.headers.get('etag') ?? '';
      expect((await bytesAt(app, address, { ...headers, 'if-none-match': etag })).status).toBe(304);
      expect((await bytesAt(app, address, { 'if-none-match': etag })).status).toBe(404);
    }
  });

  it('are for keys that may read the library of the site', async () => {
    const { path } = await submitted('guest');
    const keyFor = async (scope: string, of: number) => {
      const sent = { api_key: { name: 'K', scopes: [scope], site_ids: [of] } };
      return { authorization: `Bearer ${(await app.manage('POST', '/api-keys', sent)).api_key.key}` };
    };
    expect(await doors(path, await keyFor('manage:read', site))).toEqual(PRIVATE);
    expect(await doors(path, await keyFor('manage:read', await app.site()))).toEqual(NONE);
    expect(await doors(path, await keyFor('content:read', site))).toEqual(NONE);
    expect(await doors(path, { authorization: `Bearer ${ADMIN}` })).toEqual(PRIVATE);
  });

  it('of an article are for those who have the link to its preview, by the addresses that the preview shows', async () => {
    const [cover, shown, other] = [await submitted(), await submitted('email'), await submitted()];
    const { uid } = await draft({
      cover_url: cover.path,
      cover_pos_x: 10,
      body: `<p><img src="${shown.path}" srcset="${thumbOf(shown.path, '96x0')} 2x"> <a href="https://elsewhere.example/?a=${app.url}${shown.path}">b</a></p>`,
    });
    const { token, id } = await previewOf(uid);
    const { article } = (await app.get(`/v1/previews/${token}`)).body;
    const named = (path: string) => `${app.url}${path}?preview=${token}`;
    expect(article.cover_url).toBe(named(cover.path.replace('.png', '~10x50.png')));
    expect(article.body).toBe(
      `<p><img src="${named(shown.path)}" srcset="${named(thumbOf(shown.path, '96x0'))} 2x"> <a href="https://elsewhere.example/?a=${app.url}${shown.path}">b</a></p>`,
    );
    const page = (await app.get(`/previews/${token}`)).text;
    expect(page).toContain(`src="${shown.path}?preview=${token}"`);
    const query = `?preview=${token}`;
    for (const { path } of [cover, shown]) {
      expect(await doors(path, {}, query)).toEqual(PRIVATE);
      expect(await doors(path)).toEqual(NONE);
    }
    // A site's own preview page may be anywhere.
    expect((await bytesAt(app, shown.path + query)).headers.get('access-control-allow-origin')).toBe('*');
    expect(await doors(other.path, {}, query)).toEqual(NONE);
    expect(await doors(cover.path, {}, `?preview=${'A'.repeat(43)}`)).toEqual(NONE);
    await app.manage('PATCH', `/sites/${site}/articles/${uid}`, { article: { cover_url: null } });
    expect(await doors(cover.path, {}, query)).toEqual(NONE);
    await app.manage('DELETE', `/sites/${site}/articles/${uid}/previews/${id}`);
    expect(await doors(shown.path, {}, query)).toEqual(NONE);
  });

  it('of another site are not for the preview of an article that names them', async () => {
    const { path } = await submitted();
    const elsewhere = await app.site();
    const news = (await app.manage('POST', `/sites/${elsewhere}/sections`, { section: { name: 'News' } })).section.id;
    const article = { title: 'Thief', section_id: news, cover_url: path, body: `<p><img src="${path}"></p>` };
    const { uid } = (await app.manage('POST', `/sites/${elsewhere}/articles`, { article })).article;
    const { token } = (await app.manage('POST', `/sites/${elsewhere}/articles/${uid}/preview`)).preview;
    expect(JSON.stringify((await app.get(`/v1/previews/${token}`)).body)).not.toContain(`?preview=`);
    expect(await doors(path, {}, `?preview=${token}`)).toEqual(NONE);
  });

  it('that were replaced lead only their readers to the new address', async () => {
    const { id, path } = await submitted();
    const { uid } = await draft({ cover_url: path });
    const { token } = await previewOf(uid);
    const replaced = await sentForm(
      app,
      'PUT',
      `/v1/manage/sites/${site}/media/${id}/file`,
      await picture('png', 300, ++made),
      { name: 'new.png' },
    );
    const now: string = replaced.body.media_item.path;
    await app.pool.query(`update media set origin = 'form' where id = $1`, [id]);
    const editor = await signedIn(app, [{ site_id: site, role: 'editor' }]);
    const at = async (query: string, headers = {}) => {
      const reply = await app.get(path + query, { headers });
      return [reply.status, reply.headers.get('location'), reply.headers.get('cache-control')];
    };
    expect(await at('')).toEqual([404, null, 'no-store']);
    expect(await at('', cookieOf(editor))).toEqual([302, now, 'private, no-store']);
    expect(await at(`?preview=${token}`)).toEqual([302, `${now}?preview=${token}`, 'private, no-store']);
    expect((await bytesAt(app, `${thumbOf(path, '48x0')}?preview=${token}`)).status).toBe(200);
  });

  it('are open once an editor uploads the same file, and stay in the library', async () => {
    const { id, path } = await submitted();
    const again = await uploaded(app, site, bytes, { name: 'again.png' });
    expect(again).toMatchObject({ id, path, origin: 'upload' });
    expect(await doors(path)).toEqual(OPEN);
  });

  it('are open while something that is served uses them, and only then', async () => {
    const { path } = await submitted();
    const nouns = [
      ['pages', 'page', { name: 'P', visibility: 'private' }, { visibility: 'unlisted' }],
      ['sections', 'section', { name: 'S', state: 'hidden' }, { state: 'public' }],
      ['issues', 'issue', { name: 'I', published: false }, { published: true }],
      ['events', 'event', { name: 'E', start_date: '2026-01-01' }, { published_at: '2026-01-01' }],
    ] as const;
    for (const [nouns_, noun, hidden, shown] of nouns) {
      const sent = { [noun]: { ...hidden, cover_url: path } };
      const { id } = (await app.manage('POST', `/sites/${site}/${nouns_}`, sent))[noun];
      expect(await doors(path), noun).toEqual(NONE);
      await app.manage('PATCH', `/sites/${site}/${nouns_}/${id}`, { [noun]: shown });
      expect(await doors(path), noun).toEqual(OPEN);
      await app.manage('DELETE', `/sites/${site}/${nouns_}/${id}`);
      expect(await doors(path), noun).toEqual(NONE);
    }
    await draft({ cover_url: path, state: 'published' });
    expect(await doors(path)).toEqual(OPEN);
    const state = (value: string) =>
      app.manage('PATCH', `/sites/${site}/sections/${section}`, { section: { state: value } });
    await state('hidden');
    expect(await doors(path)).toEqual(NONE);
    await state('public');
    expect(await doors(path)).toEqual(OPEN);
  });
});
