/** The simulated town of the demo: posts arrive while one watches, and one vanishes. It stops by itself after a while. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { transaction } from '../db/transaction.ts';
import { pollNow } from '../features/sources/commands.ts';
import { simulatedNetworks, simulator } from '../simulate/server.ts';
import { DEMO_SITE } from './content.ts';
import { hasDemoSite } from './people.ts';

export interface LiveTown {
  origin: string;
  /** Of its networks, by name. */
  urls: Record<string, string>;
  /** The site that it is for. */
  site: number;
  feedUrl: string;
  begin(db: Db): void;
  stop(): Promise<void>;
}

export const MOST_POSTS = 200;
/** While a visitor looks around for the first time, and afterwards: what people wrote must not be drowned. */
const PAUSE_MS = 20_000;
const LATER_PAUSE_MS = 120_000;
const FIRST_POSTS = 6;
/** The post of X that is deleted, by its number. */
const VANISHING = 4;
const LINES = [
  'The ferry to Kallskär leaves ten minutes late',
  'Two seals on the breakwater, in no hurry',
  'Fog over the outer islands until noon',
  'Herring at the fish market, fresh from the boat',
  'The lighthouse opens its stairs on Saturday',
  'A storm warning for the night; tie up your boats',
  'Rowing boat for sale, hardly leaks',
  'The regatta has forty entries this year',
  'Somebody has painted the red buoy blue',
  'The library boat calls at Söderkobb today',
];

/** Listens on this machine alone. */
export async function openTown(): Promise<LiveTown> {
  const server = simulator(FIRST_ITEMS).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server's address
  let next: NodeJS.Timeout | undefined;
  let isOver = false;
  let running: Promise<void> = Promise.resolve();
  const later = (db: Db, number: number) => {
    if (isOver) return;
    next = setTimeout(() => {
      running = chatter(db, origin, number)
        // While the database is unavailable, nothing happens in town.
        .catch(() => true)
        .then((goesOn) => (goesOn ? later(db, number + 1) : undefined));
    }, pauseBefore(number)).unref();
  };
  return {
    ...{ origin, site: DEMO_SITE, feedUrl: `${origin}/feeds/rss.xml`, urls: simulatedNetworks(origin) },
    begin: (db) => {
      // A town of an earlier start had other posts: asked about those, this one would name them as gone.
      running = forgetPosts(db).catch(() => {});
      later(db, 1);
    },
    async stop() {
      isOver = true;
      clearTimeout(next);
      await running;
      server.closeAllConnections();
      server.close();
    },
  };
}

export const pauseBefore = (number: number) => (number <= FIRST_POSTS ? PAUSE_MS : LATER_PAUSE_MS);

/** One thing happens. False: it was enough, or the demo is gone. */
export async function chatter(db: Db, origin: string, number: number): Promise<boolean> {
  if (!(await hasDemoSite(db)) || (await offered(db)) >= MOST_POSTS) return false;
  const line = LINES[number % LINES.length] ?? '';
  const where = (['x', 'feed', 'mastodon'] as const)[number % 3] ?? 'x';
  const tell = (path: string, body: object) =>
    fetch(`${origin}/_sim/${path}`, { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(5_000) });
  if (where === 'feed')
    await tell('items', {
      id: `town-${Date.now()}`,
      title: `Simulated: ${line}`,
      body: `<p>Simulated: ${line}. ${SIGN}</p>`,
    });
  else await tell(`${where}/seed`, { posts: [{ text: `Simulated: ${line} #harbour` }] });
  if (number === VANISHING) await vanish(db, tell);
  await pollTown(db);
  return true;
}

const SIGN = 'Nobody wrote this, and nothing of it has happened.';
/** Others than those of `masthead simulate`, which the guides take. */
const FIRST_ITEMS = [
  'The harbour master counts the boats',
  'New planks for the west pier',
  'Early ice on the inner bay',
].map((line, at) => ({
  id: `town-first-${at}`,
  title: `Simulated: ${line}`,
  body: `<p>Simulated: ${line}. ${SIGN}</p>`,
}));

async function offered(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from source_item item join source on source.site_id = item.site_id and source.id = item.source_id
    where source.site_id = ${DEMO_SITE} and is_demo`.execute(db);
  return rows[0]?.total ?? 0;
}

async function forgetPosts(db: Db): Promise<void> {
  await sql`
    update tracked_post post set due_at = null from source
    where source.site_id = ${DEMO_SITE} and source.is_demo and post.site_id = source.site_id and post.source_id = source.id`.execute(
    db,
  );
}

/** Its author deletes the oldest post of X; the next two looks find it missing. */
async function vanish(db: Db, tell: (path: string, body: object) => Promise<unknown>): Promise<void> {
  const { rows } = await sql<{ post_id: string }>`
    select post_id from tracked_post post join source on source.site_id = post.site_id and source.id = post.source_id
      join network_account account on account.site_id = source.site_id and account.id = source.account_id
    where source.site_id = ${DEMO_SITE} and source.is_demo and account.network = 'x' order by published_at limit 1`.execute(
    db,
  );
  for (const { post_id } of rows) await tell('x/seed', { posts: [{ id: post_id, state: 'gone' }] });
}

/** The sources of the town are polled when something has happened there. */
async function pollTown(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from source where site_id = ${DEMO_SITE} and is_demo and active and kind in ('feed', 'media_tracker')`.execute(
    db,
  );
  for (const { id } of rows) await transaction(db, (tx) => pollNow(tx, DEMO_SITE, id));
}
