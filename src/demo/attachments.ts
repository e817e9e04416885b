/** The attachment that a collector would make from a post. */
import { sanitizeHtml } from '../core/html.ts';
import type { ArticleInput } from '../features/articles/draft.ts';
import type { DemoArticle, Post } from './articles/article.ts';

type Attachments = NonNullable<ArticleInput['attachments']>;
type Made = (post: Post, at: string, article: { picture: string | null; url: string }) => Attachments;

/** `at` is an instant such as 2026-03-29T09:00:00.000Z. */
export function attachmentsOf(
  { type, post, url }: DemoArticle,
  at: string,
  picture: string | null,
): Attachments | undefined {
  if (!post || !type) return undefined;
  return MADE[type]?.(post, at, { picture, url: url ?? `https://social.example/${post.handle}/${post.id}` });
}

const profile = (handle: string) => `https://social.example/${handle}`;
const portrait = (handle: string) => `https://social.example/${handle}/picture.jpg`;

const MADE: Partial<Record<NonNullable<DemoArticle['type']>, Made>> = {
  video: ({ name, handle, id }, at, { picture, url }) => ({
    video: {
      cover_url: picture,
      embed_src: `https://video.example/embed/${id}`,
      original_published_at: at,
      original_url: url,
      profile_image_url: portrait(handle),
      service: 'youtube',
      username: name,
    },
  }),
  tweet: ({ name, handle, id, text }, at, { picture, url }) => ({
    tweet: {
      created_at: at.slice(0, 19).replace('T', ' '),
      media_url: picture,
      image_url: picture,
      video_url: null,
      name,
      oembed: sanitizeHtml(`<blockquote class="twitter-tweet"><p>${text}</p>— ${name} (@${handle})</blockquote>`).html,
      profile_image_url: portrait(handle),
      profile_url: profile(handle),
      retweet_of_id: null,
      screen_name: handle,
      text,
      tweet_id_str: id,
      user_id_str: `${handle.length}${id.slice(-4)}`,
      url,
    },
  }),
  instagram: ({ name, handle, id, text }, at, { url }) => ({
    instagram_item: {
      caption: text,
      created_time: at,
      link: url,
      media_id: id,
      media_type: 'image',
      user_full_name: name,
      username: handle,
      profile_picture: portrait(handle),
      user_id: `${handle.length}00${id.length}`,
      video_low_resolution: null,
      video_standard_resolution: null,
      video_low_resolution_expires_at: null,
      video_standard_resolution_expires_at: null,
    },
  }),
  facebook_post: ({ name, handle, id, text }, at, { picture, url }) => ({
    facebook_post: {
      commenting_post_id_str: id,
      created_time: `${at.slice(0, 19)}+0000`,
      from_id_str: id.slice(0, id.indexOf('_')),
      from_name: name,
      link: url,
      link_caption: '',
      link_description: '',
      link_name: name,
      message: text,
      object_id: id.slice(id.indexOf('_') + 1),
      picture: picture ?? '',
      post_id_str: id,
      post_type: 'photo',
      profile_picture_url: portrait(handle),
      picture_attachments: [],
    },
  }),
};
