/** What payloads of YouTube and TikTok become, good and hostile ones. */
import { describe, expect, it } from 'vitest';
import * as tiktok from './tiktok.ts';
import * as youtube from './youtube.ts';

const NOW = new Date('2026-05-02T00:00:00Z');
const AT = '2026-05-01T10:00:00Z';

describe('YouTube', () => {
  const channelId = 'UCabcdefghijklmnopqrstuA';
  const id = 'abc_DEF-123';
  const snippet = {
    ...{ publishedAt: AT, channelId, channelTitle: 'Harbour TV', title: 'Fog & <rain>', description: 'One\n\n<two>' },
    ...{
      tags: ['sea', 5, ''],
      thumbnails: { default: { url: 'https://p.example/s' }, high: { url: 'https://p.example/h' } },
    },
  };
  const video = { id, snippet, statistics: { viewCount: '9', likeCount: '3', commentCount: '0' } };
  const pictures = new Map([[channelId, { picture: 'https://p.example/c' }]]);
  const items = (one: object, language: string | null = null) =>
    youtube.itemsOf({ items: [one] }, { ids: [id], pictures, language }, NOW);

  it('becomes a video', () => {
    expect(items(video)[0]).toMatchObject({
      ...{ externalId: `youtube:${id}`, publishedAt: new Date(AT), reason: null },
      content: {
        ...{ title: 'Fog & <rain>', body: '<p>One</p><p>&lt;two&gt;</p>', tags: ['sea'], author: 'Harbour TV' },
        ...{
          url: `https://www.youtube.com/watch?v=${id}`,
          cover: 'https://p.example/h',
          person: `youtube:${channelId}`,
        },
        post: {
          ...{ network: 'youtube', id, type: 'video' },
          attachments: {
            video: {
              ...{ service: 'youtube', embed_src: `https://www.youtube.com/embed/${id}`, username: 'Harbour TV' },
              ...{ profile_image_url: 'https://p.example/c', cover_url: 'https://p.example/h' },
            },
          },
        },
      },
    });
    const named = (fields: object) => items({ ...video, snippet: { ...snippet, ...fields } })[0]?.content.languages;
    expect(named({})).toEqual([]);
    expect(named({ defaultLanguage: 'en', defaultAudioLanguage: 'fi-FI' })).toEqual(['fi']);
    expect(youtube.figuresIn({ items: [video, { id: 'x', statistics: { likeCount: 7 } }] })).toEqual(
      new Map([
        [id, { stat1: 3, stat2: 0, stat3: null }],
        ['x', { stat1: null, stat2: null, stat3: null }],
      ]),
    );
  });

  it('is left out in another language', () => {
    const finnish = { ...video, snippet: { ...snippet, defaultAudioLanguage: 'fi-FI', defaultLanguage: 'en' } };
    expect([items(finnish, 'fi'), items(finnish, 'en'), items(video, 'fi')].map(({ length }) => length)).toEqual([
      1, 0, 0,
    ]);
  });

  it('leaves nothing hostile in, and stands missing fields', () => {
    const thumbnails = { maxres: { url: 'javascript:1' }, high: null, default: { url: 'https://p.example/s' } };
    expect(items({ ...video, snippet: { ...snippet, thumbnails } })[0]?.content.cover).toBe('https://p.example/s');
    for (const fields of [{ channelId: '../x' }, { publishedAt: 5 }])
      expect(items({ ...video, snippet: { ...snippet, ...fields } })).toEqual([]);
    expect(items({ ...video, snippet: { ...snippet, title: ' ' } })[0]?.reason).toBe('It has no title.');
    expect(youtube.itemsOf(null, { ids: [id], pictures, language: null }, NOW)).toEqual([]);
    const page = { items: [{ id: { videoId: id }, snippet }, { contentDetails: { videoId: '"><script>' } }, null] };
    expect([youtube.idsOf(page), youtube.nextPageOf(page), youtube.idsOf('x')]).toEqual([[id], '', []]);
    expect(youtube.datesOf(page)).toEqual({ oldest: Date.parse(AT), newest: Date.parse(AT) });
    expect(youtube.datesOf({})).toBeNull();
  });

  it('names channels, their pictures and their uploads', () => {
    const relatedPlaylists = { uploads: 'UUabc' };
    const channels = youtube.channelsIn({ items: [{ id: channelId, snippet, contentDetails: { relatedPlaylists } }] });
    expect(channels.get(channelId)).toEqual({ picture: 'https://p.example/h', uploads: 'UUabc' });
    expect(youtube.channelIdsOf({ items: [video, video] })).toEqual([channelId]);
    expect(youtube.searchOf({ type: 'hashtag', value: 'sea' })).toBe('#sea');
    expect(youtube.searchOf({ type: 'phrase', value: 'a "b' })).toBe('"a b"');
  });

  const error = (reason: string) => ({
    error: { code: 403, message: 'No', errors: [{ domain: 'youtube.quota', reason }] },
  });
  it.each([
    [200, {}, null],
    [403, error('quotaExceeded'), 'quota_exhausted'],
    [403, error('rateLimitExceeded'), 'rate_limited'],
    [403, error('forbidden'), 'permission_missing'],
    [403, null, 'forbidden'],
    [401, error('authError'), 'token_invalid'],
    [400, error('keyInvalid'), 'token_invalid'],
    [401, error('authenticatedUserAccountSuspended'), 'account_locked'],
    [400, error('invalidPageToken'), 'bad_response'],
    [404, error('playlistNotFound'), 'not_found'],
    [503, null, 'network_unavailable'],
  ])('means by %i %o: %s', (status, body, code) => {
    expect(youtube.failureOf(status, body)?.code ?? null).toBe(code);
  });
});

