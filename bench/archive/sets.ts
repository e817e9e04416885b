/** The data sets: databases in one PostgreSQL of the benchmark's own, built when a case first asks for one. */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { openPool } from '../../src/db/connect.ts';
import { type EmbeddedDatabase, openEmbedded } from '../../src/db/embedded/open.ts';
import { migrate } from '../../src/db/migrate.ts';
import { ROOT } from '../root.ts';
import type { Scale } from '../scale.ts';
import type { SiteNouns } from './articles.ts';
import { fillSite, type SitePlan, siteNounsOf } from './build.ts';
import { fillCampaign } from './campaign.ts';

export interface DataSet {
  name: string;
  url: string;
  /** Articles of the archive. */
  articles: number;
  /** The process id of its PostgreSQL. */
  postmaster: number;
}

export interface DataSets {
  small(): Promise<DataSet>;
  medium(): Promise<DataSet>;
  large(): Promise<DataSet>;
  /** No articles, but a campaign with as many entries as the large one has articles. */
  campaign(): Promise<DataSet>;
  /** A copy to write into; the caller drops it. */
  copyOf(set: DataSet): Promise<DataSet>;
  /** Migrated, and without a site. */
  empty(): Promise<DataSet>;
  drop(set: DataSet): Promise<void>;
  version: string;
  close(): Promise<void>;
}

/** Every data set has one site with the archive; the small one has another, whose lists of 20 take about 30 kB. */
export const ARCHIVE = 1;
export const LIGHT = 2;
const LIGHT_ARTICLES = 60;
const LIGHT_PARAGRAPHS = 2;
export const ALL_PARAGRAPHS = 100;

/** Raised when the same numbers would build other data. */
const BUILD = 1;
const CAMPAIGN_BUILD = 1;
/** Bytes of an article on disk with all its rows and indexes, with and without those of search, and some slack. */
const BYTES_SEARCHED = 40_000;
const BYTES_UNSEARCHED = 22_000;
const BYTES_AN_ENTRY = 3_000;

/** Connections that fill a database. */
const BUILDERS = 6;

type Say = (line: string) => void;

/** The site, sections, categories and authors of a data set's archive, for writing more articles. */
export async function archiveNouns({ url }: DataSet): Promise<SiteNouns> {
  const pool = openPool({ connectionString: url }, 'command', () => {});
  try {
    return await siteNounsOf(pool, ARCHIVE);
  } finally {
    await pool.end();
  }
}

