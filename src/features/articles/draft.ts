/** Applies a body to an article's text. Pure. */
import type { ManagedArticleWire } from '../../contract/article.ts';
import { completeOpenGraph } from '../../core/open-graph.ts';
import { slugify } from '../../core/slug.ts';
import type { ArticleRow, ArticleText } from '../publication/present.ts';

export type ArticleInput = Partial<ManagedArticleWire>;

const STYLES: Record<ArticleText['type'], ArticleText['display_style']> = {
  article: 'article',
  video: 'video',
  image: 'image',
  facebook_post: 'facebook-post',
  tweet: 'tweet',
  instagram: 'instagram',
  link: 'article',
  pinterest: 'image',
};

/** Every text field: from the body, else the stored value, else the default. */
export function writtenFields(input: ArticleInput, before: ArticleText | null): ArticleText {
  const type = input.type ?? before?.type ?? 'article';
  const known = before ?? { ...EMPTY, display_style: STYLES[type], article_url: slugify(input.title ?? '', 'article') };
  const given = Object.fromEntries(
    Object.entries(input).filter(([name, value]) => name in EMPTY_NAMES && value !== undefined),
  );
  const { attachments, ...written } = { ...known, type, ...given } as ArticleText; // the schema has checked the body
  return { ...written, open_graph: completeOpenGraph(written.open_graph), ...(attachments ? { attachments } : {}) };
}

/** The version that the timer publishes; null if the article is not scheduled. */
export const scheduledVersion = ({
  state,
  scheduled_version,
  version,
}: Pick<ArticleRow, 'state' | 'scheduled_version' | 'version'>): number | null =>
  state === 'scheduled' ? (scheduled_version ?? version) : null;

/** Whether a body changes the text: it has a text field, or is empty. */
export function namesText(input: ArticleInput): boolean {
  const names = Object.keys(input);
  return names.length === 0 || names.some((name) => name in EMPTY_NAMES);
}

const EMPTY: Omit<ArticleText, 'display_style' | 'article_url'> = {
  title: '',
  summary: '',
  body: '',
  type: 'article',
  source: 'newsroom',
  url: null,
  author_ids: [],
  author_credit: '',
  photo_credit: null,
  category_id: null,
  section_id: 0,
  cover_url: null,
  cover_pos_x: 50,
  cover_pos_y: 50,
  tags: [],
  canonical_url: null,
  open_graph: completeOpenGraph({}),
  article_links: [],
  featured_articles: [],
  cta: null,
  alt_text: null,
};
const EMPTY_NAMES: Record<string, unknown> = { ...EMPTY, display_style: '', article_url: '', attachments: null };
