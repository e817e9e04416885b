import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { isVerified, storedBackups } from '../backup/stored.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/connect.ts';
import { defaultDataDir, pgdataOf, tryDataDir } from '../db/embedded/data-folder.ts';
import { keptDatabases } from '../db/embedded/former.ts';
import { migrationStates, pendingSentence } from '../db/migrate.ts';
import { openOidc } from '../features/identities/tools.ts';
import { sourceCounts } from '../features/sources/stats.ts';
import { trySecrets } from '../features/webhooks/secrets.ts';
import { usualFolder } from './backup-place.ts';
import { type Command, config, parsed, print, withDatabase } from './command.ts';

const LEAST_NODE = [20, 19] as const;
const LEAST_FREE_BYTES = 1024 ** 3;
const MISSED_INTERVALS = 2;
const MOST_CLOCK_SKEW = 5_000;

type Finding = { name: string; fault?: string; detail?: string };

const NO_DATABASE: Finding = {
  name: 'database',
  detail: 'none yet; the first `masthead start` or `masthead migrate` creates it',
};

export const doctor: Command = {
  summary: 'check this installation and report problems',
  help: `Usage: masthead doctor

Checks Node.js, the settings, the OpenID Connect provider if there is one, the data folder,
the database, its schema and secrets, the clock and the port, and describes each problem. The exit code is 1 if there is one.`,
  async run(args) {
    parsed(args, {});
    const findings = [node(), ...(await settings())];
    for (const { name, fault, detail } of findings) {
      print(`${fault ? 'WRONG' : 'ok   '}  ${name.padEnd(12)}${fault ?? detail ?? ''}`);
    }
    const faults = findings.filter(({ fault }) => fault).length;
    print(faults === 0 ? 'No problems found.' : `${faults} ${faults === 1 ? 'problem' : 'problems'} found.`);
    if (faults > 0) process.exitCode = 1;
  },
};

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1]);
  const detail = process.versions.node;
  return isOld
    ? { name: 'node', fault: `${detail} is too old; install ${LEAST_NODE.join('.')} or newer.` }
    : { name: 'node', detail };
}

async function settings(): Promise<Finding[]> {
  try {
    const read = config();
    return [
      { name: 'settings', detail: 'readable' },
      ...productionSettings(read),
      ...(await provider(read)),
      ...(await (read.databaseUrl ? database(read) : embedded(read))),
      await port(read),
    ];
  } catch (error) {
    return [{ name: 'settings', fault: (error as Error).message }];
  }
}

function productionSettings({ serviceEnv, publicUrl, demo, adminToken }: Config): Finding[] {
  if (serviceEnv !== 'production') return [];
  const faults = [
    publicUrl?.startsWith('https://') ? [] : 'PUBLIC_URL should be the https address that readers use.',
    demo ? 'DEMO=1 is not meant for production.' : [],
    adminToken && adminToken.length < 24 ? 'MASTHEAD_ADMIN_TOKEN is short; use 24 characters or more.' : [],
  ].flat();
  return faults.length > 0
    ? faults.map((fault) => ({ name: 'production', fault }))
    : [{ name: 'production', detail: 'settings fit' }];
}

/** Asks the OpenID Connect provider for its metadata, as a sign-in does. */
async function provider(read: Config): Promise<Finding[]> {
  const reasons: string[] = [];
  const oidc = openOidc(read, (reason) => reasons.push(reason));
  if (!oidc) return [];
  const { issuer } = oidc.settings;
  try {
    await oidc.discover();
    return [{ name: 'provider', detail: `${issuer} answers` }];
  } catch {
    return [{ name: 'provider', fault: `OIDC_ISSUER ${issuer} does not answer as a provider. ${reasons.join('; ')}` }];
  }
}

/** The embedded database, in the folder that `masthead start` would use. */
async function embedded(read: Config): Promise<Finding[]> {
  try {
    const folder = tryDataDir(read.dataDir ?? defaultDataDir(process.cwd()));
    const isMade = existsSync(pgdataOf(folder));
    return [
      await disk(folder),
      ...(isMade
        ? [
            ...(await database(read)),
            await backups(read, statSync(pgdataOf(folder)).birthtime),
            ...keptDatabases(pgdataOf(folder)).map(oldDatabase),
          ]
        : [NO_DATABASE]),
    ];
  } catch (error) {
    return [{ name: 'data folder', fault: (error as Error).message }];
  }
}

/** It takes space, and has what was erased since. */
function oldDatabase(folder: string): Finding {
  return { name: 'old data', detail: `${folder}; to delete it: masthead upgrade-data --remove-old` };
}

