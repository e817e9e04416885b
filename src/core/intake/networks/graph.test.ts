/** The Graph API: what errors and usage headers mean, and posts of Instagram and Facebook as items. */
import { describe, expect, it } from 'vitest';
import * as facebook from './facebook.ts';
import { failureOf, pageOf, throttled } from './graph.ts';
import * as instagram from './instagram.ts';

const NOW = new Date('2026-05-02T00:00:00Z');
const error = (code: number, error_subcode?: number) => ({ error: { message: 'M', code, error_subcode } });

describe('errors', () => {
  it.each([
    [190, 463, 'token_expired', true],
    [190, 460, 'password_changed', true],
    [190, 458, 'token_invalid', false],
    [190, 464, 'token_invalid', false],
    [190, 467, 'token_invalid', false],
    [190, undefined, 'token_invalid', false],
    [102, undefined, 'token_invalid', false],
    [190, 459, 'account_locked', false],
    [368, undefined, 'account_locked', false],
    [10, undefined, 'permission_missing', false],
    [200, undefined, 'permission_missing', false],
    [299, undefined, 'permission_missing', false],
    [4, undefined, 'rate_limited', false],
    [80001, undefined, 'rate_limited', false],
    [80002, undefined, 'rate_limited', false],
    [18, 2207034, 'quota_exhausted', true],
    [24, 2207024, 'not_found', false],
    [100, 33, 'not_found', false],
    [100, undefined, 'bad_response', false],
    [2, undefined, 'network_unavailable', false],
  ])('%s with subcode %s', (code, subcode, name, isDefinite) => {
    expect(failureOf(400, error(code, subcode))).toEqual({ code: name, isDefinite, message: 'M' });
  });

  it('without JSON are told apart by their status', () => {
    expect([502, 403, 400, 404].map((status) => failureOf(status, null)?.code)).toEqual([
      ...['network_unavailable', 'forbidden', 'bad_response', 'bad_response'],
    ]);
    expect(failureOf(200, { data: [] })).toBeNull();
    expect(failureOf(200, error(190, 463))?.code).toBe('token_expired');
  });
});

describe('usage', () => {
  const until = (headers: Record<string, string>) => throttled(headers, 200, NOW)?.resetsAt.toISOString() ?? null;
  const app = (call_count: number, total_time = 0) => ({ 'x-app-usage': JSON.stringify({ call_count, total_time }) });

  it('stops requests at 80 percent of any figure, longer where more was used', () => {
    expect([until({}), until(app(79, 79)), until({ 'x-app-usage': 'no JSON' })]).toEqual([null, null, null]);
    expect(until(app(80))).toBe('2026-05-02T00:30:00.000Z');
    expect(until(app(0, 95))).toBe('2026-05-02T00:45:00.000Z');
    expect(throttled(app(100), 200, NOW)).toEqual({
      limit: 200,
      remaining: 0,
      resetsAt: new Date('2026-05-02T01:00:00Z'),
    });
  });

  it('counts accounts of businesses by the day, with the minutes that the network names', () => {
    const business = (call_count: number, estimated_time_to_regain_access: number) => ({
      'x-business-use-case-usage': JSON.stringify({
        '178': [{ type: 'instagram', call_count, total_cputime: 1, total_time: 1, estimated_time_to_regain_access }],
      }),
    });
    expect(until(business(28, 0))).toBeNull();
    expect(until(business(85, 0))).toBe('2026-05-02T12:00:00.000Z');
    expect(until(business(100, 900))).toBe('2026-05-03T00:00:00.000Z');
    expect(until(business(80, 780))).toBe('2026-05-02T13:00:00.000Z');
  });
});

it('a page that is empty may go on; without an address of the next one it is the last', () => {
  const next = 'https://graph.facebook.com/v26.0/1/feed?access_token=secret&after=abc';
  expect(pageOf({ data: [], paging: { cursors: { after: 'xyz' }, next } })).toEqual({ rows: [], next: 'xyz' });
  expect(pageOf({ data: [{}], paging: { next } })).toEqual({ rows: [{}], next: 'abc' });
  expect(pageOf({ data: [{}], paging: { cursors: { after: 'xyz' } } }).next).toBeNull();
  expect(pageOf(null)).toEqual({ rows: [], next: null });
});

