/** What is stored of a post. */

import type { EntryType, Network } from './networks.ts';

/** What is stored of a post beside the text of its article. */
export interface CollectedPost {
  network: Network;
  /** In its network. */
  id: string;
  type: PostType;
  /** By the key of the contract, such as `tweet`. */
  attachments?: Record<string, Record<string, unknown>>;
  /** Of posts without an entry, which has it otherwise; for rules. */
  isReply?: boolean;
  /** Of its poster; null: the network does not say. */
  followers?: number | null;
  /** For campaigns, as the body of an entry; networks without a block in the report have none. */
  entry?: PostEntry;
}

/** The type of its article. */
export type PostType = 'tweet' | 'instagram' | 'facebook_post' | 'video' | 'link';

export interface PostEntry extends PostFigures {
  item_type: EntryType;
  item_id: string;
  published_at: string;
  item_url: string;
  image_url: string;
  text: string;
  is_reply: boolean;
  /** Null: the network does not say who posted it. */
  user: (Record<string, string | number | null> & { user_id: string; followers?: number | null }) | null;
}

/** Null: the network does not say. */
export interface PostFigures {
  stat1: number | null;
  stat2: number | null;
  stat3: number | null;
  impressions_count?: number;
  saved_count?: number;
}
