/** Articles in every state, with their published documents. A batch is written by a handful of statements. */
import { randomBytes } from 'node:crypto';
import { invalidBody, RequestError } from '../core/errors.ts';
import { freeSlug, slugify } from '../core/slug.ts';
import { uuidv7 } from '../core/uuid.ts';
import { lockSite, lockSiteRow, type Site } from '../db/site-lock.ts';
import type { Tx } from '../db/transaction.ts';
import { takenArticleSlugs } from '../features/articles/managed.ts';
import { typeProblems } from '../features/articles/saving.ts';
import { erasedValues } from '../features/erasures/keys.ts';
import type { ArticleRow, ArticleText } from '../features/publication/present.ts';
import { type ArticleLine, articleLine, articleSchema } from './article-line.ts';
import { articlePlan, type Plan } from './article-plan.ts';
import { articlesExported, type RelatedRows, relatedRows, slugHolders } from './article-queries.ts';
import { writeArticles } from './article-write.ts';
import { type Names, namesHere } from './names.ts';
import { type ImportContext, keyset, type LineOutcome, type Noun } from './noun.ts';
import { described } from './reasons.ts';

export const articles: Noun<ArticleLine> = {
  key: 'article',
  schema: articleSchema,
  async *pages(tx, site) {
    for await (const rows of keyset((after: ArticleRow | undefined) => articlesExported(tx, site.id, after?.uid)))
      yield rows.map((row) => articleLine(row, site));
  },
  siteOf: ({ site_id }) => site_id,
  names: ({ uid, id }) => [...(uid ? [uid.toLowerCase()] : []), ...(id ? [String(id)] : [])],
  async importBatch(tx, context, lines) {
    const site = await lockSiteRow(tx, context.siteId);
    const related = await relatedRows(tx, site.id, lines);
    const plans: (Plan | { reason: string })[] = [];
    const names = await namesHere(tx, context, lines.flatMap(namedIn));
    const uids = lines.flatMap(({ uid }) => uid?.toLowerCase() ?? []);
    const erased = await erasedValues(tx, site.id, 'article', uids);
    for (const line of lines)
      if (erased.has(line.uid?.toLowerCase() ?? ''))
        plans.push({ reason: 'was erased here, and is not imported again' });
      else plans.push(planned(await withSlug(tx, site, related, line), site, related, { ...context, names }));
    const fitting = await withFittingTypes(tx, await withFreeSlugs(tx, site, plans));
    const changed = fitting.filter((plan): plan is Plan => 'row' in plan && plan.isChanged);
    if (changed.length > 0) await writeArticles(tx, context, await lockSite(tx, site.id), changed);
    return fitting.map(outcome);
  },
};

function outcome(plan: Plan | { reason: string }): LineOutcome {
  if ('reason' in plan) return plan;
  return plan.isChanged ? (plan.current ? 'changed' : 'new') : 'same';
}

const namedIn = ({ created_by, saved_by, published, scheduled }: ArticleLine) => [
  created_by,
  saved_by,
  published?.created_by,
  scheduled?.created_by,
];

function planned(
  line: ArticleLine,
  site: Site,
  related: RelatedRows,
  { now, names }: ImportContext & { names: Names },
): Plan | { reason: string } {
  const found = foundArticle(line, related);
  if ('reason' in found) return found;
  const { current } = found;
  try {
    const revisions = related.revisions.get(current?.uid ?? '') ?? new Map();
    const newUid = () => uuidv7(now, randomBytes(16));
    const plan = articlePlan(line, { site, now, current, revisions, newUid, names });
    const reason = misfit(plan, related);
    return reason ? { reason } : plan;
  } catch (error) {
    if (error instanceof RequestError) return { reason: described(error) };
    throw error;
  }
}

/** The article that a line means: by uid, else by id. */
function foundArticle(
  line: ArticleLine,
  { byUid, byId }: RelatedRows,
): { current: ArticleRow | null } | { reason: string } {
  if (!line.uid && !line.id) return { reason: 'uid or id is missing: without one a second import would duplicate it' };
  const [one, other] = [byUid.get(line.uid?.toLowerCase() ?? ''), byId.get(line.id ?? 0)];
  if (line.uid && other && other.uid !== line.uid.toLowerCase())
    return { reason: `id ${line.id} belongs to another article here, ${other.uid}` };
  if (one?.id && line.id && one.id !== line.id)
    return { reason: `uid belongs to article ${one.id} here, not to ${line.id}` };
  return { current: one ?? other ?? null };
}

