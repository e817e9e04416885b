/** What payloads of X and Mastodon become, good and hostile ones. */
import { describe, expect, it } from 'vitest';
import { postsPerDay } from '../pace.ts';
import * as mastodon from './mastodon.ts';
import { addressOf, countOf, titleOf } from './post.ts';
import * as x from './x.ts';

const NOW = new Date('2026-05-02T00:00:00Z');
const AT = '2026-05-01T10:00:00.000Z';

describe('X', () => {
  const user = {
    ...{ id: '22', name: 'Ida “<b>” Holm', username: 'ida', description: 'Pilot' },
    profile_image_url: 'https://p.example/ida_normal.jpg',
    public_metrics: { followers_count: 7, following_count: 3, tweet_count: 9, listed_count: 0 },
  };
  const post = {
    ...{ id: '1844674407370955161', text: 'Fog & <rain>\n\nat #Sea', author_id: '22', created_at: AT, lang: 'en' },
    public_metrics: {
      retweet_count: 1,
      reply_count: 2,
      like_count: 3,
      quote_count: 0,
      bookmark_count: 4,
      impression_count: 5,
    },
    attachments: { media_keys: ['3_1', '3_2'] },
    referenced_tweets: [{ type: 'replied_to', id: '17' }],
    entities: { hashtags: [{ tag: 'Sea' }] },
  };
  const media = [
    { media_key: '3_1', type: 'photo', url: 'https://p.example/1.jpg' },
    {
      ...{ media_key: '3_2', type: 'video', preview_image_url: 'https://p.example/2.jpg' },
      variants: [
        { bit_rate: 1, content_type: 'video/mp4', url: 'https://p.example/low.mp4' },
        { bit_rate: 2, content_type: 'video/mp4', url: 'https://p.example/high.mp4' },
        { content_type: 'application/x-mpegURL', url: 'https://p.example/list' },
      ],
    },
  ];
  const page = (data: object[], more = {}) => x.pageOf({ data, includes: { users: [user], media }, ...more }, NOW);

  it('becomes an article, an attachment and an entry', () => {
    const { items, posts, users } = page([post], { meta: { newest_id: '9', next_token: 'b' } });
    expect([posts, users]).toEqual([1, 1]);
    const [item] = items;
    expect(item).toMatchObject({ externalId: `x:${post.id}`, publishedAt: new Date(AT), textKey: null, reason: null });
    expect(item?.content).toMatchObject({
      ...{ title: 'Fog & <rain> at #Sea', body: '<p>Fog &amp; &lt;rain&gt;</p><p>at #Sea</p>', tags: ['Sea'] },
      ...{ url: `https://x.com/ida/status/${post.id}`, cover: 'https://p.example/1.jpg', author: user.name },
      ...{ creators: ['@ida'], person: 'x:22', languages: ['en'] },
    });
    expect(item?.content.post?.attachments?.tweet).toMatchObject({
      ...{ created_at: '2026-05-01 10:00:00', screen_name: 'ida', tweet_id_str: post.id, user_id_str: '22' },
      ...{ image_url: 'https://p.example/1.jpg', video_url: 'https://p.example/high.mp4', retweet_of_id: null },
      profile_image_url: 'https://p.example/ida.jpg',
      oembed: expect.stringContaining('Fog &amp; &lt;rain&gt;'),
    });
    expect(item?.content.post?.entry).toMatchObject({
      ...{ item_type: 'twitter', item_id: post.id, is_reply: true, stat1: 3, stat2: 2, stat3: 1 },
      ...{ impressions_count: 5, saved_count: 4, text: post.text },
      user: { user_id: '22', followers: 7, following: 3, posts_published: 9 },
    });
  });

  it('is the same in the new dialect', () => {
    const { retweet_count, ...metrics } = post.public_metrics;
    const { referenced_tweets, ...rest } = post;
    const renamed = {
      ...rest,
      ...{ referenced_posts: referenced_tweets, public_metrics: { ...metrics, repost_count: retweet_count } },
    };
    expect(page([renamed]).items).toEqual(page([post]).items);
    const long = page([{ ...post, note_post: { text: 'The whole note' } }]).items[0];
    expect(long?.content.title).toBe('The whole note');
  });

  it('leaves nothing hostile in, and stands missing keys', () => {
    const bad = page([
      { id: 'x', text: 'no id', created_at: AT },
      { id: '5', text: 'no date' },
      {
        id: '6',
        text: 'alone',
        created_at: '2099-01-01T00:00:00Z',
        author_id: '77',
        public_metrics: { like_count: -1 },
      },
      null as unknown as object,
    ]);
    const [item] = bad.items;
    expect(bad.items).toHaveLength(1);
    expect(item).toMatchObject({ publishedAt: NOW, content: { url: 'https://x.com/i/status/6', cover: null } });
    expect(item?.content.post?.entry).toMatchObject({ stat1: null, stat2: null, stat3: null });
    const evil = { ...user, username: '../evil', profile_image_url: 'javascript:alert(1)' };
    const [of] = x.pageOf({ data: [post], includes: { users: [evil] } }, NOW).items;
    expect(JSON.stringify(of)).not.toMatch(/javascript|\.\.\/evil/);
    expect(x.pageOf(null, NOW)).toMatchObject({ items: [], newestId: null, nextToken: null });
    expect(x.pageOf({ meta: { result_count: 0 } }, NOW).items).toEqual([]);
  });

  it('is searched for with one query, and ids are forgotten after a week', () => {
    const targets = [
      { type: 'hashtag' as const, value: 'sea' },
      { type: 'phrase' as const, value: 'storm warning' },
      { type: 'account' as const, value: 'ida' },
    ];
    const query = x.queryOf({ targets, language: 'fi', includeReplies: false });
    expect(query).toBe('(#sea OR "storm warning" OR from:ida) -is:retweet -is:reply lang:fi');
    expect(x.queryOf({ targets: targets.slice(0, 1), language: null, includeReplies: true })).toBe(
      '(#sea) -is:retweet',
    );
    const idAt = (time: string) => String(BigInt(Date.parse(time) - 1_288_834_974_657) << 22n);
    expect(x.isRecentId(idAt('2026-04-26T00:00:00Z'), NOW)).toBe(true);
    expect(x.isRecentId(idAt('2026-04-25T00:30:00Z'), NOW)).toBe(false);
    expect(x.isRecentId('none', NOW)).toBe(false);
  });

  it.each([
    [200, { data: [] }, null],
    [200, { data: [], errors: [{ type: 'https://api.twitter.com/2/problems/resource-not-found' }] }, null],
    [200, { errors: [{ code: 326, message: 'locked' }] }, 'account_locked'],
    [403, { errors: [{ code: 226 }] }, 'account_locked'],
    [401, { title: 'Unauthorized', type: 'about:blank' }, 'token_invalid'],
    [200, { errors: [{ code: 89 }] }, 'token_invalid'],
    [402, { title: 'CreditsDepleted' }, 'quota_exhausted'],
    [403, { type: '…/problems/usage-capped' }, 'quota_exhausted'],
    [429, { title: 'UsageCapExceeded' }, 'quota_exhausted'],
    [429, { errors: [{ code: 88 }] }, 'rate_limited'],
    [403, { type: '…/problems/client-forbidden' }, 'permission_missing'],
    [403, { type: 'about:blank' }, 'forbidden'],
    [403, null, 'forbidden'],
    [400, { type: '…/problems/invalid-request' }, 'bad_response'],
    [503, null, 'network_unavailable'],
  ])('means by %i %o: %s', (status, body, code) => {
    expect(x.failureOf(status, body)?.code ?? null).toBe(code);
  });

  it('counts a post as missing only if it is named', () => {
    const type = (name: string) => `https://api.twitter.com/2/problems/${name}`;
    const errors = [
      { resource_id: '1', type: type('resource-not-found') },
      { resource_id: '2', type: type('not-authorized-for-resource') },
      { resource_id: '3', type: type('something-else') },
    ];
    const { found, missing } = x.looksOf({ data: [{ id: '4', public_metrics: { like_count: 1 } }], errors });
    expect([...missing]).toEqual(['1', '2']);
    expect(found.get('4')).toMatchObject({ stat1: 1, stat2: null });
  });
});

