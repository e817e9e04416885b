/** Media trackers of X and Mastodon against the simulator: articles, entries, figures, deletions, states and flags. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Any, type NetworkDesk, networkDesk } from './testing/networks.ts';

let d: NetworkDesk;
let x: Any;
let mastodon: Any;
let tag: string;
let number = 0;
beforeAll(async () => {
  d = await networkDesk();
  mastodon = await d.account({ network: 'mastodon', server: 'social.simulated.example' });
});
/** Every test has an account and a hashtag of its own. */
beforeEach(async () => {
  number += 1;
  tag = `tag${number}`;
  x = await d.account({ network: 'x', token: `token-${number}`, monthly_cap: 10_000 });
});

const seed = async (network: string, posts: object[]) =>
  (await d.control(`${network}/seed`, { posts })).posts as { id: string }[];
const posts = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, at) => ({ text: `Post ${at} of #${tag}`, user: `user${at % 3}`, ...more }));
const tracker = (account: Any, fields: object = {}) => ({
  ...{ account_id: account.id, targets: [{ type: 'hashtag', value: tag }], ...fields },
});
const titles = async () =>
  (await d.articles()).filter(({ title }) => title.includes(`#${tag}`)).map(({ title }) => title);

describe('rules', () => {
  it.each(['mastodon', 'x'])('know the language, the replies and the followers of posts of %s', async (network) => {
    const path = `/sites/${d.site}/intake-rules`;
    const [post] = await seed(network, [{ text: `Suomeksi #${tag}`, lang: 'fi' }]);
    await seed(network, [{ text: `English #${tag}` }, { text: `Reply #${tag}`, reply_to: post?.id }]);
    const noReplies = { name: 'No replies', match: { is_reply: true }, action: 'reject' };
    const { intake_rule } = await d.app.manage('POST', path, { intake_rule: noReplies });
    const { id } = await d.add(tracker(network === 'x' ? x : mastodon, { include_replies: true }));
    await d.app.manage('DELETE', `${path}/${intake_rule.id}`);
    expect((await d.items(id)).map(({ title, state }) => `${title.split(' ')[0]} ${state}`).sort()).toEqual([
      ...['English published', 'Reply rejected', 'Suomeksi published'],
    ]);
    const matched = async (match: object) => {
      const rule = { name: 'New', source_id: id, match, action: 'hold' };
      return (await d.app.manage('POST', `${path}/trial`, { rule }, 200)).trial.rules[0].matched;
    };
    expect(await matched({ languages: ['fi', 'sv'] })).toBe(1);
    expect(await matched({ languages: ['en'], is_reply: false })).toBe(1);
    // The simulated town has from 10 to 20,010 of them each.
    expect(await matched({ min_followers: 10, max_followers: 20_010 })).toBe(3);
    expect(await matched({ min_followers: 20_011 })).toBe(0);
    expect(await matched({ max_followers: 9 })).toBe(0);
  });
});

