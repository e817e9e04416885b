/** Media trackers of Instagram and Facebook against the simulator: pages, hashtags, entries, deletions, states and flags. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Any, type NetworkDesk, networkDesk } from './testing/networks.ts';

let d: NetworkDesk;
let number = 0;
let tag: string;
let user: string;
let own: string;
let instagram: Any;
let facebook: Any;
beforeAll(async () => {
  d = await networkDesk();
});
/** Every test has accounts, a hashtag and a page of its own. */
beforeEach(async () => {
  number += 1;
  tag = `graph${number}`;
  user = `page${number}`;
  own = (await seed('instagram', [{ text: 'Mine', user: `own${number}` }]))[0]?.user_id ?? '';
  await seed('facebook', [{ text: 'First', user, at: '2026-01-01T00:00:00Z' }]);
  instagram = await d.account({ network: 'instagram', token: `ig-${number}`, external_id: own });
  facebook = await d.account({ network: 'facebook', token: `fb-${number}`, external_id: user });
});

const seed = async (network: string, posts: object[], more: object = {}) =>
  (await d.control(`${network}/seed`, { posts, ...more })).posts as { id: string; user_id: string }[];
const posts = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, at) => ({ text: `Post ${at} of #${tag}`, user, ...more }));
const hashtag = (value = tag) => [{ type: 'hashtag', value }];
const ownPage = [{ type: 'own' }];
const tracker = (account: Any, fields: object = {}) => d.add({ account_id: account.id, ...fields });
const states = async (id: number) => (await d.items(id)).map(({ state }) => state).sort();
const flags = async (campaign: number) => (await d.app.manage('GET', `/campaigns/${campaign}`)).campaign;
const requests = async () =>
  ((await (await fetch(`${d.url}/_sim/requests`)).json()) as Any).requests.map(({ path }: Any) => path) as string[];

describe('a tracker of Instagram', () => {
  it('takes all pages of a hashtag though the cursor is the same on each, as anonymous entries', async () => {
    const campaign = await d.campaign();
    await seed('instagram', [{ text: `First #${tag}`, user }]);
    const { id, interval } = await tracker(instagram, { targets: hashtag(), campaign_id: campaign });
    expect([interval, await states(id)]).toEqual([7_200, ['published']]);
    await seed('instagram', posts(4, { kind: 'carousel', image: 'https://pictures.example/1.jpg' }));
    await seed('instagram', posts(60, { state: 'protected' }));
    await seed('instagram', posts(3, { without: ['media_url', 'like_count'] }));
    await d.poll(id);
    expect(await states(id)).toEqual(Array(8).fill('published'));
    const entries = await d.entries(campaign);
    expect(entries).toHaveLength(8);
    expect(entries.filter(({ incomplete, stat1 }) => incomplete && stat1 === 0)).toHaveLength(3);
    expect(entries[0]).toMatchObject({ item_type: 'instagram', username: '', analytics_user_id: null });
    const article = (await d.articles()).find(({ title }) => title === `Post 0 of #${tag}` && title);
    const { article: whole } = await d.app.manage('GET', `/sites/${d.site}/articles/${article.uid}`);
    expect(whole.type).toBe('instagram');
    expect(whole.attachments.instagram_item.media_id).toMatch(/^179\d+$/);
    const before = (await requests()).length;
    await d.poll(id);
    const again = (await requests()).slice(before);
    expect(again.filter((path) => path.includes('ig_hashtag_search'))).toEqual([]);
    expect(await states(id)).toEqual(Array(8).fill('published'));
    expect(await flags(campaign)).toMatchObject({ instagram_connected: true, instagram_items_exist: true });
    const { budgets } = await d.readAccount(instagram.id);
    expect(budgets).toMatchObject([{ bucket: 'calls' }, { bucket: 'hashtags', used: 1, ceiling: 30 }]);
  });

  it('never looks at more than 30 hashtags in a week, and goes on with those that it knows', async () => {
    const tags = Array.from({ length: 31 }, (_, at) => `${tag}n${at}`);
    const targets = (values: string[]) => values.map((value) => ({ type: 'hashtag', value }));
    await seed('instagram', [{ text: `Of #${tags[0]} and #${tags[30]}`, user }], {
      switches: { unknown_hashtags: true },
    });
    const first = await tracker(instagram, { targets: targets(tags.slice(0, 20)) });
    const second = await tracker(instagram, { targets: targets(tags.slice(20)) });
    expect([await states(first.id), await d.items(second.id)]).toEqual([['published'], []]);
    expect((await d.readAccount(instagram.id)).state).toBe('ok');
    expect(second.last_error).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('30 hashtags') });
    await seed('instagram', [{ text: `More of #${tags[0]}`, user }], { switches: { unknown_hashtags: false } });
    await d.poll(first.id);
    expect(await d.items(first.id)).toHaveLength(2);
  });

  it('reads own and tagged media and other professional accounts', async () => {
    await seed('instagram', [{ text: `Look @own${number}`, user: `friend${number}` }]);
    await seed('instagram', posts(2, { user: `harbour${number}` }));
    const campaign = await d.campaign();
    const targets = [{ type: 'own' }, { type: 'tagged' }, { type: 'account', value: `harbour${number}` }];
    const { id } = await tracker(instagram, { targets, campaign_id: campaign });
    const names = (await d.entries(campaign)).map(({ username }) => username).sort();
    expect(names).toEqual([`friend${number}`, `harbour${number}`, `harbour${number}`, `own${number}`]);
    const known = (await d.entries(campaign)).find(({ username }) => username === `harbour${number}`);
    expect(known).toMatchObject({ followers: expect.any(Number), posts_published: 321 });
    await d.app.manage('POST', `/sites/${d.site}/erasures`, { erasure: { person: `instagram:friend${number}` } }, 202);
    await expect.poll(async () => (await states(id)).filter((state) => state === 'erased')).toHaveLength(1);
    expect(await d.entries(campaign)).toHaveLength(3);
  });

  it('reads the other targets when one does not exist', async () => {
    await seed('instagram', posts(1));
    const targets = [...hashtag(`none${number}`), { type: 'account', value: 'nobody' }, ...hashtag()];
    const source = await tracker(instagram, { targets });
    expect(source.last_error).toMatchObject({ code: 'not_found' });
    expect([await states(source.id), source.failures]).toEqual([['published'], 0]);
    const lost = await tracker(instagram, { targets: targets.slice(0, 2) });
    expect([lost.failures, lost.last_success_at]).toEqual([1, null]);
  });

  it('is refused with what its network does not know', async () => {
    const refused = async (fields: object) => {
      const source = { kind: 'media_tracker', name: 'T', section_id: d.section, account_id: instagram.id, ...fields };
      return (await d.app.manage('POST', `/sites/${d.site}/sources`, { source }, 422)).problems[0].path;
    };
    expect(await refused({ targets: [{ type: 'phrase', value: 'x' }] })).toBe('/targets/0/type');
    expect(await refused({ targets: [{ type: 'own', value: 'x' }] })).toBe('/targets/0/value');
    expect(await refused({ targets: [{ type: 'hashtag' }] })).toBe('/targets/0/value');
    expect(await refused({ targets: hashtag('two words') })).toBe('/targets/0/value');
    expect(await refused({ targets: hashtag(), language: 'fi' })).toBe('/language');
    const account = { network: 'instagram', name: 'A', token: 't' };
    await d.app.manage('POST', `/sites/${d.site}/network-accounts`, { network_account: account }, 422);
  });
});

