import type { manageApi } from '../../contract/routes.ts';
import type { AddressGuard } from '../../outbound/connect.ts';
import { type Handlers, Versioned } from '../handler.ts';
import { changeSource, createSource, deleteSource, pollSource } from './commands.ts';
import { renewAddress } from './mail-address.ts';
import type { SourceTools } from './mailbox.ts';
import { exportedOpml, opmlImports } from './opml.ts';
import { source as presented, sourceItem } from './present.ts';
import { previewsWith } from './preview.ts';
import {
  decidedState,
  itemById,
  itemPage,
  type ShownItem,
  type SourceRow,
  sourceById,
  sourceCount,
  sourcePage,
} from './queries.ts';

const PAGE_SIZE = 20;

export function manageSources(
  guard: AddressGuard & SourceTools,
  mailDomain: string | null,
): Handlers<typeof manageApi.sources> {
  const source = (row: SourceRow) => presented(row, mailDomain);
  const shown = (row: SourceRow) => new Versioned({ source: source(row) }, row.version);
  const preview = previewsWith(guard);
  const importOpml = opmlImports(guard);
  return {
    async list(db, { site, query: { count = PAGE_SIZE, page = 1 } }) {
      const rows = await sourcePage(db, site.id, count, (page - 1) * count);
      return { sources: rows.map(source), meta: { total_count: await sourceCount(db, site.id), count: rows.length } };
    },
    async create(db, asked) {
      return shown(await createSource(db, guard, asked, asked.body));
    },
    async read(db, { site, params }) {
      return shown(await sourceById(db, site.id, params.id));
    },
    async change(db, asked) {
      return shown(await changeSource(db, guard, asked, asked.params.id, asked.body));
    },
    async remove(db, asked) {
      await deleteSource(db, asked, asked.params.id);
      return undefined;
    },
    async poll(db, asked) {
      return { source: source(await pollSource(db, asked, asked.params.id)) };
    },
    async renewAddress(db, asked) {
      return { source: source(await renewAddress(db, asked, asked.params.id)) };
    },
    async exportOpml(db, { site }) {
      return { opml: await exportedOpml(db, site) };
    },
    async importOpml(db, asked) {
      return importOpml(db, asked, asked.body);
    },
    async preview(_db, { body, now, endsAt }) {
      return { preview: await preview(body, now, endsAt) };
    },
  };
}

export const manageSourceItems: Pick<Handlers<typeof manageApi.sourceItems>, 'list' | 'read'> = {
  async list(db, { site, query: { count = PAGE_SIZE, ...filter } }) {
    const rows = await itemPage(db, site.id, filter, count);
    return { source_items: rows.map(sourceItem), meta: { count: rows.length } };
  },
  async read(db, { site, params }) {
    return shownItem(await itemById(db, site.id, params.id));
  },
};

/** Its version is that of its article. Decisions do not count there, so the tag names the state of the article too. */
export function shownItem(row: ShownItem) {
  const body = { source_item: sourceItem(row) };
  const { article_version: version, article_state } = row;
  return version === null ? body : new Versioned(body, version, { state: decidedState(article_state) });
}
