/** Which receivers get which events: every event adds its deliveries in its own transaction. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { runCleanUp } from '../../../test/clean-ups.ts';
import { type TestSite, testSites } from '../articles/testing/test-site.ts';
import { oldChanges } from '../publication/jobs.ts';
import { oldDeliveries } from './jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
const { addSection, place, published, showSection, unpublish, add } = testSites(() => app);

interface Notified {
  webhook_id: number;
  action: string;
  article_id: number;
}

const register = async (site: number, fields: object = {}): Promise<number> =>
  (await app.manage('POST', `/sites/${site}/webhooks`, { webhook: { url: 'https://r.example/hook', ...fields } }))
    .webhook.id;

const rows = async (site: number): Promise<Notified[]> =>
  (
    await app.pool.query(
      'select webhook_id, action, article_id from webhook_delivery where site_id = $1 order by webhook_id, content_version, id',
      [site],
    )
  ).rows;

/** The deliveries of each webhook, in order. */
async function heard(site: number, webhooks: number[]): Promise<string[]> {
  const all = await rows(site);
  return webhooks.map((id) =>
    all
      .filter(({ webhook_id }) => webhook_id === id)
      .map(({ action }) => action)
      .join(' '),
  );
}

interface Matrix extends TestSite {
  other: number;
  webhooks: number[];
}

/** A site with two sections and three receivers: of the site, of the first section, of the second. */
async function matrix(): Promise<Matrix> {
  const at = await place();
  const other = await addSection(at.site, 'Other');
  const webhooks = [];
  for (const section_id of [null, at.section, other]) webhooks.push(await register(at.site, { section_id }));
  return { ...at, other, webhooks };
}

const patch = ({ site }: TestSite, uid: string, article: object) =>
  app.manage('PATCH', `/sites/${site}/articles/${uid}`, { article });

describe('the receivers of the site, of the section and of another section are notified of', () => {
  const cases: [string, (at: Matrix) => Promise<unknown>, string[]][] = [
    ['nothing of a draft', (at) => add(at), ['', '', '']],
    ['of a publication', (at) => published(at), ['publish', 'publish', '']],
    [
      'of an update and an unpublication, in order',
      async (at) => {
        const { uid } = await published(at);
        await patch(at, uid, { title: 'Cod', state: 'published' });
        await unpublish(at, uid);
      },
      ['publish update unpublish', 'publish update unpublish', ''],
    ],
    [
      'of pins',
      async (at) => {
        const { uid } = await published(at);
        await app.manage('PUT', `/sites/${at.site}/articles/${uid}/pins`, { pins: { pinned_index: 0 } });
      },
      ['publish update', 'publish update', ''],
    ],
    [
      'a move each in its own way',
      async (at) => {
        const { uid } = await published(at);
        await patch(at, uid, { section_id: at.other, state: 'published' });
      },
      ['publish update', 'publish unpublish', 'publish'],
    ],
    [
      'of a section that is hidden and shown',
      async (at) => {
        await published(at);
        await published(at);
        await showSection(at.site, at.section, 'hidden');
        await showSection(at.site, at.section, 'public');
      },
      [
        'publish publish unpublish unpublish publish publish',
        'publish publish unpublish unpublish publish publish',
        '',
      ],
    ],
    [
      'of a deletion',
      async (at) => {
        const { uid } = await published(at);
        await app.manage('DELETE', `/sites/${at.site}/articles/${uid}`);
      },
      ['publish unpublish', 'publish unpublish', ''],
    ],
    [
      'of pins and an unpublication in one request',
      async (at) => {
        const { uid } = await published(at);
        await patch(at, uid, { pinned_index: 1, state: 'unpublished' });
      },
      ['publish update unpublish', 'publish update unpublish', ''],
    ],
    [
      'once of what is told twice in one request',
      async (at) => {
        const { uid } = await published(at);
        await patch(at, uid, { pinned_index: 1, title: 'Cod', state: 'published' });
      },
      ['publish update', 'publish update', ''],
    ],
    [
      'of an article that loses one it featured',
      async (at) => {
        const one = await published(at);
        await published({ ...at, section: at.other }, { featured_articles: [one.id] });
        await unpublish(at, one.uid);
      },
      ['publish publish update unpublish', 'publish unpublish', 'publish update'],
    ],
  ];

  it.each(cases)('%s', async (_, act, expected) => {
    const at = await matrix();
    await act(at);
    expect(await heard(at.site, at.webhooks)).toEqual(expected);
    const lanes = await app.pool.query('select count(*)::int as lanes from webhook_lane where site_id = $1', [at.site]);
    const pairs = new Set((await rows(at.site)).map(({ webhook_id, article_id }) => `${webhook_id} ${article_id}`));
    expect(lanes.rows[0].lanes).toBe(pairs.size);
  });
});

