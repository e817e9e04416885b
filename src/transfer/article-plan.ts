/** What a line makes of an article: its row, the text that is published, the revisions it adds. Pure. */
import { invalidBody, type Problem } from '../core/errors.ts';
import { importedLife, initialState, type Life } from '../core/lifecycle.ts';
import { asStored, isStoredAlike } from '../core/stored-json.ts';
import { wholeSecond } from '../core/time.ts';
import type { Site } from '../db/site-lock.ts';
import { type ArticleInput, writtenFields } from '../features/articles/draft.ts';
import { columnsOf } from '../features/articles/saving.ts';
import { type ArticleRow, type ArticleText, writtenOf } from '../features/publication/present.ts';
import { instant } from '../features/resources/columns.ts';
import type { ArticleLine } from './article-line.ts';

/** Texts of revisions that the article has here, by their number. */
export type Revisions = ReadonlyMap<number, ArticleText>;

export interface Plan {
  row: ArticleRow;
  current: ArticleRow | null;
  isChanged: boolean;
  /** What is to be served, null for an article that is not published. */
  served: ArticleText | null;
  savedBy: string;
  /** The published text as a revision, where it is not the last one. */
  publishedRevision: { number: number; written: ArticleText; created_at: Date; created_by: string } | null;
}

interface GivenArticle {
  site: Site;
  now: Date;
  current: ArticleRow | null;
  revisions: Revisions;
  newUid: () => string;
}

const IMPORTED = 'import';

export function articlePlan(line: ArticleLine, given: GivenArticle): Plan {
  const { current, now } = given;
  refuseOddVersions(line);
  const written = storedText(writtenFields(line as ArticleInput, current && writtenOf(current))); // more than is written
  const life = lifeOf(line, given);
  const published = life.state === 'published' ? publishedText(line, written) : null;
  const numbers = versionsOf(line, written, published, given);
  const row: ArticleRow = {
    ...columnsOf(written),
    written,
    site_id: given.site.id,
    uid: current?.uid ?? line.uid?.toLowerCase() ?? given.newUid(),
    id: line.id ?? current?.id ?? null,
    ...life,
    ...numbers,
    deleted_at: null,
    publish_problem:
      numbers.version === current?.version && life.state === current.state ? current.publish_problem : null,
    pinned_index: line.pinned_index === undefined ? (current?.pinned_index ?? null) : line.pinned_index,
    site_pinned_index:
      line.site_pinned_index === undefined ? (current?.site_pinned_index ?? null) : line.site_pinned_index,
    order_number: line.order_number ?? current?.order_number ?? null,
    site_order_number: line.site_order_number ?? current?.site_order_number ?? null,
    created_at: at(line.created_at, 'created_at', given) ?? current?.created_at ?? now,
    created_by: current ? current.created_by : IMPORTED,
    updated_at:
      at(line.updated_at, 'updated_at', given) ?? (numbers.version === current?.version ? current.updated_at : now),
  };
  return {
    row,
    current,
    isChanged: !current || !isStoredAlike(plain(row), plain({ ...current, written: writtenOf(current) })),
    served: published?.written ?? null,
    savedBy: line.saved_by ?? IMPORTED,
    publishedRevision: publishedRevision(line, published?.written, numbers, given),
  };
}

/** What is rendered from the line is what would be rendered from the table; the order of the fields themselves is given. */
function storedText(written: ArticleText): ArticleText {
  return Object.fromEntries(Object.entries(written).map(([name, field]) => [name, asStored(field)])) as ArticleText; // the same fields
}

/** Dates as text. */
const plain = (row: ArticleRow): unknown => JSON.parse(JSON.stringify(row));

function refuseOddVersions({ state, version = 1, published_version, published }: ArticleLine): void {
  const problems: Problem[] = [];
  if ((published_version ?? 0) > version) problems.push({ path: '/published_version', message: 'is above version' });
  if (state === 'published' && (published_version ?? version) < version && !published)
    problems.push({ path: '/published', message: 'is missing: the text of published_version' });
  if (problems.length > 0) throw invalidBody(problems);
}

function lifeOf(line: ArticleLine, given: GivenArticle) {
  const { current, now } = given;
  const requested = {
    state: line.state,
    publish_at: at(line.publish_at, 'publish_at', given),
    published_at: at(line.published_at, 'published_at', given),
  };
  const id = line.id ?? current?.id ?? null;
  const before = current ? (current as Life) : NEW; // the column's check allows no other state
  const life = importedLife(requested, { ...before, id, state: current ? before.state : initialState(line) }, now);
  const dated = [requested.published_at, life.state === 'published' ? requested.publish_at : null];
  const published_at = dated.find((time) => time && time <= now) ?? current?.published_at ?? null;
  return {
    ...life,
    published_at: life.state === 'published' ? (published_at ?? wholeSecond(now)) : published_at,
    modified_at:
      line.modified_at === undefined ? modifiedAt(line, given) : (at(line.modified_at, 'modified_at', given) ?? null),
  };
}

const NEW: Life = { state: 'draft', id: null, publish_at: null, published_at: null };

function modifiedAt(line: ArticleLine, { current, now }: GivenArticle): Date | null {
  if (!current) return null;
  const isEdited = !isStoredAlike(writtenFields(line as ArticleInput, writtenOf(current)), writtenOf(current));
  return isEdited && line.state === 'published' && current.published_version !== null
    ? wholeSecond(now)
    : current.modified_at;
}

function publishedText({ published }: ArticleLine, written: ArticleText): { written: ArticleText; isLast: boolean } {
  return published
    ? { written: storedText(writtenFields(published.article, null)), isLast: false }
    : { written, isLast: true };
}

/** The save counter never goes back, and a number never stands for two texts. */
function versionsOf(
  line: ArticleLine,
  written: ArticleText,
  published: { written: ArticleText; isLast: boolean } | null,
  { current, revisions }: GivenArticle,
): { version: number; published_version: number | null } {
  const isEdited = !current || !isStoredAlike(written, writtenOf(current));
  const next = Math.max(line.version ?? 1, current ? current.version + (isEdited ? 1 : 0) : 1);
  if (!published)
    return { version: next, published_version: line.published_version ?? current?.published_version ?? null };
  if (published.isLast) return { version: next, published_version: next };
  const isAt = (number: number | null | undefined) =>
    number && isStoredAlike(revisions.get(number), published.written) ? number : null;
  const held = isAt(current?.published_version) ?? isAt(line.published_version);
  if (held) return { version: next, published_version: held };
  const asked = line.published_version ?? 1;
  if (!revisions.has(asked) && asked < next) return { version: next, published_version: asked };
  const free = Math.max(current?.version ?? 0, asked) + 1;
  return { version: Math.max(next, free + 1), published_version: free };
}

function publishedRevision(
  { published }: ArticleLine,
  written: ArticleText | undefined,
  { version, published_version }: { version: number; published_version: number | null },
  given: GivenArticle,
): Plan['publishedRevision'] {
  if (!published || !written || !published_version || published_version === version) return null;
  const created_at = at(published.created_at, 'published/created_at', given) ?? given.now;
  return { number: published_version, written, created_at, created_by: published.created_by };
}

function at<Text extends string | null | undefined>(text: Text, field: string, { site }: Pick<GivenArticle, 'site'>) {
  return instant(text, site.time_zone, field);
}
