/** Media trackers of YouTube and TikTok against the simulator: what each network does in its own way. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { channelOf } from '../simulate/youtube.ts';
import { type Any, type NetworkDesk, networkDesk } from './testing/networks.ts';

let d: NetworkDesk;
let number = 0;
let tag: string;
let account: Any;
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
  Array.from({ length: count }, (_, at) => ({ text: `Video ${at} of #${tag}`, ...more }));
const states = async (id: number) => {
  const { rows } = await d.app.pool.query('select state from source_item where source_id = $1 order by id', [id]);
  return rows.map(({ state }) => state);
};
const later = () => d.app.pool.query("update tracked_post set missing_since = missing_since - interval '10 minutes'");
const requests = async (part: string): Promise<string[]> => {
  const { requests: all } = (await (await fetch(`${d.url}/_sim/requests`)).json()) as Any;
  return all.map(({ path }: Any) => path).filter((path: string) => path.includes(part));
};
const whole = async (title: string) => {
  const [found] = (await d.articles()).filter((one) => one.title === title);
  return (await d.app.manage('GET', `/sites/${d.site}/articles/${found.uid}`)).article;
};
const tracker = (fields: object = {}) => ({
  ...{ account_id: account.id, targets: [{ type: 'hashtag', value: tag }], ...fields },
});
const refusedAt = async (fields: object) => {
  const source = { kind: 'media_tracker', name: 'T', section_id: d.section, ...tracker(fields) };
  return (await d.app.manage('POST', `/sites/${d.site}/sources`, { source }, 422)).problems.map((one: Any) => one.path);
};

describe('a tracker of YouTube', () => {
  const KEY = 'AIza-secret';
  beforeEach(async () => {
    account = await d.account({ network: 'youtube', token: `${KEY}-${number}` });
  });

  it('makes a video of what searches and channels show, over all pages', async () => {
    const user = `tv${number}`;
    await seed('youtube', posts(2, { user, image: 'https://pictures.example/1.jpg' }));
    const targets = [
      ...[
        { type: 'hashtag', value: tag },
        { type: 'phrase', value: `storm of ${tag}` },
      ],
      { type: 'account', value: channelOf(user) },
    ];
    const { id, last_error } = await d.add(tracker({ targets }));
    expect(last_error).toBeNull();
    await seed('youtube', posts(52));
    await seed('youtube', [{ text: `A storm of ${tag}` }, { text: 'A trailer', user }]);
    const page = { match: '/playlistItems', kind: 'bad_page' };
    await d.control('youtube/fault', page);
    expect((await d.poll(id)).last_error.code).toBe('bad_response');
    expect((await d.poll(id)).last_error).toBeNull();
    expect(await states(id)).toEqual(Array(56).fill('published'));
    const article = await whole(`Video 1 of #${tag}`);
    expect(article).toMatchObject({
      type: 'video',
      tags: [tag],
      author_credit: expect.stringContaining('(simulated)'),
    });
    expect(article.attachments.video).toMatchObject({ service: 'youtube', original_url: article.url });
    expect(article.attachments.video.embed_src).toMatch(/^https:\/\/www\.youtube\.com\/embed\/[\w-]{11}$/);
    // Two of its targets are searches, of which there are 100 a day.
    expect((await d.app.manage('GET', `/sites/${d.site}/sources/${id}`)).source.interval).toBe(1_800);
    expect((await d.readAccount(account.id)).budgets.map(({ bucket }: Any) => bucket).sort()).toEqual([
      'search',
      'units',
    ]);
  });

  it('begins a search again whose page the network has forgotten', async () => {
    const { id } = await d.add(tracker());
    await seed('youtube', posts(60));
    await d.app.pool.query(
      "update source set cursor = jsonb_set(cursor, '{targets,0,page}', '\"lost\"') where id = $1",
      [id],
    );
    expect((await d.poll(id)).last_error).toBeNull();
    expect(await states(id)).toHaveLength(60);
  });

  it('takes down what is left out twice, also alone', async () => {
    const [gone] = await seed('youtube', posts(2));
    const { id } = await d.add(tracker());
    await d.control('youtube/fault', { match: '/videos', kind: 'empty' });
    await d.look(id);
    await later();
    await d.look(id);
    expect(await states(id)).toEqual(['published', 'published']);
    await seed('youtube', [{ id: gone?.id, state: 'protected' } as object]);
    for (let looks = 0; looks < 2; looks += 1) {
      await d.look(id);
      await later();
    }
    expect((await states(id)).sort()).toEqual(['gone', 'published']);
  });

  it('is refused with names of channels', async () => {
    expect(await refusedAt({ targets: [{ type: 'account', value: 'harbour' }] })).toEqual(['/targets/0/value']);
  });

  it.each([
    ['capped', 'quota_exhausted', 'quota'],
    ['rate_limited', 'rate_limited', 'ok'],
    ['forbidden', 'permission_missing', 'ok'],
    ['locked', 'account_locked', 'locked'],
    ['unauthorized', 'token_invalid', 'ok'],
    ['html', 'forbidden', 'ok'],
  ])('after %s says %s, and never shows the key', async (kind, code, state) => {
    const { id } = await d.add(tracker());
    await d.control('youtube/fault', { match: '/search', kind });
    expect((await d.poll(id)).last_error.code).toBe(code);
    const shown = await d.readAccount(account.id);
    expect(shown.state).toBe(state);
    const { rows } = await d.app.pool.query('select * from audit_entry');
    for (const one of [shown, rows, d.app.log]) expect(JSON.stringify(one)).not.toContain(KEY);
    const before = (await requests(`key=${KEY}-${number}`)).length;
    await d.poll(id);
    // The day of the searches is over, not that of the rest.
    expect((await requests(`key=${KEY}-${number}`)).length > before).toBe(kind !== 'capped');
  });
});

describe('a tracker of TikTok', () => {
  let user: string;
  beforeEach(async () => {
    user = `dancer${number}`;
    account = await d.account({ network: 'tiktok', token: user });
  });
  const own = (fields: object = {}) => tracker({ targets: [{ type: 'own' }], ...fields });

  it('makes a video of each one of the account, over short pages too', async () => {
    await seed('tiktok', posts(2, { user }));
    await seed('tiktok', posts(1, { user: 'other' }));
    const { id } = await d.add(own());
    expect(await states(id)).toEqual(['published', 'published']);
    const article = await whole(`Video 1 of #${tag}`);
    expect(article).toMatchObject({ type: 'video', author_credit: `${user} (simulated)`, tags: [tag] });
    expect(article.attachments.video).toMatchObject({ service: 'tiktok', username: `${user} (simulated)` });
    expect(article.url).toBe(article.attachments.video.original_url);
    await seed('tiktok', posts(41, { user }));
    await d.poll(id);
    expect(await states(id)).toEqual(Array(43).fill('published'));
    await d.control('tiktok/seed', { switches: { short_pages: true } });
    expect((await d.poll(id)).last_error).toBeNull();
    await d.control('tiktok/seed', { switches: { short_pages: false } });
  });

  it('takes down what is left out twice, also alone', async () => {
    const [gone] = await seed('tiktok', posts(2, { user }));
    const { id } = await d.add(own());
    await seed('tiktok', [{ id: gone?.id, state: 'gone' } as object]);
    for (let looks = 0; looks < 2; looks += 1) {
      await d.look(id);
      await later();
    }
    expect((await states(id)).sort()).toEqual(['gone', 'published']);
  });

  it('is refused with other targets, and with a language', async () => {
    expect(await refusedAt({})).toEqual(['/targets/0/type']);
    expect(await refusedAt({ targets: [{ type: 'own' }], language: 'fi' })).toEqual(['/language']);
  });

  it.each([
    ['unauthorized', 'token_invalid'],
    ['forbidden', 'permission_missing'],
    ['rate_limited', 'rate_limited'],
    ['cut', 'network_unavailable'],
  ])('after %s says %s', async (kind, code) => {
    const { id } = await d.add(own());
    await d.control('tiktok/fault', { match: '/list', kind });
    expect((await d.poll(id)).last_error.code).toBe(code);
    expect((await d.readAccount(account.id)).state).toBe('ok');
  });
});
