/**
 * The life of an article as the interface and its decisions describe it, in the simplest way that could be right: one site and
 * a handful of articles. What is public of them is computed in `served.ts`. Written from the contract, not from the code. Pure:
 * each function returns how a request must be answered, and the state after it.
 */
import { type Change, changeOf, withdrawn } from './states.ts';

export type State = 'draft' | 'pending' | 'scheduled' | 'published' | 'unpublished';

/** What editors write. */
export interface Text {
  title: string;
  article_url: string;
  section_id: number;
  category_id: number | null;
  author_ids: number[];
  tags: string[];
  featured_articles: number[];
}

export interface Pins {
  pinned_index: number | null;
  site_pinned_index: number | null;
}

export interface Article extends Pins {
  uid: string;
  /** Drawn at the first publication. */
  id: number | null;
  state: State;
  /** In seconds, as all times here. */
  publish_at: number | null;
  published_at: number | null;
  modified_at: number | null;
  /** The working copy. */
  written: Text;
  /** What was published last; null while it is not published. */
  published: Text | null;
  /** Why the timer did not publish it. */
  hasProblem: boolean;
  /** The number of saves. */
  version: number;
  /** Every text that was saved, but for autosaves that later ones replaced. */
  revisions: Revision[];
  /** The text that its schedule publishes, where autosaves followed it. */
  scheduled: { text: Text; version: number } | null;
  /** The version that was published last. */
  publishedVersion: number | null;
  /** Which versions readers saw. `next` is the one that they saw next, null if none; missing while they see it. */
  seen: { version: number; next?: number | null }[];
  /** Publication counters in the section and the site, drawn with the id. */
  order_number: number | null;
  site_order_number: number | null;
  isTrashed: boolean;
  /** Deleted permanently, after its time in the trash. */
  isGone: boolean;
}

export interface Revision {
  number: number;
  text: Text;
  /** When the first of the autosaves that it stands for was saved; null for one that was saved on purpose. */
  began: number | null;
}

export interface Section {
  id: number;
  section_url: string;
  state: 'public' | 'hidden';
  /** Articles that were first published in it. */
  drawn: number;
}

export interface Model {
  now: number;
  site: { id: number; url: string };
  sections: Section[];
  authors: { id: number; name: string }[];
  /** The ids of the articles in an issue and in a container. */
  issue: number[];
  container: number[];
  /** Upvotes by article id. */
  likes: Record<number, number>;
  articles: Article[];
}

/** The body of a POST or PATCH. */
export interface Body extends Partial<Text>, Partial<Pins> {
  state?: State | undefined;
  publish_at?: number | null | undefined;
  published_at?: number | undefined;
}

/** Values that only the service knows: ids and addresses. */
export interface Drawn {
  uid?: string | undefined;
  id?: number | null;
  article_url?: string | undefined;
}

export interface Answer {
  /** Any of these. */
  statuses: number[];
  /** The state afterwards; the same as before when the request is refused. */
  next: Model;
  /** The article that was published or pinned: if it is public before and after, receivers must get an `update`. */
  updated: string | null;
}

/** POST (`uid` is null) and PATCH. */
export function save(model: Model, uid: string | null, body: Body, drawn: Drawn, { isRestored = false } = {}): Answer {
  const before = uid === null ? blank(drawn.uid ?? '') : live(model, uid);
  if (!before) return refused(model, 404);
  const { state, publish_at, published_at, pinned_index, site_pinned_index, ...text } = body;
  const made = uid === null && text.article_url === undefined ? { article_url: madeSlug(model, text, drawn) } : {};
  const written = { ...before.written, ...text, ...made };
  const isEdited = uid === null || !isSame(written, before.written);
  const article = {
    ...before,
    written,
    hasProblem: before.hasProblem && !isEdited,
    ...savedOnPurpose(before, written, isEdited || Object.keys(text).length > 0 || Object.keys(body).length === 0),
    pinned_index: pinned_index === undefined ? before.pinned_index : pinned_index,
    site_pinned_index: site_pinned_index === undefined ? before.site_pinned_index : site_pinned_index,
  };
  const change = changeOf(model.now, before, { state, publish_at, published_at });
  const problems = [
    ...(typeof change === 'number' ? [change] : []),
    ...(!isRestored && namesUnknown(model, before, written) ? [422] : []),
    ...(isAddressTaken(model, article) ? [409] : []),
  ];
  if (problems.length > 0 || typeof change === 'number') return refused(model, ...problems);
  const isPinned = pinned_index !== undefined || site_pinned_index !== undefined;
  return applied(model, article, change, { status: uid === null ? 201 : 200, drawn, isPinned });
}

