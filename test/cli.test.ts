import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from './app.ts';
import { masthead } from './command.ts';
import { databaseUrl } from './database.ts';
import { dataFolder, masthead as mastheadProcess, startService } from './process.ts';

const COMMANDS = [
  ...['start', 'migrate', 'key', 'site', 'webhook', 'replay', 'listen', 'trigger', 'verify'],
  ...['export', 'import', 'backup', 'restore', 'doctor', 'person', 'demo', 'source', 'feed', 'simulate'],
];

describe('masthead', () => {
  const env = { DATA_DIR: dataFolder(), LOG_LEVEL: 'warn' };
  // It tries for ten seconds, in which the tests before it run.
  let unreachable: ReturnType<typeof mastheadProcess>;
  beforeAll(() => {
    unreachable = mastheadProcess(['migrate'], { ...env, DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/none' });
  });

  it.each([[['help']], [['--help']], [[]]])('%j lists the commands', async (args) => {
    const { code, out } = await masthead(args, env);
    expect(code).toBe(0);
    for (const word of COMMANDS) expect(out).toContain(word);
  });

  it('as a program: its output, errors and exit codes', async () => {
    const [helped, misused] = [await mastheadProcess(['help'], env), await mastheadProcess(['nonsense'], env)];
    expect([helped.code, helped.out, helped.err]).toEqual([0, (await masthead(['help'], env)).out, '']);
    expect([misused.code, misused.out]).toEqual([64, '']);
    expect(misused.err).toContain('there is no command “nonsense”');
  });

  it.each(COMMANDS)('%s has help of its own', async (command) => {
    const [one, other] = [await masthead([command, '--help'], env), await masthead(['help', command], env)];
    expect([one.code, one.out]).toEqual([0, other.out]);
    expect(one.out).toMatch(new RegExp(`^Usage: masthead ${command}`));
  });

  it.each([
    [['nonsense'], 'there is no command “nonsense”'],
    [['key'], 'Expected create, list, renew or revoke'],
    [['key', 'create', '--nmae', 'x'], "Unknown option '--nmae'"],
    [['key', 'create', '--scope', 'admin'], '--name NAME is missing'],
    [['key', 'create', '--name', 'x'], '--scope is missing'],
    [['key', 'create', '--name', 'x', '--scope', 'root'], '--scope root is unknown'],
    [['key', 'create', '--name', 'x', '--scope', 'admin', '--expires', 'soon'], '--expires must be a date'],
    [['key', 'create', '--name', 'x', '--scope', 'admin', '--site', 'one'], '--site must be a whole number'],
    [['key', 'revoke'], 'The id must be a whole number'],
    [['site', 'create', '--name', 'x'], '--url'],
    [
      ['site', 'create', '--name', 'x', '--url', 'https://x.example', '--time-zone', 'Mars'],
      '--time-zone must be a time zone',
    ],
    [['start', 'now'], 'start takes no arguments'],
  ])('%j is answered with the problem, exit 64', async (args, message) => {
    const { code, err } = await masthead(args, env);
    expect([code, err]).toEqual([64, expect.stringContaining(message)]);
    expect(err).not.toContain('    at ');
  });

  it('reports every bad setting at once, exit 78, and repeats no secret', async () => {
    const bad = {
      PORT: 'x',
      SERVICE_ENV: 'prod',
      DATABASE_URL: 'mysql://u:hunter2@h/d',
      WIRE_WORD: 'Acme!',
      API_KEY_SCHEMES: 'AC-API-KEY, two words',
      S3_URL: 'x',
      WORKERS: 'many',
      RATE_LIMIT: '-1',
      CACHE_BYTES: '64MB',
      PUBLIC_URL: 'example.com',
      MANAGE_ORIGINS: 'https://app.example/, *',
    };
    const { code, err } = await mastheadProcess(['start'], { ...env, ...bad });
    expect(code).toBe(78);
    for (const name of Object.keys(bad)) expect(err).toContain(name);
    expect(err).not.toContain('hunter2');
    const risky = await mastheadProcess(['start'], { ...env, SERVICE_ENV: 'production', WEBHOOK_ALLOW_PRIVATE: '1' });
    expect([risky.code, risky.err]).toEqual([78, expect.stringContaining('WEBHOOK_ALLOW_PRIVATE')]);
  });

  it.each([
    ['/proc/nope', /The data folder \/proc\/nope cannot be used .*; set DATA_DIR to another folder\./],
    [import.meta.filename, /DATA_DIR leads through \S+cli\.test\.ts, which is not a folder\./],
  ])('says that %s is no data folder, exit 78, and the doctor says the same', async (folder, sentence) => {
    const [start, doctor] = await Promise.all(
      ['start', 'doctor'].map((command) => masthead([command], { DATA_DIR: folder, PORT: '0' })),
    );
    expect([start?.code, start?.err.trim().split('\n')]).toEqual([78, [expect.stringMatching(sentence)]]);
    expect([doctor?.code, doctor?.out]).toEqual([1, expect.stringMatching(sentence)]);
  });

  it('has a doctor that creates no folder', async () => {
    const DATA_DIR = join(env.DATA_DIR, 'not', 'yet');
    const { code, out } = await masthead(['doctor'], { DATA_DIR, PORT: '0' });
    expect([code, out]).toEqual([0, expect.stringContaining(DATA_DIR)]);
    expect(existsSync(join(env.DATA_DIR, 'not'))).toBe(false);
  });

  it('has a doctor that refuses the SECRET_KEY that a start refuses, and changes nothing', async () => {
    const DATABASE_URL = databaseUrl(await freshDatabase());
    const SECRET_KEY = 'the key of more than thirty-two characters';
    const right = { DATABASE_URL, PORT: '0', WEBHOOK_ALLOW_PRIVATE: '1', SECRET_KEY };
    await masthead(['site', 'create', '--name', 'Posten', '--url', 'https://p.example'], right);
    const added = await masthead(['webhook', 'add', '--site', '1', '--url', 'http://127.0.0.1:9/hooks'], right);
    expect(added.code, added.out + added.err).toBe(0);
    const sentence = 'SECRET_KEY is not the key that encrypted the stored secrets';
    for (const other of [{ SECRET_KEY: `${SECRET_KEY}!` }, { SECRET_KEY: '' }]) {
      const [doctor, start] = [
        await masthead(['doctor'], { ...right, ...other }),
        await mastheadProcess(['start'], { ...right, ...other }),
      ];
      expect([start.code, start.err]).toEqual([78, expect.stringContaining(sentence)]);
      expect([doctor.code, doctor.out]).toEqual([1, expect.stringMatching(`WRONG +secrets +${sentence}`)]);
    }
    const { code, out } = await masthead(['doctor'], right);
    expect([code, out]).toEqual([0, expect.stringMatching(/ok +secrets/)]);
    expect(out).not.toContain('data folder');
  });

  it('makes no empty installation for a command that lacks the settings of the service, exit 69', async () => {
    const folder = dataFolder();
    const { code, err } = await masthead(['key', 'list'], { DATA_DIR: folder });
    expect([code, err]).toEqual([69, expect.stringContaining(`There is no database in ${folder}. Set DATA_DIR`)]);
    expect(existsSync(join(folder, 'postgres'))).toBe(false);
  });

  it('says when a database cannot be reached, exit 69, without its password', async () => {
    const { code, err } = await unreachable;
    expect([code, err]).toEqual([69, expect.stringContaining('cannot be reached')]);
    expect(err).not.toContain('hunter2');
  });
});

it('is a program that can be run', () => {
  accessSync(new URL('../dist/cli/main.js', import.meta.url), constants.X_OK);
});

describe('the service', () => {
  it('ends when its start fails after it listens', async () => {
    const url = databaseUrl(await freshDatabase());
    const service = await startService({ DATABASE_URL: url });
    service.child.kill('SIGTERM');
    await service.ended;
    const client = new pg.Client(url);
    await client.connect();
    await client.query("alter table media_settings add constraint broken check (media_url = 'nowhere') not valid");
    await client.end();
    const { code, err } = await mastheadProcess(['start'], { DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'warn' });
    expect([code, err]).toEqual([70, expect.stringContaining('broken')]);
  });

  it('names no site at start where there is none', async () => {
    const service = await startService({ DATABASE_URL: databaseUrl(await freshDatabase()) });
    await expect.poll(service.output).toContain('/docs');
    expect(service.output()).not.toContain('/v1/sites/');
    service.child.kill('SIGTERM');
    expect((await service.ended).code).toBe(0);
  });
});
