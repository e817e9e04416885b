/** Why a media tracker is refused, and what it will cost. */
import { sql } from 'kysely';
import { invalidBody, type Problem } from '../../core/errors.ts';
import { isValueless, NETWORKS, type Network } from '../../core/intake/networks/networks.ts';
import type { Wanted } from '../../core/intake/networks/post.ts';
import { LONGEST_QUERY, POST_PRICE, queryOf, USER_PRICE } from '../../core/intake/networks/x.ts';
import { CHANNEL } from '../../core/intake/networks/youtube.ts';
import type { Tx } from '../../db/transaction.ts';
import { type AccountRow, accountIfAny } from '../network-accounts/queries.ts';
import { type GivenTarget, wholeTargets } from './draft.ts';
import type { SourceRow } from './queries.ts';

interface Tracked {
  account_id?: number | null | undefined;
  campaign_id?: number | null | undefined;
  targets?: GivenTarget[] | undefined;
  language?: string | null | undefined;
  include_replies?: boolean | undefined;
}

const DAYS = 30;
const MICROS_PER_CENT = 10_000;
/** A post is looked at seven times in a month; X charges once a day (UTC). */
const CHARGED_LOOKS = 5;

export async function refuseUntrackable(
  tx: Tx,
  siteId: number,
  kind: SourceRow['kind'],
  given: Tracked,
): Promise<void> {
  if (kind !== 'media_tracker') return;
  const { account_id = null, campaign_id = null } = given;
  const account = account_id === null ? undefined : await accountIfAny(tx, siteId, account_id, sql`for key share`);
  const problems: Problem[] = account
    ? targetProblems(account, given)
    : [
        {
          path: '/account_id',
          message: account_id === null ? 'is needed for a media tracker' : 'names no account of this site',
        },
      ];
  if (campaign_id !== null && !(await isCampaign(tx, siteId, campaign_id)))
    problems.push({ path: '/campaign_id', message: 'names no campaign of this site' });
  if (problems.length > 0) throw invalidBody(problems);
}

function targetProblems(
  { network }: AccountRow,
  { targets: given = [], language = null, include_replies = false }: Tracked,
): Problem[] {
  const targets = wholeTargets(given);
  const known = NETWORKS[network].targets;
  const problems = targets.flatMap(({ type, value }, at): Problem[] => {
    if (!known.includes(type))
      return [{ path: `/targets/${at}/type`, message: `is not for ${network}, which has ${known.join(', ')}` }];
    if ((value === '') === isValueless(type)) return [];
    const message = value === '' ? `is needed for ${type}` : `is not for ${type}`;
    return [{ path: `/targets/${at}/value`, message }];
  });
  if (problems.length > 0) return problems;
  return LIMITS[network]?.({ targets, language, includeReplies: include_replies }) ?? [];
}

const noLanguages = ({ language }: Wanted): Problem[] =>
  language === null ? [] : [{ path: '/language', message: 'must be null: the network does not know languages' }];

/** Names that the network can have; others would be parts of a query. */
const wrongValues = ({ targets }: Wanted): Problem[] =>
  targets.flatMap(({ type, value }, at) => {
    const isName = type === 'hashtag' ? /^[\p{L}\p{N}_]+$/u.test(value) : /^[\w.-]*$/.test(value);
    const message = type === 'hashtag' ? 'must be one word' : 'must be the name or the id of an account';
    return isName ? [] : [{ path: `/targets/${at}/value`, message }];
  });

/** What else networks refuse. */
const LIMITS: Partial<Record<Network, (wanted: Wanted) => Problem[]>> = {
  youtube: ({ targets }) =>
    targets.flatMap(({ type, value }, at) =>
      type !== 'account' || CHANNEL.test(value)
        ? []
        : [{ path: `/targets/${at}/value`, message: 'must be the id of a channel, such as UC…' }],
    ),
  tiktok: ({ language }) =>
    language === null ? [] : [{ path: '/language', message: 'is not for tiktok, whose videos name none' }],
  linkedin: ({ targets, language }) => [
    ...targets.flatMap(({ value }, at) =>
      /^\d{1,20}$/.test(value)
        ? []
        : [{ path: `/targets/${at}/value`, message: 'must be the number of an organisation' }],
    ),
    ...(language === null ? [] : [{ path: '/language', message: 'is not for linkedin, whose posts name none' }]),
  ],
  instagram: (wanted) => [...noLanguages(wanted), ...wrongValues(wanted)],
  facebook: (wanted) => [...noLanguages(wanted), ...wrongValues(wanted)],
  x(wanted) {
    const { length } = queryOf(wanted);
    return length <= LONGEST_QUERY
      ? []
      : [{ path: '/targets', message: `makes a query of ${length} characters; X takes ${LONGEST_QUERY}` }];
  },
};

async function isCampaign(tx: Tx, siteId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from campaign where id = ${id} and site_id = ${siteId} and not being_deleted for key share`.execute(tx);
  return rows.length > 0;
}

export interface Forecast {
  posts_per_day: number | null;
  cents_per_month: number | null;
  most_cents_per_month: number;
}

export function forecastOf({ cursor }: SourceRow, cap: number | null): Forecast | null {
  if (cap === null) return null;
  const { per_day = null } = cursor as { per_day?: number }; // written by intake/tracker-poll.ts
  const price = POST_PRICE + USER_PRICE + CHARGED_LOOKS * POST_PRICE;
  const expected = per_day === null ? null : Math.ceil((per_day * DAYS * price) / MICROS_PER_CENT);
  return { posts_per_day: per_day, cents_per_month: expected, most_cents_per_month: cap };
}
