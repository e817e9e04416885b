import type { manageApi } from '../../contract/routes.ts';
import { listTooLarge } from '../../core/answer-size.ts';
import { wantedFields, withFields } from '../../core/fields.ts';
import { STATES } from '../../core/lifecycle.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import { type HandlerInput, type Handlers, Versioned } from '../handler.ts';
import type { MemberList } from '../resources/membership.ts';
import { resourceRow } from '../resources/queries.ts';
import { articleCounts, memberArticles, pinRows, tagSuggestions } from './desk-queries.ts';
import { pinsVersion, setPins } from './pins.ts';
import { managedArticle } from './present.ts';

const SUGGESTIONS = 20;

type MemberRow = typeof manageApi.issueArticles.list;

const membersOf =
  (table: MemberList, called: string) =>
  async (db: Db | Tx, { site, params, query, createdBy }: HandlerInput<MemberRow>) => {
    const holder = await resourceRow(db, { table, called }, site.id, params.id);
    const asked = { siteId: site.id, holderId: params.id, fields: wantedFields(query.fields) };
    const rows = await memberArticles(db, table, asked, { createdBy });
    if (!rows) throw listTooLarge('request fewer fields with `fields`');
    const articles = rows.map((row) => withFields(managedArticle(row, site), query.fields));
    const meta = { total_count: rows.length, count: rows.length };
    // Articles change without their holder, so its version alone would be no tag of this answer.
    return new Versioned({ articles, meta }, holder.version, { isMixed: true });
  };

export const issueMembers: Handlers<Pick<typeof manageApi.issueArticles, 'list'>> = {
  list: membersOf('issue', 'issue'),
};

export const containerMembers: Handlers<Pick<typeof manageApi.featuredItemContainerArticles, 'list'>> = {
  list: membersOf('featured_item_container', 'featured item container'),
};

export const managePins: Handlers<typeof manageApi.pins> = {
  async list(db, { site, query: { section_id = null }, createdBy }) {
    if (section_id !== null) await resourceRow(db, { table: 'section', called: 'section' }, site.id, section_id);
    const pins = await pinRows(db, site.id, section_id, { createdBy });
    return new Versioned({ pins }, pinsVersion(pins));
  },
  async set(db, { site, caller, ifMatch, query: { section_id = null }, body }) {
    if (section_id !== null) await resourceRow(db, { table: 'section', called: 'section' }, site.id, section_id);
    const pins = await setPins(db, { caller, siteId: site.id, sectionId: section_id, ifMatch }, body.pins);
    return new Versioned({ pins }, pinsVersion(pins));
  },
};

export const manageTags: Handlers<typeof manageApi.tags> = {
  async list(db, { site, query: { q = '', count = SUGGESTIONS }, createdBy }) {
    return { tags: await tagSuggestions(db, site.id, { q, count }, { createdBy }) };
  },
};

export const manageCounts: Handlers<typeof manageApi.counts> = {
  async read(db, { site, createdBy }) {
    const known = await articleCounts(db, site.id, { createdBy });
    const counts = Object.fromEntries(STATES.map((state) => [state, known.get(state) ?? 0]));
    return { counts: counts as Record<(typeof STATES)[number], number> }; // one for each state
  },
};