describe('Instagram', () => {
  const media = {
    ...{
      id: '17900000000000001',
      caption: 'Fog\n\nat #sea <b>',
      media_type: 'IMAGE',
      like_count: 3,
      comments_count: 1,
    },
    ...{ media_url: 'https://cdn.example/1.jpg?sig=1', permalink: 'https://www.instagram.com/p/abc/' },
    timestamp: '2026-05-01T10:00:00+0000',
  };
  const item = (more: object, poster: instagram.Poster | null = null) =>
    instagram.itemOf({ ...media, ...more }, poster, NOW);

  it('makes an anonymous entry and an attachment of what a hashtag finds', () => {
    const found = item({});
    expect(found?.content).toMatchObject({
      title: 'Fog at #sea <b>',
      body: '<p>Fog</p><p>at #sea &lt;b&gt;</p>',
      author: '',
    });
    expect(found?.content.post).toEqual({
      ...{ network: 'instagram', id: media.id, type: 'instagram' },
      attachments: {
        instagram_item: {
          ...{
            caption: media.caption,
            created_time: '2026-05-01T10:00:00.000Z',
            link: media.permalink,
            media_id: media.id,
          },
          ...{ media_type: 'image', username: '', user_full_name: '', user_id: '', profile_picture: null },
          ...{ video_low_resolution: null, video_standard_resolution: null },
          ...{ video_low_resolution_expires_at: null, video_standard_resolution_expires_at: null },
        },
      },
      entry: {
        ...{ item_type: 'instagram', item_id: media.id, published_at: '2026-05-01T10:00:00.000Z', user: null },
        ...{ item_url: media.permalink, image_url: media.media_url, text: media.caption, is_reply: false },
        ...{ stat1: 3, stat2: 1, stat3: 0 },
      },
    });
    expect(found?.content.person).toBeUndefined();
  });

  it('knows no likes that are hidden, and finds pictures in carousels only where there are any', () => {
    const { like_count: _, ...hidden } = media;
    expect(instagram.itemOf(hidden, null, NOW)?.content.post?.entry?.stat1).toBeNull();
    const children = {
      data: [{ media_type: 'VIDEO' }, { media_type: 'IMAGE', media_url: 'https://cdn.example/2.jpg' }],
    };
    const album = item({ media_type: 'CAROUSEL_ALBUM', media_url: undefined, children });
    expect(album?.content.cover).toBe('https://cdn.example/2.jpg');
    expect(album?.content.post?.attachments?.instagram_item?.media_type).toBe('carousel');
    expect(item({ media_type: 'VIDEO', media_url: 'https://cdn.example/1.mp4' })?.content.cover).toBeNull();
    expect(item({ media_url: 'javascript:alert(1)' })?.content.cover).toBeNull();
    expect(item({ media_url: undefined, caption: undefined })?.reason).toBe('It has neither a text nor a picture.');
    expect([
      item({ caption: undefined })?.content.title,
      item({ caption: undefined, username: 'ida.h' })?.content.title,
    ]).toEqual([...['Instagram', '@ida.h']]);
  });

  it('is unchanged when its picture has only another signature, and changed with its text', () => {
    const hash = (more: object) => item(more)?.contentHash.toString('hex');
    expect(hash({ media_url: 'https://cdn.example/1.jpg?sig=2', like_count: 9 })).toBe(hash({}));
    expect(hash({ caption: 'Sun' })).not.toBe(hash({}));
  });

  it('has the poster of business discovery with all figures', () => {
    const poster = instagram.posterOf({ id: '5', username: 'Ida.H', name: 'Ida', followers_count: 7, media_count: 3 });
    const found = item({}, poster);
    expect(found?.content).toMatchObject({ author: 'Ida', person: 'instagram:ida.h', creators: ['@ida.h'] });
    expect(found?.content.post?.entry?.user).toMatchObject({
      user_id: '5',
      followers: 7,
      following: null,
      posts_published: 3,
    });
    expect(instagram.posterOf({ username: 'no name' })).toBeNull();
  });

  it.each([{ id: '../x' }, { id: 17 }, { timestamp: 'yesterday' }])('is no post: %o', (more) => {
    expect(item(more)).toBeNull();
  });
});

describe('Facebook', () => {
  const post = {
    ...{ id: '1_2', message: 'Fog #sea', created_time: '2026-05-01T10:00:00+0000' },
    ...{ permalink_url: 'https://www.facebook.com/1/posts/2', full_picture: 'https://cdn.example/1.jpg' },
    from: { id: '1', name: 'Harbour', picture: { data: { url: 'https://cdn.example/h.jpg' } } },
    ...{ reactions: { data: [], summary: { total_count: 7 } }, comments: { data: [], summary: { total_count: 2 } } },
  };

  it('has the attachment with all fields, in their formats', () => {
    const attachments = {
      data: [
        {
          ...{
            media_type: 'album',
            title: 'Album',
            description: 'D',
            unshimmed_url: 'https://e.example/a',
            target: { id: '9' },
          },
          subattachments: { data: [{ media: { image: { src: 'https://cdn.example/2.jpg' } } }, { media: {} }] },
        },
      ],
    };
    expect(facebook.itemOf({ ...post, attachments }, NOW)?.content.post?.attachments).toEqual({
      facebook_post: {
        ...{
          commenting_post_id_str: '1_2',
          created_time: '2026-05-01T10:00:00+0000',
          from_id_str: '1',
          from_name: 'Harbour',
        },
        ...{
          link: 'https://e.example/a',
          link_caption: '',
          link_description: 'D',
          link_name: 'Album',
          message: 'Fog #sea',
        },
        ...{ object_id: '9', picture: 'https://cdn.example/1.jpg', post_id_str: '1_2', post_type: 'photo' },
        profile_picture_url: 'https://cdn.example/h.jpg',
        picture_attachments: [{ url: 'https://cdn.example/2.jpg' }],
      },
    });
  });

  it('has no shares when the network names none, and unknown figures when it hides them', () => {
    const found = facebook.itemOf(post, NOW);
    expect(found?.content.post?.entry).toMatchObject({
      stat1: 7,
      stat2: 2,
      stat3: 0,
      user: { user_id: '1', fullname: 'Harbour' },
    });
    expect(found?.content).toMatchObject({ title: 'Fog #sea', tags: ['sea'], person: 'facebook:1', author: 'Harbour' });
    expect(facebook.figuresOf({ shares: { count: 3 } })).toEqual({ stat1: null, stat2: null, stat3: 3 });
  });

  it('may have no poster, no text and no page', () => {
    const { from: _, ...anonymous } = post;
    expect(facebook.itemOf(anonymous, NOW)?.content.post?.entry?.user).toBeNull();
    expect(facebook.itemOf({ ...post, message: undefined, story: 'Harbour was at sea.' }, NOW)?.content.title).toBe(
      'Harbour was at sea.',
    );
    expect(facebook.itemOf({ ...post, permalink_url: 'data:x' }, NOW)?.content.url).toBe(
      'https://www.facebook.com/1_2',
    );
    expect(facebook.itemOf({ ...post, message: '', full_picture: null }, NOW)?.reason).toContain('neither');
    expect(facebook.itemOf({ ...post, id: 'a/../b' }, NOW)).toBeNull();
  });
});
