/** Scrolling the list of articles with 100,000 rows, against 100 rows. The page makes the rows itself, so that only the list counts. */
import type { Page } from 'playwright-core';
import { type Case, inPairs } from '../case.ts';
import { listOf, openBrowser, pageWork, type Reader } from '../processes/browser.ts';
import { startService } from '../processes/service.ts';
import { writableCopy } from './list-while-publishing.ts';

const MANY = 100_000;
const FEW = 100;
const FRAMES = 120;
const MOST_WORK = 1.2;
const MOST_ROWS = 60;

export const newsroomRows: Case = {
  name: 'newsroom-rows',
  title: `newsroom: scrolling ${MANY.toLocaleString('en')} rows`,
  reference: `${FEW} rows`,
  bar: `work per frame ≤ ${MOST_WORK}, rows in the page ≤ ${MOST_ROWS}`,
  async run(bench) {
    const service = await startService(bench, await writableCopy(bench));
    const reader = await openBrowser(bench, service);
    const [many, few] = [await listPage(reader, service.url, MANY), await listPage(reader, service.url, FEW)];
    const { subject, reference } = await inPairs(
      bench,
      () => scrolled(many),
      () => scrolled(few),
    );
    const work = { subject: subject.map((one) => one.work), reference: reference.map((one) => one.work) };
    return [
      { figure: 'ms of work per frame', ...work, bar: { most: MOST_WORK } },
      { figure: 'rows in the page', subject: subject.map((one) => one.rows), bar: { most: MOST_ROWS } },
    ];
  },
};

interface ListPage {
  page: Page;
  workSoFar: () => Promise<number>;
}

async function listPage(reader: Reader, url: string, count: number): Promise<ListPage> {
  const page = await reader.open();
  await page.addInitScript(`(${answerRows})(${count})`);
  await page.goto(url + listOf());
  await page.getByText('Made up 1', { exact: true }).waitFor();
  return { page, workSoFar: await pageWork(page) };
}

/** Runs in the page: the list of articles is answered with made-up rows, all at once. */
const answerRows = `(count) => {
  const real = window.fetch;
  const row = (n) => ({
    uid: '00000000-0000-7000-8000-' + String(n).padStart(12, '0'), title: 'Made up ' + n, state: 'published', version: 1,
    type: 'article', section_id: 1, category_id: null, author_ids: [], author_credit: '', tags: ['one', 'two'], cover_url: '',
    publish_at: null, publish_problem: null, published_at: '2026-01-01T00:00:00Z', created_at: '2026-01-01T00:00:00Z',
    created_by: null, updated_at: '2026-01-01T00:00:00Z', deleted_at: null,
  });
  window.fetch = (input, init) => {
    if (!/\\/articles\\?/.test(String(input))) return real(input, init);
    const articles = Array.from({ length: count }, (_, at) => row(at + 1));
    const meta = { total_count: count, as_of: '1:1:', changed_count: 0 };
    const body = JSON.stringify({ articles, cursor: null, more: false, meta });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));
  };
}`;

/** Scrolls back and forth, three rows a frame. */
async function scrolled({ page, workSoFar }: ListPage): Promise<{ work: number; rows: number }> {
  const before = await workSoFar();
  const rows: number = await page.evaluate(`new Promise((resolve) => {
    const list = document.querySelector('.rows');
    const turn = (list.scrollHeight - list.clientHeight) / 192;
    let [frame, most] = [0, 0];
    const step = () => {
      most = Math.max(most, document.querySelectorAll('.rows [role=row]').length);
      if (frame === ${FRAMES}) return resolve(most);
      const at = Math.floor(turn) < 1 ? 0 : frame % (2 * Math.floor(turn));
      list.scrollTop = 192 * (at < turn ? at : 2 * Math.floor(turn) - at);
      frame++;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })`);
  return { work: ((await workSoFar()) - before) / FRAMES, rows };
}
