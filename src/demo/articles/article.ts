/** An article of the demo site as its texts are written down; `fill.ts` makes of it what an editor would send. */
import type { ArticleInput } from '../../features/articles/draft.ts';

export interface DemoArticle {
  title: string;
  summary: string;
  /** Days before the demo is filled. What lies ahead is a schedule. */
  days: number;
  section: string;
  /** First names of the authors. */
  by?: string[];
  category?: string;
  tags: string[];
  /** A file of public/files/demo. */
  picture?: string;
  alt?: string;
  body: string;
  type?: NonNullable<ArticleInput['type']>;
  source?: NonNullable<ArticleInput['source']>;
  /** Where a link, a video or a post leads. */
  url?: string;
  post?: Post;
  /** Places on the front page and on the page of the section. */
  frontPin?: number;
  pin?: number;
  likes?: [up: number, down: number];
  /** Titles of older articles to read next. */
  next?: string[];
  cta?: { label: string; url: string };
  links?: { title: string; url: string }[];
  /** Kept from readers. */
  isDraft?: boolean;
}

/** A post of a network, of which the attachment is made. */
export interface Post {
  name: string;
  handle: string;
  id: string;
  text: string;
}
