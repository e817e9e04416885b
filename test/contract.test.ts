/** Rules for every noun and route: responses match the full schemas, parameters and errors are alike. */
import type { TSchema } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../src/contract/common.ts';
import { problemsOf } from '../src/http/validate.ts';
import { ADMIN, type TestApp, testApp } from './app.ts';
import { nouns } from './nouns.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

/** Articles contain their fields, so their responses report the progress of rendering. */
const RENDERED = ['section', 'author'];

const fits = (schema: TSchema, value: unknown) =>
  expect(problemsOf({ ...schema, additionalProperties: false } as TSchema, value), JSON.stringify(value)).toEqual([]);

describe.each(nouns)('$many', ({ path, one, many, schema, least, full, slug, hasSingle, meta }) => {
  it('are created from a minimal body and served with every field', async () => {
    const site = await app.site();
    const created = (await app.manage('POST', `/sites/${site}/${path}`, { [one]: least }))[one];
    fits(schema, created);
    expect(created).toMatchObject(least);
    const list = (await app.get(`/v1/sites/${site}/${path}`)).body;
    expect(list).toEqual({ meta: meta(1), [many]: [created] });
    if (hasSingle) expect((await app.get(`/v1/sites/${site}/${path}/${created.id}`)).body).toEqual({ [one]: created });
    const rendering = RENDERED.includes(one) ? { rendering: null } : {};
    expect(await app.manage('GET', `/sites/${site}/${path}/${created.id}`)).toEqual({ [one]: created, ...rendering });
  });

  it('keep every field that is written, at creation and by a change', async () => {
    const site = await app.site();
    const created = (await app.manage('POST', `/sites/${site}/${path}`, { [one]: full }))[one];
    fits(schema, created);
    expect(created).toMatchObject(full);
    const other = (await app.manage('POST', `/sites/${site}/${path}`, { [one]: least }))[one];
    const freed = slug ? { [slug]: 'something-else' } : {};
    await app.manage('PATCH', `/sites/${site}/${path}/${created.id}`, {
      [one]: { ...freed, ...(path === 'issues' ? { number: 99 } : {}) },
    });
    const changed = (await app.manage('PATCH', `/sites/${site}/${path}/${other.id}`, { [one]: full }))[one];
    expect(changed).toMatchObject({ ...full, id: other.id });
  });

  it('accept a response as a change, computed fields included, and a body without its wrapper', async () => {
    const site = await app.site();
    const created = (await app.manage('POST', `/sites/${site}/${path}`, least))[one];
    const { updated_at: _, ...same } = (
      await app.manage('PATCH', `/sites/${site}/${path}/${created.id}`, { [one]: created })
    )[one];
    expect(created).toMatchObject(same);
  });

  it('are trimmed to `fields`; unknown ones give empty objects, an empty list gives all', async () => {
    const site = await app.site();
    await app.manage('POST', `/sites/${site}/${path}`, { [one]: least });
    const ask = async (fields: string) => (await app.get(`/v1/sites/${site}/${path}?fields=${fields}`)).body;
    expect(Object.keys((await ask('name,id,nonsense'))[many][0])).toEqual(['id', 'name']);
    expect((await ask('nonsense'))[many]).toEqual([{}]);
    expect(Object.keys((await ask(''))[many][0]).length).toBeGreaterThan(4);
    expect((await ask('id')).meta).toEqual(meta(1));
  });

  it('are paged and counted in management', async () => {
    const site = await app.site();
    for (let number = 0; number < 3; number++) {
      const given = slug ? { [slug]: `s-${number}` } : {};
      await app.manage('POST', `/sites/${site}/${path}`, { [one]: { ...least, ...given } });
    }
    const first = await app.manage('GET', `/sites/${site}/${path}?count=2`);
    const second = await app.manage('GET', `/sites/${site}/${path}?count=2&page=2`);
    expect(first.meta).toEqual({ total_count: 3, count: 2 });
    expect(second.meta).toEqual({ total_count: 3, count: 1 });
    expect(new Set([...first[many], ...second[many]].map(({ id }) => id)).size).toBe(3);
  });

  it('belong to their site: another site’s routes neither read nor write them', async () => {
    const [site, other] = [await app.site(), await app.site()];
    const { id } = (await app.manage('POST', `/sites/${site}/${path}`, { [one]: least }))[one];
    expect((await app.get(`/v1/sites/${other}/${path}`)).body[many]).toEqual([]);
    if (hasSingle) expect((await app.get(`/v1/sites/${other}/${path}/${id}`)).status).toBe(404);
    await app.manage('GET', `/sites/${other}/${path}/${id}`, undefined, 404);
    await app.manage('PATCH', `/sites/${other}/${path}/${id}`, { [one]: least }, 404);
    await app.manage('DELETE', `/sites/${other}/${path}/${id}`, undefined, 404);
    expect((await app.manage('GET', `/sites/${site}/${path}/${id}`))[one].id).toBe(id);
  });

  it('may get their id from an administrator; later ids follow it', async () => {
    const site = await app.site();
    const id = 5_000 + nouns.findIndex((noun) => noun.path === path);
    expect((await app.manage('POST', `/sites/${site}/${path}`, { [one]: { ...least, id } }))[one].id).toBe(id);
    const again = slug ? { [slug]: 'again' } : {};
    expect((await app.manage('POST', `/sites/${site}/${path}`, { [one]: { ...least, ...again } }))[one].id).toBe(
      id + 1,
    );
    const twice = await app.manage(
      'POST',
      `/sites/${site}/${path}`,
      { [one]: { ...least, id, ...(slug ? { [slug]: 'x' } : {}) } },
      409,
    );
    expect(twice.error).toContain(String(id));
  });

  it('have their version as ETag, and a stale If-Match changes nothing', async () => {
    const site = await app.site();
    const { id } = (await app.manage('POST', `/sites/${site}/${path}`, { [one]: least }))[one];
    const address = `/v1/manage/sites/${site}/${path}/${id}`;
    const etag = (await app.get(address, { token: ADMIN })).headers.get('etag') ?? '';
    expect(etag).toBe('"1"');
    const body = path === 'authors' ? { firstname: 'Other' } : { name: 'Other' };
    const patch = (ifMatch: string) =>
      app.request('PATCH', address, { token: ADMIN, body: { [one]: body }, headers: { 'if-match': ifMatch } });
    expect((await patch(etag)).headers.get('etag')).toBe('"2"');
    const stale = await patch(etag);
    expect(stale.body.version).toBe(2);
    expect([stale.status, (await app.get(address, { token: ADMIN })).headers.get('etag')]).toEqual([409, '"2"']);
    expect((await app.request('DELETE', address, { token: ADMIN, headers: { 'if-match': etag } })).status).toBe(409);
    expect((await patch('*')).status).toBe(200);
    expect((await patch('W/"3-gzip", "9"')).status).toBe(200);
  });

  it('are deleted once', async () => {
    const site = await app.site();
    const { id } = (await app.manage('POST', `/sites/${site}/${path}`, { [one]: least }))[one];
    await app.manage('DELETE', `/sites/${site}/${path}/${id}`);
    await app.manage('DELETE', `/sites/${site}/${path}/${id}`, undefined, 404);
    expect((await app.get(`/v1/sites/${site}/${path}`)).body[many]).toEqual([]);
  });

  it('refuse an invalid body with all problems at once', async () => {
    const site = await app.site();
    const wrong = Object.fromEntries(Object.keys(full).map((name) => [name, { nonsense: [1] }]));
    const { problems, error } = await app.manage(
      'POST',
      `/sites/${site}/${path}`,
      { [one]: { ...wrong, surprise: 1 } },
      422,
    );
    expect(error).toMatch(/\.$/);
    const paths = problems.map((problem: { path: string }) => problem.path.split('/')[1]);
    expect(paths).toEqual(expect.arrayContaining([...Object.keys(full), 'surprise']));
    expect((await app.get(`/v1/sites/${site}/${path}`)).body[many]).toEqual([]);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a list', []],
    ['a string', 'x'],
  ])('refuse %s as a body', async (_, body) => {
    const site = await app.site();
    const reply = await app.request('POST', `/v1/manage/sites/${site}/${path}`, {
      token: ADMIN,
      rawBody: body === undefined ? '' : JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    expect(reply.status).toBe(422);
    fits(Failure, reply.body);
  });

  it.each(['abc', '0', '-1', '1.5', '99999999999999999999', '%20'])('answer 400 to the id %s', async (id) => {
    const site = await app.site();
    const reply = await app.get(`/v1/manage/sites/${site}/${path}/${id}`, { token: ADMIN });
    expect([reply.status, reply.body.parameter]).toEqual([400, 'id']);
  });
});
