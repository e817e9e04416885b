/** Fields of a request body in commands: references by position, times in minutes from now. */
import fc from '../property.ts';
import type { Body, Model } from './model.ts';
import type { Sequence } from './sequence.ts';

export const MOST_ARTICLES = 5;
export const MINUTE = 60;
/** Each word is a title; search finds articles by it. */
export const WORDS = ['kettle', 'violin', 'walnut'];
export const TAGS = ['Sea', 'Sky'];
const NO_ARTICLE = 987_654_321;

export interface Fields {
  title?: string;
  article_url?: string;
  section?: number;
  hasCategory?: boolean;
  authors?: number[];
  tags?: string[];
  featured?: number[];
  pinned_index?: number | null;
  site_pinned_index?: number | null;
  state?: Body['state'];
  publish_in?: number | null;
  published_in?: number;
}

export function bodyOf({ installation: { places }, model }: Sequence, fields: Fields): Body {
  const { section, hasCategory, authors, featured, publish_in, published_in, ...rest } = fields;
  return {
    ...rest,
    ...(section === undefined ? {} : { section_id: places.sections[section] ?? 0 }),
    ...(hasCategory === undefined ? {} : { category_id: hasCategory ? places.category : null }),
    ...(authors === undefined ? {} : { author_ids: authors.map((place) => places.authors[place] ?? 0) }),
    ...(featured === undefined ? {} : { featured_articles: articleIds(model, featured) }),
    ...(publish_in === undefined ? {} : { publish_at: publish_in === null ? null : timeIn(model, publish_in) }),
    ...(published_in === undefined ? {} : { published_at: timeIn(model, published_in) }),
  };
}

export const timeIn = ({ now }: Model, minutes: number) => now + minutes * MINUTE;

/** The ids of published articles; a position past the last is an article that does not exist. */
export function articleIds({ articles }: Model, places: number[]): number[] {
  return places.flatMap((place) => (place >= MOST_ARTICLES ? NO_ARTICLE : (articles[place]?.id ?? [])));
}

export const which = fc.nat(MOST_ARTICLES - 1);
export const minutes = fc.constantFrom(1, 2, 5);

export const text = {
  title: fc.constantFrom(...WORDS),
  article_url: fc.constantFrom('kettle', 'violin', 'brass'),
  section: fc.nat(1),
  hasCategory: fc.boolean(),
  authors: fc.subarray([0, 1]),
  tags: fc.subarray(TAGS),
  featured: fc.uniqueArray(fc.nat(MOST_ARTICLES), { maxLength: 2 }),
};

const pin = fc.option(fc.nat(3), { freq: 3 });
export const pins = some({ pinned_index: pin, site_pinned_index: pin });

export const schedule: fc.Arbitrary<Fields> = fc.oneof(
  minutes.map((publish_in) => ({ publish_in })),
  minutes.map((publish_in) => ({ publish_in, state: 'scheduled' as const })),
  minutes.map((published_in) => ({ published_in })),
);

export const withdrawal = fc.constantFrom<Fields[]>(
  { publish_in: null },
  { state: 'draft' },
  { state: 'pending' },
  { state: 'draft', publish_in: null },
  { state: 'unpublished' },
);

/** Most of these combinations are refused. */
const anyLife = some({
  state: fc.constantFrom<State[]>('draft', 'pending', 'scheduled', 'published', 'unpublished'),
  publish_in: fc.constantFrom(2, -2, null),
});
type State = NonNullable<Body['state']>;

export const life: fc.Arbitrary<Fields> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  { weight: 5, arbitrary: fc.constant({ state: 'published' as const }) },
  { weight: 2, arbitrary: schedule },
  { weight: 2, arbitrary: withdrawal },
  { weight: 2, arbitrary: anyLife },
  { weight: 1, arbitrary: fc.constantFrom<Fields[]>({ published_in: -60 }, { published_in: -60, state: 'published' }) },
);

/** With and without publishing the change. */
export function perhapsPublished(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Fields> {
  return fc
    .tuple(some(fields, Object.keys(fields)), fc.boolean())
    .map(([its, isNow]) => ({ ...its, ...(isNow ? { state: 'published' as const } : {}) }));
}

/** Some of these fields, and in any case those that are required. */
export function some(fields: Record<string, fc.Arbitrary<unknown>>, requiredKeys: string[] = []): fc.Arbitrary<Fields> {
  return fc.record(fields, { requiredKeys }) as fc.Arbitrary<Fields>; // names and values are those of Fields
}

/** Two parts of one body. */
export const both = (one: fc.Arbitrary<Fields>, other: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> =>
  fc.tuple(one, other).map(([first, second]) => ({ ...first, ...second }));
