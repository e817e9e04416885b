/** Media trackers of LinkedIn and Bluesky against the simulator: what each network does in its own way. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Any, type NetworkDesk, networkDesk } from './testing/networks.ts';

let d: NetworkDesk;
let number = 0;
let tag: string;
beforeAll(async () => {
  d = await networkDesk();
});
beforeEach(() => {
  number += 1;
  tag = `tag${number}`;
});

const seed = async (network: string, posts: object[]) =>
  (await d.control(`${network}/seed`, { posts })).posts as { id: string }[];
const posts = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, at) => ({ text: `Post ${at} of #${tag}`, ...more }));
const states = async (id: number) => {
  const { rows } = await d.app.pool.query('select state from source_item where source_id = $1 order by id', [id]);
  return rows.map(({ state }) => state);
};
/** Their network has named them as missing for ten minutes. */
const later = () => d.app.pool.query("update tracked_post set missing_since = missing_since - interval '10 minutes'");
const requests = async (part: string): Promise<string[]> => {
  const { requests: all } = (await (await fetch(`${d.url}/_sim/requests`)).json()) as Any;
  return all.map(({ path }: Any) => path).filter((path: string) => path.includes(part));
};

describe('a tracker of LinkedIn', () => {
  let account: Any;
  let organisation: string;
  beforeEach(async () => {
    account = await d.account({ network: 'linkedin', token: `linkedin-${number}` });
    organisation = `${1_000 + number}`;
  });
  const tracker = (fields: object = {}) => ({
    ...{ account_id: account.id, targets: [{ type: 'account', value: organisation }], ...fields },
  });
  const own = (count: number, more: object = {}) => posts(count, { user: organisation, ...more });

  it('makes a link and an entry of each post of an organisation, and changes those that were edited', async () => {
    const campaign = await d.campaign();
    const [first] = await seed('linkedin', own(3));
    await seed('linkedin', own(1, { state: 'protected' }));
    const { id } = await d.add(tracker({ campaign_id: campaign }));
    expect(await states(id)).toEqual(Array(3).fill('published'));
    const entries = await d.entries(campaign, 'linkedin');
    expect(entries).toHaveLength(3);
    expect(entries[0]).toMatchObject({
      ...{ item_type: 'linkedin', user_id: `urn:li:organization:${organisation}`, stat3: 0, incomplete: false },
      ...{ followers: expect.any(Number), service_article_ids: [expect.any(Number)] },
    });
    const { campaign: read } = await d.app.manage('GET', `/campaigns/${campaign}`);
    expect(read.linkedin_items_exist).toBe(true);
    await seed('linkedin', [{ id: first?.id, text: `Edited #${tag} (a little)` } as object]);
    await d.poll(id);
    const titles = (await d.articles()).filter(({ title }) => title.includes(`#${tag}`)).map(({ title }) => title);
    expect(titles.sort()).toEqual([`Edited #${tag} (a little)`, `Post 1 of #${tag}`, `Post 2 of #${tag}`]);
    const [article] = (await d.articles()).filter(({ title }) => title.startsWith(`Edited #${tag}`));
    const { article: whole } = await d.app.manage('GET', `/sites/${d.site}/articles/${article.uid}`);
    expect(whole).toMatchObject({
      type: 'link',
      author_credit: `Organisation ${organisation} (simulated)`,
      tags: [tag],
    });
  });

  it('misses nothing that comes after a first poll that found nothing, and asks no more than it needs', async () => {
    const { id } = await d.add(tracker());
    await seed('linkedin', own(60));
    await d.poll(id);
    expect(await states(id)).toEqual(Array(60).fill('published'));
    const before = (await requests('/linkedin/')).length;
    await d.poll(id);
    // The newest post was changed as late as the last poll saw.
    expect((await requests('/linkedin/')).length - before).toBeLessThanOrEqual(4);
    expect((await d.app.manage('GET', `/sites/${d.site}/sources/${id}`)).source.interval).toBe(3_600);
  });

  it('does without names that the token may not read', async () => {
    await d.control('linkedin/seed', { switches: { names_forbidden: true } });
    await seed('linkedin', own(1));
    const { id, last_error } = await d.add(tracker());
    await d.control('linkedin/seed', { switches: { names_forbidden: false } });
    expect([last_error, await states(id)]).toEqual([null, ['published']]);
    expect((await d.readAccount(account.id)).state).toBe('ok');
  });

  it('looks again for figures, and takes down what the network names as gone', async () => {
    const campaign = await d.campaign();
    const [gone] = await seed('linkedin', own(2));
    const { id } = await d.add(tracker({ campaign_id: campaign }));
    const sum = async () => (await d.entries(campaign, 'linkedin')).reduce((all, { stat1 }) => all + stat1, 0);
    const before = await sum();
    await d.control('clock', { ahead: 6 * 3_600 });
    await d.look(id);
    await d.control('clock', { ahead: -6 * 3_600 });
    expect(await sum()).toBeGreaterThan(before);
    await seed('linkedin', [{ id: gone?.id, state: 'gone' } as object]);
    await d.control('linkedin/seed', { switches: { nameless_errors: true } });
    await d.look(id);
    await d.control('linkedin/seed', { switches: { nameless_errors: false } });
    await later();
    await d.look(id);
    expect(await states(id)).toEqual(['published', 'published']);
    await later();
    await d.look(id);
    expect((await states(id)).sort()).toEqual(['gone', 'published']);
    const codes = (await d.entries(campaign, 'linkedin')).map((one) => one.last_data_update_failure_reason?.code);
    expect(codes.sort()).toEqual(['not_found', undefined]);
  });

  it('is refused with other targets than numbers of organisations, and with a language', async () => {
    const path = `/sites/${d.site}/sources`;
    const refused = async (fields: object) => {
      const source = { kind: 'media_tracker', name: 'T', section_id: d.section, ...tracker(fields) };
      return (await d.app.manage('POST', path, { source }, 422)).problems.map((one: Any) => one.path);
    };
    expect(await refused({ targets: [{ type: 'hashtag', value: 'sea' }] })).toEqual(['/targets/0/type']);
    expect(await refused({ targets: [{ type: 'account', value: 'harbour' }] })).toEqual(['/targets/0/value']);
    expect(await refused({ language: 'fi' })).toEqual(['/language']);
  });

  it.each([
    ['version_retired', 'version_retired', 'ok'],
    ['forbidden', 'permission_missing', 'ok'],
    ['revoked', 'token_invalid', 'ok'],
    ['expired', 'token_expired', 'ok'],
    ['html', 'forbidden', 'ok'],
    ['cut', 'network_unavailable', 'ok'],
  ])('after %s says %s', async (kind, code, state) => {
    const { id } = await d.add(tracker());
    await d.control('linkedin/fault', { match: '/posts', kind });
    expect((await d.poll(id)).last_error.code).toBe(code);
    expect((await d.readAccount(account.id)).state).toBe(state);
    expect((await d.poll(id)).last_error).toBeNull();
  });

  it('asks no more until midnight when the quota of the day is used up', async () => {
    const { id } = await d.add(tracker());
    await d.control('linkedin/fault', { match: '/posts', kind: 'rate_limited' });
    expect((await d.poll(id)).last_error.code).toBe('quota_exhausted');
    const { state, budgets } = await d.readAccount(account.id);
    expect([state, budgets[0].used]).toEqual(['quota', 500]);
    expect(budgets[0].resets_at).toMatch(/:00:20Z$/);
    const before = (await requests('/linkedin/')).length;
    expect((await d.poll(id)).last_error.code).toBe('quota_exhausted');
    expect((await requests('/linkedin/')).length).toBe(before);
  });
});