describe('a tracker of Mastodon', () => {
  it('makes a link of each post, and later takes the new ones only', async () => {
    await seed('mastodon', posts(3, { image: 'https://pictures.example/1.jpg' }));
    const { id, forecast } = await d.add(tracker(mastodon));
    expect(forecast).toBeNull();
    expect(await titles()).toHaveLength(3);
    const [article] = (await d.articles()).filter(({ title }) => title.includes(`#${tag}`));
    expect(article).toMatchObject({ type: 'link', source: 'media_tracker', state: 'published', tags: [tag] });
    const { article: whole } = await d.app.manage('GET', `/sites/${d.site}/articles/${article.uid}`);
    expect(whole).toMatchObject({
      cover_url: 'https://pictures.example/1.jpg',
      author_credit: expect.stringContaining('(simulated)'),
    });
    expect(whole.url).toMatch(/^https:\/\/social\.simulated\.example\/@user\d\/\d+$/);
    await seed('mastodon', posts(45, { user: 'many' }));
    await d.poll(id);
    expect(await d.items(id)).toHaveLength(48);
    await d.poll(id);
    expect((await d.items(id)).map(({ state }) => state)).toEqual(Array(48).fill('published'));
  });

  it.each(['mastodon', 'x'])(
    'of %s misses nothing that comes after a first poll that found nothing',
    async (network) => {
      const { id } = await d.add(tracker(network === 'x' ? x : mastodon));
      expect(await d.items(id)).toEqual([]);
      await seed(network, posts(110));
      await d.poll(id);
      const { rows } = await d.app.pool.query('select state from source_item where source_id = $1', [id]);
      expect(rows.map(({ state }) => state)).toEqual(Array(110).fill('published'));
    },
  );

  it('follows accounts, without replies unless they are wanted, and in one language', async () => {
    const user = `ida${number}`;
    const [first] = await seed('mastodon', [{ text: `Hello #${tag}`, user, lang: 'fi' }]);
    await seed('mastodon', [
      { text: `Answer #${tag}`, user, reply_to: first?.id, lang: 'fi' },
      { text: `English #${tag}`, user, lang: 'en' },
    ]);
    const targets = [{ type: 'account', value: user }];
    const { id } = await d.add({ ...tracker(mastodon), targets, language: 'fi' });
    expect((await d.items(id)).map(({ title }) => title)).toEqual([`Hello #${tag}`]);
    const other = await d.add({ ...tracker(mastodon), targets, include_replies: true });
    expect((await d.items(other.id)).map(({ state }) => state).sort()).toEqual(['duplicate', 'published', 'published']);
  });

  it('is refused with phrases, and an account that nobody has is an error of the source', async () => {
    const path = `/sites/${d.site}/sources`;
    const source = { kind: 'media_tracker', name: 'T', section_id: d.section, account_id: mastodon.id };
    const refused = async (fields: object) =>
      (await d.app.manage('POST', path, { source: { ...source, ...fields } }, 422)).problems[0].path;
    expect(await refused({ targets: [{ type: 'phrase', value: 'two words' }] })).toBe('/targets/0/type');
    expect(await refused({ targets: [] })).toBe('/targets');
    expect(await refused({ targets: [{ type: 'hashtag', value: '#x' }] })).toBe('/targets/0/value');
    expect(await refused({ targets: [{ type: 'hashtag', value: 'x' }], campaign_id: 999_999 })).toBe('/campaign_id');
    expect(await refused({ targets: [{ type: 'hashtag', value: 'x' }], account_id: 999_999 })).toBe('/account_id');
    const { last_error } = await d.add({ ...tracker(mastodon), targets: [{ type: 'account', value: 'nobody' }] });
    expect(last_error).toMatchObject({ code: 'not_found', message: 'Record not found' });
  });
});

