/**
 * Statements that are assembled from parts across files, as PostgreSQL gets them: one file each in test/sql, so that a review
 * sees the whole. Values are not part of a text: they are parameters.
 */
import { readdirSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Db, kysely } from '../src/db/connect.ts';
import { transaction } from '../src/db/transaction.ts';
import { rebuildSome } from '../src/features/rollups/commands.ts';
import { claimDue, claimLimits, claimProbes, nextLaneDue, WEBHOOK_LANES } from '../src/features/webhooks/lanes.ts';
import { claimJobs, JOB_LANES, nextJobDue } from '../src/jobs/job-lanes.ts';
import { type LaneKey, type LaneTable, lockLanes, releaseLanes, renewLanes } from '../src/jobs/lanes.ts';
import { ADMIN, type TestApp, testApp } from './app.ts';

const UPDATE = 'run `npx vitest run test/sql.test.ts -u` and commit test/sql';
const CLAIMANT = { leaseMs: 1_000, holder: null };
const KIND = [{ kind: 'x', capacity: 1, batch: 1 }];
const LIMITS = claimLimits([], 1, 1);

let app: TestApp;
let db: Db;
let at: { site: number; section: number; campaign: number };
const sent = vi.spyOn(pg.Client.prototype, 'query');
afterAll(() => sent.mockRestore());

beforeAll(async () => {
  app = await testApp();
  db = kysely(app.pool);
  const site = await app.site();
  const { section } = await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'x' } });
  const { campaign } = await app.manage('POST', '/campaigns', { campaign: { name: 'x', service_site_id: site } });
  at = { site, section: section.id, campaign: campaign.id };
});

const ENTRY = { item_type: 'twitter', item_id: '7', published_at: '2026-01-01T00:00:00Z', user: { user_id: '1' } };
const ENTRY_NAME = { item_type: ENTRY.item_type, item_id: ENTRY.item_id };
const publish = () =>
  app.manage('POST', `/sites/${at.site}/articles`, {
    article: { section_id: at.section, title: 'x', state: 'published' },
  });
const writeEntry = () => app.manage('POST', `/campaigns/${at.campaign}/entries`, { entries: [ENTRY] }, 200);
const inTransaction = (work: (tx: Parameters<typeof rebuildSome>[0]) => Promise<unknown>) => () =>
  transaction(db, work);

/** How each statement is made to run, and a part of its text by which it is found. */
const STATEMENTS: Record<string, { part: string; run(): Promise<unknown> }> = {
  'publish-articles': { part: 'insert into "published_article"', run: publish },
  'render-articles': {
    part: 'update published_article old set doc',
    async run() {
      const { article } = await publish();
      await app.manage('PUT', `/sites/${at.site}/articles/${article.uid}/pins`, {
        site_pinned_index: 1,
        pinned_index: null,
      });
      await app.manage('PATCH', `/sites/${at.site}/sections/${at.section}`, { section: { section_url: 'moved' } });
    },
  },
  'list-articles': { part: 'with pinned as', run: () => app.get(`/v1/sites/${at.site}/articles`) },
  'list-articles-of-section-by-tag': {
    part: 'with pinned as',
    run: () => app.get(`/v1/sites/${at.site}/sections/${at.section}/articles?tags=sea&max_id=9`),
  },
  'write-entries': { part: 'inserted_entry as', run: writeEntry },
  'delete-entries': {
    part: 'delete from campaign_entry',
    run: () => app.manage('POST', `/campaigns/${at.campaign}/entry-deletions`, { entries: [ENTRY_NAME] }, 200),
  },
  'write-day-rollups': {
    part: 'insert into "campaign_day"',
    async run() {
      await writeEntry();
      await transaction(db, (tx) => rebuildSome(tx, at.campaign, 'all'));
    },
  },
  'name-rollups': {
    part: "'month'::text as unit",
    run: () => app.get(`/v1/campaigns/${at.campaign}/campaign_report`, { token: ADMIN }),
  },
  'claim-jobs': { part: 'with due as', run: () => claimJobs(db, KIND, CLAIMANT) },
  'next-due-job': { part: 'min(first.next_at)', run: () => nextJobDue(db, KIND) },
  'claim-webhook-lanes': { part: 'with due as', run: () => claimDue(db, LIMITS, CLAIMANT) },
  'claim-webhook-probes': { part: 'with probed as', run: () => claimProbes(db, CLAIMANT) },
  'next-due-webhook-lane': { part: 'min(first.next_at)', run: () => nextLaneDue(db, LIMITS) },
  ...ofLanes('job-lanes', JOB_LANES),
  ...ofLanes('webhook-lanes', WEBHOOK_LANES),
};

