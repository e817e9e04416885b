/** Previews: links to what an article would look like. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, type TestApp, testApp } from '../../../test/app.ts';
import { type Browser, signedIn } from '../../../test/people.ts';
import { testSites } from '../articles/testing/test-site.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
const { place, add, published } = testSites(() => app);

const make = async (site: number, uid: string) =>
  (await app.manage('POST', `/sites/${site}/articles/${uid}/preview`)).preview;
const read = (token: string) => app.get(`/v1/previews/${token}`);
const open = (token: string) => app.get(`/previews/${token}`);

describe('a preview', () => {
  it('shows the working copy as it would be served, and later saves too', async () => {
    const at = await place();
    const { author } = await app.manage('POST', `/sites/${at.site}/authors`, {
      author: { firstname: 'Ida', lastname: 'Holm' },
    });
    const fields = { title: 'Fog', body: '<p>Until noon.</p>', author_ids: [author.id], tags: ['sea'] };
    const { uid } = await add(at, fields);
    const { token } = await make(at.site, uid);
    const shown = await read(token);
    expect(shown.status).toBe(200);
    expect(shown.body).toMatchObject({
      preview: { state: 'draft', version: 1, publish_at: null },
      article: { ...fields, id: null, author_credit: 'Ida Holm', full_url: 'https://test.example/news/fog' },
      sections: [{ id: at.section }],
      categories: [],
    });
    await app.manage('PATCH', `/sites/${at.site}/articles/${uid}`, { article: { title: 'Sun' } });
    expect((await read(token)).body).toMatchObject({ preview: { version: 2 }, article: { title: 'Sun' } });
  });

  it('equals the article that readers get once it is published', async () => {
    const at = await place();
    const { uid } = await add(at, { title: 'Fog', state: 'published', summary: 'Until noon.' });
    await app.manage('PATCH', `/sites/${at.site}/articles/${uid}`, { article: { summary: 'Until one.' } });
    const { token } = await make(at.site, uid);
    const { article } = (await read(token)).body;
    await app.manage('PUT', `/sites/${at.site}/articles/${uid}/publication`);
    const served = (await app.get(`/v1/sites/${at.site}/articles/${article.id}`)).body.article;
    const { modified_at: _, modified_at_l10n: __, ...rest } = served;
    expect(article).toMatchObject(rest);
  });

  it('is not cached and not indexed, any page may read it, and its token is shown once and stored hashed', async () => {
    const at = await place();
    const { uid } = await add(at);
    const made = await make(at.site, uid);
    for (const reply of [await read(made.token), await open(made.token)]) {
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(reply.headers.get('x-robots-tag')).toContain('noindex');
      expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
    }
    expect((await read(made.token)).headers.get('access-control-allow-origin')).toBe('*');
    const { previews } = await app.manage('GET', `/sites/${at.site}/articles/${uid}/previews`);
    expect(previews).toEqual([
      { id: made.id, created_by: 'admin token', created_at: made.created_at, expires_at: made.expires_at },
    ]);
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(7 * 86_400_000);
    const { rows } = await app.pool.query('select * from preview');
    expect(JSON.stringify(rows)).not.toContain(made.token);
    const again = () =>
      app.request('POST', `/v1/manage/sites/${at.site}/articles/${uid}/preview`, {
        token: ADMIN,
        headers: { 'idempotency-key': 'preview-once' },
      });
    expect([(await again()).status, (await again()).status]).toEqual([201, 409]);
  });

  it('works for a closed site and a hidden section, with the token', async () => {
    const at = await place();
    const { uid } = await published(at);
    await app.manage('PATCH', `/sites/${at.site}`, { site: { api_key_required: true } });
    await app.manage('PATCH', `/sites/${at.site}/sections/${at.section}`, { section: { state: 'hidden' } });
    expect((await read((await make(at.site, uid)).token)).status).toBe(200);
  });

  it('ends when it is revoked, when it expires, and with its article, also after that is restored', async () => {
    const at = await place();
    const { uid } = await add(at);
    const address = `/sites/${at.site}/articles/${uid}`;
    const [revoked, expired, deleted] = [await make(at.site, uid), await make(at.site, uid), await make(at.site, uid)];
    await app.manage('DELETE', `${address}/previews/${revoked.id}`);
    await app.manage('DELETE', `${address}/previews/${revoked.id}`, undefined, 404);
    await app.pool.query("update preview set expires_at = now() - interval '1 second' where id = $1", [expired.id]);
    expect((await app.manage('GET', `${address}/previews`)).previews.map(({ id }: { id: number }) => id)).toEqual([
      deleted.id,
    ]);
    expect((await read(deleted.token)).status).toBe(200);
    await app.manage('DELETE', address);
    await app.manage('PUT', `${address}/restoration`);
    for (const { token } of [revoked, expired, deleted]) {
      expect((await read(token)).status).toBe(404);
      const page = await open(token);
      expect([page.status, page.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(page.text).toContain('This preview has ended');
    }
    await app.manage('POST', `/sites/${at.site}/articles/${crypto.randomUUID()}/preview`, undefined, 404);
  });

  it('ends when its creator loses the role, the article or the account, and when the key is revoked', async () => {
    const at = await place();
    const role = (name: 'author' | 'editor' | 'analyst') => [{ site_id: at.site, role: name }];
    const [author, editor] = [await signedIn(app, role('author')), await signedIn(app, role('editor'))];
    const article = { title: 'Own', section_id: at.section };
    const { uid } = (await author.manage('POST', `/sites/${at.site}/articles`, { article })).article;
    const path = `/sites/${at.site}/articles/${uid}/preview`;
    const by = async (maker: Browser) => (await maker.manage('POST', path)).preview.token as string;
    const statuses = async (tokens: string[]) =>
      Promise.all(tokens.map(async (token) => [(await read(token)).status, (await open(token)).status]));
    const [own, edited, admins] = [await by(author), await by(editor), (await make(at.site, uid)).token];
    expect(await statuses([own, edited, admins])).toEqual([
      [200, 200],
      [200, 200],
      [200, 200],
    ]);
    await app.manage('PATCH', `/people/${editor.id}`, { person: { roles: role('analyst') } });
    expect(await statuses([own, edited])).toEqual([
      [200, 200],
      [404, 404],
    ]);
    const listed = (await app.manage('GET', `${path}s`)).previews;
    expect(listed.map(({ created_by }: { created_by: string }) => created_by)).toEqual([
      'admin token',
      `person:${author.id}`,
    ]);
    // An editor who becomes an author previews own articles alone.
    await app.manage('PATCH', `/people/${editor.id}`, { person: { roles: role('author') } });
    expect(await statuses([edited])).toEqual([[404, 404]]);
    await app.manage('DELETE', `/people/${author.id}`);
    expect(await statuses([own, admins])).toEqual([
      [404, 404],
      [200, 200],
    ]);
    const api_key = { name: 'Preview', scopes: ['manage:write'], site_ids: [at.site] };
    const { id, key } = (await app.manage('POST', '/api-keys', { api_key })).api_key;
    const reply = await app.request('POST', `/v1/manage${path}`, { token: key });
    const { token } = reply.body.preview;
    expect(await statuses([token])).toEqual([[200, 200]]);
    await app.manage('DELETE', `/api-keys/${id}`);
    expect(await statuses([token])).toEqual([[404, 404]]);
  });

  it('is one of fifty at a time', async () => {
    const at = await place();
    const { uid } = await add(at);
    await app.pool.query(
      `insert into preview (site_id, uid, token_hash, created_by, expires_at)
       select $1, $2, decode(lpad(to_hex(n), 8, '0'), 'hex'), 'x', now() + interval '1 day' from generate_series(1, 50) as n`,
      [at.site, uid],
    );
    const { error } = await app.manage('POST', `/sites/${at.site}/articles/${uid}/preview`, undefined, 409);
    expect(error).toContain('revoke one');
  });
});

describe('the address of a preview', () => {
  it('is the page of the service, or the site’s own', async () => {
    const at = await place();
    const { uid } = await add(at);
    const first = await make(at.site, uid);
    expect(first.url).toBe(`${app.url}/previews/${first.token}`);
    expect(first.json_url).toBe(`${app.url}/v1/previews/${first.token}`);
    const preview_url = 'https://test.example/preview?token={token}&theme=new';
    expect((await app.manage('PATCH', `/sites/${at.site}`, { site: { preview_url } })).site.preview_url).toBe(
      preview_url,
    );
    expect((await app.get(`/v1/sites/${at.site}`)).body.site.preview_url).toBeUndefined();
    const second = await make(at.site, uid);
    expect(second.url).toBe(`https://test.example/preview?token=${second.token}&theme=new`);
    expect(second.page_url).toBe(`${app.url}/previews/${second.token}`);
    await app.manage('PATCH', `/sites/${at.site}`, { site: { preview_url: null } });
    expect((await make(at.site, uid)).url).toContain(`${app.url}/previews/`);
  });

  it.each([
    'https://test.example/preview',
    'javascript:alert({token})',
    'https://{token}.example/',
    'https://a@b/{token}',
    'https://x.example/{token}/{token}',
  ])('cannot be %s', async (preview_url) => {
    const { site } = await place();
    const { problems } = await app.manage('PATCH', `/sites/${site}`, { site: { preview_url } }, 422);
    expect(problems[0].path).toBe('/preview_url');
  });
});

it('authors preview their own articles until these are published, and no others', async () => {
  const at = await place();
  const ida = await signedIn(app, [{ site_id: at.site, role: 'author' }]);
  const article = { title: 'Draft', section_id: at.section };
  const own = (await ida.manage('POST', `/sites/${at.site}/articles`, { article })).article.uid;
  const others = (await add(at)).uid;
  const asked = (uid: string) => ida.request('POST', `/v1/manage/sites/${at.site}/articles/${uid}/preview`, {});
  const made = await asked(own);
  expect(made.status).toBe(201);
  expect((await read(made.body.preview.token)).body.article.title).toBe('Draft');
  expect((await asked(others)).status).toBe(404);
  expect((await ida.request('GET', `/v1/manage/sites/${at.site}/articles/${others}/previews`)).status).toBe(404);
  await app.manage('PUT', `/sites/${at.site}/articles/${own}/publication`);
  expect((await asked(own)).status).toBe(403);
  // The link would show what editors change from now on.
  expect((await read(made.body.preview.token)).status).toBe(404);
});

describe('the page', () => {
  it('escapes everything but the text, and lets nothing run', async () => {
    const at = await place();
    const evil = '"><script>alert(1)</script>\'&';
    await app.manage('PATCH', `/sites/${at.site}`, { site: { name: evil } });
    const { uid } = await add(at, {
      ...{ title: evil, summary: evil, author_credit: evil, photo_credit: evil, alt_text: evil, tags: [evil] },
      cover_url: 'https://pictures.example/a.jpg?"onerror=1',
      article_links: [{ title: evil, url: 'https://x.example/' }],
      cta: { label: evil, url: 'https://x.example/' },
      type: 'tweet',
      attachments: { tweet: { text: evil, name: evil, url: 'https://x.example/' } },
      body: '<p>Plain <b>text</b></p><script>alert(1)</script>',
    });
    const { text, headers, status } = await open((await make(at.site, uid)).token);
    expect(status).toBe(200);
    expect(text).not.toContain('<script');
    expect(text).not.toContain('"onerror');
    expect(text).toContain('<p>Plain <b>text</b></p>');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
    expect(policy).toContain("frame-ancestors 'self'");
  });

  it('has a style sheet that may be cached, and counts strangers', async () => {
    const style = await app.get('/previews/preview.css');
    expect(style.headers.get('content-type')).toContain('text/css');
    const limited = await testApp({ strangerLimit: 3 }, { database: app.database });
    const statuses = [];
    for (let n = 0; n < 5; n++) statuses.push((await limited.get(`/${n % 2 ? 'v1/' : ''}previews/x`)).status);
    expect(statuses).toEqual([404, 404, 404, 429, 429]);
  });
});