describe('a tracker of X', () => {
  it('makes a tweet and an entry of each post, linked both ways, over all pages', async () => {
    const campaign = await d.campaign();
    await seed('x', posts(4, { image: 'https://pictures.example/2.jpg' }));
    const made = await d.add(tracker(x, { campaign_id: campaign }));
    expect(made.forecast).toMatchObject({ most_cents_per_month: 10_000, posts_per_day: expect.any(Number) });
    await seed('x', posts(101));
    await d.poll(made.id);
    const entries = (await d.app.pool.query('select * from campaign_entry where campaign_id = $1', [campaign])).rows;
    expect(entries).toHaveLength(105);
    const { rows: tweets } = await d.app.pool.query(
      `select id, written -> 'attachments' -> 'tweet' ->> 'tweet_id_str' as tweet from article where site_id = $1 and type = 'tweet'`,
      [d.site],
    );
    const ids = new Map(tweets.map(({ id, tweet }) => [tweet, id]));
    for (const { item_id, article_id, article_ids } of entries)
      expect([article_id, article_ids]).toEqual([ids.get(item_id), [ids.get(item_id)]]);
    const [entry] = await d.entries(campaign);
    expect(entry).toMatchObject({ item_type: 'twitter', followers: expect.any(Number), username: expect.any(String) });
    const { campaign: flagged } = await d.app.manage('GET', `/campaigns/${campaign}`);
    expect(flagged).toMatchObject({
      twitter_connected: true,
      twitter_items_exist: true,
      twitter_access_token_invalid: false,
    });
    const { spent, budgets } = await d.readAccount(x.id);
    // 4 posts with 3 users, then 101: 100 with 3 users, and one with its own.
    expect(spent).toBe(Math.ceil(105 * 0.5 + 7));
    expect(budgets).toMatchObject([{ bucket: 'search', used: 3, ceiling: 450 }]);
  });

  it('puts a held article into its entry when an editor publishes it, and the same post into two campaigns', async () => {
    const [one, two] = [await d.campaign(), await d.campaign()];
    const [post] = await seed('x', posts(1));
    const first = await d.add(tracker(x, { campaign_id: one, approval: 'hold' }));
    const second = await d.add(tracker(x, { campaign_id: two, approval: 'hold' }));
    expect((await d.items(second.id))[0].state).toBe('duplicate');
    const [item] = await d.items(first.id);
    expect(item).toMatchObject({ state: 'held', external_id: `x:${post?.id}` });
    expect((await d.entries(one))[0].service_article_ids).toEqual([]);
    await d.app.manage('PUT', `/sites/${d.site}/articles/${item.uid}/publication`, {});
    const { article } = await d.app.manage('GET', `/sites/${d.site}/articles/${item.uid}`);
    for (const campaign of [one, two])
      expect((await d.entries(campaign))[0]).toMatchObject({
        service_article_id: article.id,
        service_article_ids: [article.id],
      });
  });

  it('makes neither article nor entry of what is blocked', async () => {
    const campaign = await d.campaign();
    await d.app.manage('POST', `/sites/${d.site}/blocked`, { blocked: { kind: 'person', value: '@mallory' } });
    await seed('x', posts(2, { user: 'mallory' }));
    const { id } = await d.add(tracker(x, { campaign_id: campaign }));
    expect((await d.items(id)).map(({ state }) => state)).toEqual(['rejected', 'rejected']);
    expect(await d.entries(campaign)).toEqual([]);
  });

  it('reads the new dialect, phrases and accounts', async () => {
    await d.control('x/seed', { dialect: 'new' });
    await seed('x', [
      { text: `A storm warning ${tag}`, user: 'office' },
      { text: 'From me', user: `pilot${number}` },
    ]);
    const campaign = await d.campaign();
    const targets = [
      { type: 'phrase', value: `storm warning ${tag}` },
      { type: 'account', value: `pilot${number}` },
    ];
    await d.add({ ...tracker(x, { campaign_id: campaign }), targets });
    await d.control('x/seed', { dialect: 'old' });
    const entries = await d.entries(campaign);
    expect(entries.map(({ text }) => text).sort()).toEqual([`A storm warning ${tag}`, 'From me']);
    expect(entries[0].posts_published).toBe(321);
  });
});