it('a rendering that does not change the address notifies nobody', async () => {
  const at = await matrix();
  await published(at);
  await app.pool.query(
    `insert into article_event (site_id, content_version, article_id, action, scope, section_id, body)
     select site_id, content_version + 1000, article_id, 'update', 'feed', section_id, body from article_event where site_id = $1`,
    [at.site],
  );
  expect(await heard(at.site, at.webhooks)).toEqual(['publish', 'publish', '']);
});

it('a webhook gets only its own actions and site, also while it is paused', async () => {
  const [at, elsewhere] = [await place(), await place()];
  const webhooks = [
    await register(at.site, { actions: ['unpublish'] }),
    await register(at.site, { active: false }),
    await register(elsewhere.site),
  ];
  const { uid } = await published(at);
  await unpublish(at, uid);
  expect(await heard(at.site, webhooks)).toEqual(['unpublish', 'publish unpublish', '']);
  expect(await rows(elsewhere.site)).toEqual([]);
});

it('an event that was not committed has no delivery, and the bytes of the delivery are the event’s', async () => {
  const at = await place();
  const webhook = await register(at.site);
  const refused = await app.request('POST', `/v1/manage/sites/${at.site}/articles`, {
    token: 'admin-token-for-tests',
    body: { article: { title: 'x', section_id: at.section, state: 'published', category_id: 999 } },
  });
  expect(refused.status).toBe(422);
  expect(await heard(at.site, [webhook])).toEqual(['']);
  const { id } = await published(at);
  const { rows: found } = await app.pool.query(
    `select body from webhook_delivery join article_event using (site_id, content_version, article_id, action)
     where site_id = $1`,
    [at.site],
  );
  expect(found.map(({ body }) => JSON.parse(body).article.id)).toEqual([id]);
});

it('an event is stored past its time while a delivery of it waits', async () => {
  const at = await place();
  const webhook = await register(at.site, { active: false });
  await published(at);
  const eventsLeft = async () => {
    await app.pool.query("update article_event set at = now() - interval '31 days' where site_id = $1", [at.site]);
    await runCleanUp(app.pool, oldChanges);
    return (await app.pool.query('select from article_event where site_id = $1', [at.site])).rowCount;
  };
  expect(await eventsLeft()).toBe(1);
  await app.pool.query("update webhook_delivery set state = 'delivered' where webhook_id = $1", [webhook]);
  expect(await eventsLeft()).toBe(0);
});

it('deliveries and their log are deleted 30 days after they were settled; pending ones stay', async () => {
  const at = await place();
  const webhook = await register(at.site, { active: false });
  for (let n = 0; n < 4; n++) await published(at);
  const { rows: made } = await app.pool.query(
    'select id from webhook_delivery where site_id = $1 and webhook_id = $2 order by id',
    [at.site, webhook],
  );
  const ids = made.map(({ id }) => id);
  const [old, recent, again] = ids;
  const settle = (id: number, state: string, age: string | null) =>
    app.pool.query(
      `update webhook_delivery set state = $3, settled_at = now() - $4::interval, created_at = now() - interval '90 days'
       where site_id = $1 and id = $2`,
      [at.site, id, state, age],
    );
  await settle(old, 'delivered', '31 days');
  await settle(recent, 'given_up', '29 days');
  await settle(again, 'pending', null);
  await app.pool.query(
    `insert into webhook_attempt (site_id, webhook_id, delivery_id, at, outcome, counts, timing, request_headers, answer)
     select $1, $2, id, now(), 'delivered', true, '{}', '[]', '' from unnest($3::bigint[]) as id`,
    [at.site, webhook, ids],
  );
  await runCleanUp(app.pool, oldDeliveries);
  for (const table of ['webhook_delivery', 'webhook_attempt']) {
    const id = table === 'webhook_delivery' ? 'id' : 'delivery_id';
    const { rows: left } = await app.pool.query(`select ${id} as id from ${table} where site_id = $1 order by 1`, [
      at.site,
    ]);
    expect(left.map((row) => row.id)).toEqual(ids.slice(1));
  }
});

it('publications of many at once to shared receivers neither deadlock nor lose a delivery', async () => {
  const at = await matrix();
  const articles = await Promise.all(Array.from({ length: 6 }, () => published(at)));
  await Promise.all([
    ...articles.map(({ uid }) => patch(at, uid, { title: 'Again', state: 'published' })),
    showSection(at.site, at.other, 'hidden'),
    ...Array.from({ length: 4 }, () => published(at)),
  ]);
  const [site = ''] = await heard(at.site, at.webhooks);
  expect(site.split(' ').sort()).toEqual([...Array(10).fill('publish'), ...Array(6).fill('update')]);
});