/** A save on purpose, also of what autosaves left: its schedule publishes this. */
function savedOnPurpose(
  before: Article,
  text: Text,
  isText: boolean,
): Pick<Article, 'version' | 'revisions' | 'scheduled'> {
  const { version, revisions, scheduled } = before;
  if (!isText) return { version, revisions, scheduled };
  const isEdited = version === 0 || !isSame(text, before.written);
  if (isEdited)
    return {
      version: version + 1,
      revisions: [...revisions, { number: version + 1, text, began: null }],
      scheduled: null,
    };
  const kept = revisions.map((one) => (one.number === version ? { ...one, began: null } : one));
  return { version, revisions: kept, scheduled: null };
}

const COALESCED = 600;

/** PATCH with autosave: text alone. Autosaves of 10 minutes are one revision, and a schedule does not follow them. */
export function autosave(model: Model, uid: string, text: Partial<Text>): Answer {
  const before = live(model, uid);
  if (!before) return refused(model, 404);
  const written = { ...before.written, ...text };
  if (isSame(written, before.written)) return { statuses: [200], next: model, updated: null };
  const problems = [
    ...(namesUnknown(model, before, written) ? [422] : []),
    ...(isAddressTaken(model, { ...before, written }) ? [409] : []),
  ];
  if (problems.length > 0) return refused(model, ...problems);
  const { version, publishedVersion } = before;
  const scheduled = before.state === 'scheduled' ? (before.scheduled ?? { text: before.written, version }) : null;
  const last = before.revisions.at(-1);
  const isReplaced =
    last?.number === version &&
    last.began !== null &&
    last.began > model.now - COALESCED &&
    ![publishedVersion, scheduled?.version].includes(version);
  const others = isReplaced ? before.revisions.slice(0, -1) : before.revisions;
  const revision = { number: version + 1, text: written, began: isReplaced ? last.began : model.now };
  const next = {
    ...before,
    written,
    version: version + 1,
    revisions: [...others, revision],
    scheduled,
  };
  return { statuses: [200], next: withArticle(model, next), updated: null };
}

/** PUT restoration of a revision: its text is saved again. One that names an article that is gone may be refused. */
export function restoreRevision(model: Model, uid: string, number: number): Answer {
  const before = live(model, uid);
  const text = before?.revisions.find((one) => one.number === number)?.text;
  if (!before || !text) return refused(model, 404);
  const gone = text.featured_articles.some((id) => !isKnown(model, id)) ? [422] : [];
  const answer = save(model, uid, text, {}, { isRestored: true });
  return { ...answer, statuses: [...answer.statuses, ...gone] };
}

/** PUT restoration of the publication: its text is saved again, and is the published one. */
export function discard(model: Model, uid: string): Answer {
  const before = live(model, uid);
  if (!before) return refused(model, 404);
  const { published, publishedVersion } = before;
  if (!published || publishedVersion === null) return refused(model, 409);
  if (publishedVersion === before.version) return { statuses: [200], next: model, updated: null };
  const answer = restoreRevision(model, uid, publishedVersion);
  const saved = live(answer.next, uid);
  if (answer.next === model || !saved) return answer;
  return { ...answer, next: withArticle(answer.next, { ...saved, publishedVersion: saved.version }) };
}

/** PUT publication, at once or at a time. */
export function publish(model: Model, uid: string, publishAt: number | undefined, drawn: Drawn): Answer {
  const before = live(model, uid);
  if (!before) return refused(model, 404);
  const at = publishAt === undefined ? {} : { publish_at: publishAt };
  const change = changeOf(model.now, before, { state: 'published', ...at });
  return typeof change === 'number' ? refused(model, change) : applied(model, before, change, { status: 200, drawn });
}

/** DELETE publication; it also takes a schedule back. */
export function unpublish(model: Model, uid: string): Answer {
  const before = live(model, uid);
  if (!before) return refused(model, 404);
  if (!before.published && before.publish_at === null) return refused(model, 409);
  return applied(model, before, { ...withdrawn(before), published_at: before.published_at }, { status: 204 });
}

/** The timer, for one article. It publishes only what is scheduled and due. */
export function fallDue(model: Model, uid: string, drawn: Drawn): Answer {
  const before = live(model, uid);
  if (!before || !isDue(model, before)) return refused(model, 404);
  const at = before.publish_at;
  const answer = applied(
    model,
    before,
    { action: 'publish', published_at: at, at },
    { status: 200, drawn },
    before.scheduled,
  );
  if (answer.updated) return answer;
  // Another article is served at its address by now.
  return {
    ...answer,
    next: withArticle(model, { ...before, state: 'pending', publish_at: null, scheduled: null, hasProblem: true }),
  };
}

