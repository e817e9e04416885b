import { sql } from 'kysely';
import type { Static } from 'typebox';
import { instant as instantSchema } from '../contract/common.ts';
import { type ManagedSite, NewSite } from '../contract/manage.ts';
import { utc } from '../core/time.ts';
import type { Tx } from '../db/transaction.ts';
import { instant } from '../features/resources/columns.ts';
import { changeSite, createSite } from '../features/sites/commands.ts';
import { managedSite as presented } from '../features/sites/present.ts';
import { siteById } from '../features/sites/queries.ts';
import { lineSchema, version } from './format.ts';
import type { ImportContext, LineOutcome, Noun } from './noun.ts';

type SiteLine = Static<typeof ManagedSite> & { version?: number; created_at?: string; updated_at?: string };

export const sites: Noun<SiteLine> = {
  key: 'site',
  schema: lineSchema(
    NewSite,
    {
      version,
      created_at: instantSchema('When the site was created.'),
      updated_at: instantSchema('When the site was last changed.'),
    },
    ['id'],
  ),
  async *pages(_tx, site) {
    const { version, created_at, updated_at } = site;
    yield [{ ...presented(site), version, created_at: utc(created_at), updated_at: utc(updated_at) }];
  },
  siteOf: ({ id }) => id,
  names: ({ id }) => [String(id)],
  async importBatch(tx, context, values) {
    const outcomes: LineOutcome[] = [];
    for (const value of values) outcomes.push(await importSite(tx, context, value));
    return outcomes;
  },
};

async function importSite(
  tx: Tx,
  { audience, caller, isTrial }: ImportContext,
  { version, created_at, updated_at, ...fields }: SiteLine,
): Promise<LineOutcome> {
  const current = await siteById(tx, fields.id);
  if (!current) {
    const { time_zone } = await createSite(tx, fields, caller, { isTrial });
    const created = instant(created_at, time_zone, 'created_at') ?? null;
    const updated = instant(updated_at, time_zone, 'updated_at') ?? null;
    await sql`
      update site set version = coalesce(${version ?? null}, version), created_at = coalesce(${created}, created_at),
        updated_at = coalesce(${updated}, updated_at) where id = ${fields.id}`.execute(tx);
    return 'new';
  }
  const { id, ...input } = fields;
  const shown = presented(current) as Record<string, unknown>;
  const url = input.url?.replace(/\/+$/, '');
  const isSame = Object.entries({ ...input, url }).every(([name, value]) => shown[name] === value);
  if (isSame) return 'same';
  await changeSite(tx, id, input, { caller, ifMatch: undefined, audience });
  await sql`update site set version = greatest(version, ${version ?? 1}) where id = ${id}`.execute(tx);
  return 'changed';
}