describe('a tracker of Facebook', () => {
  it('reads short and empty pages to the end, and no post from before', async () => {
    const campaign = await d.campaign();
    const { id } = await tracker(facebook, { targets: ownPage, campaign_id: campaign });
    expect(await states(id)).toEqual(['published']);
    await seed('facebook', [{ text: `Album ${tag}`, user, image: 'https://pictures.example/1.jpg', kind: 'carousel' }]);
    await seed('facebook', posts(210, { state: 'protected' }));
    await seed('facebook', posts(4));
    // It was written before the source was added, and changed since.
    await seed('facebook', [{ text: 'Old', user, at: '2025-12-01T00:00:00Z', changedAt: Date.now() } as object]);
    await d.poll(id);
    expect(await states(id)).toEqual(Array(6).fill('published'));
    const entries = await d.entries(campaign);
    expect(entries.map(({ item_type }) => item_type)).toEqual(Array(6).fill('facebook'));
    const { rows } = await d.app.pool.query(
      `select written -> 'attachments' -> 'facebook_post' as post from article where site_id = $1 and title = $2`,
      [d.site, `Album ${tag}`],
    );
    expect(rows[0].post).toMatchObject({ post_type: 'photo', from_name: user, picture_attachments: [{}, {}] });
    await d.poll(id);
    expect(await states(id)).toEqual(Array(6).fill('published'));
  });

  it('reads permitted pages and posts that tag the own one', async () => {
    await seed('facebook', [
      { text: `Hello @${user}`, user: `visitor${number}` },
      { text: 'Other', user: `other${number}` },
    ]);
    const targets = [{ type: 'tagged' }, { type: 'account', value: `other${number}` }];
    const { id } = await tracker(facebook, { targets });
    expect((await d.items(id)).map(({ title }) => title).sort()).toEqual([`Hello @${user}`, 'Other']);
    await seed('facebook', [{ text: 'Hidden', user: `hidden${number}` }], { private: [`hidden${number}`] });
    const hidden = await tracker(facebook, { targets: [{ type: 'account', value: `hidden${number}` }] });
    expect(hidden.last_error.code).toBe('permission_missing');
  });
});

