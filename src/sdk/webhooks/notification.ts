/** A verified notification. */
import type { Article } from '../client/wire.generated.ts';

export type Action = 'publish' | 'update' | 'unpublish';

/** The article as notifications carry it; its field names differ from those of the content API. */
export interface NotifiedArticle
  extends Pick<
    Article,
    | 'id'
    | 'article_url'
    | 'body'
    | 'cover_pos_x'
    | 'cover_pos_y'
    | 'cover_url'
    | 'display_style'
    | 'pinned_index'
    | 'published_at'
    | 'published_at_l10n'
    | 'section_id'
    | 'site_id'
    | 'site_pinned_index'
    | 'summary'
    | 'tags'
    | 'title'
    | 'type'
  > {
  /** The displayable authors, `author_credit` in the content API. */
  author: string;
  /** The public address, `full_url` in the content API. */
  url: string;
  /** Where a link article points, `url` in the content API. */
  source_url: string | null;
  order_number: number;
  site_order_number: number;
  attachments: NonNullable<Article['attachments']> | Record<string, never>;
}

interface NotificationBody {
  env: string;
  /** The same for every attempt of one delivery; absent when the sender's extra headers are off. */
  deliveryId: string | null;
  attempt: number | null;
  /** The site's content version: of two notifications of an article the one with the higher version is the newer. */
  version: number | null;
  /** Sent to try the receiver: it is about an article that does not exist, with the id 0. */
  isTest: boolean;
}

export type Notification =
  | (NotificationBody & { action: 'publish' | 'update'; article: NotifiedArticle })
  | (NotificationBody & { action: 'unpublish'; article: { id: number } });
