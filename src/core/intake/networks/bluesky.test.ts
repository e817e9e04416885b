/** What payloads of Bluesky become, good and hostile ones. */
import { describe, expect, it } from 'vitest';
import * as bluesky from './bluesky.ts';

const NOW = new Date('2026-05-02T00:00:00Z');
const AT = '2026-05-01T10:00:00.000Z';
const did = 'did:plc:abcdefghijklmnopqrstuvwx';
const uri = `at://${did}/app.bsky.feed.post/3kabc`;
const record = {
  ...{
    $type: 'app.bsky.feed.post',
    text: 'Sää är ☂ on #Sea a.example/…',
    createdAt: AT,
    langs: ['en-GB'],
    tags: ['fog'],
  },
  facets: [
    { index: { byteStart: 17, byteEnd: 21 }, features: [{ $type: 'app.bsky.richtext.facet#tag', tag: 'Sea' }] },
    {
      index: { byteStart: 22, byteEnd: 35 },
      features: [{ uri: 'https://a.example/?a="b"' }, { uri: 'https://a.example/?a=1&b' }],
    },
  ],
};
const post = {
  ...{ uri, cid: 'c', record, indexedAt: '2026-05-01T10:00:05.000Z', likeCount: 3, replyCount: 2, repostCount: 1 },
  author: { did, handle: 'ida.example', displayName: 'Ida “<b>” Holm', avatar: 'https://p.example/a' },
  embed: {
    $type: 'app.bsky.embed.images#view',
    images: [{ thumb: 'https://p.example/s', fullsize: 'https://p.example/1' }],
  },
};
const all = { language: null, includeReplies: true };
const items = (one: object, wanted: Parameters<typeof bluesky.searchItems>[1] = all) =>
  bluesky.searchItems({ posts: [one] }, wanted, NOW);

it('become links, whose facets count bytes', () => {
  expect(items(post)[0]).toMatchObject({
    ...{ externalId: `bluesky:${uri}`, publishedAt: new Date(AT), textKey: null, reason: null },
    content: {
      ...{ title: record.text, tags: ['Sea', 'fog'], author: 'Ida “<b>” Holm', creators: ['@ida.example'] },
      body: '<p>Sää är ☂ on #Sea <a href="https://a.example/?a=1&amp;b">a.example/…</a></p>',
      ...{ url: 'https://bsky.app/profile/ida.example/post/3kabc', cover: 'https://p.example/1' },
      ...{ person: `bluesky:${did}`, post: { network: 'bluesky', id: uri, type: 'link', isReply: false } },
      languages: ['en'],
    },
  });
  expect(bluesky.figuresIn({ posts: [post] }).get(uri)).toEqual({ stat1: 3, stat2: 2, stat3: 1 });
});

it('are left out if they are replies, reposts or in another language', () => {
  const reply = { ...post, record: { ...record, reply: {} } };
  expect(items(reply)[0]?.content.post?.isReply).toBe(true);
  expect(items(reply, { ...all, includeReplies: false })).toEqual([]);
  expect(items(post, { ...all, language: 'fi' })).toEqual([]);
  expect(items(post, { ...all, language: 'en' })).toHaveLength(1);
  const feed = [
    { post, reason: { $type: 'app.bsky.feed.defs#reasonRepost' } },
    { post, reason: { $type: 'x#reasonPin' } },
  ];
  expect(bluesky.feedItems({ feed }, all, NOW)).toHaveLength(1);
});

it('show what they embed', () => {
  const external = { uri: 'https://a.example/', title: 'A <card>', thumb: 'https://p.example/t' };
  const [card] = items({ ...post, record: { ...record, text: '' }, embed: { external } });
  expect(card?.content).toMatchObject({ title: 'A <card>', cover: 'https://p.example/t', url: expect.any(String) });
  expect(card?.content.body).toContain('<a href="https://a.example/">A &lt;card&gt;</a>');
  const [video] = items({ ...post, embed: { media: { thumbnail: 'https://p.example/v', media: { media: {} } } } });
  expect(video?.content.cover).toBe('https://p.example/v');
});

it('are kept from readers if their authors want that', () => {
  const [item] = items({ ...post, author: { ...post.author, labels: [{ val: '!no-unauthenticated' }] } });
  expect(item?.reason).toBe('Its author does not want to be shown to everyone.');
  expect(JSON.stringify(item?.content)).not.toMatch(/Sea|Ida/);
});

it('leave nothing hostile in, and stand missing fields', () => {
  const future = { ...post, record: { ...record, createdAt: '2099-01-01T00:00:00Z' } };
  expect(items(future)[0]?.publishedAt).toEqual(new Date('2026-05-01T10:00:05.000Z'));
  const facet = (byteStart: unknown, byteEnd: unknown) => ({
    index: { byteStart, byteEnd },
    features: [{ uri: 'https://e.example' }],
  });
  const facets = [facet(0, 9_999), facet(5, 2), facet('0', 4), facet(-3, 4), null, facet(0, 3), facet(2, 6)];
  const [odd] = items({ ...post, record: { ...record, facets, text: 'abcdefg <b>' } });
  expect(odd?.content.body).toBe('<p><a href="https://e.example">abc</a>defg &lt;b&gt;</p>');
  const evil = {
    ...post,
    author: { handle: '../x', displayName: 5 },
    embed: { images: [{ fullsize: 'javascript:1' }] },
  };
  expect(items(evil)[0]?.content).toMatchObject({
    ...{ url: `https://bsky.app/profile/${did}/post/3kabc`, cover: null, author: '', creators: [] },
  });
  for (const one of [
    { ...post, uri: 'at://evil/app.bsky.feed.post/1' },
    { ...post, record: null, indexedAt: null },
    null,
    5,
  ])
    expect(items(one as object)).toEqual([]);
  expect(bluesky.searchItems(null, all, NOW)).toEqual([]);
});

describe('answers', () => {
  it.each([
    [200, {}, null],
    [400, { error: 'ExpiredToken' }, 'token_expired'],
    [401, { error: 'AuthenticationRequired' }, 'token_invalid'],
    [400, { error: 'InvalidToken' }, 'token_invalid'],
    [400, { error: 'InvalidRequest', message: 'Profile not found' }, 'not_found'],
    [400, { error: 'InvalidRequest', message: 'Error: cursor' }, 'bad_response'],
    [403, null, 'forbidden'],
    [401, { error: 'AccountTakedown' }, 'account_locked'],
    [429, { error: 'RateLimitExceeded' }, 'rate_limited'],
    [502, null, 'network_unavailable'],
  ])('%i %o mean %s', (status, body, code) => {
    expect(bluesky.failureOf(status, body)?.code ?? null).toBe(code);
  });
});
