/** What readers and receivers must see: lists, pages, documents and notifications, computed from the model each time. Pure. */
import { type Article, type Model, type Pins, type Section, sectionOf, type Text } from './model.ts';

/** The fields of an article of the content API that its life can change. */
export interface Served extends Text, Pins {
  id: number;
  site_id: number;
  full_url: string;
  author_credit: string;
  published_at: string;
  modified_at: string | null;
}

export type List = { of: 'site' | 'issue' | 'container' } | { of: 'section' | 'author' | 'category'; id: number };

/** Published articles in public sections, newest first. */
export function served(model: Model): Served[] {
  return model.articles
    .filter((article) => isServed(model, article))
    .map((article) => document(model, article))
    .sort((a, b) => b.id - a.id);
}

/** Null: there is no such list. */
export function listed(model: Model, list: List, tags: string[] = [], isAll = false): Served[] | null {
  if (list.of === 'section' && sectionOf(model, list.id).state === 'hidden') return null;
  const all = served(model).filter((one) => isIn(model, list, one));
  const wanted = tags.map((tag) => tag.toLowerCase());
  const tagged = all.filter((one) => {
    const has = (tag: string) => one.tags.some((its) => its.toLowerCase() === tag);
    return wanted.length === 0 || (isAll ? wanted.every(has) : wanted.some(has));
  });
  if (list.of !== 'container') return tagged;
  return model.container.flatMap((id) => tagged.filter((one) => one.id === id));
}

/** All pages in order: pins appear at their index on the first page and nowhere else. */
export function pages(list: List, articles: Served[], count: number): Served[][] {
  const slots = lifted(list, articles, count);
  const isLifted = new Set(slots.values());
  const ordinary = articles.filter((one) => !isLifted.has(one));
  const first = ordinary.splice(0, count - slots.size);
  // Past the end of a short list is its end.
  for (const [slot, one] of slots) first.splice(slot, 0, one);
  const walk = [first];
  while (ordinary.length > 0) walk.push(ordinary.splice(0, count));
  return walk;
}

/** The positions of pins on a first page: their index, or the next free position. */
function lifted({ of }: List, articles: Served[], count: number): Map<number, Served> {
  const pin = of === 'site' ? 'site_pinned_index' : of === 'section' ? 'pinned_index' : null;
  const slots = new Map<number, Served>();
  if (!pin) return slots;
  const pinned = articles.filter((one) => one[pin] !== null);
  pinned.sort((a, b) => Number(a[pin]) - Number(b[pin]) || b.id - a.id);
  for (const one of pinned) {
    let slot = Number(one[pin]);
    while (slots.has(slot)) slot += 1;
    if (slot < count) slots.set(slot, one);
  }
  return slots;
}

/** The article of a notification. */
export function notification(model: Model, one: Served): Record<string, unknown> {
  const { order_number, site_order_number } = model.articles.find(({ id }) => id === one.id) ?? {};
  const { id, article_url, section_id, site_id, tags, title, published_at, pinned_index, site_pinned_index } = one;
  const same = { id, article_url, section_id, site_id, tags, title, published_at, pinned_index, site_pinned_index };
  return { ...same, author: one.author_credit, url: one.full_url, order_number, site_order_number };
}

/** The sections beside these articles. */
export const sectionsOf = (model: Model, articles: Served[]): Section[] =>
  model.sections.filter(({ id }) => articles.some((one) => one.section_id === id));

export const iso = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

const isServed = (model: Model, { published }: Article) =>
  published !== null && sectionOf(model, published.section_id).state === 'public';

function document(model: Model, article: Article): Served {
  const { id, published, published_at, modified_at, pinned_index, site_pinned_index } = article;
  if (!published || id === null || published_at === null) throw new Error(`Article ${article.uid} is not published.`);
  const { section_url } = sectionOf(model, published.section_id);
  const isPublic = (other: number) => model.articles.some((one) => one.id === other && isServed(model, one));
  const names = published.author_ids.map((author) => model.authors.find((one) => one.id === author)?.name);
  return {
    ...published,
    id,
    site_id: model.site.id,
    full_url: `${model.site.url}/${section_url}/${published.article_url}`,
    author_credit: names.join(', '),
    featured_articles: published.featured_articles.filter(isPublic),
    published_at: iso(published_at),
    modified_at: modified_at === null ? null : iso(modified_at),
    pinned_index,
    site_pinned_index,
  };
}

function isIn(model: Model, list: List, one: Served): boolean {
  if (list.of === 'section') return one.section_id === list.id;
  if (list.of === 'author') return one.author_ids.includes(list.id);
  if (list.of === 'category') return one.category_id === list.id;
  if (list.of === 'issue') return model.issue.includes(one.id);
  return list.of === 'site' || model.container.includes(one.id);
}
