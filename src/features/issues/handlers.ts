import { sql } from 'kysely';
import type { contentApi, manageApi } from '../../contract/routes.ts';
import { wholeSecond } from '../../core/time.ts';
import { type Handlers, Versioned } from '../handler.ts';
import { manageHandlers, servedItem, servedItems } from '../resources/handlers.ts';
import { type Membership, setArticles } from '../resources/membership.ts';
import { issues } from './resource.ts';

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

/** `updated_at` moves when any content of the issue is edited, says the interface. */
const membership: Membership<'issue'> = {
  resource: issues,
  touched: (now) => ({ updated_at: wholeSecond(now) }),
};

export const manageIssueArticles: Handlers<typeof manageApi.issueArticles> = {
  async set(db, asked) {
    return new Versioned(asked.body, await setArticles(db, membership, asked));
  },
};