describe('later looks', () => {
  it('refresh the figures of entries', async () => {
    const campaign = await d.campaign();
    await seed('x', posts(3));
    const { id } = await d.add(tracker(x, { campaign_id: campaign }));
    const sum = async () => (await d.entries(campaign)).reduce((all, { stat1 }) => all + stat1, 0);
    const before = await sum();
    await d.control('clock', { ahead: 6 * 3_600 });
    await d.look(id);
    expect(await sum()).toBeGreaterThan(before);
    await d.control('clock', { ahead: -6 * 3_600 });
  });

  it('take down a post that is missing twice, and no other', async () => {
    const campaign = await d.campaign();
    const [gone, hidden, stays] = await seed('x', posts(3));
    const { id } = await d.add(tracker(x, { campaign_id: campaign }));
    await seed('x', [{ id: gone?.id, state: 'gone' } as object, { id: hidden?.id, state: 'protected' }]);
    await d.look(id);
    expect((await d.items(id)).map(({ state }) => state)).toEqual(Array(3).fill('published'));
    await d.look(id);
    expect((await d.items(id)).map(({ state }) => state)).toEqual(Array(3).fill('published'));
    await d.app.pool.query("update tracked_post set missing_since = missing_since - interval '10 minutes'");
    await d.look(id);
    const items = await d.items(id);
    const stateOf = (post?: { id: string }) => items.find(({ external_id }) => external_id === `x:${post?.id}`)?.state;
    expect([gone, hidden, stays].map(stateOf)).toEqual(['gone', 'gone', 'published']);
    const { rows } = await d.app.pool.query(
      "select raw, article.state from source_item item join article using (site_id, uid) where item.source_id = $1 and item.state = 'gone'",
      [id],
    );
    expect(rows).toEqual(Array(2).fill({ raw: null, state: 'unpublished' }));
    const reasons = (await d.entries(campaign)).map(
      ({ last_data_update_failure_reason }) => last_data_update_failure_reason?.code,
    );
    expect(reasons.sort()).toEqual(['not_found', 'not_found', undefined]);
  });

  it('see that a post of Mastodon is gone, and that one came back', async () => {
    const [gone, back] = await seed('mastodon', posts(2));
    const { id } = await d.add(tracker(mastodon));
    await seed('mastodon', [{ id: gone?.id, state: 'gone' } as object, { id: back?.id, state: 'gone' }]);
    await d.look(id);
    await seed('mastodon', [{ id: back?.id, state: 'public' } as object]);
    await d.app.pool.query("update tracked_post set missing_since = missing_since - interval '10 minutes'");
    await d.look(id);
    expect((await d.items(id)).map(({ state }) => state).sort()).toEqual(['gone', 'published']);
  });
});

