/** Answers of the content API, kept as long as their site stays as it is; made once, however many ask at once. */
import type { Row } from '../../contract/row.ts';
import type { Site } from '../../db/site-lock.ts';
import type { KnownSite, SiteVersions } from '../../db/site-versions.ts';
import type { Coding } from '../encode.ts';
import type { Tallies } from '../tally.ts';
import { type AnswerStore, createAnswerStore } from './answer-store.ts';
import { type KeptAnswer, keptAnswer, type Made, type Variant, variantIn } from './kept-answer.ts';
import { type Place, placeFinder } from './place.ts';

export interface Keeper {
  readonly store: Pick<AnswerStore, 'byUrl' | 'byKey' | 'alias' | 'size'>;
  /** What became of the requests that came to it. */
  readonly counts: { hits: number; misses: number; shared: number };
  /** The database is away, so that nobody can say whether what is kept is how the site stands. */
  readonly isStale: boolean;
  keeps(row: Row): boolean;
  /** The place of the answer to this address; null when it is not kept. */
  placeOf(url: string): Place | null;
  /** The answer of the place, made anew when none is kept. `site` was read before anything that `make` reads. */
  answer(place: Place, row: Row, site: Site, make: () => Promise<Made>): Promise<KeptAnswer>;
  variant(answer: KeptAnswer, coding: Coding | null): Variant | Promise<Variant>;
}

interface Flight {
  site: KnownSite;
  version: number;
  landing: Promise<KeptAnswer>;
}

export interface KeeperOptions {
  rows: Row[];
  budget: number;
  versions: SiteVersions;
  tallies: Tallies;
}

export function createKeeper({ rows, budget, versions, tallies }: KeeperOptions): Keeper {
  const kept = new Set(rows.filter(({ method, options }) => method === 'GET' && !options.isUnversioned));
  const store = createAnswerStore(budget);
  const flights = new Map<string, Flight>();
  const counts = { hits: 0, misses: 0, shared: 0 };

  /** It is filed under the version of the row that was read first: what it holds is of that version or newer. */
  async function make(key: string, row: Row, site: KnownSite, version: number, made: () => Promise<Made>) {
    const about = { key, route: row.path, tally: tallies(row.path), site, version };
    const answer = keptAnswer(about, await made());
    if (site.version === version) store.put(answer);
    return answer;
  }

  return {
    store,
    counts,
    get isStale() {
      return versions.isAway;
    },
    keeps: (row) => kept.has(row),
    placeOf: placeFinder([...kept]),
    answer({ key }, row, read, made) {
      const site = versions.learn(read);
      const present = store.byKey(key);
      if (present) {
        counts.hits += 1;
        return Promise.resolve(present);
      }
      // One that began before the newest version was known may hold what was before it.
      const flight = flights.get(key);
      if (flight && flight.site === site && flight.version === site.version) {
        counts.shared += 1;
        return flight.landing;
      }
      counts.misses += 1;
      const version = read.content_version;
      const landing = make(key, row, site, version, made).finally(() => {
        if (flights.get(key)?.landing === landing) flights.delete(key);
      });
      flights.set(key, { site, version, landing });
      return landing;
    },
    variant: (answer, coding) => variantIn(answer, coding, (bytes) => store.grow(answer, bytes)),
  };
}
