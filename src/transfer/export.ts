/** Exports sites as lines, from one snapshot of the database: later changes are not included. */
import { notFound } from '../core/errors.ts';
import { utc } from '../core/time.ts';
import type { Db } from '../db/connect.ts';
import type { Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import { mediaItemCount } from '../features/media/queries.ts';
import { siteById, sitePage } from '../features/sites/queries.ts';
import { FORMAT_VERSION, FRAME } from './format.ts';
import type { AnyNoun, ExportTools } from './noun.ts';
import { nouns } from './nouns.ts';
import type { SecretsHeader } from './secrets.ts';
import { sites as siteLines } from './sites.ts';

export interface ExportOptions {
  /** Null for all. */
  siteIds: number[] | null;
  /** Of the program, for the first line. */
  version: string;
  now: Date;
  /** The key that seals people, keys and webhooks, and the header that describes it. */
  secrets?: (ExportTools & { header: SecretsHeader }) | undefined;
  /** Writes the archive of the sites' media, in the transaction of the lines. Without it, media are left out. */
  writeMedia?: ((tx: Tx, siteIds: number[]) => Promise<unknown>) | undefined;
  /** Takes a chunk of the file; the next one is made after it resolves. */
  write(text: string): Promise<void>;
}

export type ExportCounts = Record<string, number>;

/** Nouns of the installation ignore it. */
const NO_SITE = {} as Site;
const SITES_AT_ONCE = 100;
/** Characters. */
const WRITTEN_AT_ONCE = 1024 * 1024;

export async function exportLines(db: Db, options: ExportOptions): Promise<ExportCounts> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => writeAll(tx, options));
}

async function writeAll(tx: Tx, options: ExportOptions): Promise<ExportCounts> {
  const { siteIds, version, now, secrets, writeMedia, write } = options;
  const sites = siteIds ? await namedSites(tx, siteIds) : await allSites(tx);
  const site_ids = sites.map(({ id }) => id);
  const further = {
    ...(writeMedia ? { media_items: await mediaItemCount(tx, site_ids) } : {}),
    ...(secrets ? { secrets: secrets.header } : {}),
  };
  await write(line(FRAME, { format: FORMAT_VERSION, version, exported_at: utc(now), site_ids, ...further }));
  const counts: ExportCounts = {};
  const tools = secrets ?? { secrets: null, webhookSecrets: null };
  for (const [noun, site] of order(sites, siteIds === null)) {
    if (noun.isOfMedia && !writeMedia) continue;
    for await (const page of noun.pages(tx, site, tools)) {
      for (const text of joined(page, noun.key)) await write(text);
      counts[noun.key] = (counts[noun.key] ?? 0) + page.length;
    }
  }
  await write(line(FRAME, { end: true }));
  if (further.media_items) await writeMedia?.(tx, site_ids);
  return counts;
}

/** People have roles on sites and are authors of their content: they come between the two. */
function* order(sites: Site[], isWhole: boolean): Iterable<[AnyNoun, Site]> {
  for (const site of sites) yield [siteLines, site];
  const ofInstallation = isWhole ? nouns.filter(({ isOfInstallation }) => isOfInstallation) : [];
  for (const noun of ofInstallation) if (!noun.isAfterSites) yield [noun, NO_SITE];
  for (const site of sites)
    for (const noun of nouns) if (noun !== siteLines && !noun.isOfInstallation) yield [noun, site];
  for (const noun of ofInstallation) if (noun.isAfterSites) yield [noun, NO_SITE];
}

/** Joins short lines into one write: a write per line would take longer than everything else. */
function* joined(page: object[], key: string): Iterable<string> {
  let text = '';
  for (const value of page) {
    text += line(key, value);
    if (text.length < WRITTEN_AT_ONCE) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

const line = (key: string, value: object) => `${JSON.stringify({ [key]: value })}\n`;

async function namedSites(tx: Tx, ids: number[]): Promise<Site[]> {
  const sites: Site[] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const site = await siteById(tx, id);
    if (!site) throw notFound(`There is no site ${id}.`);
    sites.push(site);
  }
  return sites;
}

async function allSites(tx: Tx): Promise<Site[]> {
  const sites: Site[] = [];
  for (;;) {
    const page = await sitePage(tx, 'all', SITES_AT_ONCE, sites.length);
    if (page.length === 0) return sites;
    sites.push(...page);
  }
}
