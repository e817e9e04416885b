/** From an address to the first list of articles, and to a long article that can be written, in a browser that has nothing cached. */
import type { Page } from 'playwright-core';
import { ARCHIVE } from '../archive/sets.ts';
import { type Case, inPairs } from '../case.ts';
import { listOf, openBrowser } from '../processes/browser.ts';
import { type Service, startService } from '../processes/service.ts';
import { writableCopy } from './list-while-publishing.ts';

const PARAGRAPH = `<p>${'Long articles are where typing gets slow. '.repeat(12).trim()}</p>`;
/** Of the long article. */
const BYTES = 50_000;

export const newsroomOpen: Case = {
  name: 'newsroom-open',
  title: 'newsroom: first list, and a 50 kB article to write',
  reference: 'the welcome page, in the same browser',
  bar: 'reported, no bar',
  async run(bench) {
    const service = await startService(bench, await writableCopy(bench));
    const reader = await openBrowser(bench, service);
    const { uid } = await addArticle(service, longBody());
    const { subject, reference } = await inPairs(
      bench,
      async () => ({
        list: await shownAfter(reader.open(listOf()), '.row-title'),
        editor: await shownAfter(reader.open(`${listOf()}/${uid}`), '.body-text p'),
      }),
      () => shownAfter(reader.openSignedOut('/'), 'h1'),
    );
    return [
      { figure: 'ms until the list', subject: subject.map(({ list }) => list), reference },
      { figure: 'ms until the editor', subject: subject.map(({ editor }) => editor), reference },
    ];
  },
};

export const longBody = () => PARAGRAPH.repeat(Math.ceil(BYTES / PARAGRAPH.length));

export async function addArticle({ manage }: Service, body: string): Promise<{ uid: string }> {
  const { sections } = await manage('GET', `/sites/${ARCHIVE}/sections`);
  const [section] = sections as { id: number }[]; // the archive has some
  const article = { title: 'On the desk', section_id: section?.id, body };
  return (await manage('POST', `/sites/${ARCHIVE}/articles`, { article })).article as { uid: string };
}

/** Milliseconds from the start of the navigation until it is there. */
async function shownAfter(opening: Promise<Page>, selector: string): Promise<number> {
  const page = await opening;
  await page.locator(selector).first().waitFor();
  const time: number = await page.evaluate('performance.now()');
  await page.close();
  return time;
}
