import { expect, it } from 'vitest';
import { WrittenArticle } from '../../contract/article.ts';
import { finished } from '../../core/steps.ts';
import { repairOf } from './safe-fields.ts';

const repair = repairOf(WrittenArticle);
const repaired = (attachments: unknown) => {
  const value = { title: '<b>', url: 'kept as it is', body: '<p>x</p>', attachments };
  return [finished(repair(value)), value.attachments];
};

it.each<[unknown, unknown]>([
  [
    { facebook_post: { picture_attachments: ['x', null, 7, {}, { url: 'x' }, { url: '//x.example/a', more: 1 }] } },
    { facebook_post: { picture_attachments: [{ url: 'https://x.example/a' }] } },
  ],
  [{ facebook_post: { picture_attachments: 'x' } }, { facebook_post: { picture_attachments: [] } }],
  [
    { video: { embed_src: 'javascript:x', service: 'javascript:x' } },
    { video: { embed_src: null, service: 'javascript:x' } },
  ],
  [
    { tweet: { oembed: '<b onclick=x>y</b>', media_url: 'https://x.example/a b' } },
    { tweet: { oembed: '<b>y</b>', media_url: 'https://x.example/a%20b' } },
  ],
  [
    { instagram_item: { users_in_photo: [{ user: { profile_picture_url: 'data:x' } }] } },
    { instagram_item: { users_in_photo: [{ user: { profile_picture_url: '' } }] } },
  ],
])('%j is repaired', (before, after) => {
  expect(repaired(before)).toEqual([true, after]);
});

it.each([
  [undefined],
  [null],
  [{ video: { embed_src: null, cover_url: 'https://x.example/' } }],
  [{ tweet: { oembed: '<p>&nbsp;x' } }],
])('%j stays as it is', (attachments) => {
  expect(repaired(structuredClone(attachments))).toEqual([false, attachments]);
});
