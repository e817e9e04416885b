/** From a key to the frame that shows its letter: in the middle of a 50 kB article, against an empty one. */
import type { Page } from 'playwright-core';
import { type Case, inPairs } from '../case.ts';
import { listOf, openBrowser, pageWork } from '../processes/browser.ts';
import { startService } from '../processes/service.ts';
import { quantile } from '../report/statistics.ts';
import { writableCopy } from './list-while-publishing.ts';
import { addArticle, longBody } from './newsroom-open.ts';

const MOST_RATIO = 1.5;
const MOST_P95 = 50;
/** About twice as fast as people type. */
const BETWEEN_MS = 40;

export const newsroomTyping: Case = {
  name: 'newsroom-typing',
  title: 'newsroom: from key to frame in a 50 kB article',
  reference: 'an empty article',
  bar: `≤ ${MOST_RATIO}, p95 ≤ ${MOST_P95} ms`,
  async run(bench) {
    const service = await startService(bench, await writableCopy(bench));
    const reader = await openBrowser(bench, service);
    const desk = async (body: string) => {
      const { uid } = await addArticle(service, body);
      return deskOf(await reader.open(`${listOf()}/${uid}`));
    };
    const [long, empty] = [await desk(longBody()), await desk('')];
    const keys = Math.max(20, Math.round((bench.scale.seconds * 1000) / BETWEEN_MS));
    const { subject, reference } = await inPairs(
      bench,
      () => long(keys),
      () => empty(keys),
    );
    const both = (key: keyof Typed) => ({
      subject: subject.map((one) => one[key]),
      reference: reference.map((one) => one[key]),
    });
    return [
      { figure: 'p50 ms', ...both('p50'), bar: { most: MOST_RATIO } },
      { figure: 'p95 ms', subject: both('p95').subject, bar: { most: MOST_P95 } },
      { figure: 'ms of work per key', ...both('work') },
    ];
  },
};

interface Typed {
  p50: number;
  p95: number;
  /** Of script, styles and layout. */
  work: number;
}

/** Types into the article, at the end of the paragraph in its middle. */
async function deskOf(page: Page): Promise<(keys: number) => Promise<Typed>> {
  await page.locator('.body-text').waitFor();
  await page.evaluate(TIME_KEYS);
  const workSoFar = await pageWork(page);
  return async (keys) => {
    await page.bringToFront();
    const paragraphs = page.locator('.body-text p');
    const paragraph = paragraphs.nth(Math.floor((await paragraphs.count()) / 2));
    await paragraph.scrollIntoViewIfNeeded();
    await paragraph.click();
    await page.keyboard.press('End');
    await page.evaluate('window.keyTimes.length = 0');
    const before = await workSoFar();
    await page.keyboard.type('harbour '.repeat(Math.ceil(keys / 8)).slice(0, keys), { delay: BETWEEN_MS });
    const times = (await page.evaluate('window.keyTimes')) as number[];
    const sorted = times.toSorted((a, b) => a - b);
    const work = ((await workSoFar()) - before) / keys;
    return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), work };
  };
}

/** Runs in the page: the time of each key until the frame after it has been drawn. */
const TIME_KEYS = `(() => {
  window.keyTimes = [];
  window.addEventListener('keydown', (event) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => window.keyTimes.push(performance.now() - event.timeStamp);
      channel.port2.postMessage(null);
    });
  }, true);
})()`;