export async function openDataSets(scale: Scale, keep: string | null, say: Say): Promise<DataSets> {
  const folder = keep === null ? mkdtempSync(join(tmpdir(), 'masthead-bench-')) : resolve(keep);
  mkdirSync(folder, { recursive: true });
  // As root the server runs under another account, which must be able to pass through.
  chmodSync(folder, 0o711);
  const server = await openEmbedded(folder, {
    purpose: 'command',
    log: (level, line) => level !== 'info' && say(line),
  });
  const databases = await openDatabases(folder, server, say);
  const archive = (articles: number, isSearched: boolean) => ({
    id: ARCHIVE,
    articles,
    paragraphs: ALL_PARAGRAPHS,
    isSearched,
  });
  const light = { id: LIGHT, articles: LIGHT_ARTICLES, paragraphs: LIGHT_PARAGRAPHS, isSearched: true };
  let copies = 0;
  return {
    small: () => built(databases, `small_${scale.small}`, ofSites([archive(scale.small, true), light])),
    medium: () => built(databases, `medium_${scale.medium}`, ofSites([archive(scale.medium, true)])),
    large: () => built(databases, `large_${scale.large}`, ofSites([archive(scale.large, false)])),
    campaign: () => built(databases, `campaign_${scale.large}`, ofEntries(scale.large)),
    async copyOf(set) {
      const name = `copy_${++copies}`;
      await databases.admin.query(`drop database if exists ${name}`);
      await databases.admin.query(`create database ${name} template ${set.name} strategy file_copy`);
      return { ...set, name, url: databases.urlOf(name) };
    },
    async empty() {
      const name = `copy_${++copies}`;
      await makeEmpty(databases, name);
      return dataSet(databases, name, 0);
    },
    drop: async ({ name }) => void (await databases.admin.query(`drop database if exists ${name} with (force)`)),
    version: databases.version,
    async close() {
      await databases.admin.end();
      await server.stop();
      if (keep === null) rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface BenchDatabases {
  folder: string;
  admin: pg.Client;
  urlOf(database: string): string;
  postmaster: number;
  version: string;
  say: Say;
}

async function openDatabases(folder: string, { connection }: EmbeddedDatabase, say: Say): Promise<BenchDatabases> {
  const admin = new pg.Client(connection);
  await admin.connect();
  const { rows } = await admin.query('show server_version');
  const { host, port, user } = connection;
  return {
    folder,
    admin,
    urlOf: (database) => `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    postmaster: Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
    version: rows[0]?.server_version ?? '',
    say,
  };
}

const dataSet = ({ urlOf, postmaster }: BenchDatabases, name: string, articles: number): DataSet => ({
  name,
  url: urlOf(name),
  articles,
  postmaster,
});

/** How a database is built. */
interface Plan {
  /** Everything that the data depends on. */
  madeOf: unknown;
  articles: number;
  bytes: number;
  fill(pool: pg.Pool, say: Say): Promise<void>;
}

function ofSites(sites: SitePlan[]): Plan {
  return {
    madeOf: sites,
    articles: sites[0]?.articles ?? 0,
    bytes: sites.reduce(
      (sum, { articles, isSearched }) => sum + articles * (isSearched ? BYTES_SEARCHED : BYTES_UNSEARCHED),
      0,
    ),
    async fill(pool, say) {
      for (const site of sites) await fillSite(pool, site, say);
    },
  };
}

function ofEntries(entries: number): Plan {
  const fill = (pool: pg.Pool, say: Say) => fillCampaign(pool, entries, say);
  return { madeOf: { entries, CAMPAIGN_BUILD }, articles: 0, bytes: entries * BYTES_AN_ENTRY, fill };
}

/** A database that was built before, from the same schema and plan, is used again: its comment says what it was made of. */
async function built(databases: BenchDatabases, name: string, plan: Plan): Promise<DataSet> {
  const madeOf = fingerprint(plan.madeOf);
  const { rows } = await databases.admin.query(
    "select shobj_description(oid, 'pg_database') as made_of from pg_database where datname = $1",
    [name],
  );
  const { articles } = plan;
  if (rows[0]?.made_of === madeOf) return dataSet(databases, name, articles);
  await requireRoom(databases, plan.bytes);
  databases.say(`Building ${name} …`);
  const began = Date.now();
  await makeEmpty(databases, name);
  await databases.admin.query(`alter database ${name} set synchronous_commit = off`);
  await databases.admin.query(`alter database ${name} set maintenance_work_mem = '512MB'`);
  const pool = openPool({ connectionString: databases.urlOf(name), max: BUILDERS }, 'command', () => {});
  await plan.fill(pool, databases.say);
  await pool.end();
  await databases.admin.query(`alter database ${name} reset all`);
  await databases.admin.query(`comment on database ${name} is '${madeOf}'`);
  const size = await databases.admin.query('select pg_database_size($1) as bytes', [name]);
  const megabytes = Math.round(Number(size.rows[0]?.bytes) / 1024 ** 2);
  databases.say(`Built ${name}: ${megabytes} MB in ${Math.round((Date.now() - began) / 1000)} s.`);
  return dataSet(databases, name, articles);
}

async function makeEmpty({ admin, urlOf }: BenchDatabases, name: string): Promise<void> {
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name} encoding 'UTF8' template template0`);
  const pool = openPool({ connectionString: urlOf(name) }, 'command', () => {});
  await migrate(pool);
  await pool.end();
}

function fingerprint(plan: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify({ BUILD, plan }));
  const folder = join(ROOT, 'migrations');
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  for (const file of files.sort()) hash.update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}

async function requireRoom({ folder }: BenchDatabases, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize > needed) return;
  const gigabytes = (bytes: number) => (bytes / 1024 ** 3).toFixed(1);
  throw new Error(
    `${folder} has ${gigabytes(bavail * bsize)} GB left and this data set may take ${gigabytes(needed)} GB: name another folder with --keep.`,
  );
}
