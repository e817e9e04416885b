/** Facebook: posts of pages as items. */
import type { FeedItem } from '../feed.ts';
import type { CollectedPost, PostFigures } from './collected.ts';
import { withoutSignature } from './graph.ts';
import { hashtagsIn, paragraphs } from './plain.ts';
import { addressOf, countOf, type Json, listOf, objectOf, postItem, textOf, timeOf, titleOf } from './post.ts';

const LONGEST_NAME = 500;
const MOST_PICTURES = 100;
/** The words of older versions, which articles have. */
const TYPES: Record<string, string> = { album: 'photo', photo: 'photo', video: 'video', link: 'link', event: 'event' };

/** Null for what is no post. */
export function itemOf(given: Json, now: Date): FeedItem | null {
  const id = textOf(given.id, 100);
  const at = timeOf(given.created_time, now);
  if (!/^[\w-]{1,100}$/.test(id) || !at) return null;
  const text = textOf(given.message) || textOf(given.story);
  const from = posterOf(objectOf(given.from));
  const picture = addressOf(given.full_picture);
  const url = addressOf(given.permalink_url) || `https://www.facebook.com/${id}`;
  const post: CollectedPost = {
    ...{ network: 'facebook', id, type: 'facebook_post' },
    attachments: { facebook_post: attachmentOf(given, { id, text, at, url, picture, from }) },
    entry: {
      ...{
        item_type: 'facebook',
        item_id: id,
        published_at: at.toISOString(),
        item_url: url,
        image_url: picture,
        text,
      },
      ...{ is_reply: false, user: from && userOf(from), ...figuresOf(given) },
    },
  };
  const content = {
    ...{ title: titleOf(text) || from?.name || 'Facebook', summary: '', body: paragraphs(text), base: url, url },
    ...{ author: from?.name ?? '', tags: hashtagsIn(text), cover: picture || null, post },
    ...(from ? { person: `facebook:${from.id}`, creators: [from.name] } : {}),
  };
  const reason = text === '' && picture === '' ? 'It has neither a text nor a picture.' : null;
  return postItem(content, at, reason, { ...content, cover: withoutSignature(content.cover) });
}

interface Poster {
  id: string;
  name: string;
  picture: string;
}

/** Null: the network does not say, as of some visitors. */
function posterOf({ id, name, picture }: Json): Poster | null {
  const known = textOf(id, 50);
  if (known === '') return null;
  return { id: known, name: textOf(name, LONGEST_NAME), picture: addressOf(objectOf(objectOf(picture).data).url) };
}

const userOf = ({ id, name, picture }: Poster) => ({
  ...{ user_id: id, username: name.slice(0, 200), fullname: name, profile_picture_url: picture },
  profile_url: `https://www.facebook.com/${encodeURIComponent(id)}`,
});

interface Shown {
  id: string;
  text: string;
  at: Date;
  url: string;
  picture: string;
  from: Poster | null;
}

function attachmentOf({ attachments }: Json, { id, text, at, url, picture, from }: Shown): Record<string, unknown> {
  const [first = {}] = listOf(objectOf(attachments).data);
  const link = addressOf(first.unshimmed_url) || addressOf(first.url) || url;
  const object = textOf(objectOf(first.target).id, 100) || id.slice(id.indexOf('_') + 1);
  return {
    ...{ commenting_post_id_str: id, created_time: `${at.toISOString().slice(0, 19)}+0000` },
    ...{ from_id_str: from?.id ?? '', from_name: from?.name ?? '', link, link_caption: '' },
    ...{ link_description: textOf(first.description, 5_000), link_name: textOf(first.title, LONGEST_NAME) },
    ...{ message: text, object_id: object, picture: picture || null, post_id_str: id },
    post_type: TYPES[textOf(first.media_type)] ?? 'status',
    profile_picture_url: from?.picture || null,
    picture_attachments: picturesOf(first).map((address) => ({ url: address })),
  };
}

/** Of an album. */
function picturesOf({ subattachments }: Json): string[] {
  const sources = listOf(objectOf(subattachments).data).map(({ media }) => objectOf(objectOf(media).image).src);
  return sources
    .map(addressOf)
    .filter((address) => address !== '')
    .slice(0, MOST_PICTURES);
}

/** `shares` is absent when there are none; hidden figures have no summary. */
export const figuresOf = ({ reactions, comments, shares }: Json): PostFigures => ({
  stat1: countOf(objectOf(objectOf(reactions).summary).total_count),
  stat2: countOf(objectOf(objectOf(comments).summary).total_count),
  stat3: countOf(objectOf(shares).count) ?? 0,
});
