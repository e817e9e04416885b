import { type Selectable, sql } from 'kysely';
import { may } from '../../core/rights.ts';
import type { Db } from '../../db/connect.ts';
import type { CampaignLinkRow as LinkTable } from '../../db/rows.generated.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Maker, makerColumn, makerGrants } from '../accounts/makers.ts';
import type { ListedEntry } from '../entries/queries.ts';

export type CampaignLinkRow = Selectable<LinkTable>;

type MadeLink = CampaignLinkRow & { maker: Maker; site_id: number };

/** With the present rights of the person or key that made it: `person:3`, `key:12`. */
const idOf = (kind: string) => sql`substring(campaign_link.created_by from ${`^${kind}:([0-9]{1,15})$`})::bigint`;
const madeLinks = sql`select campaign_link.*, campaign.site_id, ${makerColumn(idOf('person'), idOf('key'))}
  from campaign_link join campaign on campaign.id = campaign_link.campaign_id
  where campaign_link.expires_at > now() and not campaign.being_deleted`;

/** Whether its creator could still create it: a link ends with that right. */
function isMakers({ maker, site_id }: MadeLink): boolean {
  return may({ grants: makerGrants(maker) }, 'campaigns', 'write', site_id);
}

/** Links that have not ended, newest first. */
export async function linkRows(db: Db | Tx, campaignId: number): Promise<CampaignLinkRow[]> {
  const { rows } =
    await sql<MadeLink>`${madeLinks} and campaign_id = ${campaignId} order by campaign_link.id desc`.execute(db);
  return rows.filter(isMakers);
}

/** Undefined for a token that is unknown, expired or revoked, or whose creator has lost the right. */
export async function openLink(db: Db | Tx, tokenHash: Buffer): Promise<MadeLink | undefined> {
  const { rows } = await sql<MadeLink>`${madeLinks} and token_hash = ${tokenHash}`.execute(db);
  return rows.find(isMakers);
}

export interface ArticleEntry extends ListedEntry {
  campaign_name: string;
}

/** Entries of an article in campaigns of its site, those with the highest score first. */
export async function entriesOfArticle(
  db: Db | Tx,
  siteId: number,
  articleId: number,
  limit: number,
): Promise<ArticleEntry[]> {
  const { rows } = await sql<ArticleEntry>`
    select entry.*, campaign.name as campaign_name, poster.user_id as poster_id, poster.username as poster_username,
      poster.profile_url as poster_profile_url, poster.profile_picture_url as poster_picture_url,
      poster.following as poster_following, poster.posts_published as poster_posts_published
    from campaign_entry as entry
    join campaign on campaign.id = entry.campaign_id and campaign.site_id = ${siteId} and not campaign.being_deleted
    left join campaign_user as poster on poster.campaign_id = entry.campaign_id and poster.id = entry.user_id
    where entry.article_ids <> '{}' and entry.article_ids @> array[${articleId}]::bigint[]
    order by entry.score_millionths desc, entry.campaign_id, entry.id limit ${limit}`.execute(db);
  return rows;
}

/** Their number, and what they achieved: hidden figures count as 0. */
export async function totalsOfArticle(
  db: Db | Tx,
  siteId: number,
  articleId: number,
): Promise<{ entries: number; engagement: number }> {
  const { rows } = await sql<{ entries: number; engagement: number }>`
    select count(*) as entries,
      coalesce(sum(coalesce(stat1, 0)::bigint + coalesce(stat2, 0) + coalesce(stat3, 0)), 0)::bigint as engagement
    from campaign_entry as entry
    join campaign on campaign.id = entry.campaign_id and campaign.site_id = ${siteId} and not campaign.being_deleted
    where entry.article_ids <> '{}' and entry.article_ids @> array[${articleId}]::bigint[]`.execute(db);
  return rows[0] ?? { entries: 0, engagement: 0 };
}

export interface LinkedArticleRow {
  id: number;
  uid: string;
  title: string;
}

/** Those of the ids that are published articles with an entry in the campaign. */
export async function articlesOfEntries(
  db: Db | Tx,
  campaign: { id: number; site_id: number },
  ids: number[],
): Promise<LinkedArticleRow[]> {
  const { rows } = await sql<LinkedArticleRow>`
    select id, uid, doc::json ->> 'title' as title from published_article
    where site_id = ${campaign.site_id} and id = any(${ids}::bigint[]) and is_served and exists (
      select from campaign_entry as entry where entry.campaign_id = ${campaign.id} and entry.article_ids <> '{}'
        and entry.article_ids @> array[published_article.id]::bigint[])
    order by id`.execute(db);
  return rows;
}

/** The id that entries have for an article; null until it is published. Undefined if there is no such article. */
export async function publicId(db: Db | Tx, siteId: number, uid: string): Promise<number | null | undefined> {
  const called = uid.includes('-') ? sql`uid = ${uid}` : sql`id = ${Number(uid)}`;
  const { rows } = await sql<{ id: number | null }>`
    select id from article where site_id = ${siteId} and ${called} and deleted_at is null`.execute(db);
  return rows[0]?.id ?? (rows[0] ? null : undefined);
}
