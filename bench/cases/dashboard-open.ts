/**
 * The dashboard of a large campaign until its last chart: from the list of campaigns by a click, and from its address in a browser
 * that has nothing cached.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { CAMPAIGN } from '../archive/campaign.ts';
import { ARCHIVE } from '../archive/sets.ts';
import { type Case, inPairs, WrongAnswer } from '../case.ts';
import { answerOf } from '../processes/answers.ts';
import { openBrowser, type Reader } from '../processes/browser.ts';
import { AS_ADMIN, type Service, startService } from '../processes/service.ts';

/** Of the sum of the requests for its figures. */
const MOST = 1.5;
const SMALL = 1_000;
const CHARTS = 7;
const ALL_SHOWN = `document.querySelectorAll('[data-chart]').length === ${CHARTS}
  && !document.querySelector('.waiting, .chart-part[aria-busy=true]')`;
/** Leaves room for a busy machine. */
const TIMEOUT_MS = 60_000;
const STEP_MS = 10;
/** In which a person looks at the list. */
const QUIET_MS = 1_000;
const ANALYTICS = '/v1/campaigns/';

export const dashboardOpen: Case = {
  name: 'dashboard-open',
  title: 'newsroom: dashboard of a campaign',
  reference: 'the welcome page, its requests by themselves, a small campaign',
  bar: `≤ ${MOST} of its requests, as many as of ${SMALL} entries`,
  async run(bench) {
    const data = await bench.data.copyOf(await bench.data.campaign());
    bench.defer(() => bench.data.drop(data));
    const service = await startService(bench, data);
    const reader = await openBrowser(bench, service);
    const small = await openedDashboard(reader, await smallCampaign(service));
    const requests: string[][] = [];
    const { subject, reference } = await inPairs(
      bench,
      async () => {
        const opened = await openedDashboard(reader, CAMPAIGN);
        requests.push(opened.requests);
        return opened;
      },
      async () => ({ welcome: await welcomed(reader), sum: await sumOf(service, requests.at(-1) ?? []) }),
      { isSubjectFirst: true },
    );
    const welcome = reference.map((sample) => sample.welcome);
    const sum = reference.map((sample) => sample.sum);
    const counts = subject.map((sample) => sample.requests.length);
    return [
      {
        figure: 'ms from the list of campaigns until all charts, beside its requests',
        subject: subject.map(({ clicked }) => clicked),
        reference: sum,
        bar: { most: MOST },
      },
      {
        figure: 'ms from its address, with an empty cache, beside the welcome page',
        subject: subject.map(({ charts }) => charts),
        reference: welcome,
      },
      {
        figure: 'requests for figures',
        subject: counts,
        reference: counts.map(() => small.requests.length),
        bar: { least: 1, most: 1 },
      },
    ];
  },
};

interface Opened {
  /** Milliseconds from the start of the navigation until all charts are shown. */
  charts: number;
  /** Milliseconds from the click in the list. */
  clicked: number;
  /** Addresses of analytics that the page asked for. */
  requests: string[];
}

async function openedDashboard(reader: Reader, campaign: number): Promise<Opened> {
  const list = `${reader.url}/newsroom/sites/${ARCHIVE}/campaigns`;
  const page = await reader.open();
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith(ANALYTICS)) requests.push(pathname + search);
  });
  await page.goto(`${list}/${campaign}`);
  await allShown(page);
  const charts = await timeOf(page);
  await page.close();
  if (requests.length === 0) throw new WrongAnswer('The dashboard asked for no figures.');
  return { charts, clicked: await clickedIn(reader, list, campaign), requests };
}

/** The campaign has not been looked at in this page. */
async function clickedIn(reader: Reader, list: string, campaign: number): Promise<number> {
  const page = await reader.open();
  await page.goto(list);
  const link = page.locator(`a[href$="/campaigns/${campaign}"]`).first();
  await link.waitFor();
  await sleep(QUIET_MS);
  const began = await timeOf(page);
  await link.click();
  await allShown(page);
  const clicked = (await timeOf(page)) - began;
  await page.close();
  return clicked;
}

/** The page's policy forbids what Playwright would wait with. */
async function allShown(page: Page): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await page.evaluate(ALL_SHOWN))) {
    if (performance.now() > deadline) throw new WrongAnswer('The dashboard does not show all charts.');
    await sleep(STEP_MS);
  }
}

async function welcomed(reader: Reader): Promise<number> {
  const page = await reader.openSignedOut('/');
  await page.locator('h1').first().waitFor();
  const time = await timeOf(page);
  await page.close();
  return time;
}

const timeOf = (page: Page): Promise<number> => page.evaluate('performance.now()');

/** Milliseconds of the requests, one after the other, without a browser. */
async function sumOf({ url }: Service, requests: string[]): Promise<number> {
  const began = performance.now();
  for (const request of requests) {
    const { status } = await answerOf(url + request, AS_ADMIN);
    if (status !== 200) throw new WrongAnswer(`${request} was answered with ${status}.`);
  }
  return performance.now() - began;
}

async function smallCampaign({ manage }: Service): Promise<number> {
  const { campaign } = await manage('POST', '/campaigns', { campaign: { name: 'Small', service_site_id: ARCHIVE } });
  const { id } = campaign as { id: number }; // the API's answer
  const entries = Array.from({ length: SMALL }, (_, n) => ({
    item_type: 'twitter',
    item_id: `small-${n}`,
    published_at: new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString(),
    item_url: `https://network.example/${n}`,
    text: 'Seen at the harbour #harbour',
    user: { user_id: `u${n % 90}`, username: `user${n % 90}`, followers: n % 90 },
    stat1: n % 7,
  }));
  await manage('POST', `/campaigns/${id}/entries`, { entries });
  return id;
}