/** Without BACKUP_EVERY other tools may back it up. */
async function backups({ backups: asked }: Config, since: Date): Promise<Finding> {
  const folder = usualFolder();
  const found = await storedBackups(folder);
  const newest = found.at(-1);
  const late = Date.now() - MISSED_INTERVALS * (asked?.everySeconds ?? 0) * 1_000;
  const fault = (text: string): Finding => ({ name: 'backups', fault: text });
  const damaged = newest?.check?.fault;
  if (damaged) return fault(`The newest, ${newest.name}, is not good: ${damaged}`);
  if (asked && newest && new Date(newest.summary.began_at).getTime() < late)
    return fault(`The newest in ${folder} is ${newest.name}, older than two intervals; the log says why.`);
  if (asked && !newest && since.getTime() < late) return fault(`There is none in ${folder}; the log says why.`);
  if (asked && newest && !found.some(isVerified))
    return fault(`None in ${folder} was verified; \`masthead backup verify\` does it.`);
  const detail = newest ? `the newest is ${newest.name}` : `none in ${folder}; \`masthead backup\` makes one`;
  return { name: 'backups', detail };
}

async function disk(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder).catch(() => statfs('.'));
  const free = bavail * bsize;
  const detail = `${folder}, ${(free / 1024 ** 3).toFixed(1)} GiB free`;
  return free < LEAST_FREE_BYTES
    ? { name: 'data folder', fault: `${detail}: less than 1 GiB is left.` }
    : { name: 'data folder', detail };
}

async function database({ secretKey }: Config): Promise<Finding[]> {
  try {
    return await withDatabase(
      async ({ db, pool }) => {
        const { rows } = await pool.query(
          "select current_setting('server_version') as version, clock_timestamp() as now",
        );
        const pending = pendingSentence(await migrationStates(pool));
        return [
          { name: 'database', detail: `PostgreSQL ${rows[0].version}` },
          pending ? { name: 'schema', fault: pending } : { name: 'schema', detail: 'up to date' },
          ...(pending ? [] : [await secrets(db, secretKey), await sources(pool), ...(await held(pool))]),
          clock(rows[0].now),
        ];
      },
      { schema: 'any' },
    );
  } catch (error) {
    return [{ name: 'database', fault: (error as Error).message }];
  }
}

async function secrets(db: Db, secretKey: string | null): Promise<Finding> {
  try {
    await trySecrets(db, secretKey);
    return { name: 'secrets', detail: 'can be decrypted' };
  } catch (error) {
    return { name: 'secrets', fault: (error as Error).message };
  }
}

/** No fault of this installation: other servers fail. */
async function sources(pool: Parameters<typeof sourceCounts>[0]): Promise<Finding> {
  const { active, failing } = await sourceCounts(pool);
  const failed = failing === 0 ? '' : `, ${failing} failing: masthead source list says why`;
  return { name: 'sources', detail: `${active + failing} active${failed}` };
}

/** After a restore nothing is sent and published until an operator says so. */
async function held(pool: Parameters<typeof sourceCounts>[0]): Promise<Finding[]> {
  const { rows } = await pool.query<{ webhooks: number; intake: boolean; copy: boolean }>(
    `select (select count(*) from webhook where pause_reason = 'restore') as webhooks,
       exists (select from intake_hold where site_id is null) as intake,
       exists (select from intake_hold where not collects) as copy`,
  );
  const { webhooks = 0, intake = false, copy = false } = rows[0] ?? {};
  if (webhooks === 0 && !intake) return [];
  const paused = webhooks === 0 ? '' : `, and ${webhooks} webhook(s) are paused`;
  const detail = `intake publishes nothing${paused}`;
  if (!copy) return [{ name: 'held', detail }];
  return [{ name: 'held', fault: `after a restore no source is asked, ${detail}: \`masthead restore --release\`` }];
}

function clock(databaseNow: Date): Finding {
  const skew = Math.abs(Date.now() - databaseNow.getTime());
  if (skew < MOST_CLOCK_SKEW) return { name: 'clock', detail: 'agrees with the database' };
  return { name: 'clock', fault: `is ${Math.round(skew / 1000)} s off the database's; set both by NTP.` };
}

async function port({ host, port: number }: Config): Promise<Finding> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      const detail = `${host}:${number} is taken (by a running Masthead, perhaps)`;
      resolve(
        code === 'EADDRINUSE'
          ? { name: 'port', detail }
          : { name: 'port', fault: `${host}:${number} cannot be used: ${code}.` },
      );
    });
    server.listen(number, host, () =>
      server.close(() => resolve({ name: 'port', detail: `${host}:${number} is free` })),
    );
  });
}
