import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Issue } from '../../contract/content.ts';
import { wholeSecond } from '../../core/time.ts';
import { given, instant, madeSlug, madeUniqueNumber } from '../resources/columns.ts';
import { forgetCount, type Membership } from '../resources/membership.ts';
import type { Columns, Draft, Resource } from '../resources/resource.ts';
import { issue } from './present.ts';

type Wire = Static<typeof Issue>;

export const issues: Resource<'issue', 'issue', 'issues', Wire> = {
  table: 'issue',
  one: 'issue',
  many: 'issues',
  called: 'issue',
  order: sql`number desc`,
  present: issue,
  columns: async (tx, draft) => ({
    ...given({ ...draft.input, published_at: undefined }),
    ...(await madeSlug(tx, 'issue', 'issue_url', draft)),
    ...(await madeUniqueNumber(tx, 'issue', 'number', draft)),
    ...publication(draft),
    ...(draft.current ? {} : { created_at: wholeSecond(draft.now) }),
    updated_at: wholeSecond(draft.now),
  }),
  afterWrite: forgetCount('issue'),
  usedBy: [],
};

/** The interface: `updated_at` changes when any content of the issue is edited. */
export const issueMembership: Membership<'issue'> = {
  resource: issues,
  touched: (now) => ({ updated_at: wholeSecond(now) }),
};

/** A given time is kept; publishing without one sets the current time. */
function publication({ site, input, current, now }: Draft<'issue', Wire>): Columns {
  const publishedAt = instant(input.published_at, site.time_zone, 'published_at');
  if (publishedAt) return { published_at: publishedAt };
  const published = input.published ?? current?.published ?? false;
  const known = publishedAt === null ? null : (current?.published_at ?? null);
  return { published_at: published ? (known ?? wholeSecond(now)) : known };
}
