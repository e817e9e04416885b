/** Disconnects an account: its tokens are forgotten, and what reads with it is paused. What was collected stays. */
import { sql } from 'kysely';
import { refuseStale } from '../core/versions.ts';
import type { Tx } from '../db/transaction.ts';
import { type Request, recordAccount, type Sealing } from '../features/network-accounts/commands.ts';
import { forgetTokens } from '../features/network-accounts/connect.ts';
import type { AccountSecrets } from '../features/network-accounts/handlers.ts';
import { accountById, accountIfAny, noSuchAccount } from '../features/network-accounts/queries.ts';
import { changeSource } from '../features/sources/commands.ts';
import { trackersOf } from './trackers-of.ts';

/** Sources first: polls lock a source before its account. */
export async function disconnectAccount(
  tx: Tx,
  secrets: AccountSecrets & Sealing,
  { site, caller, ifMatch }: Request,
  id: number,
): Promise<void> {
  refuseStale(ifMatch, (await accountById(tx, site.id, id)).version, 'network account');
  const request = { site, caller };
  for (const source of await trackersOf(tx, { site_id: site.id, id }))
    await changeSource(tx, { allowPrivate: false, secrets }, request, source, { active: false });
  const before = await accountIfAny(tx, site.id, id, sql`for update`);
  if (!before) throw noSuchAccount();
  await forgetTokens(tx, before);
  await sql`
    update network_account set version = version + 1, updated_at = now()
    where site_id = ${site.id} and id = ${id}`.execute(tx);
  await recordAccount(tx, caller, 'change', before, await accountById(tx, site.id, id));
}
