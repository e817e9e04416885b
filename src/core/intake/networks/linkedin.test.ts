/** What payloads of LinkedIn become, good and hostile ones. */
import { describe, expect, it } from 'vitest';
import * as linkedin from './linkedin.ts';

const NOW = new Date('2026-05-02T00:00:00Z');
const AT = Date.parse('2026-05-01T10:00:00Z');
const id = 'urn:li:share:7100000000000000001';
const by = { urn: 'urn:li:organization:5', name: 'Harbour Post', followers: 7 };
const post = {
  ...{ id, author: by.urn, publishedAt: AT, createdAt: AT - 1, lastModifiedAt: AT + 5, lifecycleState: 'PUBLISHED' },
  ...{ visibility: 'PUBLIC', content: { article: { source: 'https://a.example/x?a=1&b=2', title: 'A <story>' } } },
  commentary: 'Fog at {hashtag|\\#|Sea} \\(again\\)\n\nwith @[Ida \\[Pilot\\]](urn:li:person:a1)',
};
const figures = new Map([[id, { stat1: 3, stat2: 2, stat3: 0 }]]);
const items = (one: object) => linkedin.itemsOf({ elements: [one] }, by, figures, NOW);

it('become an article and an entry', () => {
  const [item] = items(post);
  expect(item).toMatchObject({ externalId: `linkedin:${id}`, publishedAt: new Date(AT), reason: null });
  expect(item?.content).toMatchObject({
    ...{ title: 'Fog at #Sea (again) with Ida [Pilot]', tags: ['Sea'], author: 'Harbour Post', cover: null },
    body: '<p>Fog at #Sea (again)</p><p>with Ida [Pilot]</p><p><a href="https://a.example/x?a=1&amp;b=2">A &lt;story&gt;</a></p>',
    ...{ url: `https://www.linkedin.com/feed/update/${id}/`, person: `linkedin:${by.urn}` },
    post: { network: 'linkedin', id, type: 'link' },
  });
  expect(item?.content.post?.entry).toMatchObject({
    ...{ item_type: 'linkedin', item_id: id, stat1: 3, stat2: 2, stat3: 0, is_reply: false },
    user: { user_id: by.urn, fullname: 'Harbour Post', followers: 7 },
  });
  expect(linkedin.wantedIds({ elements: [post, { ...post, visibility: 'CONNECTIONS' }] })).toEqual([id]);
});

it('are not offered unless everyone can see them, nor if they only repeat a post', () => {
  const unwanted = [
    { lifecycleState: 'DRAFT' },
    { visibility: 'LOGGED_IN' },
    { reshareContext: { parent: 'urn:li:share:1' }, commentary: ' ' },
    { id: 'urn:li:person:1' },
    { publishedAt: undefined, createdAt: 'yesterday' },
    { publishedAt: 1e300, createdAt: Number.NaN },
  ];
  for (const fields of unwanted) expect(items({ ...post, ...fields }), JSON.stringify(fields)).toEqual([]);
  expect(items({ ...post, reshareContext: { parent: 'urn:li:share:1' } })).toHaveLength(1);
});

it('leave nothing hostile in, and stand missing fields', () => {
  const [bare] = linkedin.itemsOf({ elements: [{ ...post, content: null, commentary: 5 }] }, by, new Map(), NOW);
  expect(bare).toMatchObject({ reason: 'It has no text.', content: { body: '' } });
  expect(bare?.content.post?.entry).toMatchObject({ stat1: null, stat2: null });
  const evil = {
    ...post,
    commentary: '<script>',
    content: { article: { source: 'javascript:alert(1)', title: '<b>' } },
  };
  expect(items(evil)[0]?.content.body).toBe('<p>&lt;script&gt;</p>');
  expect(items({ ...post, publishedAt: NOW.getTime() * 2 })[0]?.publishedAt).toEqual(NOW);
  for (const body of [null, [], { elements: 'x' }, { elements: [null, 1] }])
    expect(linkedin.itemsOf(body, by, new Map(), NOW)).toEqual([]);
  expect(linkedin.plainCommentary(`${'@['.repeat(5_000)}${'\\'.repeat(5_000)}`)).toHaveLength(12_500);
});

it('have figures, and are gone only if that is said of them', () => {
  const results = {
    [id]: { reactionSummaries: { LIKE: { count: 2 }, PRAISE: { count: 3 } }, commentSummary: { count: 4 } },
  };
  const errors = { 'urn:li:share:2': { status: 404 }, 'urn:li:share:3': { status: 403 } };
  const { found, missing } = linkedin.looksOf({ results, errors, statuses: { 'urn:li:ugcPost:4': 404, [id]: 404 } });
  expect(found.get(id)).toEqual({ stat1: 5, stat2: 4, stat3: 0 });
  expect([...missing]).toEqual(['urn:li:share:2', 'urn:li:ugcPost:4']);
  expect(linkedin.figuresIn({ results: { [id]: {} } }).get(id)).toEqual({ stat1: null, stat2: null, stat3: 0 });
  expect(linkedin.looksOf({})).toEqual({ found: new Map(), missing: new Set() });
  expect([linkedin.followersOf({ firstDegreeSize: 9 }), linkedin.nameOf({ localizedName: ' A ' })]).toEqual([9, 'A']);
  expect(linkedin.listParameter(['urn:li:share:1', 'urn:li:ugcPost:2'])).toBe(
    'List(urn%3Ali%3Ashare%3A1,urn%3Ali%3AugcPost%3A2)',
  );
});

describe('answers', () => {
  it.each([
    [200, {}, null],
    [401, { serviceErrorCode: 65_600 }, 'token_invalid'],
    [401, { serviceErrorCode: 65_601, code: 'REVOKED_ACCESS_TOKEN' }, 'token_invalid'],
    [401, { serviceErrorCode: 65_602 }, 'token_expired'],
    [403, { serviceErrorCode: 100, code: 'ACCESS_DENIED' }, 'permission_missing'],
    [403, null, 'forbidden'],
    [404, {}, 'not_found'],
    [426, { code: 'NONEXISTENT_VERSION' }, 'version_retired'],
    [400, { code: 'VERSION_MISSING' }, 'bad_response'],
    [429, { message: 'Resource level throttle limit' }, 'quota_exhausted'],
    [500, null, 'network_unavailable'],
  ])('%i %o mean %s', (status, body, code) => {
    expect(linkedin.failureOf(status, body)?.code ?? null).toBe(code);
  });
});
