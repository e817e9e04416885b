import { sql } from 'kysely';
import type { contentApi, manageApi } from '../../contract/routes.ts';
import { type Handlers, Versioned } from '../handler.ts';
import { manageHandlers, servedItem, servedItems } from '../resources/handlers.ts';
import { setArticles } from '../resources/membership.ts';
import { issueMembership, issues } from './resource.ts';

const published = sql<boolean>`published`;

export const contentIssues: Handlers<Pick<typeof contentApi, 'listIssues' | 'readIssue'>> = {
  async listIssues(db, asked) {
    const items = await servedItems(db, issues, asked, published);
    return { meta: { total_count: items.length, count: items.length }, issues: items };
  },
  async readIssue(db, asked) {
    return { issue: await servedItem(db, issues, asked, asked.params.issue_id, published) };
  },
};

export const manageIssues = manageHandlers(issues);

export const manageIssueArticles: Handlers<Pick<typeof manageApi.issueArticles, 'set'>> = {
  async set(db, asked) {
    return new Versioned(asked.body, await setArticles(db, issueMembership, asked));
  },
};