describe('later looks', () => {
  it.each([
    ['instagram', false],
    ['facebook', false],
    ['facebook', true],
  ])('at %s refresh figures and take down what is missing twice (all fail together: %s)', async (network, together) => {
    await d.control(`${network}/seed`, { switches: { ids_fail_together: together } });
    const campaign = await d.campaign();
    const made = await seed(network, posts(3));
    const [account, targets] = network === 'instagram' ? [instagram, hashtag()] : [facebook, ownPage];
    const { id } = await tracker(account, { targets, campaign_id: campaign });
    const sum = async () => (await d.entries(campaign)).reduce((all, { stat1 }) => all + stat1, 0);
    const before = await sum();
    await d.control('clock', { ahead: 6 * 3_600 });
    await d.look(id);
    expect(await sum()).toBeGreaterThan(before);
    await d.control('clock', { ahead: -6 * 3_600 });
    await seed(network, [{ id: made[0]?.id, state: 'gone' } as object, { id: made[1]?.id, state: 'protected' }]);
    await d.look(id);
    await d.app.pool.query("update tracked_post set missing_since = missing_since - interval '10 minutes'");
    await d.look(id);
    expect((await states(id)).filter((state) => state === 'gone')).toHaveLength(2);
    await d.control(`${network}/seed`, { switches: { ids_fail_together: false } });
  });

  it('take nothing down that Instagram never shows by its id', async () => {
    await d.control('instagram/seed', { switches: { hides_media: true } });
    await seed('instagram', posts(2));
    const { id } = await tracker(instagram, { targets: hashtag() });
    for (let look = 0; look < 3; look += 1) {
      await d.look(id);
      await d.app.pool.query("update tracked_post set missing_since = missing_since - interval '10 minutes'");
    }
    await d.control('instagram/seed', { switches: { hides_media: false } });
    expect(await states(id)).toEqual(['published', 'published']);
  });
});

describe('states of an account', () => {
  it.each([
    ['expired', 'token_expired', 'expired', { facebook_access_token_expired: true, facebook_password_changed: false }],
    [
      'password_changed',
      'password_changed',
      'password_changed',
      { facebook_access_token_expired: true, facebook_password_changed: true },
    ],
    ['unauthorized', 'token_invalid', 'ok', { facebook_access_token_expired: false }],
    ['checkpoint', 'account_locked', 'ok', { facebook_access_token_expired: false }],
  ])('of Facebook after %s', async (kind, code, state, expected) => {
    const campaign = await d.campaign();
    const { id } = await tracker(facebook, { targets: ownPage, campaign_id: campaign });
    expect(await flags(campaign)).toMatchObject({ facebook_connected: true, facebook_access_token_expired: false });
    await d.control('facebook/fault', { match: '/published_posts', kind, count: 1 });
    expect((await d.poll(id)).last_error.code).toBe(code);
    const { facebook_access_token_expired, facebook_api_token_expired } = await flags(campaign);
    expect(facebook_api_token_expired).toBe(facebook_access_token_expired);
    expect([(await d.readAccount(facebook.id)).state, await flags(campaign)]).toMatchObject([state, expected]);
    await d.app.pool.query('delete from network_budget');
    await d.poll(id);
    expect(await flags(campaign)).toMatchObject({
      facebook_access_token_expired: false,
      facebook_password_changed: false,
    });
  });

  it('of Instagram: doubts a dead token and a lost permission, and touches no flags of other networks', async () => {
    const campaign = await d.campaign();
    await d.app.manage('PATCH', `/campaigns/${campaign}`, { campaign: { twitter_connected: true } });
    await seed('instagram', posts(1));
    const { id } = await tracker(instagram, { targets: hashtag(), campaign_id: campaign });
    for (const kind of ['unauthorized', 'forbidden']) {
      for (const isSure of [false, true]) {
        await d.control('instagram/fault', { match: '/', kind, count: 1 });
        await d.poll(id);
        expect((await flags(campaign)).instagram_access_token_invalid, kind).toBe(isSure);
        await d.app.pool.query(
          "update network_account set doubted_at = doubted_at - interval '5 minutes' where id = $1",
          [instagram.id],
        );
      }
      await d.poll(id);
      expect(await flags(campaign)).toMatchObject({ instagram_access_token_invalid: false, twitter_connected: true });
    }
  });

  it('says nothing of the token in errors', async () => {
    const { id } = await tracker(facebook, { targets: ownPage });
    await d.control('facebook/fault', { match: '/published_posts', kind: 'expired', count: 1 });
    await d.poll(id);
    const { last_error } = await d.readAccount(facebook.id);
    expect(JSON.parse(last_error.details)).toMatchObject({ status: 400, code: '190', error_subcode: '463' });
    expect(JSON.stringify(last_error)).not.toContain(`fb-${number}`);
  });

  it('rests at 80 percent of the usage that the network names', async () => {
    await d.control('facebook/seed', { limits: { calls: 5 } });
    const { id } = await tracker(facebook, { targets: ownPage });
    for (let poll = 0; poll < 5; poll += 1) await d.poll(id);
    await d.control('facebook/seed', { limits: { calls: 200 } });
    expect((await requests()).filter((path) => path.includes(`/${user}/published_posts`))).toHaveLength(4);
    const { budgets, state } = await d.readAccount(facebook.id);
    expect([state, budgets[0].used]).toEqual(['ok', 200]);
  });
});
