/** The removal of the demo that an owner asks for in the newsroom: a job, because it can take longer than a request. */
import { sql } from 'kysely';
import { type Actor, commandLine } from '../core/rights.ts';
import type { Db } from '../db/connect.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { DemoTools } from '../features/demo/handlers.ts';
import { enqueueIfIdle } from '../jobs/enqueue.ts';
import { jobKind, onJob } from '../jobs/kinds.ts';
import { DEMO_SITE } from './content.ts';
import { hasDemoSite } from './people.ts';
import { newKey, noDemo, refuseUsed, removeDemo } from './remove.ts';

type Requester = Pick<Actor, 'kind' | 'id' | 'name' | 'address' | 'requestId' | 'label'>;

const demoRemoval = jobKind<{ key: string; by: Requester }>('demo.remove');
const LANE = 'demo';
/** It fails if someone begins to use the site meanwhile. */
const TRIES = 5;

export const demoTools: DemoTools = {
  async state(db) {
    if (!(await hasDemoSite(db))) return null;
    const { rows } = await demoState(db);
    return rows[0] ?? null;
  },
  async requestRemoval(db, { kind, id, name, address, requestId, label }) {
    if (!(await hasDemoSite(db))) throw noDemo();
    await refuseUsed(db);
    const by = { kind, id, name, address, requestId, label };
    await transaction(db, (tx) => enqueueIfIdle(tx, demoRemoval, { key: LANE, payload: { key: newKey(), by } }));
  },
};

export const removeDemoWhenAsked = onJob(
  demoRemoval,
  async ({ db, jobs, complete }) => {
    for (const job of jobs) {
      const { key, by } = job.payload;
      // A run that was interrupted after its last step has nothing left to do.
      if (await hasDemoSite(db)) await removeDemo(db, { by: { ...commandLine, ...by }, key });
      await transaction(db, (tx) => complete(tx, [job]));
    }
  },
  { tries: TRIES },
);

interface State {
  site_id: number;
  site_name: string;
  articles: number;
  media_items: number;
  people: number;
  is_being_removed: boolean;
}

function demoState(db: Db | Tx) {
  return sql<State>`
    select id as site_id, name as site_name,
      (select count(*) from article where site_id = site.id and deleted_at is null) as articles,
      (select count(*) from media where site_id = site.id) as media_items,
      (select count(*) from person where is_demo) as people,
      exists (select from job where kind = ${demoRemoval.name} and key = ${LANE}) as is_being_removed
    from site where id = ${DEMO_SITE}`.execute(db);
}