export const isDue = ({ now }: Model, { publish_at, isTrashed }: Article) =>
  !isTrashed && publish_at !== null && publish_at <= now;

/** DELETE: into the trash, which frees its address. */
export function trash(model: Model, uid: string): Answer {
  const before = live(model, uid);
  if (!before) return refused(model, 404);
  const isActive = before.state === 'published' || before.state === 'scheduled';
  const { state } = isActive ? withdrawn(before) : before;
  const gone = {
    ...before,
    state,
    publish_at: null,
    scheduled: null,
    published: null,
    hasProblem: false,
    isTrashed: true,
  };
  return { statuses: [204], next: withArticle(model, gone), updated: null };
}

/** PUT restoration: out of the trash, with a number behind its slug if that was taken meanwhile. A repeat changes nothing. */
export function restore(model: Model, uid: string, { article_url }: Drawn): Answer {
  if (live(model, uid)) return { statuses: [200], next: model, updated: null };
  const before = model.articles.find((one) => one.uid === uid && !one.isGone);
  if (!before) return refused(model, 404);
  const slug = madeSlug(model, { ...before.written, title: before.written.article_url }, { article_url });
  const back = { ...before, isTrashed: false };
  if (slug === before.written.article_url) return { statuses: [200], next: withArticle(model, back), updated: null };
  const renamed = { ...before.written, article_url: slug };
  const next = { ...back, ...savedOnPurpose(back, renamed, true), written: renamed };
  return { statuses: [200], next: withArticle(model, next), updated: null };
}

/** 30 days pass for what is in the trash. */
export function emptyTrash(model: Model): Model {
  const articles = model.articles.map((one) => (one.isTrashed ? { ...one, isGone: true } : one));
  const isLeft = (id: number) => articles.some((one) => one.id === id && !one.isGone);
  return { ...model, articles, issue: model.issue.filter(isLeft), container: model.container.filter(isLeft) };
}

export function changeSection(model: Model, id: number, change: Partial<Section>): Model {
  return { ...model, sections: model.sections.map((one) => (one.id === id ? { ...one, ...change } : one)) };
}

/** PUT articles of an issue or a container: the whole list, of articles that exist. The same list again changes nothing. */
export function setArticles(model: Model, holder: 'issue' | 'container', ids: number[]): Answer {
  if (!ids.every((id) => isKnown(model, id))) return refused(model, 422);
  const before = model[holder].filter((id) => isKnown(model, id));
  if (before.join() === ids.join()) return { statuses: [200], next: model, updated: null };
  return { statuses: [200], next: { ...model, [holder]: ids }, updated: null };
}

/** PUT likes of an article. */
export function setLikes(model: Model, id: number, upvotes: number): Answer {
  if (!isKnown(model, id)) return refused(model, 404);
  return { statuses: [200], next: { ...model, likes: { ...model.likes, [id]: upvotes } }, updated: null };
}

/** An article that is not in the trash. */
export const live = (model: Model, uid: string) => model.articles.find((one) => one.uid === uid && !one.isTrashed);

const refused = (model: Model, ...statuses: number[]): Answer => ({ statuses, next: model, updated: null });

interface Request {
  status: number;
  drawn?: Drawn;
  isPinned?: boolean;
}

function applied(
  model: Model,
  article: Article,
  change: Change,
  request: Request,
  scheduled: Article['scheduled'] = null,
): Answer {
  const { status, drawn = {}, isPinned = false } = request;
  const what = scheduled ?? { text: article.written, version: article.version };
  if (change.action === 'publish') return published(model, article, what, change, { status, drawn });
  const { action, isScheduling, ...life } = change;
  // A schedule that is set again publishes what is saved by then.
  const isKept = life.state === 'scheduled' && !isScheduling;
  const next = {
    ...article,
    ...life,
    scheduled: isKept ? article.scheduled : null,
    published: action === 'unpublish' ? null : article.published,
    hasProblem: article.hasProblem && life.state === article.state,
  };
  return { statuses: [status], next: withArticle(model, next), updated: isPinned ? article.uid : null };
}

