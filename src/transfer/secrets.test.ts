/** People, keys and webhooks: with their secrets they go on as before, without them they wait for new ones. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { addPerson, browserOf, PASSWORD, signedIn } from '../../test/people.ts';
import { commandLine } from '../core/rights.ts';
import { kysely } from '../db/connect.ts';
import { createKey } from '../features/keys/commands.ts';
import { setupCode } from '../features/setup/commands.ts';
import { secretsWith } from '../features/webhooks/secrets.ts';
import { newFileSecrets, openFileSecrets } from './secrets.ts';
import { exported, imported, lines, withPassphrase } from './testing/transfer.ts';

const PASSPHRASE = 'eleven grey gulls inland';
const SITE = 7;
let [from, file, key, draft] = [{} as TestApp, '', '', ''];

beforeAll(async () => {
  from = await testApp();
  await from.site({ id: SITE, api_key_required: true });
  const { section } = await from.manage('POST', `/sites/${SITE}/sections`, { section: { name: 'News' } });
  const owner = await signedIn(from, [{ site_id: null, role: 'owner' }], 'owner@example.com');
  const author = await signedIn(from, [{ site_id: SITE, role: 'author' }], 'author@example.com');
  await owner.manage('PATCH', '/me', { person: { language: 'fi', theme: 'dark' } });
  const { article } = await author.manage('POST', `/sites/${SITE}/articles`, {
    article: { title: 'Mine', section_id: section.id },
  });
  draft = article.uid;
  const input = { name: 'Website', scopes: ['content:read' as const], site_ids: [SITE], expires_at: '2099-01-01' };
  key = (await createKey(kysely(from.pool), input, commandLine, new Date())).key;
  const hook = (fields: object) => from.manage('POST', `/sites/${SITE}/webhooks`, { webhook: fields });
  const { webhook } = await hook({ url: 'https://receiver.example/a', secret: 'whsec_a-secret-of-24-bytes-or-more' });
  await hook({ url: 'https://receiver.example/b', active: false, section_id: section.id, actions: ['publish'] });
  await from.manage('POST', `/sites/${SITE}/webhooks/${webhook.id}/secret`, {}, 201);
  file = await exported(from, null, PASSPHRASE);
});

const elsewhere = async () => testApp();
const importFile = (app: TestApp, text = file, passphrase = PASSPHRASE) =>
  imported(app, text, withPassphrase(passphrase));
const status = async (app: TestApp, email: string) =>
  (await browserOf(app).request('POST', '/v1/manage/sessions', { session: { email, password: PASSWORD } })).status;
const read = (app: TestApp) => app.get(`/v1/sites/${SITE}/sections`, { headers: { authorization: `Bearer ${key}` } });
const secretsOf = async (app: TestApp) => {
  const { rows } = await app.pool.query('select secret, next_secret from webhook order by id');
  const { open } = secretsWith(Buffer.alloc(32, 'k'));
  return rows.map(({ secret, next_secret }) => [open(secret), next_secret && open(next_secret)]);
};
const withoutSealed = (text: string) =>
  text
    .replaceAll(/,?"sealed":"[^"]*"/g, '')
    .split('\n')
    .slice(1);

describe('with secrets', () => {
  it('people sign in, keys open and webhooks sign as before, and all of it reads the same', async () => {
    const to = await elsewhere();
    const { refused, counts, hasSecrets } = await importFile(to);
    expect([refused, counts.person?.new, counts.api_key?.new, counts.webhook?.new]).toEqual([[], 2, 1, 2]);
    expect(hasSecrets).toBe(true);
    expect([await status(to, 'owner@example.com'), (await read(to)).status]).toEqual([201, 200]);
    expect(await secretsOf(to)).toEqual(await secretsOf(from));
    for (const path of ['/people', '/api-keys', `/sites/${SITE}/webhooks`]) {
      const seen = (body: object) =>
        JSON.parse(JSON.stringify(body, (name, value) => (/^last_/.test(name) ? null : value)));
      expect(seen(await to.manage('GET', path)), path).toEqual(seen(await from.manage('GET', path)));
    }
    expect(
      withoutSealed(await exported(to, null, PASSPHRASE)).filter((line) => !/"person"|"api_key"/.test(line)),
    ).toEqual(withoutSealed(file).filter((line) => !/"person"|"api_key"/.test(line)));
  });

  it('none of them is readable in the file', async () => {
    const hidden = (await from.pool.query("select encode(key_hash, 'hex') as hash from api_key")).rows.map(
      ({ hash }) => hash,
    );
    const hashes = (await from.pool.query('select password_hash from person')).rows.map((row) => row.password_hash);
    const texts = [...hidden, ...hashes, ...(await secretsOf(from)).flat().filter(Boolean), 'argon2', 'whsec_'];
    for (const text of texts) expect(file).not.toContain(text);
    expect(await exported(from)).not.toContain('sealed');
  });

  it('a wrong passphrase is refused before anything is written', async () => {
    const to = await elsewhere();
    await expect(importFile(to, file, 'twelve grey gulls inland')).rejects.toThrow(
      'The passphrase is not the one of this file',
    );
    for (const table of ['import', 'site', 'person'])
      expect((await to.pool.query(`select from ${table}`)).rowCount, table).toBe(0);
  });

  it('a line that was changed, or has the secrets of another, is refused', async () => {
    const to = await elsewhere();
    const all = file.split('\n');
    const people = all.filter((line) => line.startsWith('{"person"')).map((line) => JSON.parse(line).person);
    const swapped = all
      .map((line) => (line.startsWith('{"person"') ? { ...JSON.parse(line).person } : line))
      .map((one) =>
        typeof one === 'string' ? one : JSON.stringify({ person: { ...one, sealed: other(one, people) } }),
      );
    const { refused } = await importFile(to, swapped.join('\n'));
    expect(refused.map(({ reason }) => reason)).toEqual(Array(2).fill(expect.stringContaining('sealed was changed')));
  });

  const other = (one: { id: number }, people: { id: number; sealed: string }[]) =>
    people.find(({ id }) => id !== one.id)?.sealed;

  it('a file cannot ask for any amount of memory', async () => {
    const { header } = await newFileSecrets(PASSPHRASE);
    await expect(openFileSecrets({ ...header, cost: 24, block_size: 64 }, PASSPHRASE)).rejects.toThrow('more memory');
  });

  it('changes nothing the second time, and completes rows that were imported without secrets', async () => {
    const to = await elsewhere();
    await imported(to, file);
    expect([await status(to, 'author@example.com'), (await read(to)).status]).toEqual([401, 401]);
    const { counts } = await importFile(to);
    expect([counts.person, counts.api_key, counts.webhook]).toMatchObject([
      { changed: 2 },
      { changed: 1 },
      { changed: 2 },
    ]);
    expect([await status(to, 'author@example.com'), (await read(to)).status]).toEqual([201, 200]);
    expect(await secretsOf(to)).toEqual(await secretsOf(from));
    const again = await importFile(to);
    for (const noun of ['person', 'api_key', 'webhook'])
      expect(again.counts[noun]).toMatchObject({ new: 0, changed: 0 });
  });
});

describe('without secrets', () => {
  it('nobody can sign in, keys open nothing, webhooks are paused with a new secret', async () => {
    const to = await elsewhere();
    const code = await setupCode(kysely(to.pool));
    expect(code).not.toBeNull();
    const { refused, hasSecrets } = await imported(to, await exported(from));
    expect([refused, hasSecrets]).toEqual([[], false]);
    expect([await status(to, 'owner@example.com'), (await read(to)).status]).toEqual([401, 401]);
    expect(await setupCode(kysely(to.pool))).toBeNull();
    const { webhooks } = await to.manage('GET', `/sites/${SITE}/webhooks`);
    expect(webhooks.map(({ active, notice }: { active: boolean; notice: string }) => [active, notice])).toEqual(
      Array(2).fill([false, expect.stringContaining('imported without its secret')]),
    );
    const secrets = [...(await secretsOf(to)).flat(), ...(await secretsOf(from)).flat()].filter(Boolean);
    expect(new Set(secrets).size).toBe(secrets.length);
    expect((await imported(to, await exported(from))).counts.webhook).toMatchObject({ new: 0, changed: 0, same: 2 });
  });

  it('an export of single sites has neither people nor keys', async () => {
    const text = await exported(from, [SITE], PASSPHRASE);
    expect(text).not.toMatch(/\{"(person|api_key)"/);
    expect(text).toMatch(/\{"webhook".*"sealed"/);
    const { refused } = await imported(await elsewhere(), await exported(from), { siteId: SITE });
    expect(refused[0]?.reason).toBe(`belongs to the installation; only lines of site ${SITE} are imported`);
  });
});

describe('the identity of people', () => {
  it('is decided by the e-mail address: another person with the id keeps it, and drafts follow their author', async () => {
    const to = await elsewhere();
    const { id: first } = await addPerson(to, [{ site_id: null, role: 'owner' }], 'first@example.com');
    const { id: second } = await addPerson(to, [{ site_id: null, role: 'owner' }], 'author@example.com');
    const { refused, counts } = await importFile(to);
    expect([refused, counts.person]).toMatchObject([[], { new: 1, changed: 0, same: 1 }]);
    const { people } = await to.manage('GET', '/people');
    const ids = Object.fromEntries(people.map(({ email, id }: { email: string; id: number }) => [email, id]));
    expect(ids).toEqual({
      'first@example.com': first,
      'author@example.com': second,
      'owner@example.com': expect.any(Number),
    });
    expect([first, second]).not.toContain(ids['owner@example.com']);
    const { article } = await to.manage('GET', `/sites/${SITE}/articles/${draft}`);
    expect(article.created_by).toBe(`person:${second}`);
    const { revisions } = await to.manage('GET', `/sites/${SITE}/articles/${draft}/revisions`);
    expect(revisions[0].created_by).toBe(`person:${second}`);
  });

  it('never is that of someone who was deleted: drafts and the audit log name people and keys by their ids', async () => {
    const to = await elsewhere();
    await addPerson(to, [{ site_id: null, role: 'owner' }], 'first@example.com');
    const gone = await addPerson(to, [{ site_id: null, role: 'owner' }], 'gone@example.com');
    await to.manage('DELETE', `/people/${gone.id}`);
    const { api_key } = await to.manage('POST', '/api-keys', { api_key: { name: 'Gone', scopes: ['content:read'] } });
    await to.manage('DELETE', `/api-keys/${api_key.id}`);
    const roles = [{ site_id: null, role: 'editor' }];
    const person = { id: gone.id, email: 'ida@example.com', name: 'Ida', roles };
    const key = { id: api_key.id, name: 'New', scopes: ['content:read'], all_sites: true, site_ids: [] };
    const file = lines(
      { person },
      // A file may have an id twice.
      { person: { ...person, id: 900, email: 'one@example.com' } },
      { person: { ...person, id: 900, email: 'two@example.com' } },
      { api_key: { ...key, created_at: '2026-01-01T00:00:00Z' } },
    );
    const last = async () => (await to.pool.query('select last_value from person_id')).rows[0].last_value;
    const before = await last();
    expect((await imported(to, file, { isTrial: true })).refused).toEqual([]);
    expect(await last()).toBe(before);
    expect((await imported(to, file)).refused).toEqual([]);
    const { people } = await to.manage('GET', '/people');
    const ids = people.map(({ id }: { id: number }) => id);
    expect(ids).toHaveLength(4);
    expect(ids).toContain(900);
    expect(ids).not.toContain(gone.id);
    const { api_keys } = await to.manage('GET', '/api-keys');
    expect(api_keys).toMatchObject([{ name: 'New', id: api_key.id + 1 }]);
  });

  it('is nobody here where the file has no people', async () => {
    const to = await elsewhere();
    await addPerson(to, [{ site_id: null, role: 'owner' }], 'first@example.com');
    await imported(to, await exported(from, [SITE]));
    const { article } = await to.manage('GET', `/sites/${SITE}/articles/${draft}`);
    expect([article.created_by, article.updated_by]).toEqual(['import', 'import']);
  });

  it('keeps existing roles, and gets others', async () => {
    const to = await elsewhere();
    const person = { id: 3, email: 'ida@example.com', name: 'Ida', roles: [{ site_id: SITE, role: 'editor' }] };
    const site = { site: { id: SITE, name: 'x', url: 'https://x.example' } };
    await imported(to, lines({ person }, site));
    const next = {
      ...person,
      name: 'Eve',
      roles: [
        { site_id: SITE, role: 'owner' },
        { site_id: 8, role: 'author' },
      ],
    };
    const { refused } = await imported(to, lines({ person: next }));
    expect(refused[0]?.reason).toContain('names a site that does not exist');
    await imported(to, lines({ person: next }, { site: { ...site.site, id: 8 } }));
    const [{ name, roles }] = (await to.manage('GET', '/people')).people;
    expect([name, roles]).toEqual([
      'Ida',
      [
        { site_id: SITE, role: 'editor' },
        { site_id: 8, role: 'author' },
      ],
    ]);
  });
});
