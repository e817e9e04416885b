/** Instagram: its media as items. Media that a hashtag finds have no poster. */
import type { FeedItem } from '../feed.ts';
import type { CollectedPost, PostFigures } from './collected.ts';
import { withoutSignature } from './graph.ts';
import { hashtagsIn, paragraphs } from './plain.ts';
import { addressOf, countOf, type Json, listOf, objectOf, postItem, textOf, timeOf, titleOf } from './post.ts';

const LONGEST_CAPTION = 10_000;
const TYPES: Record<string, string> = { IMAGE: 'image', VIDEO: 'video', CAROUSEL_ALBUM: 'carousel' };

export interface Poster {
  id: string;
  username: string;
  name: string;
  bio: string;
  picture: string;
  followers: number | null;
  following: number | null;
  posts: number | null;
}

/** Of business discovery, or of the `username` of a medium; null: anonymous. */
export function posterOf(account: Json): Poster | null {
  const username = textOf(account.username, 100).toLowerCase();
  if (!/^[\w.]+$/.test(username)) return null;
  return {
    id: textOf(account.id, 50) || username,
    username,
    name: textOf(account.name, 500),
    bio: textOf(account.biography, 5_000),
    picture: addressOf(account.profile_picture_url),
    followers: countOf(account.followers_count),
    following: countOf(account.follows_count),
    posts: countOf(account.media_count),
  };
}

/** Null for what is no post. `known`: the account whose media these are. */
export function itemOf(media: Json, known: Poster | null, now: Date): FeedItem | null {
  const id = textOf(media.id, 100);
  const at = timeOf(media.timestamp, now);
  if (!/^\d{1,40}$/.test(id) || !at) return null;
  const poster = known ?? posterOf({ username: media.username });
  const text = textOf(media.caption, LONGEST_CAPTION);
  const url = addressOf(media.permalink);
  const image = pictureOf(media);
  const post: CollectedPost = {
    ...{ network: 'instagram', id, type: 'instagram' },
    attachments: { instagram_item: attachmentOf(media, { id, text, at, url, poster }) },
    entry: {
      ...{ item_type: 'instagram', item_id: id, published_at: at.toISOString(), item_url: url, image_url: image, text },
      ...{ is_reply: false, user: poster && userOf(poster), ...figuresOf(media) },
    },
  };
  const content = {
    ...{ title: titleOf(text) || (poster ? `@${poster.username}` : 'Instagram'), summary: '', body: paragraphs(text) },
    ...{ base: url || 'https://www.instagram.com/', url: url || null, author: poster?.name || poster?.username || '' },
    ...{ tags: hashtagsIn(text), cover: image || null, post },
    ...(poster ? { person: `instagram:${poster.username}`, creators: [`@${poster.username}`] } : {}),
  };
  const reason = text === '' && image === '' ? 'It has neither a text nor a picture.' : null;
  return postItem(content, at, reason, { ...content, cover: withoutSignature(content.cover) });
}

/** What the network hides is unknown: of some music and videos there is no address. */
function pictureOf(media: Json): string {
  const isVideo = media.media_type === 'VIDEO';
  const own = addressOf(media.thumbnail_url) || (isVideo ? '' : addressOf(media.media_url));
  if (own !== '') return own;
  const parts = listOf(objectOf(media.children).data);
  return parts.map((part) => pictureOf({ ...part, children: null })).find((address) => address !== '') ?? '';
}

interface Shown {
  id: string;
  text: string;
  at: Date;
  url: string;
  poster: Poster | null;
}

const attachmentOf = ({ media_type }: Json, { id, text, at, url, poster }: Shown): Record<string, string | null> => ({
  ...{ caption: text, created_time: at.toISOString(), link: url, media_id: id },
  media_type: TYPES[textOf(media_type)] ?? 'image',
  ...{ user_full_name: poster?.name ?? '', username: poster?.username ?? '', user_id: poster?.id ?? '' },
  profile_picture: poster?.picture || null,
  ...{ video_low_resolution: null, video_standard_resolution: null },
  ...{ video_low_resolution_expires_at: null, video_standard_resolution_expires_at: null },
});

const userOf = ({ id, username, bio, picture, followers, following, posts }: Poster) => ({
  ...{
    user_id: id,
    username,
    bio,
    profile_url: `https://www.instagram.com/${username}/`,
    profile_picture_url: picture,
  },
  ...{ followers, following, posts_published: posts },
});

export const figuresOf = ({ like_count, comments_count }: Json): PostFigures => ({
  ...{ stat1: countOf(like_count), stat2: countOf(comments_count), stat3: 0 },
});
