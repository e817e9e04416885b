/** Sources of the demo that poll a simulated town: a feed, networks, a form, an address, rules. Everything there is invented and says so. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Actor, commandLine } from '../core/rights.ts';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { createCampaign } from '../features/campaigns/commands.ts';
import { createRule } from '../features/intake-rules/commands.ts';
import { createAccount, deleteAccount, type Sealing } from '../features/network-accounts/commands.ts';
import { createResource } from '../features/resources/commands.ts';
import { sections } from '../features/sections/resource.ts';
import { createSource, deleteSource } from '../features/sources/commands.ts';
import { DEMO_SITE } from './content.ts';
import { hasDemoSite } from './people.ts';

interface Town {
  /** Of its feed. */
  feedUrl: string;
  secrets: Sealing;
  /** Without SMTP, there is no address. */
  takesMail: boolean;
}

const SECTION = 'Simulated town';
const FORM = {
  intro: 'What did you see at the harbour today? (This form is part of the demo.)',
  thanks: 'Thank you! An editor reads every text.',
  consents: [{ text: 'You may publish my text and my pictures.', required: true }],
  ...{ max_files: 3, origins: [], opens_at: null, closes_at: null },
};

/** Once: what people of the demo delete does not come back. Later the feed only gets its present address. */
export async function foundTown(db: Db, { feedUrl, secrets, takesMail }: Town): Promise<void> {
  if (!(await hasDemoSite(db))) return;
  await transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('masthead demo', 0))`.execute(tx);
    if (await wasFounded(tx)) return moveFeed(tx, feedUrl);
    const caller = founder();
    const now = new Date();
    const request = { site: { id: DEMO_SITE }, caller };
    const input = { name: SECTION, description: 'Invented posts and items of the demo. Nobody wrote them.' };
    const section = await createResource(tx, sections, { siteId: DEMO_SITE, input, caller, now });
    const campaign = await createCampaign(tx, { name: '#harbour (simulated)', service_site_id: DEMO_SITE }, caller);
    const x = await createAccount(tx, secrets, request, { ...X, token: 'simulated' });
    const mastodon = await createAccount(tx, secrets, request, MASTODON);
    const common = { section_id: section.row.id, tags: ['simulated'] };
    const tracked = { ...common, kind: 'media_tracker' as const, approval: 'auto' as const, targets: TARGETS };
    const form = { kind: 'upload_form' as const, name: 'What did you see? (demo)', form: FORM };
    const mail = { kind: 'email' as const, name: 'Letters (demo)', email: MAIL };
    for (const source of [
      { ...common, url: feedUrl, name: 'Simulated harbour office' },
      { ...tracked, name: 'Simulated X: #harbour', account_id: x.id, campaign_id: campaign.id },
      { ...tracked, name: 'Simulated Mastodon: #harbour', account_id: mastodon.id },
      { ...common, ...form },
      ...(takesMail ? [{ ...common, ...mail }] : []),
    ])
      await createSource(tx, { allowPrivate: true, secrets }, request, source);
    for (const rule of RULES) await createRule(tx, request, rule);
    await sql`update source set is_demo = true where site_id = ${DEMO_SITE}`.execute(tx);
    await sql`update network_account set is_demo = true where site_id = ${DEMO_SITE} and id in (${x.id}, ${mastodon.id})`.execute(
      tx,
    );
  });
}

const X = { network: 'x' as const, name: 'Simulated X', monthly_cap: 5_000 };
const MASTODON = { network: 'mastodon' as const, name: 'Simulated Mastodon', server: 'social.simulated.example' };
const TARGETS = [{ type: 'hashtag' as const, value: 'harbour' }];
const MAIL = { way: 'smtp' as const, allow: [], unlisted: 'hold' as const };
const RULES = [
  { name: 'Weather is read by an editor', match: { words: ['storm', 'fog'] }, action: 'hold' as const },
  { name: 'No advertisements', position: 10, match: { words: ['lotter*', 'for sale'] }, action: 'reject' as const },
];

/** One entry of the audit log. */
const founder = (): Actor => ({
  ...commandLine,
  run: { key: `demo ${randomUUID()}`, noun: 'installation', action: 'fill_demo' },
});

async function wasFounded(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    select from section where site_id = ${DEMO_SITE} and name = ${SECTION}
    union all select from source where site_id = ${DEMO_SITE} limit 1`.execute(tx);
  return rows.length > 0;
}

/** The simulator has another port after each start. */
async function moveFeed(tx: Tx, feedUrl: string): Promise<void> {
  await sql`
    update source set settings = jsonb_set(settings, '{url}', to_jsonb(${feedUrl}::text))
    where site_id = ${DEMO_SITE} and is_demo and kind = 'feed'`.execute(tx);
}

/** Sources and accounts of the town, before the demo is removed. Those of people stay. */
export async function removeTown(db: Db, caller: Actor): Promise<void> {
  const site = { id: DEMO_SITE };
  const ofTown = async (table: 'source' | 'network_account') =>
    (await sql<{ id: number }>`select id from ${sql.table(table)} where site_id = ${DEMO_SITE} and is_demo`.execute(db))
      .rows;
  for (const { id } of await ofTown('source')) await deleteSource(db, { site, caller }, id);
  for (const { id } of await ofTown('network_account')) await deleteAccount(db, { site, caller }, id);
}