describe('a tracker of Bluesky', () => {
  let account: Any;
  beforeEach(async () => {
    const needed = { server: 'bsky.simulated.example', external_id: `ida${number}.example`, token: 'app-password' };
    account = await d.account({ network: 'bluesky', ...needed });
  });
  const tracker = (fields: object = {}) => ({
    ...{ account_id: account.id, targets: [{ type: 'hashtag', value: tag }], ...fields },
  });
  const sessions = async () =>
    (await requests('/bluesky/xrpc/com.atproto.server.')).map((path) => path.split('.').at(-1));

  it('makes links of searches and feeds, misses nothing, and signs in once', async () => {
    const before = (await sessions()).length;
    const user = `pilot${number}.example`;
    const targets = [
      ...tracker().targets,
      { type: 'phrase', value: `storm of ${tag}` },
      { type: 'account', value: user },
    ];
    await seed('bluesky', [{ text: 'Hello', user }]);
    const { id } = await d.add(tracker({ targets }));
    expect(await states(id)).toEqual(['published']);
    await seed('bluesky', posts(110));
    await seed('bluesky', [
      { text: `A storm of ${tag}!`, image: 'https://pictures.example/1.jpg' },
      { text: 'Again', user },
      { text: 'An answer', user, reply_to: 'at://did:plc:x/app.bsky.feed.post/1' },
    ]);
    await d.poll(id);
    expect(await states(id)).toEqual(Array(113).fill('published'));
    const [article] = (await d.articles()).filter(({ title }) => title.startsWith('A storm of'));
    const { article: whole } = await d.app.manage('GET', `/sites/${d.site}/articles/${article.uid}`);
    expect(whole).toMatchObject({ type: 'link', cover_url: 'https://pictures.example/1.jpg' });
    expect(whole.url).toMatch(/^https:\/\/bsky\.app\/profile\/[^/]+\.simulated\.example\/post\/\w{13}$/);
    expect((await sessions()).slice(before)).toEqual(['createSession']);
    const { rows } = await d.app.pool.query('select session::text, token::text from network_account where id = $1', [
      account.id,
    ]);
    expect(rows[0].session).not.toContain(Buffer.from('access~').toString('hex'));
  });

  it('renews a session that has expired, and signs in again only if that is refused', async () => {
    const { id } = await d.add(tracker());
    const before = (await sessions()).length;
    await d.control('clock', { ahead: 3 * 3_600 });
    expect((await d.poll(id)).last_error).toBeNull();
    await d.control('bluesky/fault', { match: 'searchPosts', kind: 'unauthorized' });
    expect((await d.poll(id)).last_error).toBeNull();
    await d.control('bluesky/fault', { match: 'searchPosts', kind: 'expired' });
    await d.control('bluesky/fault', { match: 'refreshSession', kind: 'expired' });
    expect((await d.poll(id)).last_error).toBeNull();
    await d.control('clock', { ahead: -3 * 3_600 });
    expect((await sessions()).slice(before)).toEqual([
      ...['refreshSession', 'refreshSession', 'refreshSession', 'createSession'],
    ]);
  });

  it('has a session of its own after its password was changed, and is refused with a wrong one', async () => {
    const { id } = await d.add(tracker());
    const path = `/sites/${d.site}/network-accounts/${account.id}`;
    await d.app.manage('PATCH', path, { network_account: { token: 'wrong' } });
    expect((await d.poll(id)).last_error).toMatchObject({
      ...{ code: 'token_invalid', message: 'Invalid identifier or password' },
    });
    await d.app.manage('PATCH', path, { network_account: { token: 'right' } });
    expect((await d.poll(id)).last_error).toBeNull();
  });

  it.each([false, true])('takes down what is named as gone, as a thread without it: %s', async (not_found_posts) => {
    await d.control('bluesky/seed', { switches: { not_found_posts } });
    const [gone] = await seed('bluesky', posts(2));
    const { id } = await d.add(tracker());
    await d.control('bluesky/fault', { match: 'getPosts', kind: 'empty' });
    await d.look(id);
    await later();
    await d.look(id);
    expect(await states(id)).toEqual(['published', 'published']);
    await seed('bluesky', [{ id: gone?.id, state: 'gone' } as object]);
    await d.look(id);
    await later();
    await d.look(id);
    expect((await states(id)).sort()).toEqual(['gone', 'published']);
  });

  it.each([
    ['html', 'forbidden', 'ok'],
    ['locked', 'account_locked', 'locked'],
    ['rate_limited', 'rate_limited', 'ok'],
    ['unavailable', 'network_unavailable', 'ok'],
  ])('after %s says %s', async (kind, code, state) => {
    const { id } = await d.add(tracker());
    await d.control('bluesky/fault', { match: 'searchPosts', kind });
    expect((await d.poll(id)).last_error.code).toBe(code);
    expect((await d.readAccount(account.id)).state).toBe(state);
    await d.app.pool.query("delete from network_budget where key like 'bluesky:%'");
  });

  it('erases a person by the id of the network, and collects nothing of it again', async () => {
    await seed('bluesky', [
      { text: `Private #${tag}`, user: `erased${number}` },
      { text: `Other #${tag}`, user: 'other' },
    ]);
    const { id } = await d.add(tracker());
    const { rows } = await d.app.pool.query(
      "select raw -> 'content' ->> 'person' as person from source_item where source_id = $1 and title like 'Private%'",
      [id],
    );
    expect(rows[0].person).toMatch(/^bluesky:did:plc:/);
    await d.app.manage('POST', `/sites/${d.site}/erasures`, { erasure: { person: rows[0].person } }, 202);
    await expect.poll(async () => (await states(id)).sort()).toEqual(['erased', 'published']);
    await seed('bluesky', [{ text: `Again #${tag}`, user: `erased${number}` }]);
    await d.poll(id);
    expect((await states(id)).sort()).toEqual(['erased', 'erased', 'published']);
  });
});
