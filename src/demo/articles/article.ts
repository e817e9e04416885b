/** An article of the demo site in short form; `fill.ts` turns it into a request body. */
import type { ArticleInput } from '../../features/articles/draft.ts';

export interface DemoArticle {
  title: string;
  summary: string;
  /** Days before the demo is filled. A negative number is a schedule. */
  days: number;
  section: string;
  /** First names of the authors. */
  by?: string[];
  category?: string;
  tags: string[];
  /** A file of public/demo. */
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
  /** Not published. */
  isDraft?: boolean;
}

/** A social network post, from which the attachment is made. */
export interface Post {
  name: string;
  handle: string;
  id: string;
  text: string;
}
