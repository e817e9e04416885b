/** Load on the rig: writes, cached and uncached reads through HAProxy, and a client of PostgreSQL that shows the cluster's own gap. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { changeOne, type Site } from '../site.ts';
import type { Kind, Sample } from './figures.ts';
import type { Cluster } from './rig.ts';

export interface Load {
  samples: Sample[];
  stop(): Promise<void>;
}

interface Sites {
  /** Only gets new articles, so that its cached answers may be served throughout an outage. */
  growing: Site;
  /** Its articles are changed and unpublished; what readers may not see any longer is not served. */
  changing: Site;
}

const REQUEST_TIMEOUT_MS = 15_000;
const PROBE_TIMEOUT_MS = 1_000;
const PAUSE_MS = { write: 300, cached: 40, uncached: 60, probe: 20 };

export function startLoad(cluster: Cluster, sites: Sites, random: () => number, { isWriting = true } = {}): Load {
  const samples: Sample[] = [];
  let isOver = false;
  const timed = async (kind: Kind, work: () => Promise<unknown>) => {
    const began = performance.now();
    const error = await work().then(
      () => null,
      (reason) => String(reason?.message ?? reason),
    );
    samples.push({ kind, began, ended: performance.now(), error });
  };
  const repeat = async (kind: Kind, pauseMs: number, work: () => Promise<unknown>) => {
    while (!isOver) {
      await timed(kind, work);
      await sleep(pauseMs);
    }
  };
  const read = (path: string) => get(`${cluster.http.url}/v1${path}`);
  const cached = cachedPaths(sites.growing);
  const probe = newProbe(cluster.probeUrl);
  const own: Parameters<typeof changeOne>[1] = [];
  const writers = [
    () => repeat('write', PAUSE_MS.write, () => sites.growing.publish()),
    () => repeat('write', PAUSE_MS.write, () => sites.growing.publish()),
    () => repeat('write', PAUSE_MS.write, () => changeOne(sites.changing, own, random, 8)),
  ];
  const readers = [
    () => repeat('cached', PAUSE_MS.cached, () => read(cached[Math.floor(random() * cached.length)] ?? '')),
    () => repeat('cached', PAUSE_MS.cached, () => read(cached[Math.floor(random() * cached.length)] ?? '')),
    () => repeat('changing', PAUSE_MS.cached * 5, () => read(`/sites/${sites.changing.id}/articles?count=20`)),
    () => repeat('uncached', PAUSE_MS.uncached, () => read(uncachedPath(sites.growing, random))),
    () => repeat('probe', PAUSE_MS.probe, () => probe.write()),
  ];
  const going = [...(isWriting ? writers : []), ...readers].map((work) => work());
  return {
    samples,
    async stop() {
      isOver = true;
      await Promise.all(going);
      await probe.stop();
    },
  };
}

export const cachedPaths = ({ id }: Site) =>
  ['articles?count=20', 'articles?count=5&fields=id,title', 'sections', 'authors', ''].map((path) =>
    path ? `/sites/${id}/${path}` : `/sites/${id}`,
  );

/** A list that nobody asked for before. */
const uncachedPath = ({ id }: Site, random: () => number) =>
  `/sites/${id}/articles?count=3&fields=id&max_id=${Math.floor(random() * 1e9) + 1e6}`;

async function get(url: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${response.status} of ${response.headers.get('x-served-by')}: ${text.slice(0, 80)}`);
}

/** Writes a row with a connection of its own, and connects again when that fails. */
function newProbe(connectionString: string) {
  let client: pg.Client | null = null;
  const dropped = (old: pg.Client | null) => {
    if (client === old) client = null;
    old?.end().catch(() => {});
  };
  return {
    async write() {
      const one =
        client ??
        new pg.Client({ connectionString, connectionTimeoutMillis: PROBE_TIMEOUT_MS, query_timeout: PROBE_TIMEOUT_MS });
      try {
        if (one !== client) {
          one.on('error', () => {});
          await one.connect();
          await one.query('create table if not exists probe (at timestamptz)');
          client = one;
        }
        await one.query('insert into probe values (now())');
      } catch (error) {
        dropped(one);
        throw error;
      }
    },
    async stop() {
      await client?.end().catch(() => {});
    },
  };
}