function ofLanes<Key extends LaneKey>(name: string, lanes: LaneTable<Key>): typeof STATEMENTS {
  return {
    [`renew-${name}`]: { part: 'renewed as', run: () => renewLanes(db, lanes, [], 1) },
    [`lock-${name}`]: { part: 'for update', run: inTransaction((tx) => lockLanes(tx, lanes, [], 'wait')) },
    [`release-${name}`]: { part: 'given_back', run: inTransaction((tx) => releaseLanes(tx, lanes, [])) },
  };
}

it.each(Object.keys(STATEMENTS))('%s', async (name) => {
  const { part, run } = STATEMENTS[name] as (typeof STATEMENTS)[string]; // one of its keys
  sent.mockClear();
  await run();
  const texts = sent.mock.calls.map(([query]) => String((query as { text?: string } | undefined)?.text ?? query));
  const found = [...new Set(texts.filter((text) => text.includes(part)))];
  expect(found, `statements with ${part}`).toHaveLength(1);
  await expect(formatted(found[0] ?? ''), UPDATE).toMatchFileSnapshot(`sql/${name}.sql`);
});

it('has a file for each statement, and no other', () => {
  const names = readdirSync(new URL('./sql/', import.meta.url));
  expect(
    names.sort(),
    'a new file is written by the first run, and files without a statement are to be deleted',
  ).toEqual(
    Object.keys(STATEMENTS)
      .map((name) => `${name}.sql`)
      .sort(),
  );
});

const WIDEST = 130;

/** The lines of the code without comments, indented by their brackets; long ones are broken where few brackets are open. */
function formatted(text: string): string {
  let depth = 0;
  const lines = text
    .split('\n')
    .map((line) => line.replace(/--.*/, '').trim().replace(/ {2,}/g, ' '))
    .filter((line) => line !== '')
    .flatMap((line) => {
      const code = line.replace(/'[^']*'/g, '');
      const indent = Math.max(0, depth - (/^\)*/.exec(code)?.[0].length ?? 0));
      depth += code.split('(').length - code.split(')').length;
      return broken(line, WIDEST - 2 * indent).map((part, at) => '  '.repeat(indent + (at > 0 ? 1 : 0)) + part);
    });
  return `${lines.join('\n')}\n`;
}

/** After a comma, or before a word that begins a part. */
const BREAK = /, | (?=and |from |on |where |\|\| )/g;

function broken(line: string, most: number): string[] {
  if (line.length <= most) return [line];
  const breaks = [...line.matchAll(BREAK)]
    .map(({ index, 0: { length } }) => ({ at: index + length, depth: depthAt(line, index) }))
    .filter(({ at }) => at <= most);
  const least = Math.min(...breaks.map(({ depth }) => depth));
  const at = breaks.findLast(({ depth }) => depth === least)?.at;
  return at ? [line.slice(0, at).trimEnd(), ...broken(line.slice(at), most - 2)] : [line];
}

function depthAt(line: string, end: number): number {
  const before = line.slice(0, end).replace(/'[^']*'/g, '');
  return before.split('(').length - before.split(')').length;
}
