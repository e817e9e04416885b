/** The result of a line: the article's row, its published text, the revisions to add. Pure. */
import { invalidBody, type Problem } from '../core/errors.ts';
import { importedLife, initialState, type Life } from '../core/lifecycle.ts';
import { asStored, isStoredAlike } from '../core/stored-json.ts';
import { wholeSecond } from '../core/time.ts';
import type { Site } from '../db/site-lock.ts';
import { type ArticleInput, writtenFields } from '../features/articles/draft.ts';
import type { RevisionRow } from '../features/articles/present.ts';
import { columnsOf } from '../features/articles/saving.ts';
import { type ArticleRow, type ArticleText, writtenOf } from '../features/publication/present.ts';
import { instant } from '../features/resources/columns.ts';
import type { ArticleLine, SavedText } from './article-line.ts';
import { IMPORTED, type Names } from './names.ts';

/** Texts of revisions that the article has here, by their number. */
export type Revisions = ReadonlyMap<number, ArticleText>;

export interface Plan {
  row: ArticleRow;
  current: ArticleRow | null;
  isChanged: boolean;
  /** The text to serve, null for an article that is not published. */
  served: ArticleText | null;
  /** Readers see the same text with the same times and places: there is nothing to publish. */
  isServedAsBefore: boolean;
  savedBy: string;
  isAutosaved: boolean;
  /** The published or scheduled text, as a revision, if it is not the last one. */
  fixedRevision:
    | (Pick<RevisionRow, 'number' | 'created_at' | 'created_by' | 'began_at'> & { written: ArticleText })
    | null;
}

interface GivenArticle {
  site: Site;
  now: Date;
  current: ArticleRow | null;
  revisions: Revisions;
  newUid: () => string;
  /** Ids of people and keys of another installation mean others here. */
  names: Names;
}

export function articlePlan(line: ArticleLine, given: GivenArticle): Plan {
  const { current, now } = given;
  refuseOddVersions(line);
  const written = storedText(writtenFields(line as ArticleInput, current && writtenOf(current))); // more than is written
  const life = lifeOf(line, given);
  const fixed = fixedText(line, life, written, given);
  const numbers = versionsOf(line, written, fixed, given);
  const row: ArticleRow = {
    ...columnsOf(written),
    written,
    site_id: given.site.id,
    uid: current?.uid ?? line.uid?.toLowerCase() ?? given.newUid(),
    id: line.id ?? current?.id ?? null,
    ...life,
    ...numbers,
    scheduled_version: life.state === 'scheduled' && fixed && !fixed.isLast ? numbers.scheduled_version : null,
    deleted_at: null,
    deleted_by: null,
    publish_problem:
      numbers.version === current?.version && life.state === current.state ? current.publish_problem : null,
    pinned_index: line.pinned_index === undefined ? (current?.pinned_index ?? null) : line.pinned_index,
    site_pinned_index:
      line.site_pinned_index === undefined ? (current?.site_pinned_index ?? null) : line.site_pinned_index,
    order_number: line.order_number ?? current?.order_number ?? null,
    site_order_number: line.site_order_number ?? current?.site_order_number ?? null,
    created_at: at(line.created_at, 'created_at', given) ?? current?.created_at ?? now,
    created_by: current ? current.created_by : given.names(line.created_by || IMPORTED),
    updated_at:
      at(line.updated_at, 'updated_at', given) ?? (numbers.version === current?.version ? current.updated_at : now),
    updated_by:
      line.saved_by === undefined
        ? numbers.version === current?.version
          ? current.updated_by
          : IMPORTED
        : given.names(line.saved_by),
  };
  return {
    row,
    current,
    isChanged: !current || !isStoredAlike(plain(row), plain({ ...current, written: writtenOf(current) })),
    served: life.state === 'published' ? (fixed?.written ?? null) : null,
    isServedAsBefore: isServedAsBefore(line, row, fixed, given),
    savedBy: given.names(line.saved_by ?? IMPORTED),
    isAutosaved: line.saved_automatically ?? false,
    fixedRevision: fixedRevision(fixed, numbers, given),
  };
}

/** Normalizes values so that rendering the line gives the same document as rendering the stored row. */
function storedText(written: ArticleText): ArticleText {
  return Object.fromEntries(Object.entries(written).map(([name, field]) => [name, asStored(field)])) as ArticleText; // the same fields
}

/** Dates as text. */
const plain = (row: ArticleRow): unknown => JSON.parse(JSON.stringify(row));