describe('states of an account', () => {
  const flags = async (campaign: number) => (await d.app.manage('GET', `/campaigns/${campaign}`)).campaign;

  it('show an expired token on the next poll, and clear when a new one works', async () => {
    const campaign = await d.campaign();
    const { id } = await d.add(tracker(x, { campaign_id: campaign }));
    await d.app.pool.query("update network_account set expires_at = now() - interval '1 minute' where id = $1", [x.id]);
    expect((await d.poll(id)).last_error.code).toBe('token_expired');
    expect(await flags(campaign)).toMatchObject({ twitter_access_token_invalid: true });
    await d.app.manage('PATCH', `/sites/${d.site}/network-accounts/${x.id}`, { network_account: { token: 'new' } });
    expect(await flags(campaign)).toMatchObject({ twitter_access_token_invalid: true });
    expect((await d.poll(id)).last_error).toBeNull();
    expect(await flags(campaign)).toMatchObject({ twitter_access_token_invalid: false });
    expect((await d.readAccount(x.id)).state).toBe('ok');
  });

  it('doubt a refusal until it is repeated after five minutes', async () => {
    const campaign = await d.campaign();
    const { id } = await d.add(tracker(x, { campaign_id: campaign }));
    await d.control('x/fault', { match: '/search', kind: 'unauthorized', count: 3 });
    for (let times = 0; times < 2; times += 1) {
      expect((await d.poll(id)).last_error.code).toBe('token_invalid');
      expect([(await d.readAccount(x.id)).state, (await flags(campaign)).twitter_access_token_invalid]).toEqual([
        'ok',
        false,
      ]);
    }
    await d.app.pool.query("update network_account set doubted_at = doubted_at - interval '5 minutes' where id = $1", [
      x.id,
    ]);
    await d.poll(id);
    expect([(await d.readAccount(x.id)).state, (await flags(campaign)).twitter_access_token_invalid]).toEqual([
      'invalid',
      true,
    ]);
    await d.poll(id);
    expect([(await d.readAccount(x.id)).state, (await flags(campaign)).twitter_access_token_invalid]).toEqual([
      'ok',
      false,
    ]);
  });

  it.each([
    ['locked', 'account_locked', 'locked', true],
    ['capped', 'quota_exhausted', 'quota', false],
    ['credits', 'quota_exhausted', 'quota', false],
    ['html', 'forbidden', 'ok', false],
    ['unavailable', 'network_unavailable', 'ok', false],
    ['cut', 'network_unavailable', 'ok', false],
    ['rate_limited_legacy', 'rate_limited', 'ok', false],
  ])('after %s', async (kind, code, state, isFlagged) => {
    const campaign = await d.campaign();
    const { id } = await d.add(tracker(x, { campaign_id: campaign }));
    await d.control('x/fault', { match: '/search', kind, count: 1 });
    expect((await d.poll(id)).last_error.code).toBe(code);
    expect((await d.readAccount(x.id)).state).toBe(state);
    expect((await flags(campaign)).twitter_spam_protection_triggered).toBe(isFlagged);
    const { last_error } = await d.readAccount(x.id);
    expect(JSON.stringify(last_error)).not.toContain(`token-${number}`);
  });

  it.each([
    ['unauthorized', 0],
    ['credits', 0],
    ['capped', 0],
    ['html', 0],
    ['rate_limited', 0],
    // Perhaps the network has charged for them.
    ['unavailable', 150],
    ['cut', 150],
  ])('counts a search that ended as %s with %d cents', async (kind, cents) => {
    const { id } = await d.add(tracker(x));
    const { spent } = await d.readAccount(x.id);
    await d.control('x/fault', { match: '/search', kind, count: 1 });
    expect((await d.poll(id)).last_error).not.toBeNull();
    expect((await d.readAccount(x.id)).spent).toBe(spent + cents);
  });

  it('spends no more than the cap, and asks no more often than allowed', async () => {
    await d.app.manage('PATCH', `/sites/${d.site}/network-accounts/${x.id}`, { network_account: { monthly_cap: 20 } });
    await seed('x', posts(30));
    const { id } = await d.add(tracker(x, { backlog: 10 }));
    await d.poll(id);
    expect((await d.poll(id)).last_error).toMatchObject({ code: 'quota_exhausted' });
    const account = await d.readAccount(x.id);
    expect(account.state).toBe('quota');
    expect(account.spent).toBeLessThanOrEqual(20);
    await d.app.manage('DELETE', `/sites/${d.site}/network-accounts/${x.id}`, undefined, 409);
  });
});

it('erases everything by one person, in campaigns too, and does not collect it again', async () => {
  const campaign = await d.campaign();
  await seed('x', [
    { text: `Private #${tag}`, user: `erased${number}` },
    { text: `Other #${tag}`, user: 'other' },
  ]);
  const { id } = await d.add(tracker(x, { campaign_id: campaign }));
  const entry = (await d.entries(campaign)).find(({ text }) => text.startsWith('Private'));
  await d.app.manage('POST', `/sites/${d.site}/erasures`, { erasure: { person: `x:${entry.user_id}` } }, 202);
  await expect.poll(async () => (await d.items(id)).filter(({ state }) => state === 'erased').length).toBe(1);
  expect((await d.entries(campaign)).map(({ text }) => text)).toEqual([`Other #${tag}`]);
  const { rows } = await d.app.pool.query('select from campaign_user where campaign_id = $1 and username = $2', [
    campaign,
    `erased${number}`,
  ]);
  expect(rows).toHaveLength(0);
  await seed('x', [{ text: `Again #${tag}`, user: `erased${number}` }]);
  await d.poll(id);
  expect(await d.entries(campaign)).toHaveLength(1);
});