function published(
  model: Model,
  article: Article,
  what: { text: Text; version: number },
  { published_at, at }: { published_at: number | null; at?: number | null },
  { status, drawn }: { status: number; drawn: Drawn },
): Answer {
  const { uid } = article;
  const written = what.text;
  const now = at ?? model.now;
  // Articles published in hidden sections count: the sections may be shown again.
  if (model.articles.some((one) => one.uid !== uid && one.published && isSameAddress(one.published, written)))
    return refused(model, 409);
  const isFirst = article.order_number === null;
  const next: Article = {
    ...(isFirst ? numbered(model, article, written, drawn) : article),
    state: 'published',
    publish_at: null,
    published: written,
    publishedVersion: what.version,
    scheduled: null,
    published_at: published_at ?? now,
    modified_at: !isFirst && article.publishedVersion !== what.version ? now : article.modified_at,
    hasProblem: false,
  };
  const counted = isFirst ? countedIn(model, written.section_id) : model;
  return { statuses: [status], next: withArticle(counted, next), updated: uid };
}

/** Ids grow in the order of first publication. */
function numbered(model: Model, article: Article, { section_id }: Text, { id }: Drawn): Article {
  const highest = Math.max(0, ...model.articles.map((one) => one.id ?? 0));
  if (id && id <= highest) throw new Error(`The id ${id} was drawn after ${highest}.`);
  const inSite = model.sections.reduce((sum, { drawn }) => sum + drawn, 0);
  const inSection = sectionOf(model, section_id).drawn;
  return { ...article, id: id ?? null, order_number: inSection + 1, site_order_number: inSite + 1 };
}

const countedIn = (model: Model, id: number) => changeSection(model, id, { drawn: sectionOf(model, id).drawn + 1 });

export function sectionOf({ sections }: Model, id: number): Section {
  const section = sections.find((one) => one.id === id);
  if (!section) throw new Error(`There is no section ${id}.`);
  return section;
}

function withArticle(model: Model, article: Article): Model {
  const isNew = !model.articles.some(({ uid }) => uid === article.uid);
  const changed = { ...article, seen: seenWith(article, article.published ? article.publishedVersion : null) };
  const others = model.articles.map((one) => (one.uid === article.uid ? changed : one));
  return { ...model, articles: isNew ? [...others, changed] : others };
}

function seenWith({ seen }: Article, version: number | null): Article['seen'] {
  const last = seen.at(-1);
  const isOpen = last !== undefined && last.next === undefined;
  if (isOpen && last.version === version) return seen;
  const ended = isOpen ? [...seen.slice(0, -1), { ...last, next: version }] : seen;
  return version === null ? ended : [...ended, { version }];
}

/** A slug made from a title gets a number when another article has or is served at that address. */
function madeSlug(model: Model, { title = '', section_id }: Partial<Text>, { article_url }: Drawn): string {
  const others = model.articles
    .filter((one) => !one.isTrashed)
    .flatMap(({ written, published }) => [written, published]);
  const isTaken = others.some((one) => one?.section_id === section_id && one?.article_url === title);
  if (article_url && (isTaken ? !article_url.startsWith(`${title}-`) : article_url !== title))
    throw new Error(`The slug of ${title} is ${article_url}.`);
  return article_url ?? title;
}

/** Featured articles must exist, unless they were featured before. */
const namesUnknown = (model: Model, before: Article, { featured_articles }: Text) =>
  featured_articles.some((id) => !isKnown(model, id) && !before.written.featured_articles.includes(id));

const isKnown = ({ articles }: Model, id: number) => articles.some((one) => one.id === id && !one.isTrashed);

/** Addresses are unique among working copies. */
const isAddressTaken = ({ articles }: Model, { uid, written }: Article) =>
  articles.some((one) => one.uid !== uid && !one.isTrashed && isSameAddress(one.written, written));

const isSameAddress = (one: Text, other: Text) =>
  one.section_id === other.section_id && one.article_url === other.article_url;

const isSame = (one: Text, other: Text) => JSON.stringify(one) === JSON.stringify(other);

const blank = (uid: string): Article => ({
  uid,
  id: null,
  state: 'draft',
  publish_at: null,
  published_at: null,
  modified_at: null,
  written: {
    title: '',
    article_url: '',
    section_id: 0,
    category_id: null,
    author_ids: [],
    tags: [],
    featured_articles: [],
  },
  published: null,
  hasProblem: false,
  version: 0,
  revisions: [],
  scheduled: null,
  publishedVersion: null,
  seen: [],
  pinned_index: null,
  site_pinned_index: null,
  order_number: null,
  site_order_number: null,
  isTrashed: false,
  isGone: false,
});