describe('TikTok', () => {
  const by = { id: 'open-1', name: 'Harbour', picture: 'https://p.example/c' };
  const video = {
    ...{ id: '7300000000000000001', title: '', video_description: 'Fog <b> #Sea', create_time: Date.parse(AT) / 1_000 },
    ...{
      cover_image_url: 'https://p.example/1?x-expires=1',
      share_url: 'https://www.tiktok.com/@harbour/video/73?utm_source=x',
    },
    ...{ embed_link: 'https://www.tiktok.com/embed/73', like_count: 3, comment_count: 2, share_count: 1 },
  };
  const page = (videos: unknown[], more = {}) => {
    const body = { data: { videos, ...more }, error: { code: 'ok' } };
    return { items: tiktok.itemsOf(body, by, NOW), ...tiktok.pageOf(body, Date.parse(AT)) };
  };

  it('becomes a video', () => {
    const { items, ...rest } = page([video], { cursor: 1_777, has_more: true });
    expect(rest).toEqual({ next: '1777', isNew: true, dates: { oldest: Date.parse(AT), newest: Date.parse(AT) } });
    expect(items[0]).toMatchObject({
      ...{ externalId: `tiktok:${video.id}`, publishedAt: new Date(AT), reason: null },
      content: {
        ...{ title: 'Fog <b> #Sea', body: '<p>Fog &lt;b&gt; #Sea</p>', tags: ['Sea'], author: 'Harbour' },
        ...{ url: 'https://www.tiktok.com/@harbour/video/73', cover: video.cover_image_url, person: 'tiktok:open-1' },
        post: { type: 'video', attachments: { video: { service: 'tiktok', embed_src: video.embed_link } } },
      },
    });
    const signed = { ...video, cover_image_url: 'https://p.example/1?x-expires=2' };
    expect(page([signed]).items[0]?.contentHash).toEqual(items[0]?.contentHash);
    expect(tiktok.figuresIn({ data: { videos: [video] } }).get(video.id)).toEqual({ stat1: 3, stat2: 2, stat3: 1 });
    const user = { open_id: 'open-1', display_name: ' Harbour ', avatar_url: 'https://p.example/c' };
    expect(tiktok.creatorOf({ data: { user } })).toEqual(by);
  });

  it('leaves nothing hostile in, and stands missing fields', () => {
    const evil = { ...video, embed_link: 'https://evil.example/', share_url: 'javascript:1', cover_image_url: 5 };
    const [item] = page([evil]).items;
    expect(item?.content).toMatchObject({ url: null, cover: null });
    expect(item?.content.post?.attachments).toMatchObject({
      video: { embed_src: `https://www.tiktok.com/embed/v2/${video.id}`, original_url: null },
    });
    expect(
      page([{ ...video, id: '../1' }, { ...video, create_time: 'x' }, { ...video, create_time: 1e300 }, null]).items,
    ).toEqual([]);
    expect(page([{ ...video, video_description: null, title: null }]).items[0]?.reason).toBe('It has no text.');
    expect(page([], { has_more: true, cursor: 'x' })).toEqual({ items: [], next: null, dates: null, isNew: false });
    expect(tiktok.itemsOf(null, by, NOW)).toEqual([]);
    expect(tiktok.creatorOf(null)).toEqual({ id: '', name: '', picture: '' });
  });

  it.each([
    [200, 'ok', null],
    [401, 'access_token_invalid', 'token_invalid'],
    [401, 'scope_not_authorized', 'permission_missing'],
    [400, 'scope_permission_missed', 'permission_missing'],
    [429, 'rate_limit_exceeded', 'rate_limited'],
    [400, 'invalid_params', 'bad_response'],
    [200, 'internal_error', 'network_unavailable'],
    [500, '', 'network_unavailable'],
    [403, '', 'forbidden'],
  ])('means by %i %s: %s', (status, name, code) => {
    expect(tiktok.failureOf(status, { error: { code: name, message: 'm' } })?.code ?? null).toBe(code);
  });
});