function refuseOddVersions(line: ArticleLine): void {
  const { state, version = 1, published_version, published, scheduled_version, scheduled } = line;
  const problems: Problem[] = [];
  if ((published_version ?? 0) > version) problems.push({ path: '/published_version', message: 'is above version' });
  if (state === 'published' && (published_version ?? version) < version && !published)
    problems.push({ path: '/published', message: 'is missing: the text of published_version' });
  if ((scheduled_version ?? 0) > version) problems.push({ path: '/scheduled_version', message: 'is above version' });
  if (state === 'scheduled' && (scheduled_version ?? version) < version && !scheduled)
    problems.push({ path: '/scheduled', message: 'is missing: the text of scheduled_version' });
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

/** A text that must not change: the published or scheduled one. */
interface FixedText {
  state: 'published' | 'scheduled';
  written: ArticleText;
  isLast: boolean;
  saved: SavedText | null;
}

function fixedText(
  line: ArticleLine,
  { state }: Pick<Life, 'state'>,
  written: ArticleText,
  given: GivenArticle,
): FixedText | null {
  if (state !== 'published' && state !== 'scheduled') return null;
  const saved = line[state] ?? null;
  if (saved) return { state, written: storedText(writtenFields(saved.article, null)), isLast: false, saved };
  const stays = line.state === undefined ? standingText(state, given) : null;
  return stays && !isStoredAlike(stays, written)
    ? { state, written: stays, isLast: false, saved }
    : { state, written, isLast: true, saved };
}

/** As with a PATCH, a line that names no state publishes nothing: neither its own fields nor changes that wait here. */
function standingText(state: FixedText['state'], { current, revisions }: GivenArticle): ArticleText | null {
  if (!current || current.deleted_at || current.state !== state) return null;
  return revisions.get(current[`${state}_version`] ?? 0) ?? null;
}

function isServedAsBefore(line: ArticleLine, row: ArticleRow, fixed: FixedText | null, given: GivenArticle): boolean {
  if (line.state !== undefined || row.state !== 'published' || !given.current) return false;
  const standing = standingText('published', given);
  const shown = (one: ArticleRow) => SHOWN.map((name) => one[name]);
  return isStoredAlike([standing, shown(row)], [fixed?.written, shown(given.current)]);
}

/** What readers see of a row beside its text. */
const SHOWN = [
  'id',
  'published_at',
  'modified_at',
  'pinned_index',
  'site_pinned_index',
  'order_number',
  'site_order_number',
] as const;

/** The version never decreases, and a number is never used for two texts. */
function versionsOf(
  line: ArticleLine,
  written: ArticleText,
  fixed: FixedText | null,
  { current, revisions }: GivenArticle,
): { version: number; published_version: number | null; scheduled_version: number | null } {
  const isEdited = !current || !isStoredAlike(written, writtenOf(current));
  const next = Math.max(line.version ?? 1, current ? current.version + (isEdited ? 1 : 0) : 1);
  const kept = {
    published_version: line.published_version ?? current?.published_version ?? null,
    scheduled_version: null,
  };
  if (!fixed) return { version: next, ...kept };
  const name = `${fixed.state}_version` as const;
  if (fixed.isLast) return { version: next, ...kept, [name]: next };
  const isAt = (number: number | null | undefined) =>
    number && isStoredAlike(revisions.get(number), fixed.written) ? number : null;
  const held = isAt(current?.[name]) ?? isAt(line[name]);
  if (held) return { version: next, ...kept, [name]: held };
  const asked = line[name] ?? 1;
  if (!revisions.has(asked) && asked < next) return { version: next, ...kept, [name]: asked };
  const free = Math.max(current?.version ?? 0, asked) + 1;
  return { version: Math.max(next, free + 1), ...kept, [name]: free };
}

function fixedRevision(
  fixed: FixedText | null,
  numbers: { version: number; published_version: number | null; scheduled_version: number | null },
  given: GivenArticle,
): Plan['fixedRevision'] {
  const number = fixed && numbers[`${fixed.state}_version`];
  if (!fixed?.saved || !number || number === numbers.version) return null;
  const created_at = at(fixed.saved.created_at, `${fixed.state}/created_at`, given) ?? given.now;
  const began_at = fixed.saved.automatic ? created_at : null;
  return { number, written: fixed.written, created_at, created_by: given.names(fixed.saved.created_by), began_at };
}

function at<Text extends string | null | undefined>(text: Text, field: string, { site }: Pick<GivenArticle, 'site'>) {
  return instant(text, site.time_zone, field);
}
