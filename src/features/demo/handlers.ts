import type { Static } from 'typebox';
import type { Demo } from '../../contract/demo.ts';
import type { manageApi } from '../../contract/routes.ts';
import { notFound } from '../../core/errors.ts';
import { type Actor, within } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Handlers } from '../handler.ts';

/** What src/demo does; start.ts passes it in, because no feature knows the demo. */
export interface DemoTools {
  state(db: Db | Tx): Promise<Static<typeof Demo> | null>;
  /** Queues the removal. Throws if something that is not of the demo uses its site. */
  requestRemoval(db: Db | Tx, caller: Actor): Promise<void>;
}

export const manageDemo = (demo: DemoTools | null): Handlers<typeof manageApi.demo> => ({
  async read(db, { sites }) {
    const state = (await demo?.state(db)) ?? null;
    return { demo: state && within([state.site_id], sites) ? state : null };
  },
  async remove(db, { caller }) {
    await demo?.requestRemoval(db, caller);
    const state = await demo?.state(db);
    if (!state) throw notFound('There is no demo site.');
    return { demo: state };
  },
});
