/** The calendar in every look and by keys alone, schedules across clock changes, and previews. */
import type { Browser as Chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSound, expectSoundInBothThemes, type Newsroom, newsroomOf, PHONE, SIZES } from '../newsroom.ts';
import type { Browser } from '../people.ts';

describe.skipIf(!hasBrowser)('the calendar', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let site = 0;
  let section = 0;
  let editor: Browser;
  beforeAll(async () => {
    app = await testApp();
    site = await app.site({ name: 'Harbour Post', time_zone: 'Europe/Helsinki' });
    section = (await app.manage('POST', `/sites/${site}/sections`, { section: { name: 'Sea' } })).section.id;
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
    editor = await newsroom.person([{ site_id: site, role: 'editor' }]);
  });
  afterAll(() => chromium?.close());

  const write = async (title: string, fields: object = {}) =>
    (
      await app.manage('POST', `/sites/${site}/articles`, {
        article: { title, section_id: section, body: '<p>Waves</p>', ...fields },
      })
    ).article;
  const schedule = async (title: string, publish_at: string) => {
    const { uid } = await write(title);
    await app.manage('PUT', `/sites/${site}/articles/${uid}/publication`, { publication: { publish_at } });
    return uid as string;
  };
  const stored = async (uid: string) => (await app.manage('GET', `/sites/${site}/articles/${uid}`)).article;

  it('names the hours that a clock change leaves out or repeats, in the editor and when something is moved', async () => {
    const { uid } = await write('Across the change');
    const page = await newsroom.open(`/sites/${site}/articles/${uid}`, editor, { timezoneId: 'America/New_York' });
    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog', { name: /Publish this article|Schedule/ });
    await dialog.getByLabel('Later').check();
    const when = dialog
      .getByRole('textbox', { name: 'Date and time' })
      .or(dialog.locator('input[type=datetime-local]'));
    await when.first().fill('2032-03-28T03:30');
    await dialog.getByText('this time does not exist').waitFor();
    expect(await dialog.getByRole('button', { name: 'Schedule', exact: true }).isDisabled()).toBe(true);
    await when.first().fill('2032-10-31T03:30');
    await dialog.getByText('this time comes twice').waitFor();
    await dialog.getByLabel(/UTC\+2/).check();
    await dialog.getByText(/In your time zone: 30 Oct 2032, 21:30 \(America\/New_York\)/).waitFor();
    await expectSound(page, 'an hour that comes twice');
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await expect.poll(async () => (await stored(uid)).publish_at).toBe('2032-10-31T01:30:00Z');
    await page.goto(`${app.url}/newsroom/sites/${site}/calendar?date=2032-03-01`);
    const other = await schedule('In the night', '2032-03-27T01:30:00Z');
    const night = page.locator('[data-day="2032-03-27"]').getByRole('link', { name: /03:30 In the night/ });
    await night.waitFor();
    await night.dragTo(page.locator('[data-day="2032-03-28"]'));
    // 03:30 does not exist that day: an hour later is offered.
    const move = page.getByRole('dialog', { name: 'Move “In the night”' });
    await move.getByText('28 Mar 2032, 04:30 (Europe/Helsinki, UTC+3)').waitFor();
    await move.getByRole('button', { name: 'Move', exact: true }).click();
    await expect.poll(async () => (await stored(other)).publish_at).toBe('2032-03-28T01:30:00Z');
    await page.close();
  });

  it('moves schedules and events by keys alone, and says what someone else has changed', async () => {
    const uid = await schedule('By keys', '2033-05-10T09:00:00Z');
    const { event } = await app.manage('POST', `/sites/${site}/events`, {
      event: { name: 'Herring market', start_date: '2033-05-11', end_date: '2033-05-12', all_day: true },
    });
    const page = await newsroom.open(`/sites/${site}/calendar?date=2033-05-01`, editor);
    await page.getByRole('link', { name: /By keys/ }).waitFor();
    await page.getByRole('button', { name: 'Move By keys' }).focus();
    for (const key of ['Space', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    await page.locator('[data-day="2033-05-18"][data-drop="true"]').waitFor();
    await page.keyboard.press('Escape');
    for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    const dialog = page.getByRole('dialog', { name: /^Move “By keys/ });
    await dialog.waitFor();
    await app.manage('PATCH', `/sites/${site}/articles/${uid}`, { article: { title: 'By keys, changed' } });
    await page.keyboard.press('Enter');
    // The live event has brought the new version, or the service refuses the old one and the calendar reads it again.
    const refused = dialog.getByRole('alert');
    await refused
      .or(page.getByText(/^“By keys.* was moved/))
      .first()
      .waitFor();
    if (await refused.isVisible()) await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expect.poll(async () => (await stored(uid)).publish_at).toBe('2033-05-17T09:00:00Z');
    const market = page.getByRole('button', { name: 'Move Herring market' }).first();
    await market.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('First day').fill('2033-05-20');
    await page.keyboard.press('Enter');
    await page
      .locator('[data-day="2033-05-21"]')
      .getByRole('link', { name: /Herring market/ })
      .waitFor();
    const moved = (await app.manage('GET', `/sites/${site}/events/${event.id}`)).event;
    expect([moved.start_date, moved.end_date]).toEqual(['2033-05-19T21:00:00Z', '2033-05-20T21:00:00Z']);
    await page.close();
  });

  it('shows authors what they may read, and lets them move nothing', async () => {
    await schedule('Not theirs', '2033-08-10T09:00:00Z');
    await app.manage('POST', `/sites/${site}/events`, {
      event: { name: 'Regatta', start_date: '2033-08-12', end_date: '2033-08-12', all_day: true },
    });
    const author = await newsroom.person([{ site_id: site, role: 'author' }]);
    const page = await newsroom.open(`/sites/${site}/calendar?date=2033-08-01`, author);
    await page
      .locator('[data-day="2033-08-12"]')
      .getByRole('link', { name: /Regatta/ })
      .waitFor();
    expect(await page.getByRole('link', { name: /Not theirs/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Move / }).count()).toBe(0);
    await page.close();
  });

  it('marks what was not published on time', async () => {
    const late = await schedule('Late one', '2033-09-01T09:00:00Z');
    await app.pool.query(`update article set publish_at = now() - interval '1 hour' where uid = $1`, [late]);
    const held = await write('Held back', { state: 'pending' });
    await app.pool.query(
      `update article set publish_problem = 'It was not published: its section is gone.' where uid = $1`,
      [held.uid],
    );
    const page = await newsroom.open(`/sites/${site}/calendar`, editor);
    await page
      .locator('[data-kind="late"]')
      .getByRole('link', { name: /Late one/ })
      .waitFor();
    await page.getByRole('region', { name: 'Not published on time' }).getByText('its section is gone').waitFor();
    await expectSound(page, 'late ones');
    await page.close();
  });

  it.each(SIZES)('is sound at %j, with its dialogs and the preview', async (viewport) => {
    const uid = await schedule('Sound', '2034-04-10T09:00:00Z');
    await app.manage('POST', `/sites/${site}/issues`, {
      issue: { name: 'Spring', published: true, published_at: '2034-04-02T09:00:00Z' },
    });
    const page = await newsroom.open(`/sites/${site}/calendar?date=2034-04-10`, editor, { viewport });
    const item = page.getByRole('link', { name: /Sound/ }).first();
    for (const view of viewport === PHONE ? ['list'] : ['month', 'week', 'list']) {
      if (viewport !== PHONE) await page.getByRole('link', { name: new RegExp(`^${view}$`, 'i') }).click();
      await item.waitFor();
      await expectSoundInBothThemes(page, view);
    }
    await page.getByRole('button', { name: 'Move Sound' }).first().click();
    await page.getByRole('dialog', { name: 'Move “Sound”' }).waitFor();
    await expectSoundInBothThemes(page, 'move');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Later' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('date')).toBe('2034-05-10');
    await page.goto(`${app.url}/newsroom/sites/${site}/articles/${uid}`);
    await page.getByRole('button', { name: 'Preview' }).click();
    const dialog = page.getByRole('dialog', { name: 'Preview' });
    await dialog.frameLocator('iframe').getByRole('heading', { name: 'Sound' }).waitFor();
    await expectSoundInBothThemes(page, 'preview');
    await dialog.getByRole('tab', { name: 'Phone' }).click();
    await dialog.frameLocator('iframe').getByRole('heading', { name: 'Sound' }).waitFor();
    await dialog.getByRole('tab', { name: 'Card' }).click();
    await dialog.getByRole('heading', { name: 'Sound', level: 3 }).waitFor();
    await expectSoundInBothThemes(page, 'card');
    const link = await dialog.getByLabel('Link to share').inputValue();
    const guest = await newsroom.open('', null);
    await guest.goto(link);
    await guest.getByRole('heading', { name: 'Sound' }).waitFor();
    await guest.close();
    await page.close();
  });

  it('has broken no policy and thrown nothing', () => {
    expect(newsroom.complaints).toEqual([]);
  });
});
