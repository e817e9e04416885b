/** Which reads a replica answers. */
import type { Row } from '../contract/row.ts';
import { RequestError } from '../core/errors.ts';
import type { Db } from '../db/connect.ts';
import type { Replicas } from '../db/replicas.ts';
import type { Site } from '../db/site-lock.ts';
import type { HandlerInput } from '../features/handler.ts';
import type { Route } from './route.ts';

/** A read of content or analytics on a replica that has what it needs, or else on the primary. */
export async function onReplica<T>(
  { row, options }: Route,
  asked: HandlerInput<Row>,
  read: (db: Db) => Promise<T>,
): Promise<T> {
  const replica = await replicaFor(row, options.replicas ?? null, asked.site as Site | undefined); // by its row
  if (!replica) return read(options.db);
  try {
    return await read(replica);
  } catch (error) {
    if (error instanceof RequestError) throw error;
    options.replicas?.noteFailure(replica, error);
    return read(options.db);
  }
}

/** Likes change without the site's version, and management sees its own writes: both stay on the primary. */
async function replicaFor(row: Row, replicas: Replicas | null, site: Site | undefined): Promise<Db | null> {
  if (!replicas || row.method !== 'GET' || row.options.isUnversioned) return null;
  if (row.api === 'content') return site ? replicas.withSite(site) : null;
  return row.api === 'analytics' ? replicas.withAll() : null;
}