describe('Mastodon', () => {
  const status = {
    ...{
      id: '11',
      uri: 'https://m.example/s/11',
      url: 'https://m.example/@ida/11',
      created_at: AT,
      visibility: 'public',
    },
    ...{ content: '<p>Fog at <a href="https://m.example/tags/sea">#sea</a></p>', language: 'en-GB', reblog: null },
    ...{ in_reply_to_id: null, favourites_count: 3, replies_count: 2, reblogs_count: 1, spoiler_text: '' },
    tags: [{ name: 'sea' }],
    media_attachments: [{ type: 'image', url: 'https://m.example/1.png', preview_url: 'https://m.example/s.png' }],
    account: { acct: 'ida', display_name: 'Ida Holm', url: 'https://m.example/@ida' },
  };
  const all = { language: null, includeReplies: true };
  const items = (one: object, wanted = all) => mastodon.itemsOf([one], wanted, NOW);

  it('becomes a link', () => {
    expect(items(status)[0]).toMatchObject({
      ...{ externalId: 'mastodon:11', textKey: null, reason: null },
      content: {
        ...{ title: 'Fog at #sea', body: status.content, url: status.url, author: 'Ida Holm', tags: ['sea'] },
        ...{ cover: 'https://m.example/1.png', creators: ['@ida'], person: 'mastodon:https://m.example/@ida' },
        post: { network: 'mastodon', id: '11', type: 'link' },
      },
    });
    expect(items(status)[0]?.content).toMatchObject({ languages: ['en'], post: { isReply: false, followers: null } });
    const reply = { ...status, in_reply_to_id: '1', account: { ...status.account, followers_count: 7 } };
    expect(items(reply)[0]?.content.post).toMatchObject({ isReply: true, followers: 7 });
    expect(items({ ...status, spoiler_text: 'Weather' })[0]?.content.title).toBe('Weather');
    expect(mastodon.figuresOf(status)).toEqual({ stat1: 3, stat2: 2, stat3: 1 });
    expect(mastodon.newestId([status, { id: '10' }])).toBe('11');
  });

  it('is left out if it is a boost, for followers, a reply or in another language', () => {
    expect(items({ ...status, reblog: {} })).toEqual([]);
    expect(items({ ...status, visibility: 'private' })).toEqual([]);
    expect(items({ ...status, in_reply_to_id: '1' }, { ...all, includeReplies: false })).toEqual([]);
    expect(items(status, { ...all, language: 'fi' } as unknown as typeof all)).toEqual([]);
    expect(items(status, { ...all, language: 'en' } as unknown as typeof all)).toHaveLength(1);
  });

  it('keeps nothing of people who do not want to be indexed', () => {
    const [item] = items({ ...status, account: { ...status.account, noindex: true } });
    expect(item?.reason).toBe('Its author does not want to be indexed.');
    expect(JSON.stringify(item?.content)).not.toMatch(/Fog|Ida/);
  });

  it('has codes for its failures', () => {
    const codes = [200, 401, 403, 404, 422, 429, 500, 418].map((one) => mastodon.failureOf(one, null)?.code ?? null);
    expect(codes).toEqual([
      ...[null, 'token_invalid', 'forbidden', 'not_found', 'permission_missing', 'rate_limited'],
      ...['network_unavailable', 'bad_response'],
    ]);
    expect(mastodon.failureOf(401, { error: 'The access token is invalid' })?.message).toBe(
      'The access token is invalid',
    );
  });
});

describe('values', () => {
  it('are bounded', () => {
    expect(titleOf('a'.repeat(500))).toHaveLength(81);
    expect(titleOf(' two\nlines ')).toBe('two lines');
    expect(
      ['https://a.example/"x', 'ftp://a', '//a.example', `https://a.example/${'a'.repeat(3_000)}`].map(addressOf),
    ).toEqual(Array(4).fill(''));
    expect([1.5, -1, Number.NaN, 1e20, '3', null].map(countOf)).toEqual([1, null, null, 2_147_483_647, null, null]);
  });

  it('of a day are estimated by the first poll, then by a moving mean', () => {
    const hours = (count: number) => new Date(NOW.getTime() - count * 3_600_000);
    expect(postsPerDay(undefined, [hours(12), hours(6)], null, NOW)).toBe(4);
    expect(postsPerDay(undefined, [], null, NOW)).toBe(0);
    expect(postsPerDay(10, [hours(1)], hours(6), NOW)).toBe(8.5);
    expect(postsPerDay(10, [hours(1)], hours(48), NOW)).toBe(0.5);
  });
});
