import type { manageApi } from '../../contract/routes.ts';
import type { Handlers } from '../handler.ts';
import { createKey, deleteKey, noSuchKey } from './commands.ts';
import { apiKey } from './present.ts';
import { keyById, keyCount, keyPage } from './queries.ts';

const PAGE_SIZE = 20;

export const manageApiKeys: Handlers<typeof manageApi.apiKeys> = {
  async list(db, { sites, query }) {
    const { count = PAGE_SIZE, page = 1 } = query;
    const rows = await keyPage(db, sites, count, (page - 1) * count);
    return { api_keys: rows.map(apiKey), meta: { total_count: await keyCount(db, sites), count: rows.length } };
  },
  async create(db, { body, caller, now }) {
    const made = await createKey(db, body, caller, now);
    return { api_key: { ...apiKey(made), key: made.key } };
  },
  async read(db, { params, sites }) {
    const row = await keyById(db, params.id, sites);
    if (!row) throw noSuchKey();
    return { api_key: apiKey(row) };
  },
  async remove(db, { params, caller }) {
    await deleteKey(db, params.id, caller);
    return undefined;
  },
};
