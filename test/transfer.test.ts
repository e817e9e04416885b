/** `masthead export` and `masthead import`: files, pipes and exit codes. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { article, ground, lines } from '../src/transfer/testing/transfer.ts';
import { freshDatabase } from './app.ts';
import { masthead } from './command.ts';
import { databaseUrl, withClient } from './database.ts';
import { dataFolder, mastheadInto, masthead as mastheadProcess } from './process.ts';

const folder = dataFolder();
const file = (name: string, text = '') => {
  const path = join(folder, name);
  if (text) writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
};

async function database() {
  const where = await freshDatabase();
  const rows = async (sql: string) => (await withClient(where, (client) => client.query(sql))).rows;
  return { env: { DATABASE_URL: databaseUrl(where) }, rows };
}

describe('a file', () => {
  it('is imported and exported, compressed or not, through files and pipes', async () => {
    const [one, other] = [await database(), await database()];
    const packed = file('in.ndjson.gz', lines(...ground(), article(1), article(2)));
    const imported = await masthead(['import', packed], one.env);
    expect([imported.code, imported.out]).toEqual([0, expect.stringMatching(/article\s+2\s+0\s+0\nImported\./)]);
    const [path, stdout] = [file('out.ndjson.gz'), await mastheadProcess(['export'], one.env)];
    expect((await masthead(['export', path, '--site', '1'], one.env)).code).toBe(0);
    const body = (text: string) => text.split('\n').slice(1);
    expect(body(gunzipSync(readFileSync(path)).toString())).toEqual(body(stdout.out));
    expect((await mastheadProcess(['import', '-'], other.env, stdout.out)).code).toBe(0);
    expect(body((await mastheadProcess(['export', '-'], other.env)).out)).toEqual(body(stdout.out));
  });

  it('with bad lines names them, exit 65', async () => {
    const { env, rows } = await database();
    const path = file('bad.ndjson', lines(...ground(), article(1), article(2, { title: '' })));
    const strict = await masthead(['import', '--strict', path], env);
    expect([strict.code, strict.err]).toEqual([
      65,
      expect.stringContaining('Line 4: article: title must not be blank'),
    ]);
    expect([strict.out, await rows('select from site')]).toEqual([
      expect.stringContaining('Nothing was imported.'),
      [],
    ]);
    const trial = await masthead(['import', '--dry-run', path], env);
    expect([trial.code, trial.out, await rows('select from site')]).toEqual([
      65,
      expect.stringContaining('dry run'),
      [],
    ]);
    expect((await masthead(['import', path], env)).code).toBe(65);
    expect(await rows('select id from article')).toEqual([{ id: '1' }]);
  });

  it('is tried without writing anything', async () => {
    const { env, rows } = await database();
    const webhook = { id: 7, site_id: 1, url: 'https://r.example', actions: ['publish'] };
    const hook = { ...webhook, signature_encoding: 'hex', extra_headers: true, created_at: '2026-01-01T00:00:00Z' };
    const path = file('trial.ndjson', lines(...ground(), article(1), { webhook: hook }));
    const tables = await rows("select tablename from pg_tables where schemaname = 'public'");
    const counts = tables.map(
      ({ tablename }) => `select '${tablename}' as name, count(*)::text as figure from ${tablename}`,
    );
    const imported = ['site_id', 'article_id', 'webhook_id', 'section_id'].map(
      (name) => `select '${name}', coalesce(pg_sequence_last_value('${name}'), 0)::text`,
    );
    const all = () => rows(`${[...counts, ...imported].join(' union all ')} order by 1`);
    const before = await all();
    const trial = await masthead(['import', '--dry-run', path], env);
    expect([trial.code, trial.out]).toEqual([0, expect.stringMatching(/webhook\s+1\s+0\s+0\n(.*\n)*.*dry run/)]);
    expect(await all()).toEqual(before);
    expect((await masthead(['import', path], env)).code).toBe(0);
    expect(await rows('select count(*)::int from secret_key')).toEqual([{ count: 1 }]);
  });

  const empty = database();
  it.each([
    [['import'], 64, 'Name one file'],
    [['import', '/nowhere.ndjson'], 65, 'does not exist'],
    [['import', '-'], 65, 'The file is empty'],
    [['export', '--site', '99'], 1, 'There is no site 99'],
    [['export', '/nowhere/x.ndjson'], 74, 'cannot be written'],
  ])('%j is answered with the problem', async (args, code, message) => {
    const ended = await masthead(args as string[], (await empty).env);
    expect([ended.code, ended.err]).toEqual([code, expect.stringContaining(message as string)]);
  });

  it('on a full disk gives one sentence, exit 74', async () => {
    const { code, err } = mastheadInto('/dev/full', ['export'], (await empty).env);
    expect([code, err]).toEqual([
      74,
      expect.stringMatching(/^masthead: Standard output cannot be written: ENOSPC\.\n$/m),
    ]);
    expect(err).not.toContain('    at ');
  });

  it('that is truncated gzip is reported as bad input', async () => {
    const { env } = await database();
    const path = file('cut.ndjson.gz', lines(...ground(), article(1)));
    writeFileSync(path, readFileSync(path).subarray(0, -20));
    const { code, err } = await mastheadProcess(['import', path], env);
    expect([code, err]).toEqual([65, expect.stringContaining('cannot be read to its end')]);
  });
});

describe('media', () => {
  it('come along in an archive beside the file', async () => {
    const [one, other, third] = [await database(), await database(), await database()];
    const media = dataFolder();
    writeFileSync(join(media, 'minutes.pdf'), '%PDF-1.7 minutes');
    const here = { ...one.env, DATA_DIR: dataFolder() };
    await masthead(['import', '-'], here, lines(...ground()));
    expect((await masthead(['media', 'import', media, '--site', '1'], here)).code).toBe(0);
    const path = file('with-media.ndjson.gz');
    expect(await masthead(['export', path], here)).toMatchObject({
      code: 0,
      err: expect.stringContaining('1 item(s)'),
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('with-media'))).toEqual([
      'with-media.media.tar',
      'with-media.ndjson.gz',
    ]);
    const imported = await masthead(['import', path], { ...other.env, DATA_DIR: dataFolder() });
    expect([imported.code, imported.out], imported.err).toEqual([0, expect.stringMatching(/media_item\s+1\s+0\s+0/)]);
    const again = await masthead(['import', path], { ...other.env, DATA_DIR: dataFolder(), MEDIA_STORAGE: 'disk' });
    expect(again.out).toMatch(/media_item\s+0\s+0\s+1/);

    const moved = file('moved.ndjson.gz');
    writeFileSync(moved, readFileSync(path));
    const elsewhere = { ...third.env, DATA_DIR: dataFolder() };
    const alone = await masthead(['import', moved], elsewhere);
    expect([alone.code, alone.err]).toEqual([65, expect.stringContaining('their archive is not beside it')]);
    expect(await third.rows('select from site')).toEqual([]);
    expect((await masthead(['import', moved, '--media', '/nowhere.tar'], elsewhere)).code).toBe(65);
    const without = await masthead(['import', moved, '--without-media'], elsewhere);
    expect([without.code, without.out]).toEqual([0, expect.stringContaining('1 line(s) of media were skipped')]);
    const trial = ['import', moved, '--media', file('with-media.media.tar'), '--dry-run'];
    expect((await masthead(trial, elsewhere)).out).toMatch(/media_item\s+1\s+0\s+0/);
    expect(await third.rows('select from blob')).toEqual([]);
    expect((await masthead(['export', '-'], here)).out).not.toContain('media_item');
  });
});

describe('secrets', () => {
  const PASSPHRASE = 'eleven grey gulls inland';

  it('come along under a passphrase, which is never an argument', async () => {
    const [one, other, third] = [await database(), await database(), await database()];
    await masthead(['import', '-'], one.env, lines(...ground()));
    await masthead(['person', 'create', '--email', 'ida@example.com', '--name', 'Ida', '--role', 'owner'], one.env);
    await masthead(['key', 'create', '--name', 'Site', '--scope', 'content:read'], one.env);
    const hook = { site_id: 1, id: 1, url: 'https://r.example/', actions: ['publish'], signature_encoding: 'hex' };
    await masthead(['import', '-'], one.env, lines({ webhook: { ...hook, extra_headers: true } }));
    const path = file('sealed.ndjson');
    const nowhere = await masthead(['export', path, '--with-secrets'], one.env);
    expect([nowhere.code, nowhere.err]).toEqual([64, expect.stringContaining('MASTHEAD_PASSPHRASE')]);
    expect(
      (await masthead(['export', path, '--with-secrets', '--passphrase-file', file('short', 'gulls\n')], one.env)).code,
    ).toBe(64);
    const withPassphrase = { ...one.env, MASTHEAD_PASSPHRASE: PASSPHRASE };
    expect((await masthead(['export', path, '--with-secrets'], withPassphrase)).code).toBe(0);
    expect((await masthead(['import', path], other.env)).code).toBe(64);
    const wrong = await masthead(
      ['import', path, '--passphrase-file', file('wrong', 'another long passphrase')],
      other.env,
    );
    expect([wrong.code, wrong.err]).toEqual([65, expect.stringContaining('The passphrase is not the one')]);
    expect(await other.rows('select from site')).toEqual([]);
    const right = await masthead(['import', path, '--passphrase-file', file('right', `${PASSPHRASE}\n`)], other.env);
    expect([right.code, right.out]).toEqual([0, expect.not.stringContaining('without')]);
    const hashes = 'select password_hash, key_hash from person, api_key';
    expect(await other.rows(hashes)).toEqual(await one.rows(hashes));

    const bare = await masthead(['import', path, '--without-secrets'], third.env);
    expect(bare.out).toMatch(
      /1 people were imported without a password[\s\S]*1 API keys were imported without[\s\S]*1 webhooks were imported without/,
    );
    expect(await third.rows(hashes)).toEqual([{ password_hash: null, key_hash: null }]);
    expect((await masthead(['key', 'list'], third.env)).out).toContain('imported without its hash: renew it');
    const renewed = await masthead(['key', 'renew', '1'], third.env);
    expect([renewed.code, renewed.out]).toEqual([0, expect.stringMatching(/^mh_[\w-]{43}\n$/)]);
    expect((await masthead(['key', 'list'], third.env)).out).not.toContain('renew');
    expect((await masthead(['key', 'renew', '9'], third.env)).code).toBe(1);
  });
});

describe('a database', () => {
  const path = () => file('ground.ndjson', lines(...ground(), article(1)));

  it('that is empty gets its schema first', async () => {
    const { env, rows } = await database();
    await rows('drop schema public cascade');
    await rows('create schema public');
    const { code, out, err } = await masthead(['import', path()], env);
    expect([code, out], err).toEqual([0, expect.stringContaining('Imported.')]);
    expect(await rows('select id from article')).toEqual([{ id: '1' }]);
  });

  it('of an older version is refused: the operator must migrate it', async () => {
    const { env, rows } = await database();
    await rows('delete from schema_migration where name = (select max(name) from schema_migration)');
    const { code, err } = await masthead(['import', path()], env);
    expect([code, err]).toEqual([69, expect.stringContaining('run `masthead migrate` first')]);
    expect(await rows('select from site')).toEqual([]);
  });
});

describe('entries of a campaign', () => {
  it('of an unknown campaign are refused, exit 1, even for an empty file', async () => {
    const { env } = await database();
    const entry = '{"item_type":"twitter","item_id":"1","published_at":"2026-03-01T00:00:00Z"}';
    for (const input of ['', entry]) {
      const { code, out, err } = await masthead(['campaign', 'import', '--campaign', '7', '-'], env, input);
      expect([code, out, err]).toEqual([1, '', expect.stringContaining('masthead: There is no such campaign.')]);
    }
  });

  it('that are invalid are reported by line, exit 65, strict or not', async () => {
    const { env, rows } = await database();
    await masthead(['import', '-'], env, lines(...ground()));
    await rows("insert into campaign (id, site_id, name) values (1, 1, 'C')");
    const entry = '{"item_type":"twitter","item_id":"1","published_at":"2026-03-01T00:00:00Z"}';
    const path = file('entries.ndjson', `${entry}\n{"item_type"\n{"item_type":"twitter","item_id":"2"}\n`);
    const run = (...args: string[]) => masthead(['campaign', 'import', '--campaign', '1', ...args], env);
    const faults = /^line 2: is not valid JSON\nline 3: published_at is missing\n/m;
    const strict = await run('--strict', path);
    expect([strict.code, strict.err]).toEqual([65, expect.stringMatching(faults)]);
    expect(strict.err).toContain('nothing was written');
    expect(await rows('select from campaign_entry')).toEqual([]);
    const loose = await run(path);
    expect([loose.code, loose.out]).toEqual([65, '1 created, 0 updated, 0 unchanged, 2 refused.\n']);
    expect(loose.err).toMatch(faults);
    const missing = await run('/nowhere.ndjson');
    expect([missing.code, missing.err]).toEqual([65, expect.stringContaining('/nowhere.ndjson does not exist.')]);
  });
});
