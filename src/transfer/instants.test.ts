/** Every datetime that is accepted is exported so that it is accepted again, in every field and on both sides of Greenwich. */
import { beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { exported, imported, lines } from './testing/transfer.ts';

const FIRST = '0001-01-01T00:00:00Z';
const LAST = '9999-12-31T23:59:59.999Z';
/** The furthest east and west, today and before there was standard time. */
const ZONES = ['UTC', 'Europe/Helsinki', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Juneau', 'Asia/Manila'];

let [here, there] = [{} as TestApp, {} as TestApp];
beforeAll(async () => {
  here = await testApp({ publicUrl: () => 'https://api.example' });
  there = await testApp({ publicUrl: () => 'https://api.example' });
});

it.each(ZONES)('the API accepts the ends of the range, in %s', async (time_zone) => {
  const site = await here.site({ time_zone });
  const add = async (path: string, key: string, fields: object) =>
    (await here.manage('POST', `/sites/${site}/${path}`, { [key]: fields }))[key];
  const section_id = (await add('sections', 'section', { name: 'News' })).id;
  const video = { original_published_at: LAST };
  const instagram_item = { created_time: FIRST };
  const old = await add('articles', 'article', {
    ...{ title: 'Old', section_id, state: 'published', published_at: FIRST, attachments: { video } },
  });
  await add('articles', 'article', { title: 'Late', section_id, publish_at: LAST, attachments: { instagram_item } });
  await add('events', 'event', {
    ...{ name: 'Ever', start_date: FIRST, end_date: LAST, published_at: FIRST, registration_deadline: LAST },
  });
  await add('events', 'event', { name: 'Not yet', start_date: LAST, published_at: LAST });
  await add('issues', 'issue', { name: 'First', published: true, published_at: FIRST });
  await add('issues', 'issue', { name: 'Last', published: true, published_at: LAST });
  expect(old).toMatchObject({ published_at: FIRST, state: 'published' });

  const file = await exported(here, [site]);
  expect((await imported(there, file)).refused).toEqual([]);
  expect(body(await exported(there, [site]))).toEqual(body(file));
  for (const path of ['articles', 'events', 'issues', 'events?date=0001-01-01', 'events?date=9999-12']) {
    const [answer, copy] = [await here.get(`/v1/sites/${site}/${path}`), await there.get(`/v1/sites/${site}/${path}`)];
    expect([path, copy.status, copy.text]).toEqual([path, 200, answer.text]);
    expect(answer.text).not.toMatch(/"(0000|\+01)/);
  }
});

it.each(ZONES)('a line may have the ends of the range, in %s', async (time_zone) => {
  const site_id = 1_000 + ZONES.indexOf(time_zone);
  const uid = `00000000-0000-7000-8000-00000000${site_id}`;
  const article = { title: 'Old', section_id: 1, uid, version: 3, published_version: 3, id: 7, site_id };
  const text = lines(
    { site: { id: site_id, name: 'S', url: 'https://s.example', time_zone, created_at: FIRST, updated_at: LAST } },
    { section: { site_id, id: 1, name: 'News' } },
    {
      article: {
        ...article,
        state: 'published',
        published_at: FIRST,
        created_at: FIRST,
        updated_at: LAST,
        modified_at: LAST,
      },
    },
    {
      revision: { site_id, uid, number: 1, created_at: FIRST, created_by: 'a', article: { title: 'A', section_id: 1 } },
    },
    {
      revision: { site_id, uid, number: 2, created_at: LAST, created_by: 'a', article: { title: 'B', section_id: 1 } },
    },
    { issue: { site_id, id: 1, name: 'I', created_at: FIRST, updated_at: LAST, published_at: LAST } },
  );
  expect((await imported(here, text)).refused).toEqual([]);
  const file = await exported(here, [site_id]);
  for (const [field, count] of [
    ['"created_at":"0001-01-01T00:00:00Z"', 4],
    ['"updated_at":"9999-12-31T23:59:59.999Z"', 3],
  ] as const) {
    expect([field, file.split(field).length - 1]).toEqual([field, count]);
  }
  expect((await imported(there, file)).refused).toEqual([]);
  expect(body(await exported(there, [site_id]))).toEqual(body(file));
});

it('a bare date before the year 1 in UTC is refused, by the API and in a line', async () => {
  const site = await here.site({ time_zone: 'Europe/Helsinki' });
  const { section } = await here.manage('POST', `/sites/${site}/sections`, { section: { name: 'News' } });
  const fields = { title: 'x', section_id: section.id, state: 'published', published_at: '0001-01-01' };
  const problems = [{ path: '/published_at', message: 'must be within the years 1 to 9999, in UTC' }];
  expect(await here.manage('POST', `/sites/${site}/articles`, { article: fields }, 422)).toMatchObject({ problems });
  const event = { name: 'x', start_date: '0001-01-01' };
  await here.manage('POST', `/sites/${site}/events`, { event }, 422);
  const { refused } = await imported(here, lines({ article: { ...fields, site_id: site, id: 900 } }));
  expect(refused).toEqual([{ line: 1, reason: 'article: published_at must be within the years 1 to 9999, in UTC' }]);
});

const body = (text: string) => text.split('\n').slice(1);
