import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';

let app: TestApp;
let site: number;
beforeAll(async () => {
  app = await testApp();
});

const PUBLISHED = { published_at: '2020-01-01T00:00:00Z' };

async function add(event: Record<string, unknown>): Promise<{ id: number } & Record<string, unknown>> {
  return (await app.manage('POST', `/sites/${site}/events`, { event: { ...PUBLISHED, name: 'Event', ...event } }))
    .event;
}

async function names(query: string): Promise<string[]> {
  const reply = await app.get(`/v1/sites/${site}/events?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.events.map(({ name }: { name: string }) => name);
}

describe('the date filter', () => {
  beforeEach(async () => {
    site = await app.site({ time_zone: 'Europe/Helsinki' });
  });

  it('reads a day in the site’s time zone, not in UTC', async () => {
    await add({ name: 'late evening', start_date: '2026-07-01T20:30:00Z', end_date: '2026-07-01T20:59:00Z' });
    await add({ name: 'after midnight', start_date: '2026-07-01T21:30:00Z', end_date: '2026-07-01T22:00:00Z' });
    expect(await names('date=2026-07-01')).toEqual(['late evening']);
    expect(await names('date=2026-07-02')).toEqual(['after midnight']);
  });

  it('counts the 23 hours of the day on which clocks go forward', async () => {
    // 29 March 2026 in Helsinki runs from 22:00Z on the 28th to 21:00Z
    await add({ name: 'first minute', start_date: '2026-03-28T22:00:00Z', end_date: '2026-03-28T22:01:00Z' });
    await add({ name: 'last minute', start_date: '2026-03-29T20:59:00Z', end_date: '2026-03-29T21:00:00Z' });
    await add({ name: 'next day', start_date: '2026-03-29T21:00:00Z', end_date: '2026-03-29T21:30:00Z' });
    expect(await names('date=2026-03-29')).toEqual(['first minute', 'last minute']);
    expect(await names('date=2026-03-30')).toEqual(['next day']);
  });

  it('counts the 25 hours of the day on which clocks go back', async () => {
    // 25 October 2026 runs from 21:00Z on the 24th to 22:00Z
    await add({ name: 'first', start_date: '2026-10-24T21:00:00Z', end_date: '2026-10-24T21:10:00Z' });
    await add({ name: 'twice-told hour', start_date: '2026-10-25T00:30:00Z', end_date: '2026-10-25T01:30:00Z' });
    await add({ name: 'last', start_date: '2026-10-25T21:30:00Z', end_date: '2026-10-25T22:00:00Z' });
    expect(await names('date=2026-10-25')).toEqual(['first', 'twice-told hour', 'last']);
    expect(await names('date=2026-10-26')).toEqual([]);
  });

  it('leaves out an event that ends at the midnight with which the day begins', async () => {
    await add({
      name: 'till midnight',
      start_date: '2026-05-01T18:00:00+03:00',
      end_date: '2026-05-02T00:00:00+03:00',
    });
    expect(await names('date=2026-05-01')).toEqual(['till midnight']);
    expect(await names('date=2026-05-02')).toEqual([]);
  });

  it('finds an event of no duration, also at midnight', async () => {
    await add({ name: 'moment', start_date: '2026-05-02T00:00:00+03:00' });
    expect(await names('date=2026-05-01')).toEqual([]);
    expect(await names('date=2026-05-02')).toEqual(['moment']);
  });

  it('covers whole days for all-day events, the last one included', async () => {
    await add({ name: 'fair', all_day: true, start_date: '2026-03-28', end_date: '2026-03-30' });
    await add({ name: 'one day', all_day: true, start_date: '2026-03-29', end_date: '2026-03-29' });
    expect(await names('date=2026-03-27')).toEqual([]);
    expect(await names('date=2026-03-28')).toEqual(['fair']);
    expect(await names('date=2026-03-29')).toEqual(['fair', 'one day']);
    expect(await names('date=2026-03-30')).toEqual(['fair']);
    expect(await names('date=2026-03-31')).toEqual([]);
  });

  it('uses only the dates of an all-day event, not its times', async () => {
    await add({
      name: 'odd',
      all_day: true,
      start_date: '2026-06-10T15:00:00+03:00',
      end_date: '2026-06-11T01:00:00+03:00',
    });
    expect(await names('date=2026-06-10')).toEqual(['odd']);
    expect(await names('date=2026-06-11')).toEqual(['odd']);
    expect(await names('date=2026-06-12')).toEqual([]);
  });

  it('finds events that are ongoing during a month, including those that begin before and end after it', async () => {
    await add({ name: 'long', start_date: '2026-01-15T00:00:00Z', end_date: '2026-04-15T00:00:00Z' });
    await add({ name: 'till the turn', start_date: '2026-01-31T12:00:00Z', end_date: '2026-01-31T22:00:00Z' });
    await add({ name: 'in', start_date: '2026-02-10T12:00:00Z', end_date: '2026-02-10T13:00:00Z' });
    await add({ name: 'at the turn', start_date: '2026-02-28T22:00:00Z', end_date: '2026-02-28T23:00:00Z' });
    expect(await names('date=2026-02')).toEqual(['long', 'in']);
    expect(await names('date=2026-03')).toEqual(['long', 'at the turn']);
  });

  it('works where offsets are negative', async () => {
    site = await app.site({ time_zone: 'America/New_York' });
    await add({ name: 'evening', start_date: '2026-03-09T03:30:00Z', end_date: '2026-03-09T03:59:00Z' });
    expect(await names('date=2026-03-08')).toEqual(['evening']);
    expect(await names('date=2026-03-09')).toEqual([]);
  });

  it.each(['2026', '2026-02-30', '2026-13', '01-02-2026', 'today', '2026-02-01T00:00:00Z'])(
    'refuses %s',
    async (date) => {
      const reply = await app.get(`/v1/sites/${site}/events?date=${date}`);
      expect([reply.status, reply.body.parameter]).toEqual([400, 'date']);
    },
  );
});

describe('the list', () => {
  beforeEach(async () => {
    site = await app.site();
  });

  it('is ordered by start, then id, and paged by count and offset', async () => {
    await add({ name: 'b', start_date: '2026-02-01T00:00:00Z' });
    await add({ name: 'a', start_date: '2026-01-01T00:00:00Z' });
    await add({ name: 'c', start_date: '2026-02-01T00:00:00Z' });
    expect(await names('')).toEqual(['a', 'b', 'c']);
    expect(await names('count=2')).toEqual(['a', 'b']);
    expect(await names('count=2&offset=2')).toEqual(['c']);
    expect(await names('offset=9')).toEqual([]);
  });

  it('filters by category and theme', async () => {
    await add({ name: 'x', start_date: '2026-01-01', categories: ['music', 'kids'], themes: ['sea'] });
    await add({ name: 'y', start_date: '2026-01-02', categories: ['music'], themes: [] });
    expect(await names('category=music')).toEqual(['x', 'y']);
    expect(await names('category=kids')).toEqual(['x']);
    expect(await names('category=music&theme=sea')).toEqual(['x']);
    expect(await names('theme=nothing')).toEqual([]);
  });

  it('treats an empty filter as none', async () => {
    await add({ name: 'x', start_date: '2026-01-01' });
    expect(await names('category=&theme=')).toEqual(['x']);
  });

  it('has 20 by default', async () => {
    for (let day = 1; day <= 21; day++) await add({ start_date: `2026-01-${String(day).padStart(2, '0')}` });
    expect(await names('')).toHaveLength(20);
    expect(await names('count=100')).toHaveLength(21);
  });

  it.each([
    ['count', '0'],
    ['count', '101'],
    ['count', 'ten'],
    ['count', '1.5'],
    ['count', ''],
    ['count', '0x10'],
    ['count', '1e1'],
    ['offset', '-1'],
    ['offset', 'x'],
  ])('refuses %s=%s', async (name, value) => {
    const reply = await app.get(`/v1/sites/${site}/events?${name}=${value}`);
    expect([reply.status, reply.body.parameter]).toEqual([400, name]);
  });
});

describe('parts of an event', () => {
  beforeEach(async () => {
    site = await app.site();
  });

  const change = async (id: number, event: unknown) =>
    (await app.manage('PATCH', `/sites/${site}/events/${id}`, { event })).event;

  it('are objects of nulls when there is neither venue nor organizer', async () => {
    const event = await add({ start_date: '2026-01-01' });
    expect(Object.values(event.location as object)).toEqual(Array(12).fill(null));
    expect([event.organizer, event.images]).toEqual([{ id: null, name: null }, []]);
  });

  it('keep their ids when they are changed, and lose them when removed', async () => {
    const event = await add({ start_date: '2026-01-01', location: { name: 'Hall' }, organizer: { name: 'Choir' } });
    const { location, organizer } = await change(event.id, {
      location: { locality: 'Turku' },
      organizer: { name: 'Band' },
    });
    expect(location).toMatchObject({ id: (event.location as { id: number }).id, name: 'Hall', locality: 'Turku' });
    expect(organizer).toEqual({ id: (event.organizer as { id: number }).id, name: 'Band' });
    const emptied = await change(event.id, { location: { name: null, locality: null }, organizer: { name: null } });
    expect([emptied.location.id, emptied.organizer]).toEqual([null, { id: null, name: null }]);
    await change(event.id, { location: { name: 'Hall' }, organizer: { name: 'Choir' } });
    const gone = await change(event.id, { location: null, organizer: null });
    expect([gone.location.name, gone.organizer.name]).toEqual([null, null]);
  });

  it('take coordinates as numbers or text and serve text', async () => {
    const { location } = await add({ start_date: '2026-01-01', location: { latitude: 60.4518, longitude: '-22.5' } });
    expect(location).toMatchObject({ latitude: '60.4518', longitude: '-22.5' });
    const bad = { event: { name: 'x', start_date: '2026-01-01', location: { latitude: 'north', longitude: 181 } } };
    const { problems } = await app.manage('POST', `/sites/${site}/events`, bad, 422);
    expect(problems.map(({ path }: { path: string }) => path)).toEqual(['/location/latitude', '/location/longitude']);
  });

  it('include the cover among the images, once', async () => {
    const cover_url = 'https://img.example/cover.jpg';
    const event = await add({ start_date: '2026-01-01', cover_url, images: [{ url: 'https://img.example/b.jpg' }] });
    expect((event.images as { url: string }[]).map(({ url }) => url)).toEqual([cover_url, 'https://img.example/b.jpg']);
    const again = await change(event.id, { name: 'Renamed' });
    expect(again.images).toEqual(event.images);
    const swapped = await change(event.id, { cover_url: null });
    expect(swapped.images.map(({ url }: { url: string }) => url)).toEqual(['https://img.example/b.jpg']);
    const kept = await change(event.id, { cover_url, images: [{ url: cover_url, caption: 'Cover' }] });
    expect(kept.images).toHaveLength(1);
  });
});

describe('times', () => {
  beforeEach(async () => {
    site = await app.site();
  });

  it('refuse an end before the start, also when only one of them is changed', async () => {
    const event = { name: 'x', start_date: '2026-01-02', end_date: '2026-01-01' };
    expect((await app.manage('POST', `/sites/${site}/events`, { event }, 422)).problems[0].path).toBe('/end_date');
    const { id } = await add({ start_date: '2026-01-02T00:00:00Z', end_date: '2026-01-03T00:00:00Z' });
    await app.manage('PATCH', `/sites/${site}/events/${id}`, { event: { start_date: '2026-02-01' } }, 422);
  });

  it('are read with their offset and served in UTC; without one they are refused', async () => {
    const event = await add({ start_date: '2026-07-01T12:00:00+03:00', end_date: '2026-07-01T12:30:00.500+03:00' });
    expect([event.start_date, event.end_date]).toEqual(['2026-07-01T09:00:00Z', '2026-07-01T09:30:00.500Z']);
    const local = { event: { name: 'x', start_date: '2026-07-01T12:00:00' } };
    expect((await app.manage('POST', `/sites/${site}/events`, local, 422)).problems[0].path).toBe('/start_date');
  });
});