/** Rows that a line refers to must exist; they may come later in the file, so the line is retried. */
function misfit({ row, served }: Plan, { sections, categories, authors }: RelatedRows): string | null {
  const unknown = row.author_ids.filter((id) => !authors.has(id));
  const reasons = [
    ...[...new Set([row.section_id, ...(served ? [served.section_id] : [])])]
      .filter((id) => !sections.has(id))
      .map((id) => `section_id names no section of this site: ${id}`),
    ...(row.category_id !== null && !categories.has(row.category_id)
      ? [`category_id names no article category of this site: ${row.category_id}`]
      : []),
    ...(unknown.length > 0 ? [`author_ids names no author of this site: ${unknown.join(', ')}`] : []),
  ];
  return reasons.length > 0 ? reasons.join('; ') : null;
}

/**
 * A new article without a slug gets one made from its title, which another line of the batch may have taken. So does one that
 * comes back from the trash, where it left its slug to others.
 */
async function withSlug(tx: Tx, site: Site, related: RelatedRows, line: ArticleLine): Promise<ArticleLine> {
  const known = related.byUid.get(line.uid?.toLowerCase() ?? '') ?? related.byId.get(line.id ?? 0);
  const section = line.section_id ?? known?.section_id ?? 0;
  const taken = related.slugs.get(section) ?? new Set<string>();
  related.slugs.set(section, taken);
  if (line.article_url || (known && !known.deleted_at)) {
    if (line.article_url) taken.add(line.article_url);
    return line;
  }
  const slug = known?.article_url ?? slugify(line.title, 'article');
  const stored = await takenArticleSlugs(tx, site.id, section, slug);
  const article_url = freeSlug(slug, new Set([...taken, ...stored]));
  taken.add(article_url);
  return { ...line, article_url };
}

/** The article must still satisfy the restrictions of its containers. */
async function withFittingTypes(tx: Tx, plans: (Plan | { reason: string })[]): Promise<(Plan | { reason: string })[]> {
  const checked: (Plan | { reason: string })[] = [];
  for (const plan of plans) {
    if (!('row' in plan) || !plan.current || plan.current.type === plan.row.type) checked.push(plan);
    else {
      const problems = await typeProblems(tx, plan.current, { type: plan.row.type as ArticleText['type'] }); // its schema allows no other
      checked.push(problems.length > 0 ? { reason: described(invalidBody(problems)) } : plan);
    }
  }
  return checked;
}

/** An address is unique among working copies and among published articles: the first line with it keeps it. */
async function withFreeSlugs(tx: Tx, site: Site, plans: (Plan | { reason: string })[]) {
  const rows = plans.flatMap((plan) => ('row' in plan ? [plan.row] : []));
  const texts = plans.flatMap((plan) => ('row' in plan && plan.served ? [plan.served] : []));
  const workingCopies = await slugHolders(tx, 'article', site.id, rows);
  const snapshots = await slugHolders(tx, 'published_article', site.id, texts);
  return plans.map((plan) => {
    if (!('row' in plan)) return plan;
    const { row, served } = plan;
    if (isTaken(workingCopies, row, row.uid))
      return { reason: `article_url belongs to another article of the section: ${row.article_url}` };
    if (served && isTaken(snapshots, served, row.uid))
      return { reason: `another article of the section is served at this address: ${served.article_url}` };
    workingCopies.set(addressKey(row), row.uid);
    if (served) snapshots.set(addressKey(served), row.uid);
    return plan;
  });
}

type ServedAddress = Pick<ArticleText, 'section_id' | 'article_url'>;

function isTaken(holders: Map<string, string>, address: ServedAddress, uid: string): boolean {
  return (holders.get(addressKey(address)) ?? uid) !== uid;
}

const addressKey = ({ section_id, article_url }: ServedAddress) => `${section_id} ${article_url}`;
