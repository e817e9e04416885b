/** One example of each noun, for tests of all nouns. */
import type { TSchema } from 'typebox';
import {
  ArticleCategory,
  Author,
  Event,
  FeaturedItemContainer,
  Issue,
  Page,
  Section,
} from '../src/contract/content.ts';

export interface NounCase {
  path: string;
  one: string;
  many: string;
  schema: TSchema;
  /** The minimal body of one that the content API serves. */
  least: Record<string, unknown>;
  /** Every field that can be written. */
  full: Record<string, unknown>;
  slug?: string;
  /** Whether the content API serves single ones. */
  hasSingle: boolean;
  meta: (count: number) => unknown;
}

const total = (count: number) => ({ total_count: count, count });

export const nouns: NounCase[] = [
  {
    path: 'sections',
    one: 'section',
    many: 'sections',
    schema: Section,
    least: { name: 'Ålesund & havet' },
    full: {
      name: 'Sport',
      section_url: 'sport',
      description: 'Running about.',
      locale: 'fi',
      order_number: 7,
      show_in_menu: false,
      state: 'public',
      real_time: true,
      category_id: null,
      cover_url: 'https://img.example/s.jpg',
      brand_color: '#a1b2c3',
      name_in_menus: 'Sp',
      title_text: 'All sport',
      open_graph: {
        og_title: 'Sport',
        og_description: 'All of it.',
        og_url: 'https://example.com/sport',
        og_image: null,
      },
    },
    slug: 'section_url',
    hasSingle: true,
    meta: total,
  },
  {
    path: 'authors',
    one: 'author',
    many: 'authors',
    schema: Author,
    least: { firstname: 'Aino', lastname: 'Lindqvist' },
    full: {
      firstname: 'Jörgen',
      lastname: 'Åström',
      job_title: 'Reporter',
      about: '<p>Writes.</p>',
      short_description: 'Knows boats.',
      avatar: 'https://img.example/a.jpg',
      links: {
        email: 'j@example.com',
        facebook: 'https://facebook.example/j',
        instagram: '@j',
        pinterest: 'j',
        twitter: '@j',
        website: 'https://j.example/',
        github: 'j',
        youtube: 'https://youtube.example/j',
        mastodon: '@j@example.social',
      },
      order_number: 3,
      tags: ['boats', 'weather'],
    },
    hasSingle: true,
    meta: total,
  },
  {
    path: 'article-categories',
    one: 'category',
    many: 'categories',
    schema: ArticleCategory,
    least: { name: 'Culture' },
    full: { name: 'News', category_url: 'news', order_number: 4, color: '#00ff00' },
    slug: 'category_url',
    hasSingle: true,
    meta: total,
  },
  {
    path: 'featured-item-containers',
    one: 'featured_item_container',
    many: 'featured_item_containers',
    schema: FeaturedItemContainer,
    least: { identifier: 'front', name: 'Front page' },
    full: {
      identifier: 'side',
      name: 'Side',
      link: 'https://example.com/',
      order_number: 9,
      type_restriction: 'Article',
    },
    hasSingle: false,
    meta: (count) => ({ count }),
  },
  {
    path: 'pages',
    one: 'page',
    many: 'pages',
    schema: Page,
    least: { name: 'About us', visibility: 'public' },
    full: {
      name: 'Contact',
      menu_name: 'Mail',
      url: 'contact',
      body: '<p>Write.</p>',
      summary: 'How to reach us.',
      meta_title: 'Contact us',
      cover_url: 'https://img.example/p.jpg',
      show_in_menu: false,
      visibility: 'public',
    },
    slug: 'url',
    hasSingle: true,
    meta: (count) => ({ total_count: null, count }),
  },
  {
    path: 'issues',
    one: 'issue',
    many: 'issues',
    schema: Issue,
    least: { name: 'Spring', published: true },
    full: {
      number: 12,
      name: 'Autumn',
      issue_url: 'autumn',
      published: true,
      cover_url: 'https://img.example/i.jpg',
      brand_color: '#112233',
      published_at: '2026-03-29T09:00:00Z',
    },
    slug: 'issue_url',
    hasSingle: true,
    meta: total,
  },
  {
    path: 'events',
    one: 'event',
    many: 'events',
    schema: Event,
    least: { name: 'Herring market', start_date: '2026-10-01T08:00:00Z', published_at: '2026-01-01T00:00:00Z' },
    full: {
      name: 'Concert',
      summary: 'Loud.',
      description: '<p>Very.</p>',
      start_date: '2026-10-02T18:00:00Z',
      end_date: '2026-10-02T21:00:00Z',
      all_day: false,
      published_at: '2026-01-01T00:00:00Z',
      registration_deadline: '2026-09-30T21:00:00Z',
      signup: 'https://example.com/signup',
      free_admission: false,
      tickets: '10 €',
      cover_url: 'https://img.example/e.jpg',
      categories: ['music'],
      languages: ['fi'],
      tags: ['loud'],
      themes: ['culture'],
      images: [{ id: 31, caption: 'Stage', link: 'https://example.com/', url: 'https://img.example/e.jpg' }],
      location: {
        id: 5,
        name: 'Hall',
        phone: '+358 1',
        website: 'https://hall.example/',
        locality: 'Turku',
        postal_code: '20100',
        country_code: 'FI',
        street_address_primary: 'Linnankatu 1',
        street_address_secondary: 'B',
        street_address_tertiary: null,
        latitude: '60.45',
        longitude: '22.26',
      },
      organizer: { id: 6, name: 'Choir' },
    },
    hasSingle: true,
    meta: (count) => ({ count }),
  },
];
