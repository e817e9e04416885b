import type { contentApi, manageApi } from '../../contract/routes.ts';
import { withFields } from '../../core/fields.ts';
import type { Db } from '../../db/connect.ts';
import type { Site } from '../../db/site-lock.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Handlers, Versioned } from '../handler.ts';
import { renderingProgress } from '../publication/progress.ts';
import { changeSite, createSite, deleteSite } from './commands.ts';
import { managedSite, site } from './present.ts';
import { siteCount, sitePage } from './queries.ts';

const PAGE_SIZE = 20;

export const contentSites: Handlers<Pick<typeof contentApi, 'readSite'>> = {
  async readSite(_db, asked) {
    return { site: withFields(site(asked.site), asked.query.fields) };
  },
};

export const manageSites: Handlers<typeof manageApi.sites> = {
  async list(db, { sites, query }) {
    const { count = PAGE_SIZE, page = 1 } = query;
    const rows = await sitePage(db, sites, count, (page - 1) * count);
    return { sites: rows.map(managedSite), meta: { total_count: await siteCount(db, sites), count: rows.length } };
  },
  async create(db, { body, caller }) {
    const made = await createSite(db, body, caller);
    return new Versioned({ site: managedSite(made) }, made.version);
  },
  async read(db, asked) {
    return withProgress(db, asked.site);
  },
  async change(db, { params, body, caller, ifMatch }) {
    return withProgress(db, await changeSite(db, params.site_id, body, { caller, ifMatch }));
  },
  async remove(db, { params, caller, ifMatch }) {
    await deleteSite(db, params.site_id, { caller, ifMatch });
    return undefined;
  },
};

async function withProgress(db: Db | Tx, row: Site) {
  const rendering = await renderingProgress(db, row.id, ['site', 'language'], row.id);
  return new Versioned({ site: managedSite(row), rendering }, row.version);
}
