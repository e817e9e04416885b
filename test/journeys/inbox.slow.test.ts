/** The inbox by keyboard: fifty articles, two moderators, none held by both, none lost; undo, reasons, several at once. */
import type { Browser as Chromium, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newForm, submitted } from '../../src/intake/testing/forms.ts';
import { type TestApp, testApp } from '../app.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { expectSound, type Newsroom, newsroomOf } from '../newsroom.ts';
import { type InboxDesk, inboxDesk } from './inbox-desk.ts';

const ARTICLES = 50;
const text = (n: number) =>
  `Notice ${n} of the harbour office: the fairway number ${n} is closed until the morning of day ${n}.`;

describe.skipIf(!hasBrowser)('the inbox', () => {
  let app: TestApp;
  let chromium: Chromium;
  let newsroom: Newsroom;
  let d: InboxDesk;
  beforeAll(async () => {
    app = await testApp({}, { isWorking: true });
    chromium = await launchBrowser();
    newsroom = newsroomOf(app, chromium);
    d = await inboxDesk(app);
  });
  afterAll(() => chromium?.close());

  const titleIn = (page: Page) => page.locator('.inbox-title');
  const uidIn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const pending = async () => (await app.manage('GET', `/sites/${d.site}/pending-articles?count=100`)).pending_articles;

  it('is worked through by two moderators with keys: none is held by both, none is lost', async () => {
    await d.send(
      Array.from({ length: ARTICLES }, (_, n) => ({
        external_id: `n${n}`,
        title: `Notice ${n}`,
        body: `<p>${text(n)}</p>`,
      })),
    );
    await d.submit('A letter from an author');
    const all = new Set<string>((await pending()).map(({ uid }: { uid: string }) => uid));
    expect(all.size).toBe(ARTICLES + 1);
    const pages = await Promise.all([0, 1].map(async () => newsroom.open(`/sites/${d.site}/inbox`, await d.editor())));
    const decided: string[][] = [[], []];
    await Promise.all(
      pages.map(async (page, at) => {
        for (;;) {
          const end = page.getByText(/Nothing to review|Choose an article from the queue/);
          await titleIn(page).or(end).first().waitFor();
          if ((await titleIn(page).count()) === 0) {
            if ((await pending()).length === 0) break;
            continue;
          }
          const uid = uidIn(page);
          const isKept = (decided[at]?.length ?? 0) % 2 === 0;
          if (isKept) await page.keyboard.press('a');
          else {
            await page.keyboard.press('r');
            await page.getByRole('dialog').waitFor();
            await page.keyboard.press('Enter');
          }
          decided[at]?.push(uid);
          await page.waitForURL((url) => !url.pathname.endsWith(uid));
        }
      }),
    );
    const [first = [], second = []] = decided;
    expect(first.filter((uid) => second.includes(uid))).toEqual([]);
    expect(new Set([...first, ...second])).toEqual(all);
    expect([first.length > 0, second.length > 0]).toEqual([true, true]);
    const { rows } = await app.pool.query(
      `select count(*)::int as decisions, count(distinct noun_id)::int as items from audit_entry where noun = 'source_item' and action in ('approve', 'reject')`,
    );
    expect(rows[0]).toEqual({ decisions: ARTICLES, items: ARTICLES });
    const { counts } = await app.manage('GET', `/sites/${d.site}/counts`);
    expect([counts.pending, counts.published]).toEqual([
      0,
      first.filter((_, n) => n % 2 === 0).length + second.filter((_, n) => n % 2 === 0).length,
    ]);
    for (const page of pages) await page.close();
  });

  it('says who holds an article, undoes a decision, and keeps the reason of a rejection', async () => {
    await d.send(
      [1, 2].map((n) => ({ external_id: `again${n}`, title: `Again ${n}`, body: `<p>${text(100 + n)}</p>` })),
    );
    const [ida, bo] = [await d.editor(), await d.editor()];
    const one = await newsroom.open(`/sites/${d.site}/inbox`, ida);
    await titleIn(one).getByText('Again 1').waitFor();
    const two = await newsroom.open(`/sites/${d.site}/inbox`, bo);
    await titleIn(two).getByText('Again 2').waitFor();
    await two.getByRole('link', { name: /Again 1/ }).click();
    await two.getByRole('heading', { name: /is looking at this article/ }).waitFor();
    await two.close();
    await one.keyboard.press('a');
    await titleIn(one).getByText('Again 2').waitFor();
    await one.getByText('Published: Again 1').waitFor();
    await one.keyboard.press('u');
    await titleIn(one).getByText('Again 1').waitFor();
    await expect.poll(async () => (await pending()).length).toBe(2);
    await one.keyboard.press('r');
    await one.getByRole('dialog').getByRole('button', { name: 'Off topic' }).click();
    await titleIn(one).getByText('Again 2').waitFor();
    const items = async () =>
      (await app.manage('GET', `/sites/${d.site}/source-items?state=rejected&count=1`)).source_items;
    await expect.poll(async () => (await items())[0]).toMatchObject({ title: 'Again 1', reason: 'Off topic' });
    await one.getByRole('link', { name: 'Rejected' }).click();
    await one.getByRole('button', { name: 'Back to the inbox' }).first().click();
    await one.getByRole('link', { name: /To review/ }).click();
    await one.getByRole('checkbox', { name: 'Select Again 1' }).check();
    await one.getByRole('checkbox', { name: 'Select Again 2' }).check();
    await one
      .getByRole('region', { name: 'Decide about the selected ones' })
      .getByRole('button', { name: 'Approve' })
      .click();
    await one.getByRole('heading', { name: 'Nothing to review' }).waitFor();
    await one.locator('.toast', { hasText: '2 items published' }).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await pending()).length).toBe(2);
    await one.close();
  });

  it('returns a submission to its author, schedules, and blocks a sender', async () => {
    const uid = await d.submit('For later');
    await d.send([
      {
        external_id: 'ad',
        title: 'Buy now',
        body: `<p>${text(900)}</p>`,
        author: 'Max Muster',
        url: 'https://ads.example/1',
      },
    ]);
    const page = await newsroom.open(`/sites/${d.site}/inbox/${uid}`, await d.editor());
    await titleIn(page).getByText('For later').waitFor();
    await page.getByLabel('Section', { exact: true }).selectOption('Sea');
    await page.getByRole('button', { name: 'Schedule …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule', exact: true }).click();
    await expect
      .poll(async () => (await app.manage('GET', `/sites/${d.site}/articles/${uid}`)).article.state)
      .toBe('scheduled');
    await page.getByRole('link', { name: /Buy now/ }).click();
    await titleIn(page).getByText('Buy now').waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Block the sender …' }).click();
    await page.getByRole('dialog').getByLabel('The domain ads.example: its addresses, and links to it').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
    await page.getByText('Blocked: Max Muster, ads.example').waitFor();
    const { blocked } = await app.manage('GET', `/sites/${d.site}/blocked`);
    expect(blocked.map(({ value }: { value: string }) => value).sort()).toEqual(['ads.example', 'max muster']);
    const back = await d.submit('Not yet');
    await page.getByRole('link', { name: /Not yet/ }).click();
    await titleIn(page).getByText('Not yet').waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    // An author's article has no sender to block.
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Return to the author …']);
    await page.getByRole('menuitem', { name: 'Return to the author …' }).click();
    await page.getByRole('dialog').getByLabel('Note for the author').fill('Who says so?');
    await page.getByRole('dialog').getByRole('button', { name: 'Return', exact: true }).click();
    await expect
      .poll(async () => (await app.manage('GET', `/sites/${d.site}/articles/${back}`)).article.state)
      .toBe('draft');
    const { article_decisions } = await app.manage('GET', `/sites/${d.site}/article-decisions?uid=${back}`);
    expect(article_decisions).toEqual([expect.objectContaining({ outcome: 'returned', note: 'Who says so?' })]);
    await page.close();
  });

  it('blocks the sender of a form by address and domain, and lifts the blocks by Undo', async () => {
    const { api } = await newForm(app, d.site, d.section);
    const sender = { name: 'Mallory Elm', email: 'mallory@spam.example' };
    await submitted(app, api, { ...sender, title: 'Cheap boats', text: 'Boats for next to nothing.' });
    app.clock.now = null;
    await app.manage('POST', `/sites/${d.site}/blocked`, { blocked: { kind: 'person', value: sender.name } });
    const listed = async () => (await app.manage('GET', `/sites/${d.site}/blocked?count=100`)).blocked;
    const before = await listed();
    const page = await newsroom.open(`/sites/${d.site}/inbox`, await d.editor());
    await page.getByRole('link', { name: /Cheap boats/ }).click();
    await titleIn(page).getByText('Cheap boats').waitFor();
    const dialog = page.getByRole('dialog');
    const ask = async () => {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Block the sender …' }).click();
      await dialog.getByLabel('Everyone named Mallory Elm').check();
      expect(await dialog.getByLabel('The person with the address mallory@spam.example').isChecked()).toBe(true);
      await dialog.getByLabel('The domain spam.example').check();
    };
    const blocked = ['mallory elm', 'mallory@spam.example', 'spam.example'];
    const values = async () => (await listed()).map(({ value }: { value: string }) => value);
    await ask();
    await dialog.getByRole('button', { name: 'Block' }).click();
    const undo = (message: string) =>
      page.locator('.toast', { hasText: message }).getByRole('button', { name: 'Undo' });
    await undo('Rejected: Cheap boats').waitFor();
    expect(await values()).toEqual(expect.arrayContaining(blocked));
    await undo('Rejected: Cheap boats').click();
    await titleIn(page).getByText('Cheap boats').waitFor();
    await page.getByText('No longer blocked: mallory@spam.example').waitFor();
    // What someone had blocked before stays blocked.
    expect(await listed()).toEqual(before);
    await ask();
    await dialog.getByLabel('Reject this article too').uncheck();
    await dialog.getByRole('button', { name: 'Block' }).click();
    await undo('Blocked: mallory@spam.example').click();
    await expect.poll(listed).toEqual(before);
    await page.close();
  });

  it('takes every key after r as the reason, also for an author’s article, and none as a shortcut', async () => {
    const uid = await d.submit('My first day');
    const next = await d.submit('Mine too');
    const page = await newsroom.open(`/sites/${d.site}/inbox/${uid}`, await d.editor());
    await titleIn(page).getByText('My first day').waitFor();
    // As a fast writer: the first keys come before the dialog, and are lost.
    await page.keyboard.press('r');
    await page.keyboard.press('Space');
    await page.keyboard.type('a e u ');
    const field = page.getByRole('dialog').getByLabel('Note for the author');
    await field.waitFor();
    await page.keyboard.type('a oo short, u and I agree');
    expect(await field.inputValue()).toContain('a oo short, u and I agree');
    expect((await pending()).map((row: { uid: string }) => row.uid)).toEqual(expect.arrayContaining([uid, next]));
    await field.fill('Too short');
    await page.keyboard.press('Enter');
    await titleIn(page).getByText('Mine too').waitFor();
    const decided = async () =>
      (await app.manage('GET', `/sites/${d.site}/article-decisions?uid=${uid}`)).article_decisions;
    await expect.poll(async () => (await decided())[0]).toMatchObject({ outcome: 'rejected', note: 'Too short' });
    expect((await pending()).map((row: { uid: string }) => row.uid)).toContain(next);
    await page.keyboard.press('u');
    await expect.poll(async () => (await decided()).length).toBe(0);
    expect((await pending()).map((row: { uid: string }) => row.uid)).toContain(uid);
    await page.close();
  });

  it('asks no server of a sender for pictures before the moderator does', async () => {
    const picture = (name: string) => `https://tracker.example/${name}.png`;
    await d.send([
      {
        ...{ external_id: 'tracked', title: 'Read me', cover_url: picture('cover') },
        body: `<p>Here.</p><img src="${picture('img')}" srcset="${picture('set')} 2x"><video poster="${picture('poster')}" src="${picture('video')}"></video>`,
      },
    ]);
    const page = await newsroom.open(`/sites/${d.site}/inbox`, await d.editor());
    const asked: string[] = [];
    await page.route('https://tracker.example/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ status: 404, body: '' });
    });
    await page.getByRole('link', { name: /Read me/ }).click();
    await titleIn(page).getByText('Read me').waitFor();
    await page.getByText('Pictures on other servers are not loaded').waitFor();
    expect(asked).toEqual([]);
    const uid = uidIn(page);
    await page.goto(`${app.url}/newsroom/sites/${d.site}/articles`);
    await page.locator('.row', { hasText: 'Read me' }).getByRole('link').click();
    const text = page.locator('.body-text');
    await text.getByText('Here.').waitFor();
    await page.getByText('Pictures on other servers are not loaded').first().waitFor();
    await page.getByRole('tab', { name: 'Cover' }).click();
    await page.getByRole('tabpanel').getByText('Pictures on other servers are not loaded').waitFor();
    await page.getByRole('tab', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Show the preview' }).waitFor();
    await page.keyboard.press('Escape');
    await text.getByText('Here.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' again');
    const stored = async () => (await app.manage('GET', `/sites/${d.site}/articles/${uid}`)).article.body;
    await expect.poll(stored).toContain('Here. again');
    expect(asked).toEqual([]);
    await page.getByRole('button', { name: 'Load pictures' }).click();
    await expect.poll(() => asked).toContain(picture('cover'));
    await expect.poll(() => asked).toContain(picture('img'));
    await text.getByText('Here. again').waitFor();
    for (const name of ['img', 'poster']) expect(await stored()).toContain(picture(name));
    asked.length = 0;
    await page.goto(`${app.url}/newsroom/sites/${d.site}/inbox/${uid}`);
    await page.getByRole('button', { name: 'Load pictures' }).click();
    await expect.poll(() => asked).toContain(picture('poster'));
    await expect.poll(() => asked).toContain(picture('cover'));
    expect(await page.getByText('Pictures on other servers are not loaded').count()).toBe(0);
    await page.close();
    expect(newsroom.complaints.splice(0).filter((one) => !one.includes('tracker.example'))).toEqual([]);
  });

  it('tells the author who returned or rejected an article, and why', async () => {
    const editor = await d.editor();
    const of = (path: string) => `/sites/${d.site}${path}`;
    const [returned, rejected] = [await d.submit('To mend'), await d.submit('Nonsense')];
    const article = await newsroom.open(of(`/articles/${returned}`), d.author);
    await article.getByRole('heading', { name: 'To mend' }).waitFor();
    await editor.manage('PUT', of(`/pending-articles/${returned}/decision`), {
      decision: { outcome: 'returned', note: 'Who says so?' },
    });
    // The open editor says it without being asked.
    await article.locator('.editor-notes', { hasText: /Returned by Person \d+, .* Who says so\?/ }).waitFor();
    await article.getByRole('tab', { name: 'History' }).click();
    await article.locator('.revision', { hasText: 'Who says so?' }).waitFor();
    await editor.manage('PUT', of(`/pending-articles/${rejected}/decision`), {
      decision: { outcome: 'rejected', note: 'Too short' },
    });
    await article.goto(`${app.url}/newsroom${of('/articles?state=trash')}`);
    const row = article.getByRole('row', { name: /Nonsense/ });
    await row.getByText(/Rejected by Person \d+ · Too short/).waitFor();
    expect(await row.locator('.state').textContent()).toBe('Rejected');
    await article.close();
    const page = await newsroom.open(of('/inbox?state=rejected'), editor);
    const listed = page.locator('.ledger-row', { hasText: 'Nonsense' });
    await listed.getByText('Too short').waitFor();
    await listed.getByRole('button', { name: 'Back to the inbox' }).click();
    await expect
      .poll(async () => (await pending()).map((one: { uid: string }) => one.uid))
      .toEqual(expect.arrayContaining([rejected]));
    await page.close();
  });

  it('says in the list that an article was returned, until its author submits it again', async () => {
    const editor = await d.editor();
    const of = (path: string) => `/sites/${d.site}${path}`;
    const uid = await d.submit('To mend in the list');
    const page = await newsroom.open(of('/articles'), d.author);
    const row = page.getByRole('row', { name: /To mend in the list/ });
    await row.getByText('Pending').waitFor();
    await editor.manage('PUT', of(`/pending-articles/${uid}/decision`), {
      decision: { outcome: 'returned', note: 'Who says so?' },
    });
    await page.reload();
    await row.getByText('Returned', { exact: true }).waitFor();
    await row.getByText(/Returned by Person \d+ · Who says so\?/).waitFor();
    await d.author.manage('PATCH', of(`/articles/${uid}`), { article: { state: 'pending' } });
    await page.reload();
    await row.getByText('Pending').waitFor();
    expect(await row.getByText('Returned').count()).toBe(0);
    await page.close();
  });

  it('compares a change of the source with the article, takes a part of it, and dismisses another', async () => {
    const sent = (words: string) =>
      d.send([{ external_id: 'up', title: `Tide ${words}`, body: `<p>The water ${words} tonight.</p>` }]);
    await sent('rises');
    const of = (path: string) => `/sites/${d.site}${path}`;
    const [waiting] = (await pending()).filter(({ title }: { title: string }) => title === 'Tide rises');
    const article = async () => (await app.manage('GET', of(`/articles/${waiting.uid}`))).article;
    await app.manage('PATCH', of(`/articles/${waiting.uid}`), { article: { title: 'High water' } });
    await sent('falls');
    const page = await newsroom.open(`/sites/${d.site}/inbox/${waiting.uid}`, await d.editor());
    await page.getByRole('button', { name: 'Compare …' }).click();
    const dialog = page.getByRole('dialog', { name: 'The source has changed it' });
    await dialog.locator('ins', { hasText: 'falls' }).first().waitFor();
    expect(await dialog.locator('del').allTextContents()).toEqual(['High water', 'rises']);
    await expectSound(page, 'upstream');
    await dialog.getByLabel('Title').uncheck();
    await dialog.getByRole('button', { name: 'Take what is ticked' }).click();
    await page.getByText('The article has the text of the source.').waitFor();
    expect(await article()).toMatchObject({ title: 'High water', body: '<p>The water falls tonight.</p>' });
    await page.getByText('The water falls tonight.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Compare …' }).count()).toBe(0);
    await page.getByRole('button', { name: /^Approve/ }).click();
    await expect.poll(async () => (await article()).state).toBe('published');
    await sent('stays');
    await page.goto(`${app.url}/newsroom/sites/${d.site}/inbox?state=published`);
    const row = page.locator('.ledger-row', { hasText: 'The source has changed it since' });
    await row.getByRole('button', { name: 'Compare …' }).click();
    await dialog.getByRole('button', { name: 'Take and publish' }).click();
    await page.getByText('The article has the text of the source.').waitFor();
    const { id } = await article();
    const served = async () => (await app.get(`/v1/sites/${d.site}/articles/${id}`)).body.article?.title;
    expect(await served()).toBe('Tide stays');
    await app.manage('PATCH', of(`/articles/${waiting.uid}`), { article: { title: 'Slack water' } });
    await sent('turns');
    await page.reload();
    await row.getByRole('button', { name: 'Compare …' }).click();
    await dialog.getByRole('button', { name: 'Keep the article as it is' }).click();
    await page.getByText('The change of the source was dismissed.').waitFor();
    expect((await article()).title).toBe('Slack water');
    await expect.poll(() => row.count()).toBe(0);
    await page.close();
  });

  it('has broken no policy, asked no other address and thrown nothing', () => {
    expect(newsroom.complaints).toEqual([]);
  });
});
